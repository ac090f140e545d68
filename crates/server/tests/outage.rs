//! The database fails and comes back while games are played.

#[path = "support/database.rs"]
mod database;
mod support;

use database::Database;
use komadai_server::Settings;
use serde_json::json;
use std::time::Duration;
use support::{Guest, Reply, Server, with_timeout};

on_both!(
    flag_falls_once_the_storage_is_back,
    computer_moves_once_the_storage_is_back,
    arrival_is_recorded_once_the_storage_is_back,
    games_go_on_after_failed_commits,
    what_could_not_be_stored_has_not_happened,
);

async fn start(database: &Database) -> Server {
    Server::start_with(Settings {
        database: Some(database.url.clone()),
        ..Settings::default()
    })
    .await
}

/// Events can neither be stored nor loaded.
async fn lose_events(database: &Database) {
    let sql = "ALTER TABLE events RENAME TO lost_events";
    database.query(sql).await;
}

async fn restore_events(database: &Database) {
    let sql = "ALTER TABLE lost_events RENAME TO events";
    database.query(sql).await;
}

/// The failures that rooms have counted in this process.
fn failures(server: &Server) -> u64 {
    let metrics = server.app.metrics.render();
    let lines = metrics.lines();
    let mut counts = lines.filter_map(|line| line.strip_prefix("komadai_storage_failures_total "));
    counts
        .next()
        .map_or(0, |count| count.parse().expect("a number"))
}

/// Waits for another failure.
async fn wait_for_failure(server: &Server, before: u64) {
    let failed = async {
        while failures(server) == before {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    with_timeout(failed).await;
}

async fn pair(server: &Server, clock: &str) -> (Guest, Guest) {
    let terms = json!({"rules": {"preset": "casual"}, "clock": clock, "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    black.wait_for_event("started").await;
    white.wait_for_event("started").await;
    (black, white)
}

async fn flag_falls_once_the_storage_is_back(database: &Database) {
    let server = start(database).await;
    let (mut black, mut white) = pair(&server, "1s").await;
    let before = failures(&server);
    lose_events(database).await;
    wait_for_failure(&server, before).await;
    let tried = black.act(json!({"kind": "resign"})).await;
    assert!(
        matches!(&tried, Reply::Error(code) if code == "storage"),
        "{tried:?}"
    );
    restore_events(database).await;
    for guest in [&mut black, &mut white] {
        let fell = guest.wait_for_event("flag-fell").await;
        assert_eq!(fell["fact"]["color"], "black");
        guest.wait_for_event("ended").await;
    }
    server.stop().await;
}

async fn computer_moves_once_the_storage_is_back(database: &Database) {
    let server = start(database).await;
    let mut guest = server.guest().await;
    let terms = json!({"rules": {"preset": "casual"}, "color": "black"});
    // At full strength it thinks for two seconds.
    let body = json!({"level": 20, "terms": terms});
    let begun = guest.post("/api/v1/games/computer", body).await;
    guest.join(begun["game"].as_str().expect("a game")).await;
    guest.wait_for_event("started").await;
    guest.play("7g7f").await;
    let before = failures(&server);
    lose_events(database).await;
    wait_for_failure(&server, before).await;
    restore_events(database).await;
    guest.wait_for_ply(2).await;
    server.stop().await;
}

async fn arrival_is_recorded_once_the_storage_is_back(database: &Database) {
    let server = start(database).await;
    let (mut black, mut white) = (server.guest().await, server.guest().await);
    let terms = json!({"rules": {"preset": "casual"}, "color": "black"});
    let challenge = black
        .post("/api/v1/challenges", json!({"terms": terms}))
        .await;
    let id = challenge["id"].as_str().expect("an id");
    let accept = format!("/api/v1/challenges/{id}/accept");
    let begun = white.post(&accept, json!({})).await;
    let game = begun["game"].as_str().expect("a game");
    black.join(game).await;
    let before = failures(&server);
    lose_events(database).await;
    // The game is in memory, so joining works.
    white.join(game).await;
    wait_for_failure(&server, before).await;
    restore_events(database).await;
    white.wait_for_event("started").await;
    black.wait_for_event("started").await;
    server.stop().await;
}

/// Every commit fails from now on.
async fn break_commits(database: &Database) {
    if !database.is_sqlite() {
        // Connections are closed and refused.
        return database.refuse_connections().await;
    }
    // A violation that is noticed only by the commit, which leaves the transaction open.
    for sql in [
        "CREATE TABLE broken (house BIGINT REFERENCES house(id) DEFERRABLE INITIALLY DEFERRED)",
        "CREATE TRIGGER breaks AFTER INSERT ON events BEGIN INSERT INTO broken VALUES (2); END",
    ] {
        database.query(sql).await;
    }
}

async fn repair_commits(database: &Database) {
    if database.is_sqlite() {
        database.query("DROP TRIGGER breaks").await;
    } else {
        database.allow_connections().await;
    }
}

async fn games_go_on_after_failed_commits(database: &Database) {
    let server = start(database).await;
    let (mut black, mut white) = pair(&server, "3s+60s").await;
    let mut flagged = pair(&server, "1s").await;
    let before = failures(&server);
    break_commits(database).await;
    wait_for_failure(&server, before).await;
    let act = json!({"kind": "play", "deed": "7g7f"});
    let tried = black.act(act.clone()).await;
    assert!(
        matches!(&tried, Reply::Error(code) if code == "storage"),
        "{tried:?}"
    );
    repair_commits(database).await;
    flagged.0.wait_for_event("flag-fell").await;
    // A player tries again, as the error says.
    let played = async {
        loop {
            match black.act(act.clone()).await {
                Reply::Events(_) => return,
                Reply::Error(code) if code == "storage" => {}
                other => panic!("{other:?}"),
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    with_timeout(played).await;
    white.wait_for_ply(1).await;
    server.stop().await;
}

async fn what_could_not_be_stored_has_not_happened(database: &Database) {
    let server = start(database).await;
    let (mut black, _white) = pair(&server, "10m").await;
    black.play("7g7f").await;
    lose_events(database).await;
    let tried = black.act(json!({"kind": "resign"})).await;
    assert!(
        matches!(&tried, Reply::Error(code) if code == "storage"),
        "{tried:?}"
    );
    // The room cannot reload the game either: it has the state before.
    let mut spectator = server.guest().await;
    spectator.join(&black.game).await;
    let state = spectator.state.as_ref().expect("the game");
    assert!(state.outcome.is_none(), "{state:?}");
    restore_events(database).await;
    server.stop().await;
}
