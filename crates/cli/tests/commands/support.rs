//! Running the binary, and files for it to work on.

use expect_test::Expect;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub(crate) fn komadai(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_komadai"))
        .args(args)
        .output()
        .expect("the binary starts")
}

/// Compares both outputs and the exit code; times, which differ from run to run, are written `_`.
pub(crate) fn check(args: &[&str], expected: Expect) {
    expected.assert_eq(&report(komadai(args)));
}

fn report(output: Output) -> String {
    let out = String::from_utf8(output.stdout).expect("UTF-8 on stdout");
    let err = String::from_utf8(output.stderr).expect("UTF-8 on stderr");
    let code = output.status.code().expect("an exit code");
    format!("{}{err}exit {code}\n", without_times(&out))
}

fn without_times(out: &str) -> String {
    let mut text = String::new();
    for line in out.lines() {
        let kept = line.split_once(" time_ms ").map(|(kept, _)| kept);
        match kept {
            Some(kept) => text += &format!("{kept} time_ms _ nps _\n"),
            None => text += &format!("{line}\n"),
        }
    }
    text
}

pub(crate) fn json(args: &[&str]) -> Value {
    let output = komadai(args);
    assert!(output.stdout.ends_with(b"}\n"), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

/// Bad input or wrong use: exit code 2, nothing on stdout, and a short message.
pub(crate) fn check_refused(args: &[&str]) {
    let output = komadai(args);
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {err}");
    assert_eq!(output.stdout, b"", "{args:?}");
    assert!(!err.contains("panicked"), "{args:?}: {err}");
    assert!(
        err.starts_with("komadai: ") || err.starts_with("error: "),
        "{args:?}: {err}"
    );
}

pub(crate) const GAME: &str = "\
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

pub(crate) const GAME_KI2: &str =
    "手合割：二枚落ち\n上手：A\n下手：B\n\n△６二銀 ▲７六歩 △５四歩 ▲４六歩\nまで4手で中断\n";

pub(crate) const DIAGRAM: &str = "\
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

pub(crate) const NIFU: &str = "\
▲２六歩 △８四歩 ▲２五歩 △８五歩 ▲２四歩 △同歩
▲同飛 △８六歩 ▲３五歩打
まで9手で先手の反則負け
";

pub(crate) const BROKEN: &str =
    "先手：A\n手数----指手--\n   1 ７六歩(77)\n   7 ３四歩(33)\n   3 何か\nwhat is this\n";

/// A folder of its own for each test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    pub(crate) fn with(self, name: &str, bytes: impl AsRef<[u8]>) -> Folder {
        let path = self.0.join(name);
        let parent = path.parent().expect("a file is in a folder");
        fs::create_dir_all(parent).expect("a folder can be made");
        fs::write(path, bytes).expect("a file can be written");
        self
    }

    /// A file in it, as an argument.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    pub(crate) fn komadai(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_komadai"))
            .args(args)
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .output()
            .expect("the binary starts")
    }

    pub(crate) fn check(&self, args: &[&str], expected: Expect) {
        expected.assert_eq(&report(self.komadai(args)));
    }

    pub(crate) fn json(&self, args: &[&str]) -> Vec<Value> {
        let output = self.komadai(args);
        let out = String::from_utf8(output.stdout).expect("UTF-8");
        let parse = |line| serde_json::from_str(line).expect("JSON");
        out.lines().map(parse).collect()
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).expect("the file was written")
    }

    pub(crate) fn names(&self) -> Vec<String> {
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

pub(crate) fn shift_jis(text: &str) -> Vec<u8> {
    encoding_rs::SHIFT_JIS.encode(text).0.into_owned()
}
