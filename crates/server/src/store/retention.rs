//! Removing old games of guests.

use super::{Store, StoreError};
use sqlx::{AnyConnection, Row};

/// Finished games checked in one transaction.
const BATCH: i64 = 200;

/// How far old games were checked. Games get old in the order in which they ended, so none is checked twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OldGames {
    ended_at: i64,
    num: i64,
    /// Games checked last time.
    pub checked: usize,
    /// Games removed last time.
    pub removed: usize,
}

impl Store {
    /// Checks the next finished games that ended before a time. Those without an account among the players are
    /// removed; in the others the chat messages of guests are.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn remove_old_games(
        &self,
        after: OldGames,
        until: i64,
    ) -> Result<OldGames, StoreError> {
        self.writer
            .change(move |connection| Box::pin(remove(connection, after, until)))
            .await
    }
}

async fn remove(
    connection: &mut AnyConnection,
    after: OldGames,
    until: i64,
) -> Result<OldGames, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT num, ended_at, (SELECT COUNT(*) FROM seats WHERE game = num AND who LIKE 'a:%') \
         FROM games WHERE ended_at < $1 AND ended_at >= $2 AND (ended_at > $2 OR num > $3) \
         AND is_over = 1 ORDER BY ended_at, num LIMIT $4",
    )
    .bind(until)
    .bind(after.ended_at)
    .bind(after.num)
    .bind(BATCH)
    .fetch_all(&mut *connection)
    .await?;
    let mut last = OldGames {
        checked: rows.len(),
        removed: 0,
        ..after
    };
    for row in &rows {
        (last.num, last.ended_at) = (row.try_get(0)?, row.try_get(1)?);
        let accounts: i64 = row.try_get(2)?;
        let statements: &[&'static str] = match accounts {
            0 => &[
                "DELETE FROM events WHERE game = $1",
                "DELETE FROM chat WHERE game = $1",
                "DELETE FROM seats WHERE game = $1",
                "DELETE FROM games WHERE num = $1",
            ],
            // Lines keep their numbers.
            _ => &["UPDATE chat SET body = '' WHERE game = $1 AND who LIKE 'g:%'"],
        };
        last.removed += usize::from(accounts == 0);
        for statement in statements {
            sqlx::query(*statement)
                .bind(last.num)
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(last)
}
