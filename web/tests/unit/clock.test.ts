import { expect, test } from 'vitest';
import { countdown, isStale, leftAt, timeText } from '../../src/lib/clock';
import type { ClockView, Face } from '../../src/lib/wasm/types';

const face = (left: number, part: Partial<Face> = {}): Face => ({
  left,
  byoyomi: false,
  out: false,
  main: left,
  periods: 0,
  ...part,
});
const clock = (black: Face, running?: 'black'): ClockView => ({
  running,
  at: 1000,
  black,
  white: face(60_000),
});

test('a display that does not run stands', () => {
  expect(leftAt(clock(face(5000)), 'black', 99_000)).toBe(5000);
  expect(leftAt(clock(face(5000), 'black'), 'white', 99_000)).toBe(60_000);
  expect(isStale(clock(face(0)), 99_000)).toBe(false);
});

test('a running display counts down what the rules told, and at its end the rules are asked again', () => {
  const view = clock(face(5000), 'black');
  expect(leftAt(view, 'black', 500)).toBe(5000);
  expect(leftAt(view, 'black', 3000)).toBe(3000);
  expect(isStale(view, 5999)).toBe(false);
  expect(leftAt(view, 'black', 6000)).toBe(0);
  expect(isStale(view, 6000)).toBe(true);
  // Nothing follows a flag.
  expect(isStale(clock(face(0, { out: true }), 'black'), 6000)).toBe(false);
});

test('nobody sees 0:00 with time left, and tenths come under ten seconds', () => {
  expect(timeText(1)).toBe('0:00.1');
  expect(timeText(0)).toBe('0:00');
  expect(timeText(9_940)).toBe('0:10');
  expect(timeText(9_850)).toBe('0:09.9');
  expect(timeText(10_001)).toBe('0:11');
  expect(timeText(61_000)).toBe('1:01');
  expect(timeText(3_600_000)).toBe('1:00:00');
});

test('the countdown speaks at thirty, twenty and from ten, the last five prolonged', () => {
  const said: string[] = [];
  for (let left = 40_000; left > 0; left -= 100) {
    const counted = countdown(left, left - 100);
    if (counted) said.push(`${counted.seconds}${counted.long ? '!' : ''}`);
  }
  expect(said).toEqual(['30', '20', '10', '9', '8', '7', '6', '5!', '4!', '3!', '2!', '1!']);
  expect(countdown(5000, 30_000)).toBeUndefined();
});
