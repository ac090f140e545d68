//! Why a text gives no move, and why a move has no text.

use komadai_core::{Bitboard, Color, IllegalMove, PieceKind, Square};

/// A text is not a move of the notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: expected {expected}")]
pub struct NotAMove {
    /// The column, counted in characters from 1.
    pub column: usize,
    /// What was expected there.
    pub expected: &'static str,
}

/// A text is a move of the notation, but names none in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ResolveError {
    /// The text refers to the previous move, and there is none.
    #[error("there is no previous move to take the square from")]
    NoPreviousMove,
    /// The text is marked as a move of the other side.
    #[error("it is not the turn of {written}")]
    WrongSide {
        /// Whose move it is by the text.
        written: Color,
    },
    /// Nothing stands on the origin.
    #[error("no piece stands on {origin}")]
    EmptyOrigin {
        /// The origin.
        origin: Square,
    },
    /// Another piece stands on the origin.
    #[error("{found:?} stands on {origin}, not what is written")]
    WrongPiece {
        /// The origin.
        origin: Square,
        /// What stands there.
        found: PieceKind,
    },
    /// Origin and target are the same square.
    #[error("origin and target are both {square}")]
    SameSquare {
        /// The square.
        square: Square,
    },
    /// No such piece can go there.
    #[error("no {kind:?} can go to {to}")]
    NoSuchMove {
        /// The piece.
        kind: PieceKind,
        /// The target.
        to: Square,
    },
    /// Several pieces can go there.
    #[error("more than one {kind:?} can go to {to}")]
    Ambiguous {
        /// The piece.
        kind: PieceKind,
        /// The target.
        to: Square,
        /// Where the pieces stand that the text may mean.
        candidates: Bitboard,
    },
}

/// A text gives no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveTextError {
    /// It is not a move of the notation.
    #[error("not a move: {0}")]
    Text(#[from] NotAMove),
    /// It names no move of the position.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    /// It names an illegal move, where a legal one is wanted.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

impl MoveTextError {
    /// How far reading came, for choosing among errors.
    pub(super) fn progress(&self) -> usize {
        match self {
            MoveTextError::Text(error) => error.column.min(usize::MAX - 2),
            MoveTextError::Resolve(_) => usize::MAX - 1,
            MoveTextError::Illegal(_) => usize::MAX,
        }
    }
}

/// A move cannot be written in the notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotExpressible {
    /// There is no piece to name.
    #[error("no piece stands on {origin}")]
    NoPiece {
        /// The origin of the move.
        origin: Square,
    },
    /// CSA has no code for the promoted gold of Seireigi.
    #[error("CSA has no code for a promoted gold")]
    PromotedGold,
    /// CSA names the piece after the move, and this one cannot promote.
    #[error("there is no promoted {kind:?} to name")]
    NoPromotedKind {
        /// The piece.
        kind: PieceKind,
    },
}
