//! Legal moves.
//!
//! There is one generator with three type parameters: the variant, the side to move and a sink. The sink
//! receives *sets* of moves ([`MoveSet`]): counting needs no individual moves, a search may stop early,
//! and a list collects them all.

mod generate;
mod mate;
mod select;
mod sink;

pub use select::{Checks, Selection, Targets};
pub use sink::{MoveSet, MoveSink};

use crate::attacks::lines::between;
use crate::attacks::{attacks, sliders};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::moves::{Move, MoveList};
use crate::piece::{HandKind, PieceKind};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Rules;
use sink::{Counter, ListWriter, StopAtFirst};
use std::ops::ControlFlow;

/// The checkers, pins and attacked squares of a position, computed once for any number of generators.
#[derive(Clone, Copy, Debug)]
pub struct MoveGen<'p, R: Rules> {
    position: &'p Position<R>,
    king: Option<Square>,
    checkers: Bitboard,
    pinned: Bitboard,
    /// Squares the opponent attacks, with our king off the board; complete only around the king.
    danger: Bitboard,
}

/// A side as a type, so that generators are compiled once for each.
pub(crate) trait ToMove {
    const US: Color;
    const THEM: Color = Self::US.opponent();
}

pub(crate) struct BlackToMove;
pub(crate) struct WhiteToMove;

impl ToMove for BlackToMove {
    const US: Color = Color::Black;
}

impl ToMove for WhiteToMove {
    const US: Color = Color::White;
}

impl<R: Rules> Position<R> {
    /// Computes checkers, pins and the squares closed to the king.
    #[inline]
    pub fn move_gen(&self) -> MoveGen<'_, R> {
        match self.turn() {
            Color::Black => MoveGen::new::<BlackToMove>(self),
            Color::White => MoveGen::new::<WhiteToMove>(self),
        }
    }

    /// All legal moves, with and without promotion where the rules allow both.
    ///
    /// ```
    /// use komadai_core::{Position, Shogi};
    /// assert_eq!(Position::<Shogi>::default().legal_moves().len(), 30);
    /// ```
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        self.collect(&Targets::all(self))
    }

    /// The legal captures.
    pub fn captures(&self) -> MoveList {
        self.collect(&Targets::captures(self))
    }

    /// The legal moves on the board that are not captures.
    pub fn quiet_moves(&self) -> MoveList {
        self.collect(&Targets::quiet(self))
    }

    /// The legal drops.
    pub fn drops(&self) -> MoveList {
        self.collect(&Targets::drops(self))
    }

    /// The legal moves that give check, including discovered checks.
    pub fn checks(&self) -> MoveList {
        self.collect(&Checks::new(self))
    }

    /// Appends the legal moves of a selection to a list. This avoids the copy of returning a list.
    pub fn append_moves<S: Selection>(&self, selection: &S, list: &mut MoveList) {
        let mut writer = ListWriter::new(list);
        let ControlFlow::Continue(()) = self.generate(selection, &mut writer);
        writer.finish();
    }

    #[inline]
    fn collect<S: Selection>(&self, selection: &S) -> MoveList {
        let mut list = MoveList::new();
        self.append_moves(selection, &mut list);
        list
    }

    /// Number of legal moves.
    pub fn count_legal_moves(&self) -> usize {
        let mut counter = Counter(0);
        let ControlFlow::Continue(()) = self.generate(&Targets::all(self), &mut counter);
        counter.0
    }

    /// Returns whether the side to move has a legal move. A side without one has lost, even if it is not in check.
    pub fn has_legal_move(&self) -> bool {
        if cfg!(komadai_small) {
            // Another generator would be as large again.
            return !self.legal_moves().is_empty();
        }
        self.generate(&Targets::all(self), &mut StopAtFirst)
            .is_break()
    }

    /// A move that mates immediately, if there is one.
    pub fn mate_in_one(&self) -> Option<Move> {
        let mates = |mv: &Move| {
            let mut next = *self;
            let _ = next.play_unchecked(*mv);
            !next.has_legal_move()
        };
        self.checks().into_iter().find(mates)
    }

    /// Passes the legal moves of a selection to a sink, in sets, until the sink breaks.
    ///
    /// Always inlined, so that a sink's state can live in registers: call it from few places.
    #[inline(always)]
    pub fn generate<S: Selection, K: MoveSink>(
        &self,
        selection: &S,
        sink: &mut K,
    ) -> ControlFlow<K::Break> {
        match self.turn() {
            Color::Black => generate::run::<R, BlackToMove, S, K>(
                &MoveGen::new::<BlackToMove>(self),
                selection,
                sink,
            ),
            Color::White => generate::run::<R, WhiteToMove, S, K>(
                &MoveGen::new::<WhiteToMove>(self),
                selection,
                sink,
            ),
        }
    }
}

