/** A clock for a real board, with the time of this page. */
import { t } from '../i18n';
import { settings } from '../settings.svelte';
import { BoardClock, type FlagRule } from '../wasm/boardClock';
import type { BoardClockView, ClockAct } from '../wasm/types';

export class BoardClockSource {
  view = $state.raw<BoardClockView>();
  /** A refusal, or a wrong claim. */
  message = $state('');
  readonly #clock: BoardClock;
  readonly #began = performance.now();
  #timer: ReturnType<typeof setTimeout> | undefined;

  private constructor(clock: BoardClock) {
    this.#clock = clock;
  }

  static async open(control: string, flag: FlagRule): Promise<BoardClockSource> {
    const source = new BoardClockSource(await BoardClock.open(control, flag));
    await source.refresh();
    return source;
  }

  now(): number {
    return Math.floor(performance.now() - this.#began);
  }

  async act(act: ClockAct): Promise<boolean> {
    const done = await this.#clock.act(act, this.now(), settings.language);
    this.message = done.refusal ?? (done.rejected ? t('claim wrong') : '');
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

  close(): void {
    clearTimeout(this.#timer);
    this.#clock.close();
  }
}
