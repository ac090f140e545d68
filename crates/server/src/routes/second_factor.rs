//! The user's own account: roles and second factor.

use super::Body;
use crate::app::App;
use crate::auth::CurrentUser;
use crate::error::ApiError;
use crate::logins::{self, Caller};
use crate::second_factor;
use crate::server_clock::wall_ms;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use komadai_wire::operator::{OwnAccount, RoleName};
use komadai_wire::problem::Problem;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Your account.
#[utoipa::path(get, path = "/api/v1/account", tag = "people", responses((status = 200, body = OwnAccount)))]
pub(super) async fn account(
    State(app): State<App>,
    user: CurrentUser,
) -> Result<Json<OwnAccount>, ApiError> {
    let account = user.account()?;
    let store = &app.state.store;
    let roles = store.roles(account.num).await?;
    Ok(Json(OwnAccount {
        name: account.name.clone(),
        roles: roles
            .iter()
            .filter_map(|name| RoleName::from_name(name))
            .collect(),
        second_factor: second_factor::confirmed(&app, account.num).await?.is_some(),
        email: match app.mailer {
            Some(_) => store.email(account.num).await?,
            None => None,
        },
    }))
}

/// The password, for confirmation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Enrol {
    password: String,
}

/// A secret for an app that shows codes.
#[derive(Serialize, ToSchema)]
pub(super) struct Enrolment {
    /// The secret in base 32.
    secret: String,
    /// The same as a URI.
    uri: String,
    /// The URI as a QR code: the path of an SVG.
    path: String,
    /// The width of the path.
    width: u32,
}

fn already() -> ApiError {
    let title = "this account has a second factor already";
    ApiError::new(StatusCode::CONFLICT, "already-done", title)
}

/// Makes a secret for an app. It counts when a first code has confirmed it.
#[utoipa::path(post, path = "/api/v1/account/second-factor", tag = "people", request_body = Enrol,
    responses((status = 200, body = Enrolment), (status = 401, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn enrol(
    State(app): State<App>,
    caller: Caller,
    user: CurrentUser,
    Body(Enrol { password }): Body<Enrol>,
) -> Result<Json<Enrolment>, ApiError> {
    let account = logins::confirm(&app, &caller, &user, password).await?;
    let secret = second_factor::new_secret();
    let store = &app.state.store;
    let proposed = store.propose_second_factor(account.num, secret.clone());
    if !proposed.await? {
        return Err(already());
    }
    let enrolment = second_factor::enrolment(&secret, &account.name);
    let enrolment = enrolment.ok_or_else(ApiError::internal)?;
    Ok(Json(Enrolment {
        secret: enrolment.secret,
        uri: enrolment.uri,
        path: enrolment.path,
        width: enrolment.width,
    }))
}

/// A code of the app.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Code {
    code: String,
}

/// Codes for logging in without the app. Each works once.
#[derive(Serialize, ToSchema)]
pub(super) struct RecoveryCodes {
    codes: Vec<String>,
}

/// Confirms the secret with a code. Other sessions end, since they were opened without one.
#[utoipa::path(put, path = "/api/v1/account/second-factor", tag = "people", request_body = Code,
    responses((status = 200, body = RecoveryCodes), (status = 401, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn confirm(
    State(app): State<App>,
    user: CurrentUser,
    Body(Code { code }): Body<Code>,
) -> Result<Json<RecoveryCodes>, ApiError> {
    let num = user.account()?.num;
    app.rates.code(num)?;
    let store = &app.state.store;
    let factor = store.second_factor(num).await?;
    let factor = factor.filter(|factor| factor.confirmed_at.is_none());
    let step = second_factor::check_code(&factor.ok_or_else(already)?, code.trim());
    let step = step.ok_or_else(|| {
        ApiError::new(StatusCode::UNAUTHORIZED, "wrong-code", "the code is wrong")
    })?;
    let codes = second_factor::new_recovery_codes();
    let hashes = codes.iter().map(|code| second_factor::recovery_hash(code));
    let keep = user.session.clone().unwrap_or_default();
    let confirmed = store.confirm_second_factor(num, step, hashes.collect(), keep, wall_ms());
    if !confirmed.await? {
        return Err(already());
    }
    // Connections of the sessions that have ended.
    app.state.connections.log_out(&user.person.key);
    Ok(Json(RecoveryCodes { codes }))
}

/// A code, with the password for confirmation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Removal {
    password: String,
    code: String,
}

/// Removes the second factor.
#[utoipa::path(delete, path = "/api/v1/account/second-factor", tag = "people", request_body = Removal,
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem)))]
pub(super) async fn remove(
    State(app): State<App>,
    caller: Caller,
    user: CurrentUser,
    Body(Removal { password, code }): Body<Removal>,
) -> Result<StatusCode, ApiError> {
    let num = logins::confirm(&app, &caller, &user, password).await?.num;
    let factor = second_factor::confirmed(&app, num).await?;
    let factor = factor.ok_or_else(|| ApiError::not_found("there is no second factor"))?;
    second_factor::verify(&app, num, &factor, Some(&code)).await?;
    app.state.store.remove_second_factor(num, None).await?;
    Ok(StatusCode::NO_CONTENT)
}
