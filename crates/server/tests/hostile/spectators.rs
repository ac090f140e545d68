//! Spectators and players whose doing others would pay for.

use super::messages::no_message_limit;
use super::people::high_limits;
use super::support::{Guest, Reply, Server, play_all, with_timeout};
use komadai_server::Person;
use komadai_server::rooms::{NewMember, NewsSource, Outbox, RoomMessage, Rooms};
use komadai_wire::message::{ChatLine, ClientMessage, GameState, ServerMessage};
use serde_json::json;
use std::time::Instant;

async fn pair(server: &Server, rules: &str) -> (Guest, Guest) {
    let terms = json!({"rules": {"preset": rules}, "clock": "10m", "color": "black"});
    let (mut black, white) = server.pair(terms).await;
    black.wait_for_event("started").await;
    (black, white)
}

/// Receives until the answer to an act; returns everything before it.
async fn play_and_collect(guest: &mut Guest, deed: &str) -> Vec<ServerMessage> {
    let (ply, game) = (guest.ply, guest.game.clone());
    let act = json!({"kind": "play", "deed": deed});
    let message = json!({"type": "act", "re": 999, "game": game, "act": act, "ply": ply});
    let sent = guest.socket.send_text(&message.to_string()).await;
    sent.expect("an open socket");
    let mut all = Vec::new();
    loop {
        match guest.receive().await {
            ServerMessage::Events { re: Some(999), .. } => return all,
            ServerMessage::Refused { refusal, .. } => panic!("{refusal:?}"),
            other => all.push(other),
        }
    }
}

#[tokio::test]
async fn joining_and_leaving_does_not_disconnect_players() {
    let server = Server::start_with(high_limits()).await;
    let (mut black, mut white) = pair(&server, "casual").await;
    let game = black.game.clone();
    let began = Instant::now();
    let mut tasks = Vec::new();
    for _ in 0..20 {
        let mut guest = server.guest().await;
        let game = game.clone();
        tasks.push(tokio::spawn(async move {
            for _ in 0..40 {
                let (game, after) = (game.clone(), 0);
                let join = ClientMessage::Join {
                    game: game.clone(),
                    after,
                };
                guest.socket.send(&join).await.expect("an open socket");
                let leave = ClientMessage::Leave { game };
                guest.socket.send(&leave).await.expect("an open socket");
            }
            guest
        }));
    }
    for task in tasks {
        with_timeout(task).await.expect("a guest");
    }
    // The players have read nothing all the time.
    let told = play_and_collect(&mut black, "7g7f").await;
    let presence = told
        .iter()
        .filter(|message| matches!(message, ServerMessage::Presence { .. }));
    let seconds = began.elapsed().as_secs() as usize;
    assert!(presence.count() <= seconds + 3, "{told:?}");
    white.wait_for_ply(1).await;
}

#[tokio::test]
async fn wrong_claims_of_spectators_are_limited() {
    let server = Server::start_with(high_limits()).await;
    let (mut black, mut white) = pair(&server, "jsa-amateur").await;
    black.play("7g7f").await;
    let claim = json!({"kind": "claim", "claim": {"kind": "illegal-move", "offender": "black"}});
    let mut counts = Vec::new();
    for _ in 0..3 {
        let mut spectator = server.guest().await;
        spectator.join(&black.game).await;
        let mut wrong = 0;
        loop {
            match spectator.act(claim.clone()).await {
                Reply::Events(events) => {
                    assert_eq!(events[1]["fact"]["kind"], "claim-rejected");
                    wrong += 1;
                }
                Reply::Error(code) => {
                    assert_eq!(code, "too-many-claims");
                    break;
                }
                other => panic!("{other:?}"),
            }
        }
        counts.push(wrong);
    }
    assert_eq!(counts, [3, 3, 0], "three per person, six per network");
    // The players are not affected.
    let reply = white.act(claim).await;
    assert!(matches!(reply, Reply::Events(_)), "{reply:?}");
}

#[tokio::test]
async fn acts_between_two_moves_are_limited() {
    let server = Server::start_with(high_limits()).await;
    let (mut black, mut white) = pair(&server, "casual").await;
    black.play("7g7f").await;
    white.wait_for_ply(1).await;
    let act = |kind: &str| json!({"kind": kind, "offer": "take-back"});
    let mut done = 0;
    let code = 'all: loop {
        for kind in ["offer", "decline"] {
            match black.act(act(kind)).await {
                Reply::Events(_) => done += 1,
                Reply::Error(code) => break 'all code,
                other => panic!("{other:?}"),
            }
        }
    };
    assert_eq!((done, code.as_str()), (20, "too-many-acts"));
    // The opponent has a number of their own, moves are always possible, and the next move starts anew.
    white.play("3c3d").await;
    black.wait_for_ply(2).await;
    black.play("2g2f").await;
    assert!(matches!(black.act(act("offer")).await, Reply::Events(_)));
    let resigned = black.act(json!({"kind": "resign"})).await;
    assert!(matches!(resigned, Reply::Events(_)), "{resigned:?}");
}

#[tokio::test]
async fn long_game_is_sent_in_parts() {
    let server = Server::start_with(no_message_limit()).await;
    let (mut black, mut white) = pair(&server, "fesa").await;
    play_all(&mut black, &mut white, &"2h3h 8b7b 3h2h 7b8b ".repeat(35)).await;
    let mut spectator = server.guest().await;
    spectator.join(&black.game).await;
    let state = spectator.state.take().expect("a state");
    assert_eq!((state.from, state.events.len()), (1, 128));
    assert_eq!((state.last, spectator.last), (black.last, black.last));
    assert_eq!(spectator.ply, 140);
    // The same over REST, part by part.
    let mut events = Vec::new();
    loop {
        let path = format!("/api/v1/games/{}?after={}", black.game, events.len());
        let part: GameState = spectator.client.get(&path).await.expect("the game");
        assert_eq!(part.from as usize, events.len() + 1);
        events.extend(part.events);
        if events.len() as u32 == part.last {
            break;
        }
    }
    assert_eq!(events.len() as u32, black.last);
    black.play("2h3h").await;
    spectator.wait_for_ply(141).await;
}

