//! Control of a running search, and the clock it reads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Stops a running search, or tells it that the expected move was played. One control serves one search
/// and is shared with it by reference.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    ponder_hit: AtomicBool,
}

impl Control {
    /// A control without requests.
    pub fn new() -> Control {
        Control::default()
    }

    /// Stops the search, which answers within a few milliseconds.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Release);
    }

    /// Reports that the opponent played the expected move: from now on time counts.
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

/// The time since a search was requested. The search reads no other clock.
pub trait Stopwatch: Sync {
    /// The time since the search was requested.
    fn elapsed(&self) -> Duration;
}

impl Stopwatch for Instant {
    fn elapsed(&self) -> Duration {
        Instant::elapsed(self)
    }
}

/// A stopwatch that is set by hand, for tests and for platforms without a clock.
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
