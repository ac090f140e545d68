//! Game records of shogi and Seireigi: every format read into one model and written from it.
//!
//! ```
//! use komadai_kifu::{Format, ReadOptions, WriteOptions, read, write};
//! let file = "手合割：平手\n手数----指手--\n   1 ７六歩(77)\n   2 投了\n";
//! let reading = read(file.as_bytes(), &ReadOptions::default())?;
//! let ki2 = write(&reading.records[0], Format::Ki2, &WriteOptions::default())?;
//! assert!(String::from_utf8(ki2.bytes)?.contains("▲７六歩"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Readers are lenient and report repairs ([`error::Warning`]); writers are strict and report what the
//! format cannot hold ([`error::Notice`]). Moves are checked while they are read: an illegal one is kept
//! with the rule it breaks. The crate opens no files: input and output are bytes.

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
mod scan;
mod summary;
pub mod usen;
pub mod usi_line;
pub mod western;
mod writing;

pub use format::{Format, ParseFormatError};
pub use handicap::{Handicap, ParseHandicapError};
pub use position::RecordPosition;
pub use reading::{Parsed, ReadOptions, Reading, read, read_text};
pub use record::Record;
pub use summary::Summary;
pub use writing::{WriteOptions, Written, write, write_all};
