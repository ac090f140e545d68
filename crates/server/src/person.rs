//! People: accounts, guests and the computer.

use komadai_wire::challenge::{PersonDto, PersonKind};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;

/// An account, a guest or the computer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Person {
    /// The unique key, never shown to others.
    pub key: String,
    /// The name.
    pub name: String,
    /// The computer's level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
}

impl Person {
    /// An account.
    pub fn account(num: i64, name: &str) -> Person {
        Person {
            key: format!("a:{num}"),
            name: name.to_owned(),
            level: None,
        }
    }

    /// A guest.
    pub fn guest(id: &str) -> Person {
        Person {
            key: format!("g:{id}"),
            name: guest_name(id),
            level: None,
        }
    }

    /// The computer.
    pub fn computer(level: u8) -> Person {
        Person {
            key: format!("c:{level}"),
            name: format!("Komadai {level}"),
            level: Some(level),
        }
    }

    /// The number of an account.
    pub fn account_num(&self) -> Option<i64> {
        account_num(&self.key)
    }

    /// Who counts in limits of what others are asked: an account, or all guests of a network, since guests cost
    /// nothing.
    pub fn asker(&self, network: Option<IpAddr>) -> String {
        match (self.account_num(), network) {
            (None, Some(network)) => network.to_string(),
            _ => self.key.clone(),
        }
    }

    /// The public form.
    pub fn public(&self) -> PersonDto {
        let kind = match self.key.split(':').next() {
            Some("a") => PersonKind::Account,
            Some("c") => PersonKind::Computer,
            _ => PersonKind::Guest,
        };
        PersonDto {
            name: self.name.clone(),
            kind,
            level: self.level,
        }
    }
}

/// The number of the account with a key.
pub(crate) fn account_num(key: &str) -> Option<i64> {
    key.strip_prefix("a:")?.parse().ok()
}

/// A guest's name, which no account can have.
fn guest_name(id: &str) -> String {
    let short: String = id.chars().take(4).collect();
    format!("Guest {short}")
}
