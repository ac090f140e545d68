//! Reading a database written by version 0.1.0.
//!
//! `v0_1/games.sql` is a dump of such a database; only the expiry of its challenge was changed.
//! `v0_1/games.json` has the state of each game according to that server.

mod support;

use komadai_core::Color;
use komadai_game::{Actor, Event, Game, Opening};
use komadai_server::Settings;
use komadai_wire::event::EventDto;
use komadai_wire::opening::OpeningDto;
use komadai_wire::view::{ClockDto, OutcomeDto, PhaseDto, wanted};
use serde_json::{Value, json};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor, Row};
use support::{Folder, Server};

/// The state of a stored game after its last event.
fn shown(opening: &str, events: &[String]) -> Value {
    let opening: OpeningDto = serde_json::from_str(opening).expect("an opening");
    let opening = Opening::try_from(opening).expect("an opening");
    let read = |text: &String| {
        let event: EventDto = serde_json::from_str(text).expect("an event");
        Event::try_from(event).expect("an event")
    };
    let events: Vec<Event> = events.iter().map(read).collect();
    let game = Game::replay(opening, &events).expect("a game");
    let actors = [Actor::BLACK, Actor::WHITE, Actor::Arbiter, Actor::Bystander];
    let names = [Color::Black, Color::White].map(|color| game.player(color).name.clone());
    json!({
        "opening": OpeningDto::from(game.opening()),
        "sfen": game.position().to_string(),
        "ply": game.ply(),
        "names": names,
        "times": game.times().map(|time| time.map(komadai_game::Millis::get)).collect::<Vec<_>>(),
        "phase": PhaseDto::from(game.phase()),
        "outcome": game.outcome().map(OutcomeDto::from),
        "clock": ClockDto::of(&game, game.now()),
        "may": actors.map(|actor| wanted(&game, actor)),
    })
}

async fn rows(connection: &mut AnyConnection, sql: &str) -> Vec<sqlx::any::AnyRow> {
    let rows = connection.fetch_all(AssertSqlSafe(sql.to_owned())).await;
    rows.unwrap_or_else(|error| panic!("{sql}: {error}"))
}

/// All games of a database by name, with the stored verdict and cause.
async fn games(url: &str) -> Vec<(String, Value)> {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.expect("a database");
    let mut games = Vec::new();
    let heads = "SELECT num, id, opening, verdict, cause, plies FROM games ORDER BY num";
    for row in rows(&mut connection, heads).await {
        let num: i64 = row.get(0);
        let bodies = format!("SELECT body FROM events WHERE game = {num} ORDER BY seq");
        let bodies = rows(&mut connection, &bodies).await;
        let events: Vec<String> = bodies.iter().map(|row| row.get(0)).collect();
        let mut game = shown(row.get(2), &events);
        let verdict: Option<String> = row.get(3);
        if let Some(verdict) = verdict {
            assert_eq!(game["outcome"]["verdict"], verdict.as_str());
            assert_eq!(
                game["outcome"]["cause"]["kind"],
                row.get::<String, _>(4).as_str()
            );
            assert_eq!(game["ply"], row.get::<i64, _>(5));
        }
        game["events"] = json!(events.len());
        games.push((row.get(1), game));
    }
    games
}

/// Restores the dump into a new folder.
async fn old_database() -> Folder {
    let folder = Folder::new();
    let url = format!(
        "sqlite://{}?mode=rwc",
        folder.0.join("komadai.sqlite").display()
    );
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(&url).await.expect("a database");
    let dump = sqlx::raw_sql(include_str!("v0_1/games.sql"));
    connection
        .execute(dump)
        .await
        .expect("the dump can be read");
    connection.close().await.expect("a quiet end");
    folder
}

fn expected() -> serde_json::Map<String, Value> {
    serde_json::from_str(include_str!("v0_1/games.json")).expect("JSON")
}

#[tokio::test]
async fn every_old_game_replays_identically() {
    let folder = old_database().await;
    let url = format!(
        "sqlite://{}?mode=rw",
        folder.0.join("komadai.sqlite").display()
    );
    let games = games(&url).await;
    let expected = expected();
    assert_eq!(games.len(), expected.len());
    for (id, game) in games {
        assert_eq!(game, expected[&id], "{id}");
    }
}

#[tokio::test]
async fn server_continues_with_old_games_chat_and_challenges() {
    let server = Server::start_in(old_database().await, Settings::default()).await;
    let mut guest = server.guest().await;
    for (id, game) in expected() {
        guest.join(&id).await;
        let state = guest.state.as_ref().expect("a state");
        let state = serde_json::to_value(state).expect("JSON");
        assert_eq!(state["opening"], game["opening"], "{id}");
        if game["phase"]["kind"] == "preparing" {
            // The replay of a draw starts as with_timeout as its room is opened.
            assert_eq!(state["phase"]["kind"], "running", "{id}");
            continue;
        }
        assert_eq!(state["phase"], game["phase"], "{id}");
        assert_eq!(state["outcome"], game["outcome"], "{id}");
        let events = state["events"].as_array().map(Vec::len);
        assert_eq!(
            events.map(|count| json!(count)),
            Some(game["events"].clone()),
            "{id}"
        );
    }
    // A spectator receives only spectators' chat.
    guest.join("tw5YXBhfvNwk").await;
    let chat = &guest.state.as_ref().expect("a state").chat;
    assert_eq!(chat.len(), 1);
    assert_eq!(chat[0].text, "an onlooker's word");
    let archive: Value = guest.client.get("/api/v1/games").await.expect("games");
    assert_eq!(
        archive["games"].as_array().map(Vec::len),
        Some(4),
        "{archive}"
    );
    let challenges: Value = guest
        .client
        .get("/api/v1/challenges")
        .await
        .expect("challenges");
    let knobs = &challenges[0]["terms"]["rules"]["knobs"];
    assert_eq!(
        knobs["after_draw"]["replay-or"]["otherwise"],
        json!({"main": 180_500, "byoyomi": 30_000, "periods": 2})
    );
    server.stop().await;
}
