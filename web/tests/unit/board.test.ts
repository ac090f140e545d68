import { expect, test } from 'vitest';
import {
  allowed,
  promotedRole,
  turning,
  unpromotedRole,
  type BoardState,
} from '../../src/lib/board/adapter';
import { readSfen, squaresFrom, squaresOf } from '../../src/lib/board/roles';

const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL';

test('SFEN is read as it stands', () => {
  const { squares, hands, turn } = readSfen(`${START} w R2b10p 3`);
  expect(squares.get('2h')).toEqual({ letter: 'R', color: 'black' });
  expect(squares.get('8b')).toEqual({ letter: 'R', color: 'white' });
  expect([...hands.black]).toEqual([['R', 1]]);
  expect([...hands.white]).toEqual([
    ['B', 2],
    ['P', 10],
  ]);
  expect(turn).toBe('white');
  expect(readSfen('9/4+G4/9/9/9/9/9/9/9 b - 1').squares.get('5b')).toEqual({
    letter: '+G',
    color: 'black',
  });
});

test('squares come as each side sees them', () => {
  expect(squaresFrom('black')[0]).toBe('9a');
  expect(squaresFrom('white')[0]).toBe('1i');
  expect(squaresOf('7g7f+')).toEqual({ from: '7g', to: '7f' });
  expect(squaresOf('P*5e')).toEqual({ letter: 'P', to: '5e' });
});

const state = (part: Partial<BoardState['view']>, free: boolean): BoardState => ({
  variant: 'shogi',
  jade: 'black',
  view: {
    sfen: `${START} b - 1`,
    turn: 'black',
    choices: [],
    forced: [],
    turnable: {},
    zones: { black: ['5a'], white: ['5i'] },
    promoted: { P: '+P', R: '+R' },
    ...part,
  },
  bottom: 'black',
  mine: 'black',
  free,
  showMoves: true,
  showDrops: true,
  premoves: true,
  animation: 0,
  arrows: [],
});

test('the rules say what must promote, what may and what cannot', () => {
  const told = state({ dests: { '8h': ['2b', '3c'] }, choices: ['8h2b'], forced: ['8h3c'] }, false);
  expect(turning(told, '8h', '2b', 'black')).toBe('ask');
  expect(turning(told, '8h', '3c', 'black')).toBe('force');
  expect(turning(told, '8h', '7g', 'black')).toBe('no');
  expect(allowed(told, '8h', '2b')).toBe(true);
  expect(allowed(told, '8h', '1a')).toBe(false);
});

test('where the rules give no help the board asks whenever a piece could be turned, legal or not', () => {
  const silent = state({ turnable: { '8h': 'black', '2b': 'anywhere' } }, true);
  expect(turning(silent, '8h', '5a', 'black')).toBe('ask');
  expect(turning(silent, '8h', '5e', 'black')).toBe('no');
  expect(turning(silent, '2b', '5e', 'black')).toBe('ask');
  expect(allowed(silent, '8h', '5a')).toBe(true);
});

test('what a piece becomes is told by the rules', () => {
  const { view } = state({}, false);
  expect(promotedRole(view, 'rook')).toBe('dragon');
  expect(promotedRole(view, 'gold')).toBeUndefined();
  expect(promotedRole(view, 'dragon')).toBeUndefined();
  expect(unpromotedRole(view, 'tokin')).toBe('pawn');
  expect(unpromotedRole(view, 'pawn')).toBeUndefined();
});
