//! Authentication: cookies, sessions and passwords.
//!
//! Guests carry their identity in a signed cookie; nothing is stored for them until they play. Accounts
//! have sessions in the database: the cookie has a random token, the table its hash.

use crate::app::App;
use crate::error::ApiError;
use crate::names::fold_case;
use crate::person::Person;
use crate::secret::{self, token_hash};
use crate::server_clock::wall_ms;
use crate::store::{Account, NewSession};
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Argon2, PasswordHash};
use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum_extra::extract::cookie::{Cookie, SameSite, SignedCookieJar};
use komadai_wire::operator::Guests;

const SESSION: &str = "komadai_session";
const GUEST: &str = "komadai_guest";
/// Marks a device from which an account has logged in: its number, a dot, a random word.
const DEVICE: &str = "komadai_device";
/// A session expires after this long without use.
const SESSION_MS: i64 = 30 * 24 * 3600 * 1000;
/// Minimum interval between updates of a session's last use.
const TOUCH_INTERVAL_MS: i64 = 3600 * 1000;
const GUEST_DAYS: i64 = 365;
const DEVICE_DAYS: i64 = 365;
const SESSION_DAYS: i64 = SESSION_MS / (24 * 3600 * 1000);

/// The authenticated user of a request.
#[derive(Clone, Debug)]
pub(crate) struct CurrentUser {
    /// The person.
    pub person: Person,
    /// The account, if it is one.
    pub account: Option<Account>,
    /// The hash of the session's token.
    pub session: Option<String>,
}

impl CurrentUser {
    /// The user's account.
    ///
    /// # Errors
    /// Returns `403 Forbidden` for a guest.
    pub(crate) fn account(&self) -> Result<&Account, ApiError> {
        self.account.as_ref().ok_or_else(account_needed)
    }
}

impl FromRequestParts<App> for CurrentUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<CurrentUser, ApiError> {
        let found = identify(parts, app).await?;
        found.ok_or_else(ApiError::unauthenticated)
    }
}

impl OptionalFromRequestParts<App> for CurrentUser {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &App,
    ) -> Result<Option<CurrentUser>, ApiError> {
        identify(parts, app).await
    }
}

async fn identify(parts: &Parts, app: &App) -> Result<Option<CurrentUser>, ApiError> {
    let jar = SignedCookieJar::from_headers(&parts.headers, app.cookie_key.clone());
    user_of_cookies(app, &jar).await
}

async fn user_of_cookies(
    app: &App,
    jar: &SignedCookieJar,
) -> Result<Option<CurrentUser>, ApiError> {
    if let Some(cookie) = jar.get(&cookie_name(app, SESSION))
        && let Some(user) = user_of_session(app, cookie.value()).await?
    {
        return not_banned(app, user).map(Some);
    }
    let guest = jar.get(&cookie_name(app, GUEST)).map(|cookie| CurrentUser {
        person: Person::guest(cookie.value()),
        account: None,
        session: None,
    });
    guest.map(|guest| not_banned(app, guest)).transpose()
}

fn not_banned(app: &App, user: CurrentUser) -> Result<CurrentUser, ApiError> {
    match app.state.moderation.is_banned(&user.person.key) {
        true => Err(ApiError::banned()),
        false => Ok(user),
    }
}

/// Checks whether a person may play and chat here.
///
/// # Errors
/// Returns `account-needed` for guests where they may only watch.
pub(crate) fn check_may_play(app: &App, person: &Person) -> Result<(), ApiError> {
    let is_guest = person.account_num().is_none();
    match app.config.community.guests {
        Guests::Watch if is_guest => Err(account_needed()),
        Guests::Watch | Guests::Play => Ok(()),
    }
}

fn account_needed() -> ApiError {
    let title = "this needs an account: log in first";
    ApiError::new(StatusCode::FORBIDDEN, "account-needed", title)
}

async fn user_of_session(app: &App, token: &str) -> Result<Option<CurrentUser>, ApiError> {
    let hash = token_hash(token);
    let now = wall_ms();
    let store = &app.state.store;
    let Some((account, seen_at)) = store.session_account(&hash, now).await? else {
        return Ok(None);
    };
    if now - seen_at > TOUCH_INTERVAL_MS {
        store
            .touch_session(hash.clone(), now, now + SESSION_MS)
            .await?;
    }
    Ok(Some(CurrentUser {
        person: Person::account(account.num, &account.name),
        account: Some(account),
        session: Some(hash),
    }))
}

/// Returns whether the user's session is still valid; always true for guests.
pub(crate) async fn has_valid_session(app: &App, user: &CurrentUser) -> bool {
    let Some(session) = &user.session else {
        return true;
    };
    let found = app.state.store.session_account(session, wall_ms()).await;
    found.is_ok_and(|found| found.is_some())
}

/// The name of a cookie. On https a prefix keeps other hosts of the domain from setting it.
fn cookie_name(app: &App, name: &str) -> String {
    match app.is_https() {
        true => format!("__Host-{name}"),
        false => name.to_owned(),
    }
}

fn cookie(app: &App, name: &str, value: String, days: i64) -> Cookie<'static> {
    named_cookie(app, cookie_name(app, name), value, days)
}

fn named_cookie(app: &App, name: String, value: String, days: i64) -> Cookie<'static> {
    Cookie::build((name, value))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(app.is_https())
        .max_age(time::Duration::days(days))
        .build()
}

