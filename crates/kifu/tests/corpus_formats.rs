//! Real files in CSA, JKF, USI and SFEN, compared with what other programs read in them.

mod support;

use komadai_kifu::record::Record;
use komadai_kifu::{Format, ReadOptions, Reading, WriteOptions, read, write};
use std::collections::HashMap;
use std::path::Path;
use support::{assert_shares, compare_all, first_difference, folder, read_row, rewritten, rows};

#[test]
fn csa_files_are_read_as_other_programs_read_them() {
    let Some(folder) = folder() else { return };
    assert_shares(&compare_all(&folder, &["csa"]));
}

#[test]
fn jkf_usi_and_sfen_files_are_read_as_other_programs_read_them() {
    let Some(folder) = folder() else { return };
    assert_shares(&compare_all(&folder, &["jkf"]));
    assert_shares(&compare_all(&folder, &["usi", "sfen"]));
}

#[test]
fn all_lines_of_usi_agree() {
    let Some(folder) = folder() else { return };
    let table = std::fs::read_to_string(folder.join("expected_usi_lines.tsv")).unwrap();
    let mut readings: HashMap<String, Reading> = HashMap::new();
    let mut agree = 0;
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let reading = readings.entry(fields[0].to_owned()).or_insert_with(|| {
            let bytes = std::fs::read(folder.join(fields[0])).unwrap();
            read(&bytes, &ReadOptions::default()).unwrap()
        });
        let record = &reading.records[fields[1].parse::<usize>().unwrap() - 1];
        let ours = [
            record.main_line().count().to_string(),
            last_legal_sfen(record),
            record
                .illegal_ply()
                .map_or(String::new(), |ply| ply.to_string()),
        ];
        // The table of lines counts `resign` as an illegal third move; that of files does not.
        let expected = match fields[0].ends_with("test_resign.usi") {
            true => ["2", fields[3], ""],
            false => [fields[2], fields[3], fields[4]],
        };
        assert_eq!(ours, expected, "{line}");
        agree += 1;
    }
    eprintln!("{agree} lines agree");
    assert_eq!(agree, 10_855);
}

/// The table of lines stops before the first illegal move.
fn last_legal_sfen(record: &Record) -> String {
    let mut cursor = record.cursor();
    let illegal = record.illegal_ply().map(|ply| ply - 1);
    cursor.go_to_ply(illegal.unwrap_or(u32::MAX));
    cursor.position().to_string()
}

#[test]
fn files_survive_being_written_in_their_own_format() {
    let Some(folder) = folder() else { return };
    let mut failed = 0;
    for row in rows(&folder, &["csa", "jkf", "usi", "sfen"]) {
        let Ok(reading) = read_row(&folder, &row) else {
            continue;
        };
        let options = WriteOptions {
            encoding: reading.encoding,
            line_end: reading.line_end,
        };
        for record in reading.records.iter().take(500) {
            let (again, text) = rewritten(record, reading.format, &options);
            if let Some(difference) = first_difference(record, &again) {
                failed += 1;
                eprintln!("{} changes when written:\n{difference}\n{text}", row.path);
            }
        }
    }
    assert_eq!(failed, 0);
}

/// Writes all readable records as another format and then as KIF, and compares with KIF alone.
fn through(folder: &Path, middle: Format, held: impl Fn(&Record) -> Record) {
    let options = WriteOptions::default();
    let (mut count, mut failed) = (0, 0);
    for row in rows(folder, &["kif", "kifu", "ki2", "ki2u"]) {
        let Ok(reading) = read_row(folder, &row) else {
            continue;
        };
        let record = held(&reading.records[0]);
        if write(&record, middle, &options).is_err() {
            continue;
        }
        let (there, text) = rewritten(&record, middle, &options);
        let (back, _) = rewritten(&there, Format::Kif, &options);
        let (direct, _) = rewritten(&record, Format::Kif, &options);
        count += 1;
        if let Some(difference) = first_difference(&direct, &back) {
            // A comment in the words of CSA's engines becomes an annotation; nothing is lost.
            let known = middle == Format::Csa && row.path.ends_with("scenario/23/record.kifu");
            failed += usize::from(!known);
            eprintln!("{} changes as {middle}:\n{difference}\n{text}", row.path);
        }
    }
    eprintln!("{count} records went through {middle}");
    assert_eq!(failed, 0);
}

#[test]
fn jkf_keeps_all_that_kif_has() {
    let Some(folder) = folder() else { return };
    through(&folder, Format::Jkf, |record| {
        let mut record = record.clone();
        // A JSON object holds a key once, and no text without a key.
        let mut kept = komadai_kifu::record::Headers::default();
        for header in &record.headers {
            if !header.key.is_empty() && kept.get(&header.key).is_none() {
                kept.push(header.key.as_str(), header.value.as_str());
            }
        }
        record.headers = kept;
        record
    });
}

#[test]
fn csa_keeps_the_main_line_of_kif() {
    let Some(folder) = folder() else { return };
    through(&folder, Format::Csa, support::held_by_csa);
}
