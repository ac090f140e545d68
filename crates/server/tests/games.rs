//! Complete games over the protocol.

mod support;

use komadai_load::client::Client;
use komadai_wire::message::{Role, ServerMessage};
use serde_json::{Value, json};
use support::{Guest, Reply, Server, play_all, start_game_with_arbiter, with_timeout};

/// Kings, and a gold that mates on 5b.
const MATE_IN_ONE: &str = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
/// A rook that can give perpetual check.
const ROOK: &str = "4k4/7R1/9/9/9/9/9/9/4K4 b - 1";
/// A pawn on the second file and one in hand.
const PAWN_IN_HAND: &str = "4k4/9/9/9/9/9/7P1/9/4K4 b P 1";
/// Black has entered with more than 27 points.
const ENTERED: &str =
    "+R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1";

fn from(rules: &str, sfen: &str) -> Value {
    json!({"rules": {"preset": rules}, "sfen": sfen, "color": "black", "clock": "10m+30s"})
}

async fn claim_illegal_move(guest: &mut Guest, offender: &str) -> Reply {
    let claim = json!({"kind": "illegal-move", "offender": offender});
    guest.act(json!({"kind": "claim", "claim": claim})).await
}

/// Waits for the end of the game; returns verdict and cause.
async fn end(guest: &mut Guest) -> (String, String) {
    let ended = guest.wait_for_event("ended").await;
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    (
        text(&ended["fact"]["verdict"]),
        text(&ended["fact"]["cause"]["kind"]),
    )
}

fn ended(verdict: &str, cause: &str) -> (String, String) {
    (verdict.to_owned(), cause.to_owned())
}

