//! Everything stored or sent, in one JSON form for server and browser.
//!
//! ```
//! use komadai_game::{Act, Event};
//! use komadai_wire::{act::ActDto, event::EventDto};
//!
//! let act: Act = komadai_wire::read::<ActDto, _>(r#"{"kind": "play", "deed": "7g7f"}"#)?;
//! assert_eq!(act, Act::play("7g7f".parse().expect("a move")));
//! let wrong = komadai_wire::read::<EventDto, Event>(r#"{"at": 5, "by": "red"}"#).expect_err("no side is red");
//! assert_eq!(wrong.field, "by");
//! # Ok::<(), komadai_wire::WireError>(())
//! ```
//!
//! The form is a promise. Names of fields are in snake case, names of values in kebab case, times are whole
//! milliseconds, sides are `black` and `white`; what is done with the pieces is USI (`7g7f`, `P*5e`,
//! `+P*5e`), setups are SFEN, clocks are texts such as `15m+60s`, and bytes are hexadecimal. The names are
//! those of the types here, so that renaming something in `game` changes no stored log.
//!
//! What clients send ([`ClientMessage`](message::ClientMessage), [`RulesDto`](rules::RulesDto)) must hold no
//! unknown fields. In what is stored they are ignored, but for rules: a game whose rules are not fully
//! understood cannot be replayed. [`tolerant`] reads what a newer server tells.
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
mod object;
pub mod opening;
pub mod outcome;
pub mod refusal;
pub mod rules;
pub mod ruling;
mod tagged;
mod text;
pub mod tolerant;
pub mod view;

pub use error::WireError;
pub use text::{Bytes, Text};

use serde::de::DeserializeOwned;

/// Parses JSON.
///
/// # Errors
/// Returns the path of the field at fault and the reason.
pub fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, WireError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let field = match error.path().iter().next() {
            Some(_) => error.path().to_string(),
            None => String::new(),
        };
        WireError {
            field,
            reason: error.into_inner().to_string(),
        }
    })?;
    json.end().map_err(|error| WireError::new("", error))?;
    Ok(value)
}

/// Parses JSON and converts it.
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
