//! How long an engine may take.

use crate::go::{Clock, Go};
use komadai_core::Color;
use std::time::{Duration, Instant};

/// Nobody waits longer.
const FOREVER: Duration = Duration::from_secs(10 * 365 * 24 * 3600);

/// So long from now; a time beyond all clocks is years away.
pub(super) fn deadline(time: Duration) -> Instant {
    Instant::now() + time.min(FOREVER)
}

/// When to give up waiting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// From `usi` to `usiok`.
    pub handshake: Duration,
    /// From `isready` to `readyok`; engines load their evaluation here.
    pub ready: Duration,
    /// For a search that is not limited by time: to a number of positions, a depth, or CPU time, of
    /// which an engine that sleeps uses none.
    pub search: Duration,
    /// What a search may take beyond its limit before it is stopped.
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

/// How far an engine is to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Wall time for this move (`go movetime`).
    MoveTime(Duration),
    /// CPU time for this move: `go infinite`, and `stop` when the process has used it. Fair on a busy
    /// machine. Where the system does not tell CPU times (only Linux does, in `/proc`), wall time.
    CpuTime(Duration),
    /// A number of positions (`go nodes`).
    Nodes(u64),
    /// A depth in plies (`go depth`).
    Depth(u32),
    /// A clock, and the side to move.
    Clock(Clock, Color),
}

impl Limit {
    /// The command that says so.
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
