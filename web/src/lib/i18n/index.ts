/** Words in the language that was chosen. */
import { settings } from '../settings.svelte';
import { en } from './en';
import { fill } from './fill';
import { ja } from './ja';

export type Word = keyof typeof en;

const BOOKS: Record<string, Record<Word, string>> = { en, ja };

/** A word, with `{names}` filled in. */
export function t(word: Word, values?: Record<string, string | number>): string {
  return fill((BOOKS[settings.language] ?? en)[word], values);
}
