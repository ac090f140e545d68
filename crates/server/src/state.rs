//! Shared application state.

use crate::config::Limits;
use crate::connections::Connections;
use crate::engines::Engines;
use crate::lobby::Lobby;
use crate::moderation::Moderation;
use crate::rooms::Rooms;
use crate::server_clock::ServerClock;
use crate::store::Store;
use std::sync::atomic::{AtomicUsize, Ordering};
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
    running: AtomicUsize,
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
            running: AtomicUsize::new(0),
            shutdown: watch::Sender::new(false),
        }
    }

    /// Counts a game whose clock has started or stopped.
    pub(crate) fn count_running(&self, runs: bool) {
        if runs {
            self.running.fetch_add(1, Ordering::Relaxed);
        } else {
            self.running.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// The number of games with a running clock.
    pub fn running(&self) -> usize {
        self.running.load(Ordering::Relaxed)
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
