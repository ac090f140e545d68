//! What is said about a move: comments, a bookmark, engine annotations.

use super::time::Millis;
use komadai_core::Move;

/// What is said about one node. Most nodes have none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Note {
    /// Comment lines joined by `\n`.
    pub(super) comment: Option<String>,
    pub(super) bookmark: Option<String>,
    pub(super) annotations: Vec<Annotation>,
}

/// What an engine said about a node.
///
/// A reader makes one only of text that its own writer would write again in the same way; other
/// engine text stays a comment.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Annotation {
    /// Who said it.
    pub engine: Option<String>,
    /// Its judgement.
    pub score: Option<Score>,
    /// Depth of search in plies.
    pub depth: Option<u32>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Time of the search.
    pub time: Option<Millis>,
    /// The line it expects, from the position after the node.
    pub line: Vec<Move>,
}

/// An engine's judgement, from Black's view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Hundredths of a pawn; positive is good for Black.
    Centipawns(i32),
    /// Mate in so many plies; positive: Black mates.
    Mate(i32),
    /// Black mates, the length is not known.
    BlackMates,
    /// White mates, the length is not known.
    WhiteMates,
}
