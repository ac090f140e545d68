//! Who is connected, by person.

use crate::person::Person;
use crate::protocol::ServerMessage;
use crate::rooms::{ConnectionId, Outbox};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

type ByPerson = HashMap<String, Vec<(ConnectionId, Outbox)>>;

/// All connections.
#[derive(Debug, Default)]
pub struct Connections {
    last: AtomicU64,
    people: Mutex<ByPerson>,
}

impl Connections {
    /// Takes a connection in, unless the person has too many already.
    pub fn add(&self, person: &Person, outbox: Outbox, most: usize) -> Option<ConnectionId> {
        let mut people = self.lock();
        let own = people.entry(person.key.clone()).or_default();
        if own.len() >= most {
            return None;
        }
        let id = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        own.push((id, outbox));
        metrics::gauge!("komadai_connections").increment(1.0);
        Some(id)
    }

    /// Forgets a connection.
    pub fn remove(&self, person: &Person, id: ConnectionId) {
        let mut people = self.lock();
        if let Some(own) = people.get_mut(&person.key) {
            own.retain(|(other, _)| *other != id);
            if own.is_empty() {
                people.remove(&person.key);
            }
            metrics::gauge!("komadai_connections").decrement(1.0);
        }
    }

    /// Tells a person something, wherever they are connected.
    pub fn tell(&self, key: &str, message: &ServerMessage) {
        if let Some(own) = self.lock().get(key) {
            for (_, outbox) in own {
                outbox.say(message);
            }
        }
    }

    /// Cuts all connections of a person: they are no longer who they were.
    pub fn cut(&self, key: &str) {
        if let Some(own) = self.lock().get(key) {
            for (_, outbox) in own {
                outbox.cut();
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, ByPerson> {
        // The map is whole after every statement that changes it.
        self.people.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
