//! What a search says while it runs, and at its end.

use crate::score::Score;
use komadai_core::Move;
use std::time::Duration;

/// A line found, after an iteration or in the middle of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Depth of the iteration.
    pub depth: u32,
    /// Length of the longest line looked at.
    pub selective_depth: u32,
    /// Rank of the line among those wanted, from 1.
    pub multi_pv: usize,
    /// What the line is worth to the side to move.
    pub score: Score,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the search was asked for.
    pub time: Duration,
    /// Used part of the table in thousandths.
    pub hash_full: u32,
    /// The line.
    pub pv: Vec<Move>,
}

impl Info {
    /// Nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// What to do in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Play a move.
    Move(Move),
    /// Declare a win by entering king.
    Declare,
    /// There is no legal move.
    Resign,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What to do.
    pub action: Action,
    /// The reply expected, to think about in the opponent's time.
    pub ponder: Option<Move>,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// The last depth searched to the end.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The best lines, best first: one unless more were asked for.
    pub lines: Vec<Info>,
}
