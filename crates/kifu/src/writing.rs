//! Writing any format.

use crate::encoding::{Encoding, LineEnd, encode};
use crate::error::{Notice, WriteError};
use crate::format::Format;
use crate::record::Record;
use crate::{bod, csa, jkf, ki2, kif, psn, usi_line, western};

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

/// Writes several records into one file, as far as the format allows.
///
/// # Errors
/// If a record cannot be expressed, or if the format holds one game a file.
pub fn write_all(
    records: &[Record],
    format: Format,
    options: &WriteOptions,
) -> Result<Written, WriteError> {
    if let [record] = records {
        return write(record, format, options);
    }
    let separator = format.separator().ok_or(WriteError::NotExpressible {
        format: format.name(),
        what: "several games".to_owned(),
    })?;
    let mut notices = Vec::new();
    let mut texts = Vec::with_capacity(records.len());
    for record in records {
        texts.push(write_text(record, format, options, &mut notices)?);
    }
    let bytes = encode(
        &texts.join(separator),
        options.encoding,
        options.line_end,
        &mut notices,
    );
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
        Format::Psn => psn::write(record, options, notices),
        Format::Western => western::write(record, options, notices),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReadOptions, read};

    #[test]
    fn several_games_share_a_file_where_the_format_allows() {
        let lines = "startpos moves 7g7f resign\nstartpos moves 2g2f resign\n";
        let records = read(lines.as_bytes(), &ReadOptions::default())
            .unwrap()
            .records;
        for format in [Format::Csa, Format::Usi] {
            let written = write_all(&records, format, &WriteOptions::default()).unwrap();
            let again = read(&written.bytes, &ReadOptions::default()).unwrap();
            assert_eq!((again.format, again.records), (format, records.clone()));
        }
        for format in [Format::Psn, Format::Kif] {
            let _ = write_all(&records[..1], format, &WriteOptions::default()).unwrap();
        }
        assert!(write_all(&records, Format::Kif, &WriteOptions::default()).is_err());
    }
}
