//! Moves as text: Japanese, KIF, KI2, Hodges, Hosking, Kitao–Kawasaki, USI and CSA, both ways.
//!
//! ```
//! use komadai_core::{Position, Shogi};
//! use komadai_kifu::notation::{Notation, parse_any};
//! let position = Position::<Shogi>::default();
//! let mv = parse_any(&position, "P-7f", None)?;
//! assert_eq!(Notation::Japanese.format(&position, mv, None)?, "▲７六歩");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Reading has two steps with an error type each. A text is read into a value that says what is written
//! ([`JapaneseMove`], [`WesternMove`], [`CsaMove`]); this fails with [`NotAMove`]. The value is then
//! resolved in a position; this fails with [`ResolveError`]. Writing goes the same way back: the value
//! `of` a move, and then its text.
//!
//! A resolved move is the one that the text names, and may still break a rule: records end in illegal
//! moves, and [`Position::explain`] names the breach. Only [`parse_any`], which is for people, insists
//! on a legal move. Illegal moves can be written, too, and are read back as they were.

mod candidates;
pub mod csa;
mod cursor;
mod error;
pub mod hodges;
pub mod hosking;
pub mod japanese;
pub mod ki2;
pub mod kif;
pub mod kitao_kawasaki;
pub mod pieces;
pub mod usi;
mod western;
mod words;

pub use csa::CsaMove;
pub use error::{MoveTextError, NotAMove, NotExpressible, ResolveError};
pub use japanese::JapaneseMove;
pub use western::{Mark, WesternMove};
pub use words::{Motion, Relative, Words};

use komadai_core::{IllegalMove, Move, Position, Rules, Square};
use std::fmt;
use std::str::FromStr;

/// A way to write moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// `▲７六歩`
    Japanese,
    /// `▲７六歩`, as in KI2 files
    Ki2,
    /// `７六歩(77)`
    Kif,
    /// `P-7f`
    Hodges,
    /// `P76`
    Hosking,
    /// `歩-76`
    KitaoKawasaki,
    /// `7g7f`
    Usi,
    /// `+7776FU`
    Csa,
}

impl Notation {
    /// Every notation.
    pub const ALL: [Notation; 8] = [
        Notation::Japanese,
        Notation::Ki2,
        Notation::Kif,
        Notation::Hodges,
        Notation::Hosking,
        Notation::KitaoKawasaki,
        Notation::Usi,
        Notation::Csa,
    ];

    /// The name in commands.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Japanese => "japanese",
            Notation::Ki2 => "ki2",
            Notation::Kif => "kif",
            Notation::Hodges => "hodges",
            Notation::Hosking => "hosking",
            Notation::KitaoKawasaki => "kitao-kawasaki",
            Notation::Usi => "usi",
            Notation::Csa => "csa",
        }
    }

    /// Writes a move of a position. `previous` is the target of the move before it.
    ///
    /// # Errors
    /// The notation has no word for something in the move.
    pub fn format<R: Rules>(
        self,
        position: &Position<R>,
        mv: Move,
        previous: Option<Square>,
    ) -> Result<String, NotExpressible> {
        let mut text = String::with_capacity(LONGEST_TEXT);
        self.write(&mut text, position, mv, previous)?;
        Ok(text)
    }

    /// As [`format`](Notation::format), at the end of a text that is left alone on error.
    ///
    /// # Errors
    /// The notation has no word for something in the move.
    pub fn write<R: Rules>(
        self,
        out: &mut String,
        position: &Position<R>,
        mv: Move,
        previous: Option<Square>,
    ) -> Result<(), NotExpressible> {
        match self {
            Notation::Japanese => {
                let written = JapaneseMove::of(position, mv, previous)?;
                push(out, written.display(R::VARIANT, japanese::Style::default()));
            }
            Notation::Ki2 => push(
                out,
                ki2::of(position, mv, previous)?.display(R::VARIANT, ki2::STYLE),
            ),
            Notation::Kif => push(
                out,
                kif::of(position, mv, previous)?.display(R::VARIANT, kif::STYLE),
            ),
            Notation::Hodges => push(out, hodges::display(WesternMove::of(position, mv)?)),
            Notation::Hosking => push(out, hosking::display(WesternMove::of(position, mv)?)),
            Notation::KitaoKawasaki => {
                push(
                    out,
                    kitao_kawasaki::display(kitao_kawasaki::of(position, mv, previous)?),
                );
            }
            Notation::Usi => push(out, mv),
            Notation::Csa => push(out, CsaMove::of(position, mv)?),
        }
        Ok(())
    }

    /// Reads the move that a text names in a position. It may be illegal there.
    ///
    /// # Errors
    /// The text is no move, or names none here.
    pub fn parse<R: Rules>(
        self,
        position: &Position<R>,
        text: &str,
        previous: Option<Square>,
    ) -> Result<Move, MoveTextError> {
        Ok(match self {
            Notation::Japanese => text.parse::<JapaneseMove>()?.resolve(position, previous)?,
            Notation::Ki2 => ki2::parse(text)?.resolve(position, previous)?,
            Notation::Kif => kif::parse(text)?.resolve(position, previous)?,
            Notation::Hodges => hodges::parse(text)?.resolve(position, previous)?,
            Notation::Hosking => hosking::parse(text)?.resolve(position, previous)?,
            Notation::KitaoKawasaki => kitao_kawasaki::parse(text)?.resolve(position, previous)?,
            Notation::Usi => usi::parse(text)?,
            Notation::Csa => text.parse::<CsaMove>()?.resolve(position)?,
        })
    }
}

