//! Deleting an account from all stored data.

use super::{Store, StoreError};
use serde_json::Value;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use std::collections::BTreeSet;

/// The result of deleting an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deletion {
    /// Deleted; the ids of the changed games.
    Done(BTreeSet<String>),
    /// Not deleted, because its owner is playing this game.
    Playing(String),
}

impl Store {
    /// Deletes an account, its sessions and its challenges. In games and chat its name becomes `name`, and
    /// its messages are removed. A player must finish running games first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn delete_account(
        &self,
        num: i64,
        who: String,
        name: String,
    ) -> Result<Deletion, StoreError> {
        self.writer
            .change(move |connection| {
                let (who, name) = (who.clone(), name.clone());
                Box::pin(async move { delete(connection, num, &who, &name).await })
            })
            .await
    }
}

async fn delete(
    connection: &mut AnyConnection,
    num: i64,
    who: &str,
    name: &str,
) -> Result<Deletion, sqlx::Error> {
    let game = sqlx::query(
        "SELECT id FROM games WHERE is_over = 0 AND num IN (SELECT game FROM seats WHERE who = $1) LIMIT 1",
    )
    .bind(who)
    .fetch_optional(&mut *connection)
    .await?;
    if let Some(game) = game {
        return Ok(Deletion::Playing(game.try_get(0)?));
    }
    sqlx::query("DELETE FROM sessions WHERE account = $1")
        .bind(num)
        .execute(&mut *connection)
        .await?;
    let mention = mention(who);
    sqlx::query("DELETE FROM challenges WHERE who = $1 OR body LIKE $2")
        .bind(who)
        .bind(mention.as_str())
        .execute(&mut *connection)
        .await?;
    for sql in [
        "DELETE FROM blocks WHERE who = $1 OR blocked = $1",
        "DELETE FROM reports WHERE who = $1",
        "DELETE FROM restrictions WHERE who = $1",
    ] {
        sqlx::query(sql).bind(who).execute(&mut *connection).await?;
    }
    sqlx::query("UPDATE reports SET about_name = $1, quote = '' WHERE about = $2")
        .bind(name)
        .bind(who)
        .execute(&mut *connection)
        .await?;
    let mut changed = rename_in_games(connection, who, name, &mention).await?;
    changed.extend(delete_chat(connection, who, name).await?);
    sqlx::query("DELETE FROM accounts WHERE num = $1")
        .bind(num)
        .execute(connection)
        .await?;
    Ok(Deletion::Done(changed))
}

/// Replaces the name of an account in games, chat and lists, and removes its challenges, which contain the
/// old name. Returns the ids of the changed games.
pub(super) async fn rename_everywhere(
    connection: &mut AnyConnection,
    num: i64,
    name: &str,
) -> Result<BTreeSet<String>, sqlx::Error> {
    let who = crate::person::Person::account(num, name).key;
    let mention = mention(&who);
    sqlx::query("DELETE FROM challenges WHERE who = $1 OR body LIKE $2")
        .bind(who.as_str())
        .bind(mention.as_str())
        .execute(&mut *connection)
        .await?;
    for sql in [
        "UPDATE chat SET name = $1 WHERE who = $2",
        "UPDATE blocks SET name = $1 WHERE blocked = $2",
        "UPDATE reports SET name = $1 WHERE who = $2",
        "UPDATE reports SET about_name = $1 WHERE about = $2",
        "UPDATE restrictions SET name = $1 WHERE who = $2",
    ] {
        sqlx::query(sql)
            .bind(name)
            .bind(who.as_str())
            .execute(&mut *connection)
            .await?;
    }
    let mut changed = rename_in_games(connection, &who, name, &mention).await?;
    changed.extend(games_with_chat(connection, &who).await?);
    Ok(changed)
}

/// A pattern for a person in our own JSON; keys contain nothing that needs escaping.
pub(super) fn mention(who: &str) -> String {
    format!("%\"key\":\"{who}\"%")
}

