//! Game records of shogi and Seireigi.

pub mod diagram;
mod handicap;
pub mod notation;

pub use handicap::{Handicap, ParseHandicapError};
