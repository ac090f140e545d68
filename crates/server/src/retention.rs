//! Deleting finished games that the operator does not want to keep.

use crate::server_clock::wall_ms;
use crate::state::{AppState, shutdown_signal};
use crate::store::OldGames;
use std::sync::Arc;
use std::time::Duration;

/// Interval between two looks at old games.
const INTERVAL: Duration = Duration::from_secs(3600);
/// Delay between two transactions, so that moves need not wait.
const PAUSE: Duration = Duration::from_millis(100);
/// Milliseconds of a day.
const DAY_MS: i64 = 24 * 3600 * 1000;

/// Removes games of guests, and what guests wrote in other games, so many days after their end, until the server
/// stops.
pub(crate) async fn run(state: Arc<AppState>, days: u32) {
    let mut shutdown = state.shutdown();
    let mut old = OldGames::default();
    loop {
        let until = wall_ms().saturating_sub(i64::from(days) * DAY_MS);
        let pause = match state.store.remove_old_games(old, until).await {
            Ok(next) if next.checked > 0 => {
                tracing::info!(removed = next.removed, "removed old games");
                old = next;
                PAUSE
            }
            Ok(_) => INTERVAL,
            Err(error) => {
                tracing::error!(%error, "failed to remove old games");
                INTERVAL
            }
        };
        let waiting = tokio::time::timeout(pause, shutdown_signal(&mut shutdown));
        if waiting.await.is_ok() {
            return;
        }
    }
}
