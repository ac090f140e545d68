//! The audit log: what operators did. Entries are added in the transaction of the act, and never changed.

use super::{Store, StoreError, Value, statement};
use sqlx::{AnyConnection, Row};

/// An entry to add.
#[derive(Clone, Debug)]
pub struct AuditEntry {
    /// The time, by the wall clock.
    pub at: i64,
    /// The key of the operator.
    pub who: String,
    /// The operator's name.
    pub name: String,
    /// The name of the act.
    pub act: String,
    /// The person, network, game, report or invitation.
    pub target: String,
    /// The reason.
    pub reason: String,
    /// The whole act, as JSON.
    pub body: String,
}

/// A stored entry.
#[derive(Clone, Debug)]
pub struct AuditRow {
    /// Its number.
    pub num: i64,
    /// The entry.
    pub entry: AuditEntry,
}

/// A statement of an audited change.
pub(super) type Step = (&'static str, Vec<Value>);

/// Adds an entry; part of the transaction of the act.
pub(super) async fn insert_audit(
    connection: &mut AnyConnection,
    entry: AuditEntry,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO audit (at, who, name, act, target, reason, body) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(entry.at)
    .bind(entry.who)
    .bind(entry.name)
    .bind(entry.act)
    .bind(entry.target)
    .bind(entry.reason)
    .bind(entry.body)
    .execute(connection)
    .await
    .map(drop)
}

impl Store {
    /// Runs statements and adds the entry, all or nothing. If the first statement changes no row, nothing
    /// else happens. Returns whether it did.
    pub(super) async fn audited(
        &self,
        entry: AuditEntry,
        steps: Vec<Step>,
    ) -> Result<bool, StoreError> {
        self.writer
            .change(move |connection| {
                let (entry, steps) = (entry.clone(), steps.clone());
                Box::pin(async move {
                    for (number, (sql, values)) in steps.into_iter().enumerate() {
                        let done = statement(sql, values).execute(&mut *connection).await?;
                        if number == 0 && done.rows_affected() == 0 {
                            return Ok(false);
                        }
                    }
                    insert_audit(connection, entry).await?;
                    Ok(true)
                })
            })
            .await
    }

    /// Adds an entry for an act that changes nothing in the database.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn note(&self, entry: AuditEntry) -> Result<(), StoreError> {
        self.audited(entry, Vec::new()).await.map(drop)
    }

    /// The newest entries, or those before a number.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn audit_log(
        &self,
        before: Option<i64>,
        limit: i64,
    ) -> Result<Vec<AuditRow>, StoreError> {
        let sql = "SELECT num, at, who, name, act, target, reason, body FROM audit \
                   WHERE num < $1 ORDER BY num DESC LIMIT $2";
        let rows = sqlx::query(sql)
            .bind(before.unwrap_or(i64::MAX))
            .bind(limit)
            .fetch_all(&self.read)
            .await?;
        rows.iter()
            .map(|row| {
                Ok(AuditRow {
                    num: row.try_get(0)?,
                    entry: AuditEntry {
                        at: row.try_get(1)?,
                        who: row.try_get(2)?,
                        name: row.try_get(3)?,
                        act: row.try_get(4)?,
                        target: row.try_get(5)?,
                        reason: row.try_get(6)?,
                        body: row.try_get(7)?,
                    },
                })
            })
            .collect()
    }
}
