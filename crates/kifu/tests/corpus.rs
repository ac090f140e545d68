//! Thousands of real records, compared with what other programs read in them.
//!
//! Runs where `KOMADAI_TESTDATA` names the folder; says so where it does not.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use komadai_kifu::record::{MoveTime, NodeRef, Record, Termination};
use komadai_kifu::{Format, ReadOptions, Reading, WriteOptions, read, write};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// One line of `expected.tsv`.
struct Row {
    path: String,
    format: String,
    moves: Option<usize>,
    final_sfen: String,
    result: String,
    nodes: Option<usize>,
    comments: Option<usize>,
    illegal_ply: Option<u32>,
    confidence: String,
}

fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("KOMADAI_TESTDATA").map(|root| Path::new(&root).join("kifu"));
    let folder = folder.filter(|folder| folder.is_dir());
    if folder.is_none() {
        eprintln!("KOMADAI_TESTDATA names no folder: the corpus was not read");
    }
    folder
}

fn rows(folder: &Path, formats: &[&str]) -> Vec<Row> {
    let table = std::fs::read_to_string(folder.join("expected.tsv")).unwrap();
    let rows = table.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        Row {
            path: fields[0].to_owned(),
            format: fields[1].to_owned(),
            moves: fields[2].parse().ok(),
            final_sfen: fields[3].to_owned(),
            result: fields[4].to_owned(),
            nodes: fields[6].parse().ok(),
            comments: fields[8].parse().ok(),
            illegal_ply: fields[9].parse().ok(),
            confidence: fields[12].to_owned(),
        }
    });
    rows.filter(|row| formats.contains(&row.format.as_str()))
        .collect()
}

const KAKINOKI: [&str; 5] = ["kif", "kifu", "ki2", "ki2u", "bod"];

fn read_row(folder: &Path, row: &Row) -> Result<Reading, String> {
    let bytes = std::fs::read(folder.join(&row.path)).unwrap();
    read(&bytes, &ReadOptions::default()).map_err(|error| error.to_string())
}

/// The final position with moves counted from 1, as the table has it.
fn final_sfen(record: &Record) -> String {
    let moves = record.main_line().count();
    match record.final_position() {
        Ok(position) => {
            let sfen = position.to_string();
            let position = sfen.rsplit_once(' ').map_or("", |(position, _)| position);
            format!("{position} {}", moves + 1)
        }
        Err(faults) => faults.to_string(),
    }
}

fn result(record: &Record) -> String {
    let Some(ending) = record.ending() else {
        return String::new();
    };
    if ending.termination != Termination::IllegalMove {
        return ending.termination.word().to_owned();
    }
    let end = record.tree.main_line().last().unwrap();
    let turn = record.turn_after(end.parent().unwrap());
    if ending.winner == Some(turn) {
        "FOUL_WIN".to_owned()
    } else {
        "FOUL_LOSE".to_owned()
    }
}

/// What differs, in the order of importance.
fn differences(row: &Row, record: &Record) -> Vec<String> {
    let mut found = Vec::new();
    let mut compare = |what: &str, ours: String, theirs: String| {
        if ours != theirs {
            found.push(format!("{what}: ours {ours}, expected {theirs}"));
        }
    };
    let Some(moves) = row.moves else { return found };
    compare(
        "moves",
        record.main_line().count().to_string(),
        moves.to_string(),
    );
    compare("final", final_sfen(record), row.final_sfen.clone());
    compare(
        "illegal",
        format!("{:?}", record.illegal_ply()),
        format!("{:?}", row.illegal_ply),
    );
    if let Some(nodes) = row.nodes {
        compare(
            "nodes",
            record.tree.move_count().to_string(),
            nodes.to_string(),
        );
    }
    found
}

