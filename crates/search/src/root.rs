//! Iterative deepening of the root search.

use crate::eval::Evaluation;
use crate::features::Feature;
use crate::info::SearchInfo;
use crate::node::{Expect, NodeTask, RootNode};
use crate::params;
use crate::score::{INFINITE, MAX_PLY, SearchScore, is_mate};
use crate::worker::Worker;
use komadai_core::{Move, Position, Rules};
use std::sync::atomic::Ordering::Relaxed;

/// A root move with its statistics.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// Its value when it was last best; `-INFINITE` if it was not in this iteration.
    pub(crate) value: i32,
    /// Its value in the previous iteration.
    pub(crate) previous: i32,
    /// Nodes spent on it.
    pub(crate) nodes: u64,
    pub(crate) selective_depth: usize,
    pub(crate) pv: Vec<Move>,
}

impl RootMove {
    pub(crate) fn new(mv: Move) -> RootMove {
        RootMove {
            mv,
            value: -INFINITE,
            previous: -INFINITE,
            nodes: 0,
            selective_depth: 0,
            pv: vec![mv],
        }
    }

    /// The value to report: for a move not reached in this iteration, that of the last one.
    pub(crate) fn known_value(&self) -> i32 {
        if self.value == -INFINITE {
            self.previous
        } else {
            self.value
        }
    }
}

