//! Games: against the computer, the archive, records.

use super::challenges::Begun;
use super::{Body, Path, Query};
use crate::app::App;
use crate::auth::{self, CurrentUser};
use crate::error::ApiError;
use crate::guard::ClientAddress;
use crate::lobby::ChallengeError;
use crate::person::Person;
use crate::rooms::{Rooms, read_events, read_opening, read_person};
use crate::store::{ArchiveFilter, ArchivePlace, ArchiveRow, StoreError, StoredGame};
use crate::terms;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use komadai_core::Color;
use komadai_game::narrate::{self, Language};
use komadai_game::record::export;
use komadai_game::{Game, Phase};
use komadai_kifu::{Format, WriteOptions, write};
use komadai_search::Level;
use komadai_wire::challenge::PersonDto;
use komadai_wire::challenge::{Acceptance, Terms};
use komadai_wire::message::GameState;
use komadai_wire::names::SideDto;
use komadai_wire::opening::OpeningDto;
use komadai_wire::problem::Problem;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

/// A game against the computer.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewComputerGame {
    /// 1 to 20.
    level: u8,
    /// The terms; `color` is your color.
    terms: Terms,
}

/// Starts a game against the computer.
#[utoipa::path(post, path = "/api/v1/games/computer", tag = "games", request_body = NewComputerGame,
    responses((status = 201, body = Begun), (status = 422, body = Problem)))]
pub(super) async fn against_computer(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    user: CurrentUser,
    Body(new): Body<NewComputerGame>,
) -> Result<impl IntoResponse, ApiError> {
    auth::check_may_play(&app, &user.person)?;
    app.rates.game(&user.person.key, address)?;
    if Level::try_from(u32::from(new.level)).is_err() {
        return Err(ApiError::field("level", "bad-level", "levels are 1 to 20"));
    }
    let computer = Person::computer(new.level);
    let plan = terms::plan(
        &new.terms,
        &user.person,
        &computer,
        &Acceptance::default(),
        None,
    );
    let game = plan
        .map_err(ChallengeError::from)?
        .into_new_game(&app.state);
    let id = game.id.clone();
    app.state.store.create_game(game, None).await?;
    Ok((StatusCode::CREATED, Json(Begun { game: id })))
}

/// Filter for finished games.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct Search {
    /// Name of a player.
    player: Option<String>,
    /// Only your own games, including private ones.
    mine: Option<bool>,
    /// `shogi` or `seireigi`.
    variant: Option<String>,
    /// `black-wins`, `white-wins`, `draw`, `both-lose` or `no-contest`.
    result: Option<String>,
    /// Ended at or after this time, in milliseconds since 1970.
    from: Option<i64>,
    /// Ended before this time.
    until: Option<i64>,
    /// The `cursor` of the previous page.
    before: Option<String>,
    /// Page size, at most 100.
    limit: Option<i64>,
}

/// A finished game.
#[derive(Serialize, ToSchema)]
pub(super) struct ArchivedGame {
    id: String,
    black: PersonDto,
    white: PersonDto,
    opening: OpeningDto,
    result: String,
    cause: String,
    plies: i64,
    created_at: i64,
    ended_at: i64,
}

/// Finished games, newest first.
#[derive(Serialize, ToSchema)]
pub(super) struct Page {
    games: Vec<ArchivedGame>,
    /// Pass as `before` to get the next page; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
}

const MAX_ROWS: i64 = 100;
const DEFAULT_ROWS: i64 = 20;

