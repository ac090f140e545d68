/** Pieces by name: our letters, the board's roles, the drawings' files. */
import type { Color, Key, Rank, Variant } from '../wasm/types';

/** Letter of SFEN, role on the board, drawing in shogi, drawing in Seireigi. */
const PIECES = [
  ['P', 'pawn', 'pawn', 'pawn'],
  ['L', 'lance', 'lance', 'lance'],
  ['N', 'knight', 'knight', 'knight'],
  ['S', 'silver', 'silver', 'silver'],
  ['G', 'gold', 'gold', 'gold'],
  ['B', 'bishop', 'bishop', 'bishop'],
  ['R', 'rook', 'rook', 'rook'],
  ['K', 'king', 'king', 'king'],
  ['+P', 'tokin', 'pro_pawn', 'pro_pawn'],
  ['+L', 'promotedlance', 'pro_lance', 'seireigi_pro_lance'],
  ['+N', 'promotedknight', 'pro_knight', 'seireigi_pro_knight'],
  ['+S', 'promotedsilver', 'pro_silver', 'seireigi_pro_silver'],
  ['+G', 'promotedgold', 'seireigi_pro_gold', 'seireigi_pro_gold'],
  ['+B', 'horse', 'horse', 'horse'],
  ['+R', 'dragon', 'dragon', 'dragon'],
] as const;

export const ROLES = PIECES.map(([, role]) => role);
export type Role = (typeof PIECES)[number][1];

/** In the order of a stand, the strongest first. */
export const HAND_LETTERS = ['R', 'B', 'G', 'S', 'N', 'L', 'P'] as const;
export const HAND_ROLES = ['rook', 'bishop', 'gold', 'silver', 'knight', 'lance', 'pawn'] as const;

export const roleOf = (letter: string): Role | undefined =>
  PIECES.find(([known]) => known === letter.toUpperCase())?.[1];

export const letterOf = (role: string): string | undefined =>
  PIECES.find(([, known]) => known === role)?.[0];

/** The file of a role's drawing; kings have two. */
export function drawingOf(role: Role, variant: Variant): string {
  const piece = PIECES.find(([, known]) => known === role);
  return piece ? piece[variant === 'shogi' ? 2 : 3] : role;
}

export const FILES = [9, 8, 7, 6, 5, 4, 3, 2, 1] as const;
export const RANKS: readonly Rank[] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

/** The squares in reading order, as a side sees them. */
export function squaresFrom(bottom: Color): Key[] {
  const keys = RANKS.flatMap((rank) => FILES.map((file): Key => `${file}${rank}`));
  return bottom === 'black' ? keys : keys.reverse();
}

export interface Placed {
  letter: string;
  color: Color;
}

export interface Diagram {
  squares: Map<Key, Placed>;
  hands: Record<Color, Map<string, number>>;
  turn: Color;
}

/** Reads SFEN that comes from the rules, and is therefore in order. */
export function readSfen(sfen: string): Diagram {
  const [board = '', turn = 'b', hands = '-'] = sfen.split(' ');
  const squares = new Map<Key, Placed>();
  for (const [y, row] of board.split('/').entries()) {
    let x = 0;
    for (const [token] of row.matchAll(/\d|\+?[A-Za-z]/g)) {
      if (/\d/.test(token)) x += Number(token);
      else {
        const [file, rank] = [FILES[x], RANKS[y]];
        if (file && rank) squares.set(`${file}${rank}`, placed(token));
        x += 1;
      }
    }
  }
  const held: Diagram['hands'] = { black: new Map(), white: new Map() };
  for (const [, count, token] of hands.matchAll(/(\d*)([A-Za-z])/g)) {
    const { letter, color } = placed(token ?? '');
    held[color].set(letter, Number(count || 1));
  }
  return { squares, hands: held, turn: turn === 'w' ? 'white' : 'black' };
}

function placed(token: string): Placed {
  const upper = token.toUpperCase();
  return { letter: upper, color: token === upper ? 'black' : 'white' };
}

/** The squares of a move: origin (none for a drop) and target. */
export function squaresOf(usi: string): { from?: Key; letter?: string; to: Key } {
  const drop = /^\+?([A-Z])\*(..)/.exec(usi);
  if (drop) return { letter: drop[1] ?? '', to: drop[2] as Key };
  return { from: usi.slice(0, 2) as Key, to: usi.slice(2, 4) as Key };
}
