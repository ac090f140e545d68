//! Flags fall on time, even after the server was down.

use crate::database::Database;
use crate::on_both;
use crate::process::Process;
use crate::tracked::TrackedGame;
use std::time::{Duration, Instant};

on_both!(flag_falls_on_time_after_crashes);

const MAIN: u64 = 4_000;

async fn flag_falls_on_time_after_crashes(database: &Database) {
    let mut server = Process::start(database);
    let mut game = TrackedGame::start(&server.client(), "4s")
        .await
        .expect("a game");
    let started = game.find("started").expect("a start").at;
    // Killed twice while Black thinks; down for as long as Black has in all.
    for _ in 0..2 {
        tokio::time::sleep(Duration::from_millis(700)).await;
        let death = server.kill();
        tokio::time::sleep(Duration::from_millis(MAIN / 2)).await;
        server = Process::start(database);
        game.reconnect(&server, death)
            .await
            .expect("an open socket");
        assert!(
            !game.has("ended"),
            "time while the server is down does not count"
        );
    }
    let now = game.time_now().await.expect("an answer");
    let asked = Instant::now();
    let falls = started + MAIN;
    assert!(now < falls, "the flag has not fallen yet");
    while !game.has("ended") {
        game.receive(1).await.expect("an open socket");
    }
    let waited = asked.elapsed();
    let ended = game.find("ended").expect("an end");
    assert_eq!(ended.at, falls, "the flag falls at its own instant");
    let due = Duration::from_millis(falls - now);
    // Lag is waited for, at most a second, and the machine may be busy.
    assert!(
        waited + Duration::from_millis(50) >= due,
        "{waited:?} {due:?}"
    );
    assert!(
        waited < due + Duration::from_millis(1_500),
        "{waited:?} {due:?}"
    );
    server.kill();
}