/// Finished games, newest first.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", params(Search), responses((status = 200, body = Page)))]
pub(super) async fn archive(
    State(app): State<App>,
    user: Option<CurrentUser>,
    Query(search): Query<Search>,
) -> Result<Json<Page>, ApiError> {
    let who = match (search.mine, user) {
        (Some(true), Some(user)) => Some(user.person.key),
        (Some(true), None) => return Err(ApiError::unauthenticated()),
        _ => None,
    };
    let limit = search.limit.unwrap_or(DEFAULT_ROWS).clamp(1, MAX_ROWS);
    let after = search.before.as_deref().map(str::parse::<ArchivePlace>);
    let after = after.transpose().map_err(|error| {
        ApiError::new(StatusCode::BAD_REQUEST, "bad-query", error.to_string()).with_field("before")
    })?;
    let filter = ArchiveFilter {
        name: search.player,
        who,
        variant: search.variant,
        verdict: search.result,
        from: search.from,
        until: search.until,
        after,
        limit,
    };
    let rows = app.state.store.archive(&filter).await?;
    let full = i64::try_from(rows.len()).unwrap_or(i64::MAX) == limit;
    let cursor = rows
        .last()
        .filter(|_| full)
        .map(|row| row.place().to_string());
    let games: Result<Vec<ArchivedGame>, StoreError> = rows.iter().map(archived).collect();
    Ok(Json(Page {
        games: games?,
        cursor,
    }))
}

fn archived(row: &ArchiveRow) -> Result<ArchivedGame, StoreError> {
    let opening = read_opening(&row.opening)?;
    Ok(ArchivedGame {
        id: row.id.clone(),
        black: read_person(&row.black)?.public(),
        white: read_person(&row.white)?.public(),
        opening: OpeningDto::from(&opening),
        result: row.verdict.clone(),
        cause: row.cause.clone(),
        plies: row.plies,
        created_at: row.created_at,
        ended_at: row.ended_at,
    })
}

/// A game of yours that is not over.
#[derive(Serialize, ToSchema)]
pub(super) struct RunningGame {
    id: String,
    /// After a toss.
    black: PersonDto,
    white: PersonDto,
    /// Your side.
    you: SideDto,
    /// Whose turn it is; absent before the start and while the clocks are stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<SideDto>,
    /// The number of moves so far.
    plies: usize,
    created_at: i64,
}

/// How many running games are listed.
const MAX_RUNNING: i64 = 20;

/// Your games that are not over, newest first, at most 20; without a session there are none.
#[utoipa::path(get, path = "/api/v1/games/running", tag = "games", responses((status = 200, body = Vec<RunningGame>)))]
pub(super) async fn running(
    State(app): State<App>,
    user: Option<CurrentUser>,
) -> Result<Json<Vec<RunningGame>>, ApiError> {
    let Some(user) = user else {
        return Ok(Json(Vec::new()));
    };
    let key = user.person.key;
    let stored = app.state.store.running_games_of(&key, MAX_RUNNING).await?;
    let games: Result<Vec<RunningGame>, StoreError> = stored
        .iter()
        .map(|stored| running_game(stored, &key))
        .collect();
    Ok(Json(games?))
}

fn running_game(stored: &StoredGame, key: &str) -> Result<RunningGame, StoreError> {
    let head = &stored.game;
    let events = read_events(&stored.events)?;
    let game = Game::replay(read_opening(&head.opening)?, &events).map_err(|error| {
        StoreError::Unreadable {
            what: format!("game {}", head.id),
            why: error.to_string(),
        }
    })?;
    let (first, second) = (read_person(&head.black)?, read_person(&head.white)?);
    let (black, white) = match game.colors_swapped() {
        true => (second, first),
        false => (first, second),
    };
    let you = match black.key == key {
        true => Color::Black,
        false => Color::White,
    };
    let is_played = matches!(game.phase(), Phase::Running);
    Ok(RunningGame {
        id: head.id.clone(),
        black: black.public(),
        white: white.public(),
        you: SideDto::from(you),
        turn: is_played.then(|| SideDto::from(game.turn())),
        plies: game.deeds().len(),
        created_at: head.created_at,
    })
}

/// The part of a game to return.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct After {
    /// The number of the last event that you have; default 0.
    #[serde(default)]
    after: u32,
}

/// A game as visible to you, with at most 128 events; if its `last` event is not among them, request the rest with
/// `after`.
#[utoipa::path(get, path = "/api/v1/games/{id}", tag = "games", params(After),
    responses((status = 200, body = GameState), (status = 404, body = Problem)))]
