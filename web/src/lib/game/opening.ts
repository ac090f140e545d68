/** Openings of games at this device, in the words of the wire. */
import type { Both, Opening, Preset, Variant } from '../wasm/types';

interface Agreed {
  variant: Variant;
  handicap: string;
  preset: Preset;
  /** As commands write it; empty for none. */
  clock: string;
  names: Both<string>;
  toss: boolean;
}

export function localOpening({ variant, handicap, preset, clock, names, toss }: Agreed): Opening {
  const player = (name: string): Opening['players']['black'] => ({
    name,
    experience: 'experienced',
  });
  return {
    variant,
    start: { handicap },
    rules: { preset },
    ...(clock ? { clock } : {}),
    players: { black: player(names.black), white: player(names.white) },
    first_move: toss ? { furigoma: { tosser: 'black' } } : 'settled',
    attendance: 'present',
  };
}
