import { expect, test } from 'vitest';
import { countdown, faceAt, inByoyomi, isOut, pressing, timeText } from '../../src/lib/clock';
import type { ClockView } from '../../src/lib/wasm/types';

const clock = (black: ClockView['black'], running: 'black' | 'nobody' = 'black'): ClockView => ({
  running: running === 'nobody' ? undefined : running,
  at: 1000,
  black,
  white: { main: 60_000, periods: 0 },
});

test('a display that does not run stands', () => {
  const view = clock({ main: 5000, periods: 0 }, 'nobody');
  expect(faceAt(view, 'black', 99_000).main).toBe(5000);
  expect(faceAt(clock({ main: 5000, periods: 0 }), 'white', 99_000).main).toBe(60_000);
});

test('main time runs out before byoyomi begins', () => {
  const view = clock({ main: 5000, period: 30_000, length: 30_000, periods: 1 });
  expect(faceAt(view, 'black', 3000)).toMatchObject({ main: 3000, period: 30_000 });
  const later = faceAt(view, 'black', 16_000);
  expect(later).toMatchObject({ main: 0, period: 20_000, periods: 1 });
  expect(inByoyomi(later)).toBe(true);
  expect(pressing(later)).toBe(20_000);
});

test('periods are used up one after the other', () => {
  const view = clock({ main: 0, period: 10_000, length: 30_000, periods: 3 });
  expect(faceAt(view, 'black', 12_000)).toMatchObject({ period: 29_000, periods: 2 });
  expect(faceAt(view, 'black', 42_000)).toMatchObject({ period: 29_000, periods: 1 });
  const out = faceAt(view, 'black', 71_000);
  expect(out).toMatchObject({ period: 0, periods: 0 });
  expect(isOut(out)).toBe(true);
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
    if (counted) said.push(`${counted.seconds}${counted.t === 'second' && counted.long ? '!' : ''}`);
  }
  expect(said).toEqual(['30', '20', '10', '9', '8', '7', '6', '5!', '4!', '3!', '2!', '1!']);
  expect(countdown(5000, 30_000)).toBeUndefined();
});
