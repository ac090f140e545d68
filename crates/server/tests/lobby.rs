//! Challenges: terms, access and expiry.

#[path = "support/people.rs"]
mod people;
mod support;

use axum::http::{Method, StatusCode};
use komadai_game::furigoma::{Commitment, Majority, Nonces, Seed, Toss, verify_all};
use komadai_load::client::{Client, Socket};
use komadai_server::Person;
use komadai_server::lobby::{Lobby, NewChallenge};
use komadai_server::server_clock::wall_ms;
use komadai_server::store::StoredChallenge;
use komadai_wire::message::{ClientMessage, Role, ServerMessage};
use people::{Response, delete, get, high_limits, post, register, request};
use serde_json::{Value, json};
use std::net::IpAddr;
use support::{Guest, Reply, Server, with_timeout};

const CHALLENGES: &str = "/api/v1/challenges";

fn casual() -> Value {
    json!({"rules": {"preset": "casual"}, "color": "black"})
}

/// Creates a challenge; returns its id.
async fn make(guest: &mut Guest, challenge: Value) -> String {
    let made = guest.post(CHALLENGES, challenge).await;
    made["id"].as_str().expect("an id").to_owned()
}

async fn accept(client: &mut Client, id: &str, how: Value) -> Response {
    let path = format!("{CHALLENGES}/{id}/accept");
    post(client, &path, how).await
}

async fn list(client: &mut Client) -> Vec<String> {
    let listed: Vec<Value> = client.get(CHALLENGES).await.expect("a list");
    let ids = listed
        .iter()
        .map(|c| c["id"].as_str().expect("an id").to_owned());
    ids.collect()
}

/// Starts a game between two guests; the first is the challenger.
async fn start_game_on(server: &Server, terms: Value, how: Value) -> (Guest, Guest) {
    let (mut maker, mut taker) = (server.guest().await, server.guest().await);
    let id = make(&mut maker, json!({"terms": terms})).await;
    let begun = accept(&mut taker.client, &id, how).await;
    assert_eq!(begun.status, StatusCode::CREATED, "{}", begun.text());
    let game = begun.json()["game"].as_str().expect("a game").to_owned();
    maker.join(&game).await;
    taker.join(&game).await;
    (maker, taker)
}

fn opening(guest: &Guest) -> Value {
    let state = guest.state.as_ref().expect("a game");
    serde_json::to_value(&state.opening).expect("JSON")
}

fn role(guest: &Guest) -> Role {
    guest.state.as_ref().expect("a game").role
}

#[tokio::test]
async fn game_has_the_terms_of_its_challenge() {
    let server = Server::start_with(high_limits()).await;
    for (terms, path, value) in [
        (
            json!({"rules": {"preset": "seireigi"}}),
            "/variant",
            json!("seireigi"),
        ),
        (
            json!({"rules": {"preset": "casual"}, "variant": "seireigi"}),
            "/variant",
            json!("seireigi"),
        ),
        (
            json!({"rules": {"preset": "fesa"}}),
            "/variant",
            json!("shogi"),
        ),
        (
            json!({"rules": {"preset": "jsa-pro"}}),
            "/rules/preset",
            json!("jsa-pro"),
        ),
        (
            json!({"rules": {"preset": "fesa"}, "handicap": "two-piece"}),
            "/start/handicap",
            json!("two-piece"),
        ),
        (json!({"rules": {"preset": "fesa"}}), "/clock", Value::Null),
        (
            json!({"rules": {"preset": "fesa"}, "sfen": "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"}),
            "/start/sfen",
            json!("4k4/9/4P4/9/9/9/9/9/4K4 b G 1"),
        ),
    ] {
        let (maker, taker) = start_game_on(&server, terms.clone(), json!({})).await;
        let own = opening(&maker);
        assert_eq!(own.pointer(path), Some(&value), "{terms}: {own}");
        assert_eq!(own, opening(&taker));
    }
}

