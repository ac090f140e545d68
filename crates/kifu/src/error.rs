//! What readers and writers have to say: warnings and errors with their place, notices of loss.

use komadai_core::{Faults, Illegal, Move};
use std::fmt;

/// Something that a reader had to guess, repair or skip. The record is still complete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted in characters from 1.
    pub column: usize,
    /// What was found there.
    pub kind: WarningKind,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.kind
        )
    }
}

/// The kind of a warning.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WarningKind {
    /// Bytes that the encoding does not allow were replaced.
    #[error("bytes that are not text in the file's encoding were replaced")]
    Undecodable,
    /// A line of no known kind; it was kept as text.
    #[error("a line that is not understood was kept as text")]
    UnknownLine,
    /// The number of a move is not the one expected; the order of the lines counts.
    #[error("move number {found} where {expected} was expected")]
    MoveNumber {
        /// What the file says.
        found: u64,
        /// What the order of the moves says.
        expected: u64,
    },
    /// The piece named is not the one that stands on the origin; the squares count.
    #[error("the move names another piece than the one on its origin")]
    PieceName,
    /// A move that the rules forbid; it was kept.
    #[error("illegal move {mv}: {reason}")]
    IllegalMove {
        /// The move.
        mv: Move,
        /// The rule it breaks.
        reason: Illegal,
    },
    /// Several moves fit the text; the first was taken.
    #[error("the move is ambiguous; {taken} was taken")]
    AmbiguousMove {
        /// The move taken.
        taken: Move,
    },
    /// A text where a move was expected; it was kept as an ending of its own.
    #[error("not a move and not a known ending")]
    UnreadableMove,
    /// Moves after the end of the line; they were kept as a variation.
    #[error("a move follows the end of the game")]
    MoveAfterEnd,
    /// A time that is not understood.
    #[error("the time is not understood")]
    Time,
    /// A variation that starts where the line has no such move.
    #[error("the variation starts beyond the line it belongs to")]
    VariationPlace,
    /// A diagram line that is not understood in full.
    #[error("the diagram is damaged")]
    Diagram,
    /// A handicap name that is not known.
    #[error("the handicap is not known")]
    Handicap,
    /// The diagram is no position of a game.
    #[error("the start position has faults: {0}")]
    Faults(Faults),
    /// The closing line says something else than the moves.
    #[error("the closing line contradicts the moves")]
    Closing,
    /// The ending makes the maker of an illegal last move the winner.
    #[error("the last move is illegal, so its maker loses")]
    Blame,
    /// Something in a format's own words.
    #[error("{0}")]
    Other(String),
}

/// Error for text without a readable game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted in characters from 1.
    pub column: usize,
    /// The reason.
    pub kind: ReadErrorKind,
}

impl ReadError {
    /// An error at the start of a line.
    pub fn at_line(line: usize, kind: ReadErrorKind) -> ReadError {
        ReadError {
            line,
            column: 1,
            kind,
        }
    }
}

/// The reason why no game can be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The text is in no known format.
    #[error("not a game record of a known format")]
    UnknownFormat,
    /// The format is known but cannot be read.
    #[error("{0} cannot be read")]
    Unsupported(&'static str),
    /// No board can be made out.
    #[error("the diagram has no nine ranks of nine squares")]
    BrokenDiagram,
    /// No legal move fits the text, or several do and none can be preferred.
    #[error("no move of the position fits {0:?}")]
    UnresolvedMove(String),
    /// Something in a format's own words.
    #[error("{0}")]
    Other(String),
}

/// A notice about something that the target format cannot hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Notice {
    /// Variations were left out.
    #[error("{count} variations were left out")]
    Variations {
        /// How many.
        count: usize,
    },
    /// Times were left out.
    #[error("times were left out")]
    Times,
    /// Times were rounded down to full seconds.
    #[error("times were rounded down to full seconds")]
    TimesRounded,
    /// Comments were left out.
    #[error("comments were left out")]
    Comments,
    /// Bookmarks were left out.
    #[error("bookmarks were left out")]
    Bookmarks,
    /// Engine annotations were left out.
    #[error("engine annotations were left out")]
    Annotations,
    /// A header was left out or changed.
    #[error("the header {key:?} was left out")]
    Header {
        /// Its key.
        key: String,
    },
    /// The ending was left out or changed to the nearest one.
    #[error("the ending was changed: {0}")]
    Ending(String),
    /// All moves were left out.
    #[error("the moves were left out")]
    Moves,
    /// The move number of the start position was left out.
    #[error("the move number of the start position was left out")]
    MoveNumber,
    /// A character that the encoding does not have was replaced.
    #[error("{character:?} does not exist in the encoding and was replaced")]
    Unencodable {
        /// The character.
        character: char,
    },
    /// Something in a format's own words.
    #[error("{0}")]
    Other(String),
}

/// Error for a record that a format cannot express.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format is known but cannot be written.
    #[error("{0} cannot be written")]
    Unsupported(&'static str),
    /// The format has no words for something without which the game is another one.
    #[error("{format} cannot express {what}")]
    NotExpressible {
        /// The format.
        format: &'static str,
        /// What it cannot say.
        what: String,
    },
}
