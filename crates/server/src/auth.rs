//! Who is asking: cookies, passwords, and where a request comes from.
//!
//! Guests carry their identity in a signed cookie; nothing is stored for them until they play. Accounts
//! have sessions in the database: the cookie holds a random token, the table its hash.

use crate::app::App;
use crate::error::Problem;
use crate::house_clock::wall_ms;
use crate::person::Person;
use crate::secret;
use crate::store::{Account, NewSession};
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Argon2, PasswordHash};
use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum_extra::extract::cookie::{Cookie, SameSite, SignedCookieJar};
use sha2::{Digest, Sha256};

const SESSION: &str = "komadai_session";
const GUEST: &str = "komadai_guest";
/// A session ends when it is not used for so long.
const SESSION_MS: i64 = 30 * 24 * 3600 * 1000;
/// Uses of a session are noted no more often than this.
const NOTE_MS: i64 = 3600 * 1000;
const GUEST_DAYS: i64 = 365;

/// Someone with an identity.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// Who.
    pub person: Person,
    /// The account, if it is one.
    pub account: Option<Account>,
    /// The hash of the session's token.
    pub session: Option<String>,
}

impl Visitor {
    /// The account of a visitor who has one.
    ///
    /// # Errors
    /// A guest has none.
    pub(crate) fn account(&self) -> Result<&Account, Problem> {
        self.account.as_ref().ok_or_else(|| {
            let title = "this needs an account: log in first";
            Problem::new(StatusCode::FORBIDDEN, "account-needed", title)
        })
    }
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Visitor, Problem> {
        let found = identify(parts, app).await?;
        found.ok_or_else(Problem::who_are_you)
    }
}

impl OptionalFromRequestParts<App> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Visitor>, Problem> {
        identify(parts, app).await
    }
}

async fn identify(parts: &Parts, app: &App) -> Result<Option<Visitor>, Problem> {
    let jar = SignedCookieJar::from_headers(&parts.headers, app.cookie_key.clone());
    if let Some(cookie) = jar.get(SESSION)
        && let Some(visitor) = resume(app, cookie.value()).await?
    {
        return Ok(Some(visitor));
    }
    Ok(jar.get(GUEST).map(|cookie| Visitor {
        person: Person::guest(cookie.value()),
        account: None,
        session: None,
    }))
}

async fn resume(app: &App, token: &str) -> Result<Option<Visitor>, Problem> {
    let hash = token_hash(token);
    let now = wall_ms();
    let store = &app.house.store;
    let Some((account, seen_at)) = store.session_account(&hash, now).await? else {
        return Ok(None);
    };
    if now - seen_at > NOTE_MS {
        store
            .touch_session(hash.clone(), now, now + SESSION_MS)
            .await?;
    }
    Ok(Some(Visitor {
        person: Person::account(account.num, &account.name),
        account: Some(account),
        session: Some(hash),
    }))
}

/// Has a visitor's session not ended since it was looked at?
pub(crate) async fn still_holds(app: &App, visitor: &Visitor) -> bool {
    let Some(session) = &visitor.session else {
        return true;
    };
    let found = app.house.store.session_account(session, wall_ms()).await;
    found.is_ok_and(|found| found.is_some())
}

fn token_hash(token: &str) -> String {
    secret::to_hex(&Sha256::digest(token.as_bytes()))
}

