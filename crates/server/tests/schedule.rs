//! Games that need the server although nobody is there.

#[path = "support/people.rs"]
mod people;
mod support;

use komadai_server::Settings;
use komadai_server::config::LimitSettings;
use people::high_limits;
use serde_json::{Value, json};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor, Row};
use std::time::Duration;
use support::{Folder, Guest, Server, start_game, with_timeout};

const HOUR: i64 = 3_600_000;

async fn database(folder: &Folder) -> AnyConnection {
    sqlx::any::install_default_drivers();
    let url = format!("sqlite://{}", folder.0.join("komadai.sqlite").display());
    AnyConnection::connect(&url).await.expect("a database")
}

async fn execute(folder: &Folder, sql: &str) {
    let mut connection = database(folder).await;
    let done = connection.execute(AssertSqlSafe(sql.to_owned())).await;
    done.unwrap_or_else(|error| panic!("{sql}: {error}"));
}

async fn number(folder: &Folder, sql: &str) -> i64 {
    let mut connection = database(folder).await;
    let row = connection.fetch_one(AssertSqlSafe(sql.to_owned())).await;
    row.unwrap_or_else(|error| panic!("{sql}: {error}")).get(0)
}

/// Lets time pass on the server clock while the server is down.
async fn advance(folder: &Folder, millis: i64) {
    let sql = format!("UPDATE house SET now_house = now_house + {millis}");
    execute(folder, &sql).await;
}

async fn stop_and_start(server: Server, millis: i64) -> Server {
    let folder = server.stop().await;
    advance(&folder, millis).await;
    Server::start_in(folder, high_limits()).await
}

