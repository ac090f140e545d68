//! The search at the horizon: captures and promotions until the position is quiet.

use crate::eval::{Evaluation, values};
use crate::features::Feature;
use crate::movepick::{Hints, MovePicker, Purpose};
use crate::node::NodeType;
use crate::params;
use crate::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, is_mate, mate_at, mated_at};
use crate::tt::{HashBound, HashEntry};
use crate::worker::Worker;
use komadai_core::{Position, Rules};

impl<R: Rules, E: Evaluation<R>> Worker<'_, R, E> {
    /// The value of a position after captures and promotions are resolved; in check, all evasions are
    /// searched.
    pub(crate) fn quiescence<N: NodeType>(
        &mut self,
        position: &Position<R>,
        tail: &mut [Position<R>],
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        if N::PV {
            self.frame(ply).pv.clear();
            self.selective_depth = self.selective_depth.max(ply);
        }
        if self.must_stop() {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return self.evaluate(position);
        }
        if let Some(value) = self.declaration(position, ply) {
            return value;
        }

        let key = position.key();
        let entry = self.shared.table.probe(key, ply);
        if let (false, Some(entry)) = (N::PV, entry)
            && entry.bound.settles(entry.value, beta)
            && self.has(Feature::TableCutoffs)
        {
            return entry.value;
        }
        let entry = entry.filter(|entry| entry.mv.is_none_or(|mv| position.is_legal(mv)));
        let was_pv = entry.is_some_and(|entry| entry.was_pv);
        let moves = position.move_gen();
        let in_check = !moves.checkers().is_empty();
        let before = [1, 2, 4].map(|back| self.frame_before(ply, back).placed);

        let mut best = -INFINITE;
        let mut raw_eval = None;
        let mut floor = -INFINITE;
        if !in_check {
            if entry.is_none()
                && self.has(Feature::MateInOne)
                && let Some(mv) = position.close_mate()
            {
                if N::PV {
                    self.frame(ply + 1).pv.clear();
                    self.update_pv(ply, mv);
                }
                return mate_at(ply + 1);
            }
            let raw = match entry.and_then(|entry| entry.eval) {
                Some(eval) => eval,
                None => self.evaluate(position),
            };
            raw_eval = Some(raw);
            best = self.corrected(position, raw, before[0]);
            if let Some(entry) = entry
                && entry.bound.settles(entry.value, best)
                && !is_mate(entry.value)
            {
                best = entry.value;
            }
            if best >= beta {
                if entry.is_none() {
                    let entry = HashEntry {
                        mv: None,
                        value: best,
                        eval: raw_eval,
                        depth: 0,
                        bound: HashBound::Lower,
                        was_pv,
                    };
                    self.shared.table.store(key, ply, entry);
                }
                return best;
            }
            floor = best + params::QUIESCENCE_MARGIN;
            alpha = alpha.max(best);
        }

        let hints = Hints {
            table_move: entry
                .and_then(|entry| entry.mv)
                .filter(|&mv| in_check || crate::movepick::is_tactical(position, mv)),
            killers: [None; 2],
            before,
            features: self.shared.features,
        };
        let mut picker = MovePicker::new(Purpose::Quiescence, in_check, hints, self.arena);
        let mut best_move = None;
        let mut move_count = 0;
        while let Some(mv) = picker.next(&moves, position, self.histories, self.arena) {
            move_count += 1;
            if let Some(weakness) = &self.shared.weakness
                && weakness.overlooks(position, mv, ply)
                && move_count > 1
            {
                continue;
            }
            // Captures that cannot reach alpha or that lose material are pruned, and so are late evasions that are
            // not captures.
            if best > -MATE_BOUND {
                let captured = position.piece_on(mv.to());
                if !in_check {
                    let mut gain = captured.map_or(0, |piece| values::<R>().capture(piece.kind()));
                    if let (true, Some(from)) = (mv.is_promotion(), mv.from()) {
                        let kind = position.piece_on(from).map(|piece| piece.kind());
                        gain += kind.map_or(0, |kind| values::<R>().promotion(kind));
                    }
                    if floor + gain <= alpha && !position.gives_check(mv) {
                        best = best.max(floor + gain);
                        continue;
                    }
                } else if captured.is_none() && move_count > 3 {
                    continue;
                }
                if self.has(Feature::QuiescenceExchange)
                    && !self.gains(position, mv, params::QUIESCENCE_EXCHANGE)
                {
                    continue;
                }
            }
            let [next, rest @ ..] = &mut *tail else {
                break;
            };
            self.play(position, mv, next, ply, TACTICAL);
            let value = -self.quiescence::<N>(next, rest, ply + 1, -beta, -alpha);
            self.eval.pop();
            if self.stopped {
                picker.finish(self.arena);
                return DRAW;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.update_pv(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        picker.finish(self.arena);
        if in_check && move_count == 0 {
            return mated_at(ply);
        }
        let entry = HashEntry {
            mv: best_move,
            value: best,
            eval: raw_eval,
            depth: 0,
            bound: if best >= beta {
                HashBound::Lower
            } else {
                HashBound::Upper
            },
            was_pv,
        };
        self.shared.table.store(key, ply, entry);
        best
    }
}

/// For histories, moves in quiescence search count as captures.
const TACTICAL: bool = true;
