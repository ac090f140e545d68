//! The JSON form of games: what the event log stores, and what clients send and get.
//!
//! It is a promise. Names of fields are in snake case, names of values in kebab case, times are whole
//! milliseconds, sides are `black` and `white`; what is done with the pieces is USI (`7g7f`, `P*5e`,
//! `+P*5e`), setups are SFEN, clocks are texts such as `15m+60s`, and bytes are hexadecimal. Names are
//! spelt out here, so that renaming something in `game` changes no stored log.
//!
//! What clients send ([`ActDto`](act::ActDto), [`RulesDto`](rules::RulesDto)) must hold no unknown
//! fields. In what is stored they are ignored, but for rules: a game whose rules are not fully
//! understood cannot be replayed.
//!
//! JSON of the wrong shape is an error of `serde_json` that begins with the name of the field; a text
//! that cannot be read is a [`WireError`].

pub mod act;
pub mod clock_spec;
mod error;
pub mod event;
mod field;
pub mod knob;
pub mod names;
mod object;
pub mod opening;
pub mod outcome;
pub mod refusal;
pub mod rules;
pub mod ruling;
mod text;
pub mod view;

pub use error::WireError;
pub use text::{Bytes, Text};
