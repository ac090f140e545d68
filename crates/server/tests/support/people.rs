//! Users with accounts, and arbitrary requests.
#![allow(dead_code, reason = "every test binary uses a part of it")]

use super::support::{Server, with_timeout};
use axum::body::Bytes;
use axum::http::{HeaderMap, Method, StatusCode};
use komadai_load::client::{Client, ClientError, Socket};
use komadai_server::{Settings, config::LimitSettings};
use serde_json::{Value, json};

pub(crate) const PASSWORD: &str = "seven pawns on a bench";

/// Rate limits that no test reaches by accident.
pub(crate) fn high_limits() -> Settings {
    Settings {
        limits: LimitSettings {
            logins_per_minute: Some(10_000),
            games_per_minute: Some(10_000),
            games_per_minute_per_address: Some(10_000),
            chat_per_minute: Some(10_000),
            ..LimitSettings::default()
        },
        ..Settings::default()
    }
}

/// A response with any status.
#[derive(Debug)]
pub(crate) struct Response {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Response {
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

    /// The cookies that the response sets.
    pub(crate) fn cookies(&self) -> Vec<&str> {
        let cookies = self.headers.get_all("set-cookie").iter();
        cookies.filter_map(|cookie| cookie.to_str().ok()).collect()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

/// Sends any request.
pub(crate) async fn request(
    client: &mut Client,
    method: Method,
    path: &str,
    body: Option<Value>,
    headers: &[(&str, &str)],
) -> Response {
    let body = body.map(|body| body.to_string().into_bytes());
    let answer = with_timeout(client.raw(method, path, body, headers)).await;
    let (status, headers, body) = answer.expect("an answer");
    Response {
        status,
        headers,
        body,
    }
}

/// Sends a GET request.
pub(crate) async fn get(client: &mut Client, path: &str) -> Response {
    request(client, Method::GET, path, None, &[]).await
}

/// Sends a POST request.
pub(crate) async fn post(client: &mut Client, path: &str, body: Value) -> Response {
    request(client, Method::POST, path, Some(body), &[]).await
}

/// Sends a DELETE request without a body.
pub(crate) async fn delete(client: &mut Client, path: &str) -> Response {
    request(client, Method::DELETE, path, None, &[]).await
}

/// The value of a cookie in a `Cookie` header.
pub(crate) fn cookie<'a>(cookies: &'a str, name: &str) -> &'a str {
    let mut pairs = cookies.split("; ");
    let found = pairs.find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
    found.expect("the cookie")
}

/// Sends a GET request with only these cookies.
pub(crate) async fn with_cookies(server: &Server, cookies: &str, path: &str) -> Response {
    let mut client = Client::new(server.address);
    request(&mut client, Method::GET, path, None, &[("cookie", cookies)]).await
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
) -> Response {
    let body = json!({"name": name, "password": password});
    request(client, Method::POST, path, Some(body), &[]).await
}

/// Waits until the server closes the connection; returns the close reason.
pub(crate) async fn close_reason(socket: &mut Socket) -> String {
    let never = with_timeout(socket.receive_until(|_| None::<()>)).await;
    match never.expect_err("an end") {
        ClientError::Connection(why) => why,
        other => panic!("{other}"),
    }
}
