//! The server clock, which stands still while the server is down.
//!
//! It times all games. Its value is stored with every commit and, while a game runs, at least once per
//! [`HEARTBEAT`]; after a restart it continues from there. A player whose clock was running gets back at
//! most that much, and nobody loses time to an outage.

use komadai_game::Millis;
use std::time::{Duration, Instant};

/// Maximum interval between stores of the time while a game runs.
pub const HEARTBEAT: Duration = Duration::from_millis(500);

/// Longer than any process runs.
const A_CENTURY: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

/// A clock that counts only the time while the server runs.
#[derive(Clone, Debug)]
pub struct ServerClock {
    start: u64,
    since: Instant,
}

impl ServerClock {
    /// Resumes the clock from a stored value.
    pub fn resume(stored: i64) -> ServerClock {
        ServerClock {
            start: u64::try_from(stored).unwrap_or(0),
            since: Instant::now(),
        }
    }

    /// A clock that stands still at a stored value, for work while no server runs.
    pub fn stopped(stored: i64) -> ServerClock {
        ServerClock {
            since: Instant::now() + A_CENTURY,
            ..ServerClock::resume(stored)
        }
    }

    /// The current time.
    pub fn now(&self) -> Millis {
        self.at(Instant::now())
    }

    /// The time at an instant.
    pub fn at(&self, instant: Instant) -> Millis {
        let passed = instant.saturating_duration_since(self.since).as_millis();
        let passed = u64::try_from(passed).unwrap_or(u64::MAX);
        Millis::new(self.start.saturating_add(passed))
    }

    /// The instant of a time.
    pub fn instant(&self, time: Millis) -> Instant {
        self.since + Duration::from_millis(time.get().saturating_sub(self.start))
    }
}

/// The wall clock in milliseconds since 1970, for dates.
pub fn wall_ms() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |time| {
        i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
    })
}
