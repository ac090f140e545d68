//! The notation of Kitao and Kawasaki: kanji for pieces, numbers for squares: `歩-76`, `金(69)-58`, `歩*76`.
//!
//! A capture on the square where the previous move went leaves the square out: `銀x`. Promoted pieces are
//! と, 馬 and 龍, and the unpromoted kanji with a `+` for all others: `+銀`, in Seireigi also `+金`.

use super::western::{Dialect, Mark, Pieces, Squares};
use super::{NotAMove, NotExpressible, Target, WesternMove};
use komadai_core::{Move, Position, Rules, Square};
use std::fmt;

static DIALECT: Dialect = Dialect {
    pieces: Pieces::Kanji,
    squares: Squares::Numeric,
    plain_mark: "-",
};

/// What is written for a move.
///
/// # Errors
/// No piece stands on the move's origin.
pub fn of<R: Rules>(
    position: &Position<R>,
    mv: Move,
    previous: Option<Square>,
) -> Result<WesternMove, NotExpressible> {
    let mut written = WesternMove::of(position, mv)?;
    if let WesternMove::Board {
        mark: Mark::Capture,
        target,
        ..
    } = &mut written
        && previous == Some(mv.to())
    {
        *target = Target::Previous;
    }
    Ok(written)
}

/// Reads a move in Kitao and Kawasaki's notation.
///
/// # Errors
/// The text is not such a move.
pub fn parse(text: &str) -> Result<WesternMove, NotAMove> {
    DIALECT.parse(text)
}

/// A move's text in Kitao and Kawasaki's notation.
pub fn display(mv: WesternMove) -> impl fmt::Display {
    DIALECT.display(mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{MoveTextError, Notation, ResolveError};
    use komadai_core::{Seireigi, Shogi};

    /// Formats a move, and reads it back.
    fn check<R: Rules>(sfen: &str, usi: &str, previous: Option<Square>, text: &str) {
        let position: Position<R> = sfen.parse().unwrap();
        let mv: Move = usi.parse().unwrap();
        assert_eq!(
            Notation::KitaoKawasaki
                .format(&position, mv, previous)
                .unwrap(),
            text
        );
        assert_eq!(
            Notation::KitaoKawasaki.parse(&position, text, previous),
            Ok(mv)
        );
    }

    const BISHOP_TAKEN: &str = "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4";

    #[test]
    fn moves_captures_and_drops() {
        check::<Shogi>("startpos", "7g7f", None, "歩-76");
        check::<Shogi>("startpos", "6i5h", None, "金(69)-58");
        check::<Shogi>(BISHOP_TAKEN, "3a2b", None, "銀x22");
        check::<Shogi>("4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*7f", None, "歩*76");
    }

    #[test]
    fn a_recapture_leaves_the_square_out() {
        check::<Shogi>(BISHOP_TAKEN, "3a2b", Some(Square::S22), "銀x");
        check::<Shogi>(
            "4k4/9/9/9/9/2p6/2P6/9/4K4 b - 1",
            "7g7f",
            Some(Square::S76),
            "歩x",
        );
        check::<Shogi>(
            "4k4/9/2p6/2P6/9/9/9/9/4K4 b - 1",
            "7d7c+",
            Some(Square::S73),
            "歩x+",
        );
        let position: Position<Shogi> = BISHOP_TAKEN.parse().unwrap();
        let error = Notation::KitaoKawasaki.parse(&position, "銀x", None);
        assert_eq!(
            error,
            Err(MoveTextError::Resolve(ResolveError::NoPreviousMove))
        );
    }

    #[test]
    fn promoted_pieces() {
        check::<Shogi>("k8/9/9/9/4+S4/9/9/9/4K4 b - 1", "5e5d", None, "+銀-54");
        check::<Shogi>("k8/9/9/9/4+R4/9/9/9/4K4 b - 1", "5e6d", None, "龍-64");
        check::<Seireigi>("7k1/9/9/9/4+G4/9/9/9/4K4 b - 1", "5e5d", None, "+金-54");
        let dragon = parse("龍-64");
        assert!(dragon.is_ok());
        for text in ["竜-64", "+飛-64", "龍64"] {
            assert_eq!(parse(text), dragon, "{text}");
        }
        assert_eq!(parse("虎-54"), parse("+香-54"));
    }
}
