//! Copies in a folder, of which the oldest are deleted, and `komadai restore`.

use crate::database::{Database, query};
use crate::process::{Process, komadai, run, text};
use crate::tracked::TrackedGame;
use std::fs::File;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, SystemTime};

/// A database that a server has written, and a folder for its copies.
struct Place {
    database: Database,
    folder: PathBuf,
}

impl Place {
    fn new() -> Place {
        let database = Database::sqlite();
        assert_eq!(Process::start(&database).stop("-TERM"), 0);
        let folder = database.folder.join("copies");
        std::fs::create_dir(&folder).expect("a folder");
        Place { database, folder }
    }

    /// Adds copies made by earlier runs.
    fn with_copies(names: &[&str]) -> Place {
        let place = Place::new();
        for name in names {
            std::fs::write(place.folder.join(name), "an old copy").expect("a file");
        }
        place
    }

    fn backup_args(&self, keep: &str) -> Vec<String> {
        let (folder, data) = (&self.folder, &self.database.folder);
        let args = ["backup", "--folder", &folder.display().to_string()].map(str::to_owned);
        let more = ["--keep", keep, "--data", &data.display().to_string()].map(str::to_owned);
        args.into_iter().chain(more).collect()
    }

    fn backup(&self, keep: &str) -> Output {
        let run = komadai().args(self.backup_args(keep)).output();
        run.expect("the binary starts")
    }

    /// The names in the folder, sorted.
    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.folder).expect("a folder");
        let name = |entry: std::fs::DirEntry| entry.file_name().into_string().expect("UTF-8");
        let mut names: Vec<String> = entries
            .map(|entry| name(entry.expect("an entry")))
            .collect();
        names.sort();
        names
    }

    fn age(&self, name: &str, age: Duration) {
        let file = File::options().write(true).open(self.folder.join(name));
        let then = SystemTime::now() - age;
        file.expect("a file").set_modified(then).expect("a time");
    }
}

