//! Staged move ordering: moves are generated as needed, the most promising first.

use crate::eval::{Values, values};
use crate::features::{Feature, Features};
use crate::history::{Histories, PieceTo, piece_to, row_index};
use crate::write_moves::{WantedTargets, write_moves};
use komadai_core::{Bitboard, Color, Move, MoveGen, PieceKind, Position, Rules, Targets};

/// A move with its ordering score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub(crate) mv: Move,
    pub(crate) score: i32,
}

/// A stack of moves that all pickers of a line share: each uses the part above its parent's.
pub(crate) type Arena = Vec<Scored>;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum PickStage {
    Table,
    MakeCaptures,
    GoodCaptures,
    FirstKiller,
    SecondKiller,
    MakeQuiets,
    Quiets,
    BadCaptures,
    MakeEvasions,
    Evasions,
    MakeTactical,
    Tactical,
    Done,
}

/// The purpose of a picker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// All moves of a node.
    Main,
    /// Captures and promotions.
    Quiescence,
    /// Captures and promotions that gain at least this in exchange.
    ProbCut(i32),
}

/// The facts about a node that help to order its moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hints {
    pub(crate) table_move: Option<Move>,
    pub(crate) killers: [Option<Move>; 2],
    /// The moves one, two and four plies before.
    pub(crate) before: [PieceTo; 3],
    pub(crate) features: Features,
}

/// Yields the moves of a position in order.
#[derive(Debug)]
pub(crate) struct MovePicker {
    stage: PickStage,
    purpose: Purpose,
    hints: Hints,
    /// The arena's length when the picker was made.
    base: usize,
    next: usize,
    end: usize,
    /// Bad captures are kept from `base` to here.
    bad_end: usize,
    bad_next: usize,
    skip_quiets: bool,
    quiets_picked: usize,
}

impl MovePicker {
    /// A picker for a position; the hash move must be legal.
    pub(crate) fn new(purpose: Purpose, in_check: bool, hints: Hints, arena: &Arena) -> MovePicker {
        let stage = match (hints.table_move, in_check, purpose) {
            (Some(_), _, _) => PickStage::Table,
            (None, true, _) => PickStage::MakeEvasions,
            (None, false, Purpose::Main) => PickStage::MakeCaptures,
            (None, false, _) => PickStage::MakeTactical,
        };
        let base = arena.len();
        MovePicker {
            stage,
            purpose,
            hints,
            base,
            next: base,
            end: base,
            bad_end: base,
            bad_next: base,
            skip_quiets: false,
            quiets_picked: 0,
        }
    }

    /// Skips the remaining quiet moves.
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Releases the picker's part of the arena.
    pub(crate) fn finish(self, arena: &mut Arena) {
        arena.truncate(self.base);
    }

    /// The next move.
    pub(crate) fn next<R: Rules>(
        &mut self,
        moves: &MoveGen<'_, R>,
        position: &Position<R>,
        histories: &Histories,
        arena: &mut Arena,
    ) -> Option<Move> {
        loop {
            match self.stage {
                PickStage::Table => {
                    self.stage = if !moves.checkers().is_empty() {
                        PickStage::MakeEvasions
                    } else if self.purpose == Purpose::Main {
                        PickStage::MakeCaptures
                    } else {
                        PickStage::MakeTactical
                    };
                    return self.hints.table_move;
                }
                PickStage::MakeCaptures => {
                    self.make_tactical(moves, position, histories, arena);
                    self.stage = PickStage::GoodCaptures;
                }
                PickStage::GoodCaptures => {
                    while let Some(scored) = self.pick_best(arena) {
                        let mv = scored.mv;
                        if position.exchange_gains(mv, -scored.score / 24, &values::<R>().exchange)
                        {
                            return Some(mv);
                        }
                        arena[self.bad_end] = scored;
                        self.bad_end += 1;
                    }
                    self.stage = PickStage::FirstKiller;
                }
                PickStage::FirstKiller => {
                    self.stage = PickStage::SecondKiller;
                    if let Some(mv) = self.killer(0, position) {
                        return Some(mv);
                    }
                }
                PickStage::SecondKiller => {
                    self.stage = PickStage::MakeQuiets;
                    if let Some(mv) = self.killer(1, position) {
                        return Some(mv);
                    }
                }
                PickStage::MakeQuiets => {
                    if !self.skip_quiets {
                        self.make_quiets(moves, position, histories, arena);
                    }
                    self.stage = PickStage::Quiets;
                }
                PickStage::Quiets => {
                    if !self.skip_quiets
                        && let Some(mv) = self.next_quiet(arena)
                    {
                        if !self.hints.killers.contains(&Some(mv)) {
                            return Some(mv);
                        }
                        continue;
                    }
                    self.bad_next = self.base;
                    self.stage = PickStage::BadCaptures;
                }
                PickStage::BadCaptures => {
                    if self.bad_next < self.bad_end {
                        self.bad_next += 1;
                        return Some(arena[self.bad_next - 1].mv);
                    }
                    self.stage = PickStage::Done;
                }
                PickStage::MakeEvasions => {
                    self.make_evasions(moves, position, histories, arena);
                    self.stage = PickStage::Evasions;
                }
                PickStage::Evasions => match self.pick_best(arena) {
                    Some(scored) => return Some(scored.mv),
                    None => self.stage = PickStage::Done,
                },
                PickStage::MakeTactical => {
                    self.make_tactical(moves, position, histories, arena);
                    self.stage = PickStage::Tactical;
                }
                PickStage::Tactical => match (self.pick_best(arena), self.purpose) {
                    (Some(Scored { mv, .. }), Purpose::ProbCut(gain)) => {
                        if position.exchange_gains(mv, gain, &values::<R>().exchange) {
                            return Some(mv);
                        }
                    }
                    (Some(scored), _) => return Some(scored.mv),
                    (None, _) => self.stage = PickStage::Done,
                },
                PickStage::Done => return None,
            }
        }
    }

