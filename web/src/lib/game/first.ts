/** The first game of a newcomer: nothing has to be chosen. */
import { t } from '../i18n';
import { go } from '../router.svelte';
import { newSeed, settle } from './local.svelte';
import { localOpening } from './opening';

const LEVEL = 1;

/** Opens a game with the weakest computer under friendly rules: no illegal moves, with hints and take-backs. */
export function playFirst(): void {
  settle({
    opening: localOpening({
      variant: 'shogi',
      handicap: 'even',
      preset: 'casual',
      clock: '',
      names: { black: t('you'), white: t('computer level', { level: LEVEL }) },
      toss: false,
    }),
    seats: { black: 'human', white: 'computer' },
    level: LEVEL,
    seed: newSeed(),
    setUp: 'ready',
  });
  go('/play/computer');
}
