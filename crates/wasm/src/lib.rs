//! The rules, the records and the engine in the browser: bindings, no logic.
//!
//! Calls are few and coarse. Games, acts and events go in and come out in the words of `komadai-wire`; what
//! a page shows is in [`view`]. Times are milliseconds on the caller's time line, for nothing here reads a
//! clock.
//!
//! A game is known by its log: how it was opened, and what happened. Whoever has the log has the game, so it
//! can go from one module to another, or into the browser's storage.
//!
//! The features `rules`, `files` and `think` are built as modules of their own: see `scripts/build-web`.
//! The feature `schema` describes what goes in and out; `examples/types.rs` writes the types of the page.
#![forbid(unsafe_code)]

mod error;
pub mod stored;

#[cfg(feature = "rules")]
pub mod board;
#[cfg(feature = "rules")]
pub mod clock;
#[cfg(feature = "rules")]
pub mod live;
#[cfg(feature = "rules")]
pub mod setting_up;
#[cfg(feature = "rules")]
pub mod table;
#[cfg(feature = "rules")]
pub mod view;

#[cfg(feature = "files")]
pub mod files;

#[cfg(feature = "think")]
pub mod think;

pub use error::Error;

use komadai_game::Millis;

/// A number of JavaScript as an instant; what is no time is the beginning.
pub(crate) fn millis(at: f64) -> Millis {
    // The cast saturates, and gives zero for what is not a number.
    Millis::new(at as u64)
}
