//! Access to other people's games, cookies and origins.

use super::people::{cookie, get, high_limits, register, request, with_cookies};
use super::support::{Guest, Reply, Server, start_game};
use super::{guest_cookies, next_error, open_socket};
use axum::http::{Method, StatusCode};
use komadai_load::client::Client;
use komadai_server::Settings;
use serde_json::{Value, json};

/// All kinds of acts.
fn all_acts() -> Vec<Value> {
    let zeros = "00".repeat(32);
    vec![
        json!({"kind": "play", "deed": "7g7f"}),
        json!({"kind": "play", "deed": "3c3d"}),
        json!({"kind": "resign"}),
        json!({"kind": "declare"}),
        json!({"kind": "claim", "claim": {"kind": "illegal-move", "offender": "white"}}),
        json!({"kind": "offer", "offer": "draw"}),
        json!({"kind": "accept", "offer": "draw"}),
        json!({"kind": "take-back"}),
        json!({"kind": "press"}),
        json!({"kind": "arrive"}),
        json!({"kind": "start"}),
        json!({"kind": "tick"}),
        json!({"kind": "toss", "toss": "UUUUU"}),
        json!({"kind": "commit-toss", "commitment": zeros}),
        json!({"kind": "reveal-toss", "seed": zeros}),
        json!({"kind": "add-nonce", "nonce": zeros}),
        json!({"kind": "call-arbiter", "reason": "I am one"}),
        json!({"kind": "displace"}),
        json!({"kind": "put-back"}),
        json!({"kind": "arrange"}),
        json!({"kind": "rule", "decision": {"kind": "abort"}, "reason": "I say so"}),
    ]
}

fn was_refused(reply: &Reply) -> bool {
    matches!(reply, Reply::Refused(_) | Reply::Error(_))
}

