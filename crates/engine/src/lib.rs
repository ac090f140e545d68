//! USI loop, computer player, engine matches and record analysis.
//!
//! [`usi_loop`] is a USI engine, [`player`] the computer player for games under the laws,
//! [`mod@matches`] plays engine matches, and [`analysis`] analyses the moves of records.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod analysis;
mod any_engine;
pub mod matches;
pub mod player;
pub mod usi_loop;
mod variant_option;
