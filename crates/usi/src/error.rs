//! Errors in USI lines.

use komadai_core::ParseMoveError;

/// Error for a line that is not valid USI.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: {kind}")]
pub struct LineError {
    /// The column of the word at fault, counted in characters from 1.
    pub column: usize,
    /// The word at fault; empty at the end of the line. Long words are truncated.
    pub token: String,
    /// The fault at that column.
    pub kind: LineErrorKind,
}

/// A fault of a line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineErrorKind {
    /// The line ends too early.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// An unexpected word.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A word that is not a move.
    #[error("not a move: {0}")]
    Move(ParseMoveError),
}
