/** The words of every language; a book is fetched when its language is chosen. */
import type { Language } from '../settings.svelte';
import type { en } from './en';

export type Word = keyof typeof en;
type Book = Record<Word, string>;

const SHELF: Record<Language, () => Promise<Book>> = {
  en: () => import('./en').then((book) => book.en),
  ja: () => import('./ja').then((book) => book.ja),
};
const open = new Map<Language, Book>();

/** Fetches a book: before the page is drawn, and before its language is chosen. */
export async function openBook(language: Language): Promise<void> {
  if (!open.has(language)) open.set(language, await SHELF[language]());
}

export const wordIn = (language: Language, word: Word): string =>
  open.get(language)?.[word] ?? word;
