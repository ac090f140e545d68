//! Lines that give a position: a start and the moves from there, as in USI's `position` command.
//!
//! ```text
//! line  = [ "position" ] ( start [ "moves" move … ] | [ "moves" ] move … )
//! start = "startpos" | [ "sfen" ] SFEN
//! ```
//!
//! The move number of the SFEN may be missing; it is then 1. Moves without a start are from the start
//! position. A line is written as `startpos moves 7g7f` or `sfen … moves …`.

use crate::any::{AnyPosition, Faults};
use crate::line_words::{LineError, LineErrorKind, LineWords};
use crate::moves::Move;
use crate::position::IllegalMove;
use crate::setup::Setup;
use crate::tolerance::Tolerance;
use crate::variant::Variant;
use std::fmt;
use std::str::FromStr;

/// A start and the moves from there. The moves are not checked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PositionLine {
    /// Where the game starts.
    pub start: Setup,
    /// The moves so far.
    pub moves: Vec<Move>,
}

impl Default for PositionLine {
    fn default() -> PositionLine {
        PositionLine::startpos([])
    }
}

/// A position with the moves that led to it, all of them legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResolvedLine {
    /// Where the game starts.
    pub start: AnyPosition,
    /// The moves so far.
    pub moves: Vec<Move>,
    /// The position after the moves.
    pub position: AnyPosition,
}

/// Error for a line that is not a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionLineError {
    /// The start is not a position of the variant.
    #[error("start position: {0}")]
    Start(#[from] Faults),
    /// A move is illegal.
    #[error("move {}: {illegal}", .index + 1)]
    Move {
        /// The index of the move, from 0.
        index: usize,
        /// The move and the rule it breaks.
        illegal: IllegalMove,
        /// The position before it.
        before: Box<ResolvedLine>,
    },
}

impl PositionLine {
    /// Moves from the start position, which both variants share.
    pub fn startpos(moves: impl Into<Vec<Move>>) -> PositionLine {
        PositionLine {
            start: Setup::start(),
            moves: moves.into(),
        }
    }

    /// Reads the rest of a line.
    ///
    /// # Errors
    /// Returns the column and the word at fault.
    pub fn read(words: &mut LineWords<'_>) -> Result<PositionLine, LineError> {
        let start = PositionLine::read_start(words)?;
        if let Some(word) = words.peek()
            && !words.eat("moves")
            && start.is_some()
        {
            return Err(words.error(word, LineErrorKind::Expected("moves")));
        }
        Ok(PositionLine {
            start: start.unwrap_or_else(Setup::start),
            moves: words.moves_to_end()?,
        })
    }

    /// Reads `startpos` or an SFEN; `None` if moves come next.
    ///
    /// # Errors
    /// Returns the column and the word at fault.
    pub fn read_start(words: &mut LineWords<'_>) -> Result<Option<Setup>, LineError> {
        let what = "startpos or sfen";
        let first = words.peek().ok_or_else(|| words.missing(what))?;
        match first.text {
            "startpos" => {
                words.next();
                Ok(Some(Setup::start()))
            }
            // Some programs omit the word `sfen`.
            text if text == "sfen" || text.contains('/') => {
                words.eat("sfen");
                read_sfen(words).map(Some)
            }
            text if text == "moves" || Move::parse_tolerant(text).is_ok() => Ok(None),
            _ => Err(words.error(first, LineErrorKind::Expected(what))),
        }
    }

    /// Validates the start and plays the moves.
    ///
    /// # Errors
    /// Returns the fault of the start, or the first illegal move with the position before it.
    ///
    /// ```
    /// use komadai_core::{PositionLine, PositionLineError, Tolerance, Variant};
    /// let line: PositionLine = "startpos moves 7g7f 7g7f".parse()?;
    /// let error = line.resolve(Variant::Shogi, Tolerance::Strict).unwrap_err();
    /// let PositionLineError::Move { index, before, .. } = error else { panic!() };
    /// assert_eq!((index, before.moves.len()), (1, 1));
    /// # Ok::<(), komadai_core::LineError>(())
    /// ```
    pub fn resolve(
        &self,
        variant: Variant,
        tolerance: Tolerance,
    ) -> Result<ResolvedLine, PositionLineError> {
        let start = AnyPosition::from_setup(variant, &self.start, tolerance)?;
        let mut position = start;
        for (index, &mv) in self.moves.iter().enumerate() {
            if let Err(illegal) = position.play(mv) {
                let before = ResolvedLine {
                    start,
                    moves: self.moves[..index].to_vec(),
                    position,
                };
                return Err(PositionLineError::Move {
                    index,
                    illegal,
                    before: Box::new(before),
                });
            }
        }
        Ok(ResolvedLine {
            start,
            moves: self.moves.clone(),
            position,
        })
    }
}

