#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod app;
mod auth;
pub mod config;
pub mod connections;
pub mod engines;
mod error;
pub mod guard;
mod guesses;
mod health;
mod listen;
pub mod lobby;
mod logins;
mod mail;
mod metric_list;
pub mod moderation;
mod names;
mod pages;
mod person;
mod retention;
pub mod rooms;
mod routes;
mod second_factor;
mod secret;
pub mod server_clock;
mod socket;
pub mod state;
pub mod store;
mod terms;

pub use app::{App, StartError};
pub use config::{Config, ConfigError, Settings};
pub use error::ApiError;
pub use names::AccountName;
pub use pages::{Page, PageFile};
pub use person::Person;
pub use routes::openapi_text;
