//! `komadai show` with a file.

use super::support::{BROKEN, DIAGRAM, Folder, GAME, GAME_KI2, NIFU, check, shift_jis};
use expect_test::expect;
use serde_json::json;
use std::process::{Command, Stdio};

#[test]
fn show_names_the_clock_as_commands_read_it() {
    let folder = Folder::new("show-clock")
        .with(
            "a.kif",
            "持ち時間：各30分\n秒読み：30秒\n手数----\n 1 ７六歩(77)\n",
        )
        .with(
            "b.csa",
            "V3.0\n$TIME+:600+0+5\n$TIME-:300+0+5\nPI\n+\n+7776FU\n",
        )
        .with("c.kif", "持ち時間：たっぷり\n手数----\n 1 ７六歩(77)\n");
    for (file, clock) in [
        ("a.kif", json!("30m+30s")),
        ("b.csa", json!("B:10m+5s/move W:5m+5s/move")),
        ("c.kif", json!(null)),
    ] {
        assert_eq!(
            folder.json(&["show", file, "--json"])[0]["clock"],
            clock,
            "{file}"
        );
        let shown = folder.komadai(&["show", file]).stdout;
        let shown = String::from_utf8(shown).expect("UTF-8");
        let line = clock.as_str().map(|clock| format!("Clock: {clock}\n"));
        assert_eq!(shown.contains("Clock: "), line.is_some(), "{shown}");
        assert!(shown.contains(&line.unwrap_or_default()), "{shown}");
    }
}

