//! Too much of everything.

use super::people::{Answer, PASSWORD, ask, credentials, generous, register};
use super::support::{Reply, Server, soon};
use super::{complaint, guest_cookies, is_well, knock};
use axum::http::{Method, StatusCode};
use futures_util::{SinkExt, StreamExt};
use komadai_server::Settings;
use komadai_server::client::Client;
use komadai_server::config::LimitSettings;
use komadai_wire::message::ServerMessage;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

fn limited(limits: LimitSettings) -> Settings {
    Settings {
        limits,
        ..Settings::default()
    }
}

/// The code with which the server hangs up, whatever it says before.
async fn close_code(socket: &mut WebSocketStream<TcpStream>) -> Option<u16> {
    loop {
        match soon(socket.next()).await {
            Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code.into()),
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return None,
        }
    }
}

#[tokio::test]
async fn whoever_does_not_read_is_cut_off_and_others_are_not_delayed() {
    let server = Server::start_with(generous()).await;
    let terms = json!({"rules": {"preset": "casual"}, "clock": "10m", "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    black.hear_of("started").await;
    let mut talker = server.guest().await;
    talker.join(&black.game).await;
    for re in 1..=100 {
        let text = "歩".repeat(500);
        let chat = json!({"type": "chat", "re": re, "game": black.game, "text": text});
        talker
            .line
            .say_text(&chat.to_string())
            .await
            .expect("a line");
        assert!(matches!(talker.answer(re).await, Reply::Done));
    }
    // Each of these is answered with all that was said: 10 MB, and none of it is read.
    let cookies = guest_cookies(&server).await;
    let mut deaf = knock(&server, &cookies, &[]).await.expect("a connection");
    for _ in 0..60 {
        let join = json!({"type": "join", "game": black.game}).to_string();
        // The server may have hung up already.
        let _ = deaf.send(Message::Text(join.into())).await;
    }
    let began = Instant::now();
    let mut slowest = Duration::ZERO;
    for (ply, deed) in (1..).zip("7g7f 3c3d 2g2f 8c8d 2f2e 8d8e".split(' ')) {
        let asked = Instant::now();
        let (mover, other) = match ply % 2 {
            1 => (&mut black, &mut white),
            _ => (&mut white, &mut black),
        };
        mover.play(deed).await;
        other.see(ply).await;
        slowest = slowest.max(asked.elapsed());
    }
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
    // Only the talker is left.
    let connections = &server.app.house.connections;
    while connections.count() > 3 {
        assert!(began.elapsed() < Duration::from_secs(9), "still connected");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    drop(deaf);
    is_well(&server).await;
}

#[tokio::test]
async fn a_connection_that_answers_no_pings_is_given_up() {
    let limits = LimitSettings {
        heartbeat_ms: Some(100),
        ..LimitSettings::default()
    };
    let server = Server::start_with(limited(limits)).await;
    let mut alive = server.guest().await;
    let cookies = guest_cookies(&server).await;
    // Whoever does not read answers no pings either: to the server, a line that is dead.
    let dead = knock(&server, &cookies, &[]).await.expect("a connection");
    let began = Instant::now();
    while server.app.house.connections.count() > 1 {
        assert!(began.elapsed() < Duration::from_secs(15), "still connected");
        // Reading answers pings.
        let _ = tokio::time::timeout(Duration::from_millis(50), alive.line.hear()).await;
    }
    assert!(
        began.elapsed() > Duration::from_millis(250),
        "{:?}",
        began.elapsed()
    );
    // Read as it came, for a client would answer the pings now.
    let mut frames = Vec::new();
    let read = soon(dead.into_inner().read_to_end(&mut frames)).await;
    read.expect("everything up to the end");
    let close = [&[0x88, 11][..], &4001_u16.to_be_bytes(), b"no answer"].concat();
    assert!(frames.ends_with(&close), "{frames:?}");
    alive
        .line
        .say_text("?")
        .await
        .expect("a line that is not dead");
    assert_eq!(complaint(&mut alive.line).await.1, "bad-message");
}

/// A server that waits 300 ms for a request.
async fn impatient() -> Server {
    let limits = LimitSettings {
        request_ms: Some(300),
        ..LimitSettings::default()
    };
    Server::start_with(limited(limits)).await
}

#[tokio::test]
async fn a_request_that_is_never_finished_is_given_up() {
    let server = impatient().await;
    let mut silent = TcpStream::connect(server.address)
        .await
        .expect("a connection");
    let mut slow = TcpStream::connect(server.address)
        .await
        .expect("a connection");
    let began = Instant::now();
    // A letter now and then does not buy more time.
    let talk = async {
        for letter in "GET /healthz HTTP/1.1\r\nX: ".bytes().cycle() {
            if slow.write_all(&[letter]).await.is_err() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(40)).await;
        }
    };
    soon(talk).await;
    let mut said = Vec::new();
    soon(silent.read_to_end(&mut said)).await.expect("an end");
    assert!(!said.starts_with(b"HTTP/1.1 200"));
    assert!(began.elapsed() >= Duration::from_millis(300));
    is_well(&server).await;
}

#[tokio::test]
async fn a_connection_that_idles_after_an_answer_is_closed() {
    let server = impatient().await;
    let mut idle = TcpStream::connect(server.address)
        .await
        .expect("a connection");
    let began = Instant::now();
    let request = "GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n";
    // The first answer does not end the connection, silence does.
    idle.write_all(request.repeat(2).as_bytes())
        .await
        .expect("a connection that is open");
    let mut said = Vec::new();
    soon(idle.read_to_end(&mut said)).await.expect("an end");
    let said = String::from_utf8_lossy(&said);
    assert_eq!(said.matches("HTTP/1.1 200").count(), 2, "{said}");
    assert!(began.elapsed() >= Duration::from_millis(300));
    is_well(&server).await;
}

#[tokio::test]
async fn one_connection_follows_sixteen_games_at_most() {
    let mut settings = generous();
    settings.limits.messages_per_second = Some(1_000_000);
    let server = Server::start_with(settings).await;
    let mut guest = server.guest().await;
    let mut codes = std::collections::BTreeMap::<String, u32>::new();
    for number in 0..2_000 {
        let join = json!({"type": "join", "game": format!("nosuchgame{number}")});
        guest
            .line
            .say_text(&join.to_string())
            .await
            .expect("a line");
        // Games that are not there cost no rooms either.
        let leave = json!({"type": "leave", "game": format!("nosuchroom{number}")});
        guest
            .line
            .say_text(&leave.to_string())
            .await
            .expect("a line");
        *codes.entry(complaint(&mut guest.line).await.1).or_default() += 1;
    }
    assert_eq!(codes["no-such-game"], 16);
    assert_eq!(codes["too-many-games"], 1_984);
    assert!(server.app.house.rooms.count() <= 16);
    is_well(&server).await;
}

#[tokio::test]
async fn one_person_has_sixteen_connections_at_most() {
    let server = Server::start().await;
    let cookies = guest_cookies(&server).await;
    let mut open = Vec::new();
    for _ in 0..16 {
        open.push(knock(&server, &cookies, &[]).await.expect("a connection"));
    }
    for socket in &mut open {
        soon(socket.next())
            .await
            .expect("a welcome")
            .expect("a welcome");
    }
    for _ in 0..1_000 {
        let mut more = knock(&server, &cookies, &[]).await.expect("a connection");
        assert_eq!(close_code(&mut more).await, Some(4002));
    }
    let connections = &server.app.house.connections;
    assert_eq!(connections.count(), 16);
    let mut other = server.guest().await;
    soon(other.line.hear())
        .await
        .expect("others are not concerned");
    drop(open.pop());
    while connections.count() > 16 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let mut next = knock(&server, &cookies, &[]).await.expect("a connection");
    let welcome = soon(next.next())
        .await
        .expect("a message")
        .expect("a message");
    assert!(welcome.to_text().expect("text").contains("welcome"));
}

#[tokio::test]
async fn connections_from_one_address_are_limited() {
    let limits = LimitSettings {
        connections_per_address: Some(5),
        ..LimitSettings::default()
    };
    let settings = Settings {
        trust_proxy: Some(true),
        ..limited(limits)
    };
    let server = Server::start_with(settings).await;
    let mut open = Vec::new();
    for _ in 0..5 {
        open.push(server.guest().await);
        let last = open.last_mut().expect("a guest");
        soon(last.line.hear()).await.expect("a welcome");
    }
    let cookies = guest_cookies(&server).await;
    let mut sixth = knock(&server, &cookies, &[]).await.expect("a connection");
    assert_eq!(close_code(&mut sixth).await, Some(4002));
    let elsewhere = [("x-forwarded-for", "192.0.2.7")];
    let mut other = knock(&server, &cookies, &elsewhere)
        .await
        .expect("a connection");
    let welcome = soon(other.next())
        .await
        .expect("a message")
        .expect("a message");
    assert!(welcome.to_text().expect("text").contains("welcome"));
    let leaver = open.pop().expect("a guest");
    leaver.line.close().await;
    while server.app.house.connections.count() > 5 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let mut next = server.guest().await;
    soon(next.line.hear()).await.expect("room again");
}

#[tokio::test]
async fn a_body_has_16_kibibytes_at_most() {
    let server = Server::start().await;
    let mut guest = server.guest().await;
    let mut post = async |bytes: usize| {
        let name = "x".repeat(bytes);
        let body = json!({"terms": {"rules": {"preset": "casual"}}, "to": name});
        ask(
            &mut guest.client,
            Method::POST,
            "/api/v1/challenges",
            Some(body),
            &[],
        )
        .await
    };
    assert_eq!(post(16_000).await.code(), "no-such-account");
    let large = post(16_384).await;
    assert_eq!(
        (large.status, large.code().as_str()),
        (StatusCode::PAYLOAD_TOO_LARGE, "bad-body")
    );
    assert_eq!(post(4 << 20).await.status, StatusCode::PAYLOAD_TOO_LARGE);
    is_well(&server).await;
}

#[tokio::test]
async fn absurd_terms_are_refused_with_the_field_that_is_at_fault() {
    let server = Server::start_with(generous()).await;
    let mut client = Client::new(server.address);
    client.me().await.expect("a guest");
    let long = "9".repeat(10_000);
    for (field, terms) in [
        ("clock", json!({"clock": "99999999999999999999h"})),
        ("clock", json!({"clock": "-5m"})),
        ("clock", json!({"clock": "0s"})),
        ("clock", json!({"clock": ""})),
        ("clock", json!({"clock": "B:15m"})),
        ("clock", json!({"clock": "5m+999999999999x30s"})),
        ("clock", json!({"clock": long})),
        ("sfen", json!({"sfen": "9/9/9 b - 1"})),
        ("sfen", json!({"sfen": "99/9/9/9/9/9/9/9/9 b - 1"})),
        (
            "sfen",
            json!({"sfen": "kkkkkkkkk/9/9/9/9/9/9/9/KKKKKKKKK b - 1"}),
        ),
        (
            "sfen",
            json!({"sfen": "4k4/9/9/9/9/9/9/9/4K4 b 999999999P 1"}),
        ),
        ("sfen", json!({"sfen": long})),
        ("handicap", json!({"handicap": "twenty-piece"})),
        ("handicap", json!({"handicap": "open", "sfen": "startpos"})),
        ("variant", json!({"variant": "chess"})),
        ("rules", json!({"rules": {"preset": "chess"}})),
        (
            "rules",
            json!({"rules": {"preset": "fesa", "knobs": {"no-such-knob": 1}}}),
        ),
        (
            "rules",
            json!({"rules": {"preset": "fesa", "knobs": {"flag": "sometimes"}}}),
        ),
        (
            "rules",
            json!({"rules": {"preset": "fesa", "knobs": {"lag-allowance": -1}}}),
        ),
        ("color", json!({"color": "green"})),
        ("visibility", json!({"visibility": "everyone"})),
        ("surprise", json!({"surprise": true})),
    ] {
        let mut whole = json!({"rules": {"preset": "casual"}});
        for (name, value) in terms.as_object().expect("an object") {
            whole[name] = value.clone();
        }
        let body = Some(json!({"terms": whole}));
        let answer = ask(&mut client, Method::POST, "/api/v1/challenges", body, &[]).await;
        assert_eq!(
            answer.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{terms}: {}",
            answer.text()
        );
        let problem = answer.json();
        // What is no such value at all is found while reading; then the place is in the title.
        let place = problem["field"].as_str().or(problem["title"].as_str());
        assert!(
            place.expect("a place").contains(field),
            "{terms}: {problem}"
        );
        let body = Some(json!({"level": 1, "terms": whole}));
        let answer = ask(
            &mut client,
            Method::POST,
            "/api/v1/games/computer",
            body,
            &[],
        )
        .await;
        assert_eq!(
            answer.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{terms}: {}",
            answer.text()
        );
    }
    for level in [json!(0), json!(21), json!(256), json!(-1), json!("1")] {
        let body = Some(json!({"level": level, "terms": {"rules": {"preset": "casual"}}}));
        let answer = ask(
            &mut client,
            Method::POST,
            "/api/v1/games/computer",
            body,
            &[],
        )
        .await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{level}");
    }
    let none: Value = client.get("/api/v1/challenges").await.expect("a list");
    assert_eq!(none, json!([]));
}

#[tokio::test]
async fn talk_is_printable_text_and_never_anything_else() {
    let server = Server::start_with(generous()).await;
    let terms = json!({"rules": {"preset": "casual"}, "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    black.hear_of("started").await;
    let long = "x".repeat(501);
    for bad in [
        "",
        "  ",
        "a\u{0}b",
        "a\u{1b}[31mb",
        "a\nb",
        "a\u{202e}b",
        "a\u{2066}b",
        &long,
    ] {
        let chat = json!({"type": "chat", "re": 5, "game": black.game, "text": bad});
        black
            .line
            .say_text(&chat.to_string())
            .await
            .expect("a line");
        let reply = black.answer(5).await;
        assert!(
            matches!(&reply, Reply::Error(code) if code == "bad-line"),
            "{bad:?}: {reply:?}"
        );
    }
    let html = "<script>alert('歩')</script>";
    let chat = json!({"type": "chat", "re": 6, "game": black.game, "text": html});
    black
        .line
        .say_text(&chat.to_string())
        .await
        .expect("a line");
    assert!(matches!(black.answer(6).await, Reply::Done));
    let heard = white.line.hear_until(|message| match message {
        ServerMessage::Chat { line, .. } => Some(line.text),
        _ => None,
    });
    assert_eq!(soon(heard).await.expect("a line"), html);
    // Wherever it is shown, it is a string in JSON, and no browser takes it for a page.
    let path = format!("/api/v1/games/{}", black.game);
    let answer = ask(&mut black.client, Method::GET, &path, None, &[]).await;
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(answer.json()["chat"][0]["text"], html);
}

fn is_too_many(answer: &Answer) {
    assert_eq!(
        answer.status,
        StatusCode::TOO_MANY_REQUESTS,
        "{}",
        answer.text()
    );
    assert_eq!(answer.code(), "too-many-requests");
    let wait: u64 = answer
        .header("retry-after")
        .expect("when")
        .parse()
        .expect("seconds");
    assert!((1..=60).contains(&wait), "{wait}");
    assert_eq!(answer.json()["retry_after"], wait);
}

#[tokio::test]
async fn passwords_cannot_be_tried_without_end() {
    let limits = LimitSettings {
        logins_per_minute: Some(3),
        ..LimitSettings::default()
    };
    let server = Server::start_with(limited(limits)).await;
    register(&server, "Zenobia").await;
    let mut thief = Client::new(server.address);
    for _ in 0..2 {
        let answer = credentials(&mut thief, "/api/v1/session", "Zenobia", "a wild guess").await;
        assert_eq!(answer.code(), "wrong-credentials");
    }
    // The right one is of no use now, nor is another name, nor a made-up address.
    for name in ["Zenobia", "Other"] {
        is_too_many(&credentials(&mut thief, "/api/v1/session", name, PASSWORD).await);
        is_too_many(&credentials(&mut thief, "/api/v1/accounts", name, PASSWORD).await);
    }
    let body = json!({"name": "Zenobia", "password": PASSWORD});
    let made_up = [("x-forwarded-for", "192.0.2.1")];
    is_too_many(
        &ask(
            &mut thief,
            Method::POST,
            "/api/v1/session",
            Some(body),
            &made_up,
        )
        .await,
    );
}

#[tokio::test]
async fn games_cannot_be_made_without_end() {
    let limits = LimitSettings {
        games_per_minute: Some(2),
        ..LimitSettings::default()
    };
    let server = Server::start_with(limited(limits)).await;
    let mut guest = server.guest().await;
    let terms = json!({"rules": {"preset": "casual"}, "color": "white"});
    let challenge = json!({"terms": terms});
    guest.post("/api/v1/challenges", challenge.clone()).await;
    guest
        .post(
            "/api/v1/games/computer",
            json!({"level": 1, "terms": {"rules": {"preset": "casual"}, "color": "black"}}),
        )
        .await;
    for (path, body) in [
        ("/api/v1/challenges", challenge.clone()),
        (
            "/api/v1/games/computer",
            json!({"level": 1, "terms": terms}),
        ),
        ("/api/v1/challenges/nosuchchallenge/accept", json!({})),
    ] {
        is_too_many(&ask(&mut guest.client, Method::POST, path, Some(body), &[]).await);
    }
    let mut other = server.guest().await;
    other.post("/api/v1/challenges", challenge).await;
}

#[tokio::test]
async fn one_cannot_talk_without_end() {
    let limits = LimitSettings {
        chat_per_minute: Some(2),
        ..LimitSettings::default()
    };
    let server = Server::start_with(limited(limits)).await;
    let terms = json!({"rules": {"preset": "casual"}, "color": "black"});
    let (mut black, _white) = server.pair(terms).await;
    let mut replies = Vec::new();
    for re in 31..=33 {
        let chat = json!({"type": "chat", "re": re, "game": black.game, "text": "hello"});
        black
            .line
            .say_text(&chat.to_string())
            .await
            .expect("a line");
        replies.push(black.answer(re).await);
    }
    let [Reply::Done, Reply::Done, Reply::Error(code)] = &replies[..] else {
        panic!("{replies:?}");
    };
    assert_eq!(code, "too-many-requests");
}

#[tokio::test]
async fn one_person_has_five_challenges_at_most() {
    let server = Server::start_with(generous()).await;
    let mut guest = server.guest().await;
    let challenge = json!({"terms": {"rules": {"preset": "casual"}}});
    for _ in 0..5 {
        guest.post("/api/v1/challenges", challenge.clone()).await;
    }
    let sixth = ask(
        &mut guest.client,
        Method::POST,
        "/api/v1/challenges",
        Some(challenge),
        &[],
    )
    .await;
    assert_eq!(
        (sixth.status, sixth.code().as_str()),
        (StatusCode::CONFLICT, "too-many")
    );
}
