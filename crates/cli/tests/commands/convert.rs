//! `komadai convert`.

use super::support::{Folder, GAME, GAME_KI2, shift_jis};
use expect_test::expect;

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
        komadai: --json requires -o OUT
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
            a.kif: b.ki2 exists; use --force to overwrite it
            exit 1
        "#]],
    );
    assert_eq!(folder.bytes("b.ki2"), b"mine");
    folder.check(
        &["convert", "a.kif", "--to", "kif", "-o", "."],
        expect![[r#"
        converted 0 files (0 games), 0 with losses; 1 failed
        a.kif: ./a.kif exists; use --force to overwrite it
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
