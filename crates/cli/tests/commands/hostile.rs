//! Arguments and files that no command should fall over.

use super::support::{Folder, check, check_refused};
use expect_test::expect;
use std::process::{Command, Stdio};

#[test]
fn bad_positions_are_refused_with_the_column() {
    check(
        &[
            "show",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R2/LNSGKGSNL b - 1",
        ],
        expect![[r#"
            komadai: SFEN, column 47: a rank has more than nine squares
            exit 2
        "#]],
    );
    check(
        &["perft", "1", "--sfen", "4k4/9/9/9/9/9/9/9/4K4 x - 1"],
        expect![[r#"
            komadai: SFEN, column 23: unexpected character 'x'
            exit 2
        "#]],
    );
    check(
        &["perft", "1", "--sfen", "４k4/9/9/9/9/9/9/9/4K4 b - 1"],
        expect![[r#"
            komadai: SFEN, column 1: unexpected character '４'
            exit 2
        "#]],
    );
    check(
        &["perft", "1", "--sfen", "startpos moves 7g7f ７六歩"],
        expect![[r#"
            komadai: column 21: not a move: expected a move such as 7g7f, 8h2b+ or P*5e
            exit 2
        "#]],
    );
    check(
        &["perft", "1", "--sfen", "4k4/4G4/9/9/9/9/9/9/4K4 b - 1"],
        expect![[r#"
            komadai: the side that is not to move is in check
            exit 2
        "#]],
    );
    check(
        &["show", ""],
        expect![[r#"
        komadai: column 1: a position is missing
        exit 2
    "#]],
    );
    check(
        &["show", "three-peice"],
        expect![[r#"
        komadai: column 1: neither SFEN, startpos nor a handicap (even, lance, right-lance, bishop, rook, rook-lance, two-piece, three-piece, four-piece, five-piece, left-five-piece, six-piece, seven-piece, left-seven-piece, eight-piece, nine-piece, ten-piece)
        exit 2
    "#]],
    );
}

#[test]
fn hostile_arguments_are_refused() {
    let long = "9/".repeat(50_000);
    let deep = format!("startpos moves{}", " 7g7f".repeat(20_000));
    let texts = [
        "",
        " ",
        "\n",
        "/",
        "+",
        "-1",
        "moves",
        "moves moves",
        "startpos moves 0000",
        "９／９",
        "將棋",
        "\u{feff}startpos",
        "9/9/9/9/9/9/9/9/9 b 99999999999999999999P 1",
        "9/9/9/9/9/9/9/9/9 b - 99999999999999999999",
        "😀/9/9/9/9/9/9/9/9 b - 1",
        &long,
        &deep,
    ];
    for text in texts {
        check_refused(&["perft", "1", "--sfen", text]);
        if text != deep {
            check_refused(&["show", "--", text]);
        }
        check_refused(&["perft", text]);
        check_refused(&["perft", "1", "--variant", text]);
        check_refused(&["perft", "1", "--threads", text]);
        check_refused(&["show", "startpos", "--ply", text]);
        check_refused(&["show", "startpos", "--notation", text]);
        check_refused(&["show", "startpos", text, text]);
        check_refused(&[text]);
    }
    for depth in ["65", "4294967296", "-1", "１", "1e3"] {
        check_refused(&["perft", depth]);
    }
    for threads in ["0", "257", "18446744073709551616"] {
        check_refused(&["perft", "1", "--threads", threads]);
    }
}

#[test]
fn hostile_files_do_no_harm() {
    let long = "手数----\n".to_owned() + &"   1 ７六歩(77)\n".repeat(20_000);
    let round = "▲３八飛 △７二飛 ▲２八飛 △８二飛\n".repeat(10_000);
    let deep = "変化：1手\n   1 ７六歩(77)\n".repeat(5_000);
    let folder = Folder::new("hostile")
        .with("empty.kif", "")
        .with("zeros.kif", [0; 5000])
        .with("bytes.kif", [0xff; 5000])
        .with("long.kif", long)
        .with("round.ki2", round)
        .with("deep.kif", deep)
        .with("line.kif", "７".repeat(500_000))
        .with("open.jkf", "[".repeat(100_000))
        .with("brace.jkf", "{\"moves\":".repeat(20_000))
        .with("half.csa", "V2.2\nP1-KY-KE\n+77")
        .with("half.psn", "[Sente \"");
    for name in folder.names() {
        for args in [
            vec!["show", &name],
            vec!["show", &name, "--json"],
            vec!["check", &name],
            vec!["convert", &name, "--to", "kif"],
            vec!["convert", &name, "--to", "csa"],
            vec!["diagram", &name, "-o", "x.svg"],
        ] {
            let output = folder.komadai(&args);
            let err = String::from_utf8_lossy(&output.stderr);
            assert!(!err.contains("panicked"), "{args:?}: {err}");
            assert!(
                output.status.code().is_some_and(|code| code <= 2),
                "{args:?}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn arguments_need_not_be_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let output = Command::new(env!("CARGO_BIN_EXE_komadai"))
        .arg("show")
        .arg(OsStr::from_bytes(b"\xff\xfe"))
        .output()
        .expect("the binary starts");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stderr, b"komadai: the position is not UTF-8\n");
}

#[test]
fn a_reader_may_leave() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_komadai"))
        .args(["perft", "4", "--divide", "--no-bulk"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}
