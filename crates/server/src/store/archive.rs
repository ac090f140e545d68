//! Searching the archive.

use super::{Store, StoreError, Value, statement};
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use std::fmt::{self, Write};
use std::str::FromStr;

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
    /// After this place in the list.
    pub after: Option<ArchivePlace>,
    /// Maximum number of results.
    pub limit: i64,
}

/// A place in the list of finished games, newest first: that of a game in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ArchivePlace {
    /// When the game ended.
    pub ended_at: i64,
    /// The game's number.
    pub num: i64,
}

impl ArchivePlace {
    /// Before all games.
    const START: ArchivePlace = ArchivePlace {
        ended_at: i64::MAX,
        num: i64::MAX,
    };
}

impl fmt::Display for ArchivePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.ended_at, self.num)
    }
}

impl FromStr for ArchivePlace {
    type Err = NoPlace;

    fn from_str(text: &str) -> Result<ArchivePlace, NoPlace> {
        let (ended_at, num) = text.split_once('-').ok_or(NoPlace)?;
        Ok(ArchivePlace {
            ended_at: ended_at.parse().map_err(|_| NoPlace)?,
            num: num.parse().map_err(|_| NoPlace)?,
        })
    }
}

/// The text is not a place in the archive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not the `cursor` of a page")]
pub struct NoPlace;

/// A game in a list.
#[derive(Clone, Debug)]
pub struct ArchiveRow {
    /// Its number.
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

impl ArchiveRow {
    /// Its place in the list.
    pub fn place(&self) -> ArchivePlace {
        ArchivePlace {
            ended_at: self.ended_at,
            num: self.num,
        }
    }
}

/// A chat message of a player.
#[derive(Clone, Debug)]
pub struct SaidRow {
    /// The place in the list of the player's messages.
    pub place: SaidPlace,
    /// The text.
    pub body: String,
}

/// A place in the list of a player's messages, oldest first.
#[derive(Clone, Copy, Debug)]
pub struct SaidPlace {
    /// The time, by the wall clock.
    pub at: i64,
    game: i64,
    seq: i64,
}

impl SaidPlace {
    /// Before all messages.
    pub const START: SaidPlace = SaidPlace {
        at: i64::MIN,
        game: 0,
        seq: 0,
    };
}

impl Store {
    /// Finished games, newest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn archive(&self, filter: &ArchiveFilter) -> Result<Vec<ArchiveRow>, StoreError> {
        let (sql, values) = select(filter);
        let query = statement(AssertSqlSafe(sql), values);
        let rows = query.fetch_all(&self.archive).await?;
        rows.iter().map(archive_row).collect()
    }

    /// Chat messages of a player, oldest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn chat_by(
        &self,
        who: &str,
        after: SaidPlace,
        limit: i64,
    ) -> Result<Vec<SaidRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT at, game, seq, body FROM chat WHERE who = $1 \
             AND (at, game, seq) > ($2, $3, $4) ORDER BY at, game, seq LIMIT $5",
        )
        .bind(who)
        .bind(after.at)
        .bind(after.game)
        .bind(after.seq)
        .bind(limit)
        .fetch_all(&self.archive)
        .await?;
        rows.iter().map(said_row).collect()
    }
}

/// The conditions of a search with their values.
#[derive(Default)]
struct Conditions {
    sql: String,
    values: Vec<Value>,
}

impl Conditions {
    /// Adds a condition; question marks stand for the values.
    fn and(&mut self, condition: &str, values: impl IntoIterator<Item = Value>) {
        let mut parts = condition.split('?');
        let start = if self.sql.is_empty() { "" } else { " AND " };
        let _ = write!(self.sql, "{start}{}", parts.next().unwrap_or(""));
        for (part, value) in parts.zip(values) {
            self.values.push(value);
            let _ = write!(self.sql, "${}{part}", self.values.len());
        }
    }

    fn and_text(&mut self, condition: &str, text: Option<&String>) {
        if let Some(text) = text {
            self.and(condition, [Value::Text(text.clone())]);
        }
    }
}