#[tokio::test]
async fn spectator_cannot_act() {
    let server = Server::start_with(high_limits()).await;
    let terms = json!({"rules": {"preset": "fesa"}, "clock": "10m", "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    black.wait_for_event("started").await;
    let mut spectator = server.guest().await;
    spectator.join(&black.game).await;
    let seen = spectator.last;
    for act in all_acts() {
        let reply = spectator.act(act.clone()).await;
        assert!(was_refused(&reply), "{act}: {reply:?}");
    }
    rematch_is_refused(&mut spectator).await;
    assert_eq!(spectator.last, seen, "no events");
    black.play("7g7f").await;
    white.wait_for_ply(1).await;
    white.act(json!({"kind": "resign"})).await;
    black.wait_for_event("ended").await;
    rematch_is_refused(&mut spectator).await;
}

async fn rematch_is_refused(guest: &mut Guest) {
    let reply = guest.offer_rematch().await;
    assert!(was_refused(&reply), "{reply:?}");
}

#[tokio::test]
async fn acting_requires_joining_the_game() {
    let server = Server::start_with(high_limits()).await;
    let terms = json!({"rules": {"preset": "fesa"}, "color": "black"});
    let (mut black, _white) = server.pair(terms).await;
    black.wait_for_event("started").await;
    let mut stranger = server.guest().await;
    stranger.game = black.game.clone();
    for act in all_acts() {
        let reply = stranger.act(act.clone()).await;
        assert!(
            matches!(&reply, Reply::Error(code) if code == "not-joined"),
            "{act}: {reply:?}"
        );
    }
    for (re, kind) in [(501, "chat"), (502, "rematch")] {
        let mut message = json!({"type": kind, "re": re, "game": black.game});
        if kind == "chat" {
            message["text"] = "hello".into();
        }
        stranger
            .socket
            .send_text(&message.to_string())
            .await
            .expect("an open socket");
        assert_eq!(
            next_error(&mut stranger.socket).await,
            (Some(re), "not-joined".into())
        );
    }
}

#[tokio::test]
async fn nothing_is_displaced_online() {
    let server = Server::start_with(high_limits()).await;
    let rules = json!({"preset": "fesa", "knobs": {"press": "apart"}});
    let terms = json!({"rules": rules, "clock": "10m", "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    black.wait_for_event("started").await;
    white.wait_for_event("started").await;
    for player in [&mut black, &mut white] {
        let reply = player.act(json!({"kind": "displace"})).await;
        assert!(
            matches!(&reply, Reply::Refused(code) if code == "not-in-rules"),
            "{reply:?}"
        );
    }
    black.play("7g7f").await;
    let reply = black.act(json!({"kind": "press"})).await;
    assert!(matches!(reply, Reply::Events(_)), "{reply:?}");
    white.wait_for_ply(1).await;
    white.play("3c3d").await;
}

#[tokio::test]
async fn player_cannot_act_as_host_arbiter_or_opponent() {
    let server = Server::start_with(high_limits()).await;
    let terms = json!({"rules": {"preset": "fesa"}, "clock": "10m", "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    black.wait_for_event("started").await;
    white.wait_for_event("started").await;
    let seen = white.last;
    let zeros = "00".repeat(32);
    for act in [
        json!({"kind": "start"}),
        json!({"kind": "rule", "decision": {"kind": "abort"}, "reason": "I say so"}),
        json!({"kind": "commit-toss", "commitment": zeros}),
        json!({"kind": "reveal-toss", "seed": zeros}),
        json!({"kind": "accept", "offer": "draw"}),
    ] {
        let reply = white.act(act.clone()).await;
        assert!(was_refused(&reply), "{act}: {reply:?}");
    }
    assert_eq!(white.last, seen, "no events");
}

#[tokio::test]
async fn public_data_does_not_allow_impersonation() {
    let server = Server::start_with(high_limits()).await;
    let mut ann = Guest::connect(register(&server, "Zenobia").await).await;
    let mut bob = server.guest().await;
    let terms = json!({"rules": {"preset": "fesa"}, "color": "black"});
    let game = start_game(&mut ann, &mut bob, json!({"terms": terms})).await;
    let mine = guest_cookies(&server).await;
    let theirs = bob.client.cookie_header();
    let (mine, theirs) = (
        cookie(&mine, "komadai_guest"),
        cookie(&theirs, "komadai_guest"),
    );
    let (signature, _) = mine.split_at(mine.len() - 22);
    let id = &theirs[theirs.len() - 22..];
    let session = ann.client.cookie_header();
    let session = cookie(&session, "komadai_session");
    let token = &session[session.len() - 64..];
    for forged in [
        format!("komadai_guest={id}"),
        format!("komadai_guest={signature}{id}"),
        format!(
            "komadai_guest={}",
            bob.client.me().await.expect("bob").name.replace(' ', "")
        ),
        format!("komadai_session={token}"),
        format!("komadai_session={signature}{token}"),
        "komadai_session=a:1; komadai_guest=a:1".to_owned(),
    ] {
        let answer = with_cookies(&server, &forged, "/api/v1/sessions").await;
        assert_eq!(answer.code(), "unauthenticated", "{forged}");
        assert_eq!(
            open_socket(&server, &forged, &[]).await.err(),
            Some(StatusCode::UNAUTHORIZED)
        );
    }
    // Public names and data do not identify anyone.
    let shown = with_cookies(&server, "", &format!("/api/v1/games/{game}"))
        .await
        .text();
    assert!(shown.contains("Zenobia"));
    for secret in [id, token, "\"key\"", "a:1"] {
        assert!(!shown.contains(secret), "{secret} in {shown}");
    }
}

#[tokio::test]
async fn private_game_is_found_only_by_its_link() {
    let server = Server::start_with(high_limits()).await;
    let mut ann = server.guest().await;
    let mut bob = server.guest().await;
    let mut eve = server.guest().await;
    let terms = json!({"rules": {"preset": "casual"}, "color": "black", "visibility": "link"});
    let challenge = ann
        .post("/api/v1/challenges", json!({"terms": terms}))
        .await;
    let id = challenge["id"].as_str().expect("an id");
    let seen: Value = eve.client.get("/api/v1/challenges").await.expect("a list");
    assert_eq!(seen, json!([]));
    let begun = bob
        .post(&format!("/api/v1/challenges/{id}/accept"), json!({}))
        .await;
    let game = begun["game"].as_str().expect("a game").to_owned();
    ann.join(&game).await;
    bob.join(&game).await;
    ann.wait_for_event("started").await;
    ann.act(json!({"kind": "resign"})).await;
    let mut open: Value = eve.client.get("/api/v1/games").await.expect("the archive");
    assert_eq!(open["games"], json!([]));
    open = eve
        .client
        .get("/api/v1/games?mine=true")
        .await
        .expect("the archive");
    assert_eq!(open["games"], json!([]));
    assert!(
        game.len() == 22 && game != id,
        "128 bits, and not those of the challenge"
    );
    let mut guesses = vec![
        game.to_lowercase(),
        game[..21].to_owned(),
        format!("{game}x"),
    ];
    guesses.extend(["%", "_", "'%20OR%201=1--", "1", "..%2F..", "*"].map(String::from));
    for guess in guesses.iter().filter(|guess| **guess != game) {
        for path in [
            format!("/api/v1/games/{guess}"),
            format!("/api/v1/games/{guess}/record/kif"),
        ] {
            let answer = get(&mut eve.client, &path).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        }
        let join = json!({"type": "join", "game": guess}).to_string();
        eve.socket.send_text(&join).await.expect("an open socket");
        assert_eq!(
            next_error(&mut eve.socket).await,
            (None, "no-such-game".into()),
            "{guess}"
        );
    }
    let shared: Value = eve
        .client
        .get(&format!("/api/v1/games/{game}"))
        .await
        .expect("the link");
    assert_eq!(shared["role"], "spectator");
}

#[tokio::test]
async fn websocket_checks_the_origin() {
    let server = Server::start().await;
    let cookies = guest_cookies(&server).await;
    let own = format!("http://{}", server.address);
    let near = format!("http://{}.evil.example", server.address);
    for foreign in [
        "https://evil.example",
        "null",
        "",
        "http://127.0.0.1:1",
        &near,
    ] {
        let opened = open_socket(&server, &cookies, &[("origin", foreign)]).await;
        assert_eq!(opened.err(), Some(StatusCode::FORBIDDEN), "{foreign}");
    }
    let site = open_socket(&server, &cookies, &[("sec-fetch-site", "cross-site")]).await;
    assert_eq!(site.err(), Some(StatusCode::FORBIDDEN));
    assert!(
        open_socket(&server, &cookies, &[("origin", &own)])
            .await
            .is_ok()
    );
    assert!(open_socket(&server, &cookies, &[]).await.is_ok());
    assert_eq!(
        open_socket(&server, "", &[]).await.err(),
        Some(StatusCode::UNAUTHORIZED)
    );
}

#[tokio::test]
async fn cross_site_requests_are_rejected() {
    let server = Server::start_with(high_limits()).await;
    let own = format!("http://{}", server.address);
    let mut client = Client::new(server.address);
    client.me().await.expect("a guest");
    let body = json!({"terms": {"rules": {"preset": "casual"}}});
    for (name, value, is_ours) in [
        ("origin", "https://evil.example", false),
        ("origin", "null", false),
        ("sec-fetch-site", "cross-site", false),
        ("sec-fetch-site", "same-site", false),
        ("sec-fetch-site", "same-origin", true),
        ("origin", own.as_str(), true),
    ] {
        let post = Some(body.clone());
        let answer = request(
            &mut client,
            Method::POST,
            "/api/v1/challenges",
            post,
            &[(name, value)],
        )
        .await;
        if is_ours {
            assert_eq!(answer.status, StatusCode::CREATED, "{name}: {value}");
            continue;
        }
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (StatusCode::FORBIDDEN, "foreign-origin")
        );
        for (method, path) in [
            (Method::POST, "/api/v1/session"),
            (Method::POST, "/api/v1/accounts"),
            (Method::DELETE, "/api/v1/session"),
            (Method::DELETE, "/api/v1/sessions"),
            (Method::PUT, "/api/v1/account/password"),
            (Method::DELETE, "/api/v1/account"),
            (Method::POST, "/api/v1/games/computer"),
        ] {
            let answer =
                request(&mut client, method, path, Some(json!({})), &[(name, value)]).await;
            assert_eq!(answer.code(), "foreign-origin", "{path}");
        }
    }
    // A cross-site form cannot send JSON without a preflight, and only JSON is accepted.
    let form = [("content-type", "text/plain")];
    let body = Some(body);
    let mut plain = Client::new(server.address);
    plain.me().await.expect("a guest");
    let (status, _, _) = plain
        .raw(Method::POST, "/api/v1/challenges", None, &form)
        .await
        .expect("an answer");
    assert_eq!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{body:?}");
}

#[tokio::test]
async fn public_url_is_the_only_allowed_origin() {
    let server = Server::start_with(Settings {
        public_url: Some("https://shogi.example/".into()),
        ..high_limits()
    })
    .await;
    let cookies = guest_cookies(&server).await;
    let listens = format!("http://{}", server.address);
    for foreign in [
        listens.as_str(),
        "http://shogi.example",
        "https://shogi.example.evil",
    ] {
        let opened = open_socket(&server, &cookies, &[("origin", foreign)]).await;
        assert_eq!(opened.err(), Some(StatusCode::FORBIDDEN), "{foreign}");
    }
    let own = [("origin", "https://shogi.example")];
    assert!(open_socket(&server, &cookies, &own).await.is_ok());
}
