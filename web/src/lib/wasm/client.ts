/** The workers as typed functions. */
import { Caller } from './call';
import type { Written } from './files.worker';
import type {
  Act,
  Actor,
  Color,
  Done,
  Format,
  GameNews,
  GameView,
  Heard,
  Notation,
  Opening,
  Variant,
} from './types';

const parsed = <T>(json: string): T => JSON.parse(json) as T;

export const rulesWorker = new Caller(
  () => new Worker(new URL('./rules.worker.ts', import.meta.url), { type: 'module' }),
);
const filesWorker = new Caller(
  () => new Worker(new URL('./files.worker.ts', import.meta.url), { type: 'module' }),
);

/** Views tell what is new of the moves and the log; this is all of it. */
class Whole {
  #moves: GameNews['moves'] = [];
  #log: string[] = [];

  with(news: GameNews): GameView {
    this.#moves = [...this.#moves.slice(0, news.movesKept), ...news.moves];
    this.#log = [...this.#log.slice(0, news.logKept), ...news.log];
    return { ...news, moves: this.#moves, log: this.#log };
  }
}

/** A game under the laws, played in this browser. */
export class Table {
  readonly #whole = new Whole();

  private constructor(private readonly id: number) {}

  static async open(opening: Opening): Promise<Table> {
    return new Table(await rulesWorker.call<number>('open', JSON.stringify(opening)));
  }

  static async resume(log: string): Promise<Table> {
    return new Table(await rulesWorker.call<number>('resume', log));
  }

  async act(by: Actor, act: Act, at: number, language: string): Promise<Done> {
    return parsed(await rulesWorker.call('act', this.id, by, JSON.stringify(act), at, language));
  }

  /** Answers come in the order of the questions, so each adds to what the one before told. */
  async view(at: number, notation: Notation, language: string): Promise<GameView> {
    const news = await rulesWorker.call<string>('view', this.id, at, notation, language);
    return this.#whole.with(parsed(news));
  }

  log(): Promise<string> {
    return rulesWorker.call('log', this.id);
  }

  async opening(): Promise<Opening> {
    return parsed(await rulesWorker.call('opening', this.id));
  }

  readMove(text: string): Promise<string> {
    return rulesWorker.call('readMove', this.id, text);
  }

  /** A move of this position in a notation. */
  moveText(usi: string, notation: Notation): Promise<string> {
    return rulesWorker.call('moveText', this.id, usi, notation);
  }

  /** Why a move is illegal, where the rules help. */
  explain(usi: string, language: string): Promise<string | undefined> {
    return rulesWorker.call('explain', this.id, usi, language);
  }

  close(): void {
    void rulesWorker.call('close', this.id);
  }
}

/** Takes in a message of the server, as it came over the line. */
export async function hear(text: string, notation: Notation, language: string): Promise<Heard> {
  return parsed(await rulesWorker.call('hear', text, notation, language));
}

/** A game that a server judges, as it was told by `hear`. */
export class Followed {
  readonly #whole = new Whole();

  constructor(private readonly game: string) {}

  /** All of a view that `hear` has given. */
  whole(news: GameNews): GameView {
    return this.#whole.with(news);
  }

  async view(at: number, notation: Notation, language: string): Promise<GameView> {
    const news = await rulesWorker.call<string>('liveView', this.game, at, notation, language);
    return this.#whole.with(parsed(news));
  }

  log(): Promise<string> {
    return rulesWorker.call('liveLog', this.game);
  }

  readMove(text: string): Promise<string> {
    return rulesWorker.call('liveReadMove', this.game, text);
  }

  /** A move of this position in a notation. */
  moveText(usi: string, notation: Notation): Promise<string> {
    return rulesWorker.call('liveMoveText', this.game, usi, notation);
  }

  /** Why a move is illegal, where the rules help. */
  explain(usi: string, language: string): Promise<string | undefined> {
    return rulesWorker.call('liveExplain', this.game, usi, language);
  }

  close(): void {
    void rulesWorker.call('leave', this.game);
  }
}

export const rules = {
  /** Every position while pieces are set up, from the empty board, as SFEN. */
  setupStages: (order: 'ohashi' | 'ito', handicap: string): Promise<string[]> =>
    rulesWorker.call('setupStages', order, handicap),
  clockText: (text: string): Promise<string> => rulesWorker.call('clockText', text),
  /** A clock in words. */
  clockWords: (text: string, language: string): Promise<string> =>
    rulesWorker.call('clockWords', text, language),
  /** The name of a level of the computer. */
  levelName: (level: number, language: string): Promise<string | undefined> =>
    rulesWorker.call('levelName', level, language),
  /** Are these times enough for a game rated by FESA? */
  clockQualifies: (text: string): Promise<boolean> => rulesWorker.call('clockQualifies', text),
};

export const files = {
  record: (
    log: string,
    format: Format,
    encoding: 'utf8' | 'sjis',
    language: string,
    date: string,
  ): Promise<Written> => filesWorker.call('record', log, format, encoding, language, date),
  convert: (
    bytes: Uint8Array,
    variant: Variant,
    format: Format,
    encoding: 'utf8' | 'sjis',
  ): Promise<Written> => filesWorker.call('convert', bytes, variant, format, encoding),
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

  act(
    variant: Variant,
    level: number,
    seed: number,
    log: string,
    at: number,
  ): Promise<Act | undefined> {
    return this.#worker.call('act', variant, level, seed, log, at);
  }

  stop(): void {
    this.#worker.stop();
  }
}
