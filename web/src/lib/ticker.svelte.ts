/** The time of a page with a clock: it moves the displays, counts down, and asks the rules when they are needed. */
import { countdown, isStale, leftAt, type Count } from './clock';
import type { ClockView, Color } from './wasm/types';

export interface Ticked {
  now(): number;
  clock(): ClockView | undefined;
  /** The rules have to say what the displays show from here on. */
  refresh(): Promise<void>;
  /** A second of the countdown. */
  counted(count: Count, side: Color): void;
}

export class Ticker {
  at = $state(0);
  #side: Color | undefined;
  #before = Infinity;
  #asking = false;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(
    private readonly ticked: Ticked,
    every = 100,
  ) {
    this.at = ticked.now();
    this.#timer = setInterval(() => this.#tick(), every);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    this.at = this.ticked.now();
    const clock = this.ticked.clock();
    if (clock && isStale(clock, this.at)) void this.#ask();
    this.#count(clock);
  }

  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      await this.ticked.refresh();
    } finally {
      this.#asking = false;
    }
  }

  #count(clock: ClockView | undefined): void {
    const side = clock?.running;
    const left = clock && side ? leftAt(clock, side, this.at) : Infinity;
    const counted = side === this.#side ? countdown(this.#before, left) : undefined;
    if (counted && side) this.ticked.counted(counted, side);
    this.#side = side;
    this.#before = left;
  }
}
