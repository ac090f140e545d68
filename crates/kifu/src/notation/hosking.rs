//! Hosking's notation, which numbers the ranks: `P76`, `Bx22+`, `S*52`, `G69-58`, `Nx73=`.
//!
//! A hyphen is written only after an origin, as in his book; with hyphens everywhere it is read as well.

use super::western::{Dialect, Pieces, Squares};
use super::{NotAMove, WesternMove};
use std::fmt;

static DIALECT: Dialect = Dialect {
    pieces: Pieces::Letters,
    squares: Squares::Numeric,
    plain_mark: "",
};

/// Reads a move in Hosking's notation.
///
/// # Errors
/// The text is not such a move.
pub fn parse(text: &str) -> Result<WesternMove, NotAMove> {
    DIALECT.parse(text)
}

/// A move's text in Hosking's notation.
pub fn display(mv: WesternMove) -> impl fmt::Display {
    DIALECT.display(mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use komadai_core::{Move, Position, Shogi};

    /// Formats a move, and reads it and its other spellings back.
    fn check(sfen: &str, usi: &str, text: &str, others: &[&str]) {
        let position: Position<Shogi> = sfen.parse().unwrap();
        let mv: Move = usi.parse().unwrap();
        assert_eq!(Notation::Hosking.format(&position, mv, None).unwrap(), text);
        for text in others.iter().chain([&text]) {
            assert_eq!(
                Notation::Hosking.parse(&position, text, None),
                Ok(mv),
                "{text}"
            );
        }
    }

    #[test]
    fn ranks_are_numbers() {
        const BISHOPS_FACE: &str =
            "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
        check(
            "startpos",
            "7g7f",
            "P76",
            &["P-76", "p76", "P77-76", "P7776"],
        );
        check("startpos", "6i5h", "G69-58", &["G6958", "g(69)58"]);
        check(BISHOPS_FACE, "8h2b+", "Bx22+", &["B22+", "B88x22+"]);
        check(BISHOPS_FACE, "8h2b", "Bx22=", &["B22", "Bx22"]);
        check("4k4/9/9/9/9/9/9/9/4K4 b S 1", "S*5b", "S*52", &["S'52"]);
    }

    #[test]
    fn the_encyclopedias_knights_are_told_apart() {
        const KNIGHTS: &str = "k8/9/9/9/3N1N3/9/9/9/4K4 b - 1";
        check(KNIGHTS, "6e5c+", "N65-53+", &[]);
        check(KNIGHTS, "4e5c", "N45-53=", &["N45-53"]);
    }

    #[test]
    fn letters_are_not_ranks() {
        assert_eq!(
            parse("P-7f"),
            Err(NotAMove {
                column: 3,
                expected: "a square"
            })
        );
        assert_eq!(
            parse("Px"),
            Err(NotAMove {
                column: 3,
                expected: "a square"
            })
        );
    }
}