#[tokio::test]
async fn custom_rules_and_unequal_clocks_are_kept() {
    let server = Server::start_with(high_limits()).await;
    let terms = json!({
        "rules": {"preset": "fesa", "knobs": {"repetition": "automatically"}},
        "clock": "B:15m+60s W:10m+30s",
        "color": "white",
    });
    let (maker, taker) = start_game_on(&server, terms, json!({})).await;
    assert_eq!((role(&maker), role(&taker)), (Role::White, Role::Black));
    let opening = opening(&maker);
    assert_eq!(
        opening["rules"]["knobs"]["repetition"], "automatically",
        "{opening}"
    );
    let clock = maker
        .state
        .as_ref()
        .and_then(|state| state.clock)
        .expect("a clock");
    assert_eq!(
        (clock.black.main, clock.black.period),
        (900_000, Some(60_000))
    );
    assert_eq!(
        (clock.white.main, clock.white.period),
        (600_000, Some(30_000))
    );
}

#[tokio::test]
async fn handicap_giver_is_white_and_moves_first() {
    let server = Server::start_with(high_limits()).await;
    let terms = json!({"rules": {"preset": "casual"}, "handicap": "bishop"});
    let (mut giver, mut taker) = start_game_on(&server, terms.clone(), json!({})).await;
    assert_eq!((role(&giver), role(&taker)), (Role::White, Role::Black));
    taker.wait_for_event("started").await;
    giver.play("3c3d").await;
    let mut black = terms;
    black["color"] = json!("black");
    let (taker, giver) = start_game_on(&server, black, json!({})).await;
    assert_eq!((role(&giver), role(&taker)), (Role::White, Role::Black));
}

#[tokio::test]
async fn open_handicap_is_chosen_on_acceptance() {
    let server = Server::start_with(high_limits()).await;
    let mut maker = server.guest().await;
    let mut taker = server.guest().await;
    let terms = json!({"rules": {"preset": "casual"}, "handicap": "open"});
    let id = make(&mut maker, json!({"terms": terms})).await;
    for how in [
        json!({}),
        json!({"handicap": "open"}),
        json!({"handicap": "twelve-piece"}),
    ] {
        let answer = accept(&mut taker.client, &id, how).await;
        assert_eq!(
            (answer.code().as_str(), &answer.json()["field"]),
            ("bad-terms", &json!("handicap"))
        );
    }
    // The challenge is still open.
    let begun = accept(&mut taker.client, &id, json!({"handicap": "four-piece"})).await;
    let game = begun.json()["game"].as_str().expect("a game").to_owned();
    taker.join(&game).await;
    assert_eq!(opening(&taker)["start"]["handicap"], "four-piece");
    assert_eq!(role(&taker), Role::Black);
    let id = make(&mut maker, json!({"terms": casual()})).await;
    let settled = accept(&mut taker.client, &id, json!({"handicap": "four-piece"})).await;
    assert_eq!(settled.code(), "bad-terms");
}

