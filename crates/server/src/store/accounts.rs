//! Accounts and their sessions.

use super::{Store, StoreError};
use crate::names::{AccountName, skeleton};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

/// An account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its number.
    pub num: i64,
    /// The name in its owner's spelling.
    pub name: String,
    /// The password's hash, in PHC form.
    pub password: String,
    /// Creation time, by the wall clock.
    pub created_at: i64,
}

/// The result of creating an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccountCreation {
    /// Created, with this number.
    Done(i64),
    /// Someone else has the name.
    NameTaken,
    /// The invitation does not exist, has expired or is used up.
    NoInvitation,
}

/// A session to be stored.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// The hash of the token; only the client has the token itself.
    pub token: String,
    /// The account.
    pub account: i64,
    /// Creation time.
    pub created_at: i64,
    /// Expiry if it is not used.
    pub expires_at: i64,
    /// The user agent.
    pub agent: String,
}

/// A stored session.
#[derive(Clone, Debug)]
pub struct Session {
    /// The hash of the token.
    pub token: String,
    /// Creation time.
    pub created_at: i64,
    /// When it was last used.
    pub seen_at: i64,
    /// Expiry.
    pub expires_at: i64,
    /// The user agent.
    pub agent: String,
}

impl Store {
    /// Creates an account and uses up the invitation, if one is given by the hash of its token.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn create_account(
        &self,
        name: AccountName,
        password: String,
        invitation: Option<String>,
        now: i64,
    ) -> Result<AccountCreation, StoreError> {
        self.writer
            .change(move |connection| {
                let (name, password) = (name.clone(), password.clone());
                let invitation = invitation.clone();
                Box::pin(async move {
                    if let Some(token) = &invitation
                        && !has_invitation(connection, token, now).await?
                    {
                        return Ok(AccountCreation::NoInvitation);
                    }
                    let made = insert_account(connection, name, password, now).await?;
                    let Some(num) = made else {
                        return Ok(AccountCreation::NameTaken);
                    };
                    if let Some(token) = invitation {
                        sqlx::query("UPDATE invitations SET uses = uses - 1 WHERE token = $1")
                            .bind(token)
                            .execute(connection)
                            .await?;
                    }
                    Ok(AccountCreation::Done(num))
                })
            })
            .await
    }

    /// The account with a case-folded name.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn account_by_name(&self, folded: &str) -> Result<Option<Account>, StoreError> {
        let sql = "SELECT num, name, password, created_at FROM accounts WHERE folded = $1";
        let row = sqlx::query(sql)
            .bind(folded)
            .fetch_optional(&self.read)
            .await?;
        row.as_ref().map(account).transpose()
    }

    /// Changes a password and ends all sessions but one.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn set_password(
        &self,
        num: i64,
        password: String,
        keep: String,
    ) -> Result<(), StoreError> {
        self.writer
            .change(move |connection| {
                let (password, keep) = (password.clone(), keep.clone());
                Box::pin(async move {
                    sqlx::query("UPDATE accounts SET password = $1 WHERE num = $2")
                        .bind(password)
                        .bind(num)
                        .execute(&mut *connection)
                        .await?;
                    sqlx::query("DELETE FROM sessions WHERE account = $1 AND token <> $2")
                        .bind(num)
                        .bind(keep)
                        .execute(connection)
                        .await
                        .map(drop)
                })
            })
            .await
    }

    /// Opens a session.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn add_session(&self, session: NewSession) -> Result<(), StoreError> {
        self.writer
            .change(move |connection| {
                let session = session.clone();
                Box::pin(async move {
                    sqlx::query("DELETE FROM sessions WHERE expires_at <= $1")
                        .bind(session.created_at)
                        .execute(&mut *connection)
                        .await?;
                    sqlx::query(
                        "INSERT INTO sessions (token, account, created_at, seen_at, expires_at, \
                         agent) VALUES ($1, $2, $3, $3, $4, $5)",
                    )
                    .bind(session.token)
                    .bind(session.account)
                    .bind(session.created_at)
                    .bind(session.expires_at)
                    .bind(session.agent)
                    .execute(connection)
                    .await
                    .map(drop)
                })
            })
            .await
    }

    /// The account of an unexpired session, and when the session was last used.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn session_account(
        &self,
        token: &str,
        now: i64,
    ) -> Result<Option<(Account, i64)>, StoreError> {
        let row = sqlx::query(
            "SELECT a.num, a.name, a.password, a.created_at, s.seen_at FROM sessions s \
             JOIN accounts a ON a.num = s.account WHERE s.token = $1 AND s.expires_at > $2",
        )
        .bind(token)
        .bind(now)
        .fetch_optional(&self.read)
        .await?;
        row.as_ref()
            .map(|row| Ok((account(row)?, row.try_get(4)?)))
            .transpose()
    }

    /// Updates the last use of a session.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn touch_session(
        &self,
        token: String,
        seen_at: i64,
        expires_at: i64,
    ) -> Result<(), StoreError> {
        let sql = "UPDATE sessions SET seen_at = $1, expires_at = $2 WHERE token = $3";
        let values = [seen_at.into(), expires_at.into(), token.into()];
        self.writer.execute(sql, values).await.map(drop)
    }

    /// Ends a session.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn end_session(&self, token: String) -> Result<(), StoreError> {
        let sql = "DELETE FROM sessions WHERE token = $1";
        self.writer.execute(sql, [token.into()]).await.map(drop)
    }

    /// Ends all sessions of an account.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn end_sessions(&self, account: i64) -> Result<(), StoreError> {
        let sql = "DELETE FROM sessions WHERE account = $1";
        self.writer.execute(sql, [account.into()]).await.map(drop)
    }

    /// The sessions of an account.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn sessions(&self, account: i64) -> Result<Vec<Session>, StoreError> {
        let rows = sqlx::query(
            "SELECT created_at, seen_at, expires_at, agent, token FROM sessions WHERE account = $1 \
             ORDER BY created_at",
        )
        .bind(account)
        .fetch_all(&self.read)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(Session {
                    created_at: row.try_get(0)?,
                    seen_at: row.try_get(1)?,
                    expires_at: row.try_get(2)?,
                    agent: row.try_get(3)?,
                    token: row.try_get(4)?,
                })
            })
            .collect()
    }
}

