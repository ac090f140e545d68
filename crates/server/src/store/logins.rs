//! The log of logins.

use super::{Store, StoreError};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// What was done with a name and a password.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoginOutcome {
    /// An account was created.
    Registered,
    /// The password was right.
    LoggedIn,
    /// The password, or the name, was wrong.
    Wrong,
    /// The password was changed.
    PasswordChanged,
}

impl LoginOutcome {
    /// The stored name.
    pub const fn name(self) -> &'static str {
        match self {
            LoginOutcome::Registered => "registered",
            LoginOutcome::LoggedIn => "logged-in",
            LoginOutcome::Wrong => "wrong-credentials",
            LoginOutcome::PasswordChanged => "password-changed",
        }
    }
}

/// A login to be logged.
#[derive(Clone, Debug)]
pub struct NewLogin {
    /// The time, by the wall clock.
    pub at: i64,
    /// The account; none if there is none with the name. The name is not stored, because people type
    /// passwords into the wrong field.
    pub account: Option<i64>,
    /// The client's address.
    pub address: String,
    /// The network of the address.
    pub network: String,
    /// The outcome.
    pub outcome: LoginOutcome,
    /// The user agent.
    pub agent: String,
}

/// A logged login.
#[derive(Clone, Debug)]
pub struct LoginRow {
    /// Its number; later ones are larger.
    pub num: i64,
    /// The time, by the wall clock.
    pub at: i64,
    /// The client's address.
    pub address: String,
    /// The outcome.
    pub outcome: String,
    /// The user agent.
    pub agent: String,
}

impl Store {
    /// Logs a login.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn add_login(&self, login: NewLogin) -> Result<(), StoreError> {
        self.writer
            .change(move |connection| {
                let login = login.clone();
                Box::pin(async move { insert_login(connection, login).await })
            })
            .await
    }

    /// Returns whether somebody has logged in to an account from a network.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn knows_network(&self, account: i64, network: &str) -> Result<bool, StoreError> {
        let row = sqlx::query(
            "SELECT 1 FROM logins WHERE account = $1 AND network = $2 \
             AND outcome IN ('registered', 'logged-in') LIMIT 1",
        )
        .bind(account)
        .bind(network)
        .fetch_optional(&self.read)
        .await?;
        Ok(row.is_some())
    }

    /// Logins to an account with a larger number than `after`, oldest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn logins(
        &self,
        account: i64,
        after: i64,
        limit: i64,
    ) -> Result<Vec<LoginRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT num, at, address, outcome, agent FROM logins \
             WHERE account = $1 AND num > $2 ORDER BY num LIMIT $3",
        )
        .bind(account)
        .bind(after)
        .bind(limit)
        .fetch_all(&self.read)
        .await?;
        rows.iter().map(login_row).collect()
    }

    /// The last logins to an account, newest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn recent_logins(
        &self,
        account: i64,
        limit: i64,
    ) -> Result<Vec<LoginRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT num, at, address, outcome, agent FROM logins \
             WHERE account = $1 ORDER BY num DESC LIMIT $2",
        )
        .bind(account)
        .bind(limit)
        .fetch_all(&self.read)
        .await?;
        rows.iter().map(login_row).collect()
    }

    /// Removes logins before a time; returns how many.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn remove_logins(&self, before: i64) -> Result<u64, StoreError> {
        let sql = "DELETE FROM logins WHERE at < $1";
        self.writer.execute(sql, [before.into()]).await
    }
}

async fn insert_login(connection: &mut AnyConnection, login: NewLogin) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO logins (at, account, address, network, outcome, agent) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(login.at)
    .bind(login.account)
    .bind(login.address)
    .bind(login.network)
    .bind(login.outcome.name())
    .bind(login.agent)
    .execute(connection)
    .await
    .map(drop)
}

fn login_row(row: &AnyRow) -> Result<LoginRow, StoreError> {
    Ok(LoginRow {
        num: row.try_get(0)?,
        at: row.try_get(1)?,
        address: row.try_get(2)?,
        outcome: row.try_get(3)?,
        agent: row.try_get(4)?,
    })
}
