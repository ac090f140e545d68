/** The board as it is drawn: the present or an earlier position, and what may be done there. */
import type { BoardState } from '../board/adapter';
import { readSfen } from '../board/roles';
import { animationMillis, settings } from '../settings.svelte';
import type { BoardView, Color, GameView } from '../wasm/types';

export interface Shown {
  view: GameView;
  ply: number;
  bottom: Color;
  /** The side that is moved here. */
  acting?: Color;
  /** One side alone is played here. */
  alone: boolean;
  /** The board while pieces are set up. */
  stage?: string;
  arrows: string[];
}

export function boardState({ view, ply, bottom, acting, alone, stage, arrows }: Shown): BoardState {
  const present = ply === view.moves.length;
  const canPlay = present && view.phase === 'running' && stage === undefined;
  const { help } = view.rules;
  const last = stage === undefined ? view.moves[ply - 1] : undefined;
  return {
    variant: view.variant,
    jade: view.jade,
    view: present ? presentBoard(view, stage) : earlierBoard(view, ply),
    bottom,
    mine: canPlay ? acting : undefined,
    free: view.rules.illegal !== 'blocked',
    last,
    showMoves: help && settings.showMoves,
    showDrops: help && settings.showDrops,
    premoves: settings.premoves && alone && !settings.confirmMoves,
    animation: animationMillis(),
    arrows: present ? arrows : [],
  };
}

function presentBoard({ board }: GameView, stage: string | undefined): BoardView {
  return stage === undefined ? board : { ...board, sfen: stage, dests: {} };
}

function earlierBoard({ board, start, moves }: GameView, ply: number): BoardView {
  const move = moves[ply - 1];
  const sfen = move?.sfen ?? start;
  return { ...board, sfen, turn: readSfen(sfen).turn, check: move?.check, dests: {} };
}