async fn insert_account(
    connection: &mut AnyConnection,
    name: AccountName,
    password: String,
    now: i64,
) -> Result<Option<i64>, sqlx::Error> {
    let similar = sqlx::query("SELECT 1 FROM accounts WHERE skeleton = $1")
        .bind(name.skeleton.as_str())
        .fetch_optional(&mut *connection)
        .await?;
    if similar.is_some() {
        return Ok(None);
    }
    let row = sqlx::query(
        "INSERT INTO accounts (name, folded, skeleton, password, created_at) \
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING num",
    )
    .bind(name.text)
    .bind(name.folded)
    .bind(name.skeleton)
    .bind(password)
    .bind(now)
    .fetch_optional(connection)
    .await?;
    row.map(|row| row.try_get(0)).transpose()
}

/// Adds the skeletons of accounts that were created before there were any.
pub(super) async fn fill_skeletons(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let rows = sqlx::query("SELECT num, name FROM accounts WHERE skeleton IS NULL")
        .fetch_all(&mut *connection)
        .await?;
    for row in rows {
        let name: String = row.try_get(1)?;
        sqlx::query("UPDATE accounts SET skeleton = $1 WHERE num = $2")
            .bind(skeleton(&name))
            .bind(row.try_get::<i64, _>(0)?)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn has_invitation(
    connection: &mut AnyConnection,
    token: &str,
    now: i64,
) -> Result<bool, sqlx::Error> {
    let sql = "SELECT 1 FROM invitations WHERE token = $1 AND uses > 0 AND until_at > $2";
    let row = sqlx::query(sql)
        .bind(token)
        .bind(now)
        .fetch_optional(connection)
        .await?;
    Ok(row.is_some())
}

fn account(row: &AnyRow) -> Result<Account, StoreError> {
    Ok(Account {
        num: row.try_get(0)?,
        name: row.try_get(1)?,
        password: row.try_get(2)?,
        created_at: row.try_get(3)?,
    })
}
