/** The computer player, in a worker. To stop it, end the worker. */
import init, { Thinker } from './pkg/think/komadai_think.js';
import { serve } from './call';

/** Memory of the search; a phone has to bear it. */
const MEBIBYTES = 16;

let thinker: { key: string; thinker: Thinker } | undefined;

serve(
  {
    act: (variant: string, level: number, seed: number, log: string, at: number) => {
      const key = `${variant} ${level} ${seed}`;
      if (thinker?.key !== key) {
        thinker?.thinker.free();
        thinker = { key, thinker: new Thinker(variant, level, seed, MEBIBYTES) };
      }
      const act = thinker.thinker.act(log, at);
      return act === undefined ? undefined : JSON.parse(act);
    },
  },
  init(),
);
