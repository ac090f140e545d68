/** Games in this browser: two people at it, or one and the computer. */
import { t } from '../i18n';
import { settings } from '../settings.svelte';
import { files, Table, Thinker } from '../wasm/client';
import {
  opposite,
  type Act,
  type Actor,
  type Color,
  type Done,
  type Format,
  type GameView,
  type Offer,
  type Opening,
} from '../wasm/types';
import type { GameSource, Saved } from './source';
import { today } from './today';
import { addressOf, giveUp, keep, newId, take } from './shelf.svelte';

/** The pieces stand ready, or are set up in a traditional order. */
export type SetUp = 'ready' | 'ohashi' | 'ito';

export interface LocalConfig {
  opening: Opening;
  seats: Record<Color, 'human' | 'computer'>;
  level: number;
  seed: number;
  setUp: SetUp;
}

/** What is kept in the browser: the log has the opening. Version 0.1.0 had it, in other words, in `config` as well. */
interface Stored {
  config: Omit<LocalConfig, 'opening'>;
  log: string;
  at: number;
  date: string;
}

const HINT_LEVEL = 15;
/** The computer answers no faster than a hand can move. */
const SHORTEST_THOUGHT = 450;

export const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;

export class LocalSource implements GameSource {
  view = $state.raw<GameView>();
  thinking = $state<Color>();
  message = $state('');
  readonly offline = false;
  readonly #table: Table;
  readonly #thinker = new Thinker();
  #hinter: Thinker | undefined;
  #offset: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  readonly #date: string;

  private constructor(
    table: Table,
    readonly config: LocalConfig,
    private readonly id: string,
    at: number,
    date: string,
  ) {
    this.#table = table;
    this.#offset = at - performance.now();
    this.#date = date;
  }

  static async open({ config, id }: Settled): Promise<LocalSource> {
    const source = new LocalSource(await Table.open(config.opening), config, id, 0, today());
    await source.refresh();
    return source;
  }

  /** A game that was left, or is over; its clock stood meanwhile. */
  static async resume(id: string): Promise<LocalSource | undefined> {
    const text = take(id);
    if (text === null) return undefined;
    try {
      const stored = JSON.parse(text) as Stored;
      const table = await Table.resume(stored.log);
      const config = { ...stored.config, opening: await table.opening() };
      const source = new LocalSource(table, config, id, stored.at, stored.date);
      await source.refresh();
      source.#goOn();
      return source;
    } catch {
      giveUp(id);
      return undefined;
    }
  }

  get kind(): 'local' | 'computer' {
    return kindOf(this.config);
  }

