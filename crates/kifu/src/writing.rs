//! Writing any format.

use crate::encoding::{Encoding, LineEnd, encode};
use crate::error::{Notice, WriteError};
use crate::format::Format;
use crate::reading::{ReadOptions, read_text};
use crate::record::{Ending, NodeRef, Record, Termination};
use crate::{bod, csa, jkf, ki2, kif, psn, usen, usi_line, western};

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
/// Returns an error if the format cannot express the game.
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
/// Returns an error if the format cannot express a record, or holds one game per file.
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
    let text = match format {
        Format::Kif => kif::write(record, options, notices),
        Format::Ki2 => ki2::write(record, options, notices),
        Format::Bod => bod::write(record, options, notices),
        Format::Csa => csa::write(record, options, notices),
        Format::Jkf => jkf::write(record, options, notices),
        Format::Usi => usi_line::write(record, options, notices),
        Format::Sfen => usi_line::write_sfen(record, options, notices),
        Format::Usen => usen::write(record, options, notices),
        Format::Psn => psn::write(record, options, notices),
        Format::Western => western::write(record, options, notices),
    }?;
    if format.holds_trees() {
        notice_own_words(record, format, &text, notices);
    }
    Ok(text)
}

/// An ending in words of its own may be taken for something else where it now stands, a time or a move.
/// What readers make of it depends on all that is before it, so we read it.
fn notice_own_words(record: &Record, format: Format, text: &str, notices: &mut Vec<Notice>) {
    let own = |ending: &Ending| matches!(ending.termination, Termination::Other(_));
    let mut nodes = record.tree.preorder();
    if !nodes.any(|node| node.ending().is_some_and(own)) {
        return;
    }
    let options = ReadOptions {
        format: Some(format),
        variant: record.variant,
    };
    let again = read_text(text, &options).map(|reading| reading.records.into_iter().next());
    let alike = again.is_ok_and(|again| again.is_some_and(|again| is_read_as(record, &again)));
    if !alike {
        let said = "a word of the file's own is read as something else";
        notices.push(Notice::Ending(said.to_owned()));
    }
}

/// Are the moves and endings the same, and no time where there was none?
fn is_read_as(record: &Record, again: &Record) -> bool {
    let is_same = |(a, b): (NodeRef<'_>, NodeRef<'_>)| {
        (a.ply(), a.action()) == (b.ply(), b.action())
            && (!a.time().is_unknown() || b.time().is_unknown())
    };
    record.tree.preorder().count() == again.tree.preorder().count()
        && record
            .tree
            .preorder()
            .zip(again.tree.preorder())
            .all(is_same)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::handicap::Handicap;
    use crate::read;
    use crate::record::Builder;
    use komadai_core::Variant;

    /// An ending in a word of its own, written and read again; `None` if the writer says that it is lost.
    fn own_word(word: &str, format: Format) -> Option<Termination> {
        let mut builder = Builder::new(Record::new(Variant::Shogi, Handicap::Even));
        builder.play("7g7f".parse().unwrap());
        builder.end_usual(Termination::Other(word.to_owned()));
        let record = builder.finish();
        let written = write(&record, format, &WriteOptions::default()).unwrap();
        let options = ReadOptions {
            format: Some(format),
            ..ReadOptions::default()
        };
        let again = read(&written.bytes, &options).unwrap().records.remove(0);
        let kept = again.ending().map(|ending| ending.termination.clone());
        written.notices.is_empty().then_some(kept).flatten()
    }

    #[test]
    fn words_of_a_files_own_are_kept_or_said_to_be_lost() {
        for format in Format::ALL
            .into_iter()
            .filter(|format| format.holds_trees())
        {
            for word in ["▲", "▲x△", "指し掛け", "＋＋"] {
                let other = Some(Termination::Other(word.to_owned()));
                assert_eq!(own_word(word, format), other, "{word} {format:?}");
            }
            // A time, an ending, a move, lines: whatever is not read alike is said.
            for word in [
                "x)   ( 0:01/00:00:01)",
                "投了",
                "３四歩(33)",
                "△３四歩▲",
                "a\n*b\n   3 x",
                "a } b",
                "",
                " x ",
            ] {
                let kept = own_word(word, format);
                let other = Termination::Other(word.to_owned());
                assert!(
                    kept.is_none() || kept == Some(other),
                    "{word:?} {format:?} {kept:?}"
                );
            }
        }
    }

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