    /// The killer, if it is a legal quiet move and not the hash move.
    fn killer<R: Rules>(&self, index: usize, position: &Position<R>) -> Option<Move> {
        let mv = self.hints.killers[index]?;
        let usable = !self.skip_quiets
            && self.hints.table_move != Some(mv)
            && position.piece_on(mv.to()).is_none()
            && !is_tactical(position, mv)
            && position.is_legal(mv);
        usable.then_some(mv)
    }

    /// The best remaining quiet move. The first few are selected one by one, since often no more are needed;
    /// then the rest is sorted.
    fn next_quiet(&mut self, arena: &mut Arena) -> Option<Move> {
        self.quiets_picked += 1;
        if self.quiets_picked <= QUIETS_PICKED {
            return self.pick_best(arena).map(|scored| scored.mv);
        }
        let rest = &mut arena[self.next..self.end];
        if self.quiets_picked == QUIETS_PICKED + 1 {
            rest.sort_unstable_by_key(|scored| std::cmp::Reverse(scored.score));
        }
        self.next += 1;
        rest.first().map(|scored| scored.mv)
    }

    /// The best of the remaining moves.
    fn pick_best(&mut self, arena: &mut Arena) -> Option<Scored> {
        let rest = &mut arena[self.next..self.end];
        let best = (0..rest.len()).max_by_key(|&index| rest[index].score)?;
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }

    fn make_tactical<R: Rules>(
        &mut self,
        moves: &MoveGen<'_, R>,
        position: &Position<R>,
        histories: &Histories,
        arena: &mut Arena,
    ) {
        self.start(arena);
        let us = position.turn();
        let theirs = position.pieces(!us);
        let zone = Bitboard::promotion_zone(us).without(position.pieces(us));
        let targets = Targets {
            board: theirs | zone,
            drops: Bitboard::EMPTY,
        };
        let wanted = WantedTargets {
            kept: theirs,
            promoted: Bitboard::FULL,
        };
        write_moves(
            moves,
            position,
            targets,
            wanted,
            self.hints.table_move,
            arena,
        );
        self.end = arena.len();
        let worth = values::<R>();
        for scored in &mut arena[self.next..] {
            scored.score =
                tactical_score(position, scored.mv, histories, worth, self.hints.features);
        }
    }

    fn make_quiets<R: Rules>(
        &mut self,
        moves: &MoveGen<'_, R>,
        position: &Position<R>,
        histories: &Histories,
        arena: &mut Arena,
    ) {
        self.start(arena);
        let empty = !position.occupied();
        let targets = Targets {
            board: empty,
            drops: empty,
        };
        // Promotions into the camp were generated before.
        let wanted = WantedTargets {
            kept: Bitboard::FULL,
            promoted: !Bitboard::promotion_zone(position.turn()),
        };
        write_moves(
            moves,
            position,
            targets,
            wanted,
            self.hints.table_move,
            arena,
        );
        self.end = arena.len();
        self.score_quiets(position, histories, &mut arena[self.next..]);
    }

