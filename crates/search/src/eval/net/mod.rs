//! The learned evaluation: a small neural network that is updated with every move (NNUE, Nasu 2018).
//!
//! The first layer sums, for each side, a row of weights for every fact about the position, seen from that
//! side. A move changes two or four facts, so the sums of the next position follow from the last ones;
//! they are brought up to date when a position is evaluated. Three small layers follow.

mod dense;
mod inputs;
#[cfg(test)]
mod tests;
mod weights;

pub use inputs::{INPUTS, InputFact, Viewpoint, facts};
pub use weights::{
    ACTIVATION_ONE, HIDDEN, NetFileError, NetWeights, OUTPUT_ONE, WEIGHT_ONE, net_file,
};

use super::Evaluation;
use crate::score::EVAL_LIMIT;
use komadai_core::{ByColor, Color, Move, MoveAction, Piece, PieceKind, Position, Rules};
use std::sync::Arc;
use weights::Aligned;

/// A net as an evaluation, with the sums of the current line.
#[derive(Clone, Debug)]
pub struct NetEvaluation<const W: usize> {
    weights: Arc<NetWeights<W>>,
    /// Entries beyond `len` are kept for reuse.
    line: Vec<LineEntry<W>>,
    len: usize,
}

/// A position of the line.
#[derive(Clone, Debug)]
struct LineEntry<const W: usize> {
    changes: Changes,
    views: ByColor<Viewpoint>,
    /// The sums of each side, if they are up to date.
    sums: ByColor<Aligned<[i16; W]>>,
    is_known: ByColor<bool>,
}

/// What a move changes: as many facts go as come.
#[derive(Clone, Copy, Debug)]
enum Changes {
    /// A pass, or the start of the line.
    None,
    One {
        gone: InputFact,
        new: InputFact,
    },
    Two {
        gone: [InputFact; 2],
        new: [InputFact; 2],
    },
    /// The move is not one that a game can have; sums are computed anew.
    Unknown,
}

impl<const W: usize> NetEvaluation<W> {
    /// An evaluation by a net.
    pub fn new(weights: Arc<NetWeights<W>>) -> NetEvaluation<W> {
        NetEvaluation {
            weights,
            line: Vec::new(),
            len: 0,
        }
    }

    /// The weights.
    pub fn weights(&self) -> &NetWeights<W> {
        &self.weights
    }

    #[inline]
    fn add(&mut self, changes: Changes, views: ByColor<Viewpoint>) {
        let is_known = ByColor([false; 2]);
        match self.line.get_mut(self.len) {
            None => self.line.push(LineEntry {
                changes,
                views,
                sums: ByColor([Aligned([0; W]); 2]),
                is_known,
            }),
            // The old sums are not cleared, for that would cost as much as a move.
            Some(entry) => {
                entry.changes = changes;
                entry.views = views;
                entry.is_known = is_known;
            }
        }
        self.len += 1;
    }

    /// Brings a side's sums of the last position up to date.
    #[inline]
    fn update<R: Rules>(&mut self, color: Color, position: &Position<R>) {
        let last = self.len - 1;
        let mut known = last;
        while !self.line[known].is_known[color] {
            let entry = &self.line[known];
            let is_new_view = known == 0
                || matches!(entry.changes, Changes::Unknown)
                || self.line[known - 1].views[color] != entry.views[color];
            if is_new_view {
                return self.refresh(color, position);
            }
            known -= 1;
        }
        for index in known + 1..=last {
            let (before, after) = self.line.split_at_mut(index);
            after[0].follow(color, &before[index - 1].sums[color].0, &self.weights);
        }
    }