  get seats(): Color[] {
    return (['black', 'white'] as const).filter((color) => this.#seat(color) === 'human');
  }

  now(): number {
    return Math.max(0, Math.floor(performance.now() + this.#offset));
  }

  async act(by: Actor, act: Act): Promise<Done> {
    const done = await this.#table.act(by, act, this.now(), settings.language);
    this.message = done.refusal ?? (done.rejected ? t('claim wrong') : '');
    if (done.ok) {
      await this.refresh();
      await this.#keep();
      if (act.kind === 'offer' && (by === 'black' || by === 'white'))
        await this.#answer(act.offer, opposite(by));
      this.#goOn();
    }
    return done;
  }

  readMove(text: string): Promise<string> {
    return this.#table.readMove(text);
  }

  moveText(usi: string): Promise<string> {
    return this.#table.moveText(usi, settings.notation);
  }

  explain(usi: string): Promise<string | undefined> {
    return this.#table.explain(usi, settings.language);
  }

  async hint(): Promise<string | undefined> {
    this.#hinter ??= new Thinker();
    const log = await this.#table.log();
    const act = await this.#hinter.act(this.config.opening.variant, HINT_LEVEL, 1, log, this.now());
    return act?.kind === 'play' ? act.deed : undefined;
  }

  async record(format: Format, encoding: 'utf8' | 'sjis'): Promise<Saved> {
    return files.record(await this.#table.log(), format, encoding, settings.language, this.#date);
  }

  async rematch(): Promise<string> {
    const { opening, seats } = this.config;
    const handicap = this.view?.handicap !== undefined && this.view.handicap !== 'even';
    const now = { black: this.#seat('black'), white: this.#seat('white') };
    const { black, white } = opening.players;
    const [first, second] = this.view?.swapped ? [white, black] : [black, white];
    const config: LocalConfig = handicap
      ? { ...this.config, seats, seed: newSeed() }
      : {
          ...this.config,
          seed: newSeed(),
          seats: { black: now.white, white: now.black },
          opening: {
            ...opening,
            first_move: 'settled',
            players: { black: second, white: first },
          },
        };
    return settle(config);
  }

  async refresh(): Promise<void> {
    if (this.#closed) return;
    this.view = await this.#table.view(this.now(), settings.notation, settings.language);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#thinker.stop();
    this.#hinter?.stop();
    this.#table.close();
  }

  /** Who sits at a side: a toss may have reversed them. */
  #seat(color: Color): 'human' | 'computer' {
    return this.config.seats[this.view?.swapped ? opposite(color) : color];
  }

  async #keep(): Promise<void> {
    const { view } = this;
    if (this.#closed || !view) return;
    const { opening: _, ...config } = this.config;
    const stored: Stored = {
      config,
      log: await this.#table.log(),
      at: this.now(),
      date: this.#date,
    };
    keep(
      {
        id: this.id,
        kind: this.kind,
        names: view.names,
        turn: view.board.turn,
        plies: view.moves.length,
        ...(view.outcome ? { outcome: view.outcome.text } : {}),
        changed: Date.now(),
      },
      JSON.stringify(stored),
    );
  }

  /** Sees to the clock and to the computer. */
  #goOn(): void {
    clearTimeout(this.#timer);
    const view = this.view;
    if (!view || view.phase !== 'running') return;
    const deadline = view.clock?.deadline;
    if (deadline !== undefined) {
      this.#timer = setTimeout(
        () => void this.act('clock', { kind: 'tick' }),
        Math.max(0, deadline - this.now()),
      );
    }
    if (this.#seat(view.board.turn) === 'computer')
      void this.#think(view.board.turn, view.moves.length);
  }

  async #think(color: Color, ply: number): Promise<void> {
    if (this.thinking) return;
    this.thinking = color;
    const began = performance.now();
    try {
      const log = await this.#table.log();
      const { opening, level, seed } = this.config;
      const act = await this.#thinker.act(opening.variant, level, seed, log, this.now());
      const wait = SHORTEST_THOUGHT - (performance.now() - began);
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      this.thinking = undefined;
      const current = this.view?.phase === 'running' && this.view.moves.length === ply;
      if (this.#closed) return;
      if (!current) return this.#goOn();
      const done = act && (await this.act(color, act));
      // What the computer wanted is not allowed by these rules: it gives up rather than hang.
      if (!done?.ok) await this.act(color, { kind: 'resign' });
    } catch (error) {
      this.thinking = undefined;
      if (!this.#closed) this.message = t('went wrong', { error: String(error) });
    }
  }

  /** The computer is obliging: it lets moves be taken back, counts, and calls games off. */
  async #answer(offer: Offer, by: Color): Promise<void> {
    if (this.#seat(by) !== 'computer') return;
    await this.act(by, { kind: offer === 'draw' ? 'decline' : 'accept', offer });
  }
}

/** A game that a form has settled and the game page is about to open. */
interface Settled {
  config: LocalConfig;
  id: string;
}
let pending: Settled | undefined;

const kindOf = ({ seats }: LocalConfig): 'local' | 'computer' =>
  Object.values(seats).includes('computer') ? 'computer' : 'local';

/** Settles a game; returns its address. */
export function settle(config: LocalConfig): string {
  pending = { config, id: newId() };
  return addressOf({ kind: kindOf(config), id: pending.id });
}

export function takeSettled(): Settled | undefined {
  const settled = pending;
  pending = undefined;
  return settled;
}