impl<'p, R: Rules> MoveGen<'p, R> {
    /// Passes the legal moves of a selection to a sink, in sets, until the sink breaks.
    #[inline]
    pub fn generate<S: Selection, K: MoveSink>(
        &self,
        selection: &S,
        sink: &mut K,
    ) -> ControlFlow<K::Break> {
        match self.position.turn() {
            Color::Black => generate::run::<R, BlackToMove, S, K>(self, selection, sink),
            Color::White => generate::run::<R, WhiteToMove, S, K>(self, selection, sink),
        }
    }

    /// The pieces that give check to the side to move.
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// The pieces of the side to move that may not leave their line to its king.
    pub fn pinned(&self) -> Bitboard {
        self.pinned
    }

    #[inline(always)]
    fn new<S: ToMove>(position: &'p Position<R>) -> MoveGen<'p, R> {
        let mut this = MoveGen {
            position,
            king: position.king(S::US),
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            danger: Bitboard::EMPTY,
        };
        let Some(king) = this.king else { return this };
        let occupied = position.occupied();
        this.danger = danger::<R, S>(position, king, occupied.without(king.into()));
        let mut sliding_checkers = Bitboard::EMPTY;
        this.pinned = position.snipers(S::THEM, king).union_of(|sniper| {
            let blockers = between(king, sniper) & occupied;
            if blockers.is_empty() {
                sliding_checkers |= sniper.into();
            }
            if blockers.has_several() {
                Bitboard::EMPTY
            } else {
                blockers & position.pieces(S::US)
            }
        });
        if this.danger.contains(king) {
            let stepping_checkers = position.step_attackers(S::THEM, king);
            this.checkers = sliding_checkers | (stepping_checkers & position.pieces(S::THEM));
        }
        this
    }
}

/// The squares around our king, and its own, that the opponent attacks once the king is lifted.
///
/// Steps are taken for all pieces of a kind at once. Sliders count only if, on an empty board, they
/// could reach the king's neighbourhood.
#[inline(always)]
fn danger<R: Rules, S: ToMove>(
    position: &Position<R>,
    king: Square,
    occupied: Bitboard,
) -> Bitboard {
    let steppers = position.steppers(S::THEM);
    let forward = |set: Bitboard| set.forward(S::THEM);
    let back = |set: Bitboard| set.forward(S::US);
    // Whatever lies one file to the side of these squares is attacked.
    let beside = forward(steppers.forward_diagonal | forward(steppers.knights))
        | steppers.sideways_and_back
        | back(steppers.backward_diagonal);
    let mut danger = forward(steppers.forward)
        | back(steppers.sideways_and_back)
        | beside.left()
        | beside.right();

    let theirs = position.pieces(S::THEM);
    let plain = theirs.without(position.not_plain());
    let near = &NEIGHBOURHOODS[king.index()];
    let rooks = theirs & position.base(HandKind::Rook) & near.rooks;
    let bishops = theirs & position.base(HandKind::Bishop) & near.bishops;
    let lances = plain & position.base(HandKind::Lance) & near.lances;
    if !(rooks | bishops | lances).is_empty() {
        danger |= rooks.union_of(|rook| sliders::rook(rook, occupied));
        danger |= bishops.union_of(|bishop| sliders::bishop(bishop, occupied));
        danger |= lances.slide_ahead(S::THEM, occupied);
    }
    if !(theirs & position.special_movers()).is_empty() {
        for kind in PieceKind::ALL {
            if R::SPECIAL_MOVERS.contains(kind) {
                let special = theirs & position.kind(kind);
                danger |= special.union_of(|square| attacks::<R>(S::THEM, kind, square, occupied));
            }
        }
    }
    danger
}

/// The squares from which a slider reaches, on an empty board, a king's square or one next to it.
struct Neighbourhood {
    rooks: Bitboard,
    bishops: Bitboard,
    lances: Bitboard,
}

static NEIGHBOURHOODS: [Neighbourhood; 81] = {
    use crate::attacks::lines::{DIRECTIONS, ray, single};
    const NONE: Neighbourhood = Neighbourhood {
        rooks: Bitboard::EMPTY,
        bishops: Bitboard::EMPTY,
        lances: Bitboard::EMPTY,
    };
    let mut table = [const { NONE }; 81];
    let mut i = 0;
    while i < 81 {
        let king = Square::ALL[i];
        let mut n = 0;
        while n < 9 {
            if let Some(near) = king.offset(n % 3 - 1, n / 3 - 1) {
                let entry = &mut table[i];
                entry.lances = entry.lances.or(Bitboard::file(near.file()));
                entry.rooks = entry.rooks.or(single(near));
                entry.bishops = entry.bishops.or(single(near));
                let mut d = 0;
                while d < 8 {
                    let set = if d < 4 {
                        &mut entry.rooks
                    } else {
                        &mut entry.bishops
                    };
                    *set = set.or(ray(near, DIRECTIONS[d]));
                    d += 1;
                }
            }
            n += 1;
        }
        i += 1;
    }
    table
};
