//! The rules, the records and the engine in the browser: bindings, no logic.
//!
//! Calls are few and coarse. JSON goes in and comes out, in the words of `web/src/lib/wasm/types.ts`;
//! times are milliseconds on the caller's time line, for nothing here reads a clock.
//!
//! A game is known by its [`Log`](log::Log): how it was opened, and what was asked when. Whoever has the log has the
//! game, so it can go from one module to another, or into the browser's storage.
//!
//! The features `rules`, `files` and `think` are built as modules of their own: see `scripts/build-web`.
#![forbid(unsafe_code)]

pub mod act;
mod error;
pub mod knobs;
pub mod log;
pub mod opening;

#[cfg(feature = "rules")]
pub mod board;
#[cfg(feature = "rules")]
pub mod outcome;
#[cfg(feature = "rules")]
pub mod table;
#[cfg(feature = "rules")]
pub mod told;
#[cfg(feature = "rules")]
pub mod view;

#[cfg(feature = "files")]
pub mod files;

#[cfg(feature = "think")]
pub mod think;

pub use error::Error;
