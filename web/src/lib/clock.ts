/** Displays between two answers of the rules, and when to count down. */
import type { ClockView, Color } from './wasm/types';

/** What a display shows: what the rules told, less the time since then. */
export function leftAt(clock: ClockView, color: Color, at: number): number {
  const { left } = clock[color];
  return clock.running === color ? Math.max(0, left - Math.max(0, at - clock.at)) : left;
}

/** Has the running display come to the end of what was told? Only the rules know what follows. */
export function isStale(clock: ClockView, at: number): boolean {
  const { running } = clock;
  return running !== undefined && !clock[running].out && leftAt(clock, running, at) === 0;
}

/**
 * A time as text: hours where there are any, tenths under ten seconds. Seconds are rounded up, so that a
 * clock shows 0:00 only when nothing is left.
 */
export function timeText(millis: number): string {
  const time = Math.max(0, millis);
  if (time > 0 && time < 10_000) {
    const tenths = Math.ceil(time / 100);
    if (tenths < 100) return `0:0${Math.floor(tenths / 10)}.${tenths % 10}`;
  }
  const seconds = Math.ceil(time / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number): string => String(n).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** A length for people: `60 s`, `1:30`. */
export function lengthText(millis: number): string {
  const seconds = Math.round(millis / 1000);
  return seconds < 120 ? `${seconds} s` : timeText(millis);
}

export interface Count {
  seconds: number;
  /** One of the last five seconds, which are prolonged. */
  long: boolean;
}

const PROLONGED = 5;

/**
 * What to say when a display went from `before` to `after`: every ten seconds in the last thirty, each
 * second in the last ten.
 */
export function countdown(before: number, after: number): Count | undefined {
  const [from, to] = [Math.ceil(before / 1000), Math.ceil(after / 1000)];
  if (to >= from || to <= 0) return undefined;
  const counted = to <= 10 || to === 20 || to === 30;
  return counted ? { seconds: to, long: to <= PROLONGED } : undefined;
}
