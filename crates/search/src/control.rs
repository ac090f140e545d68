//! What others may tell a search while it runs, and the time it reads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Stops a running search, or tells it that the expected move was played. Shared with it by
/// reference; one control serves one search.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
}

impl Control {
    /// A control that has said nothing yet.
    pub fn new() -> Control {
        Control::default()
    }

    /// Ends the search: it answers within a few milliseconds.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Release);
    }

    /// The opponent played the expected move: from now on the search is a timed one.
    pub fn ponder_hit(&self) {
        self.ponder_hit.store(true, Ordering::Release);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(crate) fn is_ponder_hit(&self) -> bool {
        self.ponder_hit.load(Ordering::Acquire)
    }
}

/// The time since a search was asked for. The search reads no other clock.
pub trait Stopwatch: Sync {
    /// How long ago the search was asked for.
    fn elapsed(&self) -> Duration;
}

impl Stopwatch for Instant {
    fn elapsed(&self) -> Duration {
        Instant::elapsed(self)
    }
}

/// A stopwatch that someone turns by hand: for tests, and where there is no clock.
#[derive(Debug, Default)]
pub struct ManualStopwatch(AtomicU64);

impl ManualStopwatch {
    /// Sets the time.
    pub fn set(&self, elapsed: Duration) {
        let micros = elapsed.as_micros().min(u128::from(u64::MAX)) as u64;
        self.0.store(micros, Ordering::Relaxed);
    }
}

impl Stopwatch for ManualStopwatch {
    fn elapsed(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::Relaxed))
    }
}
