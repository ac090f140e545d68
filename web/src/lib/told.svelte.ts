/** Words that the rules know: asked for once in each language, and shown as soon as they are told. */
import { SvelteMap } from 'svelte/reactivity';
import { settings } from './settings.svelte';
import { rules } from './wasm/client';

const known = new SvelteMap<string, string>();
const asked = new Set<string>();

function told(key: string, ask: () => Promise<string | undefined>): string | undefined {
  if (!asked.has(key)) {
    asked.add(key);
    void ask().then(
      (words) => words !== undefined && known.set(key, words),
      () => undefined,
    );
  }
  return known.get(key);
}

/** A clock in words; as commands write it as long as there are none. */
export function clockTerms(text: string): string {
  const { language } = settings;
  return told(`clock ${language} ${text}`, () => rules.clockWords(text, language)) ?? text;
}

/** The name of a level of the computer. */
export function levelName(level: number): string {
  const { language } = settings;
  return told(`level ${language} ${level}`, () => rules.levelName(level, language)) ?? '';
}
