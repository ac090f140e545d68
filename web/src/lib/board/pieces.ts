/** The drawings of the pieces: one set is loaded at a time, and told to the style sheet as variables. */
import type { PieceSet } from '../settings.svelte';
import type { Variant } from '../wasm/types';
import { drawingOf, ROLES } from './roles';

const SETS: Record<PieceSet, () => Promise<{ default: Record<string, string> }>> = {
  kanji1: () => import('./sets/kanji1'),
  kanji2: () => import('./sets/kanji2'),
  bilingual: () => import('./sets/bilingual'),
  international: () => import('./sets/international'),
};

const loaded = new Map<PieceSet, Promise<Map<string, string>>>();

/** Addresses of a set's drawings by file name. */
export function drawings(set: PieceSet): Promise<Map<string, string>> {
  const known = loaded.get(set);
  if (known) return known;
  const loading = SETS[set]().then(({ default: files }) => {
    const named = Object.entries(files).map(([path, svg]) => [path.replace(/^.*\/|\.svg$/g, ''), address(svg)] as const);
    return new Map(named);
  });
  loaded.set(set, loading);
  return loading;
}

const address = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** A few pieces of every set, by `set/name`. */
export async function samples(): Promise<Map<string, string>> {
  const { default: files } = await import('./sets/samples');
  const named = Object.entries(files).map(([path, svg]) => [path.split('/').slice(-2).join('/').replace('.svg', ''), address(svg)] as const);
  return new Map(named);
}

/** Dresses an element and all inside it in a set. */
export async function dress(element: HTMLElement, set: PieceSet, variant: Variant): Promise<void> {
  const urls = await drawings(set);
  const put = (name: string, file: string): void => {
    const url = urls.get(file);
    if (url) element.style.setProperty(`--${name}`, `url("${url}")`);
  };
  for (const role of ROLES) put(role, drawingOf(role, variant));
  put('jade', 'jade');
}
