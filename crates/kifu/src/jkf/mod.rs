//! JKF (json-kifu-format): records as JSON.
//!
//! `docs/formats/jkf.md` describes what we read and write. Reading takes normalised and minimal files;
//! what is written is normalised.

mod dto;
mod parse;
mod read;
mod resolve;
mod special;
mod start;
mod write;

pub use read::read;
pub use write::write;

#[cfg(test)]
mod tests;
