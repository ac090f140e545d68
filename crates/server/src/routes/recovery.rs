//! E-mail addresses, and new passwords by link.

use super::Body;
use crate::app::App;
use crate::auth::{self, CurrentUser};
use crate::error::ApiError;
use crate::guard::{ClientAddress, network};
use crate::logins::{self, Caller};
use crate::mail::{EMAIL_LINK_MS, Mail, Mailer, is_address};
use crate::moderation::new_link;
use crate::person::Person;
use crate::secret::token_hash;
use crate::server_clock::wall_ms;
use crate::store::{LoginOutcome, NewToken, TokenKind};
use axum::extract::State;
use axum::http::StatusCode;
use komadai_wire::problem::Problem;
use serde::Deserialize;
use utoipa::ToSchema;

/// The mailer, if there is one.
fn mailer(app: &App) -> Result<&Mailer, ApiError> {
    let none = || ApiError::not_found("this server sends no e-mail");
    app.mailer.as_ref().ok_or_else(none)
}

fn bad_link() -> ApiError {
    let title = "this link has expired or was used already";
    ApiError::new(StatusCode::GONE, "bad-link", title)
}

/// An e-mail address, with the password for confirmation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewEmail {
    email: String,
    password: String,
}

fn check_address(email: &str) -> Result<(), ApiError> {
    match is_address(email) {
        true => Ok(()),
        false => Err(ApiError::field(
            "email",
            "bad-email",
            "this is not an e-mail address",
        )),
    }
}

/// Sends a link to an address, which becomes yours when the link is opened.
#[utoipa::path(put, path = "/api/v1/account/email", tag = "people", request_body = NewEmail,
    responses((status = 202), (status = 401, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(super) async fn set_email(
    State(app): State<App>,
    caller: Caller,
    user: CurrentUser,
    Body(new): Body<NewEmail>,
) -> Result<StatusCode, ApiError> {
    let mailer = mailer(&app)?;
    let account = logins::confirm(&app, &caller, &user, new.password).await?;
    check_address(&new.email)?;
    app.rates.mail(&network(caller.address).to_string())?;
    app.rates.mail(&new.email.to_lowercase())?;
    let (token, link) = new_link(&app, "confirm");
    let stored = NewToken {
        token: token_hash(&token),
        kind: TokenKind::Email,
        account: account.num,
        data: new.email.clone(),
        until: wall_ms() + EMAIL_LINK_MS,
    };
    app.state.store.add_token(stored, None).await?;
    mailer.send(Mail::Confirm {
        address: new.email,
        name: account.name.clone(),
        link,
    });
    Ok(StatusCode::ACCEPTED)
}

/// Removes your e-mail address.
#[utoipa::path(delete, path = "/api/v1/account/email", tag = "people", responses((status = 204)))]
pub(super) async fn remove_email(
    State(app): State<App>,
    user: CurrentUser,
) -> Result<StatusCode, ApiError> {
    let account = user.account()?;
    app.state.store.remove_email(account.num).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The token of a link.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Token {
    token: String,
}

/// Confirms an e-mail address with the token of a link.
#[utoipa::path(post, path = "/api/v1/email-confirmation", tag = "people", request_body = Token,
    responses((status = 204), (status = 410, body = Problem)))]
pub(super) async fn confirm_email(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Body(Token { token }): Body<Token>,
) -> Result<StatusCode, ApiError> {
    app.rates.login(address)?;
    let hash = token_hash(&token);
    match app.state.store.confirm_email(hash, wall_ms()).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(bad_link()),
    }
}

/// An e-mail address.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Email {
    email: String,
}

/// Sends a link for a new password to an address. The answer is the same whether it is known or not.
#[utoipa::path(post, path = "/api/v1/password-reset", tag = "people", request_body = Email,
    responses((status = 202), (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn ask_for_reset(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    Body(Email { email }): Body<Email>,
) -> Result<StatusCode, ApiError> {
    let mailer = mailer(&app)?;
    check_address(&email)?;
    app.rates.mail(&network(address).to_string())?;
    mailer.send(Mail::Reset { address: email });
    Ok(StatusCode::ACCEPTED)
}

/// A new password, with the token of a link.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Reset {
    token: String,
    password: String,
}

/// Sets a new password with the token of a link, which works once. All sessions end.
#[utoipa::path(put, path = "/api/v1/password-reset", tag = "people", request_body = Reset,
    responses((status = 204), (status = 410, body = Problem), (status = 422, body = Problem)))]
pub(super) async fn reset(
    State(app): State<App>,
    caller: Caller,
    Body(Reset { token, password }): Body<Reset>,
) -> Result<StatusCode, ApiError> {
    app.rates.login(caller.address)?;
    let (store, hash) = (&app.state.store, token_hash(&token));
    let (_, name) = store
        .password_token(&hash, wall_ms())
        .await?
        .ok_or_else(bad_link)?;
    auth::check_password(&name, &password)?;
    let password = auth::hash_password(&app, password).await?;
    let account = store.reset_password(hash, password, wall_ms()).await?;
    let account = account.ok_or_else(bad_link)?;
    let outcome = LoginOutcome::PasswordChanged;
    logins::log(&app, &caller, Some(account), outcome).await?;
    let key = Person::account(account, &name).key;
    app.state.connections.log_out(&key);
    Ok(StatusCode::NO_CONTENT)
}
