/** The rules, in a worker: games by number, JSON in and out. */
import init, { clockText, setupOrder, Table } from './pkg/rules/komadai_rules.js';
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

const parsed = (json: string): unknown => JSON.parse(json);

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
    tell: (id: number, events: unknown[]) => table(id).tell(JSON.stringify(events)),
    log: (id: number) => table(id).log(),
    readMove: (id: number, text: string) => table(id).readMove(text),
    setupOrder: (order: string, handicap: string) => parsed(setupOrder(order, handicap)),
    clockText: (text: string) => clockText(text),
  },
  init(),
);