#[tokio::test]
async fn clients_can_verify_the_piece_toss() {
    let server = Server::start_with(high_limits()).await;
    let terms = json!({"rules": {"preset": "fesa"}, "clock": "10m"});
    let (mut first, mut second) = start_game_on(&server, terms, json!({})).await;
    let path = format!("/api/v1/games/{}", first.game);
    let before: Value = first.client.get(&path).await.expect("the game");
    let nonces = ["5a".repeat(32), "c3".repeat(32)];
    first
        .act(json!({"kind": "add-nonce", "nonce": nonces[0]}))
        .await;
    // The seed stays secret until both nonces are known.
    let shown: Value = second.client.get(&path).await.expect("the game");
    assert!(!shown.to_string().contains("toss-revealed"));
    second
        .act(json!({"kind": "add-nonce", "nonce": nonces[1]}))
        .await;
    let game = first.game.clone();
    let mut stranger = server.guest().await;
    second.wait_for_event("started").await;
    stranger.join(&game).await;
    let state = stranger.state.as_ref().expect("the game");
    let events = serde_json::to_value(&state.events).expect("JSON");
    let facts: Vec<&Value> = events
        .as_array()
        .expect("events")
        .iter()
        .map(|e| &e["fact"])
        .collect();
    let all = |kind: &str, field: &str| -> Vec<String> {
        let of_kind = facts.iter().filter(|fact| fact["kind"] == kind);
        of_kind
            .map(|fact| fact[field].as_str().expect("a text").to_owned())
            .collect()
    };
    let commitment: Commitment = all("toss-committed", "commitment")[0].parse().expect("hex");
    let promised = format!("\"{}\"", all("toss-committed", "commitment")[0]);
    assert!(
        before.to_string().contains(&promised),
        "committed before the first nonce"
    );
    let seed: Seed = all("toss-revealed", "seed")[0].parse().expect("hex");
    assert_eq!(all("nonce-added", "nonce"), nonces);
    let tosses: Vec<Toss> = all("tossed", "toss")
        .iter()
        .map(|t| t.parse().expect("a toss"))
        .collect();
    // The challenger is the tosser: Black before the toss.
    let own = Nonces {
        tosser: [0x5a; 32],
        other: [0xc3; 32],
    };
    let majority = verify_all(&commitment, &seed, &own, &tosses).expect("an honest toss");
    // Another nonce gives the same five pawns once in about thirty times, so many are tried.
    let forged = |byte: u8| Nonces {
        tosser: [byte; 32],
        other: own.tosser,
    };
    let is_refused = |byte| verify_all(&commitment, &seed, &forged(byte), &tosses).is_err();
    assert!((0..32).filter(|byte| is_refused(*byte)).count() > 16);
    let mut first = Guest::connect(first.client).await;
    first.join(&game).await;
    let expected = match majority {
        Majority::Tosser => Role::Black,
        Majority::Other => Role::White,
    };
    assert_eq!(role(&first), expected);
}

#[tokio::test]
async fn direct_challenge_is_only_for_its_recipient() {
    let server = Server::start_with(high_limits()).await;
    let mut ann = Guest::connect(register(&server, "Ann").await).await;
    let mut bob = register(&server, "Bob").await;
    let mut eve = register(&server, "Eve").await;
    let mut guest = Client::new(server.address);
    guest.me().await.expect("a guest");
    let id = make(&mut ann, json!({"terms": casual(), "to": "bOB"})).await;
    assert_eq!(list(&mut ann.client).await, [id.as_str()]);
    assert_eq!(list(&mut bob).await, [id.as_str()]);
    for other in [&mut eve, &mut guest] {
        assert_eq!(list(other).await, Vec::<String>::new());
        assert_eq!(accept(other, &id, json!({})).await.code(), "not-yours");
        let path = format!("{CHALLENGES}/{id}");
        let answer = delete(other, &path).await;
        assert_eq!(answer.code(), "not-yours");
    }
    assert_eq!(
        accept(&mut bob, &id, json!({})).await.status,
        StatusCode::CREATED
    );
    // The recipient can decline.
    let id = make(&mut ann, json!({"terms": casual(), "to": "Bob"})).await;
    let answer = delete(&mut bob, &format!("{CHALLENGES}/{id}")).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
    assert_eq!(list(&mut ann.client).await, Vec::<String>::new());
    for (challenge, code) in [
        (
            json!({"terms": casual(), "to": "Nobody"}),
            "no-such-account",
        ),
        (json!({"terms": casual(), "to": "Ann"}), "yourself"),
        (json!({"terms": casual(), "arbiter": "Ann"}), "plays"),
        (
            json!({"terms": casual(), "to": "Bob", "arbiter": "Bob"}),
            "plays",
        ),
    ] {
        let answer = post(&mut ann.client, CHALLENGES, challenge).await;
        assert_eq!(answer.code(), code);
    }
}

/// Agrees (`PUT`) or declines (`DELETE`) to be the arbiter.
async fn answer(client: &mut Client, method: Method, id: &str) -> Response {
    let path = format!("{CHALLENGES}/{id}/arbiter");
    request(client, method, &path, None, &[]).await
}

async fn watch(guest: &mut Guest) -> Value {
    let watch = guest.socket.send(&ClientMessage::WatchLobby {});
    watch.await.expect("an open socket");
    next_lobby_message(&mut guest.socket).await
}

