/** Games of this browser: those that go on, and the last that are over. Each is kept under its own name. */
import { setAside } from './unread';
import type { Both, Color } from '../wasm/types';

/** What a list tells of a game. */
export interface Kept {
  id: string;
  kind: 'local' | 'computer';
  names: Both<string>;
  turn: Color;
  plies: number;
  /** How it ended, in words; none while it goes on. */
  outcome?: string;
  changed: number;
}

const LIST = 'komadai.games';
const PREFIX = 'komadai.game.';
/** Where the one game was kept before there were several. */
const ONLY = 'komadai.local-game';
const MOST_FINISHED = 50;

function read(): Kept[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(LIST) ?? '[]');
    return Array.isArray(list) ? (list as Kept[]) : [];
  } catch {
    return [];
  }
}

let list = $state.raw<Kept[]>(read());
// Another tab has played.
window.addEventListener('storage', ({ key }) => {
  if (key === LIST) list = read();
});

function write(next: Kept[]): void {
  list = [...next].sort((one, other) => other.changed - one.changed);
  localStorage.setItem(LIST, JSON.stringify(list));
}

export const newId = (): string => crypto.randomUUID().slice(0, 8);
export const addressOf = ({ kind, id }: Pick<Kept, 'kind' | 'id'>): string =>
  `/play/${kind}?game=${id}`;

/** Games that go on, newest first; a game in which nobody has moved is not missed. */
export const unfinished = (): Kept[] =>
  list.filter(({ outcome, plies }) => outcome === undefined && plies > 0);
export const finished = (): Kept[] => list.filter(({ outcome }) => outcome !== undefined);

/** The game of version 0.2 and before gets a name of its own. */
export function adopt(): void {
  const text = localStorage.getItem(ONLY);
  if (text === null) return;
  const id = newId();
  const kind = /"computer"/.test(text) ? 'computer' : 'local';
  localStorage.setItem(PREFIX + id, text);
  localStorage.removeItem(ONLY);
  const names = { black: '', white: '' };
  write([...read(), { id, kind, names, turn: 'black', plies: 1, changed: Date.now() }]);
}

/** The game that goes on and was played last. */
export function latest(): Kept | undefined {
  adopt();
  return list.find(({ outcome }) => outcome === undefined);
}

/** What is stored of a game. */
export const take = (id: string): string | null => localStorage.getItem(PREFIX + id);

/** Keeps a game as it stands. The oldest of those that are over make room, and those in which nobody has moved. */
export function keep(kept: Kept, text: string): void {
  const others = read().filter(({ id }) => id !== kept.id);
  const over = others.filter(({ outcome }) => outcome !== undefined);
  const old = over.slice(MOST_FINISHED - 1);
  const empty = others.filter(({ outcome, plies }) => outcome === undefined && plies === 0);
  const gone = new Set([...old, ...empty].map(({ id }) => id));
  for (const id of gone) localStorage.removeItem(PREFIX + id);
  localStorage.setItem(PREFIX + kept.id, text);
  write([...others.filter(({ id }) => !gone.has(id)), kept]);
}

export function discard(id: string): void {
  localStorage.removeItem(PREFIX + id);
  write(read().filter((kept) => kept.id !== id));
}

/** A game that cannot be read is offered as a file instead. */
export function giveUp(id: string): void {
  setAside(PREFIX + id);
  discard(id);
}
adopt();
