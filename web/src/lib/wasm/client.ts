/** The workers as typed functions. */
import { Caller } from './call';
import type { Written } from './files.worker';
import type {
  Act,
  Actor,
  Both,
  Color,
  Done,
  Format,
  GameNews,
  GameView,
  Key,
  MoveView,
  Notation,
  Opening,
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
  #moves: MoveView[] = [];
  #log: string[] = [];

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

  /** Answers come in the order of the questions, so each adds to what the one before told. */
  async view(at: number, notation: Notation, language: string): Promise<GameView> {
    const news = await rulesWorker.call<GameNews>('view', this.id, at, notation, language);
    this.#moves = [...this.#moves.slice(0, news.movesKept), ...news.moves];
    this.#log = [...this.#log.slice(0, news.logKept), ...news.log];
    return { ...news, moves: this.#moves, log: this.#log };
  }

  /** Takes in what happened in a game that is judged elsewhere: events of the server's protocol. */
  tell(events: unknown[]): Promise<void> {
    return rulesWorker.call('tell', this.id, events);
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
  setupOrder: (order: 'ohashi' | 'ito', handicap: string): Promise<Both<[Key, string][]>> =>
    rulesWorker.call('setupOrder', order, handicap),
  clockText: (text: string): Promise<string> => rulesWorker.call('clockText', text),
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
