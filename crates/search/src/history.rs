//! History heuristics: move ordering and much of the pruning are based on earlier cutoffs.

use crate::memory::{Zeroable, Zeroed};
use komadai_core::{Bitboard, Color, Move, MoveAction, Piece, PieceKind, Position, Rules, Square};

/// A bounded score that moves towards each update, more slowly the closer it is to the limit.
#[derive(Clone, Copy, Debug, Default)]
#[repr(transparent)]
pub(crate) struct Weight<const LIMIT: i32>(i16);

impl<const LIMIT: i32> Weight<LIMIT> {
    #[inline]
    pub(crate) fn get(self) -> i32 {
        i32::from(self.0)
    }

    #[inline]
    pub(crate) fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        let value = i32::from(self.0);
        self.0 = (value + bonus - value * bonus.abs() / LIMIT) as i16;
    }
}

/// Index of a piece on a square, the key of continuation histories.
pub(crate) type PieceTo = usize;
pub(crate) const PIECE_TOS: usize = 2 * 16 * 81;

/// The index of a piece arriving on a square.
#[inline]
pub(crate) fn piece_to(color: Color, kind: PieceKind, to: Square) -> PieceTo {
    (color.index() * 16 + kind.index()) * 81 + to.index()
}

/// 81 origins and eight for drops.
const ORIGINS: usize = 89;

#[inline]
fn origin(mv: Move) -> usize {
    match mv.action() {
        MoveAction::Board { from, .. } => from.index(),
        MoveAction::Drop { kind, .. } => 81 + kind.index(),
    }
}

const KINDS: usize = 16;
const CORRECTIONS: usize = 1 << 14;
/// Corrections are stored in fractions of this.
const CORRECTION_GRAIN: i32 = 128;

/// The row of one earlier move: scores of the moves that may follow it, by kind and target.
pub(crate) type Continuation = [Weight<16_384>; KINDS * 81];

/// A thread's statistics about moves.
struct HistoryTables {
    butterfly: [[[Weight<8192>; 81]; ORIGINS]; 2],
    captures: [[Weight<10_692>; KINDS]; PIECE_TOS],
    continuations: [Continuation; PIECE_TOS + 1],
    pawn_corrections: [[Weight<8192>; CORRECTIONS]; 2],
    hand_corrections: [[Weight<8192>; CORRECTIONS]; 2],
    move_corrections: [Weight<8192>; PIECE_TOS + 1],
}

/// A thread's statistics about moves, on the heap.
pub(crate) struct Histories(Zeroed<HistoryTables>);

// SAFETY: all fields are arrays of weights, which are numbers.
unsafe impl Zeroable for HistoryTables {}

impl std::fmt::Debug for Histories {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Histories")
    }
}

/// The continuation row for "no previous move".
pub(crate) const NO_MOVE: PieceTo = PIECE_TOS;

impl Histories {
    /// Empty histories.
    pub(crate) fn new() -> Histories {
        Histories(Zeroed::new(1))
    }

    /// Clears everything.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    #[inline(always)]
    fn tables(&self) -> &HistoryTables {
        &self.0[0]
    }

    #[inline(always)]
    fn tables_mut(&mut self) -> &mut HistoryTables {
        &mut self.0[0]
    }

    #[inline]
    pub(crate) fn butterfly(&self, color: Color, mv: Move) -> i32 {
        self.tables().butterfly[color.index()][origin(mv)][mv.to().index()].get()
    }

    #[inline]
    pub(crate) fn update_butterfly(&mut self, color: Color, mv: Move, bonus: i32) {
        self.tables_mut().butterfly[color.index()][origin(mv)][mv.to().index()].update(bonus);
    }

    #[inline]
    pub(crate) fn capture(&self, placed: PieceTo, captured: Option<Piece>) -> i32 {
        self.tables().captures[placed][captured_index(captured)].get()
    }

    #[inline]
    pub(crate) fn update_capture(&mut self, placed: PieceTo, captured: Option<Piece>, bonus: i32) {
        self.tables_mut().captures[placed][captured_index(captured)].update(bonus);
    }

    #[inline]
    pub(crate) fn continuation(&self, before: PieceTo) -> &Continuation {
        &self.tables().continuations[before]
    }

    #[inline]
    pub(crate) fn update_continuation(&mut self, before: PieceTo, placed: PieceTo, bonus: i32) {
        if before != NO_MOVE {
            self.tables_mut().continuations[before][placed % (KINDS * 81)].update(bonus);
        }
    }

    /// The average error of the evaluation in similar positions.
    #[inline]
    pub(crate) fn correction<R: Rules>(&self, position: &Position<R>, before: PieceTo) -> i32 {
        let turn = position.turn().index();
        let pawns = self.tables().pawn_corrections[turn][pawn_index(position)].get();
        let hands = self.tables().hand_corrections[turn][hand_index(position)].get();
        let last = self.tables().move_corrections[before].get();
        (2 * pawns + hands + last) / (2 * CORRECTION_GRAIN)
    }

    /// Updates the average with the difference between search result and evaluation.
    pub(crate) fn update_correction<R: Rules>(
        &mut self,
        position: &Position<R>,
        before: PieceTo,
        difference: i32,
        depth: i32,
    ) {
        let turn = position.turn().index();
        let bonus = (difference * depth).clamp(-2048, 2048);
        self.tables_mut().pawn_corrections[turn][pawn_index(position)].update(bonus);
        self.tables_mut().hand_corrections[turn][hand_index(position)].update(bonus);
        self.tables_mut().move_corrections[before].update(bonus / 2);
    }
}

/// The index in a row of a kind that arrives on a square.
#[inline]
pub(crate) fn row_index(placed: PieceTo) -> usize {
    placed % (KINDS * 81)
}

#[inline]
fn captured_index(captured: Option<Piece>) -> usize {
    captured.map_or(0, |piece| piece.kind().index())
}

#[inline]
fn pawn_index<R: Rules>(position: &Position<R>) -> usize {
    let pawns = position.kind(PieceKind::Pawn);
    let hash = |set: Bitboard, factor: u64| {
        let [low, high] = set.words();
        (low ^ high.rotate_left(40)).wrapping_mul(factor)
    };
    let black = hash(pawns & position.pieces(Color::Black), 0x9e37_79b9_7f4a_7c15);
    let white = hash(pawns & position.pieces(Color::White), 0xc2b2_ae3d_27d4_eb4f);
    ((black ^ white.rotate_left(32)) >> 40) as usize % CORRECTIONS
}

#[inline]
fn hand_index<R: Rules>(position: &Position<R>) -> usize {
    let code = position.hands().code().wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (code >> 40) as usize % CORRECTIONS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_stay_within_their_limit() {
        let mut weight = Weight::<8192>::default();
        for _ in 0..1000 {
            weight.update(5000);
        }
        assert!((8000..=8192).contains(&weight.get()));
        for _ in 0..1000 {
            weight.update(i32::MIN / 2);
        }
        assert_eq!(weight.get(), -8192);
    }

    #[test]
    fn new_histories_know_nothing() {
        let histories = Histories::new();
        let mv = "7g7f".parse().unwrap();
        assert_eq!(histories.butterfly(Color::Black, mv), 0);
        assert_eq!(histories.continuation(NO_MOVE)[80].get(), 0);
    }
}
