//! Limits and timeouts of engines.

use crate::go::{Go, GoClock};
use komadai_core::Color;
use std::time::{Duration, Instant};

/// The longest wait.
const FOREVER: Duration = Duration::from_secs(10 * 365 * 24 * 3600);

/// The instant after this duration, capped far in the future to avoid overflow.
pub(super) fn deadline(time: Duration) -> Instant {
    Instant::now() + time.min(FOREVER)
}

/// Timeouts for an engine's answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// From `usi` to `usiok`.
    pub handshake: Duration,
    /// From `isready` to `readyok`; engines load their evaluation here.
    pub ready: Duration,
    /// For a search that is not limited by wall time but by nodes, depth or CPU time (a sleeping engine uses
    /// none).
    pub search: Duration,
    /// The time a search may exceed its limit before it is stopped.
    pub grace: Duration,
    /// From `stop` to the answer.
    pub stop: Duration,
    /// From `quit` to the end of the process.
    pub quit: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            handshake: Duration::from_secs(20),
            ready: Duration::from_secs(120),
            search: Duration::from_secs(120),
            grace: Duration::from_secs(2),
            stop: Duration::from_secs(5),
            quit: Duration::from_secs(2),
        }
    }
}

/// The limit of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Wall time for this move (`go movetime`).
    MoveTime(Duration),
    /// CPU time for this move: sends `go infinite`, and `stop` when the process has used it. Fair on a busy
    /// machine. Falls back to wall time where CPU times are not available (only Linux has them, in `/proc`).
    CpuTime(Duration),
    /// A number of positions (`go nodes`).
    Nodes(u64),
    /// A depth in plies (`go depth`).
    Depth(u32),
    /// A clock, and the side to move.
    Clock(GoClock, Color),
}

impl Limit {
    /// The `go` command for this limit.
    pub fn to_go(&self) -> Go {
        let mut go = Go::default();
        match *self {
            Limit::MoveTime(time) => go.move_time = Some(time),
            Limit::CpuTime(_) => go.infinite = true,
            Limit::Nodes(nodes) => go.nodes = Some(nodes),
            Limit::Depth(depth) => go.depth = Some(depth),
            Limit::Clock(clock, _) => go.clock = clock,
        }
        go
    }

    /// The wall time after which the search is stopped from outside.
    pub(crate) fn patience(&self, timeouts: &Timeouts) -> Duration {
        let time = match *self {
            Limit::MoveTime(time) => time,
            Limit::Clock(clock, turn) => clock.budget(turn),
            Limit::CpuTime(_) | Limit::Nodes(_) | Limit::Depth(_) => return timeouts.search,
        };
        time.saturating_add(timeouts.grace)
    }

    /// The CPU time after which the search is stopped from outside.
    pub(crate) fn cpu(&self) -> Option<Duration> {
        match *self {
            Limit::CpuTime(time) => Some(time),
            _ => None,
        }
    }
}
