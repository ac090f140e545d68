//! The club's back room: games as event logs, accounts, challenges, the archive.
//!
//! The server asks `komadai-game` what comes of a command, brings the events to disk, and only then
//! tells anyone ([`rooms`]). Everything is reached over one WebSocket protocol ([`protocol`],
//! `docs/protocol.md`) and a REST interface.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod app;
mod auth;
pub mod client;
pub mod config;
pub mod connections;
pub mod engines;
mod error;
pub mod guard;
pub mod house;
pub mod house_clock;
mod listen;
pub mod load;
pub mod lobby;
mod pages;
mod person;
pub mod protocol;
pub mod rooms;
mod routes;
mod secret;
mod socket;
pub mod store;
pub mod terms;
pub mod wire;

pub use app::{App, StartError};
pub use config::{Config, ConfigError, Settings};
pub use error::Problem;
pub use person::{Person, PersonDto, PersonKind};
pub use routes::openapi_text;
