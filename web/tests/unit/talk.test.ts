import { expect, test } from 'vitest';
import { NOTHING_SAID, withLine, withPage } from '../../src/lib/server/talk';
import type { ChatLine } from '../../src/lib/wasm/types';

const line = (n: number): ChatLine => ({ n, channel: 'players', name: 'a', at: n, text: `${n}` });
const numbers = (lines: readonly ChatLine[]): number[] => lines.map(({ n }) => n);

test('pages of the chat are put together, and one knows whether something is missing', () => {
  const joined = withPage(NOTHING_SAID, [line(5), line(7)], true);
  expect(joined.from).toBe(5);
  const told = withLine(withLine(joined, line(8)), line(8));
  expect(numbers(told.lines)).toEqual([5, 7, 8]);
  // After the game the lines of others come between one's own.
  const after = withPage(told, [line(6), line(7), line(8)], true);
  expect([numbers(after.lines), after.from]).toEqual([[5, 6, 7, 8], 6]);
  const all = withPage(after, [line(1), line(5)], false);
  expect([numbers(all.lines), all.from]).toEqual([[1, 5, 6, 7, 8], 1]);
});
