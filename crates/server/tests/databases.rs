//! The server on SQLite and on PostgreSQL.

#[path = "support/database.rs"]
mod database;
#[path = "support/people.rs"]
mod people;
mod support;

use axum::http::{Method, StatusCode};
use database::Database;
use komadai_load::client::Client;
use komadai_server::Settings;
use people::{PASSWORD, high_limits, register, request};
use serde_json::{Value, json};
use support::{Folder, Server};

on_both!(text_with_a_nul_character_is_rejected);

async fn serve(database: &Database, settings: Settings) -> Server {
    let settings = Settings {
        database: Some(database.url.clone()),
        ..settings
    };
    Server::start_in(Folder::new(), settings).await
}

async fn text_with_a_nul_character_is_rejected(database: &Database) {
    let server = serve(database, high_limits()).await;
    let mut client = register(&server, "Kimura").await;
    let terms = json!({"rules": {"preset": "casual"}});
    let bodies = [
        (
            "/api/v1/accounts",
            json!({"name": "a\0b", "password": PASSWORD}),
        ),
        (
            "/api/v1/accounts",
            json!({"name": "Oyama", "password": "a\0 long password"}),
        ),
        (
            "/api/v1/session",
            json!({"name": "Kimura\0", "password": PASSWORD}),
        ),
        (
            "/api/v1/challenges",
            json!({"terms": terms, "to": "Kim\0ura"}),
        ),
        (
            "/api/v1/challenges",
            json!({"terms": terms, "arbiter": "\0"}),
        ),
        (
            "/api/v1/challenges",
            json!({"terms": {"rules": {"preset": "\0"}}}),
        ),
    ];
    for (path, body) in bodies {
        let answer = request(&mut client, Method::POST, path, Some(body), &[]).await;
        assert_eq!(answer.code(), "bad-body", "{path}: {}", answer.text());
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    for path in [
        "/api/v1/games?player=%00",
        "/api/v1/games?variant=a%00",
        "/api/v1/games?result=%00b",
        "/api/v1/games/%00%00%00%00%00%00%00%00",
        "/api/v1/games/%00%00%00%00%00%00%00%00/record/kif",
        "/api/v1/games/abcdefgh/record/%00",
        "/api/v1/challenges/%00",
    ] {
        let answer = request(&mut client, Method::GET, path, None, &[]).await;
        assert!(answer.status.is_client_error(), "{path}: {}", answer.text());
    }
    let deleted = request(
        &mut client,
        Method::DELETE,
        "/api/v1/challenges/%00",
        None,
        &[],
    );
    assert!(deleted.await.status.is_client_error());
    let mut socket = client.connect().await.expect("an open socket");
    for message in [
        json!({"type": "join", "game": "\0\0\0\0\0\0\0\0", "after": 0}),
        json!({"type": "chat", "re": 1, "game": "abcdefgh", "text": "\0"}),
    ] {
        socket.send_text(&message.to_string()).await.expect("sent");
        let code = socket.receive_until(|message| match message {
            komadai_wire::message::ServerMessage::Error { code, .. } => Some(code),
            _ => None,
        });
        assert_eq!(
            support::with_timeout(code).await.expect("an error"),
            "bad-message"
        );
    }
    let health: Value = Client::new(server.address)
        .get("/healthz")
        .await
        .expect("healthy");
    assert_eq!(health["status"], "ok");
    server.stop().await;
}
