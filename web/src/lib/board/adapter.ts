/** The one place that knows shogiground. It decides nothing: what may be done comes from the rules. */
import { Shogiground } from 'shogiground';
import type { Api } from 'shogiground/api';
import type { Config } from 'shogiground/config';
import type { DrawShape } from 'shogiground/draw';
import type * as sg from 'shogiground/types';
import type { BoardView, Color, Key, Variant } from '../wasm/types';
import { HAND_ROLES, letterOf, roleOf, squaresFrom, squaresOf, type Role } from './roles';

export interface BoardState {
  variant: Variant;
  /** The side whose king is 玉. */
  jade: Color;
  view: BoardView;
  /** The side at the bottom. */
  bottom: Color;
  /** The side that may be moved here, whoever has the move. */
  mine?: Color;
  /** Illegal moves can be made, too. */
  free: boolean;
  last?: { usi: string; color: Color };
  showMoves: boolean;
  showDrops: boolean;
  premoves: boolean;
  animation: number;
  /** Engine arrows, as USI moves. */
  arrows: string[];
}

export interface Elements {
  board: HTMLElement;
  top: HTMLElement;
  bottom: HTMLElement;
}

export type Turning = 'ask' | 'force' | 'no';

const SG: Record<Color, sg.Color> = { black: 'sente', white: 'gote' };
const colorOf = (color: sg.Color): Color => (color === 'sente' ? 'black' : 'white');

/** Has a move to promote, may it, or can it not? */
export function turning(state: BoardState, from: string, to: string, mover: Color): Turning {
  const { view, free } = state;
  const path = from + to;
  if (view.turn === mover) {
    if (view.forced.includes(path)) return 'force';
    if (view.choices.includes(path)) return 'ask';
    const legal = view.dests?.[from]?.includes(to as Key) ?? false;
    if (legal || (!free && view.dests)) return 'no';
  }
  const where = view.turnable[from];
  const may = where && (where === 'anywhere' || view.zones[where].includes(to as Key));
  return may ? 'ask' : 'no';
}

/** The other side of a piece, as the rules name it. */
export function promotedRole({ promoted }: BoardView, role: string): Role | undefined {
  const letter = promoted[letterOf(role) ?? ''];
  return letter === undefined ? undefined : roleOf(letter);
}

export function unpromotedRole({ promoted }: BoardView, role: string): Role | undefined {
  const turned = letterOf(role);
  const base = Object.keys(promoted).find((letter) => promoted[letter] === turned);
  return base === undefined ? undefined : roleOf(base);
}

/** May a move be made here, so far as the page knows? */
export function allowed(state: BoardState, from: string, to: string): boolean {
  if (state.mine === undefined || state.view.turn !== state.mine) return false;
  if (state.free) return from !== to;
  return state.view.dests?.[from]?.includes(to as Key) ?? false;
}

export class Board {
  readonly #api: Api;
  #state: BoardState;

