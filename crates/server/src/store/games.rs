//! Games: their data, events and chat.

use super::audit::{AuditEntry, insert_audit};
use super::{Store, StoreError};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use std::fmt::Write;

/// A game to store.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// The id.
    pub id: String,
    /// The time, by the wall clock.
    pub created_at: i64,
    /// The time by the server clock. The game time starts here.
    pub clock_start: i64,
    /// The opening, as JSON.
    pub opening: String,
    /// The variant.
    pub variant: String,
    /// The visibility.
    pub visibility: String,
    /// The player of Black before a toss, as JSON.
    pub black: String,
    /// The player of White before a toss, as JSON.
    pub white: String,
    /// The keys and names of both, for the archive.
    pub seats: [(String, String); 2],
    /// The arbiter, as JSON.
    pub arbiter: Option<String>,
    /// The creator.
    pub creator: String,
    /// The number of the previous game.
    pub previous: Option<i64>,
    /// The seed of the toss, in hexadecimal, until it is revealed.
    pub toss_seed: Option<String>,
    /// When it needs the server next.
    pub due: Due,
}

/// When a game needs the server although nobody asks for anything, by the server clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Due {
    /// Not later than the next thing to do; `None` if nothing will ever be due.
    pub at: Option<i64>,
    /// Whether a clock of the game runs, so that the server clock must be stored regularly.
    pub clock_runs: bool,
}

/// A game that is due.
#[derive(Clone, Debug)]
pub struct DueGame {
    /// Its number.
    pub num: i64,
    /// Its id.
    pub id: String,
    /// When it was due.
    pub at: i64,
}

/// A stored game.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its number.
    pub num: i64,
    /// The data stored at creation.
    pub game: NewGame,
    /// The number of the following game.
    pub next: Option<i64>,
    /// When it ended, by the wall clock.
    pub ended_at: Option<i64>,
    /// All events, as JSON.
    pub events: Vec<String>,
}

/// Events to append, with related changes.
#[derive(Debug)]
pub struct Append {
    /// The game's number.
    pub game: i64,
    /// The number of the first event, from 1.
    pub first: i64,
    /// Events, as JSON.
    pub events: Vec<String>,
    /// The end of the game, if it is among them.
    pub finish: Option<Box<Finish>>,
    /// The entry in the audit log, if an operator caused them.
    pub audit: Option<Box<AuditEntry>>,
    /// When the game is due after them, if the stored time would be too late.
    pub due: Option<Due>,
}

/// The end of a game.
#[derive(Debug)]
pub struct Finish {
    /// The time, by the wall clock.
    pub ended_at: i64,
    /// The verdict.
    pub verdict: String,
    /// The reason.
    pub cause: String,
    /// The number of moves.
    pub plies: i64,
    /// The game that immediately follows.
    pub next: Option<NewGame>,
}

/// A chat message.
#[derive(Clone, Debug)]
pub struct ChatRow {
    /// Its number in the game, from 1.
    pub seq: i64,
    /// The channel.
    pub channel: String,
    /// The key of the sender.
    pub who: String,
    /// The name of the sender.
    pub name: String,
    /// The time, by the wall clock.
    pub at: i64,
    /// The text.
    pub body: String,
}

/// Row counts of insert statements: few variants, so that each is prepared once.
const ROWS: [usize; 4] = [64, 16, 4, 1];

