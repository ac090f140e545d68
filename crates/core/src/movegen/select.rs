//! Selection of the legal moves that a generator yields.

use crate::attacks::attacks;
use crate::attacks::lines::line;
use crate::bitboard::Bitboard;
use crate::piece::{HandKind, PieceKind};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Rules;

/// Restricts generation to some targets.
///
/// Sealed: [`Targets`] and [`Checks`] are the only selections.
pub trait Selection: sealed::SealedSelection {
    /// Whether the targets depend only on whether a move is a drop. All pawns can then be moved at once.
    const UNIFORM: bool;

    /// Targets for a move on the board, by the kind that arrives there and the origin.
    fn board(&self, placed: PieceKind, from: Square) -> Bitboard;

    /// Targets for moves on the board, where they are uniform.
    fn uniform_board(&self) -> Bitboard;

    /// Targets for a drop.
    fn drop(&self, kind: HandKind) -> Bitboard;
}

mod sealed {
    pub trait SealedSelection {}
    impl SealedSelection for super::Targets {}
    impl<R: crate::Rules> SealedSelection for super::Checks<'_, R> {}
}

/// Moves to some squares, by any piece.
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
        Targets {
            board: !ours,
            drops: !position.occupied(),
        }
    }

    /// Captures.
    #[inline]
    pub fn captures<R: Rules>(position: &Position<R>) -> Targets {
        Targets {
            board: position.pieces(!position.turn()),
            drops: Bitboard::EMPTY,
        }
    }

    /// Moves on the board that are not captures.
    #[inline]
    pub fn quiet<R: Rules>(position: &Position<R>) -> Targets {
        Targets {
            board: !position.occupied(),
            drops: Bitboard::EMPTY,
        }
    }

    /// Drops.
    #[inline]
    pub fn drops<R: Rules>(position: &Position<R>) -> Targets {
        Targets {
            board: Bitboard::EMPTY,
            drops: !position.occupied(),
        }
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
pub struct Checks<'p, R: Rules> {
    position: &'p Position<R>,
    king: Option<Square>,
    /// From where each kind attacks the enemy king.
    squares: [Bitboard; 16],
    discoverers: Bitboard,
}

impl<'p, R: Rules> Checks<'p, R> {
    /// The checking moves of the side to move.
    pub fn new(position: &'p Position<R>) -> Checks<'p, R> {
        let us = position.turn();
        let king = position.king(!us);
        let mut squares = [Bitboard::EMPTY; 16];
        if let Some(king) = king {
            for kind in PieceKind::ALL {
                squares[kind.index()] = attacks::<R>(!us, kind, king, position.occupied());
            }
            // A king never gives check by its own step.
            squares[PieceKind::King.index()] = Bitboard::EMPTY;
        }
        Checks {
            position,
            king,
            squares,
            discoverers: position.discoverers(),
        }
    }

    /// From where a piece that leaves `from` attacks the king.
    #[inline]
    fn direct(&self, placed: PieceKind, from: Square, king: Square) -> Bitboard {
        // A rook or bishop that stands on its own line to the king gives check already. But a
        // silver may step away from the king and slide back as a Running Wolf: its origin is free.
        if R::SPECIAL_MOVERS.contains(placed) {
            let vacated = self.position.occupied().without(from.into());
            return attacks::<R>(!self.position.turn(), placed, king, vacated);
        }
        self.squares[placed.index()]
    }
}

impl<R: Rules> Selection for Checks<'_, R> {
    const UNIFORM: bool = false;

    #[inline]
    fn board(&self, placed: PieceKind, from: Square) -> Bitboard {
        let Some(king) = self.king else {
            return Bitboard::EMPTY;
        };
        let discovered = if self.discoverers.contains(from) {
            !line(king, from)
        } else {
            Bitboard::EMPTY
        };
        (self.direct(placed, from, king) | discovered) & self.uniform_board()
    }

    #[inline]
    fn uniform_board(&self) -> Bitboard {
        !self.position.pieces(self.position.turn())
    }

    #[inline]
    fn drop(&self, kind: HandKind) -> Bitboard {
        self.squares[kind.index()].without(self.position.occupied())
    }
}
