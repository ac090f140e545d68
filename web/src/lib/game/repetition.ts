/** Warnings of a repetition, from what the rules count. */
import { t, type Word } from '../i18n';
import type { GameView } from '../wasm/types';

const nth = (number: number): string => t(`count ${Math.min(4, Math.max(2, number))}` as Word);

/** The position on the board has stood there before. */
export function repetitionNow({ occurrences = 1 }: GameView): string {
  return occurrences >= 2 ? t('repeated', { count: nth(occurrences) }) : '';
}

/** Moves that would bring a position back once more. */
export function repetitionAhead({ repeating }: GameView): string {
  if (repeating.length === 0) return '';
  const most = Math.max(...repeating.map(([, number]) => number));
  const moves = repeating.filter(([, number]) => number === most).map(([move]) => move);
  return t('repeated warning', { moves: moves.slice(0, 3).join(', '), count: nth(most) });
}
