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
use crate::store::{ArchiveFilter, ArchivePlace, ArchiveRow, StoreError};
use crate::terms;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use komadai_game::Game;
use komadai_game::narrate::{self, Language};
use komadai_game::record::export;
use komadai_kifu::{Format, WriteOptions, write};
use komadai_search::Level;
use komadai_wire::challenge::PersonDto;
use komadai_wire::challenge::{Acceptance, Terms};
use komadai_wire::message::GameState;
use komadai_wire::opening::OpeningDto;
use komadai_wire::problem::Problem;
use serde::{Deserialize, Serialize};
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
    let is_over = Game::replay(opening.clone(), &events).is_ok_and(|game| game.outcome().is_some());
    if !is_over {
        let title = "the game is not over";
        return Err(ApiError::new(StatusCode::CONFLICT, "not-over", title));
    }
    let say = |before: &Game, event: &_| Some(narrate::line(Language::English, before, event));
    let exported = export(&opening, &events, say).map_err(|error| {
        tracing::error!(game = id, %error, "failed to export game");
        ApiError::internal()
    })?;
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
    let name = format!("attachment; filename=\"{id}.{format}\"");
    Ok((
        [
            (header::CONTENT_TYPE, kind.to_owned()),
            (header::CONTENT_DISPOSITION, name),
        ],
        written.bytes,
    ))
}
