//! Reports and blocks by players.

use super::Body;
use crate::app::App;
use crate::auth::{self, CurrentUser};
use crate::error::ApiError;
use crate::guard::ClientAddress;
use crate::moderation::who_of;
use crate::person::Person;
use crate::rooms::{is_game_id, read_person};
use crate::server_clock::wall_ms;
use crate::store::{Block, ChatRow, NewReport, StoredGame};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use komadai_wire::problem::Problem;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Maximum length of a report, in characters.
const MAX_REPORT_CHARS: usize = 1_000;
/// People whom one person can block.
const MAX_BLOCKS: usize = 500;

/// A person: an account by its name, the sender of a chat message, or a player of a game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Whom {
    /// The name of an account.
    name: Option<String>,
    /// A game.
    game: Option<String>,
    /// The number of a chat message in the game.
    line: Option<u32>,
    /// `black` or `white`, before a toss, in the game.
    seat: Option<String>,
}

/// A report about a person, a chat message or a game.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewReportDto {
    /// What it is about; with only a game, the game.
    about: Whom,
    /// What happened, at most 1,000 characters.
    text: String,
}

/// What a report or block refers to.
struct Found {
    game: Option<StoredGame>,
    line: Option<ChatRow>,
    person: Option<Person>,
}

fn bad(title: &str) -> ApiError {
    ApiError::field("about", "bad-about", title)
}

async fn find(app: &App, whom: &Whom) -> Result<Found, ApiError> {
    let store = &app.state.store;
    if let Some(name) = &whom.name {
        let account = auth::find_account(app, name).await?;
        let account = account.ok_or_else(|| {
            ApiError::field("name", "no-such-account", "there is no such account")
        })?;
        return Ok(Found {
            game: None,
            line: None,
            person: Some(Person::account(account.num, &account.name)),
        });
    }
    let id = whom.game.as_deref().filter(|id| is_game_id(id));
    let id = id.ok_or_else(|| bad("name an account or a game"))?;
    let game = store.load_game(id).await?;
    let game = game.ok_or_else(|| ApiError::not_found("there is no such game"))?;
    let line = match whom.line {
        Some(number) => {
            let chat = store.chat(game.num).await?;
            let line = chat.into_iter().find(|row| row.seq == i64::from(number));
            Some(line.ok_or_else(|| ApiError::not_found("there is no such message"))?)
        }
        None => None,
    };
    let person = match (&line, whom.seat.as_deref()) {
        (Some(line), _) => Some(sender(line)),
        (None, Some("black")) => Some(read_person(&game.game.black)?),
        (None, Some("white")) => Some(read_person(&game.game.white)?),
        (None, Some(_)) => return Err(bad("a seat is black or white")),
        (None, None) => None,
    };
    Ok(Found {
        game: Some(game),
        line,
        person,
    })
}

fn sender(line: &ChatRow) -> Person {
    Person {
        key: line.who.clone(),
        name: line.name.clone(),
        level: None,
    }
}

/// Reports a person, a chat message or a game to the operators.
#[utoipa::path(post, path = "/api/v1/reports", tag = "people", request_body = NewReportDto,
    responses((status = 204), (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn report(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    user: CurrentUser,
    Body(new): Body<NewReportDto>,
) -> Result<StatusCode, ApiError> {
    let text = new.text.trim();
    let printable = !text.chars().any(|c| c.is_control() && c != '\n');
    if text.is_empty() || text.chars().count() > MAX_REPORT_CHARS || !printable {
        let title = "a report has 1 to 1000 printable characters";
        return Err(ApiError::field("text", "bad-report", title));
    }
    app.rates.report(&user.person.key, address)?;
    let found = find(&app, &new.about).await?;
    let about = found.person.as_ref();
    let report = NewReport {
        at: wall_ms(),
        who: user.person.key.clone(),
        name: user.person.name.clone(),
        game: found.game.map(|game| game.game.id),
        line: found.line.as_ref().map(|line| line.seq),
        about: about.map(|person| person.key.clone()),
        about_name: about.map(|person| who_of(&person.key, &person.name)),
        quote: found.line.map(|line| line.body),
        body: text.to_owned(),
    };
    app.state.store.add_report(report).await?;
    metrics::counter!("komadai_reports_total").increment(1);
    Ok(StatusCode::NO_CONTENT)
}

/// A person whom you have blocked.
#[derive(Serialize, ToSchema)]
pub(super) struct BlockedPerson {
    /// The name when blocked.
    name: String,
}

/// The people whom you have blocked.
#[utoipa::path(get, path = "/api/v1/blocks", tag = "people", responses((status = 200, body = Vec<BlockedPerson>)))]
pub(super) async fn blocks(
    State(app): State<App>,
    user: CurrentUser,
) -> Result<Json<Vec<BlockedPerson>>, ApiError> {
    let blocks = app.state.store.blocks_of(&user.person.key).await?;
    let public = blocks
        .into_iter()
        .map(|block| BlockedPerson { name: block.name });
    Ok(Json(public.collect()))
}

/// Blocks a person: no challenges, games or chat from them. A running game goes on.
#[utoipa::path(post, path = "/api/v1/blocks", tag = "people", request_body = Whom,
    responses((status = 204), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(super) async fn block(
    State(app): State<App>,
    user: CurrentUser,
    Body(whom): Body<Whom>,
) -> Result<StatusCode, ApiError> {
    let person = find(&app, &whom).await?.person;
    let person = person.ok_or_else(|| bad("name a person"))?;
    if person.key == user.person.key || person.level.is_some() {
        return Err(ApiError::field(
            "about",
            "yourself",
            "you cannot block this one",
        ));
    }
    if app.state.moderation.blocked_by(&user.person.key).len() >= MAX_BLOCKS {
        let title = "you have blocked too many people";
        return Err(ApiError::new(
            StatusCode::CONFLICT,
            "too-many-blocks",
            title,
        ));
    }
    let block = Block {
        who: user.person.key.clone(),
        blocked: person.key.clone(),
        name: person.name,
    };
    app.state.store.block(block, wall_ms()).await?;
    app.state.moderation.block(&user.person.key, &person.key);
    Ok(StatusCode::NO_CONTENT)
}

/// A person to unblock.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Unblock {
    /// The name, as it is listed.
    name: String,
}

/// Unblocks everyone with a listed name.
#[utoipa::path(delete, path = "/api/v1/blocks", tag = "people", request_body = Unblock,
    responses((status = 204), (status = 404, body = Problem)))]
pub(super) async fn unblock(
    State(app): State<App>,
    user: CurrentUser,
    Body(unblock): Body<Unblock>,
) -> Result<impl IntoResponse, ApiError> {
    let blocks = app.state.store.blocks_of(&user.person.key).await?;
    let named: Vec<Block> = blocks
        .into_iter()
        .filter(|block| block.name == unblock.name)
        .collect();
    if named.is_empty() {
        return Err(ApiError::not_found(
            "you have not blocked anyone of this name",
        ));
    }
    for block in named {
        let (who, blocked) = (block.who, block.blocked);
        app.state
            .store
            .unblock(who.clone(), blocked.clone())
            .await?;
        app.state.moderation.unblock(&who, &blocked);
    }
    Ok(StatusCode::NO_CONTENT)
}
