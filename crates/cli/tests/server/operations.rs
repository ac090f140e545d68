//! Start, stop, configuration, health and logs.

use crate::database::Database;
use crate::on_both;
use crate::process::{Process, komadai, text};
use crate::tracked::TrackedGame;
use komadai_load::client::{Client, ClientError, Method, StatusCode};
use komadai_wire::message::ServerMessage;
use serde_json::Value;
use std::path::Path;
use std::process::{Output, Stdio};

on_both!(
    clients_are_told_to_reconnect_on_shutdown,
    newer_database_schema_is_rejected,
    health_and_metrics_respond
);

async fn clients_are_told_to_reconnect_on_shutdown(database: &Database) {
    for signal in ["-TERM", "-INT"] {
        let server = Process::start(database);
        let mut game = TrackedGame::start(&server.client(), "60m")
            .await
            .expect("a game");
        game.make_move(1).await.expect("a move");
        let asked = std::time::Instant::now();
        let stopping = tokio::task::spawn_blocking(move || (server.stop(signal), asked.elapsed()));
        let retry_ms = loop {
            match game.receive(0).await.expect("a message") {
                ServerMessage::Bye { retry_ms } => break retry_ms,
                _ => continue,
            }
        };
        assert!(retry_ms > 0);
        let closed = game.receive(0).await;
        assert!(
            matches!(&closed, Err(ClientError::Connection(why)) if why.contains("1001") || why.contains("away")),
            "{closed:?}"
        );
        let (code, took) = stopping.await.expect("no panic");
        assert_eq!(code, 0);
        let death = crate::process::Death {
            after: asked,
            before: asked + took,
        };
        let server = Process::start(database);
        game.reconnect(&server, death)
            .await
            .expect("an open socket");
        game.make_move(2).await.expect("a move");
        assert_eq!(game.plies(), 2);
        server.kill();
    }
}

async fn newer_database_schema_is_rejected(database: &Database) {
    assert_eq!(Process::start(database).stop("-TERM"), 0);
    let insert = "INSERT INTO schema_steps (step) VALUES (99)";
    database.query(insert).await;
    let data = database.folder.display().to_string();
    let refused = serve(&["--database", &database.url, "--data", &data]);
    assert_eq!(refused.status.code(), Some(2));
    let said = text(&refused.stderr);
    assert!(said.contains("step 99") && said.contains("newer"), "{said}");
}

async fn health_and_metrics_respond(database: &Database) {
    let server = Process::start(database);
    let mut client = server.client();
    let health: Value = client.get("/healthz").await.expect("an answer");
    assert_eq!(health["status"], "ok");
    let mut game = TrackedGame::start(&client, "60m").await.expect("a game");
    game.make_move(1).await.expect("a move");
    let mut observer = Client::new(server.metrics);
    let page = observer.request(Method::GET, "/metrics", None, &[]).await;
    let page = text(&page.expect("numbers"));
    for name in [
        "komadai_connections 2",
        "komadai_rooms 1",
        "komadai_running_games 1",
        "komadai_events_total",
        "komadai_commit_seconds",
        "process_resident_memory_bytes",
    ] {
        assert!(page.contains(name), "{name} is not in\n{page}");
    }
    let public = client.raw(Method::GET, "/metrics", None, &[]).await;
    let (status, ..) = public.expect("an answer");
    assert_eq!(status, StatusCode::NOT_FOUND, "only on their own address");
    let other = observer.raw(Method::GET, "/api/v1/me", None, &[]).await;
    let (status, ..) = other.expect("an answer");
    assert_eq!(
        status,
        StatusCode::NOT_FOUND,
        "nothing else on that address"
    );
    server.kill();
}

#[tokio::test]
async fn alert_rules_and_manual_name_the_exported_metrics() {
    let database = Database::sqlite();
    let server = Process::start(&database);
    let page = Client::new(server.metrics)
        .request(Method::GET, "/metrics", None, &[])
        .await;
    let page = text(&page.expect("numbers"));
    server.kill();
    let exported: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next())
        .collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |file| std::fs::read_to_string(root.join(file)).expect("a file");
    let manual = read("docs/operations.md");
    let rules = read("packaging/prometheus/komadai.rules.yml");
    for name in metrics_in(&rules).chain(metrics_in(&manual)) {
        assert!(exported.contains(&name), "{name} is not in\n{page}");
    }
    for name in exported {
        assert!(manual.contains(&format!("`{name}`")), "{name} in the docs");
    }
}

/// The words that look like names of the server's metrics.
fn metrics_in(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let is_name = |word: &&str| {
        let is_ours = word.starts_with("komadai_") || word.starts_with("process_");
        is_ours && !word.contains(|c: char| c.is_ascii_uppercase())
    };
    words.filter(is_name)
}