/// The user of cookies from before a server had https, which get their new names.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn adopt_old_cookies(
    app: &App,
    mut jar: SignedCookieJar,
) -> Result<(Option<CurrentUser>, SignedCookieJar), ApiError> {
    if !app.is_https() {
        return Ok((None, jar));
    }
    for (name, days) in [(SESSION, SESSION_DAYS), (GUEST, GUEST_DAYS)] {
        if let Some(old) = jar.get(name) {
            jar = jar
                .add(cookie(app, name, old.value().to_owned(), days))
                .add(named_cookie(app, name.to_owned(), String::new(), 0));
        }
    }
    Ok((user_of_cookies(app, &jar).await?, jar))
}

/// The account that has logged in from this device before, and the name of the device.
pub(crate) fn known_device(app: &App, headers: &HeaderMap) -> Option<(i64, String)> {
    let jar = SignedCookieJar::from_headers(headers, app.cookie_key.clone());
    let cookie = jar.get(&cookie_name(app, DEVICE))?;
    let (account, device) = cookie.value().split_once('.')?;
    Some((account.parse().ok()?, device.to_owned()))
}

/// Creates a guest and its cookie.
pub(crate) fn new_guest(app: &App, jar: SignedCookieJar) -> (CurrentUser, SignedCookieJar) {
    let id = secret::word(22);
    let user = CurrentUser {
        person: Person::guest(&id),
        account: None,
        session: None,
    };
    (user, jar.add(cookie(app, GUEST, id, GUEST_DAYS)))
}

/// Opens a session for an account with a new token; an existing token is never adopted.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn open_session(
    app: &App,
    jar: SignedCookieJar,
    account: &Account,
    agent: &str,
) -> Result<SignedCookieJar, ApiError> {
    let token = secret::hex::<32>();
    let now = wall_ms();
    app.state
        .store
        .add_session(NewSession {
            token: token_hash(&token),
            account: account.num,
            created_at: now,
            expires_at: now + SESSION_MS,
            agent: agent.to_owned(),
        })
        .await?;
    let device = format!("{}.{}", account.num, secret::word(22));
    Ok(jar
        .add(cookie(app, SESSION, token, SESSION_DAYS))
        .add(cookie(app, DEVICE, device, DEVICE_DAYS)))
}

/// Removes the session cookie.
pub(crate) fn close_session(app: &App, jar: SignedCookieJar) -> SignedCookieJar {
    jar.add(cookie(app, SESSION, String::new(), 0))
}

/// Hashes a password (Argon2id).
///
/// # Errors
/// Returns `busy` if too many passwords are being hashed.
pub(crate) async fn hash_password(app: &App, password: String) -> Result<String, ApiError> {
    let hashed = app.with_hasher(move || {
        let hash = Argon2::default().hash_password(password.as_bytes());
        hash.map(|hash| hash.to_string())
    });
    hashed.await?.map_err(|error| {
        tracing::error!(%error, "failed to hash password");
        ApiError::internal()
    })
}

/// Verifies a password. The work is the same without an account, so that timing does not reveal which names
/// exist.
///
/// # Errors
/// Returns `busy` if too many passwords are being hashed.
pub(crate) async fn verify_password(
    app: &App,
    account: Option<&Account>,
    password: String,
) -> Result<bool, ApiError> {
    let hash = account.map_or_else(
        || app.decoy_hash.clone(),
        |account| account.password.clone(),
    );
    let is_known = account.is_some();
    let fits = app
        .with_hasher(move || {
            let parsed = PasswordHash::new(&hash);
            parsed.is_ok_and(|hash| {
                Argon2::default()
                    .verify_password(password.as_bytes(), &hash)
                    .is_ok()
            })
        })
        .await?;
    Ok(fits && is_known)
}

/// The account that a typed name means.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn find_account(app: &App, name: &str) -> Result<Option<Account>, ApiError> {
    let store = &app.state.store;
    // Accounts that are older than normalization are found by the letters they were created with.
    let as_typed = store.account_by_name(&name.to_lowercase()).await?;
    match as_typed {
        Some(account) => Ok(Some(account)),
        None => Ok(store.account_by_name(&fold_case(name)).await?),
    }
}

/// Someone else has the name.
pub(crate) fn name_taken() -> ApiError {
    let title = "this name, or one that looks like it, is taken";
    ApiError::new(StatusCode::CONFLICT, "name-taken", title).with_field("name")
}

/// Checks a password (OWASP ASVS 2.1): its length, and that it is neither the name nor a common password.
///
/// # Errors
/// Returns an error if the password is too short, too long or too easy to guess.
pub(crate) fn check_password(name: &str, password: &str) -> Result<(), ApiError> {
    let length = password.chars().count();
    if !(12..=128).contains(&length) {
        let title = "a password has 12 to 128 characters";
        return Err(ApiError::field("password", "bad-password", title));
    }
    let folded = password.to_lowercase();
    let one_letter = folded.chars().all(|c| folded.starts_with(c));
    let counted = "01234567890123456789".contains(&folded) || folded.starts_with("123456789");
    let known = ["password", "qwertyuiop", "letmein", "shogishogi", "komadai"];
    let common = known
        .iter()
        .any(|word| folded.trim_end_matches(|c: char| !c.is_alphabetic()) == *word);
    // A short name may be part of a long password; the rest must be long enough.
    let left = folded.replace(&fold_case(name), "").chars().count();
    if one_letter || counted || common || (left < 12 && left < folded.chars().count()) {
        let title = "this password is too easy to guess";
        return Err(ApiError::field("password", "weak-password", title));
    }
    Ok(())
}
