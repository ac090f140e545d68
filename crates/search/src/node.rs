//! One node of the alpha-beta search in numbered steps, including the root.

use crate::eval::{Evaluation, values};
use crate::features::Feature;
use crate::history::NO_MOVE;
use crate::learn::Tried;
use crate::movepick::{Hints, MovePicker, Purpose, is_tactical, placed};
use crate::params::{self, PLY, reduction};
use crate::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, is_mate, mate_at, mated_at};
use crate::tt::{HashBound, HashEntry};
use crate::worker::Worker;
use komadai_core::{ImpasseClaim, Move, Position, Rules};

/// What kind of node this is, known at compile time.
pub(crate) trait NodeType {
    const ROOT: bool;
    /// Whether the window is open, so that the exact value is needed.
    const PV: bool;
}

pub(crate) struct RootNode;
pub(crate) struct Pv;
pub(crate) struct NonPv;

impl NodeType for RootNode {
    const ROOT: bool = true;
    const PV: bool = true;
}

impl NodeType for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
}

impl NodeType for NonPv {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// Whether a node with a closed window is expected to fail high.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Expect {
    Cut,
    All,
}

impl std::ops::Not for Expect {
    type Output = Expect;

    fn not(self) -> Expect {
        match self {
            Expect::Cut => Expect::All,
            Expect::All => Expect::Cut,
        }
    }
}

/// The parameters of a node's search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeTask {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) depth: i32,
    pub(crate) expect: Expect,
}

impl NodeTask {
    /// A null-window search of the next ply below `-alpha`.
    fn scout(alpha: i32, depth: i32, expect: Expect) -> NodeTask {
        NodeTask {
            alpha: -alpha - 1,
            beta: -alpha,
            depth,
            expect,
        }
    }
}