#[tokio::test]
async fn arbiter_must_agree_before_the_game_begins() {
    let server = Server::start_with(high_limits()).await;
    let (mut ann, mut bob) = (server.guest().await, server.guest().await);
    let mut cat = Guest::connect(register(&server, "Cat").await).await;
    watch(&mut cat).await;
    watch(&mut bob).await;
    let id = make(&mut ann, json!({"terms": casual(), "arbiter": "Cat"})).await;
    // Cat and Ann see it at once, others when Cat has agreed.
    let asked = next_lobby_message(&mut cat.socket).await;
    let waiting = json!({"name": "Cat", "answer": "waiting"});
    assert_eq!(asked["challenge"]["arbiter"], waiting);
    assert_eq!(list(&mut cat.client).await, [id.as_str()]);
    assert_eq!(list(&mut ann.client).await, [id.as_str()]);
    assert_eq!(list(&mut bob.client).await, Vec::<String>::new());
    assert_eq!(
        accept(&mut bob.client, &id, json!({})).await.code(),
        "arbiter-pending"
    );
    for other in [&mut ann.client, &mut bob.client] {
        for method in [Method::PUT, Method::DELETE] {
            assert_eq!(answer(other, method, &id).await.code(), "not-yours");
        }
    }
    // The answer survives a restart of the server.
    let agreed = answer(&mut cat.client, Method::PUT, &id).await.json();
    assert_eq!(
        agreed["arbiter"],
        json!({"name": "Cat", "answer": "agreed"})
    );
    let listed = next_lobby_message(&mut bob.socket).await;
    assert_eq!(listed["challenge"], agreed);
    let server = Server::start_in(server.stop().await, high_limits()).await;
    for guest in [&mut ann, &mut bob, &mut cat] {
        guest.client.set_address(server.address);
        guest.socket = guest.client.connect().await.expect("an open socket");
    }
    assert_eq!(watch(&mut bob).await["challenges"], json!([agreed]));
    assert_eq!(
        accept(&mut cat.client, &id, json!({})).await.code(),
        "not-yours",
        "the arbiter does not play"
    );
    let begun = accept(&mut bob.client, &id, json!({})).await;
    let game = begun.json()["game"].as_str().expect("a game").to_owned();
    let told = next_lobby_message(&mut cat.socket).await;
    assert_eq!(told["game"], game.as_str());
    cat.join(&game).await;
    assert_eq!(role(&cat), Role::Arbiter);
}

#[tokio::test]
async fn arbiter_can_decline_and_is_left_alone() {
    let server = Server::start_with(high_limits()).await;
    let mut bob = server.guest().await;
    let mut ann = Guest::connect(register(&server, "Ann").await).await;
    let mut cat = Guest::connect(register(&server, "Cat").await).await;
    let challenge = json!({"terms": casual(), "arbiter": "Cat"});
    let id = make(&mut ann, challenge.clone()).await;
    let twice = post(&mut ann.client, CHALLENGES, challenge.clone()).await;
    assert_eq!(twice.code(), "arbiter-busy", "one question at a time");
    watch(&mut ann).await;
    watch(&mut bob).await;
    answer(&mut cat.client, Method::PUT, &id).await;
    let made = next_lobby_message(&mut bob.socket).await;
    assert_eq!(made["type"], "challenge-made");
    next_lobby_message(&mut ann.socket).await;
    // An agreement can be taken back; the challenger is told.
    let declined = answer(&mut cat.client, Method::DELETE, &id).await;
    assert_eq!(declined.status, StatusCode::OK);
    let told = next_lobby_message(&mut ann.socket).await;
    let expected = json!({"name": "Cat", "answer": "declined"});
    assert_eq!(told["challenge"]["arbiter"], expected);
    let gone = next_lobby_message(&mut bob.socket).await;
    assert_eq!(gone, json!({"type": "challenge-gone", "id": id}));
    assert_eq!(list(&mut ann.client).await, [id.as_str()]);
    assert_eq!(list(&mut cat.client).await, Vec::<String>::new());
    assert_eq!(
        accept(&mut bob.client, &id, json!({})).await.code(),
        "arbiter-pending"
    );
    let again = post(&mut ann.client, CHALLENGES, challenge).await;
    assert_eq!(
        (again.code().as_str(), &again.json()["field"]),
        ("arbiter-declined", &json!("arbiter"))
    );
}

