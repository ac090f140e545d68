//! Guests, accounts, sessions.

use super::Body;
use crate::app::App;
use crate::auth::{self, CurrentUser};
use crate::error::ApiError;
use crate::logins::{self, Caller};
use crate::names::AccountName;
use crate::person::Person;
use crate::second_factor;
use crate::secret::token_hash;
use crate::server_clock::wall_ms;
use crate::store::{Account, AccountCreation, Deletion, LoginOutcome};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum_extra::extract::cookie::SignedCookieJar;
use komadai_wire::challenge::PersonDto;
use komadai_wire::operator::Registration;
use komadai_wire::problem::Problem;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A name and its password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Credentials {
    name: String,
    password: String,
    /// A code of the second factor or a recovery code, if the account asks for one.
    code: Option<String>,
}

/// A new account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewAccountDto {
    /// 2 to 20 letters, digits, dots and hyphens.
    name: String,
    /// 12 to 128 characters.
    password: String,
    /// The token of an invitation, where one is needed.
    invitation: Option<String>,
}

/// A password for confirmation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Confirmation {
    password: String,
}

/// A new password, and the old one.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewPassword {
    old: String,
    new: String,
}

/// The current user. Without a session a guest is created.
#[utoipa::path(get, path = "/api/v1/me", tag = "people", responses((status = 200, body = PersonDto)))]
pub(super) async fn me(
    State(app): State<App>,
    user: Option<CurrentUser>,
    jar: SignedCookieJar,
) -> Result<impl IntoResponse, ApiError> {
    let (user, jar) = match user {
        Some(user) => (Some(user), jar),
        None => auth::adopt_old_cookies(&app, jar).await?,
    };
    let (user, jar) = match user {
        Some(user) => (user, jar),
        None => auth::new_guest(&app, jar),
    };
    Ok((jar, Json(user.person.public())))
}

/// Creates an account and logs in.
#[utoipa::path(post, path = "/api/v1/accounts", tag = "people", request_body = NewAccountDto,
    responses((status = 201, body = PersonDto), (status = 403, body = Problem), (status = 409, body = Problem),
              (status = 422, body = Problem)))]
pub(super) async fn register(
    State(app): State<App>,
    caller: Caller,
    jar: SignedCookieJar,
    Body(new): Body<NewAccountDto>,
) -> Result<impl IntoResponse, ApiError> {
    app.rates.login(caller.address)?;
    let NewAccountDto {
        name,
        password,
        invitation,
    } = new;
    let invitation = needed_invitation(&app, invitation)?;
    let name = AccountName::parse(&name)?;
    if app.state.moderation.has_bad_name(&name.text) {
        return Err(ApiError::bad_word("name"));
    }
    auth::check_password(&name.text, &password)?;
    let hash = auth::hash_password(&app, password).await?;
    let now = wall_ms();
    let store = &app.state.store;
    let made = store
        .create_account(name.clone(), hash.clone(), invitation, now)
        .await?;
    let num = match made {
        AccountCreation::Done(num) => num,
        AccountCreation::NameTaken => return Err(auth::name_taken()),
        AccountCreation::NoInvitation => return Err(invitation_needed()),
    };
    let account = Account {
        num,
        name: name.text,
        password: hash,
        created_at: now,
    };
    logins::log(&app, &caller, Some(num), LoginOutcome::Registered).await?;
    let jar = auth::open_session(&app, jar, &account, &caller.agent).await?;
    let person = Person::account(num, &account.name).public();
    Ok((StatusCode::CREATED, jar, Json(person)))
}

/// The hash of the invitation, where one is needed.
fn needed_invitation(app: &App, token: Option<String>) -> Result<Option<String>, ApiError> {
    match (app.config.community.registration, token) {
        (Registration::Open, _) => Ok(None),
        (Registration::Invitation, Some(token)) => Ok(Some(token_hash(&token))),
        (Registration::Invitation, None) => Err(invitation_needed()),
    }
}

fn invitation_needed() -> ApiError {
    let title = "you need a valid invitation to register here";
    ApiError::new(StatusCode::FORBIDDEN, "invitation-needed", title)
}

