//! Rate limits, size limits and timeouts.

use super::people::{PASSWORD, Response, credentials, get, high_limits, post, register, request};
use super::support::{Folder, Reply, Server, with_timeout};
use super::{check_health, guest_cookies, next_error, open_socket};
use axum::http::{Method, StatusCode};
use futures_util::{SinkExt, StreamExt};
use komadai_load::client::Client;
use komadai_server::config::LimitSettings;
use komadai_server::{App, Config, PageFile, Settings};
use komadai_wire::message::ServerMessage;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// Default settings but for some limits.
fn limited(set: impl FnOnce(&mut LimitSettings)) -> Settings {
    let mut settings = Settings::default();
    set(&mut settings.limits);
    settings
}

/// The close code of the connection; earlier messages are skipped.
async fn close_code(socket: &mut WebSocketStream<TcpStream>) -> Option<u16> {
    loop {
        match with_timeout(socket.next()).await {
            Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code.into()),
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return None,
        }
    }
}

#[tokio::test]
async fn slow_reader_is_disconnected_without_delaying_others() {
    let server = Server::start_with(high_limits()).await;
    let terms = json!({"rules": {"preset": "casual"}, "clock": "10m", "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    black.wait_for_event("started").await;
    let mut chatter = server.guest().await;
    chatter.join(&black.game).await;
    for _ in 0..100 {
        let reply = chatter.chat(&"歩".repeat(500)).await;
        assert!(matches!(reply, Reply::Done), "{reply:?}");
    }
    // Each join is answered with a page of the chat, 3.6 MB in all, and the client reads nothing.
    let cookies = guest_cookies(&server).await;
    let mut slow_reader = open_socket(&server, &cookies, &[])
        .await
        .expect("a connection");
    for _ in 0..60 {
        let join = json!({"type": "join", "game": black.game}).to_string();
        // The server may have closed the connection already.
        let _ = slow_reader.send(Message::Text(join.into())).await;
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
        other.wait_for_ply(ply).await;
        slowest = slowest.max(asked.elapsed());
    }
    assert!(slowest < Duration::from_secs(5), "{slowest:?}");
    // Only the chatter is left.
    let connections = &server.app.state.connections;
    while connections.count() > 3 {
        assert!(began.elapsed() < Duration::from_secs(9), "still connected");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    drop(slow_reader);
    check_health(&server).await;
}

#[tokio::test]
async fn connection_without_pongs_is_closed() {
    let settings = limited(|limits| limits.heartbeat_ms = Some(100));
    let server = Server::start_with(settings).await;
    let mut alive = server.guest().await;
    let cookies = guest_cookies(&server).await;
    // A client that does not read sends no pongs.
    let dead = open_socket(&server, &cookies, &[])
        .await
        .expect("a connection");
    let began = Instant::now();
    while server.app.state.connections.count() > 1 {
        assert!(began.elapsed() < Duration::from_secs(15), "still connected");
        // Reading answers pings.
        let _ = tokio::time::timeout(Duration::from_millis(50), alive.socket.receive()).await;
    }
    assert!(
        began.elapsed() > Duration::from_millis(250),
        "{:?}",
        began.elapsed()
    );
    // Read raw bytes, because the client would answer the pings now.
    let mut frames = Vec::new();
    let read = with_timeout(dead.into_inner().read_to_end(&mut frames)).await;
    read.expect("everything up to the end");
    let close = [&[0x88, 11][..], &4001_u16.to_be_bytes(), b"no answer"].concat();
    assert!(frames.ends_with(&close), "{frames:?}");
    alive.socket.send_text("?").await.expect("an open socket");
    assert_eq!(next_error(&mut alive.socket).await.1, "bad-message");
}

/// A server with a request timeout of 300 ms.
async fn server_with_short_timeout() -> Server {
    let settings = limited(|limits| limits.request_ms = Some(300));
    Server::start_with(settings).await
}

#[tokio::test]
async fn unfinished_request_times_out() {
    let server = server_with_short_timeout().await;
    let mut silent = TcpStream::connect(server.address)
        .await
        .expect("a connection");
    let mut slow = TcpStream::connect(server.address)
        .await
        .expect("a connection");
    let began = Instant::now();
    // Single bytes do not extend the timeout.
    let talk = async {
        for letter in "GET /healthz HTTP/1.1\r\nX: ".bytes().cycle() {
            if slow.write_all(&[letter]).await.is_err() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(40)).await;
        }
    };
    with_timeout(talk).await;
    let mut said = Vec::new();
    with_timeout(silent.read_to_end(&mut said))
        .await
        .expect("an end");
    assert!(!said.starts_with(b"HTTP/1.1 200"));
    assert!(began.elapsed() >= Duration::from_millis(300));
    check_health(&server).await;
}

#[tokio::test]
async fn idle_keep_alive_connection_is_closed() {
    let server = server_with_short_timeout().await;
    let mut idle = TcpStream::connect(server.address)
        .await
        .expect("a connection");
    let began = Instant::now();
    let request = "GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n";
    // The first response does not close the connection, the timeout does.
    idle.write_all(request.repeat(2).as_bytes())
        .await
        .expect("a connection that is open");
    let mut said = Vec::new();
    with_timeout(idle.read_to_end(&mut said))
        .await
        .expect("an end");
    let said = String::from_utf8_lossy(&said);
    assert_eq!(said.matches("HTTP/1.1 200").count(), 2, "{said}");
    assert!(began.elapsed() >= Duration::from_millis(300));
    check_health(&server).await;
}

#[tokio::test]
async fn connection_can_join_at_most_sixteen_games() {
    let mut settings = high_limits();
    settings.limits.messages_per_second = Some(1_000_000);
    let server = Server::start_with(settings).await;
    let mut guest = server.guest().await;
    let mut codes = std::collections::BTreeMap::<String, u32>::new();
    for number in 0..2_000 {
        let join = json!({"type": "join", "game": format!("nosuchgame{number}")});
        guest
            .socket
            .send_text(&join.to_string())
            .await
            .expect("an open socket");
        // Leaving unknown games opens no rooms.
        let leave = json!({"type": "leave", "game": format!("nosuchroom{number}")});
        guest
            .socket
            .send_text(&leave.to_string())
            .await
            .expect("an open socket");
        *codes
            .entry(next_error(&mut guest.socket).await.1)
            .or_default() += 1;
    }
    assert_eq!(codes["no-such-game"], 16);
    assert_eq!(codes["too-many-games"], 1_984);
    assert!(server.app.state.rooms.count() <= 16);
    check_health(&server).await;
}

#[tokio::test]
async fn user_has_at_most_sixteen_connections() {
    let server = Server::start().await;
    let cookies = guest_cookies(&server).await;
    let mut open = Vec::new();
    for _ in 0..16 {
        open.push(
            open_socket(&server, &cookies, &[])
                .await
                .expect("a connection"),
        );
    }
    for socket in &mut open {
        with_timeout(socket.next())
            .await
            .expect("a welcome")
            .expect("a welcome");
    }
    for _ in 0..1_000 {
        let mut more = open_socket(&server, &cookies, &[])
            .await
            .expect("a connection");
        assert_eq!(close_code(&mut more).await, Some(4002));
    }
    let connections = &server.app.state.connections;
    assert_eq!(connections.count(), 16);
    let mut other = server.guest().await;
    with_timeout(other.socket.receive())
        .await
        .expect("other users are not affected");
    drop(open.pop());
    while connections.count() > 16 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let mut next = open_socket(&server, &cookies, &[])
        .await
        .expect("a connection");
    let welcome = with_timeout(next.next())
        .await
        .expect("a message")
        .expect("a message");
    assert!(welcome.to_text().expect("text").contains("welcome"));
}

#[tokio::test]
async fn connections_from_one_address_are_limited() {
    let settings = Settings {
        trust_proxy: Some(true),
        ..limited(|limits| limits.connections_per_address = Some(5))
    };
    let server = Server::start_with(settings).await;
    let mut open = Vec::new();
    for _ in 0..5 {
        open.push(server.guest().await);
        let last = open.last_mut().expect("a guest");
        with_timeout(last.socket.receive())
            .await
            .expect("a welcome");
    }
    let cookies = guest_cookies(&server).await;
    let mut sixth = open_socket(&server, &cookies, &[])
        .await
        .expect("a connection");
    assert_eq!(close_code(&mut sixth).await, Some(4002));
    let elsewhere = [("x-forwarded-for", "192.0.2.7")];
    let mut other = open_socket(&server, &cookies, &elsewhere)
        .await
        .expect("a connection");
    let welcome = with_timeout(other.next())
        .await
        .expect("a message")
        .expect("a message");
    assert!(welcome.to_text().expect("text").contains("welcome"));
    let leaver = open.pop().expect("a guest");
    leaver.socket.close().await;
    while server.app.state.connections.count() > 5 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let mut next = server.guest().await;
    with_timeout(next.socket.receive())
        .await
        .expect("a free connection");
}

#[tokio::test]
async fn request_bodies_are_limited_to_16_kib() {
    let server = Server::start().await;
    let mut guest = server.guest().await;
    let mut send = async |bytes: usize| {
        let name = "x".repeat(bytes);
        let body = json!({"terms": {"rules": {"preset": "casual"}}, "to": name});
        post(&mut guest.client, "/api/v1/challenges", body).await
    };
    assert_eq!(send(16_000).await.code(), "no-such-account");
    let large = send(16_384).await;
    assert_eq!(
        (large.status, large.code().as_str()),
        (StatusCode::PAYLOAD_TOO_LARGE, "bad-body")
    );
    assert_eq!(send(4 << 20).await.status, StatusCode::PAYLOAD_TOO_LARGE);
    check_health(&server).await;
}

#[tokio::test]
async fn invalid_terms_are_rejected_with_their_field() {
    let server = Server::start_with(high_limits()).await;
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
        let answer = request(&mut client, Method::POST, "/api/v1/challenges", body, &[]).await;
        assert_eq!(
            answer.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{terms}: {}",
            answer.text()
        );
        let problem = answer.json();
        // Values that fail to parse have their path in the title.
        let place = problem["field"].as_str().or(problem["title"].as_str());
        assert!(
            place.expect("a place").contains(field),
            "{terms}: {problem}"
        );
        let body = Some(json!({"level": 1, "terms": whole}));
        let answer = request(
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
        let answer = request(
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
async fn chat_accepts_only_printable_text() {
    let server = Server::start_with(high_limits()).await;
    let terms = json!({"rules": {"preset": "casual"}, "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    black.wait_for_event("started").await;
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
        let reply = black.chat(bad).await;
        assert!(
            matches!(&reply, Reply::Error(code) if code == "bad-line" || code == "bad-message"),
            "{bad:?}: {reply:?}"
        );
    }
    let html = "<script>alert('歩')</script>";
    assert!(matches!(black.chat(html).await, Reply::Done));
    let heard = white.socket.receive_until(|message| match message {
        ServerMessage::Chat { line, .. } => Some(line.text),
        _ => None,
    });
    assert_eq!(with_timeout(heard).await.expect("a chat message"), html);
    // Chat is served as a JSON string that no browser renders as a page.
    let path = format!("/api/v1/games/{}", black.game);
    let answer = get(&mut black.client, &path).await;
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(answer.json()["chat"][0]["text"], html);
}

fn check_too_many_requests(answer: &Response) {
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
async fn login_is_rate_limited() {
    let settings = limited(|limits| limits.logins_per_minute = Some(3));
    let server = Server::start_with(settings).await;
    register(&server, "Zenobia").await;
    let mut thief = Client::new(server.address);
    for _ in 0..2 {
        let answer = credentials(&mut thief, "/api/v1/session", "Zenobia", "a wild guess").await;
        assert_eq!(answer.code(), "wrong-credentials");
    }
    // The correct password, another name or a forged address do not help now.
    for name in ["Zenobia", "Other"] {
        check_too_many_requests(&credentials(&mut thief, "/api/v1/session", name, PASSWORD).await);
        check_too_many_requests(&credentials(&mut thief, "/api/v1/accounts", name, PASSWORD).await);
    }
    let body = json!({"name": "Zenobia", "password": PASSWORD});
    let made_up = [("x-forwarded-for", "192.0.2.1")];
    check_too_many_requests(
        &request(
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
async fn game_creation_is_rate_limited() {
    let settings = limited(|limits| limits.games_per_minute = Some(2));
    let server = Server::start_with(settings).await;
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
        check_too_many_requests(&post(&mut guest.client, path, body).await);
    }
    let mut other = server.guest().await;
    other.post("/api/v1/challenges", challenge).await;
}

#[tokio::test]
async fn chat_is_rate_limited() {
    let settings = limited(|limits| limits.chat_per_minute = Some(2));
    let server = Server::start_with(settings).await;
    let terms = json!({"rules": {"preset": "casual"}, "color": "black"});
    let (mut black, _white) = server.pair(terms).await;
    let mut replies = Vec::new();
    for _ in 0..3 {
        replies.push(black.chat("hello").await);
    }
    let [Reply::Done, Reply::Done, Reply::Error(code)] = &replies[..] else {
        panic!("{replies:?}");
    };
    assert_eq!(code, "too-many-requests");
}

#[tokio::test]
async fn user_has_at_most_five_challenges() {
    let server = Server::start_with(high_limits()).await;
    let mut guest = server.guest().await;
    let challenge = json!({"terms": {"rules": {"preset": "casual"}}});
    for _ in 0..5 {
        guest.post("/api/v1/challenges", challenge.clone()).await;
    }
    let sixth = post(&mut guest.client, "/api/v1/challenges", challenge).await;
    assert_eq!(
        (sixth.status, sixth.code().as_str()),
        (StatusCode::CONFLICT, "too-many")
    );
}

/// A page of 32 MiB.
fn big_page(_: &str) -> Option<PageFile> {
    Some(PageFile {
        data: vec![b'x'; 32 << 20].into(),
        hash: [0; 32],
    })
}

#[tokio::test]
async fn response_that_is_never_read_is_dropped() {
    let folder = Folder::new();
    let config = Config::from(Settings {
        data: Some(folder.0.clone()),
        limits: LimitSettings {
            request_ms: Some(500),
            ..LimitSettings::default()
        },
        ..Settings::default()
    });
    let mut app = App::open(config.expect("a configuration"))
        .await
        .expect("an app");
    app.page = big_page;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(app.serve(listener, std::future::pending()));
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4_096).expect("a small buffer");
    let mut stalled = socket.connect(address).await.expect("a connection");
    let get = b"GET /big HTTP/1.1\r\nhost: localhost\r\n\r\n";
    stalled.write_all(get).await.expect("sent");
    // A write fails once the other side has closed the connection.
    with_timeout(async {
        while stalled.write_all(b"\r\n").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
    // A client that reads gets all of it.
    let mut client = Client::new(address);
    let answer = with_timeout(client.request(Method::GET, "/big", None, &[])).await;
    assert_eq!(answer.expect("a page").len(), 32 << 20);
}

#[tokio::test]
async fn guests_of_one_network_share_a_limit_of_games() {
    let mut settings = limited(|limits| limits.games_per_minute_per_address = Some(3));
    settings.trust_proxy = Some(true);
    let server = Server::start_with(settings).await;
    let challenge = json!({"terms": {"rules": {"preset": "casual"}}});
    let mut last = Vec::new();
    for address in ["2001:db8:1:2::7", "192.0.2.7"] {
        for _ in 0..4 {
            let mut client = Client::new(server.address);
            client.me().await.expect("a guest");
            let headers = [("x-forwarded-for", address)];
            let body = Some(challenge.clone());
            let path = "/api/v1/challenges";
            last.push(request(&mut client, Method::POST, path, body, &headers).await);
        }
        check_too_many_requests(&last.pop().expect("an answer"));
    }
    assert!(
        last.iter()
            .all(|answer| answer.status == StatusCode::CREATED)
    );
}

#[tokio::test]
async fn rematches_count_as_new_games() {
    let settings = limited(|limits| limits.games_per_minute = Some(1));
    let server = Server::start_with(settings).await;
    let terms = json!({"rules": {"preset": "casual"}, "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    black.wait_for_event("started").await;
    black.act(json!({"kind": "resign"})).await;
    white.wait_for_event("ended").await;
    for guest in [&mut black, &mut white] {
        let reply = guest.offer_rematch().await;
        assert!(
            matches!(&reply, Reply::Error(code) if code == "too-many-requests"),
            "{reply:?}"
        );
    }
}

#[tokio::test]
async fn concurrent_requests_cannot_exceed_five_challenges() {
    let server = Server::start_with(high_limits()).await;
    let guest = server.guest().await;
    let requests = (0..20).map(|_| {
        let mut client = guest.client.clone();
        tokio::spawn(async move {
            let challenge = json!({"terms": {"rules": {"preset": "casual"}}});
            post(&mut client, "/api/v1/challenges", challenge)
                .await
                .status
        })
    });
    let mut created = 0;
    for request in requests.collect::<Vec<_>>() {
        match with_timeout(request).await.expect("no panic") {
            StatusCode::CREATED => created += 1,
            status => assert_eq!(status, StatusCode::CONFLICT),
        }
    }
    assert_eq!(created, 5);
}

#[tokio::test]
async fn open_challenges_of_a_network_are_limited() {
    let mut settings = high_limits();
    settings.limits.challenges_per_address = Some(2);
    let server = Server::start_with(settings).await;
    let challenge = json!({"terms": {"rules": {"preset": "casual"}}});
    for _ in 0..2 {
        let mut guest = server.guest().await;
        guest.post("/api/v1/challenges", challenge.clone()).await;
    }
    let mut third = server.guest().await;
    let answer = post(&mut third.client, "/api/v1/challenges", challenge).await;
    assert_eq!(answer.code(), "too-many-from-address");
}
