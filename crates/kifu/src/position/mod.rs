//! The position of a record: one of core's, or a board that one set of pieces cannot show.

mod loose;

pub use loose::LoosePosition;

use crate::record::Start;
use komadai_core::{
    AnyPosition as Checked, Bitboard, Color, Fault, Hand, Illegal, Move, Piece, PieceKind,
    Position, Seireigi, Setup, Shogi, Square, Tolerance, Undo, Variant,
};
use std::fmt;

/// A position of shogi or of Seireigi, as records have them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyPosition {
    /// A position that core has checked, whatever illegal play led to it.
    Checked(Checked),
    /// A board that one set of pieces cannot show.
    Loose(LoosePosition),
}

/// Calls the same method on whichever position there is.
macro_rules! either {
    ($any:expr, $position:ident => $body:expr) => {
        match $any {
            AnyPosition::Checked(Checked::Shogi($position)) => $body,
            AnyPosition::Checked(Checked::Seireigi($position)) => $body,
            AnyPosition::Loose($position) => $body,
        }
    };
}

impl AnyPosition {
    /// The start position of a variant.
    pub fn start(variant: Variant) -> AnyPosition {
        AnyPosition::Checked(Checked::start(variant))
    }

    /// The position of a diagram; whatever illegal play can lead to is tolerated, and more pieces than
    /// a set holds make it [loose](AnyPosition::Loose).
    ///
    /// # Errors
    /// The faults that make play impossible: a side with two kings, a promoted gold in shogi.
    pub fn from_setup(variant: Variant, setup: &Setup) -> Result<AnyPosition, Vec<Fault>> {
        let checked = Checked::from_setup(variant, setup, Tolerance::IllegalPlay);
        let is_surplus = |fault: &Fault| matches!(fault, Fault::TooMany(_));
        match checked {
            Ok(position) => Ok(AnyPosition::Checked(position)),
            Err(faults) if faults.0.iter().all(is_surplus) => {
                Ok(AnyPosition::Loose(LoosePosition::new(variant, setup)))
            }
            Err(faults) => Err(faults.0),
        }
    }

    /// The position where a record starts.
    ///
    /// # Errors
    /// As for [`from_setup`](AnyPosition::from_setup).
    pub fn from_start(variant: Variant, start: &Start) -> Result<AnyPosition, Vec<Fault>> {
        let position = AnyPosition::from_setup(variant, &start.setup())?;
        match start {
            Start::Crowded(crowd) => Ok(AnyPosition::Loose(LoosePosition::crowded(variant, crowd))),
            Start::Handicap(_) | Start::Setup(_) => Ok(position),
        }
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        match self {
            AnyPosition::Checked(position) => position.variant(),
            AnyPosition::Loose(position) => position.variant(),
        }
    }

    /// The position as a diagram; of a loose one, as much as a `Setup` can hold.
    pub fn to_setup(&self) -> Setup {
        either!(self, position => position.to_setup())
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        either!(self, position => position.turn())
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        either!(self, position => position.piece_on(square))
    }

    /// What a side holds in hand; of a loose position, no more than a full set.
    #[inline]
    pub fn hand(&self, color: Color) -> Hand {
        either!(self, position => position.hand(color))
    }

    /// The squares of a side's pieces of a kind.
    #[inline]
    pub fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        match self {
            AnyPosition::Checked(Checked::Shogi(position)) => {
                position.pieces(color) & position.kind(kind)
            }
            AnyPosition::Checked(Checked::Seireigi(position)) => {
                position.pieces(color) & position.kind(kind)
            }
            AnyPosition::Loose(position) => position.pieces(color, kind),
        }
    }

    /// Judges a move.
    ///
    /// # Errors
    /// The rule that it breaks.
    #[inline]
    pub fn explain(&self, mv: Move) -> Result<(), Illegal> {
        either!(self, position => position.explain(mv))
    }

    /// Plays a move that is known to be legal. What comes back takes it back; loose positions are
    /// kept by the caller instead.
    ///
    /// # Panics
    /// If there is no piece on the move's origin.
    #[inline]
    pub(crate) fn play_legal(&mut self, mv: Move) -> Option<Undo> {
        match self {
            AnyPosition::Checked(position) => Some(position.play_unchecked(mv)),
            AnyPosition::Loose(position) => {
                *position = position.after(mv);
                None
            }
        }
    }

    /// Takes back the last move.
    #[inline]
    pub(crate) fn undo(&mut self, undo: Undo) {
        match self {
            AnyPosition::Checked(position) => position.undo(undo),
            AnyPosition::Loose(_) => {}
        }
    }

    /// The position after a move that need not be legal: the piece goes where the move says and is the
    /// mover's from then on; whatever stood on the target goes to the mover's hand. A move from an
    /// empty square only passes the turn.
    #[must_use]
    pub fn forced(&self, mv: Move) -> AnyPosition {
        let variant = self.variant();
        if let AnyPosition::Loose(position) = self {
            return AnyPosition::Loose(position.after(mv));
        }
        let after = LoosePosition::new(variant, &self.to_setup()).after(mv);
        AnyPosition::from_setup(variant, &after.to_setup()).unwrap_or(AnyPosition::Loose(after))
    }
}

impl From<Position<Shogi>> for AnyPosition {
    fn from(position: Position<Shogi>) -> AnyPosition {
        AnyPosition::Checked(position.into())
    }
}

impl From<Position<Seireigi>> for AnyPosition {
    fn from(position: Position<Seireigi>) -> AnyPosition {
        AnyPosition::Checked(position.into())
    }
}

impl From<Checked> for AnyPosition {
    fn from(position: Checked) -> AnyPosition {
        AnyPosition::Checked(position)
    }
}

impl fmt::Display for AnyPosition {
    /// Writes canonical SFEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyPosition::Checked(position) => position.fmt(f),
            AnyPosition::Loose(position) => position.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forced(sfen: &str, mv: &str) -> String {
        let setup: Setup = sfen.parse().unwrap();
        let position = AnyPosition::from_setup(Variant::Shogi, &setup).unwrap();
        position.forced(mv.parse().unwrap()).to_string()
    }

    #[test]
    fn an_illegal_move_is_carried_out_all_the_same() {
        let sfen = "4k4/9/9/9/4P4/9/9/9/4K4 b P 1";
        assert_eq!(forced(sfen, "P*5h"), "4k4/9/9/9/4P4/9/9/4P4/4K4 w - 2");
        assert_eq!(forced(sfen, "5i5a"), "4K4/9/9/9/4P4/9/9/9/9 w P 2");
        assert_eq!(forced(sfen, "9i9a"), "4k4/9/9/9/4P4/9/9/9/4K4 w P 2");
        assert_eq!(forced(sfen, "R*5h"), "4k4/9/9/9/4P4/9/9/4R4/4K4 w P 2");
        assert_eq!(forced(sfen, "5a5b"), "9/4K4/9/9/4P4/9/9/9/4K4 w P 2");
    }

    #[test]
    fn more_pieces_than_a_set_holds_can_be_played_with() {
        let setup: Setup = "3k5/9/LLLLL4/9/9/9/9/9/4K4 b - 1".parse().unwrap();
        let position = AnyPosition::from_setup(Variant::Shogi, &setup).unwrap();
        assert!(matches!(position, AnyPosition::Loose(_)));
        assert_eq!(position.explain("9c9b".parse().unwrap()), Ok(()));
        assert_eq!(
            position.explain("9c8c".parse().unwrap()),
            Err(Illegal::OwnPieceOnTarget)
        );
    }
}