/// Appends the events of many games in few statements.
pub(super) async fn insert_events(
    connection: &mut AnyConnection,
    appends: impl Iterator<Item = &Append>,
) -> Result<(), sqlx::Error> {
    let mut rows: Vec<(i64, i64, &str)> = Vec::new();
    let (mut ends, mut dues) = (Vec::new(), Vec::new());
    let mut audited = Vec::new();
    for append in appends {
        let numbered = (append.first..).zip(&append.events);
        rows.extend(numbered.map(|(seq, body)| (append.game, seq, body.as_str())));
        if let Some(finish) = &append.finish {
            ends.push((append.game, finish));
        } else if let Some(due) = append.due {
            dues.push((append.game, due));
        }
        audited.extend(append.audit.as_deref().cloned());
    }
    let mut rest = rows.as_slice();
    for size in ROWS {
        while rest.len() >= size {
            let (now, later) = rest.split_at(size);
            insert_rows(connection, now).await?;
            rest = later;
        }
    }
    for (game, due) in dues {
        set_due(connection, game, due).await?;
    }
    for (game, finish) in ends {
        finish_game(connection, game, finish).await?;
    }
    for entry in audited {
        insert_audit(connection, entry).await?;
    }
    Ok(())
}

async fn insert_rows(
    connection: &mut AnyConnection,
    rows: &[(i64, i64, &str)],
) -> Result<(), sqlx::Error> {
    let mut sql = String::from("INSERT INTO events (game, seq, body) VALUES ");
    for row in 0..rows.len() {
        let comma = if row == 0 { "" } else { "," };
        let first = 3 * row + 1;
        let _ = write!(sql, "{comma}(${first},${},${})", first + 1, first + 2);
    }
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for &(game, seq, body) in rows {
        query = query.bind(game).bind(seq).bind(body);
    }
    query.execute(connection).await.map(drop)
}

async fn set_due(connection: &mut AnyConnection, game: i64, due: Due) -> Result<(), sqlx::Error> {
    // A finished game is never due.
    sqlx::query("UPDATE games SET due_at = $1, clock_runs = $2 WHERE num = $3 AND is_over = 0")
        .bind(due.at)
        .bind(i64::from(due.clock_runs))
        .bind(game)
        .execute(connection)
        .await
        .map(drop)
}

async fn finish_game(
    connection: &mut AnyConnection,
    game: i64,
    finish: &Finish,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "UPDATE games SET is_over = 1, verdict = $1, cause = $2, plies = $3, \
         ended_at = COALESCE(ended_at, $4), toss_seed = NULL, due_at = NULL, clock_runs = 0 \
         WHERE num = $5",
    )
    .bind(finish.verdict.as_str())
    .bind(finish.cause.as_str())
    .bind(finish.plies)
    .bind(finish.ended_at)
    .bind(game)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "UPDATE seats SET (ended_at, variant, verdict, visibility) = \
         (SELECT ended_at, variant, verdict, visibility FROM games WHERE num = $1) WHERE game = $1",
    )
    .bind(game)
    .execute(&mut *connection)
    .await?;
    if let Some(next) = &finish.next {
        insert_game(connection, next).await?;
    }
    Ok(())
}

