//! Stored challenges.

use super::{Store, StoreError};
use sqlx::Row;

/// A stored challenge.
#[derive(Clone, Debug)]
pub struct StoredChallenge {
    /// The id.
    pub id: String,
    /// The key of the creator.
    pub who: String,
    /// The time, by the wall clock.
    pub created_at: i64,
    /// When it expires.
    pub expires_at: i64,
    /// The challenge, as JSON.
    pub body: String,
}

impl Store {
    /// Stores a challenge.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn add_challenge(&self, challenge: StoredChallenge) -> Result<(), StoreError> {
        let sql = "INSERT INTO challenges (id, who, created_at, expires_at, body) \
                   VALUES ($1, $2, $3, $4, $5)";
        let values = [
            challenge.id.into(),
            challenge.who.into(),
            challenge.created_at.into(),
            challenge.expires_at.into(),
            challenge.body.into(),
        ];
        self.writer.execute(sql, values).await.map(drop)
    }

    /// Replaces the body of a challenge; returns whether it existed.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn change_challenge(&self, challenge: StoredChallenge) -> Result<bool, StoreError> {
        let sql = "UPDATE challenges SET body = $1 WHERE id = $2";
        let values = [challenge.body.into(), challenge.id.into()];
        Ok(self.writer.execute(sql, values).await? > 0)
    }

    /// Removes a challenge; returns whether it existed.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn remove_challenge(&self, id: String) -> Result<bool, StoreError> {
        let sql = "DELETE FROM challenges WHERE id = $1";
        Ok(self.writer.execute(sql, [id.into()]).await? > 0)
    }

    /// The open challenges, oldest first; expired ones are removed.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn challenges(&self, now: i64) -> Result<Vec<StoredChallenge>, StoreError> {
        let sql = "DELETE FROM challenges WHERE expires_at <= $1";
        self.writer.execute(sql, [now.into()]).await?;
        let rows = sqlx::query(
            "SELECT id, who, created_at, expires_at, body FROM challenges ORDER BY created_at, id",
        )
        .fetch_all(&self.read)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(StoredChallenge {
                    id: row.try_get(0)?,
                    who: row.try_get(1)?,
                    created_at: row.try_get(2)?,
                    expires_at: row.try_get(3)?,
                    body: row.try_get(4)?,
                })
            })
            .collect()
    }
}
