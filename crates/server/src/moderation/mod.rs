//! Keeping order: bans, mutes, blocks, the word list, and the acts of operators.

mod acts;
mod network;
mod operator;
mod words;

pub(crate) use acts::{PASSWORD_LINK_MS, new_link, perform, who_of};
pub use network::{BadNetwork, Network};
pub use operator::{LOCAL_OPERATOR_FILE, LocalOperator, USER_HEADER};
pub(crate) use operator::{Operator, has_local_token};
pub use words::Words;

use crate::server_clock::wall_ms;
use crate::store::{Block, Restriction, RestrictionKind, Store, StoreError};
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// What is checked with every request and message, in memory. The database has the same, first.
#[derive(Debug, Default)]
pub struct Moderation {
    inner: RwLock<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    /// The ends of bans, by key.
    banned: HashMap<String, Option<i64>>,
    networks: Vec<(Network, Option<i64>)>,
    /// The ends of mutes, by key.
    muted: HashMap<String, Option<i64>>,
    /// Who has blocked whom.
    blocks: HashMap<String, HashSet<String>>,
    words: Words,
}

fn is_on(until: Option<i64>) -> bool {
    until.is_none_or(|until| until > wall_ms())
}

impl Moderation {
    /// Loads restrictions and blocks at startup.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn load(&self, store: &Store) -> Result<(), StoreError> {
        for restriction in store.restrictions(wall_ms()).await? {
            self.impose(&restriction);
        }
        for Block { who, blocked, .. } in store.blocks().await? {
            self.block(&who, &blocked);
        }
        Ok(())
    }

    /// Returns whether a person is banned.
    pub fn is_banned(&self, key: &str) -> bool {
        self.read()
            .banned
            .get(key)
            .is_some_and(|&until| is_on(until))
    }

    /// Returns whether an address is banned.
    pub fn is_banned_address(&self, address: IpAddr) -> bool {
        let banned =
            |(network, until): &(Network, Option<i64>)| network.contains(address) && is_on(*until);
        self.read().networks.iter().any(banned)
    }

    /// Returns whether a person may not chat.
    pub fn is_muted(&self, key: &str) -> bool {
        self.read()
            .muted
            .get(key)
            .is_some_and(|&until| is_on(until))
    }

    /// Returns whether a person has blocked another.
    pub fn has_blocked(&self, who: &str, other: &str) -> bool {
        let inner = self.read();
        inner
            .blocks
            .get(who)
            .is_some_and(|blocked| blocked.contains(other))
    }

    /// Returns whether a message contains a listed word.
    pub fn has_bad_word(&self, text: &str) -> bool {
        self.read().words.are_in_text(text)
    }

    /// Returns whether a name contains a listed word.
    pub fn has_bad_name(&self, name: &str) -> bool {
        self.read().words.are_in_name(name)
    }

    /// Replaces the word list.
    pub fn set_words(&self, words: Words) {
        self.write().words = words;
    }

    /// Applies a restriction that is on disk.
    pub(crate) fn impose(&self, restriction: &Restriction) {
        let (who, until) = (restriction.who.clone(), restriction.until);
        let mut inner = self.write();
        match restriction.kind {
            RestrictionKind::Ban => drop(inner.banned.insert(who, until)),
            RestrictionKind::Mute => drop(inner.muted.insert(who, until)),
            RestrictionKind::BanNetwork => match who.parse::<Network>() {
                Ok(network) => {
                    inner.networks.retain(|(other, _)| *other != network);
                    inner.networks.push((network, until));
                }
                Err(error) => tracing::error!(network = who, %error, "skipping unreadable ban"),
            },
        }
    }

    /// Lifts a restriction that is gone from disk.
    pub(crate) fn lift(&self, kind: RestrictionKind, who: &str) {
        let mut inner = self.write();
        match kind {
            RestrictionKind::Ban => drop(inner.banned.remove(who)),
            RestrictionKind::Mute => drop(inner.muted.remove(who)),
            RestrictionKind::BanNetwork => inner.networks.retain(|(n, _)| n.to_string() != who),
        }
    }

    /// Applies a block that is on disk.
    pub(crate) fn block(&self, who: &str, other: &str) {
        let mut inner = self.write();
        let blocked = inner.blocks.entry(who.to_owned()).or_default();
        blocked.insert(other.to_owned());
    }

    /// Lifts a block that is gone from disk.
    pub(crate) fn unblock(&self, who: &str, other: &str) {
        if let Some(blocked) = self.write().blocks.get_mut(who) {
            blocked.remove(other);
        }
    }

    /// The keys that a person has blocked.
    pub(crate) fn blocked_by(&self, who: &str) -> HashSet<String> {
        self.read().blocks.get(who).cloned().unwrap_or_default()
    }

    fn read(&self) -> RwLockReadGuard<'_, Inner> {
        // The maps are consistent after every statement, so a poisoned lock is safe to use.
        self.inner.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Inner> {
        self.inner.write().unwrap_or_else(PoisonError::into_inner)
    }
}
