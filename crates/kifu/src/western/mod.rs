//! Western move text: `1. P-7f P-3d 2. Bx2b+ …`, in Hodges's notation (`P-7f`) or Hosking's (`P76`).
//!
//! `docs/formats/western.md` describes what we read and write. [PSN](crate::psn) differs only in the form
//! of moves and the names of tags, so both formats have one reader.

mod ending;
mod lex;
mod moves;
mod read;
mod tags;
mod text;

pub(crate) use moves::{Spelling, is_move, read as resolve_word};
pub use read::read;
pub(crate) use text::TagStyle;

use crate::error::{Notice, WriteError};
use crate::record::Record;
use crate::writing::WriteOptions;

/// How squares are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum WesternDialect {
    /// `P-7f`
    #[default]
    Hodges,
    /// `P76`
    Hosking,
}

/// Writes a record as Western move text in Hodges's notation.
///
/// # Errors
/// Returns an error if the moves start from a diagram that one set of pieces cannot show.
pub fn write(
    record: &Record,
    _: &WriteOptions,
    notices: &mut Vec<Notice>,
) -> Result<String, WriteError> {
    write_in(WesternDialect::Hodges, record, notices)
}

/// Writes a record as Western move text.
///
/// # Errors
/// Returns an error if the moves start from a diagram that one set of pieces cannot show.
pub fn write_in(
    dialect: WesternDialect,
    record: &Record,
    notices: &mut Vec<Notice>,
) -> Result<String, WriteError> {
    let spelling = match dialect {
        WesternDialect::Hodges => Spelling::Hodges,
        WesternDialect::Hosking => Spelling::Hosking,
    };
    text::write(record, spelling, TagStyle::Western, notices)
}

pub(crate) use text::write as write_text;

#[cfg(test)]
mod tests;