#[test]
fn show_draws_a_record() {
    let folder = Folder::new("show").with("a.kif", shift_jis(GAME));
    folder.check(
        &["show", "a.kif"],
        expect![[r#"
        開始日時：2024/05/01
        先手：Akiko
        後手：Bo
        手合割：平手
        後手の持駒：角
          ９ ８ ７ ６ ５ ４ ３ ２ １
        +---------------------------+
        |v香v桂v銀v金v王v金 ・v桂v香|一
        | ・v飛 ・ ・ ・ ・ ・v銀 ・|二
        |v歩v歩v歩v歩v歩v歩 ・v歩v歩|三
        | ・ ・ ・ ・ ・ ・v歩 ・ ・|四
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|五
        | ・ ・ 歩 ・ ・ ・ ・ ・ ・|六
        | 歩 歩 ・ 歩 歩 歩 歩 歩 歩|七
        | ・ ・ ・ ・ ・ ・ ・ 飛 ・|八
        | 香 桂 銀 金 玉 金 銀 桂 香|九
        +---------------------------+
        先手の持駒：角
        Black to move (先手番), move 5
        Not in check; 77 legal moves
        sfen lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 5
        Last move: 4 △同　銀
        Result: TORYO after 4 moves, White wins (後手の勝ち)
        exit 0
    "#]],
    );
    folder.check(
        &[
            "show",
            "a.kif",
            "--ascii",
            "--ply",
            "3",
            "--notation",
            "hodges",
        ],
        expect![[r#"
            開始日時：2024/05/01
            先手：Akiko
            後手：Bo
            手合割：平手
            White in hand: none
              9  8  7  6  5  4  3  2  1
            +---------------------------+
            | l  n  s  g  k  g  s  n  l |a
            | .  r  .  .  .  .  . +B  . |b
            | p  p  p  p  p  p  .  p  p |c
            | .  .  .  .  .  .  p  .  . |d
            | .  .  .  .  .  .  .  .  . |e
            | .  .  P  .  .  .  .  .  . |f
            | P  P  .  P  P  P  P  P  P |g
            | .  .  .  .  .  .  .  R  . |h
            | L  N  S  G  K  G  S  N  L |i
            +---------------------------+
            Black in hand: B
            White to move, move 4
            Not in check; 33 legal moves
            sfen lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4
            Last move: 3 Bx2b+
            *Exchanging
            Result: TORYO after 4 moves, White wins
               1 P-7f
               2 P-3d
               3 Bx2b+
            exit 0
        "#]],
    );
    folder.check(
        &["show", "a.kif", "--ply", "5"],
        expect![[r#"
        komadai: a.kif: there is no ply 5: the last is 4
        exit 2
    "#]],
    );
}

#[test]
fn show_describes_records_in_json() {
    let folder = Folder::new("show-json")
        .with("a.kif", shift_jis(GAME))
        .with("a.ki2", GAME_KI2)
        .with("a.bod", DIAGRAM)
        .with("nifu.ki2", NIFU)
        .with("broken.kif", BROKEN)
        .with(
            "two.csa",
            "V2.2\nPI\n+\n+7776FU\n%TORYO\n/\nV2.2\nPI\n+\n+2726FU\n%CHUDAN\n",
        );
    folder.check(&["show", "a.kif", "--json"], expect![[r#"
        {"format":"kif","encoding":"shift_jis","variant":"shogi","start_sfen":"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1","moves":["7g7f","3c3d","8h2b+","3a2b"],"final_sfen":"lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b Bb 5","result":"TORYO","winner":"white","nodes":6,"comments":2,"illegal_ply":null,"warnings":[]}
        exit 0
    "#]]);
    folder.check(&["show", "a.ki2", "--json"], expect![[r#"
        {"format":"ki2","encoding":"utf-8","variant":"shogi","start_sfen":"lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1","moves":["7a6b","7g7f","5c5d","4g4f"],"final_sfen":"ln1gkgsnl/3s5/pppp1pppp/4p4/9/2P2P3/PP1PP1PPP/1B5R1/LNSGKGSNL w - 5","result":"CHUDAN","winner":null,"nodes":4,"comments":0,"illegal_ply":null,"warnings":[]}
        exit 0
    "#]]);
    folder.check(&["show", "a.bod", "--json"], expect![[r#"
        {"format":"bod","encoding":"utf-8","variant":"shogi","start_sfen":"4k4/9/4P4/9/9/9/9/9/4K4 b G 1","moves":[],"final_sfen":"4k4/9/4P4/9/9/9/9/9/4K4 b G 1","result":null,"winner":null,"nodes":0,"comments":0,"illegal_ply":null,"warnings":[]}
        exit 0
    "#]]);
    folder.check(&["show", "nifu.ki2", "--json"], expect![[r#"
        {"format":"ki2","encoding":"utf-8","variant":"shogi","start_sfen":"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1","moves":["2g2f","8c8d","2f2e","8d8e","2e2d","2c2d","2h2d","8e8f","P*3e"],"final_sfen":"lnsgkgsnl/1r5b1/p1ppppp1p/7R1/6P2/1p7/PPPPPPP1P/1B7/LNSGKGSNL w p 10","result":"ILLEGAL_MOVE","winner":"white","nodes":9,"comments":0,"illegal_ply":9,"warnings":["line 2, column 10: illegal move P*3e: two pawns on one file (nifu)"]}
        nifu.ki2:2:10: warning: illegal move P*3e: two pawns on one file (nifu)
        exit 0
    "#]]);
    folder.check(&["show", "broken.kif", "--json"], expect![[r#"
        {"format":"kif","encoding":"utf-8","variant":"shogi","start_sfen":"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1","moves":["7g7f","3c3d"],"final_sfen":"lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3","result":"何か","winner":null,"nodes":2,"comments":1,"illegal_ply":null,"warnings":["line 4, column 1: move number 7 where 2 was expected","line 5, column 3: not a move and not a known ending","line 6, column 1: a line that is not understood was kept as text"]}
        broken.kif:4:1: warning: move number 7 where 2 was expected
        broken.kif:5:3: warning: not a move and not a known ending
        broken.kif:6:1: warning: a line that is not understood was kept as text
        exit 0
    "#]]);
    folder.check(&["show", "two.csa", "--json"], expect![[r#"
        {"format":"csa","encoding":"utf-8","variant":"shogi","start_sfen":"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1","moves":["7g7f"],"final_sfen":"lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2","result":"TORYO","winner":"black","nodes":1,"comments":0,"illegal_ply":null,"warnings":[]}
        {"format":"csa","encoding":"utf-8","variant":"shogi","start_sfen":"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1","moves":["2g2f"],"final_sfen":"lnsgkgsnl/1r5b1/ppppppppp/9/9/7P1/PPPPPPP1P/1B5R1/LNSGKGSNL w - 2","result":"CHUDAN","winner":null,"nodes":1,"comments":0,"illegal_ply":null,"warnings":[]}
        exit 0
    "#]]);
}

#[test]
fn show_takes_control_characters_out() {
    let folder = Folder::new("show-control").with("a.ki2", "先手：\u{1b}[31mA\u{7}\n▲７六歩\n");
    let output = folder.komadai(&["show", "a.ki2"]);
    let harmless = |byte: &u8| *byte == b'\n' || *byte >= b' ';
    assert!(output.stdout.iter().all(harmless), "{output:?}");
}

#[test]
fn what_is_no_record_is_refused() {
    check(
        &["show", "Cargo.toml"],
        expect![[r#"
        komadai: Cargo.toml:1:1: not a game record of a known format
        exit 2
    "#]],
    );
    check(
        &["show", "src"],
        expect![[r#"
        komadai: src: is a folder
        exit 2
    "#]],
    );
    check(
        &["show", "no-such-file.kif"],
        expect![[r#"
        komadai: no-such-file.kif: No such file or directory (os error 2)
        exit 2
    "#]],
    );
}

#[test]
fn standard_input_is_a_file() {
    use std::io::Write;
    for (args, wanted) in [
        (vec!["show", "-", "--json"], "\"nodes\":6"),
        (vec!["convert", "-", "--to", "usi"], "7g7f 3c3d"),
        (vec!["check", "-"], "legal"),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_komadai"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(GAME.as_bytes()).expect("it is read");
        drop(stdin);
        let output = child.wait_with_output().expect("the binary ends");
        assert!(
            String::from_utf8_lossy(&output.stdout).contains(wanted),
            "{output:?}"
        );
    }
}
