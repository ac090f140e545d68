//! The acts of operators.

use super::{DAY_MS, Local, act, operator};
use crate::people::{
    PASSWORD, close_reason, credentials, get, high_limits, log_in, post, register, request,
};
use crate::support::{Guest, Reply, Server, start_game, start_game_with_arbiter, with_timeout};
use axum::http::{Method, StatusCode};
use komadai_load::client::Client;
use komadai_server::Settings;
use komadai_server::server_clock::wall_ms;
use komadai_wire::message::ServerMessage;
use serde_json::{Value, json};

fn casual() -> Value {
    json!({"terms": {"rules": {"preset": "casual"}, "color": "black"}})
}

#[tokio::test]
async fn banned_account_loses_sessions_sockets_and_challenges() {
    let server = Server::start_with(high_limits()).await;
    let mut local = Local::of(&server).await;
    let mut mallory = Guest::connect(register(&server, "Mallory").await).await;
    mallory.post("/api/v1/challenges", casual()).await;
    let answer = local.done(json!({"act": "ban", "who": "mallory"})).await;
    assert_eq!(answer["closed"], 1);
    assert_eq!(
        close_reason(&mut mallory.socket).await,
        "closed 4004: banned"
    );
    let answer = get(&mut mallory.client, "/api/v1/sessions").await;
    assert_eq!(answer.code(), "unauthenticated", "the session is gone");
    assert!(mallory.client.connect().await.is_err());
    let mut stranger = Client::new(server.address);
    let lobby = get(&mut stranger, "/api/v1/challenges").await.json();
    assert_eq!(lobby, json!([]));
    let answer = credentials(&mut stranger, "/api/v1/session", "Mallory", PASSWORD).await;
    assert_eq!(answer.code(), "banned");
    let wrong = "wrong wrong wrong";
    let answer = credentials(&mut stranger, "/api/v1/session", "Mallory", wrong).await;
    assert_eq!(
        answer.code(),
        "wrong-credentials",
        "a ban is told to its owner only"
    );
    // It outlives a restart.
    let server = Server::start_in(server.stop().await, high_limits()).await;
    let mut local = Local::of(&server).await;
    let mut stranger = Client::new(server.address);
    let answer = credentials(&mut stranger, "/api/v1/session", "Mallory", PASSWORD).await;
    assert_eq!(answer.code(), "banned");
    assert_eq!(local.list("restrictions").await[0]["name"], "Mallory");
    local.done(json!({"act": "unban", "who": "Mallory"})).await;
    log_in(&server, "Mallory", PASSWORD).await;
    let again = local.act(json!({"act": "unban", "who": "Mallory"})).await;
    assert_eq!(again.status, StatusCode::NOT_FOUND);
    let log = local.log().await;
    let expected = [("ban", "Mallory"), ("unban", "Mallory")];
    assert_eq!(
        log,
        expected.map(|(act, who)| (act.to_owned(), who.to_owned()))
    );
}