    fn make_evasions<R: Rules>(
        &mut self,
        moves: &MoveGen<'_, R>,
        position: &Position<R>,
        histories: &Histories,
        arena: &mut Arena,
    ) {
        self.start(arena);
        let targets = Targets::all(position);
        let wanted = WantedTargets {
            kept: Bitboard::FULL,
            promoted: Bitboard::FULL,
        };
        write_moves(
            moves,
            position,
            targets,
            wanted,
            self.hints.table_move,
            arena,
        );
        self.end = arena.len();
        self.score_quiets(position, histories, &mut arena[self.next..]);
        let worth = values::<R>();
        for scored in &mut arena[self.next..] {
            if let Some(captured) = position.piece_on(scored.mv.to()) {
                scored.score = (1 << 24) + worth.capture(captured.kind());
            }
        }
    }

    fn start(&mut self, arena: &mut Arena) {
        // Moves below `bad_end` stay; the rest have been yielded.
        arena.truncate(self.bad_end.max(self.base));
        self.next = arena.len();
    }

    fn score_quiets<R: Rules>(
        &self,
        position: &Position<R>,
        histories: &Histories,
        quiets: &mut [Scored],
    ) {
        let us = position.turn();
        let rows = self
            .hints
            .before
            .map(|before| histories.continuation(before));
        let features = self.hints.features;
        for scored in quiets {
            let placed = placed(position, us, scored.mv);
            let row = row_index(placed);
            let mut score = 0;
            if features.has(Feature::ButterflyHistory) {
                score += 2 * histories.butterfly(us, scored.mv);
            }
            if features.has(Feature::ContinuationHistory) {
                score += 2 * rows[0][row].get() + rows[1][row].get() + rows[2][row].get() / 2;
            }
            scored.score = score;
        }
    }
}

/// Captures and promotions into the enemy's camp come before other moves.
#[inline]
pub(crate) fn is_tactical<R: Rules>(position: &Position<R>, mv: Move) -> bool {
    position.piece_on(mv.to()).is_some()
        || mv.is_promotion() && mv.to().in_promotion_zone(position.turn())
}

/// The index of what a move places.
#[inline]
pub(crate) fn placed<R: Rules>(position: &Position<R>, us: Color, mv: Move) -> PieceTo {
    let kind = position.placed_kind(mv).unwrap_or(PieceKind::King);
    piece_to(us, kind, mv.to())
}

#[inline]
fn tactical_score<R: Rules>(
    position: &Position<R>,
    mv: Move,
    histories: &Histories,
    worth: &Values,
    features: Features,
) -> i32 {
    let captured = position.piece_on(mv.to());
    let mut gain = captured.map_or(0, |piece| worth.capture(piece.kind()));
    if let (true, Some(from)) = (mv.is_promotion(), mv.from()) {
        gain += position
            .piece_on(from)
            .map_or(0, |piece| worth.promotion(piece.kind()));
    }
    let mut score = 7 * gain;
    if features.has(Feature::CaptureHistory) {
        score += histories.capture(placed(position, position.turn(), mv), captured);
    }
    score
}

/// The number of quiet moves that are selected one by one.
const QUIETS_PICKED: usize = 6;

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_testkit::Playout;

    /// All stages together yield every sensible legal move once.
    fn complete<R: Rules>(seed: u64) {
        let histories = Histories::new();
        for (position, chosen) in Playout::<R>::new(seed).take(200) {
            let legal = position.legal_moves();
            let sensible = |mv: &Move| !crate::write_moves::is_foolish(&position, *mv);
            let mut expected: Vec<Move> = legal.iter().copied().filter(sensible).collect();
            if !expected.contains(&chosen) {
                expected.push(chosen);
            }
            let moves = position.move_gen();
            let in_check = !moves.checkers().is_empty();
            let hints = Hints {
                table_move: Some(chosen),
                killers: [expected.first().copied(), expected.last().copied()],
                before: [crate::history::NO_MOVE; 3],
                features: Features::ALL,
            };
            let mut arena = Arena::new();
            let mut picker = MovePicker::new(Purpose::Main, in_check, hints, &arena);
            let mut yielded = Vec::new();
            while let Some(mv) = picker.next(&moves, &position, &histories, &mut arena) {
                yielded.push(mv);
            }
            picker.finish(&mut arena);
            assert!(arena.is_empty());
            yielded.sort_unstable();
            expected.sort_unstable();
            assert_eq!(yielded, expected, "{position}");
        }
    }

    #[test]
    fn every_move_is_picked_once() {
        for seed in 0..20 {
            complete::<komadai_core::Shogi>(seed);
            complete::<komadai_core::Seireigi>(seed);
        }
    }
}