/// Takes board, side, hands and move number; the number may be missing.
fn read_sfen(words: &mut LineWords<'_>) -> Result<Setup, LineError> {
    let what = "a position";
    let board = words.peek().ok_or_else(|| words.missing(what))?;
    if board.text == "moves" {
        return Err(words.error(board, LineErrorKind::Expected(what)));
    }
    let rest = words.rest();
    let mut length = 0;
    for field in 0..4 {
        let is_part = |text: &str| text != "moves" && (field < 3 || is_number(text));
        let Some(word) = words.peek().filter(|word| is_part(word.text)) else {
            break;
        };
        length = word.start + word.text.len() - board.start;
        words.next();
    }
    Setup::parse_tolerant(&rest[..length]).map_err(|fault| {
        let mut error = words.error(board, LineErrorKind::Sfen(fault.kind));
        error.column += fault.column - 1;
        error
    })
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

impl FromStr for PositionLine {
    type Err = LineError;

    fn from_str(text: &str) -> Result<PositionLine, LineError> {
        let mut words = LineWords::new(text);
        words.eat("position");
        PositionLine::read(&mut words)
    }
}

impl fmt::Display for PositionLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.start == Setup::start() {
            true => f.write_str("startpos")?,
            false => write!(f, "sfen {}", self.start)?,
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
        }
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(text: &str) -> Result<ResolvedLine, PositionLineError> {
        let line: PositionLine = text.parse().unwrap();
        line.resolve(Variant::Shogi, Tolerance::Strict)
    }

    #[test]
    fn a_missing_move_number_is_one() {
        let resolved = resolve("position sfen 4k4/9/9/9/9/9/9/9/4K4 w - moves 5a5b").unwrap();
        assert_eq!(resolved.position.to_string(), "9/4k4/9/9/9/9/9/9/4K4 b - 2");
        assert_eq!(resolved.start.move_number(), 1);
    }

    #[test]
    fn the_first_illegal_move_is_named_and_the_rest_kept() {
        let error = resolve("startpos moves 7g7f 3c3d 8h2b 7g7f").unwrap_err();
        assert_eq!(
            error.to_string(),
            "move 4: illegal move 7g7f: there is no piece on the origin"
        );
        let PositionLineError::Move { index, before, .. } = error else {
            panic!()
        };
        assert_eq!((index, before.moves.len()), (3, 3));
        let again = PositionLine {
            start: before.start.to_setup(),
            moves: before.moves.clone(),
        };
        assert_eq!(
            again.resolve(Variant::Shogi, Tolerance::Strict).unwrap(),
            *before
        );
    }

    #[test]
    fn a_bad_start_is_named() {
        let error = resolve("4k4/9/9/9/9/9/9/9/9 b -").unwrap_err();
        assert_eq!(error.to_string(), "start position: black has no king");
    }

    #[test]
    fn every_form_of_line_is_one_value() {
        let even = Setup::start().to_string();
        for text in [
            "position startpos moves 7g7f 3c3d",
            "startpos moves 7g7f 3c3d",
            " moves  7g7f 3c3d\r",
            "7g7f 3c3d",
            &format!("position sfen {even} moves 7g7f 3c3d"),
            &format!("{} moves 7G7F 3c3d", &even[..even.len() - 2]),
        ] {
            let line: PositionLine = text.parse().unwrap();
            assert_eq!(line.to_string(), "startpos moves 7g7f 3c3d", "{text}");
        }
    }

    #[test]
    fn faults_are_at_their_column() {
        let check = |text: &str, column, token: &str, fault: &str| {
            let error = text.parse::<PositionLine>().unwrap_err();
            assert_eq!((error.column, error.token.as_str()), (column, token));
            assert_eq!(error.kind.to_string(), fault);
        };
        check("position ", 9, "", "startpos or sfen is missing");
        check("middle", 1, "middle", "expected startpos or sfen");
        check("startpos 7g7f", 10, "7g7f", "expected moves");
        check("sfen moves 7g7f", 6, "moves", "expected a position");
        let board = "4k4/9/9/9/9/9/9/9/4Q4";
        check(
            &format!("sfen  {board} b -"),
            26,
            board,
            "SFEN: unexpected character 'Q'",
        );
        check(
            "7g7f 3c3x",
            6,
            "3c3x",
            "not a move: column 3: the target is not a square (file 1-9, rank a-i)",
        );
    }

    #[test]
    fn a_tsume_has_one_king() {
        let line: PositionLine = "sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1".parse().unwrap();
        let resolved = line.resolve(Variant::Shogi, Tolerance::MissingKing);
        assert!(resolved.is_ok());
    }
}
