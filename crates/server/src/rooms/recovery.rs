//! Recovery after a failure of the storage.
//!
//! A flag that falls, the computer's move or an arrival is lost if it cannot be stored. The room tries again
//! with increasing delays until the storage is back.

use super::room::Room;
use std::time::{Duration, Instant};

/// The delay before the first attempt; each further one is twice as long.
const FIRST_DELAY: Duration = Duration::from_millis(250);
/// The longest delay.
const MAX_DELAY: Duration = Duration::from_secs(10);

/// What a room has to catch up on.
#[derive(Debug, Default)]
pub(super) struct Recovery {
    next_attempt: Option<Instant>,
    delay: Duration,
    /// The database may have events that the room does not know.
    pub(super) is_stale: bool,
    /// The chat history could not be loaded.
    pub(super) lacks_chat: bool,
    /// The following game could not be looked up.
    pub(super) lacks_next: bool,
}

impl Room {
    /// Plans another attempt after a failure of the storage.
    pub(super) fn storage_failed(&mut self) {
        metrics::counter!("komadai_storage_failures_total").increment(1);
        let recovery = &mut self.recovery;
        let delay = recovery.delay.clamp(FIRST_DELAY, MAX_DELAY);
        recovery.next_attempt = Some(Instant::now() + delay);
        recovery.delay = 2 * delay;
    }

    /// When to try again.
    pub(super) fn recover_at(&self) -> Option<Instant> {
        self.recovery.next_attempt
    }

    /// Does what could not be stored or loaded; plans another attempt if that fails again.
    pub(super) async fn recover(&mut self) {
        self.recovery.next_attempt = None;
        if self.recovery.is_stale && !self.reload().await {
            return;
        }
        if self.recovery.lacks_chat {
            self.load_chat().await;
        }
        if self.recovery.lacks_next {
            self.announce_next_game().await;
        }
        let players = self.members.iter().map(|member| member.place);
        let players: Vec<_> = players.filter(|place| place.is_player()).collect();
        for place in players {
            self.arrive(place).await;
        }
        self.run_host_commands().await;
        if self.recovery.next_attempt.is_none() {
            self.recovery.delay = Duration::ZERO;
            tracing::info!(game = %self.id, "the storage is back");
        }
    }
}