/// Logs in.
#[utoipa::path(post, path = "/api/v1/session", tag = "people", request_body = Credentials,
    responses((status = 200, body = PersonDto), (status = 401, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn log_in(
    State(app): State<App>,
    caller: Caller,
    jar: SignedCookieJar,
    Body(credentials): Body<Credentials>,
) -> Result<impl IntoResponse, ApiError> {
    let Credentials {
        name,
        password,
        code,
    } = credentials;
    let account = logins::check_login(&app, &caller, &name, password).await?;
    // Only whoever knows the password learns of a ban or a second factor.
    let person = Person::account(account.num, &account.name);
    if app.state.moderation.is_banned(&person.key) {
        return Err(ApiError::banned());
    }
    if let Some(factor) = second_factor::confirmed(&app, account.num).await? {
        let verified = second_factor::verify(&app, account.num, &factor, code.as_deref()).await;
        if let (Err(refused), Some(_)) = (&verified, &code) {
            tracing::warn!(account = account.num, code = %refused.0.code, "code refused");
            logins::log(&app, &caller, Some(account.num), LoginOutcome::Wrong).await?;
        }
        verified?;
    }
    logins::log(&app, &caller, Some(account.num), LoginOutcome::LoggedIn).await?;
    let jar = auth::open_session(&app, jar, &account, &caller.agent).await?;
    Ok((jar, Json(person.public())))
}

/// Logs out.
#[utoipa::path(delete, path = "/api/v1/session", tag = "people", responses((status = 204)))]
pub(super) async fn log_out(
    State(app): State<App>,
    user: CurrentUser,
    jar: SignedCookieJar,
) -> Result<impl IntoResponse, ApiError> {
    if let Some(token) = user.session {
        app.state.store.end_session(token).await?;
        app.state.connections.log_out(&user.person.key);
    }
    Ok((auth::close_session(&app, jar), StatusCode::NO_CONTENT))
}

/// A session.
#[derive(Serialize, ToSchema)]
pub(super) struct SessionDto {
    created_at: i64,
    seen_at: i64,
    expires_at: i64,
    agent: String,
}

/// Your sessions.
#[utoipa::path(get, path = "/api/v1/sessions", tag = "people", responses((status = 200, body = Vec<SessionDto>)))]
pub(super) async fn sessions(
    State(app): State<App>,
    user: CurrentUser,
) -> Result<Json<Vec<SessionDto>>, ApiError> {
    let account = user.account()?;
    Ok(Json(session_dtos(&app, account).await?))
}

/// The sessions of an account.
pub(super) async fn session_dtos(
    app: &App,
    account: &Account,
) -> Result<Vec<SessionDto>, ApiError> {
    let sessions = app.state.store.sessions(account.num).await?;
    let sessions = sessions.into_iter().map(|session| SessionDto {
        created_at: session.created_at,
        seen_at: session.seen_at,
        expires_at: session.expires_at,
        agent: session.agent,
    });
    Ok(sessions.collect())
}

/// Logs out everywhere.
#[utoipa::path(delete, path = "/api/v1/sessions", tag = "people", responses((status = 204)))]
pub(super) async fn log_out_everywhere(
    State(app): State<App>,
    user: CurrentUser,
    jar: SignedCookieJar,
) -> Result<impl IntoResponse, ApiError> {
    let account = user.account()?;
    app.state.store.end_sessions(account.num).await?;
    app.state.connections.log_out(&user.person.key);
    Ok((auth::close_session(&app, jar), StatusCode::NO_CONTENT))
}

/// Changes the password. All other sessions end.
#[utoipa::path(put, path = "/api/v1/account/password", tag = "people", request_body = NewPassword,
    responses((status = 204), (status = 401, body = Problem)))]
pub(super) async fn change_password(
    State(app): State<App>,
    caller: Caller,
    user: CurrentUser,
    Body(passwords): Body<NewPassword>,
) -> Result<impl IntoResponse, ApiError> {
    let account = logins::confirm(&app, &caller, &user, passwords.old).await?;
    auth::check_password(&account.name, &passwords.new)?;
    let hash = auth::hash_password(&app, passwords.new).await?;
    let keep = user.session.clone().unwrap_or_default();
    app.state
        .store
        .set_password(account.num, hash, keep)
        .await?;
    let outcome = LoginOutcome::PasswordChanged;
    logins::log(&app, &caller, Some(account.num), outcome).await?;
    app.state.connections.log_out(&user.person.key);
    Ok(StatusCode::NO_CONTENT)
}

/// Replacement for the name of a deleted account.
const DELETED: &str = "(deleted)";

/// Deletes the account: name, password, sessions, challenges and chat. Games stay without your name. The
/// account cannot be deleted while you are playing.
#[utoipa::path(delete, path = "/api/v1/account", tag = "people", request_body = Confirmation,
    responses((status = 204), (status = 401, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn delete(
    State(app): State<App>,
    caller: Caller,
    user: CurrentUser,
    jar: SignedCookieJar,
    Body(confirmation): Body<Confirmation>,
) -> Result<impl IntoResponse, ApiError> {
    let account = logins::confirm(&app, &caller, &user, confirmation.password).await?;
    let key = user.person.key.clone();
    let deleting = app
        .state
        .store
        .delete_account(account.num, key.clone(), DELETED.to_owned());
    let changed = match deleting.await? {
        Deletion::Done(changed) => changed,
        Deletion::Playing(game) => {
            let title = format!("you are still playing: finish game {game} first");
            return Err(ApiError::new(StatusCode::CONFLICT, "still-playing", title));
        }
    };
    app.state.lobby.remove_person(&key);
    app.state.connections.log_out(&key);
    for game in changed {
        app.state.rooms.reload(&game).await;
    }
    Ok((auth::close_session(&app, jar), StatusCode::NO_CONTENT))
}
