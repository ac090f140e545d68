/** Pieces set up one by one, both sides in turn, in a traditional order. */
import { writeBoard, type Placed } from '../board/roles';
import type { Both, Color, Key } from '../wasm/types';

/** Every position on the way from the empty board to the start, as boards of SFEN. White, who has the 王, begins. */
export function stages(orders: Both<[Key, string][]>): string[] {
  const squares = new Map<Key, Placed>();
  const boards = [writeBoard(squares)];
  const longest = Math.max(orders.black.length, orders.white.length);
  const put = (color: Color, step: number): void => {
    const piece = orders[color][step];
    if (!piece) return;
    squares.set(piece[0], { letter: piece[1], color });
    boards.push(writeBoard(squares));
  };
  for (let step = 0; step < longest; step++) {
    put('white', step);
    put('black', step);
  }
  return boards;
}
