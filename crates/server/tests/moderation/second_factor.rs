//! Codes at login.

use super::{FACTOR, code, enrol};
use crate::people::{PASSWORD, Response, get, high_limits, post, register, request};
use crate::support::Server;
use axum::http::{Method, StatusCode};
use komadai_load::client::Client;
use serde_json::json;

async fn try_login(client: &mut Client, password: &str, code: Option<&str>) -> Response {
    let mut body = json!({"name": "Ann", "password": password});
    if let Some(code) = code {
        body["code"] = json!(code);
    }
    post(client, "/api/v1/session", body).await
}

#[tokio::test]
async fn code_is_needed_at_login_and_works_once() {
    let server = Server::start_with(high_limits()).await;
    let mut ann = register(&server, "Ann").await;
    let (secret, _) = enrol(&mut ann).await;
    let mut client = Client::new(server.address);
    // Nothing is told to those who do not know the password.
    let answer = try_login(&mut client, "wrong wrong wrong", None).await;
    assert_eq!(answer.code(), "wrong-credentials");
    let answer = try_login(&mut client, "wrong wrong wrong", Some(&code(&secret, 1))).await;
    assert_eq!(answer.code(), "wrong-credentials");
    assert_eq!(
        try_login(&mut client, PASSWORD, None).await.code(),
        "code-needed"
    );
    assert_eq!(
        try_login(&mut client, PASSWORD, Some(" ")).await.code(),
        "code-needed"
    );
    // The code that set it up is used up.
    let used = code(&secret, 0);
    assert_eq!(
        try_login(&mut client, PASSWORD, Some(&used)).await.code(),
        "wrong-code"
    );
    let next = code(&secret, 1);
    let answer = try_login(&mut client, PASSWORD, Some(&next)).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let mut thief = Client::new(server.address);
    assert_eq!(
        try_login(&mut thief, PASSWORD, Some(&next)).await.code(),
        "wrong-code"
    );
}

#[tokio::test]
async fn recovery_codes_replace_a_lost_app_once_each() {
    let server = Server::start_with(high_limits()).await;
    let mut ann = register(&server, "Ann").await;
    let (_, recovery) = enrol(&mut ann).await;
    assert_eq!(recovery.len(), 10);
    let mut client = Client::new(server.address);
    let answer = try_login(&mut client, PASSWORD, Some(&recovery[0])).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let answer = try_login(&mut client, PASSWORD, Some(&recovery[0])).await;
    assert_eq!(answer.code(), "wrong-code");
    let answer = try_login(&mut client, PASSWORD, Some(&recovery[9])).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
}

#[tokio::test]
async fn codes_are_limited_for_each_account() {
    let server = Server::start_with(high_limits()).await;
    let mut ann = register(&server, "Ann").await;
    let (secret, _) = enrol(&mut ann).await;
    let mut client = Client::new(server.address);
    let mut codes = Vec::new();
    for _ in 0..6 {
        codes.push(
            try_login(&mut client, PASSWORD, Some("000000"))
                .await
                .code(),
        );
    }
    assert_eq!(codes.last().map(String::as_str), Some("too-many-requests"));
    // Even the right code has to wait.
    let answer = try_login(&mut client, PASSWORD, Some(&code(&secret, 1))).await;
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn second_factor_is_removed_with_password_and_code() {
    let server = Server::start_with(high_limits()).await;
    let mut ann = register(&server, "Ann").await;
    let (secret, recovery) = enrol(&mut ann).await;
    for (password, code, refused) in [
        (
            "wrong wrong wrong",
            recovery[0].as_str(),
            "wrong-credentials",
        ),
        (PASSWORD, "000000", "wrong-code"),
    ] {
        let body = json!({"password": password, "code": code});
        let answer = request(&mut ann, Method::DELETE, FACTOR, Some(body), &[]).await;
        assert_eq!(answer.code(), refused);
    }
    let body = json!({"password": PASSWORD, "code": code(&secret, 1)});
    let answer = request(&mut ann, Method::DELETE, FACTOR, Some(body), &[]).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text());
    let mut client = Client::new(server.address);
    assert_eq!(
        try_login(&mut client, PASSWORD, None).await.status,
        StatusCode::OK
    );
    assert_eq!(
        get(&mut ann, "/api/v1/account").await.json()["second_factor"],
        false
    );
}
