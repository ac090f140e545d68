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
//! ([`MoveText`], for CSA [`CsaMove`]); this fails with [`NotAMove`]. The value is then resolved in a
//! position; this fails with [`ResolveError`]. Writing goes the same way back: what a notation
//! says of a move, and then its text. Record files are read and written by the
//! same values and rules.
//!
//! A resolved move is the one that the text names, and may still break a rule: records end in illegal
//! moves, and [`RecordPosition::explain`] names the breach. Only [`parse_any`], which is for people, insists
//! on a legal move ([`Strictness`]). Illegal moves can be written, too, and are read back as they were.

pub(crate) mod algebraic;
mod board;
pub mod csa;
mod error;
pub mod japanese;
pub mod pieces;
mod resolve;
mod text;
pub mod usi;
mod western;
mod words;

pub use board::NotationBoard;
pub use csa::CsaMove;
pub use error::{MoveTextError, NotAMove, NotExpressible, ResolveError};
pub use resolve::{Resolved, Strictness};
pub use text::{MoveText, Origin, Suffix, Target};
pub use words::Words;

use crate::position::RecordPosition;
use komadai_core::{Move, Square, Variant};
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
    /// Returns an error if the notation has no word for a part of the move.
    pub fn format(
        self,
        board: &impl NotationBoard,
        mv: Move,
        previous: Option<Square>,
    ) -> Result<String, NotExpressible> {
        let mut text = String::with_capacity(LONGEST_TEXT);
        self.write(&mut text, board, mv, previous)?;
        Ok(text)
    }

    /// As [`format`](Notation::format), but a move that the notation has no words for, as some illegal
    /// ones, is written as USI.
    pub fn format_or_usi(
        self,
        board: &impl NotationBoard,
        mv: Move,
        previous: Option<Square>,
    ) -> String {
        self.format(board, mv, previous)
            .unwrap_or_else(|_| mv.to_string())
    }

    /// As [`format`](Notation::format), at the end of a text that is left alone on error.
    ///
    /// # Errors
    /// Returns an error if the notation has no word for a part of the move.
    pub fn write(
        self,
        out: &mut String,
        board: &impl NotationBoard,
        mv: Move,
        previous: Option<Square>,
    ) -> Result<(), NotExpressible> {
        let board = &*board.board();
        match self {
            Notation::Usi => push(out, mv),
            Notation::Csa => push(out, CsaMove::of(board, mv)?),
            _ => self.push(
                out,
                &MoveText::of(self, board, mv, previous)?,
                board.variant(),
            ),
        }
        Ok(())
    }

    /// As [`format`](Notation::format), but an illegal move reads like a legal one: the origin is written
    /// only where other pieces reach the square, not because the piece cannot.
    ///
    /// # Errors
    /// Returns an error if the notation has no word for a part of the move.
    pub fn format_as_legal(
        self,
        board: &impl NotationBoard,
        mv: Move,
        previous: Option<Square>,
    ) -> Result<String, NotExpressible> {
        let board = &*board.board();
        let mut text = MoveText::of(self, board, mv, previous)?;
        let reach = board.reach(text.kind, mv.to());
        if reach.iter().all(|from| Some(from) == mv.from()) {
            text.origin = Origin::NONE;
        }
        let in_words = matches!(self, Notation::Japanese | Notation::Ki2);
        if in_words && mv.from().is_none() && reach.is_empty() {
            // 打 tells a drop from a move of another piece; it must not tell that the drop is impossible.
            text.suffix = None;
        }
        let mut out = String::with_capacity(LONGEST_TEXT);
        self.push(&mut out, &text, board.variant());
        Ok(out)
    }

    /// Writes what is said of a move, with the variant's names of pieces.
    pub(crate) fn push(self, out: &mut String, text: &MoveText, variant: Variant) {
        let style = |marks| japanese::Style {
            marks,
            ..japanese::Style::default()
        };
        match self {
            Notation::Kif => push(out, text.display(variant, style(japanese::Marks::None))),
            Notation::Hodges => push(out, western::HODGES.display(*text)),
            Notation::Hosking => push(out, western::HOSKING.display(*text)),
            Notation::KitaoKawasaki => push(out, western::KITAO_KAWASAKI.display(*text)),
            Notation::Japanese | Notation::Ki2 | Notation::Usi | Notation::Csa => {
                push(
                    out,
                    text.display(variant, style(japanese::Marks::Triangles)),
                );
            }
        }
    }

    /// Reads what a text says. USI and CSA have other values.
    pub(crate) fn syntax(self, text: &str) -> Result<MoveText, NotAMove> {
        match self {
            Notation::Hodges => western::HODGES.parse(text),
            Notation::Hosking => western::HOSKING.parse(text),
            Notation::KitaoKawasaki => western::KITAO_KAWASAKI.parse(text),
            _ => MoveText::parse_japanese(text),
        }
    }

    /// Reads the move that a text names in a position. It may be illegal there.
    ///
    /// # Errors
    /// Returns an error if the text is not a move, or not one here.
    pub fn parse(
        self,
        board: &impl NotationBoard,
        text: &str,
        previous: Option<Square>,
    ) -> Result<Move, MoveTextError> {
        self.parse_as(Strictness::Exact, &board.board(), text, previous)
    }

    fn parse_as(
        self,
        strictness: Strictness,
        board: &RecordPosition,
        text: &str,
        previous: Option<Square>,
    ) -> Result<Move, MoveTextError> {
        let resolved = match self {
            Notation::Usi => {
                let (mv, doubt) = (usi::parse(text)?, None);
                Resolved { mv, doubt }.judged(None, board, strictness)
            }
            Notation::Csa => text.parse::<CsaMove>()?.resolve(board, strictness),
            _ => self.syntax(text)?.resolve(board, previous, strictness),
        };
        Ok(resolved?.mv)
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
/// Returns an error if no notation gives a legal move. The error is that of the notation that got
/// furthest: an illegal move, no such move, or text that is not a move.
pub fn parse_any(
    board: &impl NotationBoard,
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
    let board = &*board.board();
    let mut best = MoveTextError::Text(NotAMove {
        column: 1,
        expected: "a move",
    });
    for notation in TRIED {
        match notation.parse_as(Strictness::Legal, board, text, previous) {
            Ok(mv) => return Ok(mv),
            Err(error) if error.progress() > best.progress() => best = error,
            Err(_) => {}
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

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::{Illegal, IllegalMove, PieceKind, Position, Shogi};

    fn any(sfen: &str, text: &str) -> Result<Move, MoveTextError> {
        parse_any(&sfen.parse::<Position<Shogi>>().unwrap(), text, None)
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
