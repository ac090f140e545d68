//! What joins engines, rules and records.
//!
//! [`usi_loop`] is the engine that USI interfaces talk to, [`player`] the computer player of games under
//! the laws, [`mod@matches`] lets engines play each other, [`analysis`] judges the moves of records.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod analysis;
mod any_engine;
pub mod matches;
pub mod player;
pub mod usi_loop;
mod variant_option;
