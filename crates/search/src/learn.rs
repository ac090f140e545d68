//! Learning from a node: move histories and corrections of the evaluation.

use crate::eval::{Evaluation, values};
use crate::features::Feature;
use crate::history::{PieceTo, row_index};
use crate::movepick::{is_tactical, placed};
use crate::params;
use crate::score::EVAL_LIMIT;
use crate::worker::Worker;
use komadai_core::{Move, Position, Rules};

/// The moves tried at a node that did not cause a cutoff.
pub(crate) struct Tried {
    moves: [Option<Move>; Tried::MOST],
    len: usize,
}

impl Tried {
    const MOST: usize = 32;

    pub(crate) fn new() -> Tried {
        Tried {
            moves: [None; Tried::MOST],
            len: 0,
        }
    }

    pub(crate) fn push(&mut self, mv: Move) {
        if self.len < Tried::MOST {
            self.moves[self.len] = Some(mv);
            self.len += 1;
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.len].iter().copied().flatten()
    }
}

impl<R: Rules, E: Evaluation<R>> Worker<'_, R, E> {
    /// The evaluation, corrected by what searches of similar positions found.
    pub(crate) fn corrected(&self, position: &Position<R>, eval: i32, before: PieceTo) -> i32 {
        if !self.has(Feature::CorrectionHistory) {
            return eval;
        }
        let correction = self.histories.correction(position, before);
        (eval + correction).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Returns whether a move gains at least this much in an exchange.
    #[inline]
    pub(crate) fn gains(&self, position: &Position<R>, mv: Move, threshold: i32) -> bool {
        position.exchange_gains(mv, threshold, &values::<R>().exchange)
    }

    /// The history score of a quiet move.
    pub(crate) fn quiet_history(
        &self,
        position: &Position<R>,
        mv: Move,
        placed: PieceTo,
        before: [PieceTo; 3],
    ) -> i32 {
        let mut history = 0;
        if self.has(Feature::ButterflyHistory) {
            history += 2 * self.histories.butterfly(position.turn(), mv);
        }
        if self.has(Feature::ContinuationHistory) {
            let row = row_index(placed);
            history += self.histories.continuation(before[0])[row].get()
                + self.histories.continuation(before[1])[row].get();
        }
        history
    }

    /// Rewards the best move and penalizes those tried before it.
    pub(crate) fn learn(
        &mut self,
        position: &Position<R>,
        ply: usize,
        depth: i32,
        best: Move,
        (quiets, captures): (&Tried, &Tried),
    ) {
        let (bonus, malus) = (params::history_bonus(depth), params::history_malus(depth));
        let us = position.turn();
        if is_tactical(position, best) {
            let captured = position.piece_on(best.to());
            self.histories
                .update_capture(placed(position, us, best), captured, bonus);
        } else {
            self.reward_quiet(position, ply, best, bonus);
            let killers = &mut self.frame(ply).killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            for mv in quiets.iter() {
                self.reward_quiet(position, ply, mv, -malus);
            }
        }
        for mv in captures.iter() {
            let captured = position.piece_on(mv.to());
            self.histories
                .update_capture(placed(position, us, mv), captured, -malus);
        }
    }

    pub(crate) fn reward_quiet(
        &mut self,
        position: &Position<R>,
        ply: usize,
        mv: Move,
        bonus: i32,
    ) {
        let us = position.turn();
        self.histories.update_butterfly(us, mv, bonus);
        self.reward_continuations(ply, placed(position, us, mv), bonus);
    }

    pub(crate) fn reward_continuations(&mut self, ply: usize, placed: PieceTo, bonus: i32) {
        for back in [1, 2, 4] {
            let before = self.frame_before(ply, back).placed;
            self.histories.update_continuation(before, placed, bonus);
        }
    }
}
