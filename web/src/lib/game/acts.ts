/** Acts of the wire that take more than a word. */
import { opposite, type Act, type Color, type Decision, type Wanted } from '../wasm/types';

/** What a player can claim, in the words of what one may do. */
export const CLAIMS = [
  'claim-illegal-move',
  'claim-flag',
  'claim-repetition',
  'claim-count',
] as const satisfies readonly Wanted[];

export function claimAct(what: (typeof CLAIMS)[number], by: Color): Act {
  switch (what) {
    case 'claim-illegal-move':
      return { kind: 'claim', claim: { kind: 'illegal-move', offender: opposite(by) } };
    case 'claim-flag':
      return { kind: 'claim', claim: { kind: 'flag' } };
    case 'claim-repetition':
      return { kind: 'claim', claim: { kind: 'repetition' } };
    case 'claim-count':
      return { kind: 'claim', claim: { kind: 'count' } };
  }
}

/** What the page or an arbiter at it decides. */
export const ruling = (decision: Decision): Act => ({
  kind: 'rule',
  decision,
  reason: 'at this device',
});
