//! Drives the real binary over files: `show`, `convert`, `check` and `diagram`.

use expect_test::{Expect, expect};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const GAME: &str = "\
開始日時：2024/05/01
手合割：平手
先手：Akiko
後手：Bo
手数----指手---------消費時間--
*A game to test with
   1 ７六歩(77)   ( 0:01/00:00:01)
   2 ３四歩(33)   ( 0:02/00:00:02)
   3 ２二角成(88) ( 0:03/00:00:04)
*Exchanging
   4 同　銀(31)   ( 0:01/00:00:03)
   5 投了
まで4手で後手の勝ち

変化：3手
   3 ２六歩(27)
   4 ８四歩(83)
";

const GAME_KI2: &str =
    "手合割：二枚落ち\n上手：A\n下手：B\n\n△６二銀 ▲７六歩 △５四歩 ▲４六歩\nまで4手で中断\n";

const DIAGRAM: &str = "\
後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
";

const NIFU: &str = "\
▲２六歩 △８四歩 ▲２五歩 △８五歩 ▲２四歩 △同歩
▲同飛 △８六歩 ▲３五歩打
まで9手で先手の反則負け
";

const BROKEN: &str =
    "先手：A\n手数----指手--\n   1 ７六歩(77)\n   7 ３四歩(33)\n   3 何か\nwhat is this\n";

/// A folder of its own for each test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    fn with(self, name: &str, bytes: impl AsRef<[u8]>) -> Folder {
        let path = self.0.join(name);
        let parent = path.parent().expect("a file is in a folder");
        fs::create_dir_all(parent).expect("a folder can be made");
        fs::write(path, bytes).expect("a file can be written");
        self
    }

    fn komadai(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_komadai"))
            .args(args)
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .output()
            .expect("the binary starts")
    }

    fn check(&self, args: &[&str], expected: Expect) {
        let output = self.komadai(args);
        let out = String::from_utf8(output.stdout).expect("UTF-8 on stdout");
        let err = String::from_utf8(output.stderr).expect("UTF-8 on stderr");
        let code = output.status.code().expect("an exit code");
        expected.assert_eq(&format!("{out}{err}exit {code}\n"));
    }

    fn json(&self, args: &[&str]) -> Vec<Value> {
        let output = self.komadai(args);
        let out = String::from_utf8(output.stdout).expect("UTF-8");
        let parse = |line| serde_json::from_str(line).expect("JSON");
        out.lines().map(parse).collect()
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).expect("the file was written")
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a folder");
        let name = |entry: std::io::Result<fs::DirEntry>| {
            let name = entry.expect("an entry").file_name();
            name.to_string_lossy().into_owned()
        };
        let mut names: Vec<String> = entries.map(name).collect();
        names.sort();
        names
    }
}

