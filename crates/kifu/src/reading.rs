//! Reading any format.

use crate::encoding::{Encoding, LineEnd, decode};
use crate::error::{ReadError, ReadErrorKind, Warning, WarningKind};
use crate::format::Format;
use crate::record::Record;
use crate::{bod, csa, jkf, ki2, kif, psn, usen, usi_line, western};
use komadai_core::Variant;

/// Options for reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReadOptions {
    /// The format; default: detected from the content.
    pub format: Option<Format>,
    /// The variant of records that do not name theirs.
    pub variant: Variant,
}

/// The result of reading a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The games, at least one.
    pub records: Vec<Record>,
    /// The format.
    pub format: Format,
    /// The encoding.
    pub encoding: Encoding,
    /// How the first line ends.
    pub line_end: LineEnd,
    /// The warnings.
    pub warnings: Vec<Warning>,
}

/// The result of parsing a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    /// The games, at least one.
    pub records: Vec<Record>,
    /// The warnings.
    pub warnings: Vec<Warning>,
}

/// Reads the bytes of a file; encoding and format are detected.
///
/// # Errors
/// Returns the location and the reason if no game can be read.
///
/// ```
/// use komadai_kifu::{ReadOptions, read};
/// let reading = read("▲７六歩 △３四歩\nまで2手で中断".as_bytes(), &ReadOptions::default())?;
/// assert_eq!(reading.records[0].main_line().count(), 2);
/// # Ok::<(), komadai_kifu::error::ReadError>(())
/// ```
pub fn read(bytes: &[u8], options: &ReadOptions) -> Result<Reading, ReadError> {
    let decoded = decode(bytes);
    let mut reading = read_text(&decoded.text, options)?;
    reading.encoding = decoded.encoding;
    reading.line_end = decoded.line_end;
    if decoded.damaged {
        reading.warnings.insert(
            0,
            Warning {
                line: 1,
                column: 1,
                kind: WarningKind::Undecodable,
            },
        );
    }
    Ok(reading)
}

/// Reads a text; its format is detected.
///
/// # Errors
/// Returns the location and the reason if no game can be read.
pub fn read_text(text: &str, options: &ReadOptions) -> Result<Reading, ReadError> {
    let format = options.format.or_else(|| Format::detect(text));
    let format = format.ok_or(ReadError::at_line(1, ReadErrorKind::UnknownFormat))?;
    let parsed = match format {
        Format::Kif => kif::read(text, options),
        Format::Ki2 => ki2::read(text, options),
        Format::Bod => bod::read(text, options),
        Format::Csa => csa::read(text, options),
        Format::Jkf => jkf::read(text, options),
        Format::Usi | Format::Sfen => usi_line::read(text, options),
        Format::Usen => usen::read(text, options),
        Format::Psn => psn::read(text, options),
        Format::Western => western::read(text, options),
    }?;
    Ok(Reading {
        records: parsed.records,
        format,
        encoding: Encoding::Utf8,
        line_end: LineEnd::Lf,
        warnings: parsed.warnings,
    })
}