impl<R: Rules, E: Evaluation<R>> Worker<'_, R, E> {
    /// The value of a position for the side to move.
    ///
    /// `tail` has room for the positions of the plies below.
    pub(crate) fn node<N: NodeType>(
        &mut self,
        position: &Position<R>,
        tail: &mut [Position<R>],
        ply: usize,
        task: NodeTask,
    ) -> i32 {
        let NodeTask {
            mut alpha,
            mut beta,
            mut depth,
            expect,
        } = task;

        // Step 1. Quiescence search at the horizon.
        if depth <= 0 {
            return self.quiescence::<N>(position, tail, ply, alpha, beta);
        }

        // Step 2. Stop if requested, if the game is over, or if the line is too long.
        if N::PV {
            self.selective_depth = self.selective_depth.max(ply);
            self.frame(ply).pv.clear();
        }
        if self.must_stop() {
            return DRAW;
        }
        let us = position.turn();
        if !N::ROOT {
            if let Some(value) = self.keys.repetition(us, ply) {
                return value;
            }
            if self.is_beyond_last_move(position) {
                return DRAW;
            }
            if ply >= MAX_PLY {
                return self.evaluate(position);
            }

            // Step 3. Mate distance pruning: a shorter mate has already been found.
            alpha = alpha.max(mated_at(ply));
            beta = beta.min(mate_at(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // Step 4. Transposition table lookup.
        let excluded = self.frame(ply).excluded;
        let key = position.key();
        let entry = self.shared.table.probe(key, ply);

        // Step 5. Cutoff by the table.
        if let (false, None, Some(entry)) = (N::PV, excluded, entry)
            && self.has(Feature::TableCutoffs)
            && entry.depth >= depth
            && entry.bound.settles(entry.value, beta)
        {
            if let (Some(mv), true) = (entry.mv, entry.value >= beta)
                && !is_tactical(position, mv)
            {
                self.reward_quiet(position, ply, mv, params::history_bonus(depth));
            }
            return entry.value;
        }

        // A hash move is checked before it is played, because keys may collide.
        let entry = entry.filter(|entry| entry.mv.is_none_or(|mv| position.is_legal(mv)));
        let table_move = if N::ROOT {
            Some(self.root_moves[self.pv_index].mv)
        } else {
            entry.and_then(|entry| entry.mv)
        };
        let table_tactical = table_move.is_some_and(|mv| is_tactical(position, mv));
        let was_pv = N::PV || entry.is_some_and(|entry| entry.was_pv);

        let moves = position.move_gen();
        let in_check = !moves.checkers().is_empty();

        // Step 6. Immediate win by declaration or by a simple mate in one.
        if !N::ROOT && excluded.is_none() {
            if let Some(value) = self.declaration(position, ply) {
                return value;
            }
            if entry.is_none()
                && !in_check
                && self.has(Feature::MateInOne)
                && let Some(mv) = self.mate_in_one(position, ply)
            {
                if N::PV {
                    self.frame(ply + 1).pv.clear();
                    self.update_pv(ply, mv);
                }
                return mate_at(ply + 1);
            }
        }

        // Step 7. The evaluation, corrected by what searches of similar positions found.
        let before = [1, 2, 4].map(|back| self.frame_before(ply, back).placed);
        let raw_eval = match entry.and_then(|entry| entry.eval) {
            _ if in_check => None,
            Some(eval) => Some(eval),
            None => Some(self.evaluate(position)),
        };
        let static_eval = raw_eval.map(|eval| self.corrected(position, eval, before[0]));
        self.frame(ply).static_eval = static_eval;
        // Use the table's value as evaluation where it is a better estimate.
        let eval = match (static_eval, entry) {
            (Some(eval), Some(entry))
                if entry.bound.settles(entry.value, eval) && !is_mate(entry.value) =>
            {
                entry.value
            }
            (eval, _) => eval.unwrap_or(-INFINITE),
        };
        let improving = match (static_eval, self.eval_before(ply)) {
            (Some(now), Some(then)) => now > then,
            (Some(_), None) => true,
            (None, _) => false,
        };
        self.frame(ply + 1).killers = [None; 2];
        self.frame(ply + 2).cuts = 0;

        if let (false, None, Some(static_eval)) = (N::PV, excluded, static_eval) {
            // Step 8. Razoring: far below alpha only captures could help.
            if depth < params::RAZOR_DEPTH
                && self.has(Feature::Razoring)
                && eval + params::razor_margin(depth) < alpha
            {
                let value = self.quiescence::<NonPv>(position, tail, ply, alpha, alpha + 1);
                if value <= alpha && !is_mate(value) {
                    return value;
                }
            }

            // Step 9. Futility: so far above beta that a few plies will not change it.
            if depth < params::FUTILITY_DEPTH
                && !was_pv
                && self.has(Feature::Futility)
                && eval >= beta
                && eval - params::futility_margin(depth, improving) >= beta
                && eval < MATE_BOUND
                && beta > -MATE_BOUND
            {
                return beta + (eval - beta) / 3;
            }

            // Step 10. Null move: if passing stays above beta, a move will too. Zugzwang hardly exists in shogi, so
            // success is not verified.
            if depth >= params::NULL_MOVE_DEPTH
                && self.has(Feature::NullMove)
                && self.frame_before(ply, 1).mv.is_some()
                && eval >= beta
                && static_eval >= beta + params::null_move_margin(depth)
                && beta > -MATE_BOUND
            {
                let depth = depth - params::null_move_reduction(depth, eval - beta);
                let value = self.null_move(position, tail, ply, NodeTask { depth, ..task });
                if self.stopped {
                    return DRAW;
                }
                if value >= beta {
                    return if is_mate(value) { beta } else { value };
                }
            }
        }

        // Step 11. Internal iterative reduction: without a hash move the ordering is poor, so search less; the
        // next visit will have one.
        if depth >= params::INTERNAL_REDUCTION_DEPTH
            && table_move.is_none()
            && (N::PV || expect == Expect::Cut)
            && self.has(Feature::InternalReduction)
        {
            depth -= 1;
        }

        // Step 12. ProbCut: a capture that is far above beta in a shallow search will be above it in a
        // deep one.
        let probcut_beta = beta + params::probcut_margin(improving);
        if let (false, None, Some(static_eval)) = (N::PV, excluded, static_eval)
            && depth >= params::PROBCUT_DEPTH
            && self.has(Feature::ProbCut)
            && !is_mate(beta)
            && entry.is_none_or(|entry| {
                entry.depth < depth - params::PROBCUT_REDUCTION || entry.value >= probcut_beta
            })
        {
            let hints = Hints {
                table_move: table_move.filter(|&mv| table_tactical && Some(mv) != excluded),
                killers: [None; 2],
                before,
                features: self.shared.features,
            };
            let gain = probcut_beta - static_eval;
            let mut picker = MovePicker::new(Purpose::ProbCut(gain), in_check, hints, self.arena);
            while let Some(mv) = picker.next(&moves, position, self.histories, self.arena) {
                let [next, rest @ ..] = &mut *tail else {
                    break;
                };
                self.play(position, mv, next, ply, WAS_TACTICAL);
                self.keys.push(next.key(), next.turn(), next.is_in_check());
                let (below, above) = (-probcut_beta, -probcut_beta + 1);
                let mut value = -self.quiescence::<NonPv>(next, rest, ply + 1, below, above);
                let shallow = depth - params::PROBCUT_REDUCTION;
                if value >= probcut_beta && shallow > 0 {
                    let task = NodeTask::scout(probcut_beta - 1, shallow, !expect);
                    value = -self.node::<NonPv>(next, rest, ply + 1, task);
                }
                self.keys.pop();
                self.eval.pop();
                if self.stopped {
                    picker.finish(self.arena);
                    return DRAW;
                }
                if value >= probcut_beta {
                    picker.finish(self.arena);
                    let entry = HashEntry {
                        mv: Some(mv),
                        value,
                        eval: raw_eval,
                        depth: depth - params::PROBCUT_REDUCTION + 1,
                        bound: HashBound::Lower,
                        was_pv,
                    };
                    self.shared.table.store(key, ply, entry);
                    return value;
                }
            }
            picker.finish(self.arena);
        }

        // Step 13. All moves, the most promising first.
        let killers = if self.has(Feature::Killers) {
            self.frame(ply).killers
        } else {
            [None; 2]
        };
        let hints = Hints {
            table_move,
            killers,
            before,
            features: self.shared.features,
        };
        let mut picker = MovePicker::new(Purpose::Main, in_check, hints, self.arena);
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut move_count = 0;
        let mut tried_quiets = Tried::new();
        let mut tried_captures = Tried::new();
        let old_alpha = alpha;
        loop {
            let candidate = if N::ROOT {
                let index = self.pv_index + move_count as usize;
                self.root_moves.get(index).map(|root_move| root_move.mv)
            } else {
                picker.next(&moves, position, self.histories, self.arena)
            };
            let Some(mv) = candidate else { break };
            if Some(mv) == excluded {
                continue;
            }
            if !N::ROOT
                && let Some(weakness) = &self.shared.weakness
                && weakness.overlooks(position, mv, ply)
                && move_count > 0
            {
                continue;
            }
            move_count += 1;
            self.frame(ply).move_count = move_count;
            let tactical = is_tactical(position, mv);
            let gives_check = position.gives_check(mv);
            let placed_here = placed(position, us, mv);
            let captured = position.piece_on(mv.to());
            let mut extension = 0;
            let mut new_depth = depth - 1;
            let mut reduced = params::base_reduction(depth, move_count);

            // Step 14. Shallow pruning: late moves that neither history nor material recommends.
            if !N::ROOT && best > -MATE_BOUND {
                if move_count >= params::late_move_count(depth, improving)
                    && self.has(Feature::LateMovePruning)
                {
                    picker.skip_quiets();
                }
                let expected = params::expected_depth(new_depth, reduced);
                if tactical || gives_check {
                    if let (true, false, Some(static_eval)) = (tactical, gives_check, static_eval)
                        && expected < params::CAPTURE_FUTILITY_DEPTH
                        && self.has(Feature::MoveFutility)
                    {
                        let gain = captured.map_or(0, |piece| values::<R>().capture(piece.kind()));
                        let limit = params::capture_futility_margin(expected);
                        if static_eval + gain + limit <= alpha {
                            continue;
                        }
                    }
                    if self.has(Feature::ExchangePruning)
                        && !self.gains(position, mv, params::CAPTURE_EXCHANGE * depth)
                    {
                        continue;
                    }
                } else {
                    let history = self.quiet_history(position, mv, placed_here, before);
                    if expected < params::HISTORY_PRUNING_DEPTH
                        && history < params::HISTORY_PRUNING * depth
                        && self.has(Feature::HistoryPruning)
                    {
                        continue;
                    }
                    if let Some(static_eval) = static_eval
                        && expected < params::MOVE_FUTILITY_DEPTH
                        && self.has(Feature::MoveFutility)
                        && static_eval + params::move_futility_margin(expected) + history / 128
                            <= alpha
                    {
                        continue;
                    }
                    if self.has(Feature::ExchangePruning)
                        && !self.gains(position, mv, params::QUIET_EXCHANGE * expected * expected)
                    {
                        continue;
                    }
                }
            }

            // Step 15. Extensions. The table's move is singular if all others fail well below its
            // value; then it is worth a deeper look. If others reach beta as well, the node is cut.
            if let (false, None, Some(entry)) = (N::ROOT, excluded, entry)
                && Some(mv) == table_move
                && depth >= params::SINGULAR_DEPTH
                && self.has(Feature::SingularExtension)
                && ply < 2 * self.root_depth as usize
                && entry.depth >= depth - 3
                && entry.bound != HashBound::Upper
                && !is_mate(entry.value)
            {
                let singular_beta = entry.value - params::singular_margin(depth, was_pv && !N::PV);
                self.frame(ply).excluded = Some(mv);
                let task = NodeTask {
                    alpha: singular_beta - 1,
                    beta: singular_beta,
                    depth: new_depth / 2,
                    expect,
                };
                let value = self.node::<NonPv>(position, tail, ply, task);
                let frame = self.frame(ply);
                frame.excluded = None;
                frame.move_count = move_count;
                if self.stopped {
                    picker.finish(self.arena);
                    return DRAW;
                }
                if value < singular_beta {
                    extension = 1;
                } else if value >= beta && !is_mate(value) {
                    picker.finish(self.arena);
                    return value;
                } else if entry.value >= beta {
                    extension = -2;
                } else if expect == Expect::Cut {
                    extension = -1;
                }
            } else if gives_check
                && self.has(Feature::CheckExtension)
                && depth < 2 * self.root_depth
                && ply < 2 * self.root_depth as usize
                && (N::PV || depth <= 6)
                && self.gains(position, mv, 0)
            {
                extension = 1;
            }
            new_depth += extension;

            // Step 16. Play the move.
            let [next, rest @ ..] = &mut *tail else {
                break;
            };
            let nodes_before = self.nodes;
            self.play(position, mv, next, ply, tactical);
            self.keys.push(next.key(), next.turn(), gives_check);

            // Step 17. Late move reductions, with a re-search if the reduced search exceeds alpha.
            let mut value = -INFINITE;
            if depth >= params::REDUCTION_DEPTH
                && move_count > 1 + i32::from(N::ROOT)
                && self.has(Feature::LateMoveReductions)
            {
                reduced += reduction::BASE;
                if was_pv {
                    reduced += reduction::WAS_PV;
                }
                if expect == Expect::Cut && !N::PV {
                    reduced += reduction::CUT_NODE;
                }
                if !improving {
                    reduced += reduction::NOT_IMPROVING;
                }
                if table_tactical {
                    reduced += reduction::TABLE_CAPTURE;
                }
                if self.frame(ply + 1).cuts > 3 {
                    reduced += reduction::MANY_CUTS;
                }
                if gives_check {
                    reduced += reduction::CHECK;
                }
                if killers.contains(&Some(mv)) {
                    reduced += reduction::KILLER;
                }
                if tactical {
                    reduced += reduction::CAPTURE;
                    let history = self.histories.capture(placed_here, captured);
                    reduced -= history / reduction::HISTORY_DIVISOR;
                } else {
                    let history = self.quiet_history(position, mv, placed_here, before);
                    reduced -= history / reduction::HISTORY_DIVISOR;
                }
                let shallow = (new_depth - reduced / PLY).clamp(1, new_depth.max(1) + 1);
                let task = NodeTask::scout(alpha, shallow, Expect::Cut);
                value = -self.node::<NonPv>(next, rest, ply + 1, task);
                if value > alpha && shallow < new_depth {
                    new_depth += i32::from(value > best + 60);
                    new_depth -= i32::from(value < best + 10);
                    if shallow < new_depth {
                        let task = NodeTask::scout(alpha, new_depth, !expect);
                        value = -self.node::<NonPv>(next, rest, ply + 1, task);
                    }
                    let bonus = if value >= beta {
                        params::history_bonus(new_depth)
                    } else {
                        0
                    };
                    self.reward_continuations(ply, placed_here, bonus);
                }
            } else if !N::PV || move_count > 1 {
                // Step 18. Null-window search of all moves but the first.
                let task = NodeTask::scout(alpha, new_depth, !expect);
                value = -self.node::<NonPv>(next, rest, ply + 1, task);
            }

            // Step 19. In the principal variation the first move, and what is better, is searched with
            // an open window.
            if N::PV && (move_count == 1 || value > alpha) {
                let task = NodeTask {
                    alpha: -beta,
                    beta: -alpha,
                    depth: new_depth,
                    expect: Expect::All,
                };
                self.frame(ply + 1).pv.clear();
                value = -self.node::<Pv>(next, rest, ply + 1, task);
            }
            self.keys.pop();
            self.eval.pop();
            if self.stopped {
                picker.finish(self.arena);
                return DRAW;
            }

            // Step 20. Update the best move and the window.
            if N::ROOT {
                self.note_root_move(mv, value, move_count, alpha, nodes_before);
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if N::PV && !N::ROOT {
                        self.update_pv(ply, mv);
                    }
                    if value >= beta {
                        self.frame(ply).cuts += 1;
                        break;
                    }
                    alpha = value;
                    if depth > 2 && depth < 12 && !is_mate(value) {
                        depth -= 1;
                    }
                }
            }
            if Some(mv) != best_move {
                if tactical {
                    tried_captures.push(mv);
                } else {
                    tried_quiets.push(mv);
                }
            }
        }
        picker.finish(self.arena);

        // Step 21. Without a legal move the side to move has lost, in check or not.
        if move_count == 0 {
            return if excluded.is_some() {
                alpha
            } else {
                mated_at(ply)
            };
        }

        // Step 22. Update the move histories.
        if let Some(mv) = best_move {
            self.learn(position, ply, depth, mv, (&tried_quiets, &tried_captures));
        } else if !self.frame_before(ply, 1).was_tactical && ply > 0 {
            // The opponent's last move kept us below alpha, so reward it.
            let [one, two, _] = before;
            let bonus = params::history_bonus(depth) / 2;
            self.histories.update_continuation(two, one, bonus);
        }

        // Step 23. Update the transposition table and the correction history.
        if excluded.is_some() || N::ROOT && self.pv_index > 0 {
            return best;
        }
        let bound = if best >= beta {
            HashBound::Lower
        } else if N::PV && best_move.is_some() {
            HashBound::Exact
        } else {
            HashBound::Upper
        };
        let entry = HashEntry {
            mv: best_move,
            value: best,
            eval: raw_eval,
            depth,
            bound,
            was_pv,
        };
        self.shared.table.store(key, ply, entry);
        if let Some(static_eval) = static_eval
            && !best_move.is_some_and(|mv| is_tactical(position, mv))
            && !is_mate(best)
            && !(bound == HashBound::Lower && best <= static_eval)
            && !(bound == HashBound::Upper && best >= static_eval)
            && self.has(Feature::CorrectionHistory)
        {
            let difference = best - static_eval;
            self.histories
                .update_correction(position, before[0], difference, depth);
        }
        debug_assert!(old_alpha <= alpha);
        best
    }

    /// Searches the position in which the side to move has passed.
    fn null_move(
        &mut self,
        position: &Position<R>,
        tail: &mut [Position<R>],
        ply: usize,
        task: NodeTask,
    ) -> i32 {
        let [next, rest @ ..] = tail else {
            return DRAW;
        };
        *next = position.passed();
        self.shared.table.prefetch(next.key());
        let frame = self.frame(ply);
        frame.mv = None;
        frame.placed = NO_MOVE;
        frame.was_tactical = false;
        self.eval.push_pass();
        self.keys.push(next.key(), next.turn(), false);
        let scout = NodeTask::scout(task.beta - 1, task.depth, !task.expect);
        let value = -self.node::<NonPv>(next, rest, ply + 1, scout);
        self.keys.pop();
        self.eval.pop();
        value
    }

    /// A mate in one, noted in the table.
    fn mate_in_one(&mut self, position: &Position<R>, ply: usize) -> Option<Move> {
        let mv = position.close_mate()?;
        let entry = HashEntry {
            mv: Some(mv),
            value: mate_at(ply + 1),
            eval: None,
            depth: MAX_PLY as i32,
            bound: HashBound::Exact,
            was_pv: false,
        };
        self.shared.table.store(position.key(), ply, entry);
        Some(mv)
    }

    /// The value of winning by declaration or by a try, if that is possible now.
    pub(crate) fn declaration(&self, position: &Position<R>, ply: usize) -> Option<i32> {
        let us = position.turn();
        // Under every rule the king must be in the enemy's camp, or one step from its last rank.
        if !position.king(us)?.in_promotion_zone(us) {
            return None;
        }
        let claim = self.shared.options.entering_king.claim(position)?;
        debug_assert!(matches!(
            claim,
            ImpasseClaim::Declare | ImpasseClaim::Try(_)
        ));
        Some(mate_at(ply + 1))
    }

    fn is_beyond_last_move(&self, position: &Position<R>) -> bool {
        let limit = self.shared.options.max_moves;
        limit.is_some_and(|limit| position.move_number() > limit)
    }

    /// The evaluation of the last position with the same side to move and not in check.
    fn eval_before(&self, ply: usize) -> Option<i32> {
        let two = self.frame_before(ply, 2).static_eval;
        two.or(self.frame_before(ply, 4).static_eval)
    }
}

/// Moves picked for ProbCut are captures or promotions.
const WAS_TACTICAL: bool = true;
