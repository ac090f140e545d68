//! Real files in CSA, JKF, USI and SFEN, compared with what other programs read in them.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod support;

use komadai_kifu::WriteOptions;
use support::{
    Row, Summary, assert_shares, compare_all, first_difference, folder, read_row, rewritten, rows,
};

#[test]
fn csa_files_are_read_as_other_programs_read_them() {
    let Some(folder) = folder() else { return };
    assert_shares(&compare_all(&folder, &["csa"]));
}

#[test]
fn csa_files_survive_being_written() {
    let Some(folder) = folder() else { return };
    survive(&folder, &["csa"]);
}

fn survive(folder: &std::path::Path, formats: &[&str]) {
    let mut failed = 0;
    for row in rows(folder, formats) {
        let Ok(reading) = read_row(folder, &row) else {
            continue;
        };
        let options = WriteOptions {
            encoding: reading.encoding,
            line_end: reading.line_end,
        };
        for record in &reading.records {
            let (again, text) = rewritten(record, reading.format, &options);
            if let Some(difference) = first_difference(record, &again) {
                failed += 1;
                eprintln!("{} changes when written:\n{difference}\n{text}", row.path);
            }
        }
    }
    assert_eq!(failed, 0);
}
