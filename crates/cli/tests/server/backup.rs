//! Backup under load, and restore.

use crate::database::{Database, file_url, query};
use crate::process::{Process, run, text};
use crate::tracked::TrackedGame;
use komadai_wire::event::EventDto;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::task::JoinSet;

const TABLES: u64 = 5;

/// The events that the players of each game have received so far.
type ReceivedLogs = Arc<Mutex<Vec<Vec<EventDto>>>>;

async fn play(
    mut game: TrackedGame,
    number: usize,
    received: ReceivedLogs,
    stop: Arc<AtomicBool>,
) -> TrackedGame {
    while !stop.load(Ordering::SeqCst) {
        game.make_move(number as u64).await.expect("a move");
        received.lock().expect("the logs")[number] = game.log().to_vec();
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    game
}

#[tokio::test]
async fn backup_under_load_has_everything_acknowledged_before() {
    let database = Database::sqlite();
    let server = Process::start(&database);
    let received = ReceivedLogs::default();
    let stop = Arc::new(AtomicBool::new(false));
    let mut playing = JoinSet::new();
    for number in 0..TABLES as usize {
        let game = TrackedGame::start(&server.client(), "60m").await;
        received.lock().expect("the logs").push(Vec::new());
        let game = game.expect("a game");
        playing.spawn(play(game, number, received.clone(), stop.clone()));
    }
    tokio::time::sleep(Duration::from_millis(400)).await;

    let elsewhere = Database::sqlite();
    let copy = elsewhere.file();
    let before: Vec<Vec<EventDto>> = received.lock().expect("the logs").clone();
    let folder = database.folder.clone();
    let (data, file) = (folder.display().to_string(), copy.display().to_string());
    let args = ["backup".to_owned(), file.clone(), "--data".to_owned(), data];
    let backup = tokio::task::spawn_blocking(move || {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        run(&args)
    });
    let output = backup.await.expect("no panic");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains(&file), "{output:?}");

    tokio::time::sleep(Duration::from_millis(200)).await;
    stop.store(true, Ordering::SeqCst);
    let mut games = Vec::new();
    while let Some(game) = playing.join_next().await {
        games.push(game.expect("the server went on"));
    }
    assert_eq!(server.stop("-TERM"), 0);
    let check = query(&file_url(&copy), "PRAGMA integrity_check").await;
    assert_eq!(check.as_deref(), Some("ok"));

    let restored = Process::start_in(&elsewhere.folder);
    let mut compared = 0;
    for game in &mut games {
        let kept = game.restart_at(&restored).await.expect("the game");
        let own = before
            .iter()
            .find(|log| log[0] == kept[0] && kept.starts_with(log));
        let own = own.unwrap_or_else(|| panic!("{}: an event is missing from the backup", game.id));
        compared += own.len();
        game.make_move(1).await.expect("the game goes on");
    }
    assert!(compared > 3 * games.len(), "{compared} events");
    restored.kill();
}

#[tokio::test]
async fn backup_does_not_overwrite_and_needs_a_database() {
    let database = Database::sqlite();
    let data = database.folder.display().to_string();
    let file = database.folder.join("copy").display().to_string();
    let backup = || run(&["backup", &file, "--data", &data]);
    let none = backup();
    assert_eq!(none.status.code(), Some(2));
    assert!(text(&none.stderr).contains("no database at"), "{none:?}");
    Process::start(&database).stop("-INT");
    std::fs::write(&file, "mine").expect("a file");
    let refused = backup();
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains(&file), "{refused:?}");
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), "mine");
    let postgres = run(&["backup", &file, "--database", "postgres://localhost/x"]);
    assert!(text(&postgres.stderr).contains("pg_dump"), "{postgres:?}");
}