    /// Sums up all facts about the last position.
    fn refresh<R: Rules>(&mut self, color: Color, position: &Position<R>) {
        let entry = &mut self.line[self.len - 1];
        let view = entry.views[color];
        let sums = &mut entry.sums[color].0;
        *sums = self.weights.bias.0;
        let rows = &self.weights.rows;
        facts(position, &mut |fact| {
            for (sum, weight) in sums.iter_mut().zip(&rows[view.input(fact)].0) {
                *sum = sum.wrapping_add(*weight);
            }
        });
        entry.is_known[color] = true;
    }
}

impl<const W: usize> LineEntry<W> {
    /// Computes the sums from those of the position before.
    #[inline]
    fn follow(&mut self, color: Color, before: &[i16; W], weights: &NetWeights<W>) {
        let view = self.views[color];
        let row = |fact| &weights.rows[view.input(fact)].0;
        let sums = &mut self.sums[color].0;
        match self.changes {
            Changes::None | Changes::Unknown => *sums = *before,
            Changes::One { gone, new } => {
                let (gone, new) = (row(gone), row(new));
                for index in 0..W {
                    sums[index] = before[index]
                        .wrapping_add(new[index])
                        .wrapping_sub(gone[index]);
                }
            }
            Changes::Two { gone, new } => {
                let (gone, new) = (gone.map(row), new.map(row));
                for index in 0..W {
                    sums[index] = before[index]
                        .wrapping_add(new[0][index])
                        .wrapping_add(new[1][index])
                        .wrapping_sub(gone[0][index])
                        .wrapping_sub(gone[1][index]);
                }
            }
        }
        self.is_known[color] = true;
    }
}

impl Changes {
    #[inline]
    fn of<R: Rules>(before: &Position<R>, mv: Move) -> Changes {
        let us = before.turn();
        match mv.action() {
            MoveAction::Drop { kind, to } => Changes::One {
                gone: InputFact::Hand(us, kind, before.hand(us).count(kind)),
                new: InputFact::Board(Piece::new(kind.piece_kind(), us), to),
            },
            MoveAction::Board { from, to, .. } => {
                let (Some(moved), Some(kind)) = (before.piece_on(from), before.placed_kind(mv))
                else {
                    return Changes::Unknown;
                };
                let gone = InputFact::Board(moved, from);
                let new = InputFact::Board(Piece::new(kind, us), to);
                let Some(captured) = before.piece_on(to) else {
                    return Changes::One { gone, new };
                };
                let Some(kind) = captured.kind().hand_kind() else {
                    return Changes::Unknown;
                };
                let count = before.hand(us).count(kind) + 1;
                Changes::Two {
                    gone: [gone, InputFact::Board(captured, to)],
                    new: [new, InputFact::Hand(us, kind, count)],
                }
            }
        }
    }
}

impl<const W: usize, R: Rules> Evaluation<R> for NetEvaluation<W> {
    fn reset(&mut self, position: &Position<R>) {
        self.len = 0;
        let views = ByColor(Color::ALL.map(|color| Viewpoint::of(color, position)));
        self.add(Changes::None, views);
    }

    #[inline]
    fn push(&mut self, before: &Position<R>, mv: Move, after: &Position<R>) {
        let mut views = self.line[self.len - 1].views;
        let us = before.turn();
        if after.piece_on(mv.to()).map(Piece::kind) == Some(PieceKind::King) {
            views[us] = Viewpoint::of(us, after);
        }
        self.add(Changes::of(before, mv), views);
    }

    #[inline]
    fn push_pass(&mut self) {
        let views = self.line[self.len - 1].views;
        self.add(Changes::None, views);
    }

    #[inline]
    fn pop(&mut self) {
        self.len -= 1;
    }

    #[inline]
    fn evaluate(&mut self, position: &Position<R>) -> i32 {
        for color in Color::ALL {
            if !self.line[self.len - 1].is_known[color] {
                self.update(color, position);
            }
        }
        let sums = &self.line[self.len - 1].sums;
        let turn = position.turn();
        let value = dense::output(&self.weights, [&sums[turn].0, &sums[!turn].0]);
        value.clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }
}
