/** The rules, in a worker: games by number, JSON in and out. What comes from a server is read here and nowhere else. */
import init, {
  BoardClock,
  clockQualifies,
  clockText,
  clockWords,
  levelName,
  LiveGames,
  setupStages,
  Table,
} from './pkg/rules/komadai_rules.js';
import { serve } from './call';

const tables = new Map<number, Table>();
let next = 1;
let followed: LiveGames | undefined;

function table(id: number): Table {
  const found = tables.get(id);
  if (!found) throw new Error(`no game ${id}`);
  return found;
}

function keep(opened: Table): number {
  tables.set(next, opened);
  return next++;
}

const clocks = new Map<number, BoardClock>();

function clock(id: number): BoardClock {
  const found = clocks.get(id);
  if (!found) throw new Error(`no clock ${id}`);
  return found;
}

const live = (): LiveGames => (followed ??= new LiveGames());

serve(
  {
    open: (opening: string) => keep(new Table(opening)),
    resume: (log: string) => keep(Table.resume(log)),
    close: (id: number) => {
      tables.get(id)?.free();
      tables.delete(id);
    },
    act: (id: number, by: string, act: string, at: number, language: string) =>
      table(id).act(by, act, at, language),
    view: (id: number, at: number, notation: string, language: string) =>
      table(id).view(at, notation, language),
    log: (id: number) => table(id).log(),
    opening: (id: number) => table(id).opening(),
    readMove: (id: number, text: string) => table(id).readMove(text),
    moveText: (id: number, usi: string, notation: string) => table(id).moveText(usi, notation),
    explain: (id: number, usi: string, language: string) => table(id).explain(usi, language),
    hear: (text: string, notation: string, language: string) =>
      live().hear(text, notation, language),
    liveView: (game: string, at: number, notation: string, language: string) =>
      live().view(game, at, notation, language),
    liveLog: (game: string) => live().log(game),
    liveReadMove: (game: string, text: string) => live().readMove(game, text),
    liveMoveText: (game: string, usi: string, notation: string) =>
      live().moveText(game, usi, notation),
    liveExplain: (game: string, usi: string, language: string) =>
      live().explain(game, usi, language),
    leave: (game: string) => live().leave(game),
    setupStages: (order: string, handicap: string) => setupStages(order, handicap),
    clockText: (text: string) => clockText(text),
    clockWords: (text: string, language: string) => clockWords(text, language),
    levelName: (level: number, language: string) => levelName(level, language),
    clockQualifies: (text: string) => clockQualifies(text),
    openClock: (control: string, flag: string) => {
      clocks.set(next, new BoardClock(control, flag));
      return next++;
    },
    actOnClock: (id: number, act: string, at: number, language: string) =>
      clock(id).act(act, at, language),
    viewClock: (id: number, at: number, language: string) => clock(id).view(at, language),
    closeClock: (id: number) => {
      clocks.get(id)?.free();
      clocks.delete(id);
    },
  },
  init(),
);
