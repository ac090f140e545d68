//! Malformed, repeated and out-of-order messages.

use super::people::{close_reason, high_limits};
use super::support::{Reply, Server, play_all, with_timeout};
use super::{check_health, next_error};
use futures_util::SinkExt;
use komadai_game::Act;
use komadai_load::client::Socket;
use komadai_server::Settings;
use komadai_server::config::LimitSettings;
use komadai_testkit::Rng;
use komadai_wire::message::{ClientMessage, ServerMessage};
use proptest::prelude::*;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

/// Messages as clients send them; `GAME` stands for a game.
const VALID: [&str; 15] = [
    r#"{"type":"join","game":"GAME","after":3}"#,
    r#"{"type":"leave","game":"GAME"}"#,
    r#"{"type":"act","re":1,"game":"GAME","act":{"kind":"play","deed":"7g7f"},"ply":0}"#,
    r#"{"type":"act","re":2,"game":"GAME","act":{"kind":"play","deed":"P*5e"},"ply":1}"#,
    r#"{"type":"act","re":3,"game":"GAME","act":{"kind":"offer","offer":"draw"}}"#,
    r#"{"type":"act","re":4,"game":"GAME","act":{"kind":"claim","claim":{"kind":"illegal-move","offender":"white"}}}"#,
    r#"{"type":"act","re":5,"game":"GAME","act":{"kind":"declare"}}"#,
    r#"{"type":"act","re":6,"game":"GAME","act":{"kind":"call-arbiter","reason":"noise"}}"#,
    r#"{"type":"act","re":7,"game":"GAME","act":{"kind":"rule","decision":{"kind":"abort"},"reason":"x"}}"#,
    r#"{"type":"act","re":8,"game":"GAME","act":{"kind":"add-nonce","nonce":"00"}}"#,
    r#"{"type":"chat","re":9,"game":"GAME","text":"よろしく"}"#,
    r#"{"type":"chat-history","re":11,"game":"GAME","before":51}"#,
    r#"{"type":"rematch","re":10,"game":"GAME"}"#,
    r#"{"type":"watch-lobby"}"#,
    r#"{"type":"leave-lobby"}"#,
];

/// JSON fragments to insert anywhere.
const FRAGMENTS: [&str; 16] = [
    "null",
    "-1",
    "1e999",
    "18446744073709551616",
    "\"",
    "\\u0000",
    "{}",
    "[]",
    "}",
    "]",
    ",",
    ":",
    "\u{feff}",
    "\\ud800",
    "true",
    "\"type\":\"act\"",
];

/// A deterministic generator of messages.
struct Fuzzer(Rng);

impl Fuzzer {
    fn roll(&mut self, sides: usize) -> usize {
        self.0.below(sides)
    }

