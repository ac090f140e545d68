/** Words in the language that was chosen. */
import { settings } from '../settings.svelte';
import { en } from './en';
import { ja } from './ja';

export type Word = keyof typeof en;

const BOOKS: Record<string, Record<Word, string>> = { en, ja };

export function fill(text: string, values: Record<string, string | number> = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A word, with `{names}` filled in. */
export function t(word: Word, values?: Record<string, string | number>): string {
  return fill((BOOKS[settings.language] ?? en)[word], values);
}