/// Receives until a page of the chat.
async fn chat_lines(guest: &mut Guest) -> (Vec<ChatLine>, bool) {
    loop {
        if let ServerMessage::ChatLines { lines, earlier, .. } = guest.receive().await {
            return (lines, earlier);
        }
    }
}

fn numbers(lines: &[ChatLine]) -> Vec<u32> {
    lines.iter().map(|line| line.n).collect()
}

#[tokio::test]
async fn chat_of_spectators_comes_in_pages_after_the_game() {
    let server = Server::start_with(no_message_limit()).await;
    let (mut black, mut white) = pair(&server, "casual").await;
    let mut spectator = server.guest().await;
    spectator.join(&black.game).await;
    for _ in 0..80 {
        let reply = spectator.chat(&"歩".repeat(500)).await;
        assert!(matches!(reply, Reply::Done), "{reply:?}");
    }
    black.act(json!({"kind": "resign"})).await;
    for guest in [&mut black, &mut white] {
        let (lines, earlier) = chat_lines(guest).await;
        assert_eq!(numbers(&lines), (31..=80).collect::<Vec<u32>>());
        assert!(earlier);
        let (re, game, before) = (5, guest.game.clone(), 31);
        let history = ClientMessage::ChatHistory { re, game, before };
        guest.socket.send(&history).await.expect("an open socket");
        let (lines, earlier) = chat_lines(guest).await;
        assert_eq!(numbers(&lines), (1..=30).collect::<Vec<u32>>());
        assert!(!earlier);
    }
    // Whoever joins now gets the same page.
    let mut late = server.guest().await;
    late.join(&black.game).await;
    let state = late.state.take().expect("a state");
    assert_eq!((state.chat.len(), state.earlier_chat), (50, true));
}

#[tokio::test]
async fn spectators_cannot_use_up_the_chat_of_players() {
    let server = Server::start_with(no_message_limit()).await;
    let (mut black, _white) = pair(&server, "casual").await;
    let mut spectator = server.guest().await;
    spectator.join(&black.game).await;
    let full = loop {
        match spectator.chat("!").await {
            Reply::Done => {}
            Reply::Error(code) => break code,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(full, "chat-full");
    let reply = black.chat("hello").await;
    assert!(matches!(reply, Reply::Done), "{reply:?}");
}

/// Everything in a queue that nobody reads.
fn queued(outbox: &Outbox) -> Vec<ServerMessage> {
    let texts = outbox.take_now();
    let messages = texts.iter().map(|text| serde_json::from_str(text));
    messages
        .map(|message| message.expect("a message"))
        .collect()
}

#[tokio::test]
async fn reader_who_is_behind_is_sent_the_rest_later() {
    let server = Server::start_with(no_message_limit()).await;
    let (mut black, mut white) = pair(&server, "casual").await;
    let state = &server.app.state;
    let (outbox, connection) = (Outbox::new(), 1_000_000);
    let member = NewMember {
        connection,
        person: Person::guest("slow"),
        network: [192, 0, 2, 1].into(),
        outbox: outbox.clone(),
    };
    let join = RoomMessage::Join {
        member: Box::new(member),
        after: 0,
    };
    let sent = Rooms::send(state, &black.game, join).await;
    sent.expect("a room");
    // Much more than fits into its queue is said and played before it reads.
    let mut chatter = server.guest().await;
    chatter.join(&black.game).await;
    for _ in 0..100 {
        let reply = chatter.chat("!").await;
        assert!(matches!(reply, Reply::Done), "{reply:?}");
    }
    play_all(&mut black, &mut white, "7g7f 3c3d 2g2f 8c8d").await;
    let first = queued(&outbox);
    assert!(first.len() < 40, "{}", first.len());
    let [source] = &outbox.written()[..] else {
        panic!("the game has news");
    };
    assert_eq!(source, &NewsSource::Game(black.game.as_str().into()));
    let catch_up = RoomMessage::CatchUp(connection);
    let sent = Rooms::send(state, &black.game, catch_up).await;
    sent.expect("a room");
    // A view is answered after everything before it.
    let view = Rooms::view(state, &black.game, &Person::guest("slow"), 0).await;
    view.expect("the game");
    let rest = queued(&outbox);
    let [
        ServerMessage::Events { from, events, .. },
        ServerMessage::ChatLines { lines, earlier, .. },
    ] = &rest[..]
    else {
        panic!("{rest:?}");
    };
    assert_eq!(from + events.len() as u32 - 1, black.last);
    assert_eq!(numbers(lines), (51..=100).collect::<Vec<u32>>());
    assert!(earlier);
}

#[tokio::test]
async fn repeated_requests_with_large_answers_are_limited() {
    let server = Server::start_with(high_limits()).await;
    let (mut black, _white) = pair(&server, "casual").await;
    let join = ClientMessage::Join {
        game: black.game.clone(),
        after: 0,
    };
    for _ in 0..80 {
        black.socket.send(&join).await.expect("an open socket");
    }
    let code = black.socket.receive_until(|message| match message {
        ServerMessage::Error { code, .. } => Some(code),
        _ => None,
    });
    let code = with_timeout(code).await.expect("an error");
    assert_eq!(code, "too-many-requests");
}
