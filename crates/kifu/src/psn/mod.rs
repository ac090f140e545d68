//! PSN: games as XBoard saves them, and the lists that GNU Shogi writes.
//!
//! `docs/formats/psn.md` describes what we read and write. XBoard's files are those of chess: tags,
//! algebraic moves on files a–i from Sente's left and ranks 1–9 from Sente's side, comments in braces.
//! The reader accepts all [Western text](crate::western).

mod gnushogi;

pub(crate) use gnushogi::is_list;

use crate::error::{Notice, ReadError, WriteError};
use crate::reading::{Parsed, ReadOptions};
use crate::record::Record;
use crate::western::{self, Spelling, TagStyle};
use crate::writing::WriteOptions;

/// Reads a game saved by XBoard or listed by GNU Shogi.
///
/// # Errors
/// Returns an error if the moves start from a diagram that one set of pieces cannot show.
pub fn read(text: &str, options: &ReadOptions) -> Result<Parsed, ReadError> {
    if text.lines().take(3).any(is_list) {
        return gnushogi::read(text, options);
    }
    western::read(text, options)
}

/// Writes a record as XBoard does.
///
/// # Errors
/// Returns an error if the moves start from a diagram that one set of pieces cannot show.
pub fn write(
    record: &Record,
    _: &WriteOptions,
    notices: &mut Vec<Notice>,
) -> Result<String, WriteError> {
    western::write_text(record, Spelling::Algebraic, TagStyle::XBoard, notices)
}

#[cfg(test)]
mod tests;
