//! Other people's games, cookies and pages.

use super::people::{ask, begin, generous, register, with_cookies, with_line};
use super::support::{Guest, Reply, Server};
use super::{complaint, guest_cookies, knock};
use axum::http::{Method, StatusCode};
use komadai_server::Settings;
use komadai_server::client::Client;
use komadai_wire::message::ClientMessage;
use serde_json::{Value, json};

/// Everything that someone may try in a game that is not theirs.
fn tricks() -> Vec<Value> {
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
async fn an_onlooker_can_do_nothing_in_a_game() {
    let server = Server::start_with(generous()).await;
    let terms = json!({"rules": {"preset": "fesa"}, "clock": "10m", "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    black.hear_of("started").await;
    let mut onlooker = server.guest().await;
    onlooker.join(&black.game).await;
    let seen = onlooker.last;
    for trick in tricks() {
        let reply = onlooker.act(trick.clone()).await;
        assert!(was_refused(&reply), "{trick}: {reply:?}");
    }
    rematch_is_refused(&mut onlooker).await;
    assert_eq!(onlooker.last, seen, "nothing happened");
    black.play("7g7f").await;
    white.see(1).await;
    white.act(json!({"kind": "resign"})).await;
    black.hear_of("ended").await;
    rematch_is_refused(&mut onlooker).await;
}

async fn rematch_is_refused(guest: &mut Guest) {
    guest.re += 1;
    let (re, game) = (guest.re, guest.game.clone());
    guest
        .line
        .say(&ClientMessage::Rematch { re, game })
        .await
        .expect("a line");
    let reply = guest.answer(re).await;
    assert!(was_refused(&reply), "{reply:?}");
}

#[tokio::test]
async fn whoever_has_not_joined_a_game_can_do_nothing_in_it() {
    let server = Server::start_with(generous()).await;
    let terms = json!({"rules": {"preset": "fesa"}, "color": "black"});
    let (mut black, _white) = server.pair(terms).await;
    black.hear_of("started").await;
    let mut stranger = server.guest().await;
    stranger.game = black.game.clone();
    for trick in tricks() {
        let reply = stranger.act(trick.clone()).await;
        assert!(
            matches!(&reply, Reply::Error(code) if code == "not-joined"),
            "{trick}: {reply:?}"
        );
    }
    for (re, kind) in [(501, "chat"), (502, "rematch")] {
        let mut message = json!({"type": kind, "re": re, "game": black.game});
        if kind == "chat" {
            message["text"] = "hello".into();
        }
        stranger
            .line
            .say_text(&message.to_string())
            .await
            .expect("a line");
        assert_eq!(
            complaint(&mut stranger.line).await,
            (Some(re), "not-joined".into())
        );
    }
}

#[tokio::test]
async fn a_player_cannot_do_what_is_the_hosts_the_arbiters_or_the_opponents() {
    let server = Server::start_with(generous()).await;
    let terms = json!({"rules": {"preset": "fesa"}, "clock": "10m", "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    black.hear_of("started").await;
    white.hear_of("started").await;
    let seen = white.last;
    let zeros = "00".repeat(32);
    for trick in [
        json!({"kind": "start"}),
        json!({"kind": "rule", "decision": {"kind": "abort"}, "reason": "I say so"}),
        json!({"kind": "commit-toss", "commitment": zeros}),
        json!({"kind": "reveal-toss", "seed": zeros}),
        json!({"kind": "accept", "offer": "draw"}),
    ] {
        let reply = white.act(trick.clone()).await;
        assert!(was_refused(&reply), "{trick}: {reply:?}");
    }
    assert_eq!(white.last, seen, "nothing happened");
}

#[tokio::test]
async fn nobody_becomes_someone_else_by_what_can_be_seen_of_them() {
    let server = Server::start_with(generous()).await;
    let mut ann = with_line(register(&server, "Zenobia").await).await;
    let mut bob = server.guest().await;
    let terms = json!({"rules": {"preset": "fesa"}, "color": "black"});
    let game = begin(&mut ann, &mut bob, json!({"terms": terms})).await;
    let mine = guest_cookies(&server).await;
    let theirs = bob.client.cookie_header();
    let (mine, theirs) = (
        value(&mine, "komadai_guest"),
        value(&theirs, "komadai_guest"),
    );
    let (signature, _) = mine.split_at(mine.len() - 22);
    let id = &theirs[theirs.len() - 22..];
    let session = ann.client.cookie_header();
    let session = value(&session, "komadai_session");
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
            knock(&server, &forged, &[]).await.err(),
            Some(StatusCode::UNAUTHORIZED)
        );
    }
    // A name that others see is not what tells people apart.
    let shown = with_cookies(&server, "", &format!("/api/v1/games/{game}"))
        .await
        .text();
    assert!(shown.contains("Zenobia"));
    for secret in [id, token, "\"key\"", "a:1"] {
        assert!(!shown.contains(secret), "{secret} in {shown}");
    }
}

fn value<'a>(cookies: &'a str, name: &str) -> &'a str {
    let mut pairs = cookies.split("; ");
    let found = pairs.find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
    found.expect("the cookie")
}

#[tokio::test]
async fn a_private_game_is_found_by_its_link_alone() {
    let server = Server::start_with(generous()).await;
    let mut ann = server.guest().await;
    let mut bob = server.guest().await;
    let mut eve = server.guest().await;
    let terms = json!({"rules": {"preset": "casual"}, "color": "black", "visibility": "link"});
    let challenge = ann
        .post("/api/v1/challenges", json!({"terms": terms}))
        .await;
    let id = challenge["id"].as_str().expect("a name");
    let seen: Value = eve.client.get("/api/v1/challenges").await.expect("a list");
    assert_eq!(seen, json!([]));
    let begun = bob
        .post(&format!("/api/v1/challenges/{id}/accept"), json!({}))
        .await;
    let game = begun["game"].as_str().expect("a game").to_owned();
    ann.join(&game).await;
    bob.join(&game).await;
    ann.hear_of("started").await;
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
            let answer = ask(&mut eve.client, Method::GET, &path, None, &[]).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        }
        let join = json!({"type": "join", "game": guess}).to_string();
        eve.line.say_text(&join).await.expect("a line");
        assert_eq!(
            complaint(&mut eve.line).await,
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
async fn the_websocket_opens_for_our_own_pages_only() {
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
        let opened = knock(&server, &cookies, &[("origin", foreign)]).await;
        assert_eq!(opened.err(), Some(StatusCode::FORBIDDEN), "{foreign}");
    }
    let site = knock(&server, &cookies, &[("sec-fetch-site", "cross-site")]).await;
    assert_eq!(site.err(), Some(StatusCode::FORBIDDEN));
    assert!(knock(&server, &cookies, &[("origin", &own)]).await.is_ok());
    assert!(knock(&server, &cookies, &[]).await.is_ok());
    assert_eq!(
        knock(&server, "", &[]).await.err(),
        Some(StatusCode::UNAUTHORIZED)
    );
}

#[tokio::test]
async fn requests_that_change_something_come_from_our_own_pages_only() {
    let server = Server::start_with(generous()).await;
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
        let answer = ask(
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
            let answer = ask(&mut client, method, path, Some(json!({})), &[(name, value)]).await;
            assert_eq!(answer.code(), "foreign-origin", "{path}");
        }
    }
    // A form of another page cannot send JSON without asking first, and we take nothing else.
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
async fn behind_a_proxy_the_public_address_is_the_only_origin() {
    let server = Server::start_with(Settings {
        public_url: Some("https://shogi.example/".into()),
        ..generous()
    })
    .await;
    let cookies = guest_cookies(&server).await;
    let listens = format!("http://{}", server.address);
    for foreign in [
        listens.as_str(),
        "http://shogi.example",
        "https://shogi.example.evil",
    ] {
        let opened = knock(&server, &cookies, &[("origin", foreign)]).await;
        assert_eq!(opened.err(), Some(StatusCode::FORBIDDEN), "{foreign}");
    }
    let own = [("origin", "https://shogi.example")];
    assert!(knock(&server, &cookies, &own).await.is_ok());
}