/// The statement of a search. It walks along one index in the order of the list: that of the player's seats, or
/// that of all public games with this variant and verdict. The columns of `seats` repeat those of `games`.
fn select(filter: &ArchiveFilter) -> (String, Vec<Value>) {
    let mut conditions = Conditions::default();
    let (tables, of, num) = match (&filter.who, &filter.name) {
        (Some(_), _) => {
            conditions.and_text("s.who = ?", filter.who.as_ref());
            let plays = "EXISTS (SELECT 1 FROM seats o WHERE o.game = s.game AND o.name = ?)";
            conditions.and_text(plays, filter.name.as_ref());
            // SQLite reads the first table of a cross join first.
            ("seats s CROSS JOIN games g", "s", "s.game")
        }
        (None, Some(_)) => {
            conditions.and_text("s.name = ?", filter.name.as_ref());
            conditions.and("s.visibility = 'public'", []);
            // Two guests may have one name.
            let twice = "NOT EXISTS (SELECT 1 FROM seats o WHERE o.game = s.game AND o.name = s.name \
                         AND o.who < s.who)";
            conditions.and(twice, []);
            ("seats s CROSS JOIN games g", "s", "s.game")
        }
        (None, None) => {
            conditions.and("g.is_over = 1 AND g.visibility = 'public'", []);
            ("games g", "g", "g.num")
        }
    };
    if of == "s" {
        conditions.and("g.num = s.game", []);
    }
    conditions.and_text(&format!("{of}.variant = ?"), filter.variant.as_ref());
    conditions.and_text(&format!("{of}.verdict = ?"), filter.verdict.as_ref());
    // One upper bound, because a database uses only one to enter an index.
    let until = filter.until.map(|ended_at| ArchivePlace {
        ended_at,
        num: i64::MIN,
    });
    let start = [until, filter.after].into_iter().flatten();
    let start = start.min().unwrap_or(ArchivePlace::START);
    let place = format!("({of}.ended_at, {num}) < (?, ?)");
    conditions.and(&place, [start.ended_at.into(), start.num.into()]);
    let from = filter.from.unwrap_or(i64::MIN);
    conditions.and(&format!("{of}.ended_at >= ?"), [from.into()]);
    let Conditions { sql, mut values } = conditions;
    values.push(Value::Number(filter.limit));
    let sql = format!(
        "SELECT g.num, g.id, g.created_at, g.ended_at, g.opening, g.black, g.white, g.verdict, g.cause, \
         g.plies FROM {tables} WHERE {sql} ORDER BY {of}.ended_at DESC, {num} DESC LIMIT ${}",
        values.len()
    );
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

fn said_row(row: &AnyRow) -> Result<SaidRow, StoreError> {
    Ok(SaidRow {
        place: SaidPlace {
            at: row.try_get(0)?,
            game: row.try_get(1)?,
            seq: row.try_get(2)?,
        },
        body: row.try_get(3)?,
    })
}

#[cfg(test)]
#[path = "../../tests/support/database.rs"]
mod database;

#[cfg(test)]
mod tests {
    use super::database::Database;
    use super::*;
    use crate::store::Dialect;

    crate::on_both!(searches_use_an_index_in_the_order_of_the_list);

    /// Games of 40 players, most of them public and drawn by nobody.
    const GAMES: i64 = 6_000;

    async fn fill(database: &Database) {
        let numbers = format!(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {GAMES})"
        );
        let games = format!(
            "INSERT INTO games (id, created_at, created_house, opening, variant, visibility, black, white, \
             creator, is_over, verdict, cause, plies, ended_at) {numbers} SELECT 'game' || i, i, i, '{{}}', \
             CASE i % 50 WHEN 0 THEN 'seireigi' ELSE 'shogi' END, \
             CASE i % 7 WHEN 0 THEN 'link' ELSE 'public' END, '{{}}', '{{}}', 'g:1', 1, \
             CASE i % 100 WHEN 0 THEN 'draw' ELSE 'black-wins' END, 'resignation', 100, i / 3 FROM n"
        );
        database.query(&games).await;
        for seat in [0, 1] {
            let seats = format!(
                "INSERT INTO seats (who, game, name, ended_at, variant, verdict, visibility) SELECT \
                 'g:' || ((num + {seat}) % 40), num, 'Guest ' || ((num + {seat}) % 40), ended_at, variant, \
                 verdict, visibility FROM games"
            );
            database.query(&seats).await;
        }
        database.query("ANALYZE").await;
    }

    /// All combinations of filters.
    fn filters() -> impl Iterator<Item = ArchiveFilter> {
        (0..128).map(|bits: u32| {
            let has = |bit: u32| (bits >> bit) & 1 == 1;
            ArchiveFilter {
                name: has(0).then(|| "Guest 7".to_owned()),
                who: has(1).then(|| "g:8".to_owned()),
                variant: has(2).then(|| "seireigi".to_owned()),
                verdict: has(3).then(|| "draw".to_owned()),
                from: has(4).then_some(GAMES / 9),
                until: has(5).then_some(GAMES / 4),
                after: has(6).then_some(ArchivePlace {
                    ended_at: GAMES / 5,
                    num: 3 * GAMES / 5,
                }),
                limit: 20,
            }
        })
    }

    /// The plan of a search.
    async fn plan(store: &Store, filter: &ArchiveFilter) -> Vec<String> {
        let (sql, values) = select(filter);
        let (explain, column) = match store.dialect {
            Dialect::Sqlite => ("EXPLAIN QUERY PLAN", 3),
            Dialect::Postgres => ("EXPLAIN", 0),
        };
        let query = statement(AssertSqlSafe(format!("{explain} {sql}")), values);
        let rows = query.fetch_all(&store.archive).await.expect("a plan");
        rows.iter().map(|row| row.get(column)).collect()
    }

    /// The rows that a search must find, by reading everything.
    async fn expected(store: &Store, filter: &ArchiveFilter) -> Vec<i64> {
        let seat = |column: &str, value: &Option<String>| match value {
            Some(value) => {
                format!("EXISTS (SELECT 1 FROM seats WHERE game = num AND {column} = '{value}')")
            }
            None => "1 = 1".to_owned(),
        };
        let is = |column: &str, value: &Option<String>| match value {
            Some(value) => format!("{column} = '{value}'"),
            None => "1 = 1".to_owned(),
        };
        let visible = match filter.who {
            Some(_) => "1 = 1",
            None => "visibility = 'public'",
        };
        let place = filter.after.unwrap_or(ArchivePlace::START);
        let sql = format!(
            "SELECT num FROM games WHERE is_over = 1 AND {visible} AND {} AND {} AND {} AND {} \
             AND ended_at >= {} AND ended_at < {} AND (ended_at < {} OR (ended_at = {} AND num < {})) \
             ORDER BY ended_at DESC, num DESC LIMIT {}",
            seat("who", &filter.who),
            seat("name", &filter.name),
            is("variant", &filter.variant),
            is("verdict", &filter.verdict),
            filter.from.unwrap_or(0),
            filter.until.unwrap_or(i64::MAX),
            place.ended_at,
            place.ended_at,
            place.num,
            filter.limit
        );
        let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(&store.archive);
        rows.await
            .expect("rows")
            .iter()
            .map(|row| row.get(0))
            .collect()
    }

    async fn searches_use_an_index_in_the_order_of_the_list(database: &Database) {
        let (store, _) = Store::open(&database.url).await.expect("a store");
        fill(database).await;
        let mut found = 0;
        for filter in filters() {
            let plan = plan(&store, &filter).await;
            let text = plan.join("\n");
            // PostgreSQL knows that most games are public, and may walk along the index of all.
            let is_any = [&filter.who, &filter.name, &filter.variant, &filter.verdict]
                .iter()
                .all(|text| text.is_none());
            let walks_all = is_any && text.contains("Index Scan Backward using games_ended");
            assert!(text.contains("_archive") || walks_all, "{filter:?}\n{text}");
            for bad in ["Seq Scan", "SCAN", "TEMP B-TREE", "games_open"] {
                assert!(!text.contains(bad), "{filter:?}\n{text}");
            }
            let rows = store.archive(&filter).await.expect("rows");
            let nums: Vec<i64> = rows.iter().map(|row| row.num).collect();
            assert_eq!(nums, expected(&store, &filter).await, "{filter:?}");
            found += nums.len();
        }
        assert!(found > 500, "{found}");
        store.close().await;
    }

    #[test]
    fn places_are_texts() {
        let place = ArchivePlace {
            ended_at: 1_700_000_000_000,
            num: 42,
        };
        assert_eq!(place.to_string(), "1700000000000-42");
        assert_eq!(place.to_string().parse(), Ok(place));
        for bad in ["", "1", "-", "1-", "a-b", "1-2-3"] {
            assert_eq!(bad.parse::<ArchivePlace>(), Err(NoPlace), "{bad}");
        }
    }
}
