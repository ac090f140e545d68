import { expect, test } from 'vitest';
import { CLAIMS, claimAct, ruling } from '../../src/lib/game/acts';
import { localOpening } from '../../src/lib/game/opening';

test('claims and rulings are said in the words of the wire', () => {
  expect(claimAct('claim-illegal-move', 'black')).toEqual({
    kind: 'claim',
    claim: { kind: 'illegal-move', offender: 'white' },
  });
  const kinds = CLAIMS.map((claim) => claimAct(claim, 'white'));
  expect(kinds.map((act) => act.kind === 'claim' && act.claim.kind)).toEqual([
    'illegal-move',
    'flag',
    'repetition',
    'count',
  ]);
  expect(ruling({ kind: 'pause' })).toEqual({
    kind: 'rule',
    decision: { kind: 'pause' },
    reason: 'at this device',
  });
});

test('a game at this device is opened in the words of the wire', () => {
  const agreed = {
    variant: 'shogi',
    handicap: 'even',
    preset: 'fesa',
    clock: '10m',
    names: { black: 'a', white: 'b' },
    toss: true,
  } as const;
  expect(localOpening(agreed)).toEqual({
    variant: 'shogi',
    start: { handicap: 'even' },
    rules: { preset: 'fesa' },
    clock: '10m',
    players: {
      black: { name: 'a', experience: 'experienced' },
      white: { name: 'b', experience: 'experienced' },
    },
    first_move: { furigoma: { tosser: 'black' } },
    attendance: 'present',
  });
  const untimed = localOpening({ ...agreed, clock: '', toss: false });
  expect(untimed).not.toHaveProperty('clock');
  expect(untimed.first_move).toBe('settled');
});
