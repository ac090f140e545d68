//! Limits and options of a search.

use komadai_core::{EnteringKingRule, Move};
use std::num::NonZeroUsize;
use std::time::Duration;

/// The limits of a search; `None` means no limit.
///
/// Without any limit the search continues until it is stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchLimits {
    /// The last depth to search.
    pub depth: Option<u32>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// A fixed time for this move.
    pub move_time: Option<Duration>,
    /// The clocks of a game, from which the time for the move is computed.
    pub clock: Option<SearchClock>,
    /// The longest time for this move, whatever the clock or the fixed time would allow.
    pub max_time: Option<Duration>,
    /// The only moves to consider at the root; ignored if none of them is legal.
    pub search_moves: Vec<Move>,
    /// Time does not count until the opponent plays the expected move
    /// ([`Control::ponder_hit`](crate::Control::ponder_hit)).
    pub ponder: bool,
}

/// The clock of the side to move, and the other's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchClock {
    /// The remaining main time of the side to move.
    pub remaining: Duration,
    /// The remaining main time of the opponent.
    pub opponent_remaining: Duration,
    /// The time added after every move.
    pub increment: Duration,
    /// The time per move after the main time is used up.
    pub byoyomi: Duration,
}

/// Settings that persist between searches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// Size of the transposition table in mebibytes.
    pub hash_mebibytes: usize,
    /// Number of threads that search.
    pub threads: NonZeroUsize,
    /// Number of best lines to find.
    pub multi_pv: NonZeroUsize,
    /// The rule about entering kings.
    pub entering_king: EnteringKingRule,
    /// The move number after which the game is a draw.
    pub max_moves: Option<u32>,
    /// The time reserved for communication with the engine.
    pub overhead: Duration,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions {
            hash_mebibytes: 64,
            threads: NonZeroUsize::MIN,
            multi_pv: NonZeroUsize::MIN,
            entering_king: EnteringKingRule::default(),
            max_moves: None,
            overhead: Duration::from_millis(10),
        }
    }
}
