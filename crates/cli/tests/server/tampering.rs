//! The checks of the crash tests detect tampering.

use crate::database::Database;
use crate::process::Process;
use crate::tracked::TrackedGame;
use std::time::Duration;

/// The panic message of a reconnect after the database was changed.
async fn detected(sql: &str) -> String {
    let database = Database::sqlite();
    let server = Process::start(&database);
    let mut game = TrackedGame::start(&server.client(), "60m")
        .await
        .expect("a game");
    for seed in 0..4 {
        game.make_move(seed).await.expect("a move");
    }
    // Longer than the time that may be given back.
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    let death = server.kill();
    database.query(sql).await;
    let server = Process::start(&database);
    let back = tokio::spawn(async move {
        game.reconnect(&server, death)
            .await
            .expect("an open socket");
    });
    match back.await {
        Ok(()) => "nothing".to_owned(),
        Err(error) => {
            let panic = error.into_panic();
            let text = panic.downcast_ref::<String>().expect("a message");
            text.clone()
        }
    }
}

#[tokio::test]
async fn untouched_database_passes() {
    assert_eq!(detected("SELECT 1").await, "nothing");
}

#[tokio::test]
async fn lost_event_is_detected() {
    let said = detected("DELETE FROM events WHERE seq = (SELECT MAX(seq) FROM events)").await;
    assert!(said.contains("no gap and no duplicates"), "{said}");
}

#[tokio::test]
async fn changed_event_is_detected() {
    let sql = "UPDATE events SET body = replace(body, '\"at\":', '\"at\":1') WHERE seq = 2";
    let said = detected(sql).await;
    assert!(!said.contains("nothing"), "{said}");
}

#[tokio::test]
async fn lost_time_is_detected() {
    let said = detected("UPDATE house SET now_house = now_house + 1500").await;
    assert!(said.contains("time was lost"), "{said}");
}

#[tokio::test]
async fn time_set_back_too_far_is_detected() {
    let said = detected("UPDATE house SET now_house = now_house - 2400").await;
    assert!(said.contains("too much was given back"), "{said}");
}
