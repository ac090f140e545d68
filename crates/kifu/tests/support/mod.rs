//! Real records and what other programs read in them.
//!
//! Runs where `KOMADAI_TESTDATA` names the folder; says so where it does not.

#![allow(dead_code, reason = "each test file uses a part")]
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use komadai_kifu::record::{NodeRef, Record, Termination};
use komadai_kifu::{Format, ReadOptions, Reading, WriteOptions, read, write};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// One line of `expected.tsv`.
pub struct Row {
    pub path: String,
    pub format: String,
    pub moves: Option<usize>,
    pub final_sfen: String,
    pub result: String,
    pub nodes: Option<usize>,
    pub illegal_ply: Option<u32>,
    pub confidence: String,
}

pub fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("KOMADAI_TESTDATA").map(|root| Path::new(&root).join("kifu"));
    let folder = folder.filter(|folder| folder.is_dir());
    if folder.is_none() {
        eprintln!("KOMADAI_TESTDATA names no folder: the corpus was not read");
    }
    folder
}

pub fn rows(folder: &Path, formats: &[&str]) -> Vec<Row> {
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
            illegal_ply: fields[9].parse().ok(),
            confidence: fields[12].to_owned(),
        }
    });
    rows.filter(|row| formats.contains(&row.format.as_str()))
        .collect()
}

pub fn read_row(folder: &Path, row: &Row) -> Result<Reading, String> {
    let bytes = std::fs::read(folder.join(&row.path)).unwrap();
    read(&bytes, &ReadOptions::default()).map_err(|error| error.to_string())
}

/// The final position with moves counted from 1, as the table has it.
pub fn final_sfen(record: &Record) -> String {
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
    let word = if ending.winner == Some(turn) {
        "FOUL_WIN"
    } else {
        "FOUL_LOSE"
    };
    word.to_owned()
}

/// What differs in moves, final position, first illegal ply, nodes and, where it counts, result.
pub fn differences(row: &Row, record: &Record) -> Vec<String> {
    let mut found = Vec::new();
    let mut compare = |what: &str, ours: String, theirs: String| {
        if ours != theirs {
            found.push(format!("{what}: ours {ours}, expected {theirs}"));
        }
    };
    let Some(moves) = row.moves else { return found };
    let count = record.main_line().count();
    compare("moves", count.to_string(), moves.to_string());
    compare("final", final_sfen(record), row.final_sfen.clone());
    let illegal = |ply: Option<u32>| ply.map_or("none".to_owned(), |ply| ply.to_string());
    compare(
        "illegal",
        illegal(record.illegal_ply()),
        illegal(row.illegal_ply),
    );
    if let Some(nodes) = row.nodes {
        let count = record.tree.move_count();
        compare("nodes", count.to_string(), nodes.to_string());
    }
    if !row.result.starts_with("any:") {
        compare("result", result(record), row.result.clone());
    }
    found
}

/// How many rows of each confidence agree, and how many there are.
pub type Summary = BTreeMap<String, (usize, usize)>;

/// Reads all files of some formats and lists what differs from the table.
pub fn compare_all(folder: &Path, formats: &[&str]) -> Summary {
    let mut summary = Summary::new();
    for row in rows(folder, formats) {
        let entry = summary.entry(row.confidence.clone()).or_default();
        entry.1 += 1;
        let found = match read_row(folder, &row) {
            Err(error) => vec![format!("cannot be read: {error}")],
            Ok(reading) => differences(&row, &reading.records[0]),
        };
        entry.0 += usize::from(found.is_empty());
        for difference in found {
            eprintln!("{} [{}] {difference}", row.path, row.confidence);
        }
    }
    for (confidence, (agree, all)) in &summary {
        eprintln!(
            "{}: {confidence}: {agree} of {all} agree",
            formats.join(" ")
        );
    }
    summary
}

/// All rows that several programs agree on must agree with us, too, and 95 % of the others.
pub fn assert_shares(summary: &Summary) {
    let share = |confidence: &str| {
        let (agree, all) = summary.get(confidence).copied().unwrap_or((1, 1));
        agree as f64 / all as f64
    };
    assert_eq!(share("high"), 1.0);
    let (mut agree, mut all) = (0, 0);
    for confidence in ["majority", "single"] {
        let (a, b) = summary.get(confidence).copied().unwrap_or_default();
        (agree, all) = (agree + a, all + b);
    }
    assert!(agree * 100 >= all * 95, "{agree} of {all}");
}

/// Writes a record in a format and reads it again.
pub fn rewritten(record: &Record, format: Format, options: &WriteOptions) -> (Record, String) {
    let written = write(record, format, options).unwrap();
    let text = String::from_utf8_lossy(&written.bytes).into_owned();
    let options = ReadOptions {
        format: Some(format),
        ..ReadOptions::default()
    };
    let mut reading = read(&written.bytes, &options).unwrap();
    (reading.records.swap_remove(0), text)
}

/// The first place where two records differ.
pub fn first_difference(a: &Record, b: &Record) -> Option<String> {
    if a == b {
        return None;
    }
    let show = |node: NodeRef<'_>| {
        let notes = (node.comment(), node.bookmark(), node.annotations());
        let (action, time) = (node.action(), node.time());
        format!("{} {action:?} {time:?} {notes:?}", node.ply())
    };
    let mut pairs = a.tree.preorder().map(show).zip(b.tree.preorder().map(show));
    Some(match pairs.find(|(a, b)| a != b) {
        Some((a, b)) => format!("{a}\n{b}"),
        None => format!(
            "{:?} {:?}\n{:?} {:?}",
            a.headers, a.start, b.headers, b.start
        ),
    })
}
