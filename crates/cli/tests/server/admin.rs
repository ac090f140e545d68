//! `komadai admin` on a running server and on a database without one.

use crate::database::Database;
use crate::on_both;
use crate::process::{Process, komadai, text};
use crate::tracked::TrackedGame;
use komadai_load::client::{Client, Method, StatusCode};
use serde_json::{Value, json};
use std::process::Output;

on_both!(
    acts_on_a_running_server_take_effect_at_once,
    acts_without_a_server_are_found_by_the_next_one,
    audit_log_cannot_be_changed_in_the_database
);

const PASSWORD: &str = "seven pawns on a bench";

/// Runs `komadai admin` with a database.
fn admin(database: &Database, args: &[&str]) -> Output {
    let mut command = komadai();
    command.arg("admin").args(args);
    command.args(["--database", &database.url]);
    command.arg("--data").arg(&database.folder);
    command.env("USER", "tester").env_remove("SUDO_USER");
    command.output().expect("the binary starts")
}

/// The same, which must succeed; returns what was printed.
fn done(database: &Database, args: &[&str]) -> String {
    let output = admin(database, args);
    assert!(
        output.status.success(),
        "{args:?}: {}",
        text(&output.stderr)
    );
    text(&output.stdout)
}

fn refused(database: &Database, args: &[&str]) -> String {
    let output = admin(database, args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    text(&output.stderr)
}

async fn register(client: &mut Client, name: &str) -> StatusCode {
    let body = json!({"name": name, "password": PASSWORD}).to_string();
    let path = "/api/v1/accounts";
    let answer = client.raw(Method::POST, path, Some(body.into_bytes()), &[]);
    answer.await.expect("an answer").0
}

async fn log_in(client: &mut Client, name: &str) -> StatusCode {
    let body = json!({"name": name, "password": PASSWORD}).to_string();
    let path = "/api/v1/session";
    let answer = client.raw(Method::POST, path, Some(body.into_bytes()), &[]);
    answer.await.expect("an answer").0
}

async fn acts_on_a_running_server_take_effect_at_once(database: &Database) {
    let server = Process::start(database);
    let mut ann = server.client();
    assert_eq!(register(&mut ann, "Ann").await, StatusCode::CREATED);
    let mut socket = ann.connect().await.expect("an open socket");
    assert_eq!(done(database, &["grant", "Ann", "operator"]), "done\n");
    let account: Value = ann.get("/api/v1/account").await.expect("the account");
    assert_eq!(account["roles"], json!(["operator"]));
    let said = refused(database, &["grant", "Ann", "operator"]);
    assert!(said.contains("done already"), "{said}");
    let said = refused(database, &["ban", "Nobody"]);
    assert!(said.contains("no such account"), "{said}");
    let said = done(
        database,
        &["ban", "Ann", "--for", "7d", "--reason", "a test"],
    );
    assert_eq!(said, "done; connections closed: 1\n");
    assert!(socket.receive_until(|_| None::<()>).await.is_err());
    assert_eq!(
        log_in(&mut server.client(), "Ann").await,
        StatusCode::FORBIDDEN
    );
    let bans = done(database, &["bans"]);
    assert!(
        bans.starts_with("ban Ann since") && bans.contains("until"),
        "{bans}"
    );
    done(database, &["unban", "Ann"]);
    assert_eq!(log_in(&mut server.client(), "Ann").await, StatusCode::OK);
    let mut game = TrackedGame::start(&server.client(), "60m")
        .await
        .expect("a game");
    let id = game.id.clone();
    done(database, &["close", &id, "--reason", "enough"]);
    while !game.has("ended") {
        game.receive(0).await.expect("an event");
    }
    let link = done(database, &["reset-password", "Ann"]);
    assert!(link.contains("/#/reset/"), "{link}");
    let log = done(database, &["log", "--limit", "2"]);
    let lines: Vec<&str> = log.lines().collect();
    assert!(
        lines[0].ends_with("local:tester reset-password Ann"),
        "{log}"
    );
    assert!(
        lines[1].ends_with(&format!("local:tester close-game {id}: enough")),
        "{log}"
    );
    server.kill();
}

async fn acts_without_a_server_are_found_by_the_next_one(database: &Database) {
    if database.is_sqlite() {
        let said = refused(database, &["log"]);
        assert!(said.contains("no database at"), "{said}");
    }
    let server = Process::start(database);
    register(&mut server.client(), "Ann").await;
    register(&mut server.client(), "Bob").await;
    let mut game = TrackedGame::start(&server.client(), "60m")
        .await
        .expect("a game");
    game.make_move(1).await.expect("a move");
    // The token file stays behind, and nobody listens.
    let death = server.kill();
    let before = database.query("SELECT now_house FROM house").await;
    done(database, &["grant", "Ann", "operator"]);
    done(database, &["ban", "Bob"]);
    done(database, &["ban", "--network", "203.0.113.0/24"]);
    let sessions = done(database, &["sessions", "Ann"]);
    assert!(sessions.contains("roles: operator"), "{sessions}");
    done(database, &["close", &game.id]);
    let after = database.query("SELECT now_house FROM house").await;
    assert_eq!(
        before, after,
        "the server clock stands still without a server"
    );
    let server = Process::start(database);
    assert_eq!(
        log_in(&mut server.client(), "Bob").await,
        StatusCode::FORBIDDEN
    );
    game.reconnect(&server, death)
        .await
        .expect("an open socket");
    while !game.has("ended") {
        game.receive(0).await.expect("an event");
    }
    let log = done(database, &["log", "--json"]);
    let log: Vec<Value> = serde_json::from_str(&log).expect("JSON");
    let acts: Vec<&str> = log
        .iter()
        .filter_map(|entry| entry["act"].as_str())
        .collect();
    assert_eq!(acts, ["close-game", "ban-network", "ban", "grant"]);
    server.kill();
}

async fn audit_log_cannot_be_changed_in_the_database(database: &Database) {
    let server = Process::start(database);
    register(&mut server.client(), "Ann").await;
    done(database, &["grant", "Ann", "operator"]);
    server.stop("-TERM");
    for change in ["UPDATE audit SET name = 'nobody'", "DELETE FROM audit"] {
        database.query(change).await;
    }
    let name = database.query("SELECT name FROM audit").await;
    assert_eq!(name.as_deref(), Some("local:tester"));
}
