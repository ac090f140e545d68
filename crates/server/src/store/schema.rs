//! The tables and their migrations.
//!
//! Both databases have the same tables. Times are milliseconds: `*_at` of the wall clock, `*_house` and
//! `games.due_at` of the [server clock](crate::server_clock::ServerClock). Structured values are JSON text.

use super::{Dialect, StoreError};
use sqlx::{AnyConnection, AssertSqlSafe, Executor, Row};

/// All migrations, oldest first. Migrations are never edited, only added.
const MIGRATIONS: [&str; 6] = [FIRST, SKELETONS, LOGINS, MODERATION, ARCHIVE, DUE_GAMES];

const FIRST: &str = "
CREATE TABLE house (
    id BIGINT PRIMARY KEY,
    now_house BIGINT NOT NULL,
    cookie_key TEXT NOT NULL
);
CREATE TABLE accounts (
    num {SERIAL},
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE TABLE sessions (
    token TEXT PRIMARY KEY,
    account BIGINT NOT NULL REFERENCES accounts(num) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    agent TEXT NOT NULL
);
CREATE INDEX sessions_account ON sessions(account);
CREATE TABLE games (
    num {SERIAL},
    id TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    created_house BIGINT NOT NULL,
    opening TEXT NOT NULL,
    variant TEXT NOT NULL,
    visibility TEXT NOT NULL,
    black TEXT NOT NULL,
    white TEXT NOT NULL,
    arbiter TEXT,
    creator TEXT NOT NULL,
    previous BIGINT,
    next BIGINT,
    toss_seed TEXT,
    is_over BIGINT NOT NULL,
    verdict TEXT,
    cause TEXT,
    plies BIGINT NOT NULL,
    ended_at BIGINT
);
CREATE INDEX games_open ON games(is_over);
CREATE INDEX games_ended ON games(ended_at);
CREATE TABLE seats (
    who TEXT NOT NULL,
    game BIGINT NOT NULL REFERENCES games(num),
    name TEXT NOT NULL,
    PRIMARY KEY (who, game)
);
CREATE INDEX seats_name ON seats(name);
CREATE TABLE events (
    game BIGINT NOT NULL REFERENCES games(num),
    seq BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seq)
){CLUSTERED};
CREATE TABLE chat (
    game BIGINT NOT NULL REFERENCES games(num),
    seq BIGINT NOT NULL,
    channel TEXT NOT NULL,
    who TEXT NOT NULL,
    name TEXT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seq)
){CLUSTERED};
CREATE TABLE challenges (
    id TEXT PRIMARY KEY,
    who TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    body TEXT NOT NULL
)";

/// Forms of names that look alike; NULL until the server has filled them in.
const SKELETONS: &str = "
ALTER TABLE accounts ADD COLUMN skeleton TEXT;
CREATE INDEX accounts_skeleton ON accounts(skeleton)";

/// The log of logins.
const LOGINS: &str = "
CREATE TABLE logins (
    num {SERIAL},
    at BIGINT NOT NULL,
    account BIGINT REFERENCES accounts(num) ON DELETE CASCADE,
    address TEXT NOT NULL,
    network TEXT NOT NULL,
    outcome TEXT NOT NULL,
    agent TEXT NOT NULL
);
CREATE INDEX logins_account ON logins(account, num);
CREATE INDEX logins_network ON logins(account, network);
CREATE INDEX logins_at ON logins(at)";

