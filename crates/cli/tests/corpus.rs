//! `show FILE --json` over thousands of real records, compared with what other programs read in them.
//!
//! Runs where `KOMADAI_TESTDATA` names the folder; says so where it does not.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use komadai_testkit::testdata;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

fn show(path: &Path) -> Option<Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_komadai"))
        .args(["show", "--json"])
        .arg(path)
        .output()
        .unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(!err.contains("panicked"), "{}: {err}", path.display());
    let out = String::from_utf8(output.stdout).unwrap();
    serde_json::from_str(out.lines().next()?).ok()
}

/// What the table calls `FOUL_LOSE` and `FOUL_WIN` is one word of ours, and the winner tells which.
/// `%-ILLEGAL_ACTION` is White's foul by CSA's definition, whoever is to move.
fn same_result(game: &Value, expected: &str, csa_word: &str) -> bool {
    let foul_by_mover = |lost: bool| {
        let mut words = game["final_sfen"].as_str().unwrap().split(' ');
        let (turn, other) = match words.nth(1) {
            Some("b") => ("black", "white"),
            _ => ("white", "black"),
        };
        if lost { other } else { turn }
    };
    let winner = match (expected, csa_word) {
        ("FOUL_LOSE" | "FOUL_WIN", "%-ILLEGAL_ACTION") => "black",
        ("FOUL_LOSE" | "FOUL_WIN", "%+ILLEGAL_ACTION") => "white",
        ("FOUL_LOSE" | "FOUL_WIN", _) => foul_by_mover(expected == "FOUL_LOSE"),
        ("", _) => return game["result"].is_null(),
        _ => return expected.starts_with("any:") || game["result"] == expected,
    };
    game["result"] == "ILLEGAL_MOVE" && game["winner"] == winner
}

/// Five silvers are more than a set: moves are carried out there and not judged.
fn is_not_judged(path: &str) -> bool {
    path.ends_with("手筋/銀ばさみ.kif")
}

#[test]
fn show_agrees_with_other_programs() {
    let Some(folder) = testdata("kifu") else {
        return;
    };
    let table = std::fs::read_to_string(folder.join("expected.tsv")).unwrap();
    let (mut compared, mut failed) = (0, 0);
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let game = show(&folder.join(fields[0]));
        if fields[12] != "high" {
            continue;
        }
        compared += 1;
        let agrees = game.as_ref().is_some_and(|game| {
            let number = |name: &str| {
                game[name]
                    .as_u64()
                    .map(|n| n.to_string())
                    .unwrap_or_default()
            };
            game["moves"]
                .as_array()
                .map(|moves| moves.len().to_string())
                == Some(fields[2].to_owned())
                && game["final_sfen"] == fields[3]
                && same_result(game, fields[4], fields[10])
                && game["start_sfen"] == fields[5]
                && (fields[6].is_empty() || number("nodes") == fields[6])
                // Other programs leave some of CSA's comment lines out.
                && (fields[1] == "csa" || number("comments") == fields[8])
                && (number("illegal_ply") == fields[9] || is_not_judged(fields[0]))
        });
        if !agrees {
            failed += 1;
            eprintln!("{}: ours {game:?}, expected {line}", fields[0]);
        }
    }
    eprintln!("{compared} files compared, {failed} differ");
    assert_eq!(failed, 0);
}