fn shift_jis(text: &str) -> Vec<u8> {
    encoding_rs::SHIFT_JIS.encode(text).0.into_owned()
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
        |v香v桂v銀v金v玉v金 ・v桂v香|一
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
fn convert_prints_one_file() {
    let folder = Folder::new("convert-one").with("a.kif", shift_jis(GAME));
    folder.check(
        &["convert", "a.kif", "--to", "ki2"],
        expect![[r#"
        開始日時：2024/05/01
        手合割：平手
        先手：Akiko
        後手：Bo

        *A game to test with
        ▲７六歩    △３四歩    ▲２二角成
        *Exchanging
        △同　銀
        まで4手で後手の勝ち

        変化：3手
        ▲２六歩    △８四歩
        a.kif: notice: times were left out
        exit 0
    "#]],
    );
    folder.check(
        &["convert", "a.kif", "--to", "usi"],
        expect![[r#"
        position startpos moves 7g7f 3c3d 8h2b+ 3a2b resign
        a.kif: notice: the header "開始日時" was left out
        a.kif: notice: the header "先手" was left out
        a.kif: notice: the header "後手" was left out
        a.kif: notice: 1 variations were left out
        a.kif: notice: comments were left out
        a.kif: notice: times were left out
        exit 0
    "#]],
    );
    folder.check(
        &["convert", "a.kif", "--to", "csa"],
        expect![[r#"
            V2.2
            N+Akiko
            N-Bo
            $START_TIME:2024/05/01
            PI
            +
            '*A game to test with
            +7776FU
            T1
            -3334FU
            T2
            +8822UM
            T3
            '*Exchanging
            -3122GI
            T1
            %TORYO
            a.kif: notice: 1 variations were left out
            exit 0
        "#]],
    );
    folder.check(
        &["convert", "a.kif", "a.kif", "--to", "csa"],
        expect![[r#"
        komadai: several files need a folder: -o FOLDER
        exit 2
    "#]],
    );
    folder.check(
        &["convert", "a.kif", "--to", "csa", "--json"],
        expect![[r#"
        komadai: --json needs a place for the files: -o OUT
        exit 2
    "#]],
    );
    folder.check(
        &["convert", "none.kif", "--to", "csa"],
        expect![[r#"
        komadai: none.kif: No such file or directory (os error 2)
        exit 2
    "#]],
    );
    let there = folder.komadai(&[
        "convert",
        "a.kif",
        "--to",
        "kif",
        "-o",
        "b.kif",
        "--encoding",
        "sjis",
    ]);
    assert_eq!(there.status.code(), Some(0));
    let shown = |name| folder.json(&["show", name, "--json"]);
    assert_eq!(shown("a.kif"), shown("b.kif"));
    assert_eq!(shown("b.kif")[0]["encoding"], "shift_jis");
}

#[test]
fn every_format_can_be_written_and_read() {
    let folder = Folder::new("convert-formats").with("a.kif", GAME);
    for format in ["kif", "ki2", "csa", "jkf", "usi", "psn", "western"] {
        let name = format!("out.{format}");
        let output = folder.komadai(&["convert", "a.kif", "--to", format, "-o", &name]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let game = &folder.json(&["show", &name, "--json"])[0];
        assert_eq!(game["format"], format);
        assert_eq!(game["moves"].as_array().map(Vec::len), Some(4), "{format}");
    }
    for format in ["bod", "sfen"] {
        let name = format!("out.{format}");
        let output = folder.komadai(&["convert", "a.kif", "--to", format, "-o", &name]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let game = &folder.json(&["show", &name, "--json"])[0];
        assert_eq!(game["format"], format);
    }
}

#[test]
fn convert_never_overwrites_unasked() {
    let folder = Folder::new("convert-force")
        .with("a.kif", GAME)
        .with("b.ki2", "mine");
    folder.check(
        &["convert", "a.kif", "--to", "ki2", "-o", "b.ki2"],
        expect![[r#"
            converted 0 files (0 games), 0 with losses; 1 failed
            a.kif: notice: times were left out
            a.kif: b.ki2 exists; --force replaces it
            exit 1
        "#]],
    );
    assert_eq!(folder.bytes("b.ki2"), b"mine");
    folder.check(
        &["convert", "a.kif", "--to", "kif", "-o", "."],
        expect![[r#"
        converted 0 files (0 games), 0 with losses; 1 failed
        a.kif: ./a.kif exists; --force replaces it
        exit 1
    "#]],
    );
    assert_eq!(folder.bytes("a.kif"), GAME.as_bytes());
    folder.check(
        &["convert", "a.kif", "--to", "ki2", "-o", "b.ki2", "--force"],
        expect![[r#"
            converted 1 file (1 game), 1 with losses; 0 failed
            a.kif: notice: times were left out
            exit 0
        "#]],
    );
    assert_ne!(folder.bytes("b.ki2"), b"mine");
    // Nothing is left over.
    assert_eq!(folder.names(), ["a.kif", "b.ki2"]);
}

#[test]
fn convert_takes_folders() {
    let folder = Folder::new("convert-folder")
        .with("in/a.kif", shift_jis(GAME))
        .with("in/deep/a.ki2", GAME_KI2)
        .with("in/a.ki2", GAME_KI2)
        .with("in/bad.kif", "nothing at all\n")
        .with("in/README.md", "no record")
        .with(
            "in/two.csa",
            "V2.2\nPI\n+\n+7776FU\n%TORYO\n/\nV2.2\nPI\n+\n+2726FU\n%CHUDAN\n",
        );
    folder.check(
        &["convert", "in", "--to", "kif", "-o", "out"],
        expect![[r#"
        converted 4 files (5 games), 0 with losses; 1 failed
        in/bad.kif:1:1: not a game record of a known format
        exit 1
    "#]],
    );
    let out = Folder(folder.0.join("out"));
    assert_eq!(
        out.names(),
        ["a.kif", "a.kif.kif", "deep", "two-1.kif", "two-2.kif"]
    );
    let summary = &folder.json(&["convert", "in", "--to", "usi", "-o", "usi", "--json"])[0];
    assert_eq!(
        (&summary["converted"], &summary["failed"]),
        (&4.into(), &1.into())
    );
    assert_eq!(folder.json(&["show", "usi/two.usi", "--json"]).len(), 2);
    folder.check(
        &["convert", "in", "--to", "kif"],
        expect![[r#"
        komadai: several files need a folder: -o FOLDER
        exit 2
    "#]],
    );
    folder.check(
        &["convert", "in", "--to", "kif", "-o", "in/a.kif"],
        expect![[r#"
            komadai: in/a.kif: several files need a folder, and this is a file
            exit 2
        "#]],
    );
}

#[test]
fn check_names_the_first_breach() {
    let round = "▲３八飛 △７二飛 ▲２八飛 △８二飛\n";
    let perpetual = format!(
        "{}{}",
        DIAGRAM
            .replace("先手の持駒：金", "先手の持駒：なし")
            .replace(
                "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三",
                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|三"
            )
            .replace(
                "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九",
                "| ・ ・ ・ 飛 ・ ・ ・ ・ 玉|九"
            ),
        "▲５九飛 △６一玉 ▲６九飛 △５一玉\n".repeat(4)
    );
    let folder = Folder::new("check")
        .with("a.kif", shift_jis(GAME))
        .with("nifu.ki2", NIFU)
        .with("repetition.ki2", round.repeat(3) + "まで12手で千日手\n")
        .with("early.ki2", round.repeat(2) + "まで8手で千日手\n")
        .with("perpetual.ki2", perpetual)
        .with("mate.ki2", DIAGRAM.to_owned() + "▲５二金\nまで1手で詰み\n")
        .with("declared.kif", "手数----\n   1 ７六歩(77)\n   2 入玉勝ち\n")
        .with("broken.kif", BROKEN)
        .with("bad.kif", "nothing at all\n");
    folder.check(
        &["check", "a.kif"],
        expect![[r#"
        legal
        exit 0
    "#]],
    );
    folder.check(
        &["check", "nifu.ki2"],
        expect![[r#"
            ply 9: illegal move P*3e: two pawns on one file (nifu), FESA 3.11 (a)
            exit 1
        "#]],
    );
    folder.check(&["check", "nifu.ki2", "--json"], expect![[r#"
        {"file":"nifu.ki2","game":1,"legal":false,"ply":9,"breach":"nifu","message":"illegal move P*3e: two pawns on one file (nifu)","article":"3.11 (a)","subject":"no second unpromoted pawn on a file","repetition_ply":null}
        exit 1
    "#]]);
    folder.check(
        &["check", "repetition.ki2"],
        expect![[r#"
        note: ply 12: the position stands for the fourth time: a draw may be claimed, FESA 5.2
        legal
        exit 0
    "#]],
    );
    folder.check(
        &["check", "perpetual.ki2", "--rules", "jsa-pro"],
        expect![[r#"
            note: ply 12: the move loses the game
            note: also ply 13: a move after the end of the game by perpetual check, FESA 3.12
            note: result: White wins
            ply 12: perpetual check by black, FESA 3.12
            exit 1
        "#]],
    );
    folder.check(
        &[
            "check",
            "a.kif",
            "repetition.ki2",
            "early.ki2",
            "mate.ki2",
            "declared.kif",
            "broken.kif",
        ],
        expect![[r#"
            a.kif: legal
            repetition.ki2: legal
            early.ki2: ply 8: the record ends with repetition, but no position stood four times or was about to, FESA 5.2
            mate.ki2: legal
            declared.kif: ply 1: the declaration fails: the king is not in the promotion zone; 10 more pieces needed in the zone; 27 more points needed, FESA 5.3
            broken.kif: legal
            exit 1
        "#]],
    );
    folder.check(
        &["check", "bad.kif", "a.kif"],
        expect![[r#"
        a.kif: legal
        komadai: bad.kif:1:1: not a game record of a known format
        exit 2
    "#]],
    );
    folder.check(&["check", "."], expect![[r#"
        ./a.kif: legal
        ./broken.kif: legal
        ./declared.kif: ply 1: the declaration fails: the king is not in the promotion zone; 10 more pieces needed in the zone; 27 more points needed, FESA 5.3
        ./early.ki2: ply 8: the record ends with repetition, but no position stood four times or was about to, FESA 5.2
        ./mate.ki2: legal
        ./nifu.ki2: ply 9: illegal move P*3e: two pawns on one file (nifu), FESA 3.11 (a)
        ./perpetual.ki2: ply 12: perpetual check by black, FESA 3.12
        ./repetition.ki2: legal
        komadai: ./bad.kif:1:1: not a game record of a known format
        exit 2
    "#]]);
    folder.check(
        &["check", "a.kif", "--rules", "chess"],
        expect![[r#"
        error: invalid value 'chess' for '--rules <NAME>'
          [possible values: fesa, jsa-pro, jsa-amateur, casual, beginner, seireigi]

        For more information, try '--help'.
        exit 2
    "#]],
    );
}

#[test]
fn check_judges_by_a_rule_set() {
    let foul = NIFU.trim_end().rsplit_once('\n').unwrap().0;
    let answered = format!("{foul} △８七歩成\nまで10手で後手の勝ち\n");
    let late = format!("{foul} △８七歩成\nまで10手で先手の反則負け\n");
    let round = "▲３八飛 △７二飛 ▲２八飛 △８二飛\n".repeat(3);
    let folder = Folder::new("check_rules")
        .with("a.kif", shift_jis(GAME))
        .with("nifu.ki2", NIFU)
        .with("answered.ki2", answered)
        .with("late.ki2", late)
        .with("repetition.ki2", format!("{round}まで12手で千日手\n"))
        .with("on.ki2", format!("{round}▲７六歩\nまで13手で先手の勝ち\n"))
        .with("impasse.ki2", "▲７六歩\nまで1手で持将棋\n");
    folder.check(
        &["check", "a.kif", "--rules", "fesa"],
        expect![[r#"
        legal
        exit 0
    "#]],
    );
    folder.check(
        &["check", "nifu.ki2", "--rules", "fesa"],
        expect![[r#"
        note: ply 9: the move was claimed and loses the game
        note: result: White wins, as the record says
        ply 9: illegal move P*3e: two pawns on one file (nifu), FESA 3.11 (a)
        exit 1
    "#]],
    );
    folder.check(
        &["check", "nifu.ki2", "--rules", "casual"],
        expect![[r#"
        note: ply 9: the move cannot be played by these rules
        ply 9: illegal move P*3e: two pawns on one file (nifu), FESA 3.11 (a)
        exit 1
    "#]],
    );
    folder.check(
        &["check", "answered.ki2", "--rules", "fesa"],
        expect![[r#"
        note: ply 9: the move could be claimed until after ply 9, and stands
        note: result: White wins, as the record says
        ply 9: illegal move P*3e: two pawns on one file (nifu), FESA 3.11 (a)
        exit 1
    "#]],
    );
    folder.check(
        &["check", "answered.ki2", "--rules", "jsa-pro"],
        expect![[r#"
            note: ply 9: the move could have been claimed, and stands
            note: result: White wins, as the record says
            ply 9: illegal move P*3e: two pawns on one file (nifu), FESA 3.11 (a)
            exit 1
        "#]],
    );
    folder.check(
        &["check", "late.ki2", "--rules", "fesa"],
        expect![[r#"
        note: ply 9: the move could be claimed until after ply 9, and stands
        note: also ply 10: the illegal move was answered before it was claimed, FESA 9.4
        note: result: the record's does not follow from these rules
        ply 9: illegal move P*3e: two pawns on one file (nifu), FESA 3.11 (a)
        exit 1
    "#]],
    );
    folder.check(
        &["check", "late.ki2", "--rules", "fesa", "--json"],
        expect![[r#"
            {"file":"late.ki2","game":1,"legal":false,"ply":9,"breach":"nifu","message":"illegal move P*3e: two pawns on one file (nifu)","article":"3.11 (a)","subject":"no second unpromoted pawn on a file","repetition_ply":null,"rules":"fesa","breaches":[{"ply":9,"breach":"nifu","message":"illegal move P*3e: two pawns on one file (nifu)","article":"3.11 (a)","fate":"lapsed","claimable_until":9},{"ply":10,"breach":"late-claim","message":"the illegal move was answered before it was claimed","article":"9.4","fate":null,"claimable_until":null}],"result":null,"stated":{"result":"ILLEGAL_MOVE","winner":"white"},"agrees":false}
            exit 1
        "#]],
    );
    folder.check(
        &["check", "repetition.ki2", "--rules", "fesa"],
        expect![[r#"
            note: ply 12: the position stands for the fourth time: a draw may be claimed, FESA 5.2
            legal
            exit 0
        "#]],
    );
    folder.check(
        &["check", "on.ki2", "--rules", "fesa"],
        expect![[r#"
        note: ply 12: the position stands for the fourth time: a draw may be claimed, FESA 5.2
        legal
        exit 0
    "#]],
    );
    folder.check(
        &["check", "on.ki2", "--rules", "jsa-amateur"],
        expect![[r#"
            note: result: draw, which the record does not say
            ply 13: a move after the end of the game by repetition, FESA 5.2
            exit 1
        "#]],
    );
    folder.check(
        &["check", "impasse.ki2", "--rules", "fesa"],
        expect![[r#"
        note: result: the record's does not follow from these rules
        ply 1: the record ends with JISHOGI, which these rules do not have, FESA 5.4
        exit 1
    "#]],
    );
    folder.check(
        &["check", ".", "--rules", "jsa-pro"],
        expect![[r#"
        ./a.kif: legal
        ./answered.ki2: ply 9: illegal move P*3e: two pawns on one file (nifu), FESA 3.11 (a)
        ./impasse.ki2: legal
        ./late.ki2: ply 9: illegal move P*3e: two pawns on one file (nifu), FESA 3.11 (a)
        ./nifu.ki2: ply 9: illegal move P*3e: two pawns on one file (nifu), FESA 3.11 (a)
        ./on.ki2: ply 13: a move after the end of the game by repetition, FESA 5.2
        ./repetition.ki2: legal
        exit 1
    "#]],
    );
}

#[test]
fn diagram_draws() {
    let folder = Folder::new("diagram").with("a.kif", shift_jis(GAME));
    folder.check(
        &["diagram", "a.kif", "-o", "a.svg"],
        expect![[r#"
        a.svg
        exit 0
    "#]],
    );
    folder.check(
        &[
            "diagram",
            "a.kif",
            "-o",
            "a.png",
            "--ply",
            "2",
            "--pieces",
            "international",
            "--flip",
            "--width",
            "200",
        ],
        expect![[r#"
            a.png
            exit 0
        "#]],
    );
    assert!(folder.bytes("a.svg").starts_with(b"<svg"));
    assert!(folder.bytes("a.png").starts_with(b"\x89PNG"));
    folder.check(
        &["diagram", "two-piece moves 6a5b", "-o", "b.svg"],
        expect![[r#"
            b.svg
            exit 0
        "#]],
    );
    folder.check(
        &["diagram", "a.kif", "-o", "a.gif"],
        expect![[r#"
        komadai: a.gif: expected a name that ends in .svg or .png
        exit 2
    "#]],
    );
    folder.check(
        &["diagram", "a.kif", "-o", "a.svg", "--ply", "9"],
        expect![[r#"
            komadai: there is no ply 9: the last is 4
            exit 2
        "#]],
    );
    folder.check(
        &["diagram", "startpos moves 1a1b", "-o", "a.svg"],
        expect![[r#"
            komadai: move 1: illegal move 1a1b: the piece belongs to the side that is not to move
            exit 2
        "#]],
    );
    folder.check(
        &["diagram", "a.kif", "-o", "a.png", "--width", "100000"],
        expect![[r#"
            error: invalid value '100000' for '--width <PX>': 100000 is not in 1..=8192

            For more information, try '--help'.
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
