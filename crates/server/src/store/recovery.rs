//! One-time tokens, e-mail addresses and second factors.

use super::audit::{AuditEntry, insert_audit};
use super::{Store, StoreError, statement};
use sqlx::{AnyConnection, Row};

/// The purpose of a one-time token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// Sets a new password.
    Password,
    /// Confirms an e-mail address.
    Email,
}

impl TokenKind {
    const fn name(self) -> &'static str {
        match self {
            TokenKind::Password => "password",
            TokenKind::Email => "email",
        }
    }
}

/// A one-time token to store.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// The hash of the token; only its recipient has the token itself.
    pub token: String,
    /// The purpose.
    pub kind: TokenKind,
    /// The account.
    pub account: i64,
    /// The e-mail address to confirm; otherwise empty.
    pub data: String,
    /// When it expires.
    pub until: i64,
}

/// A second factor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SecondFactor {
    /// The shared secret, in hexadecimal.
    pub secret: String,
    /// When it was confirmed with a code; without that it is not asked for.
    pub confirmed_at: Option<i64>,
}

async fn insert_token(connection: &mut AnyConnection, new: NewToken) -> Result<(), sqlx::Error> {
    // A new link replaces older ones for the same purpose.
    sqlx::query("DELETE FROM one_time_tokens WHERE account = $1 AND kind = $2")
        .bind(new.account)
        .bind(new.kind.name())
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO one_time_tokens (token, kind, account, data, until_at) \
         VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(new.token)
    .bind(new.kind.name())
    .bind(new.account)
    .bind(new.data)
    .bind(new.until)
    .execute(connection)
    .await
    .map(drop)
}

