//! Whole games over the protocol.

mod support;

use komadai_wire::message::{ClientMessage, Role, ServerMessage};
use serde_json::{Value, json};
use support::{Guest, Reply, Server, play_all, soon};

/// Kings, and a gold that mates on 5b.
const MATE_IN_ONE: &str = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
/// A rook that can check for ever.
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

/// The end as the opponent hears of it: who won, and why.
async fn end(guest: &mut Guest) -> (String, String) {
    let ended = guest.hear_of("ended").await;
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
async fn a_game_ends_by_resignation_and_is_kept() {
    let server = Server::start().await;
    let terms = json!({"rules": {"preset": "casual"}, "clock": "10m+30s", "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    white.hear_of("started").await;
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
async fn mate_ends_a_game() {
    let server = Server::start().await;
    let (mut black, mut white) = server.pair(from("casual", MATE_IN_ONE)).await;
    black.hear_of("started").await;
    black.play("G*5b").await;
    assert_eq!(end(&mut white).await, ended("black-wins", "checkmate"));
}

#[tokio::test]
async fn a_flag_that_falls_by_itself_is_noticed_at_its_instant() {
    let server = Server::start().await;
    let terms = json!({"rules": {"preset": "casual"}, "clock": "0s+1s", "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    let started = white.hear_of("started").await;
    black.play("7g7f").await;
    white.see(1).await;
    let moved = white.last;
    let fell = white.hear_of("flag-fell").await;
    assert!(white.last > moved);
    assert_eq!(fell["fact"]["color"], "white");
    let played = fell["at"].as_u64().expect("a time") - 1_000;
    assert!(played >= started["at"].as_u64().expect("a time"));
    assert_eq!(end(&mut black).await, ended("black-wins", "time-up"));
}

#[tokio::test]
async fn under_fesa_a_flag_counts_when_it_is_claimed() {
    let server = Server::start().await;
    let terms = json!({"rules": {"preset": "fesa"}, "clock": "0s+1s", "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    white.hear_of("started").await;
    tokio::time::sleep(std::time::Duration::from_millis(1_200)).await;
    let claimed = white
        .act(json!({"kind": "claim", "claim": {"kind": "flag"}}))
        .await;
    assert!(matches!(claimed, Reply::Events(_)), "{claimed:?}");
    assert_eq!(end(&mut black).await, ended("white-wins", "time-up"));
}

#[tokio::test]
async fn a_right_declaration_wins_and_a_wrong_one_loses() {
    let server = Server::start().await;
    let (mut black, mut white) = server.pair(from("fesa", ENTERED)).await;
    black.hear_of("started").await;
    black.act(json!({"kind": "declare"})).await;
    assert_eq!(end(&mut white).await, ended("black-wins", "declaration"));
    let (mut black, mut white) = server.pair(from("fesa", ROOK)).await;
    black.hear_of("started").await;
    black.act(json!({"kind": "declare"})).await;
    assert_eq!(
        end(&mut white).await,
        ended("white-wins", "wrong-declaration")
    );
}

#[tokio::test]
async fn two_pawns_lose_when_they_are_claimed_in_time_under_fesa() {
    let server = Server::start().await;
    let (mut black, mut white) = server.pair(from("fesa", PAWN_IN_HAND)).await;
    black.hear_of("started").await;
    let told = black.play("P*2e").await;
    assert!(told[0]["fact"].get("breach").is_none(), "{told:?}");
    white.see(1).await;
    claim_illegal_move(&mut white, "black").await;
    assert_eq!(end(&mut black).await, ended("white-wins", "illegal-move"));
    // Now that it is over, everyone may know.
    white.last = 0;
    white.ply = 0;
    white.rejoin().await;
    let log = serde_json::to_string(&white.state).expect("JSON");
    assert!(log.contains("two-pawns"), "{log}");
}

#[tokio::test]
async fn a_claim_that_comes_too_late_is_rejected_and_the_game_goes_on() {
    let server = Server::start().await;
    // The king is left in the rook's line, the opponent answers, and the king is out of it again.
    let in_line = "4k4/9/9/9/4r4/9/9/9/4K3L b - 1";
    let (mut black, mut white) = server.pair(from("fesa", in_line)).await;
    black.hear_of("started").await;
    play_all(&mut black, &mut white, "1i1h 5e4e 5i6h").await;
    let reply = claim_illegal_move(&mut white, "black").await;
    let Reply::Events(events) = reply else {
        panic!("{reply:?}")
    };
    assert_eq!(events[1]["fact"]["kind"], "claim-rejected");
    white.play("5a5b").await;
}

#[tokio::test]
async fn a_fourfold_repetition_is_claimed_and_replayed_with_the_remaining_time() {
    let server = Server::start().await;
    let terms = json!({"rules": {"preset": "fesa"}, "clock": "10m+30s", "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    black.hear_of("started").await;
    let round = "2h3h 8b7b 3h2h 7b8b ";
    play_all(&mut black, &mut white, &round.repeat(3)).await;
    let claim = json!({"kind": "claim", "claim": {"kind": "repetition"}});
    black.act(claim).await;
    assert_eq!(end(&mut white).await, ended("draw", "repetition"));
    let first = white.game.clone();
    let next = loop {
        if let ServerMessage::Next { next, .. } = white.hear().await {
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
    black.see(1).await;
    black.play("3c3d").await;
}

#[tokio::test]
async fn perpetual_check_loses() {
    let server = Server::start().await;
    let (mut black, mut white) = server.pair(from("jsa-pro", ROOK)).await;
    black.hear_of("started").await;
    let chase = "2b2a 5a5b 2a2b 5b5a ";
    play_all(&mut black, &mut white, &chase.repeat(3)).await;
    assert_eq!(
        end(&mut black).await,
        ended("white-wins", "perpetual-check")
    );
}

#[tokio::test]
async fn a_handicap_game_is_begun_by_white_who_gives_it() {
    let server = Server::start().await;
    let terms = json!({"rules": {"preset": "casual"}, "handicap": "two-piece", "color": "white"});
    let (mut giver, mut taker) = server.pair(terms).await;
    let state = giver.state.as_ref().expect("a state");
    assert_eq!(state.role, Role::White);
    taker.hear_of("started").await;
    giver.play("3c3d").await;
    taker.see(1).await;
    taker.play("7g7f").await;
    giver.see(2).await;
    giver.act(json!({"kind": "resign"})).await;
    assert_eq!(end(&mut taker).await, ended("black-wins", "resignation"));
}

#[tokio::test]
async fn seireigi_has_its_own_pieces() {
    let server = Server::start().await;
    let sfen = "8k/9/9/2G1S1N2/9/9/9/9/K8 b - 1";
    let (mut black, mut white) = server.pair(from("seireigi", sfen)).await;
    black.hear_of("started").await;
    let events = black.play("7d7c+").await;
    assert_eq!(events[0]["fact"]["deed"], "7d7c+");
    white.see(1).await;
    white.play("1a1b").await;
}

#[tokio::test]
async fn the_toss_is_made_by_both_players_and_can_be_checked() {
    use komadai_game::furigoma::{Commitment, Nonces, Seed, Toss, verify_all};
    let server = Server::start().await;
    let terms = json!({"rules": {"preset": "casual"}, "clock": "10m"});
    let (mut one, mut two) = server.pair(terms).await;
    one.hear_of("toss-committed").await;
    let (first, second) = ("11".repeat(32), "22".repeat(32));
    one.act(json!({"kind": "add-nonce", "nonce": first})).await;
    two.act(json!({"kind": "add-nonce", "nonce": second})).await;
    one.hear_of("started").await;
    one.last = 0;
    one.rejoin().await;
    let log = serde_json::to_value(&one.state.as_ref().expect("a state").events).expect("JSON");
    let facts: Vec<&Value> = log
        .as_array()
        .expect("a list")
        .iter()
        .map(|e| &e["fact"])
        .collect();
    let of = |kind: &str| {
        facts
            .iter()
            .filter(|f| f["kind"] == kind)
            .collect::<Vec<_>>()
    };
    let text = |fact: &Value, field: &str| fact[field].as_str().expect("a text").to_owned();
    let commitment: Commitment = text(of("toss-committed")[0], "commitment")
        .parse()
        .expect("hex");
    let seed: Seed = text(of("toss-revealed")[0], "seed").parse().expect("hex");
    let tosses: Vec<Toss> = of("tossed")
        .into_iter()
        .map(|fact| text(fact, "toss").parse().expect("a toss"))
        .collect();
    let nonces = Nonces {
        tosser: [0x11; 32],
        other: [0x22; 32],
    };
    verify_all(&commitment, &seed, &nonces, &tosses).expect("a fair toss");
}

#[tokio::test]
async fn the_computer_plays() {
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
        guest.hear_of("started").await;
        if handicap == "even" {
            guest.play("7g7f").await;
            guest.see(2).await;
        } else {
            guest.see(1).await;
            guest.play("7g7f").await;
            guest.see(3).await;
        }
        guest.act(json!({"kind": "resign"})).await;
        // The computer always wants another game.
        guest.re += 1;
        let rematch = ClientMessage::Rematch {
            re: guest.re,
            game: guest.game.clone(),
        };
        guest.line.say(&rematch).await.expect("a line");
        let next = loop {
            if let ServerMessage::Next { next, .. } = guest.hear().await {
                break next;
            }
        };
        guest.join(&next).await;
        let role = guest.state.as_ref().expect("a state").role;
        assert_eq!(role == Role::White, handicap == "even");
    }
}

#[tokio::test]
async fn the_computer_claims_a_flag_under_fesa() {
    let server = Server::start().await;
    let mut guest = server.guest().await;
    let terms = json!({"rules": {"preset": "fesa"}, "color": "black", "clock": "B:1s W:5m"});
    let body = json!({"level": 1, "terms": terms});
    let begun = guest.post("/api/v1/games/computer", body).await;
    guest.join(begun["game"].as_str().expect("a game")).await;
    guest.hear_of("started").await;
    assert_eq!(end(&mut guest).await, ended("white-wins", "time-up"));
}

#[tokio::test]
async fn an_arbiter_rules_with_a_reason() {
    let server = Server::start().await;
    let mut arbiter = server.guest().await;
    let account = json!({"name": "Shinpan", "password": "a long enough secret"});
    arbiter.post("/api/v1/accounts", account).await;
    arbiter.line = arbiter.client.connect().await.expect("a line");
    let (mut black, mut white) = (server.guest().await, server.guest().await);
    let terms = json!({"rules": {"preset": "fesa"}, "clock": "10m+30s", "color": "black"});
    let challenge = json!({"terms": terms, "arbiter": "shinpan"});
    let challenge = black.post("/api/v1/challenges", challenge).await;
    let accept = format!(
        "/api/v1/challenges/{}/accept",
        challenge["id"].as_str().expect("a name")
    );
    let begun = white.post(&accept, json!({})).await;
    let game = begun["game"].as_str().expect("a game");
    for guest in [&mut black, &mut white, &mut arbiter] {
        guest.join(game).await;
    }
    assert_eq!(arbiter.state.as_ref().expect("a state").role, Role::Arbiter);
    black.hear_of("started").await;
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
    let ruled = white.hear_of("ruled").await;
    assert_eq!(ruled["fact"]["reason"], "the bell");
    // A player is no arbiter, and neither is a stranger.
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
}

#[tokio::test]
async fn players_and_onlookers_talk_apart_until_the_game_is_over() {
    let server = Server::start().await;
    let (mut black, mut white) = server.pair(from("casual", MATE_IN_ONE)).await;
    let mut stranger = server.guest().await;
    let game = black.game.clone();
    stranger.join(&game).await;
    black.hear_of("started").await;
    for (guest, text) in [(&mut black, "hello"), (&mut stranger, "gold to 5b!")] {
        guest.re += 1;
        let chat = ClientMessage::Chat {
            re: guest.re,
            game: game.clone(),
            text: text.to_owned(),
        };
        guest.line.say(&chat).await.expect("a line");
        let re = guest.re;
        let reply = guest.answer(re).await;
        assert!(matches!(reply, Reply::Done), "{reply:?}");
    }
    // White hears the player, and the onlooker only after the end.
    let heard = async |guest: &mut Guest| loop {
        match guest.hear().await {
            ServerMessage::Chat { line, .. } => return line.text,
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
    assert_eq!(heard(&mut white).await, "gold to 5b!");
}

#[tokio::test]
async fn a_game_goes_on_after_a_restart_and_the_time_between_does_not_count() {
    let server = Server::start().await;
    let terms = json!({"rules": {"preset": "casual"}, "clock": "10m", "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    black.hear_of("started").await;
    play_all(&mut black, &mut white, "7g7f 3c3d").await;
    let folder = server.stop().await;
    tokio::time::sleep(std::time::Duration::from_millis(1_500)).await;
    let server = Server::start_in(folder, Default::default()).await;
    for guest in [&mut black, &mut white] {
        guest.client.set_address(server.address);
        guest.line = soon(guest.client.connect()).await.expect("a line");
        guest.rejoin().await;
    }
    let state = black.state.as_ref().expect("a state");
    let clock = state.clock.expect("a clock");
    assert!(clock.black.main > 598_000, "{clock:?}");
    play_all(&mut black, &mut white, "2g2f 8c8d").await;
}
