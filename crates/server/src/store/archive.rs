//! Searching the archive.

use super::games::{ChatRow, chat_row};
use super::{Store, StoreError, Value, statement};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use std::fmt::Write;

/// A filter for finished games. Private games are found only if `who` played in them.
#[derive(Clone, Debug, Default)]
pub struct ArchiveFilter {
    /// By a player's name.
    pub name: Option<String>,
    /// By a player's key.
    pub who: Option<String>,
    /// Of a variant.
    pub variant: Option<String>,
    /// With a verdict.
    pub verdict: Option<String>,
    /// Ended at or after.
    pub from: Option<i64>,
    /// Ended before.
    pub until: Option<i64>,
    /// With a smaller number than this.
    pub before: Option<i64>,
    /// Maximum number of results.
    pub limit: i64,
}

/// A game in a list.
#[derive(Clone, Debug)]
pub struct ArchiveRow {
    /// Its number; later games have larger ones.
    pub num: i64,
    /// The id.
    pub id: String,
    /// Start time.
    pub created_at: i64,
    /// End time.
    pub ended_at: i64,
    /// The opening, as JSON.
    pub opening: String,
    /// The player, as JSON.
    pub black: String,
    /// The player, as JSON.
    pub white: String,
    /// The verdict.
    pub verdict: String,
    /// The reason.
    pub cause: String,
    /// The number of moves.
    pub plies: i64,
}

impl Store {
    /// Finished games, newest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn archive(&self, filter: &ArchiveFilter) -> Result<Vec<ArchiveRow>, StoreError> {
        let (sql, values) = select(filter);
        let query = statement(AssertSqlSafe(sql), values);
        let rows = query.fetch_all(&self.read).await?;
        rows.iter().map(archive_row).collect()
    }

    /// All chat messages of a player.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn chat_by(&self, who: &str) -> Result<Vec<ChatRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT seq, channel, who, name, at, body FROM chat WHERE who = $1 ORDER BY at",
        )
        .bind(who)
        .fetch_all(&self.read)
        .await?;
        rows.iter().map(chat_row).collect()
    }
}

fn select(filter: &ArchiveFilter) -> (String, Vec<Value>) {
    let mut sql = String::from(
        "SELECT num, id, created_at, ended_at, opening, black, white, verdict, cause, plies \
         FROM games g WHERE is_over = 1",
    );
    let mut values = Vec::new();
    let mut and = |condition: &str, value: Value| {
        values.push(value);
        let _ = write!(
            sql,
            " AND {}",
            condition.replace('?', &format!("${}", values.len()))
        );
    };
    match &filter.who {
        Some(who) => and(
            "EXISTS (SELECT 1 FROM seats s WHERE s.game = g.num AND s.who = ?)",
            Value::Text(who.clone()),
        ),
        None => and("visibility = ?", Value::Text("public".into())),
    }
    if let Some(name) = &filter.name {
        and(
            "EXISTS (SELECT 1 FROM seats s WHERE s.game = g.num AND s.name = ?)",
            Value::Text(name.clone()),
        );
    }
    for (condition, text) in [
        ("variant = ?", &filter.variant),
        ("verdict = ?", &filter.verdict),
    ] {
        if let Some(text) = text {
            and(condition, Value::Text(text.clone()));
        }
    }
    for (condition, number) in [
        ("ended_at >= ?", filter.from),
        ("ended_at < ?", filter.until),
        ("num < ?", filter.before),
    ] {
        if let Some(number) = number {
            and(condition, Value::Number(number));
        }
    }
    values.push(Value::Number(filter.limit));
    let _ = write!(sql, " ORDER BY num DESC LIMIT ${}", values.len());
    (sql, values)
}

fn archive_row(row: &AnyRow) -> Result<ArchiveRow, StoreError> {
    Ok(ArchiveRow {
        num: row.try_get(0)?,
        id: row.try_get(1)?,
        created_at: row.try_get(2)?,
        ended_at: row.try_get(3)?,
        opening: row.try_get(4)?,
        black: row.try_get(5)?,
        white: row.try_get(6)?,
        verdict: row.try_get(7)?,
        cause: row.try_get(8)?,
        plies: row.try_get(9)?,
    })
}
