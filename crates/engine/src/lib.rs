//! What joins engines, rules and records.
//!
//! So far: [`matches`](mod@matches), engines that play each other.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod matches;
