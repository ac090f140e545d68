//! How games between engines end.

use komadai_core::{Color, Illegal, Move};
use komadai_game::{Cause, Outcome, Verdict};
use komadai_kifu::record::Termination;
use std::fmt;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchRuling {
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The reason.
    pub reason: MatchReason,
}

/// The reason for the end of a game: a cause under the laws, or a failure of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MatchReason {
    /// A cause under the laws.
    Laws(Cause),
    /// A move against the rules.
    IllegalMove {
        /// The move.
        mv: Move,
        /// The rule it breaks.
        breach: Illegal,
    },
    /// An answer that is not a move.
    BadAnswer(String),
    /// The engine exited.
    Crash(String),
    /// The engine did not answer.
    Hang(String),
}

impl From<Cause> for MatchReason {
    fn from(cause: Cause) -> MatchReason {
        MatchReason::Laws(cause)
    }
}

impl MatchReason {
    /// A keyword for tables.
    pub const fn word(&self) -> &'static str {
        match self {
            MatchReason::Laws(cause) => cause.name(),
            MatchReason::IllegalMove { .. } => "illegal-move",
            MatchReason::BadAnswer(_) => "bad-answer",
            MatchReason::Crash(_) => "crash",
            MatchReason::Hang(_) => "hang",
        }
    }

    /// Returns whether an engine failed rather than lost.
    pub const fn is_failure(&self) -> bool {
        match self {
            MatchReason::Laws(cause) => matches!(
                cause,
                Cause::IllegalMove(_)
                    | Cause::WrongDeclaration(_)
                    | Cause::DeclarationWithoutTime
                    | Cause::TimeUp
            ),
            _ => true,
        }
    }
}

impl MatchRuling {
    /// The ending for a record. A failed engine broke the rules of the match.
    pub(super) fn termination(&self) -> Termination {
        let verdict = self.winner.map_or(Verdict::Draw, Verdict::Wins);
        match self.reason {
            MatchReason::Laws(cause) => Outcome { verdict, cause }.ending().termination,
            MatchReason::Hang(_) => Termination::TimeUp,
            _ => Termination::IllegalMove,
        }
    }
}

impl fmt::Display for MatchReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchReason::Laws(_) => f.write_str(self.word()),
            MatchReason::IllegalMove { mv, breach } => write!(f, "illegal move {mv}: {breach}"),
            MatchReason::BadAnswer(text) | MatchReason::Crash(text) | MatchReason::Hang(text) => {
                f.write_str(text)
            }
        }
    }
}

pub(super) fn lost(loser: Color, reason: impl Into<MatchReason>) -> MatchRuling {
    won(!loser, reason)
}

pub(super) fn won(winner: Color, reason: impl Into<MatchReason>) -> MatchRuling {
    MatchRuling {
        winner: Some(winner),
        reason: reason.into(),
    }
}