pub(super) async fn get(
    State(app): State<App>,
    user: Option<CurrentUser>,
    Path(id): Path<String>,
    Query(After { after }): Query<After>,
) -> Result<Json<GameState>, ApiError> {
    let nobody = Person::guest("");
    let person = user.map_or(nobody, |user| user.person);
    let state = Rooms::view(&app.state, &id, &person, after).await?;
    Ok(Json(state))
}

/// The record of a finished game: `kif`, `ki2`, `csa`, `jkf`, `usi`, `sfen`, `usen`, `bod`, `psn` or `western`.
#[utoipa::path(get, path = "/api/v1/games/{id}/record/{format}", tag = "games",
    responses((status = 200, body = String), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn record(
    State(app): State<App>,
    Path((id, format)): Path<(String, String)>,
) -> Result<impl IntoResponse, ApiError> {
    let format: Format = format
        .parse()
        .map_err(|_| ApiError::field("format", "bad-format", "there is no such format"))?;
    let stored = app.state.store.load_game(&id).await?;
    let stored = stored.ok_or_else(|| ApiError::not_found("there is no such game"))?;
    let opening = read_opening(&stored.game.opening)?;
    let events = read_events(&stored.events)?;
    let game = Game::replay(opening.clone(), &events)
        .ok()
        .filter(|game| game.outcome().is_some());
    let Some(game) = game else {
        let title = "the game is not over";
        return Err(ApiError::new(StatusCode::CONFLICT, "not-over", title));
    };
    let say = |before: &Game, event: &_| Some(narrate::line(Language::English, before, event));
    let mut exported = export(&opening, &events, say).map_err(|error| {
        tracing::error!(game = id, %error, "failed to export game");
        ApiError::internal()
    })?;
    let (began, ended) = (stored.game.created_at, stored.ended_at);
    let headers = &mut exported.record.headers;
    headers.set("開始日時", record_date(began));
    if let Some(ended) = ended {
        headers.set("終了日時", record_date(ended));
    }
    let written = write(&exported.record, format, &WriteOptions::default()).map_err(|error| {
        ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "not-expressible",
            error.to_string(),
        )
    })?;
    let kind = match format {
        Format::Jkf => "application/json",
        _ => "text/plain; charset=utf-8",
    };
    let names = Color::ALL.map(|color| game.player(color).name.clone());
    let full = file_name(&names, began, format);
    let name = format!("attachment; filename=\"{id}.{format}\"; filename*=UTF-8''{full}");
    Ok((
        [
            (header::CONTENT_TYPE, kind.to_owned()),
            (header::CONTENT_DISPOSITION, name),
        ],
        written.bytes,
    ))
}

/// A time as records write it, in UTC.
fn record_date(wall_ms: i64) -> String {
    let at = instant(wall_ms);
    let (hour, minute, second) = at.to_hms();
    let (year, month, day) = (at.year(), u8::from(at.month()), at.day());
    format!("{year}/{month:02}/{day:02} {hour:02}:{minute:02}:{second:02}")
}

fn instant(wall_ms: i64) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp(wall_ms.div_euclid(1000))
        .unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

/// The name of a record's file, which says who played and when, as a header has it (RFC 8187).
fn file_name(players: &[String; 2], began: i64, format: Format) -> String {
    let at = instant(began);
    let (year, month, day) = (at.year(), u8::from(at.month()), at.day());
    let [black, white] = players.each_ref().map(|name| file_word(name));
    format!("komadai-{black}-{white}-{year}{month:02}{day:02}.{format}")
}

/// A name as a part of a file's name: spaces become underscores, and what files cannot have is left out.
fn file_word(name: &str) -> String {
    let kept = name
        .trim()
        .chars()
        .filter(|c| !c.is_control() && !r#"\/:*?"<>|"#.contains(*c))
        .map(|c| if c.is_whitespace() { '_' } else { c });
    let kept: String = kept.collect();
    kept.bytes().fold(String::new(), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || b"._-".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a text cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
        encoded
    })
}
