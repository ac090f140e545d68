/** The words of `crates/wire` and `crates/wasm`: their types are made from the Rust types when the page is built. */
import type {
  FaceView,
  GameView as GameNews,
  Key,
  OutcomeView,
  Preset,
  Side,
  Variant,
} from './pkg/types';

export type {
  AccountDetails,
  Act,
  Actor,
  AuditEntry,
  BoardClockView,
  BoardView,
  Challenge,
  ChatLine,
  ClientMessage,
  ClockAct,
  ClockDone,
  ClockView,
  Decision,
  Done,
  Heard,
  Invitation,
  Log,
  MoveView,
  Offer,
  OnlinePerson,
  Opening,
  OperatorAct,
  OperatorAnswer,
  OwnAccount,
  Person,
  Presence,
  Preset,
  Report,
  Restriction,
  Role,
  RulesView,
  ServerInfo,
  ServerMessage,
  Terms,
  Variant,
  Wanted,
} from './pkg/types';
export type { GameNews, Key };
export type Color = Side;
export type Face = FaceView;
export type Impasse = NonNullable<GameNews['impasse']>['black'];
export type Rank = Key extends `${infer _File}${infer R}` ? R : never;
export type Outcome = OutcomeView;

/** A view of which nothing is left out. */
export type GameView = Omit<GameNews, 'movesKept' | 'logKept'>;

export interface Both<T> {
  black: T;
  white: T;
}

export const COLORS = ['black', 'white'] as const satisfies readonly Side[];
export const VARIANTS = ['shogi', 'seireigi'] as const satisfies readonly Variant[];
export const PRESETS = [
  'casual',
  'beginner',
  'fesa',
  'jsa-amateur',
  'jsa-pro',
  'seireigi',
] as const satisfies readonly Preset[];
export const NOTATIONS = [
  'japanese',
  'kif',
  'hodges',
  'hosking',
  'kitao-kawasaki',
  'usi',
  'csa',
] as const;
export type Notation = (typeof NOTATIONS)[number];
export const FORMATS = [
  'kif',
  'ki2',
  'csa',
  'jkf',
  'usi',
  'psn',
  'western',
  'sfen',
  'usen',
  'bod',
] as const;
export type Format = (typeof FORMATS)[number];

export const opposite = (color: Color): Color => (color === 'black' ? 'white' : 'black');