#[tokio::test]
async fn ban_ends_at_its_end() {
    let server = Server::start_with(high_limits()).await;
    let mut local = Local::of(&server).await;
    register(&server, "Mallory").await;
    let past = local
        .act(json!({"act": "ban", "who": "Mallory", "until": wall_ms() - 1}))
        .await;
    assert_eq!(past.code(), "bad-until");
    let until = wall_ms() + 400;
    local
        .done(json!({"act": "ban", "who": "Mallory", "until": until}))
        .await;
    let mut client = Client::new(server.address);
    let lasts = async {
        loop {
            let answer = credentials(&mut client, "/api/v1/session", "Mallory", PASSWORD).await;
            if answer.status == StatusCode::OK {
                return wall_ms();
            }
            assert_eq!(answer.code(), "banned");
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    assert!(with_timeout(lasts).await >= until);
    assert_eq!(local.list("restrictions").await, json!([]));
}

#[tokio::test]
async fn banned_network_reaches_nothing_not_even_as_a_guest() {
    let settings = Settings {
        trust_proxy: Some(true),
        ..high_limits()
    };
    let server = Server::start_with(settings).await;
    let mut local = Local::of(&server).await;
    let from = |address: &'static str| [("x-forwarded-for", address)];
    let mut client = Client::new(server.address);
    let me = "/api/v1/me";
    let inside = request(&mut client, Method::GET, me, None, &from("203.0.113.9")).await;
    assert_eq!(inside.status, StatusCode::OK);
    let until = wall_ms() + DAY_MS;
    let ban = json!({"act": "ban-network", "network": "203.0.113.77/24", "until": until});
    local.done(ban).await;
    for (method, path) in [
        (Method::GET, me),
        (Method::POST, "/api/v1/accounts"),
        (Method::POST, "/api/v1/session"),
        (Method::GET, "/api/v1/socket"),
        (Method::GET, "/api/v1/games"),
    ] {
        let mut fresh = Client::new(server.address);
        for client in [&mut client, &mut fresh] {
            let body =
                (method == Method::POST).then(|| json!({"name": "New", "password": PASSWORD}));
            let answer = request(client, method.clone(), path, body, &from("203.0.113.9")).await;
            assert_eq!(answer.code(), "banned", "{path}");
        }
    }
    let outside = request(&mut client, Method::GET, me, None, &from("203.0.112.9")).await;
    assert_eq!(outside.status, StatusCode::OK);
    // The page may be loaded: it says what is wrong.
    let page = request(&mut client, Method::GET, "/", None, &from("203.0.113.9")).await;
    assert_eq!(page.status, StatusCode::OK);
    local
        .done(json!({"act": "unban-network", "network": "203.0.113.0/24"}))
        .await;
    let inside = request(&mut client, Method::GET, me, None, &from("203.0.113.9")).await;
    assert_eq!(inside.status, StatusCode::OK);
    for bad in ["127.0.0.1", "0.0.0.0/0", "::/0"] {
        let answer = local
            .act(json!({"act": "ban-network", "network": bad}))
            .await;
        assert_eq!(answer.code(), "own-network", "{bad}");
    }
    let answer = local
        .act(json!({"act": "ban-network", "network": "300.0.0.1/8"}))
        .await;
    assert_eq!(answer.code(), "bad-network");
}

#[tokio::test]
async fn muted_person_cannot_chat_in_any_way() {
    let server = Server::start_with(high_limits()).await;
    let mut local = Local::of(&server).await;
    let mut ann = Guest::connect(register(&server, "Ann").await).await;
    let mut bob = server.guest().await;
    start_game(&mut ann, &mut bob, casual()).await;
    let online = local.list("online").await;
    let guest = online.as_array().expect("a list").iter();
    let guest = guest.map(|person| person["who"].as_str().expect("a key").to_owned());
    let guest = guest
        .into_iter()
        .find(|who| who.starts_with("g:"))
        .expect("the guest");
    for who in ["Ann", &guest] {
        local.done(json!({"act": "mute", "who": who})).await;
    }
    for person in [&mut ann, &mut bob] {
        let reply = person.chat("hello").await;
        assert!(
            matches!(&reply, Reply::Error(code) if code == "muted"),
            "{reply:?}"
        );
    }
    ann.play("7g7f").await;
    local.done(json!({"act": "unmute", "who": "Ann"})).await;
    assert!(matches!(ann.chat("hello").await, Reply::Done));
}

#[tokio::test]
async fn kick_closes_connections_and_nothing_else() {
    let server = Server::start_with(high_limits()).await;
    let mut ann = Guest::connect(register(&server, "Ann").await).await;
    let answer = Local::of(&server)
        .await
        .done(json!({"act": "kick", "who": "Ann"}))
        .await;
    assert_eq!(answer["closed"], 1);
    let reason = close_reason(&mut ann.socket).await;
    assert_eq!(reason, "closed 4005: closed by an operator");
    ann.client.connect().await.expect("an open socket");
}

#[tokio::test]
async fn operator_closes_and_resumes_games() {
    let server = Server::start_with(high_limits()).await;
    let mut local = Local::of(&server).await;
    let mut ann = Guest::connect(register(&server, "Ann").await).await;
    let mut cat = Guest::connect(register(&server, "Cat").await).await;
    let mut bob = server.guest().await;
    let mut challenge = casual();
    challenge["arbiter"] = json!("Cat");
    let game = start_game_with_arbiter(&mut ann, &mut bob, &mut cat, challenge).await;
    ann.wait_for_event("started").await;
    let resume = json!({"act": "resume-game", "game": game});
    assert_eq!(
        local.act(resume.clone()).await.code(),
        "game-refused",
        "it runs"
    );
    let pause = json!({"kind": "rule", "decision": {"kind": "pause"}, "reason": "a break"});
    let paused = cat.act(pause).await;
    assert!(matches!(paused, Reply::Events(_)), "{paused:?}");
    local.done(resume).await;
    ann.wait_for_event("ruled").await;
    ann.wait_for_event("ruled").await;
    ann.play("7g7f").await;
    let close = json!({"act": "close-game", "game": game});
    local.done(close.clone()).await;
    let ruled = ann.wait_for_event("ruled").await;
    assert!(ruled.to_string().contains("a good reason"), "{ruled}");
    let ended = ann.wait_for_event("ended").await;
    assert!(ended.to_string().contains("no-contest"), "{ended}");
    assert_eq!(local.act(close).await.code(), "game-refused", "it is over");
    let none = local
        .act(json!({"act": "close-game", "game": "nosuchgame1"}))
        .await;
    assert_eq!(none.status, StatusCode::NOT_FOUND);
    let log = local.log().await;
    let acts: Vec<&str> = log.iter().map(|(act, _)| act.as_str()).collect();
    assert_eq!(acts, ["resume-game", "close-game"]);
    assert_eq!(log[1].1, game);
}

#[tokio::test]
async fn deleted_line_disappears_for_everyone() {
    let server = Server::start_with(high_limits()).await;
    let mut local = Local::of(&server).await;
    let (mut black, mut white) = server.pair(json!({"rules": {"preset": "casual"}})).await;
    let game = black.game.clone();
    black.chat("a terrible thing").await;
    let delete = json!({"act": "delete-line", "game": game, "line": 1});
    local.done(delete.clone()).await;
    let gone = async {
        loop {
            if let ServerMessage::Chat { line, .. } = white.receive().await
                && line.text.is_empty()
            {
                return line.n;
            }
        }
    };
    assert_eq!(with_timeout(gone).await, 1);
    let mut later = Guest::connect(black.client.clone()).await;
    later.join(&game).await;
    assert_eq!(later.state.expect("a state").chat[0].text, "");
    assert_eq!(local.act(delete).await.status, StatusCode::NOT_FOUND);
    assert!(!local.list("log").await.to_string().contains("terrible"));
}

#[tokio::test]
async fn renamed_account_has_its_new_name_everywhere() {
    let server = Server::start_with(high_limits()).await;
    let mut local = Local::of(&server).await;
    let mut ann = Guest::connect(register(&server, "Rudename").await).await;
    let mut bob = server.guest().await;
    register(&server, "Taken").await;
    let game = start_game(&mut ann, &mut bob, casual()).await;
    ann.chat("hello").await;
    ann.act(json!({"kind": "resign"})).await;
    for (name, code) in [
        ("Taken", "name-taken"),
        ("x", "bad-name"),
        ("Admin", "name-reserved"),
    ] {
        let rename = json!({"act": "rename", "who": "Rudename", "name": name});
        assert_eq!(local.act(rename).await.code(), code);
    }
    local
        .done(json!({"act": "rename", "who": "rudename", "name": "Politename"}))
        .await;
    assert_eq!(close_reason(&mut ann.socket).await, "closed 4006: renamed");
    assert_eq!(
        ann.client.me().await.expect("the account").name,
        "Politename"
    );
    let shown = get(&mut bob.client, &format!("/api/v1/games/{game}"))
        .await
        .text();
    assert!(
        shown.contains("Politename") && !shown.contains("Rudename"),
        "{shown}"
    );
    let listed = get(&mut bob.client, "/api/v1/games").await.text();
    assert!(listed.contains("Politename") && !listed.contains("Rudename"));
    log_in(&server, "Politename", PASSWORD).await;
    let mut client = Client::new(server.address);
    let old = credentials(&mut client, "/api/v1/session", "Rudename", PASSWORD).await;
    assert_eq!(old.code(), "wrong-credentials");
    assert_eq!(
        local.log().await,
        [("rename".to_owned(), "Rudename".to_owned())]
    );
}

#[tokio::test]
async fn password_link_works_once_and_ends_sessions() {
    let server = Server::start_with(high_limits()).await;
    let mut local = Local::of(&server).await;
    let mut ann = register(&server, "Ann").await;
    let link = |answer: Value| -> String {
        let link = answer["link"].as_str().expect("a link").to_owned();
        link.rsplit_once("/#/reset/")
            .expect("behind the #")
            .1
            .to_owned()
    };
    let first = link(
        local
            .done(json!({"act": "reset-password", "who": "Ann"}))
            .await,
    );
    let token = link(
        local
            .done(json!({"act": "reset-password", "who": "Ann"}))
            .await,
    );
    let path = "/api/v1/password-reset";
    let new = "eight gold generals";
    let mut client = Client::new(server.address);
    for (token, password, code) in [
        (first.as_str(), new, "bad-link"),
        ("nonsense", new, "bad-link"),
        (token.as_str(), "short", "bad-password"),
        (token.as_str(), "Ann Ann Ann Ann", "weak-password"),
    ] {
        let body = json!({"token": token, "password": password});
        let answer = request(&mut client, Method::PUT, path, Some(body), &[]).await;
        assert_eq!(answer.code(), code);
    }
    let body = json!({"token": token, "password": new});
    let answer = request(&mut client, Method::PUT, path, Some(body.clone()), &[]).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text());
    let again = request(&mut client, Method::PUT, path, Some(body), &[]).await;
    assert_eq!(again.code(), "bad-link", "it works once");
    assert_eq!(
        get(&mut ann, "/api/v1/sessions").await.code(),
        "unauthenticated"
    );
    log_in(&server, "Ann", new).await;
    let log = local.list("log").await.to_string();
    assert!(
        !log.contains(&token) && !log.contains(&first),
        "no link in the log"
    );
}

#[tokio::test]
async fn sessions_are_listed_and_ended() {
    let server = Server::start_with(high_limits()).await;
    let mut local = Local::of(&server).await;
    let mut home = register(&server, "Ann").await;
    let mut club = log_in(&server, "Ann", PASSWORD).await;
    let sessions = local.list("accounts/Ann").await["sessions"].clone();
    assert_eq!(sessions.as_array().map(Vec::len), Some(2));
    let first = &sessions[0]["id"];
    assert_eq!(
        first.as_str().map(str::len),
        Some(16),
        "a part of a hash is no token"
    );
    local
        .done(json!({"act": "end-sessions", "who": "Ann", "session": first}))
        .await;
    assert_eq!(
        get(&mut home, "/api/v1/sessions").await.code(),
        "unauthenticated"
    );
    assert_eq!(
        get(&mut club, "/api/v1/sessions").await.status,
        StatusCode::OK
    );
    local
        .done(json!({"act": "end-sessions", "who": "Ann"}))
        .await;
    assert_eq!(
        get(&mut club, "/api/v1/sessions").await.code(),
        "unauthenticated"
    );
    let none = local
        .act(json!({"act": "end-sessions", "who": "Ann"}))
        .await;
    assert_eq!(none.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn audit_log_tells_who_when_what_and_why() {
    let server = Server::start_with(high_limits()).await;
    let mut ann = operator(&server, "Ann").await;
    register(&server, "Mallory").await;
    let before = wall_ms();
    let until = before + DAY_MS;
    act(
        &mut ann,
        json!({"act": "mute", "who": "Mallory", "until": until}),
    )
    .await;
    let log: Vec<Value> = ann
        .get("/api/v1/operator/log?limit=1")
        .await
        .expect("the log");
    let [entry] = &log[..] else {
        panic!("one entry");
    };
    assert_eq!(entry["by"], "Ann");
    assert_eq!(entry["act"], "mute");
    assert_eq!(entry["target"], "Mallory");
    assert_eq!(entry["reason"], "a good reason");
    assert!(entry["at"].as_i64() >= Some(before));
    let body: Value = serde_json::from_str(entry["body"].as_str().expect("JSON")).expect("JSON");
    assert_eq!(
        body,
        json!({"act": "mute", "who": "Mallory", "until": until})
    );
    let number = entry["num"].as_i64().expect("a number");
    let older: Vec<Value> = ann
        .get(&format!("/api/v1/operator/log?before={number}"))
        .await
        .expect("the log");
    assert_eq!(older[0]["by"], "local:root");
    assert_eq!(older[0]["act"], "grant");
    let long = post(
        &mut ann,
        super::ACTS,
        json!({"act": {"act": "kick", "who": "Mallory"}, "reason": "x".repeat(501)}),
    );
    assert_eq!(long.await.code(), "bad-reason");
}
