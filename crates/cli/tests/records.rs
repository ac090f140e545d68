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

const NIFU: &str = "▲７六歩 △３四歩 ▲２二角成 △同銀 ▲５五角 △５二飛 ▲２二角成 △同飛 ▲３三銀 △同桂 ▲２四歩打\nまで11手で反則負け\n";

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
    folder.check(&["show", "a.kif"], expect![[""]]);
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
        expect![[""]],
    );
    folder.check(&["show", "a.kif", "--ply", "5"], expect![[""]]);
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
    folder.check(&["show", "a.kif", "--json"], expect![[""]]);
    folder.check(&["show", "a.ki2", "--json"], expect![[""]]);
    folder.check(&["show", "a.bod", "--json"], expect![[""]]);
    folder.check(&["show", "nifu.ki2", "--json"], expect![[""]]);
    folder.check(&["show", "broken.kif", "--json"], expect![[""]]);
    folder.check(&["show", "two.csa", "--json"], expect![[""]]);
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
    folder.check(&["convert", "a.kif", "--to", "ki2"], expect![[""]]);
    folder.check(&["convert", "a.kif", "--to", "usi"], expect![[""]]);
    folder.check(&["convert", "a.kif", "--to", "csa"], expect![[""]]);
    folder.check(&["convert", "a.kif", "a.kif", "--to", "csa"], expect![[""]]);
    folder.check(&["convert", "a.kif", "--to", "csa", "--json"], expect![[""]]);
    folder.check(&["convert", "none.kif", "--to", "csa"], expect![[""]]);
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
        expect![[""]],
    );
    assert_eq!(folder.bytes("b.ki2"), b"mine");
    folder.check(&["convert", "a.kif", "--to", "kif", "-o", "."], expect![[""]]);
    assert_eq!(folder.bytes("a.kif"), GAME.as_bytes());
    folder.check(
        &["convert", "a.kif", "--to", "ki2", "-o", "b.ki2", "--force"],
        expect![[""]],
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
    folder.check(&["convert", "in", "--to", "kif", "-o", "out"], expect![[""]]);
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
    folder.check(&["convert", "in", "--to", "kif"], expect![[""]]);
    folder.check(
        &["convert", "in", "--to", "kif", "-o", "in/a.kif"],
        expect![[""]],
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
    folder.check(&["check", "a.kif"], expect![[""]]);
    folder.check(&["check", "nifu.ki2"], expect![[""]]);
    folder.check(&["check", "nifu.ki2", "--json"], expect![[""]]);
    folder.check(&["check", "repetition.ki2"], expect![[""]]);
    folder.check(&["check", "perpetual.ki2", "--rules", "jsa-pro"], expect![[""]]);
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
        expect![[""]],
    );
    folder.check(&["check", "bad.kif", "a.kif"], expect![[""]]);
    folder.check(&["check", "."], expect![[""]]);
    folder.check(&["check", "a.kif", "--rules", "chess"], expect![[""]]);
}

#[test]
fn diagram_draws() {
    let folder = Folder::new("diagram").with("a.kif", shift_jis(GAME));
    folder.check(&["diagram", "a.kif", "-o", "a.svg"], expect![[""]]);
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
        expect![[""]],
    );
    assert!(folder.bytes("a.svg").starts_with(b"<svg"));
    assert!(folder.bytes("a.png").starts_with(b"\x89PNG"));
    folder.check(
        &["diagram", "two-piece moves 6a5b", "-o", "b.svg"],
        expect![[""]],
    );
    folder.check(&["diagram", "a.kif", "-o", "a.gif"], expect![[""]]);
    folder.check(
        &["diagram", "a.kif", "-o", "a.svg", "--ply", "9"],
        expect![[""]],
    );
    folder.check(
        &["diagram", "startpos moves 1a1b", "-o", "a.svg"],
        expect![[""]],
    );
    folder.check(
        &["diagram", "a.kif", "-o", "a.png", "--width", "100000"],
        expect![[""]],
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
