//! The generator: one pass over the pieces of the side to move, then its hand.

use super::select::Selection;
use super::sink::{MoveSet, MoveSink};
use super::{MoveGen, Side};
use crate::attacks::lines::between;
use crate::attacks::{attacks, sliders};
use crate::bitboard::Bitboard;
use crate::moves::Promotion;
use crate::piece::{HandKind, KindSet, PieceKind};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Rules;
use std::marker::PhantomData;
use std::ops::ControlFlow;

#[inline(always)]
pub(super) fn run<R: Rules, S: Side, C: Selection, K: MoveSink>(
    moves: &MoveGen<'_, R>,
    selection: &C,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let mut generator =
        Generator::<R, S, C, K> { moves, position: moves.position, selection, sink, side: PhantomData };
    generator.king()?;
    let Some(king) = moves.king.filter(|_| !moves.checkers.is_empty()) else {
        return generator.others(Bitboard::FULL, moves.pinned);
    };
    if moves.checkers.has_several() {
        return ControlFlow::Continue(());
    }
    // A single check is met by taking the checker or by standing between. A pinned piece can do
    // neither: it would have to leave its line.
    let checker = moves.checkers;
    let answers = checker.iter().fold(checker, |set, square| set | interpositions::<R, S>(moves, king, square));
    generator.others(answers, moves.pinned)
}

/// The squares where a piece would stand between a checker and the king.
#[inline(always)]
fn interpositions<R: Rules, S: Side>(moves: &MoveGen<'_, R>, king: Square, checker: Square) -> Bitboard {
    // Jumps of shogi never follow a line, but a Heavenly Horse jumps two squares along one.
    if R::SPECIAL_MOVERS != KindSet::EMPTY
        && moves.position.step_attackers(S::THEM, king).contains(checker)
    {
        return Bitboard::EMPTY;
    }
    between(king, checker)
}

struct Generator<'g, R: Rules, S: Side, C: Selection, K: MoveSink> {
    moves: &'g MoveGen<'g, R>,
    position: &'g Position<R>,
    selection: &'g C,
    sink: &'g mut K,
    side: PhantomData<S>,
}

/// Promoted kinds by base, for the constants of a kind.
const fn promoted(kind: PieceKind) -> PieceKind {
    match kind.promoted() {
        Some(promoted) => promoted,
        None => kind,
    }
}