/// The file that `komadai backup` says it has written.
fn written(output: &Output) -> PathBuf {
    assert!(output.status.success(), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    let (_, file) = said
        .lines()
        .next()
        .and_then(|line| line.split_once(" events in "))
        .unwrap_or_else(|| panic!("expected the file, got «{said}»"));
    PathBuf::from(file)
}

fn restore(copy: &Path, data: &Path) -> Output {
    run(&[
        "restore",
        &copy.display().to_string(),
        "--data",
        &data.display().to_string(),
    ])
}

const OLD: [&str; 3] = [
    "komadai-20200101T000000Z.sqlite",
    "komadai-20200102T000000Z.sqlite",
    "komadai-20200103T000000Z.sqlite",
];
const FUTURE: &str = "komadai-29990101T000000Z.sqlite";

#[tokio::test]
async fn restored_games_continue_with_every_acknowledged_move() {
    let place = Place::new();
    let server = Process::start(&place.database);
    let mut games = Vec::new();
    for seed in 0..3 {
        let game = TrackedGame::start(&server.client(), "60m").await;
        let mut game = game.expect("a game");
        for _ in 0..=seed {
            game.make_move(seed).await.expect("a move");
        }
        games.push(game);
    }
    let copy = written(&place.backup("1"));
    server.kill();

    let data = place.database.folder.join("new/data");
    let restored = restore(&copy, &data);
    assert!(restored.status.success(), "{}", text(&restored.stderr));
    assert!(
        text(&restored.stdout).starts_with("3 games, "),
        "{restored:?}"
    );
    let mode = |path: &Path| {
        let metadata = std::fs::metadata(path).expect("a file");
        metadata.permissions().mode() & 0o777
    };
    assert_eq!(mode(&data), 0o700);
    assert_eq!(mode(&data.join("komadai.sqlite")), 0o600);
    let server = Process::start_in(&data);
    for game in &mut games {
        let (acknowledged, plies) = (game.log().to_vec(), game.plies());
        let kept = game.restart_at(&server).await.expect("the game");
        assert!(kept.starts_with(&acknowledged), "{}", game.id);
        game.make_move(1).await.expect("the game goes on");
        assert_eq!(game.plies(), plies + 1);
    }
    assert_eq!(server.stop("-TERM"), 0);
}

#[test]
fn restore_replaces_nothing_and_rejects_damaged_copies() {
    let place = Place::new();
    let copy = written(&place.backup("1"));
    let data = place.database.folder.join("new");
    for rest in ["komadai.sqlite", "komadai.sqlite-wal", "komadai.sqlite-shm"] {
        std::fs::create_dir_all(&data).expect("a folder");
        std::fs::write(data.join(rest), "mine").expect("a file");
        let refused = restore(&copy, &data);
        assert_eq!(refused.status.code(), Some(2), "{rest}");
        assert!(text(&refused.stderr).contains(rest), "{refused:?}");
        let kept = std::fs::read_to_string(data.join(rest)).expect("a file");
        assert_eq!(kept, "mine");
        std::fs::remove_dir_all(&data).expect("a folder");
    }

    let whole = std::fs::read(&copy).expect("a copy");
    let mut scratched = whole.clone();
    // The second page.
    scratched[4_096..8_192].fill(0x5a);
    for (damage, bytes) in [
        ("truncated", &whole[..whole.len() / 2]),
        ("scratched", &scratched),
        ("another file", b"not a database at all"),
        ("empty", b""),
    ] {
        std::fs::write(&copy, bytes).expect("a file");
        let refused = restore(&copy, &data);
        assert_eq!(refused.status.code(), Some(2), "{damage}: {refused:?}");
        assert!(text(&refused.stderr).contains("unreadable"), "{refused:?}");
        assert!(!data.join("komadai.sqlite").exists(), "{damage}");
    }

    std::fs::write(&copy, &whole).expect("a file");
    std::fs::write(copy.with_extension("sqlite-wal"), "").expect("a file");
    let refused = restore(&copy, &data);
    assert!(text(&refused.stderr).contains("-wal"), "{refused:?}");
}

#[test]
fn oldest_copies_are_deleted_and_other_files_stay() {
    let place = Place::with_copies(&OLD);
    std::fs::write(place.folder.join("komadai-keep.sqlite"), "mine").expect("a file");
    let output = place.backup("2");
    let new = written(&output);
    let new = new.file_name().expect("a name").to_string_lossy();
    assert_eq!(place.names(), [OLD[2], &new, "komadai-keep.sqlite"]);
    for old in &OLD[..2] {
        assert!(text(&output.stdout).contains(old), "{output:?}");
    }
}

#[test]
fn new_copy_is_kept_even_if_the_clock_was_wrong() {
    let place = Place::with_copies(&[OLD[0], FUTURE]);
    let new = written(&place.backup("1"));
    let new = new.file_name().expect("a name").to_string_lossy();
    assert_eq!(place.names(), [&*new]);
}

#[tokio::test]
async fn failed_copy_deletes_nothing() {
    let place = Place::with_copies(&OLD);
    let filler = "CREATE TABLE filler AS SELECT zeroblob(4000000) AS body";
    query(&place.database.url, filler).await;
    // Files cannot grow beyond 512 KiB: to the program, a full disk.
    let limited = r#"trap '' XFSZ; ulimit -f 1024; exec "$0" "$@""#;
    let full = Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_komadai")])
        .args(place.backup_args("1"))
        .output()
        .expect("a shell");
    assert_eq!(full.status.code(), Some(2), "{full:?}");
    assert_eq!(place.names(), OLD, "{full:?}");
}

#[tokio::test]
async fn damaged_database_is_not_copied_over_good_copies() {
    let place = Place::with_copies(&OLD);
    query(&place.database.url, "PRAGMA wal_checkpoint(TRUNCATE)").await;
    let file = place.database.file();
    let mut bytes = std::fs::read(&file).expect("a database");
    // Page 1 stays: what is damaged is found by reading, not by opening.
    bytes[4_096..].fill(0x5a);
    std::fs::write(&file, bytes).expect("a file");
    let failed = place.backup("1");
    assert_eq!(failed.status.code(), Some(2), "{failed:?}");
    assert_eq!(place.names(), OLD);
}

#[test]
fn what_killed_backups_left_is_deleted_after_a_day() {
    let place = Place::with_copies(&OLD[..1]);
    let left = [
        "komadai-20200201T000000Z.sqlite",
        "komadai-20200201T000000Z.sqlite.part",
        "komadai-20200201T000000Z.sqlite.part-journal",
        "komadai-20200202T000000Z.sqlite",
        "komadai-20200202T000000Z.sqlite.part",
    ];
    for name in left {
        let content = if name.contains(".part") { "half" } else { "" };
        std::fs::write(place.folder.join(name), content).expect("a file");
    }
    // The second may still be in progress.
    for name in &left[..3] {
        place.age(name, Duration::from_secs(25 * 60 * 60));
    }
    let new = written(&place.backup("5"));
    let new = new.file_name().expect("a name").to_string_lossy();
    assert_eq!(place.names(), [OLD[0], left[3], left[4], &new]);
}