#[tokio::test]
async fn second_server_is_rejected() {
    let databases = [Some(Database::sqlite()), Database::postgres().await];
    for database in databases.iter().flatten() {
        check_second_server(database).await;
    }
}

async fn check_second_server(database: &Database) {
    let first = Process::start(database);
    let data = database.folder.display().to_string();
    let second = serve(&["--database", &database.url, "--data", &data]);
    assert_eq!(second.status.code(), Some(2));
    let said = text(&second.stderr);
    assert!(
        said.contains("another server is using this database"),
        "{said}"
    );
    let health: Value = first.client().get("/healthz").await.expect("an answer");
    assert_eq!(health["status"], "ok");
    first.kill();
    // The lock ends with the process that held it.
    assert_eq!(Process::start(database).stop("-TERM"), 0);
}

fn serve(args: &[&str]) -> Output {
    komadai()
        .args(["serve", "--listen", "127.0.0.1:0"])
        .args(args)
        .output()
        .expect("the binary starts")
}

/// Starts with an invalid configuration file; returns the error.
fn rejected(config: &str) -> String {
    let database = Database::sqlite();
    let file = database.folder.join("komadai.toml");
    std::fs::write(&file, config).expect("a file");
    let output = serve(&["--config", &file.display().to_string()]);
    assert_eq!(output.status.code(), Some(2), "{config}");
    assert_eq!(text(&output.stdout), "", "{config}");
    text(&output.stderr)
}

#[test]
fn invalid_config_is_rejected_with_line_and_column() {
    let said = rejected("listen = \"127.0.0.1:0\"\nport = 80\n");
    assert!(said.contains("line 2, column 1"), "{said}");
    assert!(said.contains("unknown field `port`"), "{said}");
    let said = rejected("[limits]\nspectators = \"many\"\n");
    assert!(said.contains("line 2, column 14"), "{said}");
    let said = rejected("listen = \n");
    assert!(said.contains("line 1, column 10"), "{said}");
    let said = rejected("public_url = \"komadai.example\"\n");
    assert!(said.contains("public_url"), "{said}");
    let output = serve(&["--config", "/nonexistent/komadai.toml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("/nonexistent/komadai.toml"));
}

#[test]
fn flags_override_environment_variables_which_override_the_file() {
    let place = Database::sqlite();
    let folder = |name: &str| place.folder.join(name);
    let file = folder("komadai.toml");
    let settings = format!("data = {:?}\nlog = \"warn\"\n", folder("by-file"));
    std::fs::write(&file, settings).expect("a file");
    let start = |prepare: &dyn Fn(&mut std::process::Command)| {
        let mut command = komadai();
        command.arg("serve").arg("--config").arg(&file);
        prepare(&mut command);
        Process::of(&mut command).stop("-TERM");
    };
    let is_there = |name: &str| folder(name).join("komadai.sqlite").is_file();
    start(&|_| {});
    assert!(is_there("by-file"), "the folder is made");
    start(&|command| {
        command.env("KOMADAI_DATA", folder("by-environment"));
    });
    assert!(is_there("by-environment"));
    start(&|command| {
        command.env("KOMADAI_DATA", folder("by-nobody"));
        command.arg("--data").arg(folder("by-flag"));
    });
    assert!(is_there("by-flag") && !is_there("by-nobody"));
}

#[tokio::test]
async fn json_log_lines_have_the_request_span() {
    let place = Database::sqlite();
    let log = place.folder.join("log");
    let mut command = komadai();
    command
        .args(["serve", "--log-json"])
        .env("KOMADAI_LOG", "info,tower_http=debug")
        .arg("--data")
        .arg(&place.folder)
        .stderr(Stdio::from(std::fs::File::create(&log).expect("a file")));
    let server = Process::logging(&mut command);
    let mut client = server.client();
    let named = [("x-request-id", "asked-by-a-test")];
    let answer = client.raw(Method::GET, "/api/v1/me?secret=1", None, &named);
    let (_, headers, _) = answer.await.expect("an answer");
    assert_eq!(headers["x-request-id"], "asked-by-a-test");
    assert_eq!(server.stop("-TERM"), 0);
    let lines = read_json_lines(&log);
    let of_request = |line: &&Value| line["span"]["id"] == "asked-by-a-test";
    let line = lines
        .iter()
        .find(of_request)
        .expect("a line of the request");
    assert_eq!(line["span"]["path"], "/api/v1/me");
    let whole = std::fs::read_to_string(&log).expect("a file");
    assert!(!whole.contains("secret"), "queries stay out of the log");
}

fn read_json_lines(file: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(file).expect("a file");
    let line = |line: &str| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
    text.lines().map(line).collect()
}