/// Replaces the name in games where the person played or was arbiter.
async fn rename_in_games(
    connection: &mut AnyConnection,
    who: &str,
    name: &str,
    mention: &str,
) -> Result<BTreeSet<String>, sqlx::Error> {
    sqlx::query("UPDATE seats SET name = $1 WHERE who = $2")
        .bind(name)
        .bind(who)
        .execute(&mut *connection)
        .await?;
    let rows = sqlx::query(
        "SELECT num, id, opening, black, white, arbiter FROM games \
         WHERE num IN (SELECT game FROM seats WHERE who = $1) OR arbiter LIKE $2",
    )
    .bind(who)
    .bind(mention)
    .fetch_all(&mut *connection)
    .await?;
    let mut changed = BTreeSet::new();
    for row in &rows {
        let columns = NamedColumns::read(row)?.renamed(who, name);
        sqlx::query(
            "UPDATE games SET opening = $1, black = $2, white = $3, arbiter = $4 WHERE num = $5",
        )
        .bind(columns.opening)
        .bind(columns.black)
        .bind(columns.white)
        .bind(columns.arbiter)
        .bind(row.try_get::<i64, _>(0)?)
        .execute(&mut *connection)
        .await?;
        changed.insert(row.try_get(1)?);
    }
    Ok(changed)
}

/// Removes a person's chat messages.
async fn delete_chat(
    connection: &mut AnyConnection,
    who: &str,
    name: &str,
) -> Result<BTreeSet<String>, sqlx::Error> {
    let games = games_with_chat(connection, who).await?;
    sqlx::query("UPDATE chat SET name = $1, body = '' WHERE who = $2")
        .bind(name)
        .bind(who)
        .execute(connection)
        .await?;
    Ok(games)
}

/// The ids of the games where a person has said something.
async fn games_with_chat(
    connection: &mut AnyConnection,
    who: &str,
) -> Result<BTreeSet<String>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT DISTINCT g.id FROM games g JOIN chat c ON c.game = g.num WHERE c.who = $1",
    )
    .bind(who)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}

/// The JSON columns of a game that contain names.
#[derive(Clone, PartialEq, Eq, Debug)]
struct NamedColumns {
    opening: String,
    black: String,
    white: String,
    arbiter: Option<String>,
}

impl NamedColumns {
    fn read(row: &AnyRow) -> Result<NamedColumns, sqlx::Error> {
        Ok(NamedColumns {
            opening: row.try_get(2)?,
            black: row.try_get(3)?,
            white: row.try_get(4)?,
            arbiter: row.try_get(5)?,
        })
    }

    fn renamed(self, who: &str, name: &str) -> NamedColumns {
        let mut opening = self.opening;
        let mut person = |text: String, side: &str| match rename(&text, &[], Some(who), name) {
            Some(renamed) => {
                if let Some(other) = rename(&opening, &["players", side], None, name) {
                    opening = other;
                }
                renamed
            }
            None => text,
        };
        let black = person(self.black, "black");
        let white = person(self.white, "white");
        let arbiter = self
            .arbiter
            .map(|text| rename(&text, &[], Some(who), name).unwrap_or(text));
        NamedColumns {
            opening,
            black,
            white,
            arbiter,
        }
    }
}

/// The JSON with the name at a path replaced; `None` if it belongs to someone else.
fn rename(text: &str, path: &[&str], who: Option<&str>, name: &str) -> Option<String> {
    // Unreadable JSON is left alone; loading the game will report it.
    let mut value: Value = serde_json::from_str(text).ok()?;
    let mut object = &mut value;
    for step in path {
        object = object.get_mut(step)?;
    }
    if who.is_some_and(|who| object["key"] != who) {
        return None;
    }
    *object.get_mut("name")? = Value::from(name);
    Some(value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_deleted_account_is_renamed() {
        let columns = NamedColumns {
            opening: r#"{"players":{"black":{"name":"Ann"},"white":{"name":"Bob"}},"version":1}"#
                .into(),
            black: r#"{"key":"a:1","name":"Ann"}"#.into(),
            white: r#"{"key":"a:12","name":"Bob"}"#.into(),
            arbiter: Some(r#"{"key":"a:3","name":"Cat"}"#.into()),
        };
        let renamed = columns.clone().renamed("a:1", "-");
        assert_eq!(renamed.black, r#"{"key":"a:1","name":"-"}"#);
        assert_eq!(
            (&renamed.white, &renamed.arbiter),
            (&columns.white, &columns.arbiter)
        );
        let opening = r#"{"players":{"black":{"name":"-"},"white":{"name":"Bob"}},"version":1}"#;
        assert_eq!(renamed.opening, opening);
        let arbiter = columns.renamed("a:3", "-").arbiter;
        assert_eq!(arbiter.as_deref(), Some(r#"{"key":"a:3","name":"-"}"#));
    }
}
