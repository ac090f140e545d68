//! Checking passwords: slowed down per account, and logged.

use crate::app::App;
use crate::auth;
use crate::error::ApiError;
use crate::guard::{self, ClientAddress};
use crate::guesses::Origin;
use crate::names::fold_case;
use crate::server_clock::wall_ms;
use crate::store::{Account, LoginOutcome, NewLogin};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::time::Instant;

/// Letters of a user agent that are kept.
const MAX_AGENT_CHARS: usize = 200;
/// Letters of a name that are compared; no account has as many.
const MAX_NAME_CHARS: usize = 64;

/// Whoever sends a password.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// The client's address.
    pub(crate) address: IpAddr,
    /// The user agent.
    pub(crate) agent: String,
    /// The device and its account, if the account has logged in from it before.
    device: Option<(i64, String)>,
}

impl FromRequestParts<App> for Caller {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Caller, Response> {
        let ClientAddress(address) = ClientAddress::from_request_parts(parts, app)
            .await
            .map_err(IntoResponse::into_response)?;
        let agent = parts.headers.get(header::USER_AGENT);
        let agent = agent.and_then(|agent| agent.to_str().ok()).unwrap_or("");
        Ok(Caller {
            address,
            agent: agent.chars().take(MAX_AGENT_CHARS).collect(),
            device: auth::known_device(app, &parts.headers),
        })
    }
}

impl Caller {
    async fn origin(&self, app: &App, account: Option<&Account>) -> Result<Origin, ApiError> {
        // The same work without an account, so that timing does not reveal which names exist.
        let num = account.map_or(0, |account| account.num);
        let network = guard::network(self.address);
        let store = &app.state.store;
        let knows_network = store.knows_network(num, &network.to_string()).await?;
        Ok(match &self.device {
            Some((owner, device)) if *owner == num => Origin::Device(device.clone()),
            _ if knows_network => Origin::Network(network),
            _ => Origin::Stranger,
        })
    }
}

/// Checks the password of the account with a typed name.
///
/// # Errors
/// Returns `401 Unauthorized` if name or password are wrong, and `429 Too Many Requests` if there were too
/// many failures.
pub(crate) async fn check_login(
    app: &App,
    caller: &Caller,
    name: &str,
    password: String,
) -> Result<Account, ApiError> {
    app.rates.login(caller.address)?;
    let account = auth::find_account(app, name).await?;
    let origin = caller.origin(app, account.as_ref()).await?;
    let wrong = "name or password is wrong";
    check(app, caller, name, account, origin, password, wrong).await
}

/// Checks the password of a logged-in user.
///
/// # Errors
/// Same as [`check_login`].
pub(crate) async fn confirm(
    app: &App,
    caller: &Caller,
    user: &auth::CurrentUser,
    password: String,
) -> Result<Account, ApiError> {
    app.rates.login(caller.address)?;
    let account = user.account()?.clone();
    let origin = Origin::Device(user.session.clone().unwrap_or_default());
    let (name, wrong) = (account.name.clone(), "the password is wrong");
    check(app, caller, &name, Some(account), origin, password, wrong).await
}

async fn check(
    app: &App,
    caller: &Caller,
    name: &str,
    account: Option<Account>,
    origin: Origin,
    password: String,
    wrong: &str,
) -> Result<Account, ApiError> {
    let name: String = fold_case(name).chars().take(MAX_NAME_CHARS).collect();
    let num = account.as_ref().map(|account| account.num);
    let guess = app.guesses.begin(&name, origin, Instant::now());
    let guess = guess.inspect_err(|_| {
        metrics::counter!("komadai_slowed_logins_total").increment(1);
        tracing::warn!(account = num, address = %caller.address, "login slowed down");
    })?;
    let fits = auth::verify_password(app, account.as_ref(), password).await?;
    if let Some(account) = account.filter(|_| fits) {
        guess.succeed();
        return Ok(account);
    }
    log(app, caller, num, LoginOutcome::Wrong).await?;
    let status = StatusCode::UNAUTHORIZED;
    Err(ApiError::new(status, "wrong-credentials", wrong))
}

/// Logs a login, in the database and in the log.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn log(
    app: &App,
    caller: &Caller,
    account: Option<i64>,
    outcome: LoginOutcome,
) -> Result<(), ApiError> {
    tracing::info!(account, address = %caller.address, outcome = outcome.name(), "login");
    let login = NewLogin {
        at: wall_ms(),
        account,
        address: caller.address.to_string(),
        network: guard::network(caller.address).to_string(),
        outcome,
        agent: caller.agent.clone(),
    };
    Ok(app.state.store.add_login(login).await?)
}
