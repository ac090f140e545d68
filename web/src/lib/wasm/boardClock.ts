/** The clock beside a real board: `crates/wasm/src/clock.rs`. */
import { rulesWorker } from './client';
import type { BoardClockView, ClockAct, ClockDone } from './types';

export type FlagRule = 'falls' | 'claim';

export class BoardClock {
  private constructor(private readonly id: number) {}

  static async open(control: string, flag: FlagRule): Promise<BoardClock> {
    return new BoardClock(await rulesWorker.call<number>('openClock', control, flag));
  }

  async act(act: ClockAct, at: number, language: string): Promise<ClockDone> {
    const text = JSON.stringify(act);
    return JSON.parse(await rulesWorker.call<string>('actOnClock', this.id, text, at, language));
  }

  async view(at: number, language: string): Promise<BoardClockView> {
    return JSON.parse(await rulesWorker.call<string>('viewClock', this.id, at, language));
  }

  close(): void {
    void rulesWorker.call('closeClock', this.id);
  }
}
