//! Which of the legal moves a generator yields.

use crate::attacks::attacks;
use crate::attacks::lines::line;
use crate::bitboard::Bitboard;
use crate::piece::{HandKind, PieceKind};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Rules;

/// Narrows generation to some targets.
///
/// Sealed: [`Targets`] and [`Checks`] are the selections there are.
pub trait Selection: sealed::Sealed {
    /// Do the targets of a move depend on nothing but whether it is a drop? Then all pawns can be moved at once.
    const UNIFORM: bool;

    /// Targets for a move on the board, by the kind that arrives there and the origin.
    fn board(&self, placed: PieceKind, from: Square) -> Bitboard;

    /// Targets for moves on the board, where they are uniform.
    fn uniform_board(&self) -> Bitboard;

    /// Targets for a drop.
    fn drop(&self, kind: HandKind) -> Bitboard;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Targets {}
    impl Sealed for super::Checks {}
}

/// Moves to some squares, whatever piece makes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Targets {
    /// Targets of moves on the board.
    pub board: Bitboard,
    /// Targets of drops.
    pub drops: Bitboard,
}

impl Targets {
    /// All moves.
    #[inline]
    pub fn all<R: Rules>(position: &Position<R>) -> Targets {
        let ours = position.pieces(position.turn());
        Targets { board: !ours, drops: !position.occupied() }
    }

    /// Captures.
    #[inline]
    pub fn captures<R: Rules>(position: &Position<R>) -> Targets {
        Targets { board: position.pieces(!position.turn()), drops: Bitboard::EMPTY }
    }

    /// Moves on the board that take nothing.
    #[inline]
    pub fn quiet<R: Rules>(position: &Position<R>) -> Targets {
        Targets { board: !position.occupied(), drops: Bitboard::EMPTY }
    }

    /// Drops.
    #[inline]
    pub fn drops<R: Rules>(position: &Position<R>) -> Targets {
        Targets { board: Bitboard::EMPTY, drops: !position.occupied() }
    }
}

impl Selection for Targets {
    const UNIFORM: bool = true;

    #[inline(always)]
    fn board(&self, _placed: PieceKind, _from: Square) -> Bitboard {
        self.board
    }

    #[inline(always)]
    fn uniform_board(&self) -> Bitboard {
        self.board
    }

    #[inline(always)]
    fn drop(&self, _kind: HandKind) -> Bitboard {
        self.drops
    }
}

/// Moves that give check.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    king: Option<Square>,
    /// From where each kind attacks the enemy king.
    squares: [Bitboard; 16],
    discoverers: Bitboard,
    not_ours: Bitboard,
    empty: Bitboard,
}

impl Checks {
    /// The checking moves of the side to move.
    pub fn new<R: Rules>(position: &Position<R>) -> Checks {
        let us = position.turn();
        let king = position.king(!us);
        let occupied = position.occupied();
        let mut squares = [Bitboard::EMPTY; 16];
        if let Some(king) = king {
            for kind in PieceKind::ALL {
                squares[kind.index()] = attacks::<R>(!us, kind, king, occupied);
            }
            // A king never gives check by its own step.
            squares[PieceKind::King.index()] = Bitboard::EMPTY;
        }
        Checks {
            king,
            squares,
            discoverers: position.discoverers(),
            not_ours: !position.pieces(us),
            empty: !occupied,
        }
    }
}

impl Selection for Checks {
    const UNIFORM: bool = false;

    /// A slider's own origin may block its line to the king beyond it: moving along that line it
    /// already gave check. Moving away from the king along it, or round, is seen by the table alone.
    #[inline]
    fn board(&self, placed: PieceKind, from: Square) -> Bitboard {
        let Some(king) = self.king else { return Bitboard::EMPTY };
        let direct = self.squares[placed.index()];
        let discovered =
            if self.discoverers.contains(from) { !line(king, from) } else { Bitboard::EMPTY };
        (direct | discovered) & self.not_ours
    }

    #[inline]
    fn uniform_board(&self) -> Bitboard {
        self.not_ours
    }

    #[inline]
    fn drop(&self, kind: HandKind) -> Bitboard {
        self.squares[kind.index()] & self.empty
    }
}