fn new_challenge(number: u8) -> NewChallenge {
    NewChallenge {
        by: Person::guest(&format!("guest{number}")),
        network: IpAddr::from([192, 0, 2, number]),
        terms: serde_json::from_value(casual()).expect("terms"),
        to: None,
        arbiter: None,
    }
}

#[tokio::test]
async fn lobby_has_pages_and_survives_a_flood() {
    let server = Server::start_with(high_limits()).await;
    let mut ann = server.guest().await;
    watch(&mut ann).await;
    let own = make(&mut ann, json!({"terms": casual()})).await;
    let mut made = vec![own.clone()];
    for number in 0..230 {
        let challenge = Lobby::create(&server.app.state, new_challenge(number)).await;
        made.push(challenge.expect("a challenge").public().id);
    }
    // Few changes are told one by one, many as one list.
    let mut told = 0;
    let last = loop {
        let news = next_lobby_message(&mut ann.socket).await;
        match news["type"].as_str() {
            Some("lobby") => break news,
            _ => told += 1,
        }
    };
    assert!((1..=100).contains(&told), "{told}");
    assert_eq!(last["more"], true);
    let ids = |page: &Value| -> Vec<String> {
        let page = page.as_array().expect("challenges").iter();
        page.map(|c| c["id"].as_str().expect("an id").to_owned())
            .collect()
    };
    let shown = ids(&last["challenges"]);
    assert_eq!(
        (shown.len(), &shown[0]),
        (101, &own),
        "one's own is always there"
    );
    // All pages together are the whole list.
    let mut seen = Vec::new();
    let mut path = CHALLENGES.to_owned();
    loop {
        let mut stranger = Client::new(server.address);
        let page: Value = stranger.get(&path).await.expect("a page");
        let Some(oldest) = page.get(0) else {
            break;
        };
        assert!(ids(&page).len() <= 100);
        path = format!(
            "{CHALLENGES}?before={}-{}",
            oldest["created_at"],
            oldest["id"].as_str().expect("an id")
        );
        seen.extend(ids(&page));
    }
    seen.sort();
    made.sort();
    assert_eq!(seen, made);
    let bad = get(&mut ann.client, &format!("{CHALLENGES}?before=x")).await;
    assert_eq!(bad.code(), "bad-query");
}

#[tokio::test]
async fn long_terms_are_rejected() {
    let server = Server::start_with(high_limits()).await;
    let mut ann = server.guest().await;
    let mut terms = casual();
    terms["clock"] = json!(format!("{}10m", "0".repeat(3_000)));
    let answer = post(&mut ann.client, CHALLENGES, json!({"terms": terms})).await;
    assert_eq!(answer.code(), "bad-terms");
}

#[tokio::test]
async fn private_challenge_is_unlisted_and_can_be_accepted() {
    let server = Server::start_with(high_limits()).await;
    let mut ann = server.guest().await;
    let mut bob = server.guest().await;
    let mut terms = casual();
    terms["visibility"] = json!("link");
    let id = make(&mut ann, json!({"terms": terms})).await;
    assert_eq!(id.len(), 22);
    assert_eq!(list(&mut bob.client).await, Vec::<String>::new());
    let found: Value = bob
        .client
        .get(&format!("{CHALLENGES}/{id}"))
        .await
        .expect("the link");
    assert_eq!(found["terms"]["visibility"], "link");
    let begun = accept(&mut bob.client, &id, json!({})).await;
    assert_eq!(begun.json()["game"].as_str().map(str::len), Some(22));
}

