//! The clock on the wall of the house: it stands still while the server is down.
//!
//! Games are timed by it. Its time is stored with every commit and, while a game runs, once in
//! [`HEARTBEAT`]; after a crash it goes on from there. So a player whose clock was running gets back
//! at most that much, and nobody ever loses time to a stop.

use komadai_game::Millis;
use std::time::{Duration, Instant};

/// How often the time is stored when nothing else is.
pub const HEARTBEAT: Duration = Duration::from_millis(500);

/// The house clock.
#[derive(Clone, Debug)]
pub struct HouseClock {
    stood_at: u64,
    since: Instant,
}

impl HouseClock {
    /// A clock that goes on from where it stood.
    pub fn from(stood_at: i64) -> HouseClock {
        HouseClock {
            stood_at: u64::try_from(stood_at).unwrap_or(0),
            since: Instant::now(),
        }
    }

    /// What it shows now.
    pub fn now(&self) -> Millis {
        self.at(Instant::now())
    }

    /// What it shows at an instant.
    pub fn at(&self, instant: Instant) -> Millis {
        let passed = instant.saturating_duration_since(self.since).as_millis();
        let passed = u64::try_from(passed).unwrap_or(u64::MAX);
        Millis::new(self.stood_at.saturating_add(passed))
    }

    /// When it shows a time.
    pub fn instant(&self, time: Millis) -> Instant {
        self.since + Duration::from_millis(time.get().saturating_sub(self.stood_at))
    }
}

/// The wall clock, for dates: milliseconds since 1970.
pub fn wall_ms() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |time| {
        i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
    })
}
