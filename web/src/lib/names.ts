/** Sides, pieces and squares as people name them. */
import { t, type Word } from './i18n';
import { settings } from './settings.svelte';
import { RANKS } from './board/roles';
import type { Color, Variant } from './wasm/types';

const KANJI_RANKS = '一二三四五六七八九';

/** Black and White, sente and gote; in a handicap game shitate and uwate. */
export function sideName(color: Color, handicap: boolean): string {
  const style = settings.sideNames;
  if (style === 'kanji') {
    if (handicap) return color === 'black' ? '下手' : '上手';
    return color === 'black' ? '先手' : '後手';
  }
  if (style === 'sente-gote') {
    if (handicap) return color === 'black' ? 'shitate' : 'uwate';
    return color === 'black' ? 'sente' : 'gote';
  }
  return t(color === 'black' ? 'black' : 'white');
}

export const sideMark = (color: Color): string => (color === 'black' ? '☗' : '☖');

export function rankName(rank: string, style = settings.rankNames): string {
  const index = RANKS.indexOf(rank as (typeof RANKS)[number]);
  if (style === 'kanji') return KANJI_RANKS.charAt(index);
  return style === 'digits' ? String(index + 1) : rank;
}

/** A square, said aloud. */
export function squareName(key: string): string {
  const [file = '', rank = ''] = key;
  if (settings.language === 'ja') return `${file}${rankName(rank, 'kanji')}`;
  return `${file}${settings.rankNames === 'digits' ? ' ' : ''}${rankName(rank, settings.rankNames === 'kanji' ? 'letters' : settings.rankNames)}`;
}

/** A piece by its letter, said aloud. */
export function pieceName(letter: string, variant: Variant): string {
  const own = variant === 'seireigi' && ['+L', '+N', '+S', '+G'].includes(letter);
  return t(`piece ${own ? 'seireigi ' : ''}${letter}` as Word);
}