/// What operators do, and what protects accounts beside a password.
const MODERATION: &str = "
CREATE TABLE audit (
    num {SERIAL},
    at BIGINT NOT NULL,
    who TEXT NOT NULL,
    name TEXT NOT NULL,
    act TEXT NOT NULL,
    target TEXT NOT NULL,
    reason TEXT NOT NULL,
    body TEXT NOT NULL
);
{KEEP_AUDIT_UPDATE};
{KEEP_AUDIT_DELETE};
CREATE TABLE roles (
    account BIGINT NOT NULL REFERENCES accounts(num) ON DELETE CASCADE,
    role TEXT NOT NULL,
    PRIMARY KEY (account, role)
);
CREATE TABLE restrictions (
    kind TEXT NOT NULL,
    who TEXT NOT NULL,
    name TEXT NOT NULL,
    at BIGINT NOT NULL,
    until_at BIGINT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (kind, who)
);
CREATE TABLE invitations (
    num {SERIAL},
    token TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    uses BIGINT NOT NULL,
    until_at BIGINT NOT NULL
);
CREATE TABLE reports (
    num {SERIAL},
    at BIGINT NOT NULL,
    who TEXT NOT NULL,
    name TEXT NOT NULL,
    game TEXT,
    line BIGINT,
    about TEXT,
    about_name TEXT,
    quote TEXT,
    body TEXT NOT NULL,
    closed_at BIGINT
);
CREATE TABLE blocks (
    who TEXT NOT NULL,
    blocked TEXT NOT NULL,
    name TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (who, blocked)
);
CREATE TABLE one_time_tokens (
    token TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    account BIGINT NOT NULL REFERENCES accounts(num) ON DELETE CASCADE,
    data TEXT NOT NULL,
    until_at BIGINT NOT NULL
);
CREATE INDEX one_time_tokens_account ON one_time_tokens(account);
CREATE TABLE emails (
    account BIGINT PRIMARY KEY REFERENCES accounts(num) ON DELETE CASCADE,
    address TEXT NOT NULL,
    folded TEXT NOT NULL
);
CREATE INDEX emails_folded ON emails(folded);
CREATE TABLE second_factors (
    account BIGINT PRIMARY KEY REFERENCES accounts(num) ON DELETE CASCADE,
    secret TEXT NOT NULL,
    last_step BIGINT NOT NULL,
    confirmed_at BIGINT
);
CREATE TABLE recovery_codes (
    account BIGINT NOT NULL REFERENCES accounts(num) ON DELETE CASCADE,
    code TEXT NOT NULL,
    PRIMARY KEY (account, code)
)";

/// Indexes for searching finished games, in the order of the list; the seats repeat what is searched for.
const ARCHIVE: &str = "
ALTER TABLE seats ADD COLUMN ended_at BIGINT;
ALTER TABLE seats ADD COLUMN variant TEXT;
ALTER TABLE seats ADD COLUMN verdict TEXT;
ALTER TABLE seats ADD COLUMN visibility TEXT;
UPDATE seats SET (ended_at, variant, verdict, visibility) =
    (SELECT ended_at, variant, verdict, visibility FROM games WHERE num = seats.game AND is_over = 1);
DROP INDEX seats_name;
CREATE INDEX seats_game ON seats(game);
CREATE INDEX seats_archive_who ON seats(who, ended_at, game, variant, verdict);
CREATE INDEX seats_archive_name ON seats(name, visibility, ended_at, game, variant, verdict);
CREATE INDEX games_archive ON games(visibility, ended_at, num) WHERE is_over = 1;
CREATE INDEX games_archive_variant ON games(visibility, variant, ended_at, num) WHERE is_over = 1;
CREATE INDEX games_archive_verdict ON games(visibility, verdict, ended_at, num) WHERE is_over = 1;
CREATE INDEX games_archive_both ON games(visibility, variant, verdict, ended_at, num) WHERE is_over = 1;
CREATE INDEX chat_who ON chat(who, at, game, seq)";

/// When an unfinished game needs the server next, and whether its clock runs. The games of older servers are
/// due at once: their rooms are opened one after another and set the time.
const DUE_GAMES: &str = "
ALTER TABLE games ADD COLUMN due_at BIGINT;
ALTER TABLE games ADD COLUMN clock_runs BIGINT NOT NULL DEFAULT 0;
UPDATE games SET due_at = 0, clock_runs = 1 WHERE is_over = 0;
CREATE INDEX games_due ON games(due_at)";

/// Migrates the tables.
pub(super) async fn migrate(
    connection: &mut AnyConnection,
    dialect: Dialect,
) -> Result<(), StoreError> {
    connection
        .execute("CREATE TABLE IF NOT EXISTS schema_steps (step BIGINT PRIMARY KEY)")
        .await?;
    let row = sqlx::query("SELECT COALESCE(MAX(step), 0) FROM schema_steps")
        .fetch_one(&mut *connection)
        .await?;
    let done: i64 = row.try_get(0)?;
    let newest = MIGRATIONS.len() as i64;
    if done > newest {
        return Err(StoreError::Newer {
            found: done,
            newest,
        });
    }
    for (step, text) in (1..).zip(MIGRATIONS).skip_while(|&(step, _)| step <= done) {
        connection.execute("BEGIN").await?;
        for statement in text.split(';').filter(|part| !part.trim().is_empty()) {
            let statement = dialect.render(statement);
            connection.execute(AssertSqlSafe(statement)).await?;
        }
        sqlx::query("INSERT INTO schema_steps (step) VALUES ($1)")
            .bind(step)
            .execute(&mut *connection)
            .await?;
        connection.execute("COMMIT").await?;
    }
    Ok(())
}
