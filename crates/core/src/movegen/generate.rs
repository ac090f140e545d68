//! The generator: one pass over the pieces of the side to move, then its hand.

use super::select::Selection;
use super::sink::{MoveSet, MoveSink};
use super::{MoveGen, ToMove};
use crate::attacks::lines::between;
use crate::attacks::{attacks, sliders};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::hand::HandKinds;
use crate::moves::Promotion;
use crate::piece::{HandKind, KindSet, PieceKind};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Rules;
use std::marker::PhantomData;
use std::ops::ControlFlow;

#[inline(always)]
pub(super) fn run<R: Rules, S: ToMove, C: Selection, K: MoveSink>(
    moves: &MoveGen<'_, R>,
    selection: &C,
    sink: &mut K,
) -> ControlFlow<K::Break> {
    let mut generator = Generator::<R, S, C, K> {
        moves,
        position: moves.position,
        selection,
        sink,
        side: PhantomData,
    };
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
    let answers = checker.iter().fold(checker, |set, square| {
        set | interpositions::<R, S>(moves, king, square)
    });
    generator.others(answers, moves.pinned)
}

/// The squares where a piece would stand between a checker and the king.
#[inline(always)]
fn interpositions<R: Rules, S: ToMove>(
    moves: &MoveGen<'_, R>,
    king: Square,
    checker: Square,
) -> Bitboard {
    // Jumps of shogi never follow a line, but a Heavenly Horse jumps two squares along one.
    if R::SPECIAL_MOVERS != KindSet::EMPTY
        && moves
            .position
            .step_attackers(S::THEM, king)
            .contains(checker)
    {
        return Bitboard::EMPTY;
    }
    between(king, checker)
}

struct Generator<'g, R: Rules, S: ToMove, C: Selection, K: MoveSink> {
    moves: &'g MoveGen<'g, R>,
    position: &'g Position<R>,
    selection: &'g C,
    sink: &'g mut K,
    side: PhantomData<S>,
}

