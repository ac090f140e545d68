//! People with accounts, and requests as a browser or an attacker would send them.
#![allow(dead_code, reason = "every test binary uses a part of it")]

use super::support::{Guest, Server, soon};
use axum::body::Bytes;
use axum::http::{HeaderMap, Method, StatusCode};
use komadai_server::client::{Client, ClientError, Line};
use komadai_server::{Settings, config::LimitSettings};
use serde_json::{Value, json};

pub(crate) const PASSWORD: &str = "seven pawns on a bench";

/// Limits that do not get into the way of tests of other things.
pub(crate) fn generous() -> Settings {
    Settings {
        limits: LimitSettings {
            logins_per_minute: Some(10_000),
            games_per_minute: Some(10_000),
            chat_per_minute: Some(10_000),
            ..LimitSettings::default()
        },
        ..Settings::default()
    }
}

/// An answer, whatever it says.
#[derive(Debug)]
pub(crate) struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Answer {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    /// The code of a problem.
    pub(crate) fn code(&self) -> String {
        let problem = self.json();
        assert_eq!(problem["status"], self.status.as_u16(), "{}", self.text());
        problem["code"].as_str().expect("a code").to_owned()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

/// Sends any request.
pub(crate) async fn ask(
    client: &mut Client,
    method: Method,
    path: &str,
    body: Option<Value>,
    headers: &[(&str, &str)],
) -> Answer {
    let body = body.map(|body| body.to_string().into_bytes());
    let answer = soon(client.raw(method, path, body, headers)).await;
    let (status, headers, body) = answer.expect("an answer");
    Answer {
        status,
        headers,
        body,
    }
}

/// Fetches something with nothing but these cookies.
pub(crate) async fn with_cookies(server: &Server, cookies: &str, path: &str) -> Answer {
    let mut client = Client::new(server.address);
    ask(&mut client, Method::GET, path, None, &[("cookie", cookies)]).await
}

pub(crate) async fn register(server: &Server, name: &str) -> Client {
    let mut client = Client::new(server.address);
    let answer = credentials(&mut client, "/api/v1/accounts", name, PASSWORD).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
    client
}

pub(crate) async fn log_in(server: &Server, name: &str, password: &str) -> Client {
    let mut client = Client::new(server.address);
    let answer = credentials(&mut client, "/api/v1/session", name, password).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    client
}

/// Sends a name and a password.
pub(crate) async fn credentials(
    client: &mut Client,
    path: &str,
    name: &str,
    password: &str,
) -> Answer {
    let body = json!({"name": name, "password": password});
    ask(client, Method::POST, path, Some(body), &[]).await
}

/// Someone with a line of their own.
pub(crate) async fn with_line(client: Client) -> Guest {
    let line = client.connect().await.expect("a line");
    Guest {
        client,
        line,
        game: String::new(),
        last: 0,
        ply: 0,
        re: 0,
        state: None,
        unread: std::collections::VecDeque::new(),
    }
}

/// What the server says when it hangs up; whatever comes before that is passed over.
pub(crate) async fn hung_up(line: &mut Line) -> String {
    let never = soon(line.hear_until(|_| None::<()>)).await;
    match never.expect_err("an end") {
        ClientError::Connection(why) => why,
        other => panic!("{other}"),
    }
}

/// Makes a challenge and has it accepted; both sit down. The first plays Black if the terms say so.
pub(crate) async fn begin(black: &mut Guest, white: &mut Guest, challenge: Value) -> String {
    let made = black.post("/api/v1/challenges", challenge).await;
    let id = made["id"].as_str().expect("a name");
    let accept = format!("/api/v1/challenges/{id}/accept");
    let begun = white.post(&accept, json!({})).await;
    let game = begun["game"].as_str().expect("a game").to_owned();
    black.join(&game).await;
    white.join(&game).await;
    game
}
