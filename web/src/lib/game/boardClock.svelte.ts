/** A clock for a real board. It is kept in the browser and runs on while the page is loaded again, as a clock does. */
import { t } from '../i18n';
import { settings } from '../settings.svelte';
import { BoardClock, type FlagRule } from '../wasm/boardClock';
import type { BoardClockView, ClockAct } from '../wasm/types';

const STORE = 'komadai.clock';

/** What was agreed, and everything that was done since. */
interface Stored {
  control: string;
  flag: FlagRule;
  /** When it was put on the table, by the time of day. */
  began: number;
  acts: { act: ClockAct; at: number }[];
}

export class BoardClockSource {
  view = $state.raw<BoardClockView>();
  /** A refusal, or a wrong claim. */
  message = $state('');
  readonly #clock: BoardClock;
  readonly #stored: Stored;
  /** The time of the page when the clock was put on the table. */
  readonly #began: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  private constructor(clock: BoardClock, stored: Stored) {
    this.#clock = clock;
    this.#stored = stored;
    this.#began = performance.now() - (Date.now() - stored.began);
  }

  static open(control: string, flag: FlagRule): Promise<BoardClockSource> {
    return BoardClockSource.#from({ control, flag, began: Date.now(), acts: [] });
  }

  /** The clock that is on the table. */
  static async resume(): Promise<BoardClockSource | undefined> {
    try {
      const text = localStorage.getItem(STORE);
      return text === null ? undefined : await BoardClockSource.#from(JSON.parse(text) as Stored);
    } catch {
      localStorage.removeItem(STORE);
      return undefined;
    }
  }

  static async #from(stored: Stored): Promise<BoardClockSource> {
    const clock = await BoardClock.open(stored.control, stored.flag);
    for (const { act, at } of stored.acts) await clock.act(act, at, settings.language);
    const source = new BoardClockSource(clock, stored);
    source.#keep();
    await source.refresh();
    return source;
  }

  get flag(): FlagRule {
    return this.#stored.flag;
  }

  now(): number {
    return Math.max(0, Math.floor(performance.now() - this.#began));
  }

  async act(act: ClockAct): Promise<boolean> {
    const at = this.now();
    const done = await this.#clock.act(act, at, settings.language);
    this.message = done.refusal ?? (done.rejected ? t('claim wrong') : '');
    if (done.ok) {
      this.#stored.acts.push({ act, at });
      this.#keep();
    }
    await this.refresh();
    return done.ok;
  }

  async refresh(): Promise<void> {
    clearTimeout(this.#timer);
    const view = await this.#clock.view(this.now(), settings.language);
    this.view = view;
    if (view.deadline === undefined) return;
    this.#timer = setTimeout(() => void this.refresh(), Math.max(0, view.deadline - this.now()));
  }

  /** Leaves the page; the clock stays on the table. */
  close(): void {
    clearTimeout(this.#timer);
    this.#clock.close();
  }

  /** Takes the clock from the table. */
  remove(): void {
    this.close();
    localStorage.removeItem(STORE);
  }

  #keep(): void {
    localStorage.setItem(STORE, JSON.stringify(this.#stored));
  }
}
