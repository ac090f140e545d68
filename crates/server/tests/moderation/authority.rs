//! Who may act as operator.

use super::{ACTS, FACTOR, LOG, Local, act, code, enrol, operator};
use crate::people::{get, high_limits, post, register, request};
use crate::support::Server;
use axum::http::{Method, StatusCode};
use komadai_load::client::Client;
use komadai_server::Settings;
use serde_json::json;

#[tokio::test]
async fn only_operators_with_a_second_factor_may_act() {
    let server = Server::start_with(high_limits()).await;
    let ban = || json!({"act": "ban", "who": "Mallory"});
    register(&server, "Mallory").await;
    let mut guest = Client::new(server.address);
    assert_eq!(act(&mut guest, ban()).await.code(), "unauthenticated");
    guest.me().await.expect("a guest");
    assert_eq!(act(&mut guest, ban()).await.code(), "account-needed");
    let mut ann = register(&server, "Ann").await;
    assert_eq!(act(&mut ann, ban()).await.code(), "operators-only");
    for list in [
        "log",
        "reports",
        "restrictions",
        "invitations",
        "online",
        "accounts/Mallory",
    ] {
        let answer = get(&mut ann, &format!("/api/v1/operator/{list}")).await;
        assert_eq!(answer.code(), "operators-only", "{list}");
    }
    let grant = json!({"act": "grant", "who": "Ann", "role": "operator"});
    Local::of(&server).await.done(grant).await;
    assert_eq!(act(&mut ann, ban()).await.code(), "second-factor-needed");
    assert_eq!(get(&mut ann, LOG).await.code(), "second-factor-needed");
    // A secret that no code has confirmed does not count.
    let proposal = json!({"password": crate::people::PASSWORD});
    assert_eq!(
        post(&mut ann, FACTOR, proposal).await.status,
        StatusCode::OK
    );
    assert_eq!(act(&mut ann, ban()).await.code(), "second-factor-needed");
    enrol(&mut ann).await;
    assert_eq!(act(&mut ann, ban()).await.status, StatusCode::OK);
    let revoke = json!({"act": "revoke", "who": "Ann", "role": "operator"});
    Local::of(&server).await.done(revoke).await;
    assert_eq!(get(&mut ann, LOG).await.code(), "operators-only");
    let log = Local::of(&server).await.log().await;
    let acts: Vec<&str> = log.iter().map(|(act, _)| act.as_str()).collect();
    assert_eq!(
        acts,
        ["grant", "ban", "revoke"],
        "refused acts leave no entry"
    );
}

#[tokio::test]
async fn operators_are_made_and_changed_on_the_machine_only() {
    let server = Server::start_with(high_limits()).await;
    let mut ann = operator(&server, "Ann").await;
    operator(&server, "Bob").await;
    register(&server, "Mallory").await;
    for forbidden in [
        json!({"act": "grant", "who": "Mallory", "role": "operator"}),
        json!({"act": "revoke", "who": "Bob", "role": "operator"}),
        json!({"act": "ban", "who": "Bob"}),
        json!({"act": "mute", "who": "Ann"}),
        json!({"act": "kick", "who": "Bob"}),
        json!({"act": "rename", "who": "Bob", "name": "Robert"}),
        json!({"act": "reset-password", "who": "Bob"}),
        json!({"act": "reset-second-factor", "who": "Bob"}),
        json!({"act": "end-sessions", "who": "Bob"}),
    ] {
        let answer = act(&mut ann, forbidden.clone()).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{forbidden}");
        assert_eq!(answer.code(), "local-only", "{forbidden}");
    }
    let arbiter = json!({"act": "grant", "who": "Mallory", "role": "arbiter"});
    assert_eq!(act(&mut ann, arbiter).await.status, StatusCode::OK);
    let mut local = Local::of(&server).await;
    local
        .done(json!({"act": "reset-second-factor", "who": "Bob"}))
        .await;
    let account = local.list("accounts/Mallory").await;
    assert_eq!(account["roles"], json!(["arbiter"]));
}

#[tokio::test]
async fn acts_cannot_be_forged_by_another_site() {
    let server = Server::start_with(high_limits()).await;
    let mut ann = operator(&server, "Ann").await;
    register(&server, "Bob").await;
    let body = json!({"act": {"act": "ban", "who": "Bob"}});
    for headers in [
        [("origin", "https://evil.example")],
        [("sec-fetch-site", "cross-site")],
    ] {
        let answer = request(&mut ann, Method::POST, ACTS, Some(body.clone()), &headers).await;
        assert_eq!(answer.code(), "foreign-origin");
    }
    // A form cannot send JSON.
    let headers = [("content-type", "text/plain")];
    let (status, ..) = ann
        .raw(Method::POST, ACTS, None, &headers)
        .await
        .expect("an answer");
    assert_eq!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(Local::of(&server).await.log().await.len(), 1, "the grant");
}

#[tokio::test]
async fn token_file_is_private_and_works_on_the_machine_only() {
    let server = Server::start_with(high_limits()).await;
    let file = server.folder.0.join("operator.json");
    let mut local = Local::of(&server).await;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&file)
            .expect("a file")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    local.list("log").await;
    let good = local.token.clone();
    let mut client = Client::new(server.address);
    for headers in [
        vec![("authorization", "Bearer 0000")],
        vec![("authorization", "Bearer ")],
        vec![("authorization", good.trim_start_matches("Bearer "))],
        vec![
            ("authorization", good.as_str()),
            ("x-forwarded-for", "127.0.0.1"),
        ],
        vec![("authorization", good.as_str()), ("via", "1.1 proxy")],
    ] {
        let answer = request(&mut client, Method::GET, LOG, None, &headers).await;
        assert_eq!(answer.code(), "unauthenticated", "{headers:?}");
    }
    let folder = server.stop().await;
    assert!(!file.exists(), "a server that has stopped leaves no token");
    let server = Server::start_in(folder, Settings::default()).await;
    let mut again = Local::of(&server).await;
    assert_ne!(again.token, good, "every start has a token of its own");
    again.list("log").await;
}

#[tokio::test]
async fn sessions_without_a_code_end_when_a_second_factor_is_set_up() {
    let server = Server::start_with(high_limits()).await;
    let mut own = register(&server, "Ann").await;
    let mut stolen = crate::people::log_in(&server, "Ann", crate::people::PASSWORD).await;
    let mut socket = stolen.connect().await.expect("an open socket");
    let (secret, _) = enrol(&mut own).await;
    assert_eq!(
        get(&mut stolen, "/api/v1/account").await.code(),
        "unauthenticated"
    );
    let closed = crate::people::close_reason(&mut socket).await;
    assert_eq!(closed, "closed 4003: logged out");
    let account = get(&mut own, "/api/v1/account").await.json();
    assert_eq!(account["second_factor"], true);
    // The secret is shown once, and not replaced.
    let proposal = json!({"password": crate::people::PASSWORD});
    assert_eq!(
        post(&mut own, FACTOR, proposal).await.code(),
        "already-done"
    );
    assert!(!account.to_string().contains(&secret));
    assert_ne!(code(&secret, 0), code(&secret, 5));
}
