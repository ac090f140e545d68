#![doc = include_str!("../README.md")]
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
pub mod operator;
pub mod outcome;
pub mod problem;
mod reader;
pub mod refusal;
pub mod rules;
pub mod ruling;
mod tagged;
mod text;
pub mod tolerant;
mod unique;
pub mod view;

pub use error::WireError;
pub use text::{Bytes, Text, is_printable};
pub use unique::UniqueJson;

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

/// Parses what a client sends. Unknown and repeated fields are refused: a client that is misunderstood should know. Text
/// with a NUL character is refused as well, because not every database stores it.
///
/// # Errors
/// Same as [`from_str`].
pub fn from_client<T: DeserializeOwned>(text: &str) -> Result<T, WireError> {
    from_client_value(UniqueJson::parse(text)?)
}

/// Reads parsed JSON. Unknown fields are ignored.
///
/// # Errors
/// Same as [`from_str`].
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, WireError> {
    let unknown = UnknownFields::Ignored;
    T::deserialize(Reader { value, unknown })
}

/// Reads parsed JSON that a client has sent. Unknown fields are refused; [`UniqueJson`] refuses repeated ones.
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

/// Whether a field can be left out.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
