//! Drives `komadai match`: what it prints, what it saves, and its exit codes.

#![cfg(unix)]

use expect_test::{Expect, expect};
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

/// An engine that resigns at once, and one that plays its king's gold forward and back.
const RESIGNS: &str = "sh -c 'while read -r w r; do case $w in usi) echo usiok;; isready) echo readyok;; \
    go) echo bestmove resign;; quit) exit;; esac; done'";
const WAITS: &str = "sh -c 'while read -r w r; do case $w in usi) echo option name Skill type spin default 1 min 0 max 9; \
    echo usiok;; isready) echo readyok;; position) m=$r;; quit) exit;; \
    go) case $m in startpos|*4b4a|*4a4b) echo bestmove 4i4h;; *moves*4h4i|*moves*4i4h) echo bestmove 4a4b;; esac;; esac; done'";

fn komadai(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_komadai"))
        .arg("match")
        .args(args)
        .output()
        .expect("the binary starts")
}

fn check(args: &[&str], expected: Expect) {
    let output = komadai(args);
    let out = String::from_utf8(output.stdout).expect("UTF-8 on stdout");
    let err = String::from_utf8(output.stderr).expect("UTF-8 on stderr");
    let code = output.status.code().expect("an exit code");
    expected.assert_eq(&format!("{}{err}exit {code}\n", without_times(&out)));
}

/// Means and maxima differ from run to run.
fn without_times(out: &str) -> String {
    let line = |line: &str| match line.split_once(": depth ") {
        Some((name, rest)) => {
            let failed = rest.split_once("; ").map_or("", |(_, failed)| failed);
            format!("{name}: _; {failed}\n")
        }
        None => format!("{line}\n"),
    };
    out.lines().map(line).collect()
}

/// A folder of our own that does not exist yet.
fn folder(name: &str) -> PathBuf {
    let folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn named(name: &str, command: &str) -> String {
    format!("{name}={command}")
}

#[test]
fn a_match_is_told_game_by_game_and_ends_with_the_difference() {
    let (a, b) = (named("a", RESIGNS), named("b", RESIGNS));
    check(
        &["-e", &a, "-e", &b, "--games", "4", "--time", "1000"],
        expect![[r#"
            game 1: a - b 0-1 after 0 moves: resignation
            game 2: b - a 0-1 after 0 moves: resignation
            game 3: a - b 0-1 after 0 moves: resignation
            game 4: b - a 0-1 after 0 moves: resignation

            a: _; failed 0
            b: _; failed 0
            ends: resignation 4
            a: score 50.0 %, pairs 0 0 2 0 0, 95 % interval -301.3 to 301.3 by Wilson's formula
            2 0 2 elo 0.0 ± 301.3
            komadai: fewer openings (1) than pairs of games (2): games may repeat
            exit 0
        "#]],
    );
}

#[test]
fn a_test_is_decided_early_and_may_be_negative() {
    let (a, b) = (named("a", RESIGNS), named("b", WAITS));
    let args = [
        "-e", &a, "-e", &b, "--nodes", "1", "--sprt", "-10,200", "--games", "1000",
    ];
    check(
        &args,
        expect![[r#"
            game 1: a - b 0-1 after 0 moves: resignation
            game 2: b - a 1-0 after 1 move: resignation
            game 3: a - b 0-1 after 0 moves: resignation
            game 4: b - a 1-0 after 1 move: resignation
            game 5: a - b 0-1 after 0 moves: resignation
            game 6: b - a 1-0 after 1 move: resignation
            game 7: a - b 0-1 after 0 moves: resignation
            game 8: b - a 1-0 after 1 move: resignation

            a: _; failed 0
            b: _; failed 0
            ends: resignation 8
            a: score 0.0 %, pairs 4 0 0 0 0, 95 % interval -inf to -127.4 by Wilson's formula
            sprt: llr -3.05 in -2.94 to 2.94: H0
            0 0 8 elo -inf ± inf
            komadai: fewer openings (1) than pairs of games (500): games may repeat
            exit 1
        "#]],
    );
}

#[test]
fn the_result_as_json_has_all_figures() {
    let (a, b) = (named("a", RESIGNS), named("b", RESIGNS));
    let output = komadai(&[
        "-e", &a, "-e", &b, "--games", "2", "--nodes", "9", "--json", "--sprt", "0,5",
    ]);
    let object: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(
        (&object["wins"], &object["draws"], &object["losses"]),
        (&1.into(), &0.into(), &1.into())
    );
    assert_eq!(object["pairs"], serde_json::json!([0, 0, 1, 0, 0]));
    assert_eq!(object["elo"], 0.0);
    assert_eq!(object["reasons"]["resignation"], 2);
    assert_eq!(object["engines"][1]["name"], "b");
    assert_eq!(object["engines"][1]["failures"], 0);
    assert_eq!(object["sprt"]["decision"], "undecided");
    assert_eq!(object["pairings"][0]["second"], "b");
}

#[test]
fn games_are_saved_and_can_be_checked() {
    let folder = folder("match-records");
    let path = folder.to_str().expect("UTF-8");
    let (a, b) = (named("a", WAITS), WAITS.to_owned());
    let args = [
        "-e",
        &a,
        "-e",
        &b,
        "--games",
        "2",
        "--nodes",
        "9",
        "--records",
        path,
    ];
    let output = komadai(&args);
    assert!(output.status.success(), "{output:?}");
    let mut names: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder")
        .map(|file| file.expect("a file").file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["00001-a-sh.csa", "00002-sh-a.csa"]);
    let checked = Command::new(env!("CARGO_BIN_EXE_komadai"))
        .args(["check", path])
        .output()
        .expect("the binary starts");
    assert!(checked.status.success(), "{checked:?}");
    // A second match may not mix its games with those of the first.
    let again = komadai(&args);
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).ends_with(": not empty\n"));
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn wrong_use_is_refused() {
    let (a, b) = (named("a", RESIGNS), named("b", WAITS));
    let refused: [&[&str]; 10] = [
        &["-e", &a, "--nodes", "1"],
        &["-e", &a, "-e", &b],
        &["-e", &a, "-e", &b, "--nodes", "1", "--time", "1"],
        &["-e", &a, "-e", "'", "--nodes", "1"],
        &["-e", &a, "-e", &b, "--nodes", "1", "--sprt", "5,0"],
        &["-e", &a, "-e", &b, "--clock", "soon"],
        &["-e", &a, "-e", &b, "--nodes", "1", "-o", "c:Skill=1"],
        &["-e", &a, "-e", &b, "--nodes", "1", "-o", "b:Skill=10"],
        &[
            "-e",
            &a,
            "-e",
            &b,
            "--nodes",
            "1",
            "--openings",
            "/no/such/file",
        ],
        &["-e", &a, "-e", "/no/such/engine", "--nodes", "1"],
    ];
    for args in refused {
        let output = komadai(args);
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {err}");
        assert!(
            err.starts_with("komadai: ") || err.starts_with("error: "),
            "{err}"
        );
    }
}

#[test]
fn options_reach_the_engines_that_have_them() {
    let (a, b) = (named("a", RESIGNS), named("b", WAITS));
    let args = [
        "-e",
        &a,
        "-e",
        &b,
        "--nodes",
        "1",
        "--games",
        "2",
        "-o",
        "b:Skill=9",
        "-o",
        "*:Skill=0",
    ];
    assert!(komadai(&args).status.success());
}
