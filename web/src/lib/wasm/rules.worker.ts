/** The rules, in a worker: games by number, JSON in and out. */
import init, { board, clockText, handicaps, setupOrder, Table } from './pkg/rules/komadai_rules.js';
import { serve } from './call';
import type { Act, Actor, Opening } from './types';

const tables = new Map<number, Table>();
let next = 1;

function table(id: number): Table {
  const found = tables.get(id);
  if (!found) throw new Error(`no game ${id}`);
  return found;
}

function keep(opened: Table): number {
  tables.set(next, opened);
  return next++;
}

const parsed = (json: string | undefined): unknown => (json === undefined ? undefined : JSON.parse(json));

serve(
  {
    open: (opening: Opening) => keep(new Table(JSON.stringify(opening))),
    resume: (log: string) => keep(Table.resume(log)),
    close: (id: number) => {
      tables.get(id)?.free();
      tables.delete(id);
    },
    act: (id: number, by: Actor, act: Act, at: number, language: string) =>
      parsed(table(id).act(by, JSON.stringify(act), at, language)),
    view: (id: number, at: number, notation: string, language: string) =>
      parsed(table(id).view(at, notation, language)),
    clock: (id: number, at: number) => parsed(table(id).clock(at)),
    follow: (id: number, color: string, usi: string, at: number) => table(id).follow(color, usi, at),
    rewind: (id: number, ply: number, at: number) => table(id).rewind(ply, at),
    log: (id: number) => table(id).log(),
    readMove: (id: number, text: string) => table(id).readMove(text),
    board: (variant: string, sfen: string) => parsed(board(variant, sfen)),
    setupOrder: (order: string, handicap: string) => parsed(setupOrder(order, handicap)),
    clockText: (text: string) => clockText(text),
    handicaps: () => parsed(handicaps()),
  },
  init(),
);
