//! `komadai perft`.

use super::support::{check, json};
use expect_test::expect;

#[test]
fn perft_counts() {
    check(
        &["perft", "0"],
        expect![[r#"
        nodes 1 time_ms _ nps _
        exit 0
    "#]],
    );
    check(
        &["perft", "1"],
        expect![[r#"
        nodes 30 time_ms _ nps _
        exit 0
    "#]],
    );
    check(
        &["perft", "3"],
        expect![[r#"
        nodes 25470 time_ms _ nps _
        exit 0
    "#]],
    );
    check(
        &["perft", "3", "--no-bulk", "--threads", "2"],
        expect![[r#"
        nodes 25470 time_ms _ nps _
        exit 0
    "#]],
    );
    check(
        &["perft", "2", "--sfen", "two-piece"],
        expect![[r#"
        nodes 780 time_ms _ nps _
        exit 0
    "#]],
    );
    check(
        &[
            "perft",
            "1",
            "--divide",
            "--sfen",
            "4k4/9/4P4/9/9/9/9/9/9 w G 1",
        ],
        expect![[r#"
            5a4a: 1
            5a4b: 1
            5a6a: 1
            5a6b: 1
            nodes 4 time_ms _ nps _
            exit 0
        "#]],
    );
}

#[test]
fn perft_counts_in_seireigi() {
    // The elephant of Seireigi has more moves than any piece of shogi on its square.
    let sfen = "4k4/9/9/9/4+G4/9/9/9/4K4 b - 1";
    check(
        &["perft", "3", "--variant", "seireigi"],
        expect![[r#"
        nodes 25470 time_ms _ nps _
        exit 0
    "#]],
    );
    check(
        &[
            "perft",
            "1",
            "--variant",
            "seireigi",
            "--sfen",
            sfen,
            "--divide",
        ],
        expect![[r#"
            5e1a: 1
            5e2b: 1
            5e3c: 1
            5e4d: 1
            5e4e: 1
            5e4f: 1
            5e5d: 1
            5e6d: 1
            5e6e: 1
            5e6f: 1
            5e7c: 1
            5e8b: 1
            5e9a: 1
            5i4h: 1
            5i4i: 1
            5i5h: 1
            5i6h: 1
            5i6i: 1
            nodes 18 time_ms _ nps _
            exit 0
        "#]],
    );
    check(
        &["perft", "1", "--sfen", sfen],
        expect![[r#"
        komadai: a promoted gold on 5e: golds promote only in Seireigi
        exit 2
    "#]],
    );
}

#[test]
fn perft_prints_json() {
    let count = json(&["perft", "3", "--json"]);
    assert_eq!(count["nodes"], 25_470);
    assert!(count["time_ms"].is_u64() && count["nps"].is_u64());
    assert_eq!(count.as_object().map(|members| members.len()), Some(3));
    let divided = json(&["perft", "2", "--json", "--divide", "--threads", "2"]);
    assert_eq!(divided["nodes"], 900);
    assert_eq!(divided["divide"]["7g7f"], 30);
    assert_eq!(
        divided["divide"].as_object().map(|moves| moves.len()),
        Some(30)
    );
}
