//! Slowing down password guesses per account, whatever network they come from.
//!
//! After a few failures each further one doubles the wait. Failures of strangers are counted together, so that
//! many networks gain nothing. Devices and networks that have logged in to the account before are counted
//! each for itself: a stranger who guesses cannot lock the owner out.

use crate::error::ApiError;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Failures without a wait.
const FREE_FAILURES: u32 = 5;
/// The longest wait.
const MAX_WAIT: Duration = Duration::from_secs(15 * 60);
/// Failures are forgotten after this long without another.
const FORGET_AFTER: Duration = Duration::from_secs(3600);

/// Where a password comes from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Origin {
    /// A network and a device that are new to the account.
    Stranger,
    /// A network that has logged in before.
    Network(IpAddr),
    /// A device that has logged in before, or a session.
    Device(String),
}

/// Failed guesses by account name and origin.
#[derive(Debug, Default)]
pub(crate) struct Guesses {
    failures: Mutex<HashMap<(String, Origin), Failures>>,
}

#[derive(Clone, Copy, Debug)]
struct Failures {
    count: u32,
    last: Instant,
}

impl Failures {
    fn wait(self) -> Duration {
        match self.count.checked_sub(FREE_FAILURES) {
            None | Some(0) => Duration::ZERO,
            Some(more) => Duration::from_secs(1 << more.min(20)).min(MAX_WAIT),
        }
    }

    fn is_forgotten(self, now: Instant) -> bool {
        now.saturating_duration_since(self.last) > FORGET_AFTER
    }
}

impl Guesses {
    /// Counts a guess as failed until it [succeeds](Guess::succeed): guesses made at once are all counted.
    ///
    /// # Errors
    /// Returns `429 Too Many Requests` if it comes too early after the last failure.
    pub(crate) fn begin(
        &self,
        name: &str,
        origin: Origin,
        now: Instant,
    ) -> Result<Guess<'_>, ApiError> {
        let key = (name.to_owned(), origin);
        let mut failures = self.lock();
        let known = failures.get(&key).filter(|known| !known.is_forgotten(now));
        let count = match known {
            Some(known) => {
                let passed = now.saturating_duration_since(known.last);
                let left = known.wait().saturating_sub(passed);
                if left > Duration::ZERO {
                    return Err(ApiError::too_many(left.as_secs() + 1));
                }
                known.count + 1
            }
            None => 1,
        };
        failures.insert(key.clone(), Failures { count, last: now });
        drop(failures);
        Ok(Guess { all: self, key })
    }

    /// Removes what is forgotten.
    pub(crate) fn remove_idle(&self, now: Instant) {
        self.lock()
            .retain(|_, failures| !failures.is_forgotten(now));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(String, Origin), Failures>> {
        // The map is consistent after every statement, so a poisoned lock is safe to use.
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A guess that counts as failed.
#[derive(Debug)]
#[must_use]
pub(crate) struct Guess<'g> {
    all: &'g Guesses,
    key: (String, Origin),
}

impl Guess<'_> {
    /// The password was right: failures of this origin are forgotten.
    pub(crate) fn succeed(self) {
        self.all.lock().remove(&self.key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(guesses: &Guesses, origin: Origin, now: Instant) -> Option<u64> {
        let guess = guesses.begin("habu", origin, now);
        guess
            .err()
            .map(|error| error.0.retry_after.expect("seconds"))
    }

    #[test]
    fn waits_double_up_to_a_quarter_of_an_hour() {
        let guesses = Guesses::default();
        let mut now = Instant::now();
        for _ in 0..=FREE_FAILURES {
            assert_eq!(wait(&guesses, Origin::Stranger, now), None);
        }
        for seconds in [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900] {
            assert_eq!(wait(&guesses, Origin::Stranger, now), Some(seconds + 1));
            now += Duration::from_secs(seconds);
            assert_eq!(wait(&guesses, Origin::Stranger, now), None);
        }
        now += FORGET_AFTER + Duration::from_secs(1);
        guesses.remove_idle(now);
        assert!(guesses.lock().is_empty());
    }

    #[test]
    fn origins_and_accounts_are_counted_apart() {
        let guesses = Guesses::default();
        let now = Instant::now();
        for _ in 0..=FREE_FAILURES {
            assert_eq!(wait(&guesses, Origin::Stranger, now), None);
        }
        assert!(wait(&guesses, Origin::Stranger, now).is_some());
        let home = Origin::Network(IpAddr::from([192, 0, 2, 1]));
        for origin in [home, Origin::Device("d".into())] {
            assert_eq!(wait(&guesses, origin, now), None);
        }
        assert!(guesses.begin("oyama", Origin::Stranger, now).is_ok());
    }

    #[test]
    fn right_password_forgets_the_failures() {
        let guesses = Guesses::default();
        let now = Instant::now();
        for _ in 0..3 * FREE_FAILURES {
            let guess = guesses.begin("habu", Origin::Stranger, now);
            guess.expect("no wait").succeed();
        }
    }
}
