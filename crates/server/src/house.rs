//! State shared by all parts of the server.

use crate::config::Limits;
use crate::connections::Connections;
use crate::engines::Engines;
use crate::house_clock::HouseClock;
use crate::lobby::Lobby;
use crate::rooms::Rooms;
use crate::store::Store;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::watch;

/// Shared state: storage, clock, rooms, lobby, engines.
#[derive(Debug)]
pub struct House {
    /// The database.
    pub store: Store,
    /// The clock of all games.
    pub clock: HouseClock,
    /// The open games.
    pub rooms: Rooms,
    /// The open challenges.
    pub lobby: Lobby,
    /// The open connections.
    pub connections: Connections,
    /// The computer players.
    pub engines: Engines,
    /// The limits.
    pub limits: Limits,
    running: AtomicUsize,
    closing: watch::Sender<bool>,
}

impl House {
    /// Shared state around a store.
    pub fn new(store: Store, clock: HouseClock, engines: Engines, limits: Limits) -> House {
        House {
            store,
            clock,
            rooms: Rooms::default(),
            lobby: Lobby::default(),
            connections: Connections::default(),
            engines,
            limits,
            running: AtomicUsize::new(0),
            closing: watch::Sender::new(false),
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
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// A receiver that is notified of the shutdown.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }
}

/// Waits for the shutdown.
pub(crate) async fn closed(closing: &mut watch::Receiver<bool>) {
    // A dropped sender also means shutdown.
    let _ = closing.wait_for(|&closes| closes).await;
}
