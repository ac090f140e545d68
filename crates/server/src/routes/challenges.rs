//! Challenges.

use super::{Body, Path, Query};
use crate::app::App;
use crate::auth::{self, CurrentUser};
use crate::error::ApiError;
use crate::guard::{self, ClientAddress};
use crate::lobby::{self, ChallengeError, Lobby, PAGE, Place};
use crate::person::Person;
use crate::second_factor;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use komadai_wire::challenge::{Acceptance, ArbiterAnswer, ChallengeDto, Terms};
use komadai_wire::operator::{Arbiters, RoleName};
use komadai_wire::problem::Problem;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

impl From<ChallengeError> for ApiError {
    fn from(error: ChallengeError) -> ApiError {
        let title = error.to_string();
        match error {
            ChallengeError::Gone => ApiError::new(StatusCode::NOT_FOUND, "challenge-gone", title),
            ChallengeError::Blocked => ApiError::new(StatusCode::FORBIDDEN, "blocked", title),
            ChallengeError::NotYours => ApiError::new(StatusCode::FORBIDDEN, "not-yours", title),
            ChallengeError::TooMany => conflict("too-many", title),
            ChallengeError::NetworkFull => {
                let status = StatusCode::TOO_MANY_REQUESTS;
                ApiError::new(status, "too-many-from-address", title)
            }
            ChallengeError::LobbyFull => {
                ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "lobby-full", title)
            }
            ChallengeError::RecipientFull => conflict("recipient-full", title).with_field("to"),
            ChallengeError::ArbiterBusy => conflict("arbiter-busy", title).with_field("arbiter"),
            ChallengeError::ArbiterDeclined => {
                conflict("arbiter-declined", title).with_field("arbiter")
            }
            ChallengeError::ArbiterPending => conflict("arbiter-pending", title),
            ChallengeError::Terms(terms) => ApiError::field(terms.field, "bad-terms", title),
            ChallengeError::Store(store) => store.into(),
        }
    }
}

fn conflict(code: &'static str, title: String) -> ApiError {
    ApiError::new(StatusCode::CONFLICT, code, title)
}

/// A new challenge.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewChallenge {
    terms: Terms,
    /// The challenged account; default: anyone.
    to: Option<String>,
    /// The account of the arbiter, who has to agree before the game can begin.
    arbiter: Option<String>,
}

/// A started game.
#[derive(Serialize, ToSchema)]
pub(super) struct Begun {
    /// Its id.
    pub(super) game: String,
}

/// The account with this name.
pub(super) async fn person_named(
    app: &App,
    field: &'static str,
    name: &str,
) -> Result<Person, ApiError> {
    let account = auth::find_account(app, name).await?;
    let account = account
        .ok_or_else(|| ApiError::field(field, "no-such-account", "there is no such account"))?;
    Ok(Person::account(account.num, &account.name))
}

/// Checks that a person may be named as arbiter.
async fn check_arbiter(app: &App, arbiter: &Person) -> Result<(), ApiError> {
    let Some(num) = arbiter.account_num() else {
        return Ok(());
    };
    if app.config.community.arbiters == Arbiters::Anyone {
        return Ok(());
    }
    let roles = app.state.store.roles(num).await?;
    let is_appointed = roles.iter().any(|role| role == RoleName::Arbiter.name());
    if is_appointed && second_factor::confirmed(app, num).await?.is_some() {
        return Ok(());
    }
    let title = "this account is not an arbiter with a second factor";
    Err(ApiError::field("arbiter", "no-arbiter", title))
}

/// A part of the list of challenges.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(super) struct Part {
    /// Only challenges older than this one: its `created_at` and `id`, with a hyphen between them.
    before: Option<String>,
    /// Page size, at most 100.
    limit: Option<usize>,
}

/// The newest public challenges, oldest first. The first page also has your own, those to you, and those that
/// name you as the arbiter.
#[utoipa::path(get, path = "/api/v1/challenges", tag = "challenges", params(Part),
    responses((status = 200, body = Vec<ChallengeDto>)))]
pub(super) async fn list(
    State(app): State<App>,
    user: Option<CurrentUser>,
    Query(part): Query<Part>,
) -> Result<Json<Vec<ChallengeDto>>, ApiError> {
    let person = user.as_ref().map(|user| &user.person);
    let before = part.before.map(|text| text.parse::<Place>()).transpose();
    let before = before.map_err(|_| {
        ApiError::field("before", "bad-query", "expected a time, a hyphen and an id")
    })?;
    let limit = part.limit.unwrap_or(PAGE).clamp(1, PAGE);
    let page = app.state.lobby.page(person, before.as_ref(), limit);
    Ok(Json(page.challenges))
}

