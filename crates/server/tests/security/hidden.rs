//! Facts hidden while a game runs: illegal moves, checks and fallen flags.

use super::people::high_limits;
use super::support::{Guest, Reply, Server, play_all, with_timeout};
use futures_util::StreamExt;
use komadai_load::client::Client;
use serde_json::{Value, json};
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;

/// All messages up to the error about an invalid message, but for presence, which comes at most once a second.
async fn everything(guest: &mut Guest) -> Vec<Value> {
    guest.socket.send_text("?").await.expect("an open socket");
    let mut all = Vec::new();
    loop {
        let message = with_timeout(guest.socket.stream().next()).await;
        let Message::Text(text) = message.expect("a message").expect("a message") else {
            continue;
        };
        let message: Value = serde_json::from_str(&text).expect("JSON");
        if message["code"] == "bad-message" {
            return all;
        }
        if message["type"] != "presence" {
            all.push(message);
        }
    }
}

/// Masks what always differs between games: times, names and the move itself.
fn mask(value: &mut Value, deed: &str) {
    match value {
        Value::Object(fields) => {
            // Zero lag is omitted.
            fields.remove("lag");
            for (name, value) in fields {
                match name.as_str() {
                    "at" | "now" | "main" | "period" => *value = json!("time"),
                    "id" | "game" | "name" => *value = json!("name"),
                    _ => mask(value, deed),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| mask(value, deed)),
        Value::String(text) if text == deed => *text = "the move".to_owned(),
        _ => {}
    }
}

/// Two players and a spectator.
struct Scene {
    black: Guest,
    white: Guest,
    spectator: Guest,
}

impl Scene {
    async fn begin(server: &Server, clock: Option<&str>, moves: &str) -> Scene {
        let terms = json!({"rules": {"preset": "fesa"}, "clock": clock, "color": "black"});
        let (mut black, mut white) = server.pair(terms).await;
        black.wait_for_event("started").await;
        white.wait_for_event("started").await;
        let mut spectator = server.guest().await;
        spectator.join(&black.game).await;
        play_all(&mut black, &mut white, moves).await;
        for person in [&mut black, &mut white, &mut spectator] {
            everything(person).await;
        }
        Scene {
            black,
            white,
            spectator,
        }
    }

    /// All messages to the three, and the game as each of them and a stranger can fetch it.
    async fn seen(&mut self, server: &Server, deed: &str) -> Vec<Value> {
        let path = format!("/api/v1/games/{}", self.black.game);
        let mut all = Vec::new();
        for person in [&mut self.black, &mut self.white, &mut self.spectator] {
            let told = everything(person).await;
            let found: Value = person.client.get(&path).await.expect("the game");
            all.push(json!({"told": told, "found": found}));
        }
        let mut stranger = Client::new(server.address);
        all.push(stranger.get(&path).await.expect("the game"));
        all.iter_mut().for_each(|value| mask(value, deed));
        all
    }

    /// Plays a move as Black; returns what everyone sees.
    async fn after(&mut self, server: &Server, deed: &str) -> Vec<Value> {
        let act = json!({"kind": "play", "deed": deed});
        let ply = self.black.ply;
        let message =
            json!({"type": "act", "re": 7, "game": self.black.game, "act": act, "ply": ply});
        self.black
            .socket
            .send_text(&message.to_string())
            .await
            .expect("an open socket");
        // When Black has the answer, everyone has the events.
        let mut first = loop {
            let message = with_timeout(self.black.socket.stream().next()).await;
            let Message::Text(text) = message.expect("a message").expect("a message") else {
                continue;
            };
            let message: Value = serde_json::from_str(&text).expect("JSON");
            if message["re"] == 7 {
                break message;
            }
        };
        assert_eq!(first["events"][0]["fact"]["deed"], deed, "{first}");
        mask(&mut first, deed);
        let mut all = vec![first];
        all.extend(self.seen(server, deed).await);
        all
    }
}

/// Both sides have a pawn in hand; Black has pawns on all files but the second and eighth.
const PAWNS_IN_HAND: &str = "2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f";

#[tokio::test]
async fn illegal_move_looks_like_a_legal_one() {
    let server = Server::start_with(high_limits()).await;
    let mut honest = Scene::begin(&server, Some("10m"), PAWNS_IN_HAND).await;
    let mut foul = Scene::begin(&server, Some("10m"), PAWNS_IN_HAND).await;
    let legal = honest.after(&server, "P*8g").await;
    let nifu = foul.after(&server, "P*7f").await;
    assert_eq!(legal, nifu);
    let text = serde_json::to_string(&nifu).expect("JSON");
    for word in ["breach", "two-pawns", "illegal\"", "\"check\":true"] {
        assert!(!text.contains(word), "{word}: {text}");
    }
    // White may claim in both games; only the claim reveals the illegal move.
    let claim = json!({"kind": "claim", "claim": {"kind": "illegal-move", "offender": "black"}});
    let right = foul.white_acts(&claim).await;
    let ended = right.iter().find(|fact| fact["kind"] == "ended");
    assert_eq!(ended.expect("an end")["verdict"], "white-wins", "{right:?}");
    let wrong = honest.white_acts(&claim).await;
    assert!(
        wrong.iter().all(|fact| fact["verdict"] != "white-wins"),
        "{wrong:?}"
    );
    assert_eq!(wrong[0]["kind"], "claimed", "{wrong:?}");
    // After the game the whole log is public.
    let path = format!("/api/v1/games/{}", foul.black.game);
    let open: Value = foul.spectator.client.get(&path).await.expect("the game");
    assert!(open.to_string().contains("two-pawns"), "{open}");
}

impl Scene {
    /// The facts that follow an act of White.
    async fn white_acts(&mut self, act: &Value) -> Vec<Value> {
        self.white.rejoin_from_the_start().await;
        match self.white.act(act.clone()).await {
            Reply::Events(events) => events.into_iter().map(|e| e["fact"].clone()).collect(),
            other => panic!("{act}: {other:?}"),
        }
    }
}

impl Guest {
    /// Joins again, because messages were read without counting them.
    async fn rejoin_from_the_start(&mut self) {
        let game = self.game.clone();
        self.join(&game).await;
    }
}

#[tokio::test]
async fn check_looks_like_any_other_move() {
    let server = Server::start_with(high_limits()).await;
    let mut quiet = Scene::begin(&server, None, "7g7f 3c3d").await;
    let mut check = Scene::begin(&server, None, "7g7f 3c3d").await;
    let captures = quiet.after(&server, "8h2b+").await;
    let checks = check.after(&server, "8h3c+").await;
    assert_eq!(captures, checks);
}

#[tokio::test]
async fn check_is_announced_where_the_rules_help() {
    let server = Server::start_with(high_limits()).await;
    let terms = json!({"rules": {"preset": "casual"}, "color": "black"});
    let (mut black, mut white) = server.pair(terms).await;
    black.wait_for_event("started").await;
    play_all(&mut black, &mut white, "7g7f 3c3d").await;
    let events = black.play("8h3c+").await;
    assert_eq!(events[0]["fact"]["check"], true, "{events:?}");
}

#[tokio::test]
async fn fallen_flag_is_hidden_until_claimed() {
    let server = Server::start_with(high_limits()).await;
    let mut scene = Scene::begin(&server, Some("2s"), "").await;
    let before = scene.seen(&server, "").await;
    assert_eq!(before[3]["phase"]["kind"], "running", "{}", before[3]);
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    let after = scene.seen(&server, "").await;
    assert_eq!(before, after);
    let claim = json!({"kind": "claim", "claim": {"kind": "flag"}});
    let facts = scene.white_acts(&claim).await;
    let ended = facts.iter().find(|fact| fact["kind"] == "ended");
    assert_eq!(ended.expect("an end")["verdict"], "white-wins", "{facts:?}");
}

#[tokio::test]
async fn early_flag_claim_is_possible_and_fails() {
    let server = Server::start_with(high_limits()).await;
    let mut early = Scene::begin(&server, Some("10m"), "").await;
    let found = early.seen(&server, "").await;
    let may = found[1]["found"]["may"].to_string();
    assert!(may.contains("flag"), "{may}");
    let claim = json!({"kind": "claim", "claim": {"kind": "flag"}});
    let facts = early.white_acts(&claim).await;
    assert_eq!(facts[0]["kind"], "claimed", "{facts:?}");
    assert!(
        facts.iter().all(|fact| fact["verdict"] != "white-wins"),
        "{facts:?}"
    );
}