#[tokio::test]
async fn own_challenge_can_only_be_withdrawn_by_its_creator() {
    let server = Server::start_with(high_limits()).await;
    let mut ann = server.guest().await;
    let mut bob = server.guest().await;
    let id = make(&mut ann, json!({"terms": casual()})).await;
    assert_eq!(
        accept(&mut ann.client, &id, json!({})).await.code(),
        "not-yours"
    );
    let path = format!("{CHALLENGES}/{id}");
    let answer = delete(&mut bob.client, &path).await;
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (StatusCode::FORBIDDEN, "not-yours")
    );
    let answer = delete(&mut Client::new(server.address), &path).await;
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    let answer = delete(&mut ann.client, &path).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
    assert_eq!(
        accept(&mut bob.client, &id, json!({})).await.code(),
        "challenge-gone"
    );
    let again = delete(&mut ann.client, &path).await;
    assert_eq!(again.code(), "challenge-gone");
}

#[tokio::test]
async fn exactly_one_concurrent_acceptance_succeeds() {
    let server = Server::start_with(high_limits()).await;
    let mut ann = server.guest().await;
    let mut others = Vec::new();
    for _ in 0..5 {
        others.push(server.guest().await);
    }
    for _ in 0..5 {
        let id = make(&mut ann, json!({"terms": casual()})).await;
        let tries = others.iter().map(|other| {
            let (mut client, id) = (other.client.clone(), id.clone());
            tokio::spawn(async move { accept(&mut client, &id, json!({})).await })
        });
        let mut begun = 0;
        for tried in tries.collect::<Vec<_>>() {
            let answer = with_timeout(tried).await.expect("no panic");
            match answer.status {
                StatusCode::CREATED => begun += 1,
                _ => assert_eq!(answer.code(), "challenge-gone"),
            }
        }
        assert_eq!(begun, 1);
    }
    let games = server.app.state.store.open_games().await.expect("games");
    assert_eq!(games.len(), 5);
}

async fn next_lobby_message(socket: &mut Socket) -> Value {
    let news = socket.receive_until(|message| match &message {
        ServerMessage::Lobby { .. }
        | ServerMessage::ChallengeMade { .. }
        | ServerMessage::ChallengeGone { .. }
        | ServerMessage::GameBegun { .. } => Some(serde_json::to_value(&message).expect("JSON")),
        _ => None,
    });
    with_timeout(news).await.expect("news")
}

#[tokio::test]
async fn lobby_changes_are_broadcast() {
    let server = Server::start_with(high_limits()).await;
    let mut ann = server.guest().await;
    let mut bob = server.guest().await;
    let first = make(&mut ann, json!({"terms": casual()})).await;
    bob.socket
        .send(&ClientMessage::WatchLobby {})
        .await
        .expect("an open socket");
    let all = next_lobby_message(&mut bob.socket).await;
    assert_eq!(all["challenges"][0]["id"], first.as_str());
    assert_eq!(all["challenges"][0]["by"]["kind"], "guest");
    let mut hidden = casual();
    hidden["visibility"] = json!("link");
    make(&mut ann, json!({"terms": hidden})).await;
    let second = make(&mut ann, json!({"terms": casual()})).await;
    // The private challenge is not announced.
    let made = next_lobby_message(&mut bob.socket).await;
    assert_eq!(
        (&made["type"], &made["challenge"]["id"]),
        (&json!("challenge-made"), &json!(second))
    );
    delete(&mut ann.client, &format!("{CHALLENGES}/{first}")).await;
    assert_eq!(
        next_lobby_message(&mut bob.socket).await,
        json!({"type": "challenge-gone", "id": first})
    );
    let begun = accept(&mut bob.client, &second, json!({})).await;
    let game = begun.json()["game"].clone();
    assert_eq!(
        next_lobby_message(&mut bob.socket).await,
        json!({"type": "challenge-gone", "id": second})
    );
    let both = json!({"type": "game-begun", "challenge": second, "game": game});
    assert_eq!(next_lobby_message(&mut bob.socket).await, both);
    assert_eq!(next_lobby_message(&mut ann.socket).await, both);
    bob.socket
        .send(&ClientMessage::LeaveLobby {})
        .await
        .expect("an open socket");
    bob.socket.send_text("?").await.expect("an open socket");
    while !matches!(bob.receive().await, ServerMessage::Error { .. }) {}
    make(&mut ann, json!({"terms": casual()})).await;
    let silence = tokio::time::timeout(
        std::time::Duration::from_millis(200),
        next_lobby_message(&mut bob.socket),
    );
    assert!(silence.await.is_err(), "unsubscribed");
}

