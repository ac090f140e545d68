//! Writing any format.

use crate::encoding::{Encoding, LineEnd, encode};
use crate::error::{Notice, WriteError};
use crate::format::Format;
use crate::record::Record;
use crate::{bod, csa, jkf, ki2, kif, usi_line};

/// How to write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WriteOptions {
    /// The encoding.
    pub encoding: Encoding,
    /// The line ends.
    pub line_end: LineEnd,
}

/// A file's bytes and what they could not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// What of the record is not in it.
    pub notices: Vec<Notice>,
}

/// Writes a record.
///
/// # Errors
/// If the format cannot express the game at all.
///
/// ```
/// use komadai_kifu::{Format, ReadOptions, WriteOptions, read, write};
/// let reading = read("▲７六歩 △３四歩".as_bytes(), &ReadOptions::default())?;
/// let written = write(&reading.records[0], Format::Kif, &WriteOptions::default())?;
/// assert!(String::from_utf8_lossy(&written.bytes).contains("   2 ３四歩(33)"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(
    record: &Record,
    format: Format,
    options: &WriteOptions,
) -> Result<Written, WriteError> {
    let mut notices = Vec::new();
    let text = write_text(record, format, options, &mut notices)?;
    let bytes = encode(&text, options.encoding, options.line_end, &mut notices);
    Ok(Written { bytes, notices })
}

fn write_text(
    record: &Record,
    format: Format,
    options: &WriteOptions,
    notices: &mut Vec<Notice>,
) -> Result<String, WriteError> {
    match format {
        Format::Kif => kif::write(record, options, notices),
        Format::Ki2 => ki2::write(record, options, notices),
        Format::Bod => bod::write(record, options, notices),
        Format::Csa => csa::write(record, options, notices),
        Format::Jkf => jkf::write(record, options, notices),
        Format::Usi => usi_line::write(record, options, notices),
        Format::Sfen => usi_line::write_sfen(record, options, notices),
        other => Err(WriteError::Unsupported(other.name())),
    }
}
