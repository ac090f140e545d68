//! The engine's answers: a move, or a mate.

use crate::text::write_each;
use crate::words::{LineWords, UsiWords};
use komadai_core::{LineError, LineErrorKind, Move};
use std::fmt;

/// The answer to `go`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BestMove {
    /// A move, and the reply on which the engine would like to ponder.
    Move {
        /// The move.
        mv: Move,
        /// The reply that the engine expects.
        ponder: Option<Move>,
    },
    /// `resign`
    Resign,
    /// `win`: the engine declares its win at an impasse.
    Win,
    /// `none`, sent by some engines if there is no legal move.
    None,
}

/// The answer to `go mate`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Checkmate {
    /// The moves of both sides up to the mate.
    Mate(Vec<Move>),
    /// There is no mate.
    NoMate,
    /// None was found in time.
    Timeout,
    /// The engine cannot search for mate.
    NotImplemented,
}

impl BestMove {
    /// The move, if it is one.
    pub const fn mv(self) -> Option<Move> {
        match self {
            BestMove::Move { mv, .. } => Some(mv),
            BestMove::Resign | BestMove::Win | BestMove::None => None,
        }
    }

    pub(crate) fn read(words: &mut LineWords<'_>) -> Result<BestMove, LineError> {
        let special = match words.peek().map(|word| word.text) {
            Some("resign") => BestMove::Resign,
            Some("win") => BestMove::Win,
            Some("none" | "(none)" | "null" | "0000") => BestMove::None,
            _ => {
                let mv = words.mv()?;
                // The expected reply is optional, so an unreadable one is ignored.
                let ponder = words.eat("ponder").then(|| words.mv().ok()).flatten();
                return Ok(BestMove::Move { mv, ponder });
            }
        };
        Ok(special)
    }
}

impl Checkmate {
    pub(crate) fn read(words: &mut LineWords<'_>) -> Result<Checkmate, LineError> {
        let word = words
            .peek()
            .ok_or_else(|| words.missing("moves, nomate, timeout or notimplemented"))?;
        Ok(match word.text {
            "nomate" => Checkmate::NoMate,
            "timeout" => Checkmate::Timeout,
            "notimplemented" => Checkmate::NotImplemented,
            _ => {
                let moves = words.moves();
                match words.next() {
                    None => Checkmate::Mate(moves),
                    Some(word) => {
                        return Err(words.error(word, LineErrorKind::Expected("a move")));
                    }
                }
            }
        })
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BestMove::Move { mv, ponder: None } => write!(f, "bestmove {mv}"),
            BestMove::Move {
                mv,
                ponder: Some(ponder),
            } => write!(f, "bestmove {mv} ponder {ponder}"),
            BestMove::Resign => f.write_str("bestmove resign"),
            BestMove::Win => f.write_str("bestmove win"),
            BestMove::None => f.write_str("bestmove none"),
        }
    }
}

impl fmt::Display for Checkmate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("checkmate")?;
        match self {
            Checkmate::Mate(moves) => write_each(f, moves),
            Checkmate::NoMate => f.write_str(" nomate"),
            Checkmate::Timeout => f.write_str(" timeout"),
            Checkmate::NotImplemented => f.write_str(" notimplemented"),
        }
    }
}