fn cookie(app: &App, name: &'static str, value: String, days: i64) -> Cookie<'static> {
    Cookie::build((name, value))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(app.is_https())
        .max_age(time::Duration::days(days))
        .build()
}

/// A new guest, and the cookie that says so.
pub(crate) fn new_guest(app: &App, jar: SignedCookieJar) -> (Visitor, SignedCookieJar) {
    let id = secret::word(22);
    let visitor = Visitor {
        person: Person::guest(&id),
        account: None,
        session: None,
    };
    (visitor, jar.add(cookie(app, GUEST, id, GUEST_DAYS)))
}

/// Opens a session for an account. The token is new: one that was there before does not count.
///
/// # Errors
/// What the database says.
pub(crate) async fn open_session(
    app: &App,
    jar: SignedCookieJar,
    account: &Account,
    agent: &str,
) -> Result<SignedCookieJar, Problem> {
    let token = secret::hex::<32>();
    let now = wall_ms();
    app.house
        .store
        .add_session(NewSession {
            token: token_hash(&token),
            account: account.num,
            created_at: now,
            expires_at: now + SESSION_MS,
            agent: agent.chars().take(200).collect(),
        })
        .await?;
    Ok(jar.add(cookie(app, SESSION, token, SESSION_MS / (24 * 3600 * 1000))))
}

/// Takes the session cookie away.
pub(crate) fn close_session(app: &App, jar: SignedCookieJar) -> SignedCookieJar {
    jar.add(cookie(app, SESSION, String::new(), 0))
}

/// Hashes a password (Argon2id).
///
/// # Errors
/// Too many are being hashed.
pub(crate) async fn hash_password(app: &App, password: String) -> Result<String, Problem> {
    let hashed = app.with_hasher(move || {
        let hash = Argon2::default().hash_password(password.as_bytes());
        hash.map(|hash| hash.to_string())
    });
    hashed.await?.map_err(|error| {
        tracing::error!(%error, "a password was not hashed");
        Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "internal error",
        )
    })
}

/// Is this the password? Without an account as much time is spent as with one, so that nobody learns
/// which names exist.
///
/// # Errors
/// Too many are being hashed.
pub(crate) async fn is_password(
    app: &App,
    account: Option<&Account>,
    password: String,
) -> Result<bool, Problem> {
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

/// Letters folded so that no two names look alike.
pub(crate) fn fold(name: &str) -> String {
    name.to_lowercase()
}

/// What an account may be called.
///
/// # Errors
/// What is wrong with a name.
pub(crate) fn check_name(name: &str) -> Result<(), Problem> {
    let length = name.chars().count();
    let fits = (2..=20).contains(&length);
    let plain = name
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'));
    let begins = name.chars().next().is_some_and(char::is_alphabetic);
    // So that nobody is taken for a guest, the computer or the house.
    let folded = fold(name);
    let reserved = ["guest", "komadai", "arbiter", "admin", "anonymous"];
    if !(fits && plain && begins) {
        let title = "a name has 2 to 20 letters, digits, dots, hyphens; a letter first";
        return Err(Problem::field("name", "bad-name", title));
    }
    if reserved.iter().any(|word| folded.starts_with(word)) {
        return Err(Problem::field(
            "name",
            "name-reserved",
            "this name is reserved",
        ));
    }
    Ok(())
}

/// What a password must be (OWASP ASVS 2.1): long enough, not too long, not the name, not one that
/// everybody tries first.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn check_password(name: &str, password: &str) -> Result<(), Problem> {
    let length = password.chars().count();
    if !(12..=128).contains(&length) {
        let title = "a password has 12 to 128 characters";
        return Err(Problem::field("password", "bad-password", title));
    }
    let folded = password.to_lowercase();
    let one_letter = folded.chars().all(|c| folded.starts_with(c));
    let counted = "01234567890123456789".contains(&folded) || folded.starts_with("123456789");
    let known = ["password", "qwertyuiop", "letmein", "shogishogi", "komadai"];
    let common = known
        .iter()
        .any(|word| folded.trim_end_matches(|c: char| !c.is_alphabetic()) == *word);
    // A short name may well be part of a long password; what is left must be long enough.
    let left = folded.replace(&fold(name), "").chars().count();
    if one_letter || counted || common || (left < 12 && left < folded.chars().count()) {
        let title = "this password is too easy to guess";
        return Err(Problem::field("password", "weak-password", title));
    }
    Ok(())
}
