//! What all parts of the server share.

use crate::config::Limits;
use crate::connections::Connections;
use crate::engines::Engines;
use crate::house_clock::HouseClock;
use crate::lobby::Lobby;
use crate::rooms::Rooms;
use crate::store::Store;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::watch;

/// The house: storage, clock, rooms, lobby, engines.
#[derive(Debug)]
pub struct House {
    /// What is on disk.
    pub store: Store,
    /// What times the games.
    pub clock: HouseClock,
    /// The games that are open.
    pub rooms: Rooms,
    /// The challenges that wait.
    pub lobby: Lobby,
    /// Who is connected.
    pub connections: Connections,
    /// The computer players.
    pub engines: Engines,
    /// What is allowed at most.
    pub limits: Limits,
    running: AtomicUsize,
    closing: watch::Sender<bool>,
}

impl House {
    /// A house around a store.
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

    /// A game's clock has begun to run, or has stopped.
    pub(crate) fn count_running(&self, runs: bool) {
        if runs {
            self.running.fetch_add(1, Ordering::Relaxed);
        } else {
            self.running.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// How many games have a running clock.
    pub fn running(&self) -> usize {
        self.running.load(Ordering::Relaxed)
    }

    /// Tells everyone that the house closes.
    pub fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Tells when the house closes.
    pub fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }
}

/// Waits until the house closes.
pub(crate) async fn closed(closing: &mut watch::Receiver<bool>) {
    // A house that is gone is closed as well.
    let _ = closing.wait_for(|&closes| closes).await;
}
