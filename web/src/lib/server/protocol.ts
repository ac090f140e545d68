/** The messages of docs/protocol.md, as far as this page uses them. */
import type { Both, Color, Preset, Variant } from '../wasm/types';
import type { Challenge, Person } from './api';

export type Role = Color | 'arbiter' | 'spectator';

export interface Display {
  main: number;
  period?: number;
  periods?: number;
}

export interface LiveClock extends Both<Display> {
  at: number;
  running?: Color | null;
}

/** What happened. The rules in this browser read it; the page itself looks at these only. */
export type Fact = { kind: 'tossed'; toss: string } | { kind: 'greeted' | 'moved' | 'claim-rejected' };

export interface LiveEvent {
  at: number;
  by: string;
  fact: Fact;
}

export interface Presence {
  black: boolean;
  white: boolean;
  spectators: number;
}

export interface ChatLine {
  n: number;
  channel: 'players' | 'spectators';
  name: string;
  at: number;
  text: string;
}

export interface LiveOpening {
  variant: Variant;
  start: { handicap: string } | { sfen: string };
  rules: { preset: Preset; knobs?: Record<string, unknown> };
  /** Times that no text can say are an object. */
  clock?: string | object | null;
  players: Both<{ name: string }>;
  first_move: 'settled' | { furigoma: { tosser: Color } };
}

export interface GameState {
  id: string;
  role: Role;
  opening: LiveOpening;
  black: Person;
  white: Person;
  from: number;
  events: LiveEvent[];
  clock?: LiveClock;
  now: number;
  may: string[];
  presence: Presence;
  chat: ChatLine[];
  next?: string;
}

export type ServerMessage =
  | { type: 'welcome'; protocol: number; you: Person; heartbeat_ms: number }
  | ({ type: 'game' } & GameState)
  | { type: 'events'; game: string; from: number; events: LiveEvent[]; clock?: LiveClock; may?: string[]; re?: number }
  | { type: 'refused'; re: number; code: string; message: string }
  | { type: 'error'; re?: number; game?: string; code: string; message: string }
  | { type: 'done'; re: number }
  | { type: 'chat'; game: string; line: ChatLine }
  | { type: 'presence'; game: string; presence: Presence }
  | { type: 'rematch-offered'; game: string; by: Role }
  | { type: 'next'; game: string; next: string }
  | { type: 'lobby'; challenges: Challenge[] }
  | { type: 'challenge-made'; challenge: Challenge }
  | { type: 'challenge-gone'; id: string }
  | { type: 'game-begun'; challenge: string; game: string }
  | { type: 'bye'; retry_ms: number };
