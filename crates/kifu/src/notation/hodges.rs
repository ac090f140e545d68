//! The notation of Hodges and Townhill: `P-7f`, `Bx2b+`, `S*5b`, `G6i-5h`, `Nx7c=`.
//!
//! Promoted pieces have a `+` before their letter, in Seireigi too: `+G` is a Great Elephant. The letters
//! D, H and T for dragon, horse and tokin are read, small letters also, and `'` or `@` for a drop.

use super::western::{Dialect, Pieces, Squares};
use super::{NotAMove, WesternMove};
use std::fmt;

static DIALECT: Dialect = Dialect {
    pieces: Pieces::Letters,
    squares: Squares::Lettered,
    plain_mark: "-",
};

/// Reads a move in Hodges's notation.
///
/// # Errors
/// The text is not such a move.
pub fn parse(text: &str) -> Result<WesternMove, NotAMove> {
    DIALECT.parse(text)
}

/// A move's text in Hodges's notation.
pub fn display(mv: WesternMove) -> impl fmt::Display {
    DIALECT.display(mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{MoveTextError, Notation, ResolveError};
    use komadai_core::{Move, PieceKind, Position, Rules, Seireigi, Shogi, Square};

    /// Formats a move, and reads it back.
    fn check<R: Rules>(sfen: &str, usi: &str, text: &str) {
        let position: Position<R> = sfen.parse().unwrap();
        let mv: Move = usi.parse().unwrap();
        assert_eq!(Notation::Hodges.format(&position, mv, None).unwrap(), text);
        assert_eq!(Notation::Hodges.parse(&position, text, None), Ok(mv));
    }

    const BISHOPS_FACE: &str =
        "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";

    #[test]
    fn moves_captures_drops_and_promotions() {
        check::<Shogi>("startpos", "7g7f", "P-7f");
        check::<Shogi>(BISHOPS_FACE, "8h2b+", "Bx2b+");
        check::<Shogi>(BISHOPS_FACE, "8h2b", "Bx2b=");
        check::<Shogi>("4k4/9/9/9/9/9/9/9/4K4 b S 1", "S*5b", "S*5b");
        check::<Shogi>("4k4/9/7+R1/9/9/9/9/9/4K4 b - 1", "2c2a", "+R-2a");
        check::<Shogi>("4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a+", "P-9a+");
    }

    #[test]
    fn kings_golds_and_promoted_pieces_decline_nothing() {
        check::<Shogi>("4k4/9/9/4K4/9/9/9/9/9 b - 1", "5d6c", "K-6c");
        check::<Shogi>("4k4/9/9/4G4/9/9/9/9/4K4 b - 1", "5d6c", "G-6c");
        check::<Seireigi>("4k4/9/9/4G4/9/9/9/9/4K4 b - 1", "5d6c", "G-6c=");
        check::<Seireigi>("4k4/9/9/4G4/9/9/9/9/4K4 b - 1", "5d6c+", "G-6c+");
        check::<Seireigi>("4k4/9/9/4+G4/9/9/9/9/4K4 b - 1", "5d6c", "+G-6c");
    }

    #[test]
    fn the_origin_tells_like_pieces_apart() {
        check::<Shogi>("startpos", "6i5h", "G6i-5h");
        check::<Shogi>("startpos", "4i5h", "G4i-5h");
        // A tokin is not a gold, though it moves like one.
        check::<Shogi>("4k4/9/9/9/9/9/3G1+P3/9/4K4 b - 1", "6g5f", "G-5f");
        check::<Shogi>("4k4/9/9/9/9/9/3G1+P3/9/4K4 b - 1", "4g5f", "+P-5f");
        // The gold on 5h is pinned, and counts.
        check::<Shogi>("4r2k1/9/9/9/9/9/9/4G1G2/4K4 b - 1", "3h4g", "G3h-4g");
    }

    #[test]
    fn other_habits_are_read() {
        for (sfen, text, usi) in [
            ("startpos", "p-7f", "7g7f"),
            ("startpos", "P7f", "7g7f"),
            ("startpos", "P7g-7f", "7g7f"),
            ("startpos", " P-7f ", "7g7f"),
            (BISHOPS_FACE, "B-2b+", "8h2b+"),
            (BISHOPS_FACE, "B8hx2b+", "8h2b+"),
            ("4k4/9/7+R1/9/9/9/9/9/4K4 b - 1", "D-2a", "2c2a"),
            ("4k4/9/9/9/9/9/9/9/4K4 b S 1", "S'5b", "S*5b"),
            ("4k4/9/9/9/9/9/9/9/4K4 b S 1", "S@5b", "S*5b"),
            // One of the golds is pinned: a writer who counts legal moves gives no origin.
            ("4r2k1/9/9/9/9/9/9/4G1G2/4K4 b - 1", "G-4g", "3h4g"),
        ] {
            let position: Position<Shogi> = sfen.parse().unwrap();
            let mv = Notation::Hodges.parse(&position, text, None);
            assert_eq!(mv.map(|mv| mv.to_string()), Ok(usi.into()), "{text}");
        }
    }

    #[test]
    fn not_a_move_and_no_such_move_are_different() {
        let position = Position::<Shogi>::default();
        let error = |text| Notation::Hodges.parse(&position, text, None).unwrap_err();
        let text = |column, expected| MoveTextError::Text(NotAMove { column, expected });
        assert_eq!(error(""), text(1, "a piece"));
        assert_eq!(error("Z-7f"), text(1, "a piece"));
        assert_eq!(error("+K-7f"), text(3, "a piece"));
        assert_eq!(error("P-76"), text(3, "a square"));
        assert_eq!(error("Px"), text(3, "a square"));
        assert_eq!(error("P-7f!"), text(5, "nothing more"));
        assert_eq!(error("K*5e"), text(5, "a drop of an unpromoted piece"));
        assert_eq!(error("P7g*5e"), text(7, "a drop of an unpromoted piece"));
        let none = ResolveError::NoSuchMove {
            kind: PieceKind::Pawn,
            to: Square::S75,
        };
        assert_eq!(error("P-7e"), none.into());
        let candidates = [Square::S69, Square::S49].into_iter().collect();
        let ambiguous = ResolveError::Ambiguous {
            kind: PieceKind::Gold,
            to: Square::S58,
            candidates,
        };
        assert_eq!(error("G-5h"), ambiguous.into());
    }
}
