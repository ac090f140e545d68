/** Words in the language that was chosen. */
import { settings } from '../settings.svelte';
import { wordIn, type Word } from './books';
import { fill } from './fill';

export type { Word } from './books';

/** A word, with `{names}` filled in. */
export function t(word: Word, values?: Record<string, string | number>): string {
  return fill(wordIn(settings.language, word), values);
}
