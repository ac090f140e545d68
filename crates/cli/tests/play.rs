//! A game at a real terminal, held by tmux.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal of 80 by 24 on a tmux server of its own.
struct Terminal {
    socket: PathBuf,
}

impl Terminal {
    fn start(folder: &Path, args: &[&str]) -> Terminal {
        // Sockets have short names: not in a build folder that may lie deep.
        let name = format!("komadai-play-{}.sock", std::process::id());
        let terminal = Terminal {
            socket: std::env::temp_dir().join(name),
        };
        let mut command = terminal.tmux();
        command.args([
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            "80",
            "-y",
            "24",
        ]);
        command
            .arg("-c")
            .arg(folder)
            .arg(env!("CARGO_BIN_EXE_komadai"))
            .args(args);
        let output = command
            .output()
            .expect("tmux is missing; run: scripts/need tmux");
        assert!(output.status.success(), "{output:?}");
        terminal
    }

    fn tmux(&self) -> Command {
        let mut command = Command::new("tmux");
        command
            .env("LC_ALL", "C.UTF-8")
            .arg("-u")
            .arg("-S")
            .arg(&self.socket);
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.tmux().args(args).output().expect("tmux runs")
    }

    fn screen(&self) -> String {
        String::from_utf8_lossy(&self.run(&["capture-pane", "-p"]).stdout).into_owned()
    }

    fn wait_for(&self, what: &str, is_there: impl Fn(&str) -> bool) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let screen = self.screen();
            if is_there(&screen) {
                return screen;
            }
            assert!(Instant::now() < until, "no {what}:\n{screen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn shows(&self, text: &str) -> String {
        self.wait_for(text, |screen| screen.contains(text))
    }

    fn press(&self, key: &str) {
        let output = self.run(&["send-keys", key]);
        assert!(output.status.success(), "{output:?}");
    }

    fn enter(&self, line: &str) {
        let output = self.run(&["send-keys", "-l", line]);
        assert!(output.status.success(), "{output:?}");
        self.shows(&format!("> {line}_"));
        self.press("Enter");
    }

    fn ends(&self) {
        let until = Instant::now() + PATIENCE;
        while self.run(&["has-session"]).status.success() {
            assert!(Instant::now() < until, "still there:\n{}", self.screen());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // There is none left when the game was quit.
        let _ = self.tmux().arg("kill-server").output();
        let _ = std::fs::remove_file(&self.socket);
    }
}

#[test]
fn two_people_play_save_and_leave() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("play");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let terminal = Terminal::start(&folder, &["play", "--side", "both"]);
    terminal.shows("> ▲ Black");
    terminal.enter("7g7f");
    terminal.shows("▲７六歩");
    // From 5e to the pawn on 3c, which White moves to 3d.
    for key in ["Right", "Right", "Up", "Up", "Enter", "Down", "Enter"] {
        terminal.press(key);
    }
    let screen = terminal.shows("△３四歩");
    assert!(screen.lines().count() <= 24, "{screen}");
    terminal.enter("save game.kif");
    terminal.shows("saved as game.kif");
    terminal.enter("quit");
    terminal.shows("leave the game? y/n");
    terminal.press("y");
    terminal.ends();

    let file = folder.join("game.kif");
    let check = Command::new(env!("CARGO_BIN_EXE_komadai"))
        .arg("check")
        .arg(&file)
        .output()
        .expect("the binary starts");
    assert!(check.status.success(), "{check:?}");
    let text = std::fs::read_to_string(&file).expect("UTF-8");
    let moves = ["   1 ７六歩(77)", "   2 ３四歩(33)"];
    assert!(moves.iter().all(|line| text.contains(line)), "{text}");
}

#[test]
fn without_a_terminal_it_refuses() {
    let output = Command::new(env!("CARGO_BIN_EXE_komadai"))
        .arg("play")
        .output()
        .expect("the binary starts");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("needs a terminal"), "{said}");
}
