#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod annotation;
pub mod bod;
pub mod csa;
pub mod diagram;
pub mod encoding;
pub mod error;
mod format;
mod handicap;
pub mod jkf;
mod kanji;
pub mod ki2;
pub mod kif;
pub mod names;
pub mod notation;
mod position;
pub mod psn;
mod reading;
pub mod record;
mod result_note;
#[cfg(test)]
mod samples;
mod scan;
mod summary;
pub mod time_header;
pub mod usen;
pub mod usi_line;
mod warnings;
pub mod western;
mod writing;

pub use format::{Format, ParseFormatError};
pub use handicap::{Handicap, ParseHandicapError};
pub use position::RecordPosition;
pub use reading::{Parsed, ReadOptions, Reading, read, read_text};
pub use record::Record;
pub use summary::Summary;
pub use writing::{WriteOptions, Written, write, write_all};