/// Differences in result and comments: these count where the table is sure.
fn minor_differences(row: &Row, record: &Record) -> Vec<String> {
    let mut found = Vec::new();
    if !row.result.starts_with("any:") && result(record) != row.result {
        found.push(format!(
            "result: ours {:?}, expected {:?}",
            result(record),
            row.result
        ));
    }
    if let Some(comments) = row.comments
        && record.tree.commented_count() != comments
    {
        found.push(format!(
            "comments: ours {}, expected {comments}",
            record.tree.commented_count()
        ));
    }
    found
}

#[test]
fn real_records_are_read_as_other_programs_read_them() {
    let Some(folder) = folder() else { return };
    let mut summary: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for row in rows(&folder, &KAKINOKI) {
        let entry = summary.entry(row.confidence.clone()).or_default();
        entry.1 += 1;
        match read_row(&folder, &row) {
            Err(error) => eprintln!("{} [{}] cannot be read: {error}", row.path, row.confidence),
            Ok(reading) => {
                let record = &reading.records[0];
                let found = differences(&row, record);
                let minor = minor_differences(&row, record);
                let counts = row.confidence != "high" || minor.is_empty();
                entry.0 += usize::from(found.is_empty() && counts);
                for difference in found.iter().chain(&minor) {
                    eprintln!("{} [{}] {difference}", row.path, row.confidence);
                }
            }
        }
    }
    for (confidence, (agree, all)) in &summary {
        eprintln!("{confidence}: {agree} of {all} agree");
    }
    let share = |confidence: &str| {
        summary
            .get(confidence)
            .map_or(1.0, |(agree, all)| *agree as f64 / *all as f64)
    };
    assert_eq!(share("high"), 1.0);
    assert!(share("majority") >= 0.95);
    assert!(share("single") >= 0.95);
}

/// Writes a record, reads it again, and shows the first place where it changed.
fn change(record: &Record, format: Format, reading: &Reading) -> Option<String> {
    let options = WriteOptions {
        encoding: reading.encoding,
        line_end: reading.line_end,
    };
    let written = write(record, format, &options).unwrap();
    let again = read(
        &written.bytes,
        &ReadOptions {
            format: Some(format),
            ..ReadOptions::default()
        },
    );
    let again = again.unwrap().records.swap_remove(0);
    if again == *record {
        return None;
    }
    let show = |node: NodeRef<'_>| {
        let notes = (node.comment(), node.bookmark());
        format!(
            "{} {:?} {:?} {notes:?}",
            node.ply(),
            node.action(),
            node.time()
        )
    };
    let mut pairs = record
        .tree
        .preorder()
        .map(show)
        .zip(again.tree.preorder().map(show));
    let text = String::from_utf8_lossy(&written.bytes);
    Some(match pairs.find(|(a, b)| a != b) {
        Some((a, b)) => format!("{a}\n{b}\n{text}"),
        None => format!(
            "{:?} {:?}\n{:?} {:?}\n{text}",
            record.headers, record.start, again.headers, again.start
        ),
    })
}

#[test]
fn reading_what_was_written_gives_the_same_record() {
    let Some(folder) = folder() else { return };
    let mut failed = 0;
    for row in rows(&folder, &KAKINOKI) {
        let Ok(reading) = read_row(&folder, &row) else {
            continue;
        };
        if let Some(change) = change(&reading.records[0], reading.format, &reading) {
            failed += 1;
            eprintln!(
                "{} ({}) changes when written:\n{change}",
                row.path, reading.format
            );
        }
    }
    assert_eq!(failed, 0);
}

#[test]
fn ki2_keeps_everything_but_times() {
    let Some(folder) = folder() else { return };
    let mut failed = 0;
    for row in rows(&folder, &KAKINOKI) {
        let Ok(reading) = read_row(&folder, &row) else {
            continue;
        };
        let mut record = reading.records[0].clone();
        let ids: Vec<_> = record.tree.preorder().map(NodeRef::id).collect();
        for id in ids {
            record.tree.set_time(id, MoveTime::UNKNOWN);
        }
        if let Some(change) = change(&record, Format::Ki2, &reading) {
            failed += 1;
            eprintln!("{} changes as KI2:\n{change}", row.path);
        }
    }
    assert_eq!(failed, 0);
}
