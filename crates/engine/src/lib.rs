#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod analysis;
mod any_engine;
pub mod matches;
pub mod player;
pub mod usi_loop;
mod variant_option;
