//! What must hold for every reader of records.

use komadai_game::judge::judge;
use komadai_kifu::encoding::{Encoding, LineEnd};
use komadai_kifu::{Format, ReadOptions, Summary, WriteOptions, names, read, write};

/// Reads bytes, writes each record in the same format and reads that: the record must be the same,
/// unless the writer says that something was lost.
pub fn check(bytes: &[u8], format: Format) {
    let options = ReadOptions {
        format: Some(format),
        ..ReadOptions::default()
    };
    // Without a format, the content decides; this may not panic either.
    let _ = read(bytes, &ReadOptions::default());
    let reading = match read(bytes, &options) {
        Ok(reading) => reading,
        Err(error) => {
            assert!(error.line >= 1 && error.column >= 1);
            return;
        }
    };
    assert!(!reading.records.is_empty());
    for record in &reading.records {
        let summary = Summary::of(record);
        assert!(summary.moves.len() <= summary.nodes);
        judge(record, None);
        names::recognise(record);
        let options_out = WriteOptions {
            encoding: Encoding::Utf8,
            line_end: LineEnd::Lf,
        };
        let Ok(written) = write(record, format, &options_out) else {
            continue;
        };
        let options = ReadOptions {
            variant: record.variant,
            ..options
        };
        let again = read(&written.bytes, &options).expect("what we write can be read");
        if written.notices.is_empty() {
            assert_eq!(&again.records[0], record);
        }
    }
}
