//! How long a search may go on.

use komadai_core::{EnteringKingRule, Move};
use std::num::NonZeroUsize;
use std::time::Duration;

/// What ends a search; everything left `None` never does.
///
/// With nothing set the search goes on until it is stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Iterations are not begun beyond this depth.
    pub depth: Option<u32>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// The clocks of a game, from which the time for the move is worked out.
    pub clock: Option<Clock>,
    /// Only these moves are considered at the root, if there are any and one of them is legal.
    pub search_moves: Vec<Move>,
    /// Until the opponent plays the expected move, time does not count
    /// ([`Control::ponder_hit`](crate::Control::ponder_hit)).
    pub ponder: bool,
}

/// The clock of the side to move, and the other's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// What is left of the own main time.
    pub remaining: Duration,
    /// What is left of the opponent's main time.
    pub opponent_remaining: Duration,
    /// What every move adds.
    pub increment: Duration,
    /// What every move may take once the main time is used up.
    pub byoyomi: Duration,
}

/// How the engine plays, from one search to the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Size of the transposition table in mebibytes.
    pub hash_mebibytes: usize,
    /// Number of threads that search.
    pub threads: NonZeroUsize,
    /// Number of best lines to find.
    pub multi_pv: NonZeroUsize,
    /// The rule about entering kings.
    pub entering_king: EnteringKingRule,
    /// After so many moves of the game it is a draw.
    pub max_moves: Option<u32>,
    /// What is lost of the time for a move on the way to and from the engine.
    pub overhead: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash_mebibytes: 64,
            threads: NonZeroUsize::MIN,
            multi_pv: NonZeroUsize::MIN,
            entering_king: EnteringKingRule::default(),
            max_moves: None,
            overhead: Duration::from_millis(10),
        }
    }
}
