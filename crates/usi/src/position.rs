//! `position`: a start and moves, first as text, then on the board.

use crate::error::{LineError, LineErrorKind};
use crate::text::{OneLine, write_each};
use crate::words::LineWords;
use komadai_core::{
    AnyPosition, AnyPositionError, Faults, IllegalMove, Move, Setup, Tolerance, Variant,
};
use std::fmt;

/// Where a game starts, as text.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Root {
    /// `startpos`
    #[default]
    Start,
    /// `sfen …`: the unparsed text.
    Sfen(String),
}

/// The position to search: a start and the moves from there, needed for repetition.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PositionCommand {
    /// Where the game starts.
    pub root: Root,
    /// The moves so far.
    pub moves: Vec<Move>,
}

/// A position with the moves that led to it, all of them legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resolved {
    /// Where the game starts.
    pub start: AnyPosition,
    /// The moves so far.
    pub moves: Vec<Move>,
    /// The position after the moves.
    pub position: AnyPosition,
}

/// Error for a `position` command that cannot be resolved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// The start is not a position of the variant; columns count from the start of the SFEN.
    #[error("start position: {0}")]
    Start(#[from] AnyPositionError),
    /// A move is illegal.
    #[error("move {}: {illegal}", .index + 1)]
    Move {
        /// The index of the move, from 0.
        index: usize,
        /// The move and the rule it breaks.
        illegal: IllegalMove,
        /// The position before it.
        before: Box<Resolved>,
    },
}

impl From<Faults> for PositionError {
    fn from(faults: Faults) -> PositionError {
        PositionError::Start(faults.into())
    }
}

impl PositionCommand {
    /// The start position of both variants and moves.
    pub fn startpos(moves: impl Into<Vec<Move>>) -> PositionCommand {
        PositionCommand {
            root: Root::Start,
            moves: moves.into(),
        }
    }

    /// A position and moves from there.
    pub fn from_position(start: &AnyPosition, moves: impl Into<Vec<Move>>) -> PositionCommand {
        let root = match *start == AnyPosition::start(start.variant()) {
            true => Root::Start,
            false => Root::Sfen(start.to_string()),
        };
        PositionCommand {
            root,
            moves: moves.into(),
        }
    }

    /// Parses what follows `position`, and lines of opening files, which lack that word.
    ///
    /// # Errors
    /// Returns the column and the word at fault.
    pub fn parse(text: &str) -> Result<PositionCommand, LineError> {
        let mut words = LineWords::new(text);
        words.take("position");
        PositionCommand::read(&mut words)
    }

    pub(crate) fn read(words: &mut LineWords<'_>) -> Result<PositionCommand, LineError> {
        let what = "startpos or sfen";
        let first = words.peek().ok_or_else(|| words.missing(what))?;
        let root = match first.text {
            "startpos" => {
                words.next();
                if let Some(word) = words.next().filter(|word| word.text != "moves") {
                    return Err(words.error(word, LineErrorKind::Expected("moves")));
                }
                Root::Start
            }
            // Some programs omit the word `sfen`.
            text if text == "sfen" || text.contains('/') => {
                words.take("sfen");
                if let Some(word) = words.peek().filter(|word| word.text == "moves") {
                    return Err(words.error(word, LineErrorKind::Expected("a position")));
                }
                let sfen = words.until(|_, word| word == "moves");
                if sfen.is_empty() {
                    return Err(words.missing("a position"));
                }
                Root::Sfen(sfen)
            }
            _ => return Err(words.error(first, LineErrorKind::Expected(what))),
        };
        let mut moves = Vec::new();
        while words.peek().is_some() {
            moves.push(words.mv()?);
        }
        Ok(PositionCommand { root, moves })
    }

    /// Finds the start position, without the moves.
    ///
    /// # Errors
    /// What is wrong with the start.
    pub fn start(
        &self,
        variant: Variant,
        tolerance: Tolerance,
    ) -> Result<AnyPosition, AnyPositionError> {
        match &self.root {
            Root::Start => Ok(AnyPosition::start(variant)),
            Root::Sfen(sfen) => {
                let setup = Setup::parse_tolerant(sfen).map_err(AnyPositionError::Sfen)?;
                Ok(AnyPosition::from_setup(variant, &setup, tolerance)?)
            }
        }
    }

    /// Validates the start and plays the moves.
    ///
    /// # Errors
    /// Returns the fault of the start, or the first illegal move with the position before it.
    ///
    /// ```
    /// use komadai_core::{Tolerance, Variant};
    /// use komadai_usi::{PositionCommand, PositionError};
    /// let command = PositionCommand::parse("startpos moves 7g7f 7g7f")?;
    /// let error = command.resolve(Variant::Shogi, Tolerance::Strict).unwrap_err();
    /// let PositionError::Move { index, before, .. } = error else { panic!() };
    /// assert_eq!((index, before.moves.len()), (1, 1));
    /// # Ok::<(), komadai_usi::LineError>(())
    /// ```
    pub fn resolve(
        &self,
        variant: Variant,
        tolerance: Tolerance,
    ) -> Result<Resolved, PositionError> {
        let start = self.start(variant, tolerance)?;
        let mut position = start;
        for (index, &mv) in self.moves.iter().enumerate() {
            if let Err(illegal) = position.play(mv) {
                let before = Resolved {
                    start,
                    moves: self.moves[..index].to_vec(),
                    position,
                };
                return Err(PositionError::Move {
                    index,
                    illegal,
                    before: Box::new(before),
                });
            }
        }
        Ok(Resolved {
            start,
            moves: self.moves.clone(),
            position,
        })
    }
}

impl fmt::Display for PositionCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.root {
            Root::Start => f.write_str("position startpos")?,
            Root::Sfen(sfen) => write!(f, "position sfen {}", OneLine(sfen))?,
        }
        if self.moves.is_empty() {
            return Ok(());
        }
        f.write_str(" moves")?;
        write_each(f, &self.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(text: &str) -> Result<Resolved, PositionError> {
        let command = PositionCommand::parse(text).unwrap();
        command.resolve(Variant::Shogi, Tolerance::Strict)
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
        let PositionError::Move { index, before, .. } = error else {
            panic!()
        };
        assert_eq!((index, before.moves.len()), (3, 3));
        let again = PositionCommand::from_position(&before.start, before.moves.clone());
        assert_eq!(
            again.resolve(Variant::Shogi, Tolerance::Strict).unwrap(),
            *before
        );
    }

    #[test]
    fn a_bad_start_is_named() {
        let error = resolve("sfen 9/9 b -").unwrap_err();
        assert!(matches!(
            error,
            PositionError::Start(AnyPositionError::Sfen(_))
        ));
        let error = resolve("4k4/9/9/9/9/9/9/9/9 b -").unwrap_err();
        assert_eq!(error.to_string(), "start position: black has no king");
    }

    #[test]
    fn a_tsume_has_one_king() {
        let command = PositionCommand::parse("sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1").unwrap();
        let resolved = command.resolve(Variant::Shogi, Tolerance::MissingKing);
        assert!(resolved.is_ok());
    }
}