impl<R: Rules, E: Evaluation<R>> Worker<'_, R, E> {
    /// Searches with increasing depth. The first thread watches the clock and reports.
    pub(crate) fn deepen(&mut self, root: &Position<R>, report: &mut dyn FnMut(&SearchInfo)) {
        let mut tail = vec![*root; MAX_PLY + 4];
        let limit = self.shared.limits.depth.map_or(MAX_PLY as i32, |depth| {
            depth.clamp(1, MAX_PLY as u32) as i32
        });
        let lines = self
            .shared
            .options
            .multi_pv
            .get()
            .min(self.root_moves.len());
        let mut stability = Stability::default();
        for depth in 1..=limit {
            if !self.takes(depth, limit) {
                continue;
            }
            self.root_depth = depth;
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.known_value();
                root_move.value = -INFINITE;
            }
            for line in 0..lines {
                self.pv_index = line;
                self.selective_depth = 0;
                self.aspire(root, &mut tail);
                self.root_moves[..=line].sort_by_key(|root_move| -root_move.known_value());
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                break;
            }
            self.completed_depth = depth;
            if depth == limit {
                self.shared.done.store(true, Relaxed);
            }
            if self.index > 0 {
                continue;
            }
            self.report(lines, report);
            if self.is_time_to_end(&mut stability) {
                break;
            }
        }
        self.wait_while_pondering();
    }

    /// Returns whether this thread searches a depth. Half of the threads may take the same one; the others go
    /// on to the next, and all share their results through the table. Every thread searches the first depths
    /// and the last.
    fn takes(&self, depth: i32, limit: i32) -> bool {
        if depth <= params::COMMON_DEPTHS || depth == limit {
            return true;
        }
        let threads = self.shared.nodes.len();
        let before = self.shared.takers[depth as usize].fetch_add(1, Relaxed);
        usize::from(before) < threads.div_ceil(2)
    }

    /// Searches the root with an aspiration window around the last value, widened after each failure.
    fn aspire(&mut self, root: &Position<R>, tail: &mut [Position<R>]) {
        let previous = self.root_moves[self.pv_index].previous;
        let mut delta = params::ASPIRATION_WINDOW;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if self.root_depth > params::ASPIRATION_DEPTH
            && !is_mate(previous)
            && previous != -INFINITE
            && self.has(Feature::AspirationWindows)
        {
            (alpha, beta) = (previous - delta, previous + delta);
        }
        let mut failed_high = 0;
        loop {
            let task = NodeTask {
                alpha,
                beta,
                depth: (self.root_depth - failed_high).max(1),
                expect: Expect::All,
            };
            let value = self.node::<RootNode>(root, tail, 0, task);
            self.root_moves[self.pv_index..].sort_by_key(|root_move| -root_move.value);
            if self.stopped {
                return;
            }
            if value <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = (value - delta).max(-INFINITE);
                failed_high = 0;
            } else if value >= beta {
                beta = (value + delta).min(INFINITE);
                failed_high = (failed_high + 1).min(3);
            } else {
                return;
            }
            delta += delta / 2;
            if is_mate(value) {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Records the result of searching a root move.
    pub(crate) fn note_root_move(
        &mut self,
        mv: Move,
        value: i32,
        move_count: i32,
        alpha: i32,
        nodes_before: u64,
    ) {
        let spent = self.nodes - nodes_before;
        let selective_depth = self.selective_depth;
        let line = self.frame(1).pv.clone();
        let Some(root_move) = self.root_moves.iter_mut().find(|known| known.mv == mv) else {
            return;
        };
        root_move.nodes += spent;
        if move_count == 1 || value > alpha {
            root_move.value = value;
            root_move.selective_depth = selective_depth;
            root_move.pv.truncate(1);
            root_move.pv.extend(line);
        } else {
            // Only known to be worse: it keeps its order behind the others.
            root_move.value = -INFINITE;
        }
    }

    /// Reports the lines found so far.
    fn report(&self, lines: usize, report: &mut dyn FnMut(&SearchInfo)) {
        self.shared.nodes[self.index].store(self.nodes, Relaxed);
        for info in self.lines(lines) {
            report(&info);
        }
    }

    /// The best lines.
    pub(crate) fn lines(&self, lines: usize) -> Vec<SearchInfo> {
        let known = self.root_moves.iter().take(lines.max(1)).enumerate();
        let info = |(index, root_move): (usize, &RootMove)| SearchInfo {
            depth: self.completed_depth as u32,
            selective_depth: root_move.selective_depth as u32,
            multi_pv: index + 1,
            score: SearchScore::from_value(root_move.known_value()),
            nodes: self.shared.total_nodes(),
            time: self.elapsed(),
            hash_full: self.shared.table.fullness(),
            pv: root_move.pv.clone(),
        };
        known.map(info).collect()
    }

    /// Returns whether another iteration is not worth starting.
    fn is_time_to_end(&self, stability: &mut Stability) -> bool {
        let best = &self.root_moves[0];
        let scale = stability.scale(best.mv, best.known_value());
        let (Some(budget), Some(used)) = (self.shared.budget, self.shared.time_used()) else {
            return false;
        };
        if budget.optimum == budget.maximum {
            return used >= budget.maximum;
        }
        let only = self.root_moves.len() == 1;
        let found_mate = is_mate(best.known_value()) && self.completed_depth > 12;
        only || found_mate || used >= budget.optimum.mul_f64(scale).min(budget.maximum)
    }

    /// While pondering and in infinite analysis, the answer must wait.
    fn wait_while_pondering(&mut self) {
        let endless = {
            let limits = self.shared.limits;
            limits.depth.is_none() && limits.nodes.is_none() && self.shared.budget.is_none()
        };
        if self.index > 0 {
            return;
        }
        while (endless || self.shared.time_used().is_none()) && !self.shared.control.is_stopped() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }
}

/// Stability of the best move: an unstable one gets more time.
#[derive(Default)]
struct Stability {
    best: Option<Move>,
    iterations: u32,
    value: i32,
}

impl Stability {
    /// The factor for the move's time budget.
    fn scale(&mut self, best: Move, value: i32) -> f64 {
        if self.best == Some(best) {
            self.iterations += 1;
        } else {
            self.best = Some(best);
            self.iterations = 0;
        }
        let settled = [1.6, 1.3, 1.1, 1.0, 0.9, 0.8, 0.7][self.iterations.min(6) as usize];
        let falling = f64::from((self.value - value).clamp(-40, 120)) / 200.0;
        self.value = value;
        settled * (1.0 + falling)
    }
}
