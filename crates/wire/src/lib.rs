//! Everything stored or sent, in one JSON form for server and browser.
//!
//! ```
//! use komadai_game::Act;
//! use komadai_wire::{act::ActDto, event::EventDto};
//!
//! let act: ActDto = komadai_wire::from_client(r#"{"kind": "play", "deed": "7g7f"}"#)?;
//! assert_eq!(Act::try_from(act)?, Act::play("7g7f".parse().expect("a move")));
//! let wrong = komadai_wire::from_str::<EventDto>(r#"{"at": 5, "by": "red"}"#).expect_err("no side is red");
//! assert_eq!(wrong.field, "by");
//! # Ok::<(), komadai_wire::WireError>(())
//! ```
//!
//! The form is a promise. Names of fields are in snake case, names of values in kebab case, times are whole
//! milliseconds, sides are `black` and `white`; what is done with the pieces is USI (`7g7f`, `P*5e`,
//! `+P*5e`), setups are SFEN, clocks are texts such as `15m+60s`, and bytes are hexadecimal. The names are
//! those of the types here, so that renaming something in `game` changes no stored log.
//!
//! What clients send is read by [`from_client`], which refuses unknown fields. [`from_str`] reads what is
//! stored and ignores them, except in rules: a game whose rules are not fully understood cannot be replayed.
//! [`tolerant`] reads what a newer server sends.
//!
//! There are no rules of the game, no HTTP and no storage here.
//! The feature `schema` describes the types for OpenAPI, from which the types of the page are made as well.
#![forbid(unsafe_code)]

pub mod act;
pub mod challenge;
pub mod clock_spec;
mod error;
pub mod event;
pub mod knob;
pub mod log;
pub mod message;
pub mod names;
pub mod opening;
pub mod outcome;
mod reader;
pub mod refusal;
pub mod rules;
pub mod ruling;
mod tagged;
mod text;
pub mod tolerant;
pub mod view;

pub use error::WireError;
pub use text::{Bytes, Text};

use reader::{Reader, UnknownFields};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Parses JSON. Unknown fields are ignored.
///
/// # Errors
/// Returns the path of the field at fault and the reason.
pub fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, WireError> {
    from_value(parse(text)?)
}

/// Parses what a client sends. Unknown fields are refused: a client that is misunderstood should know.
///
/// # Errors
/// Same as [`from_str`].
pub fn from_client<T: DeserializeOwned>(text: &str) -> Result<T, WireError> {
    from_client_value(parse(text)?)
}

/// Reads parsed JSON. Unknown fields are ignored.
///
/// # Errors
/// Same as [`from_str`].
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, WireError> {
    let unknown = UnknownFields::Ignored;
    T::deserialize(Reader { value, unknown })
}

/// Reads parsed JSON that a client has sent. Unknown fields are refused.
///
/// # Errors
/// Same as [`from_str`].
pub fn from_client_value<T: DeserializeOwned>(value: Value) -> Result<T, WireError> {
    let unknown = UnknownFields::Refused;
    T::deserialize(Reader { value, unknown })
}

fn parse(text: &str) -> Result<Value, WireError> {
    serde_json::from_str(text).map_err(|error| WireError::new("", error))
}

/// Parses JSON and converts it. Unknown fields are ignored.
///
/// # Errors
/// Same as [`from_str`].
pub fn read<D, T>(text: &str) -> Result<T, WireError>
where
    D: DeserializeOwned,
    T: TryFrom<D, Error = WireError>,
{
    from_str::<D>(text)?.try_into()
}