  constructor(elements: Elements, state: BoardState, onMove: (usi: string) => void) {
    this.#state = state;
    this.#api = Shogiground(
      {
        ...this.#config(state),
        coordinates: { enabled: false },
        disableContextMenu: true,
        highlight: { lastDests: true, check: true },
        draggable: {
          distance: 3,
          autoDistance: false,
          showGhost: true,
          showTouchSquareOverlay: true,
        },
        drawable: { enabled: true, visible: true, eraseOnClick: true },
        hands: { roles: [...HAND_ROLES] },
        forsyth: {
          fromForsyth: (text) => roleOf(text),
          toForsyth: (role) => letterOf(role)?.toLowerCase(),
        },
        promotion: {
          promotesTo: (role) => promotedRole(this.#state.view, role),
          unpromotesTo: (role) => unpromotedRole(this.#state.view, role),
          movePromotionDialog: (from, to) => this.#turning(from, to) === 'ask',
          forceMovePromotion: (from, to) => this.#turning(from, to) === 'force',
          dropPromotionDialog: () => false,
          forceDropPromotion: () => false,
        },
        movable: {
          ...this.#config(state).movable,
          events: { after: (from, to, promote) => onMove(`${from}${to}${promote ? '+' : ''}`) },
        },
        droppable: {
          ...this.#config(state).droppable,
          events: { after: (piece, to) => onMove(`${letterOf(piece.role) ?? ''}*${to}`) },
        },
        premovable: {
          enabled: state.premoves,
          generate: (key) => squaresFrom('black').filter((to) => to !== key),
        },
        predroppable: { enabled: state.premoves, generate: () => squaresFrom('black') },
      },
      { board: elements.board, hands: { top: elements.top, bottom: elements.bottom } },
    );
  }

  get state(): BoardState {
    return this.#state;
  }

  set(state: BoardState): void {
    const turned = state.bottom !== this.#state.bottom;
    const moved = state.view.sfen !== this.#state.view.sfen;
    this.#state = state;
    const config = this.#config(state);
    if (turned) this.#api.toggleOrientation();
    this.#api.set(config, turned || state.animation === 0);
    this.#api.state.premovable.enabled = state.premoves;
    this.#api.state.predroppable.enabled = state.premoves;
    this.#api.setAutoShapes(state.arrows.flatMap((usi) => this.#arrow(usi)));
    if (moved) this.#playPremove();
  }

  select(from: string): void {
    if (from.endsWith('*')) {
      const role = roleOf(from.charAt(0));
      if (role && this.#state.mine)
        this.#api.selectPiece({ role, color: SG[this.#state.mine] }, false, true);
    } else {
      this.#api.selectSquare(null);
      this.#api.selectPiece(null);
      this.#api.selectSquare(from as sg.Key, false, true);
    }
  }

  /** Ends whatever was begun: a selection, a choice, a premove. */
  cancel(): void {
    this.#api.cancelMoveOrDrop();
  }

  destroy(): void {
    this.#api.destroy();
  }

  /** Played at once if it can be; a premove that cannot is gone. */
  #playPremove(): void {
    const { mine, view } = this.#state;
    if (mine === undefined || mine !== view.turn) return;
    // After the board was drawn, so that the opponent's move is seen.
    queueMicrotask(() => {
      if (!this.#api.playPremove()) this.#api.playPredrop();
    });
  }

  #turning(from: string, to: string): Turning {
    const piece = this.#api.state.pieces.get(from as sg.Key);
    return piece ? turning(this.#state, from, to, colorOf(piece.color)) : 'no';
  }

  #config(state: BoardState): Config {
    const { view, mine, free, last } = state;
    const [board = '', , hands = '-'] = view.sfen.split(' ');
    const moves: sg.MoveDests = new Map();
    const drops: sg.DropDests = new Map();
    for (const [from, targets] of Object.entries(view.dests ?? {})) {
      const role = from.endsWith('*') ? roleOf(from.charAt(0)) : undefined;
      if (role) drops.set(`${SG[view.turn]} ${role}`, targets);
      else moves.set(from as sg.Key, targets);
    }
    const lastMove = last === undefined ? undefined : squaresOf(last.usi);
    const role = lastMove?.letter === undefined ? undefined : roleOf(lastMove.letter);
    const config: Config = {
      sfen: { board, hands },
      orientation: SG[state.bottom],
      turnColor: SG[view.turn],
      checks: view.check === undefined ? false : [view.check],
      movable: { free, dests: moves, showDests: state.showMoves },
      droppable: { free, dests: drops, showDests: state.showDrops },
      animation: { enabled: state.animation > 0, hands: true, duration: state.animation },
    };
    config.activeColor = mine === undefined ? undefined : SG[mine];
    config.lastDests = lastMove && (lastMove.from ? [lastMove.from, lastMove.to] : [lastMove.to]);
    config.lastPiece = role && last ? { role, color: SG[last.color] } : undefined;
    return config;
  }

  #arrow(usi: string): DrawShape[] {
    const { from, letter, to } = squaresOf(usi);
    const role = letter === undefined ? undefined : roleOf(letter);
    const orig = role ? { role, color: SG[this.#state.view.turn] } : from;
    return orig ? [{ orig, dest: to, brush: 'engine' }] : [];
  }
}
