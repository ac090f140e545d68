//! `komadai analyze`.

use super::support::{BROKEN, Folder, GAME, NIFU, check, check_refused, json, komadai};
use expect_test::expect;
use std::fs;
use std::process::Output;
use std::time::{Duration, Instant};

/// White does not take the bishop.
const UNTAKEN: &str = "先手：A\n後手：B\n手数----指手--\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)\n*Hm\n   4 ８四歩(83)\n   5 投了\n";

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn said(output: &Output) -> (Option<i32>, String) {
    (output.status.code(), text(&output.stderr))
}

/// An engine that fails at its third search.
#[cfg(unix)]
fn failing(folder: &Folder, failure: &str) -> String {
    let program = format!(
        "n=0\nwhile read -r word rest; do case $word in\nusi) echo usiok;;\nisready) echo readyok;;\n\
         go) n=$((n+1)); if [ $n -gt 2 ]; then {failure}; else echo info score cp 0; echo bestmove resign; fi;;\n\
         quit) exit 0;;\nesac; done\n"
    );
    fs::write(folder.0.join("engine.sh"), program).expect("a script");
    format!("sh {}", folder.path("engine.sh"))
}

#[test]
fn kif_is_printed_with_scores_lines_and_mistakes() {
    let folder = Folder::new("analyze-kif").with("a.kif", UNTAKEN);
    let output = komadai(&["analyze", &folder.path("a.kif"), "--nodes", "3000"]);
    assert_eq!(said(&output), (Some(0), String::new()));
    let out = text(&output.stdout);
    assert_eq!(out.matches("\n**評価値=").count(), 5, "{out}");
    assert_eq!(out.matches("\n**読み筋=").count(), 5, "{out}");
    assert!(out.contains("\n*Hm\n"), "{out}");
    assert!(out.contains("\n*大悪手 blunder: -"), "{out}");
    assert!(out.contains("\n*解析 analysis: Komadai "), "{out}");
    // What was said once is not said again.
    let again = Folder::new("analyze-again").with("a.kif", &output.stdout);
    let second = komadai(&["analyze", &again.path("a.kif"), "--nodes", "3000"]);
    assert_eq!(text(&second.stdout), out);
}

#[test]
fn a_summary_is_printed_where_the_record_goes_to_a_file() {
    let folder = Folder::new("analyze-file").with("a.kif", UNTAKEN);
    for name in ["out.kif", "out.KIFU", "out.jkf", "out.json"] {
        let out = folder.path(name);
        let output = komadai(&[
            "analyze",
            &folder.path("a.kif"),
            "--nodes",
            "3000",
            "-o",
            &out,
        ]);
        assert_eq!(said(&output), (Some(0), String::new()), "{name}");
        let summary = text(&output.stdout);
        assert!(summary.contains("   4 ８四歩, blunder ("), "{summary}");
        assert!(
            summary.contains("White (B): 2 moves, accuracy "),
            "{summary}"
        );
        assert!(
            summary.contains("1 blunder, worst move 4 ８四歩"),
            "{summary}"
        );
        let shown = json(&["show", &out, "--json"]);
        assert_eq!(shown["moves"].as_array().map(Vec::len), Some(4), "{name}");
        let format = if name.to_lowercase().contains("kif") {
            "kif"
        } else {
            "jkf"
        };
        assert_eq!(shown["format"], format, "{name}");
        assert_eq!(shown["result"], "TORYO", "{name}");
    }
}

#[test]
fn the_analysis_as_data() {
    let folder = Folder::new("analyze-json").with("a.kif", UNTAKEN);
    let file = folder.path("a.kif");
    let data = json(&["analyze", &file, "--nodes", "3000", "--json"]);
    assert_eq!(data["limit"]["nodes"], 3000);
    assert_eq!(data["variant"], "shogi");
    assert_eq!(data["moves"].as_array().map(Vec::len), Some(4));
    let blunder = &data["moves"][3];
    assert_eq!(blunder["move"], "8c8d");
    assert_eq!(blunder["side"], "white");
    assert_eq!(blunder["grade"], "blunder");
    assert!(blunder["score"]["cp"].as_i64() > Some(600), "{blunder}");
    assert!(blunder["loss"].as_f64() >= Some(0.2), "{blunder}");
    assert!(
        blunder["better"][0]
            .as_str()
            .is_some_and(|mv| mv.ends_with("2b")),
        "{blunder}"
    );
    assert_eq!(data["players"]["white"]["blunders"], 1);
    assert_eq!(data["players"]["white"]["worst_ply"], 4);
    assert_eq!(data["players"]["white"]["name"], "B");
    assert_eq!(data["illegal_ply"], serde_json::Value::Null);
    assert!(data["names"].as_array().is_some());
}