#[tokio::test]
async fn resigned_game_is_archived() {
    let server = Server::start().await;
    let terms = json!({"rules": {"preset": "casual"}, "clock": "10m+30s", "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    white.wait_for_event("started").await;
    play_all(&mut black, &mut white, "7g7f 3c3d 2g2f").await;
    white.act(json!({"kind": "resign"})).await;
    assert_eq!(end(&mut black).await, ended("black-wins", "resignation"));
    let page: Value = black
        .client
        .get("/api/v1/games")
        .await
        .expect("the archive");
    let game = &page["games"][0];
    assert_eq!(game["id"], black.game.as_str());
    assert_eq!(
        (&game["cause"], &game["plies"]),
        (&json!("resignation"), &json!(3))
    );
    let path = format!("/api/v1/games/{}/record/kif", black.game);
    let answer = black
        .client
        .raw(axum::http::Method::GET, &path, None, &[])
        .await;
    let (_, headers, body) = answer.expect("an answer");
    let body = String::from_utf8(body.to_vec()).expect("a text");
    for header in ["開始日時：20", "終了日時：20"] {
        assert!(body.contains(header), "{body}");
    }
    let name = headers["content-disposition"].to_str().expect("a name");
    assert!(
        name.contains("filename*=UTF-8''komadai-Guest_") && name.ends_with(".kif"),
        "{name}"
    );
    for format in [
        "kif", "ki2", "csa", "jkf", "usi", "sfen", "bod", "psn", "western",
    ] {
        let path = format!("/api/v1/games/{}/record/{format}", black.game);
        let answer = black
            .client
            .raw(axum::http::Method::GET, &path, None, &[])
            .await;
        let (status, _, body) = answer.expect("an answer");
        assert!(
            status.is_success() && !body.is_empty(),
            "{format}: {status}"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn running_games_are_listed_for_their_players() {
    let server = Server::start().await;
    let terms = json!({"rules": {"preset": "casual"}, "color": "black", "visibility": "link"});
    let (mut black, mut white) = server.pair(terms).await;
    white.wait_for_event("started").await;
    play_all(&mut black, &mut white, "7g7f").await;
    for (guest, side) in [(&mut black, "black"), (&mut white, "white")] {
        let games: Value = guest
            .client
            .get("/api/v1/games/running")
            .await
            .expect("games");
        assert_eq!(games[0]["id"], guest.game.as_str());
        let told = (&games[0]["you"], &games[0]["turn"], &games[0]["plies"]);
        assert_eq!(told, (&json!(side), &json!("white"), &json!(1)));
    }
    let mut stranger = Client::new(server.address);
    let none: Value = stranger.get("/api/v1/games/running").await.expect("games");
    assert_eq!(none, json!([]));
    white.act(json!({"kind": "resign"})).await;
    end(&mut black).await;
    let none: Value = black
        .client
        .get("/api/v1/games/running")
        .await
        .expect("games");
    assert_eq!(none, json!([]));
    server.stop().await;
}

#[tokio::test]
async fn checkmate_ends_a_game() {
    let server = Server::start().await;
    let (mut black, mut white) = server.pair(from("casual", MATE_IN_ONE)).await;
    black.wait_for_event("started").await;
    black.play("G*5b").await;
    assert_eq!(end(&mut white).await, ended("black-wins", "checkmate"));
}

#[tokio::test]
async fn automatic_flag_falls_on_time() {
    let server = Server::start().await;
    let terms = json!({"rules": {"preset": "casual"}, "clock": "0s+1s", "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    let started = white.wait_for_event("started").await;
    black.play("7g7f").await;
    white.wait_for_ply(1).await;
    let moved = white.last;
    let fell = white.wait_for_event("flag-fell").await;
    assert!(white.last > moved);
    assert_eq!(fell["fact"]["color"], "white");
    let played = fell["at"].as_u64().expect("a time") - 1_000;
    assert!(
        played >= started["at"].as_u64().expect("a time"),
        "{started} {fell}"
    );
    assert_eq!(end(&mut black).await, ended("black-wins", "time-up"));
}

#[tokio::test]
async fn flag_must_be_claimed_under_fesa() {
    let server = Server::start().await;
    let terms = json!({"rules": {"preset": "fesa"}, "clock": "0s+1s", "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    white.wait_for_event("started").await;
    tokio::time::sleep(std::time::Duration::from_millis(1_200)).await;
    let claimed = white
        .act(json!({"kind": "claim", "claim": {"kind": "flag"}}))
        .await;
    assert!(matches!(claimed, Reply::Events(_)), "{claimed:?}");
    assert_eq!(end(&mut black).await, ended("white-wins", "time-up"));
}

#[tokio::test]
async fn correct_declaration_wins_and_wrong_one_loses() {
    let server = Server::start().await;
    let (mut black, mut white) = server.pair(from("fesa", ENTERED)).await;
    black.wait_for_event("started").await;
    black.act(json!({"kind": "declare"})).await;
    assert_eq!(end(&mut white).await, ended("black-wins", "declaration"));
    let (mut black, mut white) = server.pair(from("fesa", ROOK)).await;
    black.wait_for_event("started").await;
    black.act(json!({"kind": "declare"})).await;
    assert_eq!(
        end(&mut white).await,
        ended("white-wins", "wrong-declaration")
    );
}

#[tokio::test]
async fn claimed_two_pawns_lose_under_fesa() {
    let server = Server::start().await;
    let (mut black, mut white) = server.pair(from("fesa", PAWN_IN_HAND)).await;
    black.wait_for_event("started").await;
    let told = black.play("P*2e").await;
    assert!(told[0]["fact"].get("breach").is_none(), "{told:?}");
    white.wait_for_ply(1).await;
    claim_illegal_move(&mut white, "black").await;
    assert_eq!(end(&mut black).await, ended("white-wins", "illegal-move"));
    // After the end the breach is public.
    white.last = 0;
    white.ply = 0;
    white.rejoin().await;
    let log = serde_json::to_string(&white.state).expect("JSON");
    assert!(log.contains("two-pawns"), "{log}");
}

#[tokio::test]
async fn late_claim_is_rejected_and_the_game_continues() {
    let server = Server::start().await;
    // The king is left in the rook's line, the opponent answers, and the king is out of it again.
    let in_line = "4k4/9/9/9/4r4/9/9/9/4K3L b - 1";
    let (mut black, mut white) = server.pair(from("fesa", in_line)).await;
    black.wait_for_event("started").await;
    play_all(&mut black, &mut white, "1i1h 5e4e 5i6h").await;
    let reply = claim_illegal_move(&mut white, "black").await;
    let Reply::Events(events) = reply else {
        panic!("{reply:?}")
    };
    assert_eq!(events[1]["fact"]["kind"], "claim-rejected");
    white.play("5a5b").await;
}

#[tokio::test]
async fn claimed_fourfold_repetition_is_replayed_with_remaining_time() {
    let server = Server::start().await;
    let terms = json!({"rules": {"preset": "fesa"}, "clock": "10m+30s", "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    black.wait_for_event("started").await;
    let round = "2h3h 8b7b 3h2h 7b8b ";
    play_all(&mut black, &mut white, &round.repeat(3)).await;
    let claim = json!({"kind": "claim", "claim": {"kind": "repetition"}});
    black.act(claim).await;
    assert_eq!(end(&mut white).await, ended("draw", "repetition"));
    let first = white.game.clone();
    let next = loop {
        if let ServerMessage::Next { next, .. } = white.receive().await {
            break next;
        }
    };
    black.join(&next).await;
    white.join(&next).await;
    let state = white.state.as_ref().expect("a state");
    assert_eq!(state.role, Role::Black);
    assert_eq!(state.previous.as_deref(), Some(first.as_str()));
    let clock = state.clock.expect("a clock");
    assert!(
        clock.black.main < 600_000 && clock.black.main > 500_000,
        "{clock:?}"
    );
    white.play("7g7f").await;
    black.wait_for_ply(1).await;
    black.play("3c3d").await;
}

#[tokio::test]
async fn perpetual_check_loses() {
    let server = Server::start().await;
    let (mut black, mut white) = server.pair(from("jsa-pro", ROOK)).await;
    black.wait_for_event("started").await;
    let chase = "2b2a 5a5b 2a2b 5b5a ";
    play_all(&mut black, &mut white, &chase.repeat(3)).await;
    assert_eq!(
        end(&mut black).await,
        ended("white-wins", "perpetual-check")
    );
}

#[tokio::test]
async fn white_moves_first_in_handicap_games() {
    let server = Server::start().await;
    let terms = json!({"rules": {"preset": "casual"}, "handicap": "two-piece", "color": "white"});
    let (mut giver, mut taker) = server.pair(terms).await;
    let state = giver.state.as_ref().expect("a state");
    assert_eq!(state.role, Role::White);
    taker.wait_for_event("started").await;
    giver.play("3c3d").await;
    taker.wait_for_ply(1).await;
    taker.play("7g7f").await;
    giver.wait_for_ply(2).await;
    giver.act(json!({"kind": "resign"})).await;
    assert_eq!(end(&mut taker).await, ended("black-wins", "resignation"));
}

#[tokio::test]
async fn gold_promotes_in_seireigi() {
    let server = Server::start().await;
    let sfen = "8k/9/9/2G1S1N2/9/9/9/9/K8 b - 1";
    let (mut black, mut white) = server.pair(from("seireigi", sfen)).await;
    black.wait_for_event("started").await;
    let events = black.play("7d7c+").await;
    assert_eq!(events[0]["fact"]["deed"], "7d7c+");
    white.wait_for_ply(1).await;
    white.play("1a1b").await;
}

#[tokio::test]
async fn computer_plays_and_accepts_rematches() {
    let server = Server::start().await;
    for (rules, handicap) in [
        ("casual", "even"),
        ("casual", "six-piece"),
        ("seireigi", "even"),
    ] {
        let mut guest = server.guest().await;
        let terms = json!({
            "rules": {"preset": rules}, "handicap": handicap, "color": "black", "clock": "5m+10s",
        });
        let body = json!({"level": 1, "terms": terms});
        let begun = guest.post("/api/v1/games/computer", body).await;
        guest.join(begun["game"].as_str().expect("a game")).await;
        guest.wait_for_event("started").await;
        if handicap == "even" {
            guest.play("7g7f").await;
            guest.wait_for_ply(2).await;
        } else {
            guest.wait_for_ply(1).await;
            guest.play("7g7f").await;
            guest.wait_for_ply(3).await;
        }
        guest.act(json!({"kind": "resign"})).await;
        // The computer accepts every rematch.
        let reply = guest.offer_rematch().await;
        assert!(matches!(reply, Reply::Done), "{reply:?}");
        let next = loop {
            if let ServerMessage::Next { next, .. } = guest.receive().await {
                break next;
            }
        };
        guest.join(&next).await;
        let role = guest.state.as_ref().expect("a state").role;
        assert_eq!(role == Role::White, handicap == "even");
    }
}

#[tokio::test]
async fn computer_claims_a_flag_under_fesa() {
    let server = Server::start().await;
    let mut guest = server.guest().await;
    let terms = json!({"rules": {"preset": "fesa"}, "color": "black", "clock": "B:1s W:5m"});
    let body = json!({"level": 1, "terms": terms});
    let begun = guest.post("/api/v1/games/computer", body).await;
    guest.join(begun["game"].as_str().expect("a game")).await;
    guest.wait_for_event("started").await;
    assert_eq!(end(&mut guest).await, ended("white-wins", "time-up"));
}

#[tokio::test]
async fn arbiter_rulings_need_a_reason() {
    let server = Server::start().await;
    let mut arbiter = server.guest().await;
    let account = json!({"name": "Shinpan", "password": "a long enough secret"});
    arbiter.post("/api/v1/accounts", account).await;
    arbiter.socket = arbiter.client.connect().await.expect("an open socket");
    let (mut black, mut white) = (server.guest().await, server.guest().await);
    let terms = json!({"rules": {"preset": "fesa"}, "clock": "10m+30s", "color": "black"});
    let challenge = json!({"terms": terms, "arbiter": "shinpan"});
    let game = &start_game_with_arbiter(&mut black, &mut white, &mut arbiter, challenge).await;
    assert_eq!(arbiter.state.as_ref().expect("a state").role, Role::Arbiter);
    black.wait_for_event("started").await;
    let stops = json!({"kind": "call-arbiter", "reason": "a bell rang"});
    black.act(stops).await;
    let rule = |decision: Value, reason: &str| json!({"kind": "rule", "decision": decision, "reason": reason});
    let without = arbiter.act(rule(json!({"kind": "resume"}), "")).await;
    assert!(matches!(without, Reply::Refused(_)), "{without:?}");
    let time = json!({"kind": "award-time", "to": "black", "time": 60_000});
    arbiter.act(rule(time, "the bell")).await;
    arbiter
        .act(rule(json!({"kind": "resume"}), "the bell is off"))
        .await;
    let ruled = white.wait_for_event("ruled").await;
    assert_eq!(ruled["fact"]["reason"], "the bell");
    // Neither a player nor a stranger can rule.
    let mut stranger = server.guest().await;
    stranger.join(game).await;
    for guest in [&mut white, &mut stranger] {
        let verdict = json!({"kind": "result", "verdict": "white-wins"});
        let tried = guest.act(rule(verdict, "I say so")).await;
        assert!(matches!(tried, Reply::Refused(_)), "{tried:?}");
    }
    let verdict = json!({"kind": "result", "verdict": "draw"});
    arbiter.act(rule(verdict, "both agreed to stop")).await;
    assert_eq!(end(&mut black).await.0, "draw");
    // A wrong result is corrected after the end (13.8).
    let path = format!("/api/v1/games/{game}");
    let drawn: Value = arbiter.client.get(&path).await.expect("the game");
    let verdict = json!({"kind": "result", "verdict": "white-wins"});
    let reply = arbiter.act(rule(verdict, "Black had resigned")).await;
    assert!(matches!(reply, Reply::Events(_)), "{reply:?}");
    let corrected: Value = arbiter.client.get(&path).await.expect("the game");
    assert_eq!(corrected["outcome"]["verdict"], "white-wins");
    assert_eq!(drawn["outcome"]["verdict"], "draw");
    let archive: Value = arbiter.client.get("/api/v1/games").await.expect("games");
    assert_eq!(archive["games"][0]["result"], "white-wins");
}

#[tokio::test]
async fn player_and_spectator_chat_is_separate_until_the_end() {
    let server = Server::start().await;
    let (mut black, mut white) = server.pair(from("casual", MATE_IN_ONE)).await;
    let mut stranger = server.guest().await;
    let game = black.game.clone();
    stranger.join(&game).await;
    black.wait_for_event("started").await;
    for (guest, text) in [(&mut black, "hello"), (&mut stranger, "gold to 5b!")] {
        let reply = guest.chat(text).await;
        assert!(matches!(reply, Reply::Done), "{reply:?}");
    }
    // White receives the player's message at once, the spectator's only after the end.
    let heard = async |guest: &mut Guest| loop {
        match guest.receive().await {
            ServerMessage::Chat { line, .. } => return line.text,
            ServerMessage::ChatLines { lines, .. } => {
                let texts: Vec<String> = lines.into_iter().map(|line| line.text).collect();
                return texts.join(", ");
            }
            ServerMessage::Events { events, .. } => {
                let text = serde_json::to_string(&events).expect("JSON");
                if text.contains("ended") {
                    return "the end".to_owned();
                }
            }
            _ => {}
        }
    };
    assert_eq!(heard(&mut white).await, "hello");
    black.play("G*5b").await;
    assert_eq!(heard(&mut white).await, "the end");
    assert_eq!(heard(&mut white).await, "hello, gold to 5b!");
}

#[tokio::test]
async fn game_continues_after_restart_without_losing_time() {
    let server = Server::start().await;
    let terms = json!({"rules": {"preset": "casual"}, "clock": "10m", "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    black.wait_for_event("started").await;
    play_all(&mut black, &mut white, "7g7f 3c3d").await;
    let folder = server.stop().await;
    tokio::time::sleep(std::time::Duration::from_millis(1_500)).await;
    let server = Server::start_in(folder, Default::default()).await;
    for guest in [&mut black, &mut white] {
        guest.client.set_address(server.address);
        guest.socket = with_timeout(guest.client.connect())
            .await
            .expect("an open socket");
        guest.rejoin().await;
    }
    let state = black.state.as_ref().expect("a state");
    let clock = state.clock.expect("a clock");
    assert!(clock.black.main > 598_000, "{clock:?}");
    play_all(&mut black, &mut white, "2g2f 8c8d").await;
}

#[tokio::test]
async fn absent_player_forfeits_when_the_time_is_used_up() {
    let server = Server::start().await;
    let (mut black, mut white) = (server.guest().await, server.guest().await);
    let terms = json!({"rules": {"preset": "fesa"}, "color": "black", "clock": "0.2s+0.3s"});
    let challenge = black
        .post("/api/v1/challenges", json!({"terms": terms}))
        .await;
    let accept = format!(
        "/api/v1/challenges/{}/accept",
        challenge["id"].as_str().unwrap()
    );
    let begun = white.post(&accept, json!({})).await;
    let game = begun["game"].as_str().unwrap().to_owned();
    white.join(&game).await;
    let arrived = white.wait_for_event("arrived").await;
    let over = white.wait_for_event("ended").await;
    assert_eq!(over["fact"]["verdict"], "white-wins", "{over}");
    assert_eq!(over["fact"]["cause"]["kind"], "no-show", "{over}");
    let waited = over["at"].as_u64().unwrap() - arrived["at"].as_u64().unwrap();
    assert_eq!(waited, 500, "at its own instant");
    // Who comes now finds the game over.
    black.join(&game).await;
    assert!(
        black
            .state
            .as_ref()
            .is_some_and(|state| state.outcome.is_some())
    );
}

#[tokio::test]
async fn clock_of_a_late_player_has_run() {
    let server = Server::start().await;
    let (mut black, mut white) = (server.guest().await, server.guest().await);
    let terms = json!({"rules": {"preset": "casual"}, "color": "black", "clock": "10m"});
    let challenge = black
        .post("/api/v1/challenges", json!({"terms": terms}))
        .await;
    let accept = format!(
        "/api/v1/challenges/{}/accept",
        challenge["id"].as_str().unwrap()
    );
    let begun = white.post(&accept, json!({})).await;
    let game = begun["game"].as_str().unwrap().to_owned();
    black.join(&game).await;
    let first = black.wait_for_event("arrived").await["at"]
        .as_u64()
        .unwrap();
    white.join(&game).await;
    let second = black.wait_for_event("arrived").await["at"]
        .as_u64()
        .unwrap();
    black.wait_for_event("started").await;
    black.rejoin().await;
    let clock = black.state.as_ref().and_then(|state| state.clock).unwrap();
    assert_eq!(clock.white.main, 600_000 - (second - first));
}