/// The longest text of a move, in bytes: mark, square, two kanji of a piece, two words, 不成, origin.
const LONGEST_TEXT: usize = 3 + 6 + 6 + 6 + 6 + 4;

/// Appends what a value displays.
fn push(out: &mut String, value: impl fmt::Display) {
    use fmt::Write;
    // Writing to a string does not fail, and none of our values fails of itself.
    let _ = write!(out, "{value}");
}

/// Reads a legal move typed by a person in whatever notation: `7g7f`, `P-7f`, `P76`, `７六歩`, `76歩`.
///
/// # Errors
/// If no notation gives a legal move: that of the notation which came furthest, be it that the move is
/// illegal, or that there is none, or that the text is no move.
pub fn parse_any<R: Rules>(
    position: &Position<R>,
    text: &str,
    previous: Option<Square>,
) -> Result<Move, MoveTextError> {
    // KIF and KI2 are read as Japanese is.
    const TRIED: [Notation; 6] = [
        Notation::Csa,
        Notation::Japanese,
        Notation::Hodges,
        Notation::Hosking,
        Notation::KitaoKawasaki,
        Notation::Usi,
    ];
    let mut best = MoveTextError::Text(NotAMove {
        column: 1,
        expected: "a move",
    });
    for notation in TRIED {
        let error = match notation.parse(position, text, previous) {
            Ok(mv) => match position.explain(mv) {
                Ok(()) => return Ok(mv),
                Err(reason) => IllegalMove { mv, reason }.into(),
            },
            Err(error) => error,
        };
        if error.progress() > best.progress() {
            best = error;
        }
    }
    Err(best)
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text names no notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "unknown notation: expected japanese, ki2, kif, hodges, hosking, kitao-kawasaki, usi or csa"
)]
pub struct ParseNotationError;

impl FromStr for Notation {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Notation, ParseNotationError> {
        Notation::ALL
            .into_iter()
            .find(|notation| notation.name() == text)
            .ok_or(ParseNotationError)
    }
}

/// The square that a move goes to, as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// The square itself.
    Square(Square),
    /// Where the previous move went: 同.
    Previous,
}

impl Target {
    fn square(self, previous: Option<Square>) -> Result<Square, ResolveError> {
        match self {
            Target::Square(square) => Ok(square),
            Target::Previous => previous.ok_or(ResolveError::NoPreviousMove),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::{Illegal, PieceKind, Shogi};

    fn any(sfen: &str, text: &str) -> Result<Move, MoveTextError> {
        parse_any::<Shogi>(&sfen.parse().unwrap(), text, None)
    }

    #[test]
    fn a_person_may_type_any_notation() {
        let texts = [
            "7g7f",
            "7G7F",
            "+7776FU",
            "7776FU",
            "▲７六歩",
            "７六歩",
            "76歩",
            "7六歩",
            "☗７六歩",
            "７六歩(77)",
            "P-7f",
            "p-7f",
            "P7f",
            "P7g-7f",
            "P76",
            "P-76",
            "P77-76",
            "歩-76",
            "歩(77)-76",
            " 7g7f ",
        ];
        for text in texts {
            assert_eq!(any("startpos", text), Ok("7g7f".parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn the_error_is_that_of_the_notation_which_came_furthest() {
        let illegal = |reason, mv: &str| {
            Err(IllegalMove {
                mv: mv.parse().unwrap(),
                reason,
            }
            .into())
        };
        assert_eq!(
            any("startpos", "7g7e"),
            illegal(Illegal::NotAMoveOfThePiece, "7g7e")
        );
        assert_eq!(any("startpos", "P*5e"), illegal(Illegal::NotInHand, "P*5e"));
        let none = ResolveError::NoSuchMove {
            kind: PieceKind::Pawn,
            to: Square::S75,
        };
        assert_eq!(any("startpos", "75歩"), Err(none.into()));
        let text = |column, expected| Err(NotAMove { column, expected }.into());
        assert_eq!(any("startpos", ""), text(1, "a move"));
        assert_eq!(any("startpos", "P-7z"), text(3, "a square"));
        assert_eq!(any("startpos", "７六歩右右"), text(5, "nothing more"));
    }

    #[test]
    fn names_of_notations_round_trip() {
        for notation in Notation::ALL {
            assert_eq!(notation.to_string().parse(), Ok(notation));
        }
        assert_eq!("chess".parse::<Notation>(), Err(ParseNotationError));
    }
}
