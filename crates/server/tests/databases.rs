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
use komadai_server::config::LimitSettings;
use komadai_server::store::{ClosedReports, NewReport};
use people::{PASSWORD, credentials, get, high_limits, log_in, post, register, request};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection, Executor};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use support::{Folder, Server, with_timeout};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

on_both!(
    text_with_a_nul_character_is_rejected,
    health_tells_that_nothing_can_be_written,
    frozen_database_blocks_neither_requests_nor_shutdown,
    slow_archive_does_not_block_logins,
    reports_and_blocks_are_exported_and_deleted_with_the_account,
);

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

/// Waits until `/healthz` has a status.
async fn wait_for_health(client: &mut Client, status: StatusCode) -> people::Response {
    with_timeout(async {
        loop {
            let answer = get(client, "/healthz").await;
            if answer.status == status {
                return answer;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    })
    .await
}

async fn health_tells_that_nothing_can_be_written(database: &Database) {
    let server = serve(database, high_limits()).await;
    let mut client = Client::new(server.address);
    wait_for_health(&mut client, StatusCode::OK).await;
    // Every transaction writes to this table.
    database.query("ALTER TABLE house RENAME TO gone").await;
    let answer = wait_for_health(&mut client, StatusCode::SERVICE_UNAVAILABLE).await;
    assert_eq!(answer.code(), "not-writable");
    assert_eq!(
        answer.json()["title"],
        "the server cannot write to its storage"
    );
    database.query("ALTER TABLE gone RENAME TO house").await;
    wait_for_health(&mut client, StatusCode::OK).await;
    server.stop().await;
}

/// A proxy in front of a database that can stop forwarding, as a frozen database would.
struct Proxy {
    address: SocketAddr,
    frozen: watch::Sender<bool>,
}

impl Proxy {
    async fn start(server: String) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let frozen = watch::Sender::new(false);
        let state = frozen.subscribe();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let upstream = TcpStream::connect(&server).await.expect("the database");
                let (from_client, to_client) = client.into_split();
                let (from_server, to_server) = upstream.into_split();
                tokio::spawn(forward(from_client, to_server, state.clone()));
                tokio::spawn(forward(from_server, to_client, state.clone()));
            }
        });
        Proxy { address, frozen }
    }
}

async fn forward(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut frozen: watch::Receiver<bool>,
) {
    let mut buffer = vec![0; 16 * 1024];
    while let Ok(bytes @ 1..) = from.read(&mut buffer).await {
        let thawed = frozen.wait_for(|&is_frozen| !is_frozen).await.is_ok();
        if !thawed || to.write_all(&buffer[..bytes]).await.is_err() {
            return;
        }
    }
}

/// Short limits for the database.
fn impatient() -> Settings {
    let Settings { limits, .. } = high_limits();
    Settings {
        limits: LimitSettings {
            database_ms: Some(700),
            ..limits
        },
        ..Settings::default()
    }
}

async fn frozen_database_blocks_neither_requests_nor_shutdown(database: &Database) {
    if database.is_sqlite() {
        // SQLite has no server that could freeze.
        return;
    }
    let (before, rest) = database.url.rsplit_once('@').expect("a host");
    let (host, name) = rest.split_once('/').expect("a name");
    let proxy = Proxy::start(host.to_owned()).await;
    let server = Server::start_in(
        Folder::new(),
        Settings {
            database: Some(format!("{before}@{}/{name}", proxy.address)),
            ..impatient()
        },
    )
    .await;
    let mut account = register(&server, "Kimura").await;
    let mut guest = Client::new(server.address);
    guest.me().await.expect("a guest");
    let challenge = json!({"terms": {"rules": {"preset": "casual"}}});
    let name = json!({"name": "Kimura", "password": PASSWORD});
    proxy.frozen.send_replace(true);
    let clients = [account.clone(), guest.clone()];
    for (client, method, path, body) in [
        (0, Method::GET, "/api/v1/sessions", None),
        (0, Method::GET, "/api/v1/games", None),
        (
            1,
            Method::POST,
            "/api/v1/challenges",
            Some(challenge.clone()),
        ),
        (
            1,
            Method::POST,
            "/api/v1/challenges",
            Some(challenge.clone()),
        ),
        (1, Method::POST, "/api/v1/session", Some(name)),
        (1, Method::GET, "/healthz", None),
    ] {
        let mut client = clients[client].clone();
        let asked = Instant::now();
        let answer = request(&mut client, method, path, body, &[]).await;
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{path}");
        let took = asked.elapsed();
        assert!(took < Duration::from_secs(8), "{path}: {took:?}");
    }
    proxy.frozen.send_replace(false);
    wait_for_health(&mut guest, StatusCode::OK).await;
    let made = post(&mut guest, "/api/v1/challenges", challenge).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text());
    assert_eq!(
        get(&mut account, "/api/v1/sessions").await.status,
        StatusCode::OK
    );
    proxy.frozen.send_replace(true);
    let asked = Instant::now();
    server.stop().await;
    let took = asked.elapsed();
    assert!(took < Duration::from_secs(8), "{took:?}");
}