impl Store {
    /// Stores a one-time token, with an entry in the audit log if an operator made it.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn add_token(
        &self,
        new: NewToken,
        entry: Option<AuditEntry>,
    ) -> Result<(), StoreError> {
        self.writer
            .change(move |connection| {
                let (new, entry) = (new.clone(), entry.clone());
                Box::pin(async move {
                    insert_token(connection, new).await?;
                    match entry {
                        Some(entry) => insert_audit(connection, entry).await,
                        None => Ok(()),
                    }
                })
            })
            .await
    }

    /// The account and name for which a password token is good.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn password_token(
        &self,
        token: &str,
        now: i64,
    ) -> Result<Option<(i64, String)>, StoreError> {
        let row = sqlx::query(
            "SELECT a.num, a.name FROM one_time_tokens t JOIN accounts a ON a.num = t.account \
             WHERE t.token = $1 AND t.kind = 'password' AND t.until_at > $2",
        )
        .bind(token)
        .bind(now)
        .fetch_optional(&self.read)
        .await?;
        row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
            .transpose()
    }

    /// Sets a password with a token, which is used up. All sessions end. Returns the account, or `None` if
    /// the token is not good any more.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn reset_password(
        &self,
        token: String,
        password: String,
        now: i64,
    ) -> Result<Option<i64>, StoreError> {
        self.writer
            .change(move |connection| {
                let (token, password) = (token.clone(), password.clone());
                Box::pin(async move {
                    let taken = take_token(connection, TokenKind::Password, token, now).await?;
                    let Some((account, _)) = taken else {
                        return Ok(None);
                    };
                    for (sql, values) in [
                        (
                            "UPDATE accounts SET password = $1 WHERE num = $2",
                            vec![password.into(), account.into()],
                        ),
                        (
                            "DELETE FROM sessions WHERE account = $1",
                            vec![account.into()],
                        ),
                    ] {
                        statement(sql, values).execute(&mut *connection).await?;
                    }
                    Ok(Some(account))
                })
            })
            .await
    }

    /// Confirms an e-mail address with a token, which is used up. Returns whether the token was good.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn confirm_email(&self, token: String, now: i64) -> Result<bool, StoreError> {
        self.writer
            .change(move |connection| {
                let token = token.clone();
                Box::pin(async move {
                    let taken = take_token(connection, TokenKind::Email, token, now).await?;
                    let Some((account, address)) = taken else {
                        return Ok(false);
                    };
                    sqlx::query(
                        "INSERT INTO emails (account, address, folded) VALUES ($1, $2, $3) \
                         ON CONFLICT (account) DO UPDATE SET address = excluded.address, \
                         folded = excluded.folded",
                    )
                    .bind(account)
                    .bind(address.as_str())
                    .bind(address.to_lowercase())
                    .execute(connection)
                    .await?;
                    Ok(true)
                })
            })
            .await
    }

    /// Removes the e-mail address of an account.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn remove_email(&self, account: i64) -> Result<(), StoreError> {
        let sql = "DELETE FROM emails WHERE account = $1";
        self.writer.execute(sql, [account.into()]).await.map(drop)
    }

    /// The confirmed e-mail address of an account.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn email(&self, account: i64) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT address FROM emails WHERE account = $1")
            .bind(account)
            .fetch_optional(&self.read)
            .await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    /// The accounts with a confirmed e-mail address: number, name, address.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn accounts_by_email(
        &self,
        address: &str,
    ) -> Result<Vec<(i64, String, String)>, StoreError> {
        let rows = sqlx::query(
            "SELECT a.num, a.name, e.address FROM emails e JOIN accounts a ON a.num = e.account \
             WHERE e.folded = $1 ORDER BY a.num LIMIT 5",
        )
        .bind(address.to_lowercase())
        .fetch_all(&self.read)
        .await?;
        rows.iter()
            .map(|row| Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?)))
            .collect()
    }

    /// The second factor of an account.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn second_factor(&self, account: i64) -> Result<Option<SecondFactor>, StoreError> {
        let sql = "SELECT secret, confirmed_at FROM second_factors WHERE account = $1";
        let row = sqlx::query(sql)
            .bind(account)
            .fetch_optional(&self.read)
            .await?;
        row.map(|row| {
            Ok(SecondFactor {
                secret: row.try_get(0)?,
                confirmed_at: row.try_get(1)?,
            })
        })
        .transpose()
    }

    /// Stores a secret that is not confirmed yet; returns whether that was possible. A confirmed one is not
    /// replaced.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn propose_second_factor(
        &self,
        account: i64,
        secret: String,
    ) -> Result<bool, StoreError> {
        let sql = "INSERT INTO second_factors (account, secret, last_step) VALUES ($1, $2, 0) \
                   ON CONFLICT (account) DO UPDATE SET secret = excluded.secret, last_step = 0 \
                   WHERE second_factors.confirmed_at IS NULL";
        let values = [account.into(), secret.into()];
        Ok(self.writer.execute(sql, values).await? > 0)
    }

    /// Confirms the secret with the time step of a code, stores the hashes of recovery codes, and ends all
    /// sessions but one. Returns whether there was a secret to confirm.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn confirm_second_factor(
        &self,
        account: i64,
        step: i64,
        codes: Vec<String>,
        keep: String,
        now: i64,
    ) -> Result<bool, StoreError> {
        self.writer
            .change(move |connection| {
                let (codes, keep) = (codes.clone(), keep.clone());
                Box::pin(async move {
                    let confirmed = sqlx::query(
                        "UPDATE second_factors SET confirmed_at = $1, last_step = $2 \
                         WHERE account = $3 AND confirmed_at IS NULL AND last_step < $2",
                    )
                    .bind(now)
                    .bind(step)
                    .bind(account)
                    .execute(&mut *connection)
                    .await?;
                    if confirmed.rows_affected() == 0 {
                        return Ok(false);
                    }
                    for code in codes {
                        let sql = "INSERT INTO recovery_codes (account, code) VALUES ($1, $2)";
                        statement(sql, [account.into(), code.into()])
                            .execute(&mut *connection)
                            .await?;
                    }
                    let sql = "DELETE FROM sessions WHERE account = $1 AND token <> $2";
                    statement(sql, [account.into(), keep.into()])
                        .execute(connection)
                        .await?;
                    Ok(true)
                })
            })
            .await
    }

    /// Uses up the time step of a code; returns whether neither it nor a later one was used before.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn use_step(&self, account: i64, step: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE second_factors SET last_step = $1 WHERE account = $2 AND last_step < $1";
        Ok(self
            .writer
            .execute(sql, [step.into(), account.into()])
            .await?
            > 0)
    }

    /// Uses up a recovery code by its hash; returns whether it existed.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn use_recovery_code(&self, account: i64, code: String) -> Result<bool, StoreError> {
        let sql = "DELETE FROM recovery_codes WHERE account = $1 AND code = $2";
        Ok(self
            .writer
            .execute(sql, [account.into(), code.into()])
            .await?
            > 0)
    }

    /// Removes a second factor and its recovery codes, with an entry in the audit log if an operator did it.
    /// Returns whether there was one.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn remove_second_factor(
        &self,
        account: i64,
        entry: Option<AuditEntry>,
    ) -> Result<bool, StoreError> {
        self.writer
            .change(move |connection| {
                let entry = entry.clone();
                Box::pin(async move {
                    let sql = "DELETE FROM recovery_codes WHERE account = $1";
                    statement(sql, [account.into()])
                        .execute(&mut *connection)
                        .await?;
                    let sql = "DELETE FROM second_factors WHERE account = $1";
                    let removed = statement(sql, [account.into()])
                        .execute(&mut *connection)
                        .await?;
                    if removed.rows_affected() == 0 {
                        return Ok(false);
                    }
                    if let Some(entry) = entry {
                        insert_audit(connection, entry).await?;
                    }
                    Ok(true)
                })
            })
            .await
    }
}

/// Takes a token; it is gone afterwards. Returns its account and data.
async fn take_token(
    connection: &mut AnyConnection,
    kind: TokenKind,
    token: String,
    now: i64,
) -> Result<Option<(i64, String)>, sqlx::Error> {
    let row = sqlx::query(
        "DELETE FROM one_time_tokens WHERE token = $1 AND kind = $2 AND until_at > $3 \
         RETURNING account, data",
    )
    .bind(token)
    .bind(kind.name())
    .bind(now)
    .fetch_optional(connection)
    .await?;
    row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
        .transpose()
}
