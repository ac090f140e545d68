//! Game records of shogi and Seireigi.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod error;
pub mod handicap;
pub mod position;
pub mod record;
