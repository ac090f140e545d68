//! Thousands of real records in KIF, KI2 and BOD, compared with what other programs read in them.

mod support;

use komadai_kifu::record::{MoveTime, NodeRef, Record};
use komadai_kifu::{Format, WriteOptions};
use support::{
    KAKINOKI, assert_shares, compare_all, first_difference, folder, read_row, rewritten, rows,
};

#[test]
fn real_records_are_read_as_other_programs_read_them() {
    let Some(folder) = folder() else { return };
    assert_shares(&compare_all(&folder, &KAKINOKI));
}

/// Writes what is `held` of each record in a format, its own if none is given, and reads it again.
fn assert_unchanged(format: Option<Format>, held: impl Fn(&mut Record)) {
    let Some(folder) = folder() else { return };
    let mut failed = 0;
    for row in rows(&folder, &KAKINOKI) {
        let Ok(reading) = read_row(&folder, &row) else {
            continue;
        };
        let options = WriteOptions {
            encoding: reading.encoding,
            line_end: reading.line_end,
        };
        let mut record = reading.records[0].clone();
        held(&mut record);
        let (again, text) = rewritten(&record, format.unwrap_or(reading.format), &options);
        if let Some(difference) = first_difference(&record, &again) {
            failed += 1;
            eprintln!("{} changes when written:\n{difference}\n{text}", row.path);
        }
    }
    assert_eq!(failed, 0);
}

#[test]
fn reading_what_was_written_gives_the_same_record() {
    assert_unchanged(None, |_| {});
}

#[test]
fn ki2_keeps_everything_but_times() {
    assert_unchanged(Some(Format::Ki2), |record| {
        let ids: Vec<_> = record.tree.preorder().map(NodeRef::id).collect();
        for id in ids {
            record.tree.set_time(id, MoveTime::UNKNOWN);
        }
    });
}