#[test]
fn both_variants_and_the_empty_game_are_analyzed() {
    let folder = Folder::new("analyze-variants")
        .with("s.usi", "startpos moves 7g7f 3c3d 8h2b+ 3a2b\n")
        .with("empty.kif", "先手：A\n手数----指手--\n");
    let file = folder.path("s.usi");
    let data = json(&[
        "analyze",
        &file,
        "--nodes",
        "300",
        "--json",
        "--variant",
        "seireigi",
    ]);
    assert_eq!(data["variant"], "seireigi");
    let data = json(&[
        "analyze",
        &folder.path("empty.kif"),
        "--nodes",
        "300",
        "--json",
    ]);
    assert_eq!(data["moves"], serde_json::json!([]));
    assert_eq!(data["players"]["black"]["moves"], 0);
}

#[test]
fn an_illegal_move_ends_the_analysis_with_1() {
    let folder = Folder::new("analyze-illegal").with("nifu.ki2", NIFU);
    let (file, out) = (folder.path("nifu.ki2"), folder.path("out.kif"));
    let output = komadai(&["analyze", &file, "--nodes", "200", "-o", &out]);
    let (code, err) = said(&output);
    assert_eq!(code, Some(1));
    assert!(err.contains("nifu.ki2: move 9 is illegal ("), "{err}");
    let written = fs::read_to_string(&out).expect("it is written");
    assert!(written.contains("*反則 illegal ("), "{written}");
}

#[test]
fn what_cannot_be_read_is_told_with_its_line() {
    let folder = Folder::new("analyze-broken").with("broken.kif", BROKEN);
    let output = komadai(&["analyze", &folder.path("broken.kif"), "--nodes", "100"]);
    let (_, err) = said(&output);
    assert!(err.contains("broken.kif:5:"), "{err}");
    let folder = folder.with("nothing.txt", "no record at all\n");
    let output = komadai(&["analyze", &folder.path("nothing.txt")]);
    let (code, err) = said(&output);
    assert_eq!(code, Some(2));
    assert!(err.contains("nothing.txt:1:"), "{err}");
}

#[test]
fn wrong_use_is_refused_before_anything_is_searched() {
    let folder = Folder::new("analyze-refused")
        .with("a.kif", GAME)
        .with("two.usi", "startpos moves 7g7f\nstartpos moves 2g2f\n");
    let file = folder.path("a.kif");
    check_refused(&["analyze", &file, "-o", &folder.path("out.csa")]);
    check_refused(&["analyze", &file, "-o", &folder.path("out")]);
    check_refused(&["analyze", &file, "--nodes", "0"]);
    check_refused(&["analyze", &file, "--nodes", "5", "--time", "5"]);
    check_refused(&["analyze", &folder.path("two.usi")]);
    check_refused(&["analyze", &folder.path("missing.kif")]);
    check_refused(&["analyze", &file, "--engine", "/nonexistent/engine"]);
    check(
        &["analyze", &file, "--engine", ""],
        expect![[r#"
            error: invalid value '' for '--engine <CMD>': the command is empty

            For more information, try '--help'.
            exit 2
        "#]],
    );
}

#[cfg(unix)]
#[test]
fn an_engine_that_fails_on_the_way_leaves_the_file_as_it_was() {
    let folder = Folder::new("analyze-failing")
        .with("a.kif", UNTAKEN)
        .with("out.kif", "kept");
    let (file, out) = (folder.path("a.kif"), folder.path("out.kif"));
    for (failure, expected) in [
        (
            "exit 3",
            "the engine exited while thinking (exit status: 3)",
        ),
        (":", "the engine did not answer after stop"),
        (
            "echo bestmove nonsense",
            "the engine answered \"bestmove nonsense\"",
        ),
    ] {
        let engine = failing(&folder, failure);
        let began = Instant::now();
        let args = [
            "analyze", &file, "--time", "20", "--engine", &engine, "-o", &out,
        ];
        let (code, err) = said(&komadai(&args));
        assert_eq!(code, Some(2), "{err}");
        assert!(err.contains("at the position after move 2"), "{err}");
        assert!(err.contains(expected), "{err}");
        assert!(began.elapsed() < Duration::from_secs(30), "{failure}");
        assert_eq!(fs::read_to_string(&out).expect("it is there"), "kept");
        assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 3);
    }
}

#[cfg(unix)]
#[test]
fn another_engine_can_be_asked() {
    let folder = Folder::new("analyze-engine").with("a.kif", UNTAKEN);
    let own = format!("{} usi", env!("CARGO_BIN_EXE_komadai"));
    for engine in ["/usr/games/fairy-stockfish", &own] {
        let file = folder.path("a.kif");
        let data = json(&[
            "analyze", &file, "--nodes", "5000", "--json", "--engine", engine,
        ]);
        assert_eq!(data["moves"][3]["grade"], "blunder", "{engine}: {data}");
    }
}
