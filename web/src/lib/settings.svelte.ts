/** What a person has chosen for this browser. */
import { openBook } from './i18n/books';
import { NOTATIONS, type Notation } from './wasm/types';

export const LANGUAGES = ['en', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];
export const PIECE_SETS = ['kanji1', 'kanji2', 'bilingual', 'international'] as const;
export type PieceSet = (typeof PIECE_SETS)[number];
export const THEMES = ['auto', 'light', 'dark'] as const;
export const COORDINATES = ['none', 'inside', 'outside'] as const;
export const RANK_NAMES = ['kanji', 'letters', 'digits'] as const;
export const SIDE_NAMES = ['black-white', 'sente-gote', 'kanji'] as const;
export const ANIMATIONS = ['off', 'fast', 'normal'] as const;
export const COUNTDOWNS = ['off', 'mine', 'games', 'all'] as const;
export const VOICES = ['beep', 'speech'] as const;

export interface Settings {
  language: Language;
  pieces: PieceSet;
  theme: (typeof THEMES)[number];
  notation: Notation;
  coordinates: (typeof COORDINATES)[number];
  /** In percent of what the window allows. */
  boardSize: number;
  rankNames: (typeof RANK_NAMES)[number];
  sideNames: (typeof SIDE_NAMES)[number];
  showMoves: boolean;
  showDrops: boolean;
  animation: (typeof ANIMATIONS)[number];
  confirmMoves: boolean;
  premoves: boolean;
  sound: boolean;
  volume: number;
  countdown: (typeof COUNTDOWNS)[number];
  voice: (typeof VOICES)[number];
  /** Tell when it is one's move and the page is not seen. */
  notifications: boolean;
  vibration: boolean;
  /** What one says of one's strength: a grade, `beginner`, or nothing. */
  grade: string;
}

const STORE = 'komadai.settings';

export function defaults(language: Language): Settings {
  const japanese = language === 'ja';
  return {
    language,
    pieces: japanese ? 'kanji2' : 'bilingual',
    theme: 'auto',
    notation: japanese ? 'japanese' : 'hodges',
    coordinates: 'outside',
    boardSize: 100,
    rankNames: japanese ? 'kanji' : 'letters',
    sideNames: japanese ? 'kanji' : 'black-white',
    showMoves: true,
    showDrops: true,
    animation: 'normal',
    confirmMoves: false,
    premoves: true,
    sound: true,
    volume: 70,
    countdown: 'mine',
    voice: 'beep',
    notifications: false,
    vibration: false,
    grade: '',
  };
}

const CHOICES: Partial<Record<keyof Settings, readonly string[]>> = {
  language: LANGUAGES,
  pieces: PIECE_SETS,
  theme: THEMES,
  notation: NOTATIONS,
  coordinates: COORDINATES,
  rankNames: RANK_NAMES,
  sideNames: SIDE_NAMES,
  animation: ANIMATIONS,
  countdown: COUNTDOWNS,
  voice: VOICES,
};

/** Takes from stored JSON what is still a setting today; the rest is as by default. */
export function mend(stored: unknown, base: Settings): Settings {
  const mended: Record<string, unknown> = { ...base };
  if (typeof stored !== 'object' || stored === null) return base;
  for (const [key, value] of Object.entries(stored)) {
    const choices = CHOICES[key as keyof Settings];
    const known = choices ? choices.includes(value as string) : typeof value === typeof mended[key];
    if (key in mended && known) mended[key] = value;
  }
  return mended as unknown as Settings;
}

function load(): Settings {
  const language: Language = navigator.language.startsWith('ja') ? 'ja' : 'en';
  const text = localStorage.getItem(STORE);
  if (!text) return defaults(language);
  try {
    const stored: unknown = JSON.parse(text);
    const chosen = mend(stored, defaults(language)).language;
    return mend(stored, defaults(chosen));
  } catch {
    return defaults(language);
  }
}

/** Another language brings its own pieces, notation and names, as far as they were at their defaults. */
export function inLanguage(settings: Settings, language: Language): Settings {
  const before = defaults(settings.language);
  const after = defaults(language);
  const changed: Settings = { ...settings, language };
  if (settings.notation === before.notation) changed.notation = after.notation;
  if (settings.rankNames === before.rankNames) changed.rankNames = after.rankNames;
  if (settings.sideNames === before.sideNames) changed.sideNames = after.sideNames;
  if (settings.pieces === before.pieces) changed.pieces = after.pieces;
  return changed;
}

export const settings: Settings = $state(load());

export function change(part: Partial<Settings>): void {
  Object.assign(settings, part);
  localStorage.setItem(STORE, JSON.stringify(settings));
}

export async function setLanguage(language: Language): Promise<void> {
  await openBook(language);
  change(inLanguage(settings, language));
}

/** Light or dark, as it was chosen or as the system has it. */
export function shownTheme(systemDark: boolean): 'light' | 'dark' {
  if (settings.theme === 'auto') return systemDark ? 'dark' : 'light';
  return settings.theme;
}

/** Does the system ask for less motion? */
export const reducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export function animationMillis(): number {
  if (reducedMotion()) return 0;
  return { off: 0, fast: 120, normal: 220 }[settings.animation];
}
