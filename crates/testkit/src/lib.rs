//! What the tests, benchmarks and examples of several crates share.
//!
//! Never shipped: a crate names it under `[dev-dependencies]`, by path and without a version, so that
//! packages do not mention it. Unit tests inside `komadai-core` may use [`Rng`] but no position from
//! here, since there the types of `komadai-core` are a second copy.

#![forbid(unsafe_code)]

pub mod oracle;
mod playout;
mod rng;
mod testdata;

pub use playout::Playout;
pub use rng::Rng;
pub use testdata::{files_below, testdata};
