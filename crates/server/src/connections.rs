//! All open connections, by user and by address.

use crate::config::Limits;
use crate::moderation::Network;
use crate::person::Person;
use crate::rooms::{ConnectionId, Outbox};
use komadai_wire::message::ServerMessage;
use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// All connections.
#[derive(Debug, Default)]
pub struct Connections {
    last: AtomicU64,
    inner: Mutex<Inner>,
}

/// Why the server closes a connection that works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Disconnect {
    /// Its owner has logged out, or an operator has ended the session.
    LoggedOut,
    /// An operator has banned the person or the network.
    Banned,
    /// An operator has closed the connection.
    Removed,
    /// The account has another name now.
    Renamed,
}

/// An open connection.
#[derive(Debug)]
struct Open {
    id: ConnectionId,
    outbox: Outbox,
    name: String,
    network: IpAddr,
}

/// A person with open connections.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Online {
    /// The key.
    pub key: String,
    /// The name.
    pub name: String,
    /// The networks of the connections.
    pub networks: BTreeSet<IpAddr>,
}

#[derive(Debug, Default)]
struct Inner {
    people: HashMap<String, Vec<Open>>,
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
        own.push(Open {
            id,
            outbox,
            name: person.name.clone(),
            network: address,
        });
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
        own.retain(|open| open.id != id);
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
            for open in own {
                open.outbox.send(message);
            }
        }
    }

    /// Closes all connections of a person who has logged out.
    pub fn log_out(&self, key: &str) {
        self.close(key, Disconnect::LoggedOut);
    }

    /// Closes all connections of a person; returns their number.
    pub fn close(&self, key: &str, why: Disconnect) -> usize {
        let inner = self.lock();
        let own = inner.people.get(key).map_or(&[][..], Vec::as_slice);
        own.iter().for_each(|open| open.outbox.close(why));
        own.len()
    }

    /// Closes all connections from a network; returns their number.
    pub fn close_network(&self, network: Network, why: Disconnect) -> usize {
        let inner = self.lock();
        let all = inner.people.values().flatten();
        let from_network = all.filter(|open| network.contains(open.network));
        from_network.map(|open| open.outbox.close(why)).count()
    }

    /// Everyone with an open connection, by name.
    pub fn online(&self) -> Vec<Online> {
        let inner = self.lock();
        let mut online: Vec<Online> = inner
            .people
            .iter()
            .map(|(key, own)| Online {
                key: key.clone(),
                name: own
                    .first()
                    .map_or_else(String::new, |open| open.name.clone()),
                networks: own.iter().map(|open| open.network).collect(),
            })
            .collect();
        online.sort_by(|a, b| (&a.name, &a.key).cmp(&(&b.name, &b.key)));
        online
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // The maps are consistent after every statement, so a poisoned lock is safe to use.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