impl<R: Rules, S: Side, C: Selection, K: MoveSink> Generator<'_, R, S, C, K> {
    const ZONE: Bitboard = Bitboard::promotion_zone(S::US);
    /// One step forward, as a difference of square indices.
    const FORWARD: i8 = match S::US {
        crate::Color::Black => -1,
        crate::Color::White => 1,
    };

    #[inline(always)]
    fn king(&mut self) -> ControlFlow<K::Break> {
        let Some(king) = self.moves.king else { return ControlFlow::Continue(()) };
        let steps = R::STEPS.get(S::US, PieceKind::King, king).without(self.moves.danger);
        self.piece(PieceKind::King, king, steps)
    }

    /// Everything but the king's moves; `answers` are the squares that meet a check.
    #[inline(always)]
    fn others(&mut self, answers: Bitboard, pinned: Bitboard) -> ControlFlow<K::Break> {
        self.free_pieces(answers, pinned)?;
        if !pinned.is_empty() && self.moves.checkers.is_empty() {
            self.pinned_pieces(pinned)?;
        }
        self.drops(answers)
    }

    #[inline(always)]
    fn free_pieces(&mut self, answers: Bitboard, pinned: Bitboard) -> ControlFlow<K::Break> {
        let position = self.position;
        let free = position.pieces(S::US).without(pinned);
        let plain = free.without(position.not_plain());
        let occupied = position.occupied();
        let base = |kind| position.base(kind);
        let steps = |kind, from| R::STEPS.get(S::US, kind, from) & answers;

        self.pawns(plain & base(HandKind::Pawn), answers)?;
        for from in plain & base(HandKind::Lance) {
            self.piece(PieceKind::Lance, from, sliders::lance(S::US, from, occupied) & answers)?;
        }
        for from in plain & base(HandKind::Knight) {
            self.piece(PieceKind::Knight, from, steps(PieceKind::Knight, from))?;
        }
        for from in plain & base(HandKind::Silver) {
            self.piece(PieceKind::Silver, from, steps(PieceKind::Silver, from))?;
        }
        self.golds(free, answers)?;
        for from in free & base(HandKind::Bishop) {
            let slides = sliders::bishop(from, occupied) & answers;
            if position.not_plain().contains(from) {
                self.piece(PieceKind::Horse, from, slides | steps(PieceKind::Horse, from))?;
            } else {
                self.piece(PieceKind::Bishop, from, slides)?;
            }
        }
        for from in free & base(HandKind::Rook) {
            let slides = sliders::rook(from, occupied) & answers;
            if position.not_plain().contains(from) {
                self.piece(PieceKind::Dragon, from, slides | steps(PieceKind::Dragon, from))?;
            } else {
                self.piece(PieceKind::Rook, from, slides)?;
            }
        }
        for kind in PieceKind::ALL {
            if R::SPECIAL_MOVERS.contains(kind) {
                for from in free & position.kind(kind) {
                    self.piece(kind, from, attacks::<R>(S::US, kind, from, occupied) & answers)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Golds and all that moves like them. What kind exactly one is matters only where it may promote, and to
    /// selections that ask.
    #[inline(always)]
    fn golds(&mut self, free: Bitboard, answers: Bitboard) -> ControlFlow<K::Break> {
        let mut movers = free & self.position.gold_movers();
        if R::PROMOTABLE.contains(PieceKind::Gold) {
            let golds = self.position.base(HandKind::Gold);
            for from in movers & golds {
                let steps = R::STEPS.get(S::US, PieceKind::Gold, from) & answers;
                self.piece(PieceKind::Gold, from, steps)?;
            }
            movers = movers.without(golds);
        }
        for from in movers {
            // A tokin stands for all gold movers that are promoted already: it does not promote.
            let steps = R::STEPS.get(S::US, PieceKind::Gold, from) & answers;
            self.piece(PieceKind::ProPawn, from, steps)?;
        }
        ControlFlow::Continue(())
    }

    /// Pawns all at once, where the selection does not look at each.
    #[inline(always)]
    fn pawns(&mut self, pawns: Bitboard, answers: Bitboard) -> ControlFlow<K::Break> {
        if !C::UNIFORM {
            for from in pawns {
                self.piece(PieceKind::Pawn, from, Bitboard::from(from).forward(S::US) & answers)?;
            }
            return ControlFlow::Continue(());
        }
        let to = pawns.forward(S::US) & answers & self.selection.uniform_board();
        let step = Self::FORWARD;
        let keep = to.without(const { Bitboard::far_ranks(S::US, 1) });
        self.sink.accept(MoveSet::Shifted { to: to & Self::ZONE, step, promotion: Promotion::Promote })?;
        self.sink.accept(MoveSet::Shifted { to: keep, step, promotion: Promotion::Keep })
    }

    /// A pinned piece may move along the line to its king.
    #[cold]
    fn pinned_pieces(&mut self, pinned: Bitboard) -> ControlFlow<K::Break> {
        let (Some(king), occupied) = (self.moves.king, self.position.occupied()) else {
            return ControlFlow::Continue(());
        };
        for from in pinned {
            if let Some(piece) = self.position.piece_on(from) {
                let kind = piece.kind();
                let to = attacks::<R>(S::US, kind, from, occupied) & self.position.pin_line(S::US, king, from);
                self.piece(kind, from, to)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// One piece's moves to the selected squares among `to`, promoting and not.
    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: Square, to: Bitboard) -> ControlFlow<K::Break> {
        if R::PROMOTABLE.contains(kind) {
            let zone = if Self::ZONE.contains(from) { Bitboard::FULL } else { Self::ZONE };
            let promoting = to & zone & self.selection.board(promoted(kind), from);
            self.sink.accept(MoveSet::Piece { from, to: promoting, promotion: Promotion::Promote })?;
        }
        let keeping = (to & self.selection.board(kind, from)).without(dead_ends::<S>(kind));
        self.sink.accept(MoveSet::Piece { from, to: keeping, promotion: Promotion::Keep })
    }

    #[inline(always)]
    fn drops(&mut self, answers: Bitboard) -> ControlFlow<K::Break> {
        let hand = self.position.hand(S::US);
        if hand.is_empty() {
            return ControlFlow::Continue(());
        }
        if hand.has(HandKind::Pawn) {
            let to = self.pawn_drops(self.selection.drop(HandKind::Pawn) & answers);
            self.sink.accept(MoveSet::Drop { kind: HandKind::Pawn, to })?;
        }
        for kind in HandKind::ALL {
            if kind as u8 != HandKind::Pawn as u8 && hand.has(kind) {
                let to = (self.selection.drop(kind) & answers).without(dead_ends::<S>(kind.piece_kind()));
                self.sink.accept(MoveSet::Drop { kind, to })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The squares among `to` where a pawn may be dropped: not on the last rank, not on a file with
    /// an own pawn, and not where it would mate.
    #[inline(always)]
    fn pawn_drops(&self, to: Bitboard) -> Bitboard {
        let position = self.position;
        let own_pawns =
            (position.pieces(S::US) & position.base(HandKind::Pawn)).without(position.not_plain());
        let to = to.without(dead_ends::<S>(PieceKind::Pawn)).without(own_pawns.files());
        let their_king = position.pieces(S::THEM) & position.kings();
        let checking = their_king.forward(S::THEM) & to;
        match checking.first() {
            Some(square) if position.is_drop_pawn_mate(S::US, square) => to.without(checking),
            _ => to,
        }
    }
}

/// The ranks where a piece of a kind could never move again.
#[inline(always)]
fn dead_ends<S: Side>(kind: PieceKind) -> Bitboard {
    match kind {
        PieceKind::Pawn | PieceKind::Lance => const { Bitboard::far_ranks(S::US, 1) },
        PieceKind::Knight => const { Bitboard::far_ranks(S::US, 2) },
        _ => Bitboard::EMPTY,
    }
}
