/** Where a game comes from: this browser now, a server as well. The game page knows nothing else. */
import type { Act, Actor, Color, Done, Format, GameView } from '../wasm/types';

export interface Saved {
  bytes: Uint8Array;
  notices: string[];
}

/** How pawns fell, and who has Black once that is settled. */
export interface Tossed {
  faces: string;
  black?: string;
}

export interface GameSource {
  readonly kind: 'local' | 'computer' | 'live';
  /** The game as it stands; changes are seen by whoever reads it. */
  readonly view: GameView | undefined;
  /** The sides that are played here; none for spectators. */
  readonly seats: Color[];
  /** The side whose player thinks elsewhere at the moment. */
  readonly thinking: Color | undefined;
  /** A line worth reading aloud: greetings, wrong claims, refusals. */
  readonly message: string;
  /** The line to a server is lost. */
  readonly offline: boolean;
  /** The game's own time, for clocks. */
  now(): number;
  act(by: Actor, act: Act): Promise<Done>;
  /** A move typed in any notation, as USI. */
  readMove(text: string): Promise<string>;
  /** A move of the present position, in the chosen notation. */
  moveText(usi: string): Promise<string>;
  /** Why a move is illegal, where the rules help. */
  explain(usi: string): Promise<string | undefined>;
  /** What the engine would play, where the rules allow asking. */
  hint?(): Promise<string | undefined>;
  record(format: Format, encoding: 'utf8' | 'sjis'): Promise<Saved>;
  /** The address of another game between the same players, colours reversed. */
  rematch?(): Promise<string>;
  /** The opponent has asked for another game. */
  readonly rematchOffered?: boolean;
  /** Say everything anew, after the language or notation was changed. */
  refresh(): Promise<void>;
  close(): void;
}