    fn garbage(&mut self) -> String {
        let bytes: Vec<u8> = (0..self.roll(200)).map(|_| self.roll(256) as u8).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn json(&mut self, depth: usize) -> String {
        match self.roll(if depth == 0 { 4 } else { 6 }) {
            0 => FRAGMENTS[self.roll(4)].to_owned(),
            1 => format!(
                "\"{}\"",
                ["type", "act", "kind", "game", "join"][self.roll(5)]
            ),
            2 => self.roll(1 << 40).to_string(),
            3 => "true".to_owned(),
            4 => format!("[{},{}]", self.json(depth - 1), self.json(depth - 1)),
            _ => format!(
                "{{\"type\":{},\"re\":{},\"act\":{}}}",
                self.json(0),
                self.json(0),
                self.json(depth - 1)
            ),
        }
    }

    /// A valid message with a few random edits.
    fn mutant(&mut self, game: &str) -> String {
        let text = VALID[self.roll(VALID.len())].replace("GAME", game);
        let mut letters: Vec<String> = text.chars().map(String::from).collect();
        for _ in 0..=self.roll(3) {
            let at = self.roll(letters.len());
            match self.roll(4) {
                0 => drop(letters.remove(at)),
                1 => letters.insert(at, FRAGMENTS[self.roll(FRAGMENTS.len())].to_owned()),
                2 => letters.swap(at, 0),
                _ => letters[at] = char::from(32 + self.roll(95) as u8).to_string(),
            }
        }
        letters.concat()
    }
}

pub(super) fn no_message_limit() -> Settings {
    let mut settings = high_limits();
    settings.limits.messages_per_second = Some(1_000_000);
    settings
}

/// Waits until all messages sent so far were handled.
async fn fence(socket: &mut Socket, number: u32) {
    let text = json!({"type": "chat", "re": number, "game": "nosuchgame", "text": "?"});
    socket
        .send_text(&text.to_string())
        .await
        .expect("an open socket");
    while next_error(socket).await.0 != Some(number) {}
}

#[tokio::test]
async fn fuzzed_messages_do_no_harm() {
    let server = Server::start_with(no_message_limit()).await;
    let terms = json!({"rules": {"preset": "fesa"}, "clock": "10m", "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    black.wait_for_event("started").await;
    let mut fuzzer = Fuzzer(Rng::new(1));
    for round in 0..40 {
        for _ in 0..20 {
            let text = match fuzzer.roll(4) {
                0 => fuzzer.garbage(),
                1 => fuzzer.json(3),
                _ => fuzzer.mutant(&black.game),
            };
            for guest in [&mut black, &mut white] {
                guest.socket.send_text(&text).await.expect("an open socket");
            }
        }
        // Both connections are still open.
        fence(&mut black.socket, 1_000_000 + round).await;
        fence(&mut white.socket, 1_000_000 + round).await;
    }
    check_health(&server).await;
}

#[tokio::test]
async fn invalid_utf8_closes_the_connection() {
    let server = Server::start().await;
    let mut guest = server.guest().await;
    let frame = Frame::message(vec![0xff, 0xfe, 0x80], OpCode::Data(Data::Text), true);
    guest
        .socket
        .stream()
        .send(Message::Frame(frame))
        .await
        .expect("sent");
    close_reason(&mut guest.socket).await;
    check_health(&server).await;
}

#[tokio::test]
async fn messages_are_limited_to_4096_bytes() {
    let server = Server::start().await;
    let mut guest = server.guest().await;
    let long = |bytes: usize| {
        let head = r#"{"type":"chat","re":5,"game":"nosuchgame","text":""#;
        format!("{head}{}\"}}", "x".repeat(bytes - head.len() - 2))
    };
    guest
        .socket
        .send_text(&long(4_096))
        .await
        .expect("an open socket");
    assert_eq!(
        next_error(&mut guest.socket).await,
        (Some(5), "not-joined".into())
    );
    guest
        .socket
        .send_text(&long(4_097))
        .await
        .expect("an open socket");
    let why = close_reason(&mut guest.socket).await;
    assert_eq!(why, "closed 1008: message too long or malformed");
    let mut other = server.guest().await;
    // The server may close the connection before reading all of it.
    let _ = other.socket.send_text(&long(1 << 20)).await;
    close_reason(&mut other.socket).await;
    check_health(&server).await;
}

#[tokio::test]
async fn binary_frames_close_the_connection() {
    let server = Server::start().await;
    let mut guest = server.guest().await;
    let binary = Message::Binary(vec![0; 16].into());
    guest
        .socket
        .stream()
        .send(binary)
        .await
        .expect("an open socket");
    assert_eq!(
        close_reason(&mut guest.socket).await,
        "closed 1008: text only"
    );
}

#[tokio::test]
async fn deeply_nested_json_is_rejected() {
    let server = Server::start().await;
    let mut guest = server.guest().await;
    guest
        .socket
        .send_text(&"[".repeat(4_000))
        .await
        .expect("an open socket");
    assert_eq!(
        next_error(&mut guest.socket).await,
        (None, "bad-message".into())
    );
    let deep = format!(
        r#"{{"type":"act","re":1,"game":"x","act":{}"#,
        r#"{"kind":"#.repeat(450)
    );
    guest.socket.send_text(&deep).await.expect("an open socket");
    assert_eq!(
        next_error(&mut guest.socket).await,
        (None, "bad-message".into())
    );
    for body in ["[".repeat(16_000), r#"{"terms":"#.repeat(1_500)] {
        let body = Some(body.into_bytes());
        let post = guest
            .client
            .raw(axum::http::Method::POST, "/api/v1/challenges", body, &[]);
        let (status, _, body) = with_timeout(post).await.expect("an answer");
        assert!(status.is_client_error(), "{status}");
        assert!(body.starts_with(b"{"), "{body:?}");
    }
    check_health(&server).await;
}

#[tokio::test]
async fn flood_closes_only_its_own_connection() {
    let limits = LimitSettings {
        messages_per_second: Some(5),
        ..LimitSettings::default()
    };
    let server = Server::start_with(Settings {
        limits,
        ..Settings::default()
    })
    .await;
    let mut quiet = server.guest().await;
    for kind in ["text", "ping", "pong"] {
        let mut flood = server.guest().await;
        for _ in 0..40 {
            let payload = vec![1, 2, 3].into();
            let message = match kind {
                "text" => Message::Text(r#"{"type":"leave-lobby"}"#.into()),
                "ping" => Message::Ping(payload),
                _ => Message::Pong(payload),
            };
            // The server may have closed the connection already.
            let _ = flood.socket.stream().send(message).await;
        }
        let why = close_reason(&mut flood.socket).await;
        assert_eq!(why, "closed 1008: too many messages", "{kind}");
    }
    quiet
        .socket
        .send(&ClientMessage::WatchLobby {})
        .await
        .expect("an open socket");
    let lobby = quiet.socket.receive_until(|message| match message {
        ServerMessage::Lobby { challenges, .. } => Some(challenges),
        _ => None,
    });
    assert_eq!(with_timeout(lobby).await.expect("the lobby"), []);
}

#[tokio::test]
async fn resent_move_is_stale() {
    let server = Server::start().await;
    let terms = json!({"rules": {"preset": "fesa"}, "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    black.wait_for_event("started").await;
    play_all(&mut black, &mut white, "7g7f 3c3d").await;
    let message = |re: u32, ply: Option<u32>, deed: &str| {
        let act = json!({"kind": "play", "deed": deed});
        json!({"type": "act", "re": re, "game": "GAME", "act": act, "ply": ply}).to_string()
    };
    let game = black.game.clone();
    // The same message again, an old ply, future plies, no ply.
    for (re, ply, expected) in [
        (1, Some(0), "stale"),
        (900, Some(1), "stale"),
        (901, Some(3), "stale"),
        (902, Some(u32::MAX), "stale"),
        (903, None, "bad-act"),
    ] {
        let text = message(re, ply, "2g2f").replace("GAME", &game);
        black.socket.send_text(&text).await.expect("an open socket");
        let reply = black.answer(re).await;
        assert!(
            matches!(&reply, Reply::Error(code) if code == expected),
            "{reply:?}"
        );
    }
    // Twice at once: one of them counts.
    for re in [910, 911] {
        let text = message(re, Some(2), "2g2f").replace("GAME", &game);
        black.socket.send_text(&text).await.expect("an open socket");
    }
    assert!(matches!(black.answer(910).await, Reply::Events(_)));
    assert!(matches!(black.answer(911).await, Reply::Error(code) if code == "stale"));
    white.wait_for_ply(3).await;
    assert_eq!((black.ply, black.last), (3, white.last));
}

#[tokio::test]
async fn joining_after_any_event_number_returns_the_rest() {
    let server = Server::start().await;
    let terms = json!({"rules": {"preset": "casual"}, "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    black.wait_for_event("started").await;
    play_all(&mut black, &mut white, "7g7f 3c3d 2g2f").await;
    let all = black.last;
    for (after, from) in [
        (0, 1),
        (all - 1, all),
        (all, all + 1),
        (all + 1, all + 1),
        (u32::MAX, all + 1),
    ] {
        let game = black.game.clone();
        let join = ClientMessage::Join { game, after };
        white.socket.send(&join).await.expect("an open socket");
        let state = white.socket.receive_until(|message| match message {
            ServerMessage::Game(state) => Some(state),
            _ => None,
        });
        let state = with_timeout(state).await.expect("the game");
        assert_eq!(state.from, from, "after {after}");
        assert_eq!(state.events.len() as u32, all + 1 - from, "after {after}");
    }
}

/// A valid message with a few characters replaced.
fn nearly_valid() -> impl Strategy<Value = String> {
    let place = any::<prop::sample::Index>();
    let edit = (
        place,
        0..4_usize,
        prop_oneof![
            Just(String::new()),
            prop::sample::select(&FRAGMENTS[..]).prop_map(String::from),
            ".{1,3}"
        ],
    );
    let edits = prop::collection::vec(edit, 0..4);
    (prop::sample::select(&VALID[..]), edits).prop_map(|(text, edits)| {
        edits
            .into_iter()
            .fold(text.to_owned(), |text, (place, cut, put)| {
                let letters: Vec<char> = text.chars().collect();
                let at = place.index(letters.len() + 1);
                let rest = (at + cut).min(letters.len());
                let (head, tail) = (&letters[..at], &letters[rest..]);
                head.iter().collect::<String>() + &put + &tail.iter().collect::<String>()
            })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    /// Parsing never panics, and parsed messages round-trip.
    #[test]
    fn parsed_messages_round_trip(text in prop_oneof![4 => nearly_valid(), 1 => ".{0,200}"]) {
        if let Ok(message) = serde_json::from_str::<ClientMessage>(&text) {
            let written = serde_json::to_string(&message).expect("JSON");
            let again: ClientMessage = serde_json::from_str(&written).expect("our own JSON");
            prop_assert_eq!(&again, &message);
            if let ClientMessage::Act { act, .. } = message {
                // The conversion may fail but must not panic.
                let _ = Act::try_from(act);
            }
        }
    }
}

#[test]
fn fuzzer_seed_messages_are_valid() {
    for text in VALID {
        let read = serde_json::from_str::<ClientMessage>(text);
        assert!(read.is_ok(), "{text}: {read:?}");
    }
}
