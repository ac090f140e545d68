//! The checks of the crash tests find what they are for.

use crate::database::Database;
use crate::known::Known;
use crate::process::Process;
use std::time::Duration;

/// What the players say when the database was changed behind the server's back.
async fn noticed(sql: &str) -> String {
    let database = Database::sqlite();
    let server = Process::start(&database);
    let mut game = Known::begin(&server.client(), "60m").await.expect("a game");
    for seed in 0..4 {
        game.make_move(seed).await.expect("a move");
    }
    // Long enough for what may be given back.
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    let death = server.kill();
    database.ask(sql).await;
    let server = Process::start(&database);
    let back = tokio::spawn(async move {
        game.come_back(&server, death).await.expect("a line");
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
async fn nothing_is_found_where_nothing_is_wrong() {
    assert_eq!(noticed("SELECT 1").await, "nothing");
}

#[tokio::test]
async fn a_lost_event_is_found() {
    let said = noticed("DELETE FROM events WHERE seq = (SELECT MAX(seq) FROM events)").await;
    assert!(said.contains("no gap and nothing twice"), "{said}");
}

#[tokio::test]
async fn a_changed_event_is_found() {
    let sql = "UPDATE events SET body = replace(body, '\"at\":', '\"at\":1') WHERE seq = 2";
    let said = noticed(sql).await;
    assert!(!said.contains("nothing"), "{said}");
}

#[tokio::test]
async fn lost_time_is_found() {
    let said = noticed("UPDATE house SET now_house = now_house + 1500").await;
    assert!(said.contains("time was lost"), "{said}");
}

#[tokio::test]
async fn too_much_time_given_back_is_found() {
    let said = noticed("UPDATE house SET now_house = now_house - 2400").await;
    assert!(said.contains("too much was given back"), "{said}");
}
