import { expect, test } from 'vitest';
import { pageClock, pageMay, wireAct } from '../../src/lib/server/words';

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

test('a clock of the wire gets its byoyomi or increment from what was agreed', () => {
  const clock = { at: 5, running: null, black: { main: 1, period: 30_000, periods: 1 }, white: { main: 2, period: 60_000, periods: 3 } };
  const uneven = pageClock(clock, 'B:15m+30s W:10m+3x1m');
  expect(uneven.running).toBeUndefined();
  expect(uneven.black).toMatchObject({ length: 30_000, periods: 1 });
  expect(uneven.white).toMatchObject({ length: 60_000, periods: 3 });
  const growing = pageClock({ at: 5, running: 'white', black: { main: 1 }, white: { main: 2 } }, '10m+5s/move');
  expect(growing.black).toMatchObject({ increment: 5000, length: undefined, periods: 0 });
  expect(growing.running).toBe('white');
  expect(pageClock({ at: 5, black: { main: 1 }, white: { main: 2 } }, '8m').black.increment).toBeUndefined();
});