async fn insert_game(connection: &mut AnyConnection, game: &NewGame) -> Result<i64, sqlx::Error> {
    let row = sqlx::query(
        "INSERT INTO games (id, created_at, created_house, opening, variant, visibility, black, \
         white, arbiter, creator, previous, toss_seed, due_at, clock_runs, is_over, plies) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 0, 0) RETURNING num",
    )
    .bind(game.id.as_str())
    .bind(game.created_at)
    .bind(game.clock_start)
    .bind(game.opening.as_str())
    .bind(game.variant.as_str())
    .bind(game.visibility.as_str())
    .bind(game.black.as_str())
    .bind(game.white.as_str())
    .bind(game.arbiter.clone())
    .bind(game.creator.as_str())
    .bind(game.previous)
    .bind(game.toss_seed.clone())
    .bind(game.due.at)
    .bind(i64::from(game.due.clock_runs))
    .fetch_one(&mut *connection)
    .await?;
    let num: i64 = row.try_get(0)?;
    for (who, name) in &game.seats {
        sqlx::query(
            "INSERT INTO seats (who, game, name) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        )
        .bind(who.as_str())
        .bind(num)
        .bind(name.as_str())
        .execute(&mut *connection)
        .await?;
    }
    if let Some(previous) = game.previous {
        sqlx::query("UPDATE games SET next = $1 WHERE num = $2")
            .bind(num)
            .bind(previous)
            .execute(connection)
            .await?;
    }
    Ok(num)
}

const COLUMNS: &str = "num, id, created_at, created_house, opening, variant, visibility, black, \
                       white, arbiter, creator, previous, next, toss_seed, due_at, clock_runs, ended_at";

impl Store {
    /// Stores a new game and removes the challenge that led to it.
    ///
    /// Returns its number; `None` if the challenge was gone because someone else accepted it.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn create_game(
        &self,
        game: NewGame,
        challenge: Option<String>,
    ) -> Result<Option<i64>, StoreError> {
        self.writer
            .change(move |connection| {
                let (game, challenge) = (game.clone(), challenge.clone());
                Box::pin(async move {
                    if let Some(id) = challenge {
                        let gone = sqlx::query("DELETE FROM challenges WHERE id = $1")
                            .bind(id)
                            .execute(&mut *connection)
                            .await?;
                        if gone.rows_affected() == 0 {
                            return Ok(None);
                        }
                    }
                    insert_game(connection, &game).await.map(Some)
                })
            })
            .await
    }

    /// Appends events and waits until they are on disk.
    ///
    /// # Errors
    /// Returns an error if the database fails. [Load](Store::load_game) the game again then, because after a
    /// lost connection the outcome of the commit is unknown.
    pub async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.writer.append(append).await
    }

    /// A game and its events.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn load_game(&self, id: &str) -> Result<Option<StoredGame>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM games WHERE id = $1");
        let row = sqlx::query(AssertSqlSafe(sql))
            .bind(id)
            .fetch_optional(&self.read)
            .await?;
        match row {
            Some(row) => self.with_events(&row).await.map(Some),
            None => Ok(None),
        }
    }

    /// The games of a player that are not over, newest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn running_games_of(
        &self,
        who: &str,
        limit: i64,
    ) -> Result<Vec<StoredGame>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM games WHERE is_over = 0 AND num IN \
             (SELECT game FROM seats WHERE who = $1 AND ended_at IS NULL) ORDER BY num DESC LIMIT $2"
        );
        let rows = sqlx::query(AssertSqlSafe(sql))
            .bind(who)
            .bind(limit)
            .fetch_all(&self.read)
            .await?;
        let mut games = Vec::with_capacity(rows.len());
        for row in &rows {
            games.push(self.with_events(row).await?);
        }
        Ok(games)
    }

    /// The id of a game by its number.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn game_id(&self, num: i64) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT id FROM games WHERE num = $1")
            .bind(num)
            .fetch_optional(&self.read)
            .await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    /// The number and id of the game that follows another.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn next_game(&self, num: i64) -> Result<Option<(i64, String)>, StoreError> {
        let row = sqlx::query(
            "SELECT n.num, n.id FROM games g JOIN games n ON n.num = g.next WHERE g.num = $1",
        )
        .bind(num)
        .fetch_optional(&self.read)
        .await?;
        row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
            .transpose()
    }

    async fn with_events(&self, row: &AnyRow) -> Result<StoredGame, StoreError> {
        let mut game = stored_game(row)?;
        let events = sqlx::query("SELECT body FROM events WHERE game = $1 ORDER BY seq")
            .bind(game.num)
            .fetch_all(&self.read)
            .await?;
        let bodies: Result<Vec<String>, sqlx::Error> =
            events.iter().map(|event| event.try_get(0)).collect();
        game.events = bodies?;
        Ok(game)
    }

    /// The ids of the unfinished games.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn open_games(&self) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("SELECT id FROM games WHERE is_over = 0 ORDER BY num")
            .fetch_all(&self.read)
            .await?;
        let ids: Result<Vec<String>, sqlx::Error> = rows.iter().map(|row| row.try_get(0)).collect();
        Ok(ids?)
    }

    /// The numbers of the games whose clock runs.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn running_games(&self) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT num FROM games WHERE is_over = 0 AND clock_runs = 1";
        let rows = sqlx::query(sql).fetch_all(&self.read).await?;
        let nums: Result<Vec<i64>, sqlx::Error> = rows.iter().map(|row| row.try_get(0)).collect();
        Ok(nums?)
    }

    /// The games that are due until a time by the server clock, in order, after the given one.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn due_games(
        &self,
        until: i64,
        after: Option<&DueGame>,
        limit: i64,
    ) -> Result<Vec<DueGame>, StoreError> {
        let (at, num) = after.map_or((i64::MIN, i64::MIN), |game| (game.at, game.num));
        let rows = sqlx::query(
            "SELECT num, id, due_at FROM games \
             WHERE due_at <= $1 AND due_at >= $2 AND (due_at > $2 OR num > $3) \
             ORDER BY due_at, num LIMIT $4",
        )
        .bind(until)
        .bind(at)
        .bind(num)
        .bind(limit)
        .fetch_all(&self.read)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(DueGame {
                    num: row.try_get(0)?,
                    id: row.try_get(1)?,
                    at: row.try_get(2)?,
                })
            })
            .collect()
    }

    /// Changes when an unfinished game is due.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn set_due(&self, game: i64, due: Due) -> Result<(), StoreError> {
        self.writer
            .change(move |connection| Box::pin(set_due(connection, game, due)))
            .await
    }

    /// Postpones a game that cannot be read.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn postpone(&self, id: &str, until: i64) -> Result<(), StoreError> {
        let sql = "UPDATE games SET due_at = $1 WHERE id = $2 AND is_over = 0";
        let values = [until.into(), id.to_owned().into()];
        self.writer.execute(sql, values).await.map(drop)
    }

    /// Stores a chat message.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn add_chat(&self, game: i64, line: ChatRow) -> Result<(), StoreError> {
        let sql = "INSERT INTO chat (game, seq, channel, who, name, at, body) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let values = [
            game.into(),
            line.seq.into(),
            line.channel.into(),
            line.who.into(),
            line.name.into(),
            line.at.into(),
            line.body.into(),
        ];
        self.writer.execute(sql, values).await.map(drop)
    }

    /// The chat messages of a game.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn chat(&self, game: i64) -> Result<Vec<ChatRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT seq, channel, who, name, at, body FROM chat WHERE game = $1 ORDER BY seq",
        )
        .bind(game)
        .fetch_all(&self.read)
        .await?;
        rows.iter().map(chat_row).collect()
    }
}

fn chat_row(row: &AnyRow) -> Result<ChatRow, StoreError> {
    Ok(ChatRow {
        seq: row.try_get(0)?,
        channel: row.try_get(1)?,
        who: row.try_get(2)?,
        name: row.try_get(3)?,
        at: row.try_get(4)?,
        body: row.try_get(5)?,
    })
}

fn stored_game(row: &AnyRow) -> Result<StoredGame, StoreError> {
    Ok(StoredGame {
        num: row.try_get(0)?,
        game: NewGame {
            id: row.try_get(1)?,
            created_at: row.try_get(2)?,
            clock_start: row.try_get(3)?,
            opening: row.try_get(4)?,
            variant: row.try_get(5)?,
            visibility: row.try_get(6)?,
            black: row.try_get(7)?,
            white: row.try_get(8)?,
            seats: Default::default(),
            arbiter: row.try_get(9)?,
            creator: row.try_get(10)?,
            previous: row.try_get(11)?,
            toss_seed: row.try_get(13)?,
            due: Due {
                at: row.try_get(14)?,
                clock_runs: row.try_get::<i64, _>(15)? != 0,
            },
        },
        next: row.try_get(12)?,
        ended_at: row.try_get(16)?,
        events: Vec::new(),
    })
}
