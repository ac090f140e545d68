//! Why a line is not USI.

use komadai_core::ParseMoveError;

/// Where and why a line is not understood.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: {kind}")]
pub struct LineError {
    /// The column of the word at fault, counted in characters from 1.
    pub column: usize,
    /// The word at fault; empty at the end of the line. Long words are cut.
    pub token: String,
    /// What is wrong there.
    pub kind: LineErrorKind,
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineErrorKind {
    /// The line ends too early.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A word that is not what should stand here.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A word that is not a move.
    #[error("not a move: {0}")]
    Move(ParseMoveError),
}
