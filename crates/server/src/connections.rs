//! All open connections, by user and by address.

use crate::config::Limits;
use crate::person::Person;
use crate::rooms::{ConnectionId, Outbox};
use komadai_wire::message::ServerMessage;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// All connections.
#[derive(Debug, Default)]
pub struct Connections {
    last: AtomicU64,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    people: HashMap<String, Vec<(ConnectionId, Outbox)>>,
    addresses: HashMap<IpAddr, usize>,
}

impl Connections {
    /// Adds a connection unless a limit per user or per address is reached.
    pub fn add(
        &self,
        person: &Person,
        address: IpAddr,
        outbox: Outbox,
        limits: &Limits,
    ) -> Option<ConnectionId> {
        let mut inner = self.lock();
        let own = inner.people.get(&person.key).map_or(0, Vec::len);
        let from_address = inner.addresses.get(&address).copied().unwrap_or(0);
        if own >= limits.connections || from_address >= limits.connections_per_address {
            return None;
        }
        let id = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let own = inner.people.entry(person.key.clone()).or_default();
        own.push((id, outbox));
        *inner.addresses.entry(address).or_default() += 1;
        metrics::gauge!("komadai_connections").increment(1.0);
        Some(id)
    }

    /// Removes a connection.
    pub fn remove(&self, person: &Person, address: IpAddr, id: ConnectionId) {
        let mut inner = self.lock();
        let Some(own) = inner.people.get_mut(&person.key) else {
            return;
        };
        own.retain(|(other, _)| *other != id);
        if own.is_empty() {
            inner.people.remove(&person.key);
        }
        if let Some(from_address) = inner.addresses.get_mut(&address) {
            *from_address -= 1;
            if *from_address == 0 {
                inner.addresses.remove(&address);
            }
        }
        metrics::gauge!("komadai_connections").decrement(1.0);
    }

    /// The number of connections.
    pub fn count(&self) -> usize {
        self.lock().addresses.values().sum()
    }

    /// Sends a message to all connections of a person.
    pub fn send(&self, key: &str, message: &ServerMessage) {
        if let Some(own) = self.lock().people.get(key) {
            for (_, outbox) in own {
                outbox.send(message);
            }
        }
    }

    /// Closes all connections of a person who has logged out.
    pub fn log_out(&self, key: &str) {
        if let Some(own) = self.lock().people.get(key) {
            for (_, outbox) in own {
                outbox.log_out();
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // The maps are consistent after every statement, so a poisoned lock is safe to use.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
