//! Reports and result of a search.

use crate::score::SearchScore;
use komadai_core::Move;
use std::time::Duration;

/// A report about a line, after or during an iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchInfo {
    /// Depth of the iteration.
    pub depth: u32,
    /// Length of the longest line searched.
    pub selective_depth: u32,
    /// Rank of the line among the requested ones, from 1.
    pub multi_pv: usize,
    /// The score for the side to move.
    pub score: SearchScore,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the search was requested.
    pub time: Duration,
    /// Usage of the hash table, in per mille.
    pub hash_full: u32,
    /// The line.
    pub pv: Vec<Move>,
}

impl SearchInfo {
    /// Nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// The action chosen by a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineAction {
    /// Play a move.
    Move(Move),
    /// Declare a win by entering king.
    Declare,
    /// There is no legal move.
    Resign,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchAnswer {
    /// The chosen action.
    pub action: EngineAction,
    /// The expected reply, to ponder on.
    pub ponder: Option<Move>,
    /// The score for the side to move.
    pub score: SearchScore,
    /// The last completed depth.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// The best lines, best first: one unless more were requested.
    pub lines: Vec<SearchInfo>,
}
