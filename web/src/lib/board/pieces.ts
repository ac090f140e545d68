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

/** Addresses of a set's drawings by file name, and of their shadows. */
export function drawings(set: PieceSet): Promise<Map<string, string>> {
  const known = loaded.get(set);
  if (known) return known;
  const loading = SETS[set]().then(({ default: files }) => {
    const named = Object.entries(files).flatMap(([path, svg]) => {
      const name = path.replace(/^.*\/|\.svg$/g, '');
      return [
        [name, address(svg)],
        [`${name}-cast`, address(cast(svg))],
      ] as const;
    });
    return new Map(named);
  });
  loaded.set(set, loading);
  return loading;
}

const address = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** A few pieces of every set, by `set/name`. */
export async function samples(): Promise<Map<string, string>> {
  const { default: files } = await import('./sets/samples');
  const named = Object.entries(files).map(
    ([path, svg]) =>
      [path.split('/').slice(-2).join('/').replace('.svg', ''), address(svg)] as const,
  );
  return new Map(named);
}

/** The shadow of a drawing, whose first path is its outline: soft at the rim. */
function cast(svg: string): string {
  const [, outline = ''] = / d="([^"]*)"/.exec(svg) ?? [];
  const layers = [0, 3, 6]
    .map((width) => `<path d="${outline}" stroke-width="${width}" opacity=".16"/>`)
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 110" fill="#2c1806" stroke="#2c1806" stroke-linejoin="round">${layers}</svg>`;
}

/** Dresses an element and all inside it in a set. */
export async function dress(element: HTMLElement, set: PieceSet, variant: Variant): Promise<void> {
  const urls = await drawings(set);
  const put = (name: string, file: string): void => {
    const url = urls.get(file);
    if (url) element.style.setProperty(`--${name}`, `url("${url}")`);
  };
  for (const role of ROLES) {
    const file = drawingOf(role, variant);
    put(role, file);
    put(`${role}-cast`, `${file}-cast`);
  }
  put('jade', 'jade');
}
