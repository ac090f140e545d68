//! JKF (json-kifu-format): records as JSON.
//!
//! `docs/formats/jkf.md` describes what we read and write. Normalised and minimal files are read; normalised files
//! are written.

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
