/**
 * A clock for a real board, under the same laws as any game: the rules see a game in which each press is a
 * move of a rook there and back, which nobody looks at. Repetition has to be claimed by these rules, so it
 * never ends.
 */
import { settings } from '../settings.svelte';
import { Table } from '../wasm/client';
import { opposite, type Act, type Actor, type ClockView, type Color, type Done, type GameView } from '../wasm/types';

const BOARD = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL';
const THERE: Record<Color, string> = { black: '2h3h', white: '8b7b' };
const BACK: Record<Color, string> = { black: '3h2h', white: '7b8b' };

/** The move that stands for a press, after so many presses of that side. */
export const pressMove = (color: Color, presses: number): string => (presses % 2 ? BACK : THERE)[color];

export class ClockOnly {
  view = $state.raw<GameView>();
  readonly #control: string;
  readonly #flag: 'falls' | 'claim';
  #table: Table | undefined;
  #began = performance.now();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(control: string, flag: 'falls' | 'claim') {
    this.#control = control;
    this.#flag = flag;
  }

  now(): number {
    return Math.floor(performance.now() - this.#began);
  }

  get clock(): ClockView | undefined {
    return this.view?.clock;
  }

  /** The clocks as they stand before the start. */
  async prepare(): Promise<void> {
    await this.#open('black');
  }

  /** Whoever does not move first presses, and the other's clock runs (Article 8.5). */
  async start(pressedBy: Color): Promise<void> {
    await this.#open(opposite(pressedBy));
    await this.act(pressedBy === 'black' ? 'host' : 'white', { t: 'start' });
  }

  async press(color: Color): Promise<void> {
    if (this.clock?.running !== color) return;
    const presses = this.view?.moves.filter((move) => move.color === color).length ?? 0;
    await this.act(color, { t: 'play', usi: pressMove(color, presses) });
  }

  async act(by: Actor, act: Act): Promise<Done | undefined> {
    const done = await this.#table?.act(by, act, this.now(), settings.language);
    await this.#refresh();
    return done;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#table?.close();
  }

  async #open(turn: Color): Promise<void> {
    this.#table?.close();
    this.#table = await Table.open({
      variant: 'shogi',
      start: `${BOARD} ${turn === 'black' ? 'b' : 'w'} - 1`,
      rules: 'fesa',
      flag: this.#flag,
      clock: this.#control,
      names: { black: '', white: '' },
    });
    this.#began = performance.now();
    await this.#refresh();
  }

  async #refresh(): Promise<void> {
    clearTimeout(this.#timer);
    this.view = await this.#table?.view(this.now(), 'usi', settings.language);
    const deadline = this.clock?.deadline;
    if (deadline === undefined || this.view?.phase !== 'running') return;
    this.#timer = setTimeout(() => void this.act('clock', { t: 'tick' }), Math.max(0, deadline - this.now()));
  }
}