/// Waits until a game is over, without opening its room; returns its cause.
async fn cause(server: &Server, game: &str) -> String {
    let wait = async {
        loop {
            let sql = format!("SELECT COALESCE(MAX(cause), '') FROM games WHERE id = '{game}'");
            let mut connection = database(&server.folder).await;
            let row = connection
                .fetch_one(AssertSqlSafe(sql))
                .await
                .expect("read");
            let cause: String = row.get(0);
            if !cause.is_empty() {
                return cause;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    with_timeout(wait).await
}

fn terms(clock: Option<&str>, rules: &str) -> Value {
    let mut terms = json!({"rules": {"preset": rules}, "color": "black"});
    if let Some(clock) = clock {
        terms["clock"] = json!(clock);
    }
    terms
}

/// A game that was started and that both players have left.
async fn left_game(server: &Server, terms: Value) -> String {
    let (mut black, _white) = server.pair(terms).await;
    black.wait_for_event("started").await;
    black.game
}

/// A game that nobody has opened.
async fn unopened_game(server: &Server) -> String {
    let (mut black, mut white) = (server.guest().await, server.guest().await);
    let challenge = json!({"terms": terms(Some("10m"), "casual")});
    let made = black.post("/api/v1/challenges", challenge).await;
    let id = made["id"].as_str().expect("an id");
    let path = format!("/api/v1/challenges/{id}/accept");
    let begun = white.post(&path, json!({})).await;
    begun["game"].as_str().expect("a game").to_owned()
}

#[tokio::test]
async fn flag_falls_after_a_restart_although_nobody_looks() {
    let server = Server::start_with(high_limits()).await;
    let game = left_game(&server, terms(Some("4s"), "casual")).await;
    let server = stop_and_start(server, 1_000).await;
    assert_eq!(server.app.state.running(), 1, "its clock runs");
    assert_eq!(cause(&server, &game).await, "time-up");
    let is_idle = async {
        while server.app.state.running() > 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    with_timeout(is_idle).await;
}

#[tokio::test]
async fn empty_room_closes_and_its_flag_falls_all_the_same() {
    let settings = Settings {
        limits: LimitSettings {
            room_idle_ms: Some(50),
            ..LimitSettings::default()
        },
        ..Settings::default()
    };
    let server = Server::start_with(settings).await;
    let game = left_game(&server, terms(Some("5s"), "casual")).await;
    let is_closed = async {
        while server.app.state.rooms.count() > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    with_timeout(is_closed).await;
    assert_eq!(server.app.state.running(), 1, "its clock still runs");
    let sql = format!("SELECT due_at - created_house FROM games WHERE id = '{game}'");
    let due = number(&server.folder, &sql).await;
    assert!((5_000..9_000).contains(&due), "{due}");
    assert_eq!(cause(&server, &game).await, "time-up");
}

#[tokio::test]
async fn game_that_nobody_opens_is_called_off_after_an_hour() {
    let server = Server::start_with(high_limits()).await;
    let game = unopened_game(&server).await;
    assert_eq!(server.app.state.rooms.count(), 0);
    let server = stop_and_start(server, HOUR).await;
    assert_eq!(cause(&server, &game).await, "no-show");
}

#[tokio::test]
async fn game_without_a_move_for_a_day_beyond_its_clock_is_broken_off() {
    let server = Server::start_with(high_limits()).await;
    let untimed = left_game(&server, terms(None, "casual")).await;
    // Flags must be claimed under these rules, and nobody claims.
    let timed = left_game(&server, terms(Some("60m"), "fesa")).await;
    let server = stop_and_start(server, 24 * HOUR).await;
    assert_eq!(cause(&server, &untimed).await, "aborted");
    let sql = format!("SELECT is_over FROM games WHERE id = '{timed}'");
    assert_eq!(number(&server.folder, &sql).await, 0);
    let server = stop_and_start(server, HOUR).await;
    assert_eq!(cause(&server, &timed).await, "aborted");
}

#[tokio::test]
async fn computer_moves_after_a_restart_although_nobody_looks() {
    let server = Server::start_with(high_limits()).await;
    let mut guest = server.guest().await;
    let new = json!({"level": 20, "terms": terms(Some("60s"), "casual")});
    let begun = guest.post("/api/v1/games/computer", new).await;
    guest.join(begun["game"].as_str().expect("a game")).await;
    guest.wait_for_event("started").await;
    guest.play("7g7f").await;
    let folder = server.stop().await;
    // As if the server had stopped before the computer moved.
    let moved = "body LIKE '%\"moved\"%'";
    let later =
        format!("DELETE FROM events WHERE seq > (SELECT MIN(seq) FROM events WHERE {moved})");
    execute(&folder, &later).await;
    let count = format!("SELECT COUNT(*) FROM events WHERE {moved}");
    assert_eq!(number(&folder, &count).await, 1);
    execute(&folder, "UPDATE games SET due_at = created_house").await;
    let server = Server::start_in(folder, high_limits()).await;
    let answered = async {
        while number(&server.folder, &count).await < 2 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    with_timeout(answered).await;
}

#[tokio::test]
async fn only_games_that_are_due_are_opened_at_the_start() {
    let server = Server::start_with(high_limits()).await;
    let due = unopened_game(&server).await;
    let folder = server.stop().await;
    let columns = "created_at, opening, variant, visibility, black, white, creator, is_over, plies";
    let copies = format!(
        "INSERT INTO games (id, created_house, due_at, {columns}) \
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000) \
         SELECT 'copy' || i || 'copy', created_house + {HOUR}, due_at + {HOUR}, {columns} \
         FROM games, n WHERE id = '{due}'"
    );
    execute(&folder, &copies).await;
    advance(&folder, HOUR).await;
    let server = Server::start_in(folder, high_limits()).await;
    assert_eq!(cause(&server, &due).await, "no-show");
    assert_eq!(server.app.state.rooms.count(), 1, "the others stay closed");
    // Someone comes to one of them.
    let mut guest = server.guest().await;
    guest.join("copy7copy").await;
    assert_eq!(server.app.state.rooms.count(), 2);
    let over = number(
        &server.folder,
        "SELECT COUNT(*) FROM games WHERE is_over = 1",
    )
    .await;
    assert_eq!(over, 1);
}

#[tokio::test]
async fn many_games_that_are_due_are_all_handled() {
    let server = Server::start_with(high_limits()).await;
    let due = unopened_game(&server).await;
    let folder = server.stop().await;
    let columns = "created_at, created_house, due_at, opening, variant, visibility, black, white, creator, is_over, plies";
    let copies = format!(
        "INSERT INTO games (id, {columns}) \
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600) \
         SELECT 'copy' || i || 'copy', {columns} FROM games, n WHERE id = '{due}'"
    );
    execute(&folder, &copies).await;
    // One of them cannot be read and stops nobody.
    execute(
        &folder,
        "UPDATE games SET opening = '{}' WHERE id = 'copy9copy'",
    )
    .await;
    advance(&folder, HOUR).await;
    let server = Server::start_in(folder, high_limits()).await;
    let left = "SELECT COUNT(*) FROM games WHERE is_over = 0";
    let handled = async {
        while number(&server.folder, left).await > 1 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    with_timeout(handled).await;
    let postponed = "SELECT due_at - created_house FROM games WHERE id = 'copy9copy'";
    let is_postponed = async {
        while number(&server.folder, postponed).await < 2 * HOUR {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    with_timeout(is_postponed).await;
}

#[tokio::test]
async fn stored_time_is_never_later_than_what_is_due() {
    let server = Server::start_with(high_limits()).await;
    let mut black: Guest = server.guest().await;
    let mut white = server.guest().await;
    let challenge = json!({"terms": terms(Some("10m"), "casual")});
    let game = start_game(&mut black, &mut white, challenge).await;
    white.wait_for_event("started").await;
    let sql = format!("SELECT due_at - created_house FROM games WHERE id = '{game}'");
    let first = number(&server.folder, &sql).await;
    assert!((600_000..620_000).contains(&first), "{first}");
    support::play_all(&mut black, &mut white, "7g7f 3c3d 2g2f").await;
    let state = {
        white.join(&game).await;
        white.state.as_ref().expect("a state").clone()
    };
    let clock = serde_json::to_value(state.clock).expect("JSON");
    assert!(clock.is_object(), "{clock}");
    let later = number(&server.folder, &sql).await;
    assert!(later <= i64::try_from(state.now).expect("a time") + 600_000);
    white.act(json!({"kind": "resign"})).await;
    let none = format!("SELECT COUNT(*) FROM games WHERE id = '{game}' AND due_at IS NULL");
    assert_eq!(number(&server.folder, &none).await, 1);
}

#[tokio::test]
async fn old_games_of_guests_are_removed_if_the_operator_wants() {
    let server = Server::start_with(high_limits()).await;
    let (mut black, _white) = server.pair(terms(None, "casual")).await;
    black.wait_for_event("started").await;
    black.act(json!({"kind": "resign"})).await;
    let folder = server.stop().await;
    let days = 24 * HOUR * 2;
    execute(
        &folder,
        &format!("UPDATE games SET ended_at = ended_at - {days}"),
    )
    .await;
    let server = Server::start_in(folder, Settings::default()).await;
    let folder = server.stop().await;
    let games = "SELECT COUNT(*) FROM games";
    assert_eq!(number(&folder, games).await, 1, "kept by default");
    let settings = Settings {
        retention_days: Some(1),
        ..Settings::default()
    };
    let server = Server::start_in(folder, settings).await;
    let removed = async {
        while number(&server.folder, games).await > 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    with_timeout(removed).await;
}
