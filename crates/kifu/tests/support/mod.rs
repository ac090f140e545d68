//! Real records and what other programs read in them.
//!
//! Runs where `KOMADAI_TESTDATA` names the folder; says so where it does not.

#![allow(dead_code, reason = "each test file uses a part")]
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use komadai_core::Color;
use komadai_kifu::record::{
    Action, Builder, Ending, Header, MoveTime, NodeRef, Record, Start, Termination,
};
use komadai_kifu::{Format, ReadOptions, Reading, WriteOptions, read, write};
use komadai_testkit::testdata;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// One line of `expected.tsv`.
pub(crate) struct Row {
    pub(crate) path: String,
    pub(crate) format: String,
    pub(crate) moves: Option<usize>,
    pub(crate) final_sfen: String,
    pub(crate) result: String,
    pub(crate) nodes: Option<usize>,
    pub(crate) comments: Option<usize>,
    pub(crate) illegal_ply: Option<u32>,
    pub(crate) confidence: String,
}

/// The formats of Kakinoki's program, which have a reader in common.
pub(crate) const KAKINOKI: [&str; 5] = ["kif", "kifu", "ki2", "ki2u", "bod"];

pub(crate) fn folder() -> Option<PathBuf> {
    testdata("kifu")
}

/// Rows where we follow the format's definition and not the table.
const OVERRULED: [(&str, &str); 5] = [
    (
        "utf8_WCSC28_L2_HIM_NRK.csa",
        "%-ILLEGAL_ACTION is White's foul; the table takes it for Black's",
    ),
    (
        "utf8_WCSC28_L5_YAM_WOD.csa",
        "%-ILLEGAL_ACTION is White's foul; the table takes it for Black's",
    ),
    (
        "utf8_WCSC28_U8_HNW_ELM_2.csa",
        "%-ILLEGAL_ACTION is White's foul; the table takes it for Black's",
    ),
    (
        "将棋ウォーズ_KIF_平手/source.csa",
        "the file is KIF by its content, and we read its moves",
    ),
    (
        "手筋/銀ばさみ.kif",
        "five silvers are more than a set, and moves there are not judged",
    ),
];

fn overruled(row: &Row) -> Option<&'static str> {
    let mut reasons = OVERRULED.iter();
    reasons.find_map(|(path, reason)| row.path.ends_with(path).then_some(*reason))
}

pub(crate) fn rows(folder: &Path, formats: &[&str]) -> Vec<Row> {
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

pub(crate) fn read_row(folder: &Path, row: &Row) -> Result<Reading, String> {
    let bytes = std::fs::read(folder.join(&row.path)).unwrap();
    read(&bytes, &ReadOptions::default()).map_err(|error| error.to_string())
}

/// The final position with moves counted from 1, as the table has it.
pub(crate) fn final_sfen(record: &Record) -> String {
    let moves = record.main_line().count();
    let sfen = record.final_position().to_string();
    let position = sfen.rsplit_once(' ').map_or("", |(position, _)| position);
    format!("{position} {}", moves + 1)
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
pub(crate) fn differences(row: &Row, record: &Record) -> Vec<String> {
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
    // Programs count comments of CSA and JKF in different ways.
    let counts = row.confidence == "high" && KAKINOKI.contains(&row.format.as_str());
    if let Some(comments) = row.comments.filter(|_| counts) {
        let count = record.tree.commented_count();
        compare("comments", count.to_string(), comments.to_string());
    }
    found
}

/// How many rows of each confidence agree, and how many there are.
pub(crate) type Summary = BTreeMap<String, (usize, usize)>;

/// Reads all files of some formats and lists what differs from the table.
pub(crate) fn compare_all(folder: &Path, formats: &[&str]) -> Summary {
    let mut summary = Summary::new();
    for row in rows(folder, formats) {
        let entry = summary.entry(row.confidence.clone()).or_default();
        entry.1 += 1;
        let found = match read_row(folder, &row) {
            Err(error) => vec![format!("cannot be read: {error}")],
            Ok(reading) => differences(&row, &reading.records[0]),
        };
        let reason = overruled(&row).filter(|_| !found.is_empty());
        entry.0 += usize::from(found.is_empty() || reason.is_some());
        for difference in found {
            let reason = reason.unwrap_or("not expected");
            eprintln!("{} [{}] {difference} ({reason})", row.path, row.confidence);
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
pub(crate) fn assert_shares(summary: &Summary) {
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
pub(crate) fn rewritten(
    record: &Record,
    format: Format,
    options: &WriteOptions,
) -> (Record, String) {
    let written = write(record, format, options).unwrap();
    let text = String::from_utf8_lossy(&written.bytes).into_owned();
    let options = ReadOptions {
        format: Some(format),
        ..ReadOptions::default()
    };
    let mut reading =
        read(&written.bytes, &options).unwrap_or_else(|error| panic!("{error:?} in {text}"));
    (reading.records.swap_remove(0), text)
}

/// The first place where two records differ.
pub(crate) fn first_difference(a: &Record, b: &Record) -> Option<String> {
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

/// What CSA can hold of a record: the main line, its comments and the time of each move, some headers.
pub(crate) fn held_by_csa(record: &Record) -> Record {
    let mut held = Record::new(record.variant, record.start.clone());
    let handicap = record.start.handicap().is_some() && record.start.turn() == Color::White;
    let mut headers: Vec<&Header> = record.headers.iter().collect();
    headers.sort_by_key(|header| match header.key.as_str() {
        "先手" | "下手" => 0,
        "後手" | "上手" => 1,
        _ => 2,
    });
    for header in headers {
        let key = match (header.key.as_str(), handicap) {
            ("先手" | "下手", false) => "先手",
            ("後手" | "上手", false) => "後手",
            ("先手" | "下手", true) => "下手",
            ("後手" | "上手", true) => "上手",
            ("棋戦" | "場所", _) => header.key.as_str(),
            _ => continue,
        };
        held.headers.push(key, header.value.as_str());
    }
    if let Start::Setup(setup) = &mut held.start {
        setup.move_number = 1;
    }
    let mut builder = Builder::new(held);
    let root = record.tree.root();
    for node in std::iter::once(root).chain(record.tree.main_line()) {
        match node.action() {
            Action::Start => {}
            Action::Move { mv, .. } => {
                builder.play(mv);
            }
            Action::End(ending) => builder.end(csa_ending(ending, builder.position().turn())),
        }
        let at = builder.at();
        let tree = builder.tree_mut();
        tree.set_comment(at, node.comment().map(str::to_owned));
        for annotation in node.annotations() {
            tree.push_annotation(at, annotation.clone());
        }
        let spent = node.time().spent;
        tree.set_time(at, MoveTime { spent, total: None });
    }
    builder.finish()
}

/// What CSA has no word for is an interruption.
fn csa_ending(ending: &Ending, turn: Color) -> Ending {
    match &ending.termination {
        Termination::Default
        | Termination::Try
        | Termination::SealedMove
        | Termination::Other(_) => Ending::usual(Termination::Interruption, turn),
        Termination::IllegalMove => ending.clone(),
        other => Ending::usual(other.clone(), turn),
    }
}
