/** The words of `crates/wasm`, which are those of the rules. */

export const COLORS = ['black', 'white'] as const;
export type Color = (typeof COLORS)[number];
export const VARIANTS = ['shogi', 'seireigi'] as const;
export type Variant = (typeof VARIANTS)[number];
export const PRESETS = ['casual', 'beginner', 'fesa', 'jsa-amateur', 'jsa-pro', 'seireigi'] as const;
export type Preset = (typeof PRESETS)[number];
export const NOTATIONS = ['japanese', 'kif', 'hodges', 'hosking', 'kitao-kawasaki', 'usi', 'csa'] as const;
export type Notation = (typeof NOTATIONS)[number];
export const FORMATS = ['kif', 'ki2', 'csa', 'jkf', 'usi', 'psn', 'western', 'sfen', 'bod'] as const;
export type Format = (typeof FORMATS)[number];
export type Actor = Color | 'arbiter' | 'bystander' | 'clock' | 'host';
export type Offer = 'count' | 'take-back' | 'draw' | 'cancel';

export type Rank = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i';
export type Key = `${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}${Rank}`;

export interface Both<T> {
  black: T;
  white: T;
}

export interface Opening {
  variant: Variant;
  /** A handicap by name, or SFEN. */
  start: string;
  rules: Preset;
  /** What differs from the preset, in the words of the server's protocol. */
  knobs?: Record<string, unknown>;
  flag?: 'falls' | 'claim';
  /** As commands write it: `15m+60s`. */
  clock?: string;
  names: Both<string>;
  /** For whom the pawns are tossed. */
  tosser?: Color;
}

export type Act =
  | { t: 'toss'; faces: string }
  | { t: 'greet' | 'start' | 'resign' | 'declare' | 'claim-flag' | 'claim-count' | 'take-back' }
  | { t: 'tick' | 'pause' | 'resume' }
  | { t: 'play'; usi: string }
  | { t: 'claim-illegal'; offender?: Color }
  | { t: 'claim-repetition'; next?: string }
  | { t: 'offer' | 'accept' | 'decline'; offer: Offer }
  | { t: 'set-clock'; color: Color; main: number; periods: number }
  | { t: 'set-control'; color: Color; control: string }
  | { t: 'award-time'; color: Color; time: number }
  | { t: 'decide'; winner?: Color };

export interface Done {
  ok: boolean;
  refusal?: string;
  /** A claim was found wrong. */
  rejected: boolean;
  lines: string[];
}

export interface BoardView {
  sfen: string;
  turn: Color;
  check?: Key;
  /** Legal targets by origin: `7g`, or `P*`. Nothing where the rules give no help. */
  dests?: Record<string, Key[]>;
  choices: string[];
  forced: string[];
  turnable: Record<string, 'anywhere' | 'zone'>;
}

export interface MoveView {
  color: Color;
  usi: string;
  text: string;
  sfen: string;
  check?: Key;
  spent?: number;
}

export interface Face {
  main: number;
  period?: number;
  length?: number;
  periods: number;
  increment?: number;
}

export interface ClockView extends Both<Face> {
  running?: Color;
  at: number;
  deadline?: number;
}

export interface Impasse {
  entered: boolean;
  pieces: number;
  points: number;
  allPoints: number;
}

export interface RulesView {
  name: Preset | '';
  help: boolean;
  engine: boolean;
  illegal: 'blocked' | 'loses' | 'pointed-out' | 'claim';
  anyone: boolean;
  flagFalls: boolean;
  takeBack: 'never' | 'loses' | 'by-agreement';
  wrongClaim: 'nothing' | 'warning' | 'time' | 'loses';
  declaration?: Both<number>;
  replay: boolean;
}

export interface Outcome {
  verdict: 'wins' | 'draw' | 'both-lose' | 'no-contest';
  winner?: Color;
  cause: string;
  breach?: string;
  text: string;
}

export interface GameView {
  variant: Variant;
  phase: 'preparing' | 'running' | 'suspended' | 'finished';
  handicap?: string;
  names: Both<string>;
  swapped: boolean;
  rules: RulesView;
  start: string;
  board: BoardView;
  moves: MoveView[];
  clock?: ClockView;
  may: Both<string[]> & { arbiter: string[]; host: string[] };
  offers: [Offer, Color][];
  occurrences?: number;
  repeating: [string, number][];
  impasse?: Both<Impasse>;
  warnings: Both<number>;
  outcome?: Outcome;
  log: string[];
}

/** A view as it comes from the rules: of the moves and the log, what comes after those that stand. */
export interface GameNews extends GameView {
  movesKept: number;
  logKept: number;
}

export const opposite = (color: Color): Color => (color === 'black' ? 'white' : 'black');
