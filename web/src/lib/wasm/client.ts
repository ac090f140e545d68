/** The workers as typed functions. */
import { Caller } from './call';
import type { Written } from './files.worker';
import type {
  Act,
  Actor,
  BoardView,
  Both,
  ClockView,
  Color,
  Done,
  Format,
  GameView,
  Key,
  Notation,
  Opening,
  Sheet,
  Variant,
} from './types';

const rulesWorker = new Caller(
  () => new Worker(new URL('./rules.worker.ts', import.meta.url), { type: 'module' }),
);
const filesWorker = new Caller(
  () => new Worker(new URL('./files.worker.ts', import.meta.url), { type: 'module' }),
);

/** A game under the laws, played in this browser. */
export class Table {
  private constructor(private readonly id: number) {}

  static async open(opening: Opening): Promise<Table> {
    return new Table(await rulesWorker.call<number>('open', opening));
  }

  static async resume(log: string): Promise<Table> {
    return new Table(await rulesWorker.call<number>('resume', log));
  }

  act(by: Actor, act: Act, at: number, language: string): Promise<Done> {
    return rulesWorker.call('act', this.id, by, act, at, language);
  }

  view(at: number, notation: Notation, language: string): Promise<GameView> {
    return rulesWorker.call('view', this.id, at, notation, language);
  }

  clock(at: number): Promise<ClockView | undefined> {
    return rulesWorker.call('clock', this.id, at);
  }

  /** Takes in a move of a game that is judged elsewhere. */
  follow(color: Color, usi: string, at: number): Promise<void> {
    return rulesWorker.call('follow', this.id, color, usi, at);
  }

  rewind(ply: number, at: number): Promise<void> {
    return rulesWorker.call('rewind', this.id, ply, at);
  }

  log(): Promise<string> {
    return rulesWorker.call('log', this.id);
  }

  readMove(text: string): Promise<string> {
    return rulesWorker.call('readMove', this.id, text);
  }

  close(): void {
    void rulesWorker.call('close', this.id);
  }
}

export const rules = {
  board: (variant: Variant, sfen: string): Promise<BoardView> => rulesWorker.call('board', variant, sfen),
  setupOrder: (order: 'ohashi' | 'ito', handicap: string): Promise<Both<[Key, string][]>> =>
    rulesWorker.call('setupOrder', order, handicap),
  clockText: (text: string): Promise<string> => rulesWorker.call('clockText', text),
  handicaps: (): Promise<[string, string, string][]> => rulesWorker.call('handicaps'),
};

export const files = {
  record: (
    log: string,
    format: Format,
    encoding: 'utf8' | 'sjis',
    language: string,
    date: string,
  ): Promise<Written> => filesWorker.call('record', log, format, encoding, language, date),
  convert: (bytes: Uint8Array, variant: Variant, format: Format, encoding: 'utf8' | 'sjis'): Promise<Written> =>
    filesWorker.call('convert', bytes, variant, format, encoding),
  read: (bytes: Uint8Array, variant: Variant): Promise<Sheet[]> => filesWorker.call('read', bytes, variant),
  picture: (
    variant: Variant,
    sfen: string,
    pieces: string,
    last: string | undefined,
    bottom: Color,
  ): Promise<string> => filesWorker.call('picture', variant, sfen, pieces, last, bottom),
};

/** A computer player: one worker, which is ended when its thought is no longer wanted. */
export class Thinker {
  readonly #worker = new Caller(
    () => new Worker(new URL('./think.worker.ts', import.meta.url), { type: 'module' }),
  );

  act(variant: Variant, level: number, seed: number, log: string, at: number): Promise<Act | undefined> {
    return this.#worker.call('act', variant, level, seed, log, at);
  }

  stop(): void {
    this.#worker.stop();
  }
}
