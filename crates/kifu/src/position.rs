//! The position of a record: one that core has checked, or a diagram whose moves nobody judges.

use komadai_core::{
    AnyPosition, Bitboard, Color, Faults, HandKind, Illegal, Move, Piece, PieceKind, Setup, Square,
    Tolerance, Undo, Variant,
};
use std::fmt;

/// A position of shogi or of Seireigi, as records have them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordPosition {
    /// A position that core has checked, whatever illegal play led to it.
    Judged(AnyPosition),
    /// A diagram that one set of pieces cannot show, as teaching material has them. Moves are
    /// carried out there and never judged.
    Unjudged(Variant, Setup),
}

impl RecordPosition {
    /// The start position of a variant.
    pub fn start(variant: Variant) -> RecordPosition {
        RecordPosition::Judged(AnyPosition::start(variant))
    }

    /// The position of a diagram. Whatever illegal play can lead to is judged; a second king, more
    /// pieces than a set or a promoted gold in shogi are not.
    pub fn from_setup(variant: Variant, setup: &Setup) -> RecordPosition {
        match AnyPosition::from_setup(variant, setup, Tolerance::IllegalPlay) {
            Ok(position) => RecordPosition::Judged(position),
            Err(_) => RecordPosition::Unjudged(variant, *setup),
        }
    }

    /// Why moves are not judged here, if they are not.
    pub fn not_judged(&self) -> Option<Faults> {
        match self {
            RecordPosition::Judged(_) => None,
            RecordPosition::Unjudged(variant, setup) => {
                AnyPosition::from_setup(*variant, setup, Tolerance::IllegalPlay).err()
            }
        }
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        match self {
            RecordPosition::Judged(position) => position.variant(),
            RecordPosition::Unjudged(variant, _) => *variant,
        }
    }

    /// The position as a diagram.
    pub fn to_setup(&self) -> Setup {
        match self {
            RecordPosition::Judged(position) => position.to_setup(),
            RecordPosition::Unjudged(_, setup) => *setup,
        }
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        match self {
            RecordPosition::Judged(position) => position.turn(),
            RecordPosition::Unjudged(_, setup) => setup.turn,
        }
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        match self {
            RecordPosition::Judged(position) => position.piece_on(square),
            RecordPosition::Unjudged(_, setup) => setup.board[square],
        }
    }

    /// The squares of a side's pieces of a kind.
    #[inline]
    pub fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        match self {
            RecordPosition::Judged(AnyPosition::Shogi(position)) => {
                position.pieces(color) & position.kind(kind)
            }
            RecordPosition::Judged(AnyPosition::Seireigi(position)) => {
                position.pieces(color) & position.kind(kind)
            }
            RecordPosition::Unjudged(_, setup) => {
                squares(setup, |piece| piece == Piece::new(kind, color))
            }
        }
    }

    /// Judges a move; every move is good where moves are not judged.
    ///
    /// # Errors
    /// Returns the rule that the move breaks.
    #[inline]
    pub fn explain(&self, mv: Move) -> Result<(), Illegal> {
        match self {
            RecordPosition::Judged(position) => position.explain(mv),
            RecordPosition::Unjudged(..) => Ok(()),
        }
    }

    /// Has the side to move the piece in hand, and is the square empty?
    pub(crate) fn can_put(&self, kind: HandKind, to: Square) -> bool {
        let held = match self {
            RecordPosition::Judged(position) => position.hand(position.turn()).has(kind),
            RecordPosition::Unjudged(_, setup) => setup.hands[setup.turn].count(kind) > 0,
        };
        held && self.piece_on(to).is_none()
    }

    /// Plays a move that is legal or not judged. What comes back takes it back; unjudged positions
    /// are kept by the caller instead.
    ///
    /// # Panics
    /// If the position is judged and there is no piece on the move's origin.
    #[inline]
    pub(crate) fn play_legal(&mut self, mv: Move) -> Option<Undo> {
        match self {
            RecordPosition::Judged(position) => Some(position.play_unchecked(mv)),
            RecordPosition::Unjudged(_, setup) => {
                setup.carry_out(mv);
                None
            }
        }
    }

    /// The position after a move that need not be legal; see [`Setup::carry_out`].
    #[must_use]
    pub fn forced(&self, mv: Move) -> RecordPosition {
        let mut setup = self.to_setup();
        setup.carry_out(mv);
        match self {
            RecordPosition::Judged(position) => {
                RecordPosition::from_setup(position.variant(), &setup)
            }
            RecordPosition::Unjudged(variant, _) => RecordPosition::Unjudged(*variant, setup),
        }
    }
}

fn squares(setup: &Setup, wanted: impl Fn(Piece) -> bool) -> Bitboard {
    let is_wanted = |square: &Square| setup.board[*square].is_some_and(&wanted);
    Square::ALL.into_iter().filter(is_wanted).collect()
}

impl<P: Into<AnyPosition>> From<P> for RecordPosition {
    fn from(position: P) -> RecordPosition {
        RecordPosition::Judged(position.into())
    }
}

impl fmt::Display for RecordPosition {
    /// Writes canonical SFEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordPosition::Judged(position) => position.fmt(f),
            RecordPosition::Unjudged(_, setup) => setup.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(sfen: &str) -> RecordPosition {
        RecordPosition::from_setup(Variant::Shogi, &sfen.parse().unwrap())
    }

    fn forced(sfen: &str, mv: &str) -> String {
        position(sfen).forced(mv.parse().unwrap()).to_string()
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
    fn moves_are_judged_where_one_set_can_show_the_board() {
        for (sfen, reason) in [
            ("4k4/9/9/9/P8/P8/9/9/9 b - 1", None),
            (
                "3k5/9/LLLLL4/9/9/9/9/9/4K4 b - 1",
                Some("more than 4 pieces of kind L"),
            ),
            (
                "3k5/9/9/9/9/9/9/9/3KK4 b - 1",
                Some("black has more than one king"),
            ),
            (
                "3k5/9/9/9/9/9/9/9/4K4 b 20P 1",
                Some("more than 18 pieces of kind P"),
            ),
        ] {
            let found = position(sfen).not_judged().map(|faults| faults.to_string());
            assert_eq!(found.as_deref(), reason);
        }
    }

    #[test]
    fn pieces_reach_squares_by_their_movement_alone() {
        let position = position("3k5/9/LLLLL4/9/9/9/9/9/3KK4 b - 1");
        let lances = position.reach(PieceKind::Lance, Square::S91);
        assert_eq!(lances, Square::S93.into());
        assert!(position.reach(PieceKind::Lance, Square::S83).is_empty());
        let kings = position.reach(PieceKind::King, Square::S68);
        assert_eq!(kings, [Square::S69, Square::S59].into_iter().collect());
        assert_eq!(position.explain("9c8c".parse().unwrap()), Ok(()));
    }
}