impl<R: Rules, S: ToMove, C: Selection, K: MoveSink> Generator<'_, R, S, C, K> {
    /// One step forward, as a difference of square indices.
    const FORWARD: i8 = match S::US {
        Color::Black => -1,
        Color::White => 1,
    };

    #[inline(always)]
    fn king(&mut self) -> ControlFlow<K::Break> {
        let Some(king) = self.moves.king else {
            return ControlFlow::Continue(());
        };
        let steps = R::STEPS
            .get(S::US, PieceKind::King, king)
            .without(self.moves.danger);
        self.piece(
            PieceKind::King,
            king,
            steps & self.selection.uniform_board(),
        )
    }

    /// Everything but the king's moves; `answers` are the squares that meet a check.
    #[inline(always)]
    fn others(&mut self, answers: Bitboard, pinned: Bitboard) -> ControlFlow<K::Break> {
        self.free_pieces(answers & self.selection.uniform_board(), pinned)?;
        if !pinned.is_empty() && self.moves.checkers.is_empty() {
            self.pinned_pieces(pinned)?;
        }
        self.drops(answers)
    }

    #[inline(always)]
    fn free_pieces(&mut self, targets: Bitboard, pinned: Bitboard) -> ControlFlow<K::Break> {
        let position = self.position;
        let free = position.pieces(S::US).without(pinned);
        let plain = free.without(position.not_plain());
        let occupied = position.occupied();
        let base = |kind| position.base(kind);
        let steps = |kind, from| R::STEPS.get(S::US, kind, from);

        let knights = plain & base(HandKind::Knight);
        let silvers = plain & base(HandKind::Silver);
        self.pawns(plain & base(HandKind::Pawn), targets)?;
        self.lances(plain & base(HandKind::Lance), targets)?;
        self.keep_steppers(PieceKind::Knight, knights, targets)?;
        self.keep_steppers(PieceKind::Silver, silvers, targets)?;
        self.golds(free, targets)?;
        (plain & base(HandKind::Bishop)).try_each(|from| {
            let to = sliders::bishop(from, occupied) & targets;
            self.piece(PieceKind::Bishop, from, to)
        })?;
        (plain & base(HandKind::Rook)).try_each(|from| {
            let to = sliders::rook(from, occupied) & targets;
            self.piece(PieceKind::Rook, from, to)
        })?;
        // Most positions have none of these, so one test covers them all.
        let turned = free & position.not_plain();
        let (horses, dragons) = (
            turned & base(HandKind::Bishop),
            turned & base(HandKind::Rook),
        );
        let knights_near = knights & Bitboard::far_ranks(S::US, 5);
        let silvers_near = silvers & Bitboard::far_ranks(S::US, 4);
        if !(horses | dragons | knights_near | silvers_near).is_empty() {
            self.promote_steppers(PieceKind::Knight, knights_near, targets)?;
            self.promote_steppers(PieceKind::Silver, silvers_near, targets)?;
            horses.try_each(|from| {
                let to = sliders::bishop(from, occupied) | steps(PieceKind::Horse, from);
                self.keep(PieceKind::Horse, from, to & targets)
            })?;
            dragons.try_each(|from| {
                let to = sliders::rook(from, occupied) | steps(PieceKind::Dragon, from);
                self.keep(PieceKind::Dragon, from, to & targets)
            })?;
        }
        let special = free & position.special_movers();
        if !special.is_empty() {
            for kind in PieceKind::ALL {
                if R::SPECIAL_MOVERS.contains(kind) {
                    (special & position.kind(kind)).try_each(|from| {
                        let to = attacks::<R>(S::US, kind, from, occupied) & targets;
                        self.keep(kind, from, to)
                    })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Golds and all that moves like them.
    #[inline(always)]
    fn golds(&mut self, free: Bitboard, targets: Bitboard) -> ControlFlow<K::Break> {
        let mut movers = free & self.position.gold_movers();
        if R::PROMOTABLE.contains(PieceKind::Gold) {
            let golds = movers & self.position.base(HandKind::Gold);
            let near = golds & Bitboard::far_ranks(S::US, 4);
            self.promote_steppers(PieceKind::Gold, near, targets)?;
            self.keep_steppers(PieceKind::Gold, golds, targets)?;
            movers = movers.without(golds);
        }
        // A tokin stands for all gold movers here: they move alike and none of them promotes.
        self.keep_steppers(PieceKind::ProPawn, movers, targets)
    }

    #[inline(always)]
    fn keep_steppers(
        &mut self,
        kind: PieceKind,
        pieces: Bitboard,
        targets: Bitboard,
    ) -> ControlFlow<K::Break> {
        pieces.try_each(|from| self.keep(kind, from, R::STEPS.get(S::US, kind, from) & targets))
    }

    #[inline(always)]
    fn promote_steppers(
        &mut self,
        kind: PieceKind,
        pieces: Bitboard,
        targets: Bitboard,
    ) -> ControlFlow<K::Break> {
        pieces.try_each(|from| self.promote(kind, from, R::STEPS.get(S::US, kind, from) & targets))
    }

    /// All lances at once, if the selection is uniform.
    #[inline(always)]
    fn lances(&mut self, lances: Bitboard, targets: Bitboard) -> ControlFlow<K::Break> {
        let occupied = self.position.occupied();
        if !C::UNIFORM {
            return lances.try_each(|from| {
                let to = sliders::lance(S::US, from, occupied) & targets;
                self.piece(PieceKind::Lance, from, to)
            });
        }
        let to = lances.slide_ahead(S::US, occupied) & targets;
        let set = |to, promotion| MoveSet::Lances {
            from: lances,
            to,
            color: S::US,
            promotion,
        };
        let promoting = to & Bitboard::promotion_zone(S::US);
        self.sink.accept(set(promoting, Promotion::Promote))?;
        let keeping = to.without(dead_ends::<S>(PieceKind::Lance));
        self.sink.accept(set(keeping, Promotion::Keep))
    }

    /// All pawns at once, if the selection is uniform.
    #[inline(always)]
    fn pawns(&mut self, pawns: Bitboard, targets: Bitboard) -> ControlFlow<K::Break> {
        if !C::UNIFORM {
            return pawns.try_each(|from| {
                self.piece(
                    PieceKind::Pawn,
                    from,
                    Bitboard::from(from).forward(S::US) & targets,
                )
            });
        }
        let to = pawns.forward(S::US) & targets;
        let step = Self::FORWARD;
        let promoting = to & const { Bitboard::promotion_zone(S::US) };
        self.sink.accept(MoveSet::Shifted {
            to: promoting,
            step,
            promotion: Promotion::Promote,
        })?;
        let keeping = to.without(dead_ends::<S>(PieceKind::Pawn));
        self.sink.accept(MoveSet::Shifted {
            to: keeping,
            step,
            promotion: Promotion::Keep,
        })
    }

    #[inline(always)]
    fn pinned_pieces(&mut self, pinned: Bitboard) -> ControlFlow<K::Break> {
        let targets = self.selection.uniform_board();
        for from in pinned {
            if let Some((kind, to)) = pinned_targets::<R, S>(self.position, from) {
                self.piece(kind, from, to & targets)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// One piece's moves to the squares `to`, promoting and not.
    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: Square, to: Bitboard) -> ControlFlow<K::Break> {
        if R::PROMOTABLE.contains(kind) {
            self.promote(kind, from, to)?;
        }
        self.keep(kind, from, to)
    }

    #[inline(always)]
    fn promote(&mut self, kind: PieceKind, from: Square, to: Bitboard) -> ControlFlow<K::Break> {
        let mut to = to & PROMOTION_TARGETS[S::US.index()][from.index()];
        if !C::UNIFORM {
            to &= self.selection.board(kind.promoted().unwrap_or(kind), from);
        }
        self.sink.accept(MoveSet::Piece {
            from,
            to,
            promotion: Promotion::Promote,
        })
    }

    #[inline(always)]
    fn keep(&mut self, kind: PieceKind, from: Square, to: Bitboard) -> ControlFlow<K::Break> {
        let mut to = to.without(dead_ends::<S>(kind));
        if !C::UNIFORM {
            to &= self.selection.board(kind, from);
        }
        self.sink.accept(MoveSet::Piece {
            from,
            to,
            promotion: Promotion::Keep,
        })
    }

    #[inline(always)]
    fn drops(&mut self, answers: Bitboard) -> ControlFlow<K::Break> {
        const ANYWHERE: HandKinds = HandKinds::new(&[
            HandKind::Silver,
            HandKind::Gold,
            HandKind::Bishop,
            HandKind::Rook,
        ]);
        let hand = self.position.hand(S::US);
        if hand.is_empty() {
            return ControlFlow::Continue(());
        }
        let held = hand.kinds();
        let only = |kind| held.and(HandKinds::new(&[kind]));
        if held.contains(HandKind::Pawn) {
            let to = self.pawn_drops(self.selection.drop(HandKind::Pawn) & answers);
            self.sink.accept(MoveSet::Drop {
                kinds: only(HandKind::Pawn),
                to,
            })?;
        }
        // No branches from here on: kinds that are not in hand have empty sets.
        for kind in [HandKind::Lance, HandKind::Knight] {
            let to = self.selection.drop(kind) & answers;
            let to = to.without(dead_ends::<S>(kind.piece_kind()));
            self.sink.accept(MoveSet::Drop {
                kinds: only(kind),
                to,
            })?;
        }
        if C::UNIFORM {
            let to = self.selection.drop(HandKind::Gold) & answers;
            return self.sink.accept(MoveSet::Drop {
                kinds: held.and(ANYWHERE),
                to,
            });
        }
        for kind in held.and(ANYWHERE).iter() {
            let to = self.selection.drop(kind) & answers;
            self.sink.accept(MoveSet::Drop {
                kinds: only(kind),
                to,
            })?;
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
        let to = to
            .without(dead_ends::<S>(PieceKind::Pawn))
            .without(own_pawns.files());
        let their_king = position.pieces(S::THEM) & position.kings();
        let checking = their_king.forward(S::THEM) & to;
        match checking.first() {
            Some(square) if position.is_drop_pawn_mate(S::US, square) => to.without(checking),
            _ => to,
        }
    }
}

/// A pinned piece and its targets on the line to its king. Rarely needed, so kept out of line; it takes
/// and returns plain values, to leave the sink in registers.
#[cold]
#[inline(never)]
fn pinned_targets<R: Rules, S: ToMove>(
    position: &Position<R>,
    from: Square,
) -> Option<(PieceKind, Bitboard)> {
    let kind = position.piece_on(from)?.kind();
    let king = position.king(S::US)?;
    let reach = attacks::<R>(S::US, kind, from, position.occupied());
    Some((kind, reach & position.pin_line(S::US, king, from)))
}

/// Where a piece that leaves a square may promote, by side: everywhere from inside the promotion
/// zone, else inside it.
static PROMOTION_TARGETS: [[Bitboard; 81]; 2] = {
    let mut table = [[Bitboard::FULL; 81]; 2];
    let mut square = 0;
    while square < 81 {
        let mut color = 0;
        while color < 2 {
            if !Square::ALL[square].in_promotion_zone(Color::ALL[color]) {
                table[color][square] = Bitboard::promotion_zone(Color::ALL[color]);
            }
            color += 1;
        }
        square += 1;
    }
    table
};

/// The ranks where a piece of a kind could never move again.
#[inline(always)]
fn dead_ends<S: ToMove>(kind: PieceKind) -> Bitboard {
    match kind {
        PieceKind::Pawn | PieceKind::Lance => const { Bitboard::far_ranks(S::US, 1) },
        PieceKind::Knight => const { Bitboard::far_ranks(S::US, 2) },
        _ => Bitboard::EMPTY,
    }
}