/// Creates a challenge.
#[utoipa::path(post, path = "/api/v1/challenges", tag = "challenges", request_body = NewChallenge,
    responses((status = 201, body = ChallengeDto), (status = 422, body = Problem)))]
pub(super) async fn make(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    user: CurrentUser,
    Body(new): Body<NewChallenge>,
) -> Result<impl IntoResponse, ApiError> {
    auth::check_may_play(&app, &user.person)?;
    app.rates.game(&user.person.key, address)?;
    let to = match &new.to {
        Some(name) => Some(person_named(&app, "to", name).await?),
        None => None,
    };
    let arbiter = match &new.arbiter {
        Some(name) => Some(person_named(&app, "arbiter", name).await?),
        None => None,
    };
    for person in [&to, &arbiter].into_iter().flatten() {
        if app
            .state
            .moderation
            .has_blocked(&person.key, &user.person.key)
        {
            return Err(ChallengeError::Blocked.into());
        }
    }
    if let Some(arbiter) = &arbiter {
        check_arbiter(&app, arbiter).await?;
    }
    let plays = |person: &Person| person.key == user.person.key;
    if to.as_ref().is_some_and(plays) {
        return Err(ApiError::field(
            "to",
            "yourself",
            "you cannot challenge yourself",
        ));
    }
    if arbiter
        .as_ref()
        .is_some_and(|arbiter| plays(arbiter) || to.as_ref() == Some(arbiter))
    {
        return Err(ApiError::field(
            "arbiter",
            "plays",
            "a player cannot be the arbiter",
        ));
    }
    if let Some(arbiter) = &arbiter {
        app.rates.arbiter(&user.person, address, arbiter)?;
    }
    let new = lobby::NewChallenge {
        by: user.person,
        network: guard::network(address),
        terms: new.terms,
        to,
        arbiter,
    };
    let challenge = Lobby::create(&app.state, new).await?;
    Ok((StatusCode::CREATED, Json(challenge.public())))
}

/// A challenge.
#[utoipa::path(get, path = "/api/v1/challenges/{id}", tag = "challenges",
    responses((status = 200, body = ChallengeDto), (status = 404, body = Problem)))]
pub(super) async fn get(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<ChallengeDto>, ApiError> {
    let found = app.state.lobby.get(&id);
    found.map(Json).ok_or_else(|| ChallengeError::Gone.into())
}

/// Withdraws your challenge, or declines one addressed to you.
#[utoipa::path(delete, path = "/api/v1/challenges/{id}", tag = "challenges",
    responses((status = 204), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub(super) async fn withdraw(
    State(app): State<App>,
    user: CurrentUser,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, ApiError> {
    Lobby::withdraw(&app.state, &id, &user.person).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Agrees to be the arbiter of a game from this challenge, its replays and rematches.
#[utoipa::path(put, path = "/api/v1/challenges/{id}/arbiter", tag = "challenges",
    responses((status = 200, body = ChallengeDto), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub(super) async fn agree(
    State(app): State<App>,
    user: CurrentUser,
    Path(id): Path<String>,
) -> Result<Json<ChallengeDto>, ApiError> {
    let changed = Lobby::answer(&app.state, &id, &user.person, ArbiterAnswer::Agreed).await?;
    Ok(Json(changed))
}

/// Declines to be the arbiter, or takes back the agreement before the game begins.
#[utoipa::path(delete, path = "/api/v1/challenges/{id}/arbiter", tag = "challenges",
    responses((status = 200, body = ChallengeDto), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub(super) async fn decline(
    State(app): State<App>,
    user: CurrentUser,
    Path(id): Path<String>,
) -> Result<Json<ChallengeDto>, ApiError> {
    let changed = Lobby::answer(&app.state, &id, &user.person, ArbiterAnswer::Declined).await?;
    Ok(Json(changed))
}

/// Accepts a challenge and starts the game.
#[utoipa::path(post, path = "/api/v1/challenges/{id}/accept", tag = "challenges", request_body = Acceptance,
    responses((status = 201, body = Begun), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub(super) async fn accept(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    user: CurrentUser,
    Path(id): Path<String>,
    Body(acceptance): Body<Acceptance>,
) -> Result<impl IntoResponse, ApiError> {
    auth::check_may_play(&app, &user.person)?;
    app.rates.game(&user.person.key, address)?;
    let game = Lobby::accept(&app.state, &id, &user.person, &acceptance).await?;
    Ok((StatusCode::CREATED, Json(Begun { game })))
}
