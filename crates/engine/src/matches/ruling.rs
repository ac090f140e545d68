//! How games between engines end.

use komadai_core::{Color, Illegal, Move};
use std::fmt;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchRuling {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The reason.
    pub reason: Reason,
}

/// The reason for the end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// No legal move.
    Checkmate,
    /// `bestmove resign`
    Resignation,
    /// A correct declaration.
    Declaration,
    /// A wrong declaration.
    WrongDeclaration,
    /// A try.
    Try,
    /// The fourth occurrence of a position.
    Repetition,
    /// The fourth occurrence, one side giving check throughout.
    PerpetualCheck,
    /// A move against the rules.
    IllegalMove {
        /// The move.
        mv: Move,
        /// The rule it breaks.
        breach: Illegal,
    },
    /// An answer that is not a move.
    BadAnswer(String),
    /// The engine exceeded its time.
    TimeUp,
    /// The engine exited.
    Crash(String),
    /// The engine did not answer.
    Hang(String),
    /// The move limit was reached.
    MoveLimit,
}

impl Reason {
    /// A keyword for tables.
    pub const fn word(&self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Resignation => "resignation",
            Reason::Declaration => "declaration",
            Reason::WrongDeclaration => "wrong-declaration",
            Reason::Try => "try",
            Reason::Repetition => "repetition",
            Reason::PerpetualCheck => "perpetual-check",
            Reason::IllegalMove { .. } => "illegal-move",
            Reason::BadAnswer(_) => "bad-answer",
            Reason::TimeUp => "time-up",
            Reason::Crash(_) => "crash",
            Reason::Hang(_) => "hang",
            Reason::MoveLimit => "move-limit",
        }
    }

    /// Returns whether an engine failed rather than lost.
    pub const fn is_failure(&self) -> bool {
        matches!(
            self,
            Reason::IllegalMove { .. }
                | Reason::WrongDeclaration
                | Reason::BadAnswer(_)
                | Reason::TimeUp
                | Reason::Crash(_)
                | Reason::Hang(_)
        )
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::IllegalMove { mv, breach } => write!(f, "illegal move {mv}: {breach}"),
            Reason::BadAnswer(text) | Reason::Crash(text) | Reason::Hang(text) => f.write_str(text),
            _ => f.write_str(self.word()),
        }
    }
}

pub(super) fn lost(loser: Color, reason: Reason) -> MatchRuling {
    won(!loser, reason)
}

pub(super) fn won(winner: Color, reason: Reason) -> MatchRuling {
    MatchRuling {
        winner: Some(winner),
        reason,
    }
}
