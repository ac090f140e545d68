/** What was said beside a board, as far as it is known. */
import type { ChatLine } from '../wasm/types';

export interface Said {
  readonly lines: readonly ChatLine[];
  /** From this number on nothing is missing; 1 if all is known. */
  readonly from: number;
}

export const NOTHING_SAID: Said = { lines: [], from: 1 };

/** With lines that were told singly. */
export function withLine(said: Said, line: ChatLine): Said {
  return { ...said, lines: merged(said.lines, [line]) };
}

/** With a page of the history; `earlier` if there is something before it. */
export function withPage(said: Said, page: readonly ChatLine[], earlier: boolean): Said {
  const first = page[0]?.n ?? 1;
  return { lines: merged(said.lines, page), from: earlier ? first : 1 };
}

function merged(known: readonly ChatLine[], more: readonly ChatLine[]): ChatLine[] {
  const byNumber = new Map([...known, ...more].map((line) => [line.n, line]));
  return [...byNumber.values()].sort((a, b) => a.n - b.n);
}
