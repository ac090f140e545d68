import { expect, test } from 'vitest';
import { pageClock, pageMay, pageOpening, wireAct } from '../../src/lib/server/words';

test('acts are said in the words of the wire', () => {
  expect(wireAct({ t: 'play', usi: '7g7f' }, 'black')).toEqual({ kind: 'play', deed: '7g7f' });
  expect(wireAct({ t: 'claim-illegal' }, 'black')).toEqual({
    kind: 'claim',
    claim: { kind: 'illegal-move', offender: 'white' },
  });
  expect(wireAct({ t: 'claim-repetition' }, 'white')).toEqual({ kind: 'claim', claim: { kind: 'repetition' } });
  expect(wireAct({ t: 'offer', offer: 'take-back' }, 'white')).toEqual({ kind: 'offer', offer: 'take-back' });
  expect(wireAct({ t: 'resign' }, 'white')).toEqual({ kind: 'resign' });
});

test('what one may do is told in the words of the page', () => {
  expect(pageMay(['play', 'offer-take-back', 'accept-draw', 'claim-illegal-move', 'take-back'])).toEqual([
    'play',
    'offer take-back',
    'accept draw',
    'claim-illegal',
    'take-back',
  ]);
});

test('a clock of the wire gets its byoyomi or increment from what the rules know', () => {
  const clock = { at: 5, running: null, black: { main: 1, period: 30_000, periods: 1 }, white: { main: 2, period: 60_000, periods: 3 } };
  const face = { main: 0, periods: 0 };
  const drawn = { at: 0, black: { ...face, length: 30_000 }, white: { ...face, length: 60_000 } };
  const uneven = pageClock(clock, drawn);
  expect(uneven.running).toBeUndefined();
  expect(uneven.black).toMatchObject({ main: 1, length: 30_000, periods: 1 });
  expect(uneven.white).toMatchObject({ main: 2, length: 60_000, periods: 3 });
  const growing = pageClock({ at: 5, running: 'white', black: { main: 1 }, white: { main: 2 } }, { at: 0, black: { ...face, increment: 5000 }, white: face });
  expect(growing.black).toMatchObject({ increment: 5000, length: undefined, periods: 0 });
  expect(growing.running).toBe('white');
});

test('an opening of the wire is one of the page, whatever the times', () => {
  const opening = {
    variant: 'shogi',
    start: { handicap: 'even' },
    rules: { preset: 'fesa', knobs: { help: true } },
    clock: { black: {}, white: {} },
    players: { black: { name: 'a' }, white: { name: 'b' } },
    first_move: { furigoma: { tosser: 'white' } },
  } as const;
  expect(pageOpening(opening)).toEqual({
    variant: 'shogi',
    start: 'even',
    rules: 'fesa',
    knobs: { help: true },
    clock: undefined,
    names: { black: 'a', white: 'b' },
    tosser: 'white',
  });
  expect(pageOpening({ ...opening, first_move: 'settled', clock: '10m', start: { sfen: 'x' } })).toMatchObject({ tosser: undefined, clock: '10m', start: 'x' });
});