#[tokio::test]
async fn challenges_survive_a_restart_and_expire_after_a_day() {
    let server = Server::start_with(high_limits()).await;
    let mut ann = server.guest().await;
    let mut bob = server.guest().await;
    let stays = make(&mut ann, json!({"terms": casual()})).await;
    let expires = make(&mut ann, json!({"terms": casual()})).await;
    let expired = make(&mut ann, json!({"terms": casual()})).await;
    let made: Value = bob
        .client
        .get(&format!("{CHALLENGES}/{stays}"))
        .await
        .expect("it");
    let day =
        made["expires_at"].as_i64().expect("a time") - made["created_at"].as_i64().expect("a time");
    assert_eq!(day, 24 * 3600 * 1000);
    // Bring two of them close to expiry.
    let store = &server.app.state.store;
    let now = wall_ms();
    let until = now + 3_000;
    for stored in store.challenges(now).await.expect("challenges") {
        let expires_at = match stored.id.as_str() {
            id if id == expires => until,
            id if id == expired => now,
            _ => continue,
        };
        let mut body: Value = serde_json::from_str(&stored.body).expect("JSON");
        body["expires_at"] = json!(expires_at);
        store
            .remove_challenge(stored.id.clone())
            .await
            .expect("removed");
        let changed = StoredChallenge {
            expires_at,
            body: body.to_string(),
            ..stored
        };
        store.add_challenge(changed).await.expect("stored");
    }
    let folder = server.stop().await;
    let server = Server::start_in(folder, high_limits()).await;
    ann.client.set_address(server.address);
    bob.client.set_address(server.address);
    assert_eq!(
        list(&mut bob.client).await,
        [stays.as_str(), expires.as_str()]
    );
    assert_eq!(
        accept(&mut bob.client, &expired, json!({})).await.code(),
        "challenge-gone"
    );
    while wall_ms() <= until {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(list(&mut bob.client).await, [stays.as_str()]);
    assert_eq!(
        accept(&mut bob.client, &expires, json!({})).await.code(),
        "challenge-gone"
    );
    let begun = accept(&mut bob.client, &stays, json!({})).await;
    assert_eq!(begun.status, StatusCode::CREATED, "{}", begun.text());
    assert_eq!(list(&mut ann.client).await, Vec::<String>::new());
}

#[tokio::test]
async fn handicap_by_grade_is_a_match_of_two_games_that_the_stronger_player_gives() {
    let server = Server::start_with(high_limits()).await;
    let terms = json!({
        "rules": {"preset": "casual"},
        "handicap": "by-grade",
        "clock": "10m+30s",
        "grade": "2 kyu",
    });
    let (mut weak, mut strong) =
        start_game_on(&server, terms.clone(), json!({"grade": "1 dan"})).await;
    assert_eq!((role(&weak), role(&strong)), (Role::Black, Role::White));
    let first = opening(&weak);
    assert_eq!(first["start"]["handicap"], "lance", "{first}");
    assert_eq!(first["players"]["white"]["grade"], "1 dan");
    assert_eq!(first["players"]["black"]["grade"], "2 kyu");
    assert_eq!(first["then"]["handicap"], "bishop");
    weak.wait_for_event("started").await;
    weak.act(json!({"kind": "resign"})).await;
    let next = loop {
        if let ServerMessage::Next { next, .. } = weak.receive().await {
            break next;
        }
    };
    while !matches!(strong.receive().await, ServerMessage::Next { .. }) {}
    weak.join(&next).await;
    strong.join(&next).await;
    assert_eq!((role(&weak), role(&strong)), (Role::Black, Role::White));
    let second = opening(&weak);
    assert_eq!(second["start"]["handicap"], "bishop", "{second}");
    assert_eq!(second["clock"], "10m+30s");
    assert_eq!(second.get("then"), None);
    // Equal grades toss, and the challenger gives if stronger.
    let (even, _) = start_game_on(&server, terms.clone(), json!({"grade": "2 kyu"})).await;
    assert_eq!(opening(&even)["start"]["handicap"], "even");
    let (giver, _) = start_game_on(&server, terms.clone(), json!({"grade": "5級"})).await;
    assert_eq!(opening(&giver)["start"]["handicap"], "bishop");
    assert_eq!(role(&giver), Role::White);
    // Without both grades there is no handicap to follow from them.
    let mut maker = server.guest().await;
    let id = make(&mut maker, json!({"terms": terms})).await;
    let mut taker = server.guest().await;
    let unknown = accept(&mut taker.client, &id, json!({})).await;
    assert_eq!(unknown.json()["field"], "grade", "{}", unknown.text());
    let nonsense = accept(&mut taker.client, &id, json!({"grade": "77 dan"})).await;
    assert_eq!(nonsense.json()["field"], "grade");
    let terms = json!({"rules": {"preset": "casual"}, "handicap": "by-grade"});
    let refused = post(&mut maker.client, CHALLENGES, json!({"terms": terms})).await;
    assert_eq!(refused.json()["field"], "grade", "{}", refused.text());
}

#[tokio::test]
async fn player_of_the_higher_grade_tosses() {
    let server = Server::start_with(high_limits()).await;
    for (challenger, acceptor, tosser) in [
        ("1 kyu", "1 dan", "white"),
        ("1 dan", "1 kyu", "black"),
        ("1 dan", "beginner", "black"),
        ("beginner", "20 kyu", "white"),
        ("3 dan", "3 dan", "black"),
    ] {
        let terms = json!({"rules": {"preset": "fesa"}, "grade": challenger});
        let (maker, _) = start_game_on(&server, terms, json!({"grade": acceptor})).await;
        let opening = opening(&maker);
        let who = &opening["first_move"]["furigoma"]["tosser"];
        assert_eq!(who, tosser, "{challenger}, {acceptor}: {opening}");
    }
}

#[tokio::test]
async fn beginner_is_forgiven_where_the_rules_forgive_beginners() {
    let server = Server::start_with(high_limits()).await;
    let terms = json!({
        "rules": {"preset": "fesa", "knobs": {"forgiveness": {"beginners": 1}}},
        "color": "black",
        "grade": "3 dan",
    });
    for (grade, experience, kind) in [
        ("beginner", "beginner", "taken-back"),
        ("16 kyu", "beginner", "taken-back"),
        ("15 kyu", "experienced", "ended"),
        ("", "experienced", "ended"),
    ] {
        let (mut black, mut white) =
            start_game_on(&server, terms.clone(), json!({"grade": grade})).await;
        assert_eq!(
            opening(&black)["players"]["white"]["experience"],
            experience
        );
        white.wait_for_event("started").await;
        black.play("7g7f").await;
        white.wait_for_ply(1).await;
        white.play("8c8f").await;
        black.wait_for_ply(2).await;
        let claim = json!({"kind": "illegal-move", "offender": "white"});
        let Reply::Events(events) = black.act(json!({"kind": "claim", "claim": claim})).await
        else {
            panic!("the claim was refused");
        };
        let told = events.iter().map(|event| &event["fact"]["kind"]);
        assert!(told.clone().any(|told| told == kind), "{grade}: {events:?}");
    }
}

#[tokio::test]
async fn challenge_tells_whether_its_times_qualify_for_rating() {
    let server = Server::start_with(high_limits()).await;
    let mut guest = server.guest().await;
    for (clock, rated) in [
        (json!("20m+40s"), true),
        (json!("30m+30s"), true),
        (json!("20m+30s"), false),
        (json!("30m+30s/move"), false),
        (Value::Null, false),
    ] {
        let terms = json!({"rules": {"preset": "fesa"}, "clock": clock});
        let made = guest.post(CHALLENGES, json!({"terms": terms})).await;
        assert_eq!(made["rated_time"], rated, "{made}");
    }
}