async fn slow_archive_does_not_block_logins(database: &Database) {
    if database.is_sqlite() {
        // In SQLite nobody can keep others from reading.
        return;
    }
    let server = serve(database, impatient()).await;
    register(&server, "Kimura").await;
    let mut locker = AnyConnection::connect(&database.url)
        .await
        .expect("a database");
    locker.execute("BEGIN").await.expect("a transaction");
    let lock = locker
        .execute("LOCK TABLE games IN ACCESS EXCLUSIVE MODE")
        .await;
    lock.expect("a lock");
    let searches = (0..8).map(|_| {
        let mut client = Client::new(server.address);
        tokio::spawn(async move { get(&mut client, "/api/v1/games").await.status })
    });
    let searches: Vec<_> = searches.collect();
    with_timeout(async {
        let waiting = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted";
        while database.query(waiting).await.as_deref() == Some("0") {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
    log_in(&server, "Kimura", PASSWORD).await;
    let mut client = Client::new(server.address);
    let wrong = credentials(&mut client, "/api/v1/session", "Kimura", "wrong wrong").await;
    assert_eq!(wrong.status, StatusCode::UNAUTHORIZED);
    for search in searches {
        let status = with_timeout(search).await.expect("no panic");
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
    }
    locker.execute("ROLLBACK").await.expect("an end");
    assert_eq!(
        get(&mut client, "/api/v1/games").await.status,
        StatusCode::OK
    );
    server.stop().await;
}

async fn reports_and_blocks_are_exported_and_deleted_with_the_account(database: &Database) {
    let server = serve(database, high_limits()).await;
    let store = &server.app.state.store;
    let mut ann = register(&server, "Ann").await;
    let mut bob = register(&server, "Bob").await;
    post(&mut ann, "/api/v1/blocks", json!({"name": "Bob"})).await;
    for (client, about, text) in [(&mut ann, "Bob", "report 0"), (&mut bob, "Ann", "hers")] {
        let report = json!({"about": {"name": about}, "text": text});
        let answer = post(client, "/api/v1/reports", report).await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text());
    }
    // More than are read at once, about a guest, whose key only operators see.
    let who = store.blocks().await.expect("read")[0].who.clone();
    for number in 1..=200 {
        let report = NewReport {
            at: number,
            who: who.clone(),
            name: "Ann".into(),
            game: Some("somegame".into()),
            line: Some(number),
            about: Some("g:secret".into()),
            about_name: Some("g:secret".into()),
            quote: Some("rude".into()),
            body: format!("report {number}"),
        };
        store.add_report(report).await.expect("written");
    }
    let export = get(&mut ann, "/api/v1/account/export").await.json();
    assert_eq!(export["email"], json!(null));
    assert_eq!(export["blocked"], json!(["Bob"]));
    let reports = export["reports"].as_array().expect("reports");
    let texts: Vec<&str> = reports
        .iter()
        .filter_map(|own| own["text"].as_str())
        .collect();
    let expected: Vec<String> = (0..=200).map(|number| format!("report {number}")).collect();
    assert_eq!(texts, expected);
    assert_eq!(reports[0]["about"], "Bob");
    let about_guest =
        json!({"at": 7, "about": null, "game": "somegame", "line": 7, "text": "report 7"});
    assert_eq!(reports[7], about_guest);
    let password = Some(json!({"password": PASSWORD}));
    let answer = request(&mut ann, Method::DELETE, "/api/v1/account", password, &[]).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text());
    let left = store.reports(ClosedReports::Included, 10).await;
    let left: Vec<String> = left
        .expect("read")
        .into_iter()
        .map(|row| row.report.body)
        .collect();
    assert_eq!(left, ["hers"]);
    assert!(store.blocks().await.expect("read").is_empty());
}
