/** Displays between two answers of the rules, and when to count down. */
import type { ClockView, Color, Face } from './wasm/types';

/** What a display shows at an instant: the rules' own arithmetic, run on by the time that has passed. */
export function faceAt(clock: ClockView, color: Color, at: number): Face {
  const face = clock[color];
  if (clock.running !== color) return face;
  const passed = Math.max(0, at - clock.at);
  if (passed < face.main) return { ...face, main: face.main - passed };
  let over = passed - face.main;
  if (face.length === undefined || face.period === undefined) return { ...face, main: 0 };
  let { period, periods } = face;
  if (over < period) return { ...face, main: 0, period: period - over };
  over -= period;
  periods -= 1 + Math.floor(over / face.length);
  period = face.length - (over % face.length);
  if (periods <= 0) return { ...face, main: 0, period: 0, periods: 0 };
  return { ...face, main: 0, period, periods };
}

/** Is the time used up? */
export const isOut = (face: Face): boolean => face.main <= 0 && (face.period ?? 0) <= 0;

/** What is left before the flag or, in byoyomi, before the period ends. */
export const pressing = (face: Face): number => (face.main > 0 ? face.main : (face.period ?? 0));

/** Is the main time used up and a period running? */
export const inByoyomi = (face: Face): boolean => face.main <= 0 && face.period !== undefined;

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

export type Count = { t: 'tens'; seconds: number } | { t: 'second'; seconds: number; long: boolean };

/** The last five seconds are prolonged. */
const PROLONGED = 5;

/**
 * What to say when the time that presses went from `before` to `after`: every ten seconds in the last
 * thirty, each second in the last ten.
 */
export function countdown(before: number, after: number): Count | undefined {
  const [from, to] = [Math.ceil(before / 1000), Math.ceil(after / 1000)];
  if (to >= from || to <= 0) return undefined;
  if (to <= 10) return { t: 'second', seconds: to, long: to <= PROLONGED };
  return to === 20 || to === 30 ? { t: 'tens', seconds: to } : undefined;
}
