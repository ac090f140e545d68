//! Shared application state.

use crate::config::Limits;
use crate::connections::Connections;
use crate::engines::Engines;
use crate::lobby::Lobby;
use crate::moderation::Moderation;
use crate::rooms::Rooms;
use crate::server_clock::ServerClock;
use crate::store::{Store, StoreError};
use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The state that requests, rooms and connections share.
#[derive(Debug)]
pub struct AppState {
    /// The database.
    pub store: Store,
    /// The clock of all games.
    pub clock: ServerClock,
    /// The open games.
    pub rooms: Rooms,
    /// The open challenges.
    pub lobby: Lobby,
    /// The open connections.
    pub connections: Connections,
    /// Bans, mutes, blocks and the word list.
    pub moderation: Moderation,
    /// The computer players.
    pub engines: Engines,
    /// The limits.
    pub limits: Limits,
    /// The games whose clock runs, whether their rooms are open or not.
    running: Mutex<HashSet<i64>>,
    shutdown: watch::Sender<bool>,
}

impl AppState {
    /// Creates the state of a server that has just been started.
    pub fn new(store: Store, clock: ServerClock, engines: Engines, limits: Limits) -> AppState {
        AppState {
            store,
            clock,
            rooms: Rooms::default(),
            lobby: Lobby::default(),
            connections: Connections::default(),
            moderation: Moderation::default(),
            engines,
            limits,
            running: Mutex::default(),
            shutdown: watch::Sender::new(false),
        }
    }

    /// Counts a game whose clock has started or stopped.
    pub(crate) fn count_running(&self, game: i64, runs: bool) {
        let mut running = self.lock_running();
        if runs {
            running.insert(game);
        } else {
            running.remove(&game);
        }
    }

    /// Counts the stored games whose clock runs.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(crate) async fn load_running(&self) -> Result<usize, StoreError> {
        let games = self.store.running_games().await?;
        let mut running = self.lock_running();
        running.extend(games);
        Ok(running.len())
    }

    fn lock_running(&self) -> MutexGuard<'_, HashSet<i64>> {
        // The set is consistent after every statement, so a poisoned lock is safe to use.
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of games with a running clock.
    pub fn running(&self) -> usize {
        self.lock_running().len()
    }

    /// Starts the shutdown.
    pub fn shut_down(&self) {
        self.shutdown.send_replace(true);
    }

    /// A receiver that is notified of the shutdown.
    pub fn shutdown(&self) -> watch::Receiver<bool> {
        self.shutdown.subscribe()
    }
}

/// Waits for the shutdown.
pub(crate) async fn shutdown_signal(shutdown: &mut watch::Receiver<bool>) {
    // A dropped sender also means shutdown.
    let _ = shutdown.wait_for(|&is_shutdown| is_shutdown).await;
}
