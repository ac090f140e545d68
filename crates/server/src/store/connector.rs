//! Connections with time limits, so that a database that does not respond blocks nobody.

use super::{Dialect, StoreError};
use futures_util::{TryStreamExt, stream};
use sqlx::any::{
    AnyConnectOptions, AnyPoolOptions, AnyQueryResult, AnyRow, AnyStatement, AnyTypeInfo,
};
use sqlx::pool::PoolConnection;
use sqlx::{
    Any, AnyConnection, AnyPool, AssertSqlSafe, ConnectOptions, Either, Execute, Executor, Row,
    SqlStr,
};
use std::future::Future;
use std::io;
use std::time::Duration;

type BoxFuture<'a, T> = std::pin::Pin<Box<dyn Future<Output = T> + Send + 'a>>;
type BoxStream<'a, T> = std::pin::Pin<Box<dyn stream::Stream<Item = T> + Send + 'a>>;

/// Opens connections to one database.
#[derive(Clone, Debug)]
pub(super) struct Connector {
    url: String,
    pub(super) dialect: Dialect,
    /// Limit for connecting, and for a statement.
    pub(super) limit: Duration,
}

/// A connection for writing.
pub(super) struct WriteConnection {
    pub(super) connection: AnyConnection,
    /// The process that serves the connection, with PostgreSQL.
    backend: Option<i32>,
}

impl Connector {
    pub(super) fn new(url: &str, limit: Duration) -> Result<Connector, StoreError> {
        Ok(Connector {
            url: url.to_owned(),
            dialect: Dialect::of(url)?,
            limit,
        })
    }

    /// Opens a connection whose statements may take any time, for migrations and copies.
    pub(super) async fn connect_unlimited(&self) -> Result<AnyConnection, sqlx::Error> {
        let options = options(&self.url)?;
        within(self.limit, async {
            let mut connection = options.connect().await?;
            set_up(&mut connection, self.dialect).await?;
            Ok(connection)
        })
        .await
    }

    /// Opens a connection for writing.
    pub(super) async fn connect(&self) -> Result<WriteConnection, sqlx::Error> {
        let connection = self.connect_unlimited().await?;
        within(self.limit, self.limited(connection)).await
    }

    /// Limits the statements of a connection.
    pub(super) async fn limited(
        &self,
        mut connection: AnyConnection,
    ) -> Result<WriteConnection, sqlx::Error> {
        limit_statements(&mut connection, self.dialect, self.limit).await?;
        let backend = match self.dialect {
            Dialect::Sqlite => None,
            Dialect::Postgres => {
                let row = connection.fetch_one("SELECT pg_backend_pid()").await?;
                Some(row.try_get(0)?)
            }
        };
        Ok(WriteConnection {
            connection,
            backend,
        })
    }

    /// Opens a connection in place of one that does not respond. A transaction that the old one left behind
    /// must not commit later, so its process is ended.
    pub(super) async fn replace(
        &self,
        backend: Option<i32>,
    ) -> Result<WriteConnection, sqlx::Error> {
        let mut opened = self.connect().await?;
        if let Some(backend) = backend {
            let end = sqlx::query("SELECT pg_terminate_backend($1)").bind(backend);
            let ended = within(self.limit, end.execute(&mut opened.connection)).await;
            if let Err(error) = ended {
                tracing::warn!(%error, "failed to end an old database connection");
            }
        }
        Ok(opened)
    }

    /// Opens a pool of connections for reading.
    pub(super) async fn readers(&self, connections: u32) -> Result<Readers, sqlx::Error> {
        let (dialect, limit) = (self.dialect, self.limit);
        let pool = AnyPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(limit)
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    set_up(connection, dialect).await?;
                    limit_statements(connection, dialect, limit).await
                })
            })
            .connect_with(options(&self.url)?)
            .await?;
        Ok(Readers {
            pool,
            dialect,
            limit,
        })
    }
}

impl WriteConnection {
    pub(super) const fn backend(&self) -> Option<i32> {
        self.backend
    }
}

/// Disables the log of statements, of which there are thousands per second.
pub(super) fn options(url: &str) -> Result<AnyConnectOptions, sqlx::Error> {
    let options: AnyConnectOptions = url.parse()?;
    Ok(options.disable_statement_logging())
}

/// Waits for the database, but not for longer than a limit.
pub(super) async fn within<T>(
    limit: Duration,
    work: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    let done = tokio::time::timeout(limit, work).await;
    done.unwrap_or_else(|_| Err(sqlx::Error::Io(io::ErrorKind::TimedOut.into())))
}

async fn set_up(connection: &mut AnyConnection, dialect: Dialect) -> Result<(), sqlx::Error> {
    if dialect == Dialect::Sqlite {
        for pragma in [
            "PRAGMA busy_timeout = 10000",
            "PRAGMA journal_mode = WAL",
            // An acknowledged move must survive a power cut.
            "PRAGMA synchronous = FULL",
            "PRAGMA foreign_keys = ON",
            "PRAGMA journal_size_limit = 67108864",
        ] {
            connection.execute(pragma).await?;
        }
    }
    Ok(())
}

/// Makes PostgreSQL give up a statement or a forgotten transaction, so that it does not go on for nobody.
async fn limit_statements(
    connection: &mut AnyConnection,
    dialect: Dialect,
    limit: Duration,
) -> Result<(), sqlx::Error> {
    if dialect == Dialect::Postgres {
        let ms = limit.as_millis().max(1);
        for name in ["statement_timeout", "idle_in_transaction_session_timeout"] {
            let set = AssertSqlSafe(format!("SET {name} = {ms}"));
            connection.execute(set).await?;
        }
    }
    Ok(())
}

/// Connections for reading. Every query has a time limit.
#[derive(Clone, Debug)]
pub(super) struct Readers {
    pool: AnyPool,
    dialect: Dialect,
    limit: Duration,
}

impl Readers {
    pub(super) async fn close(&self) {
        self.pool.close().await;
    }

    /// Gives up a connection that does not respond. With SQLite the query runs in this process and cannot be
    /// stopped; the connection returns to the pool after it, so that there are never more of them.
    fn give_up(&self, connection: PoolConnection<Any>) {
        match self.dialect {
            Dialect::Sqlite => drop(connection),
            Dialect::Postgres => drop(connection.detach()),
        }
    }

    async fn fetch<'q, E>(
        &self,
        query: E,
    ) -> Result<Vec<Either<AnyQueryResult, AnyRow>>, sqlx::Error>
    where
        E: 'q + Execute<'q, Any>,
    {
        let mut connection = self.pool.acquire().await?;
        let rows = connection.as_mut().fetch_many(query).try_collect();
        let fetched = tokio::time::timeout(self.limit, rows).await;
        fetched.unwrap_or_else(|_| {
            self.give_up(connection);
            Err(sqlx::Error::Io(io::ErrorKind::TimedOut.into()))
        })
    }
}

impl<'p> Executor<'p> for &'p Readers {
    type Database = Any;

    fn fetch_many<'e, 'q: 'e, E>(
        self,
        query: E,
    ) -> BoxStream<'e, Result<Either<AnyQueryResult, AnyRow>, sqlx::Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Any>,
    {
        let fetched = stream::once(self.fetch(query));
        let rows = fetched.map_ok(|rows| stream::iter(rows.into_iter().map(Ok)));
        Box::pin(rows.try_flatten())
    }

    fn fetch_optional<'e, 'q: 'e, E>(
        self,
        query: E,
    ) -> BoxFuture<'e, Result<Option<AnyRow>, sqlx::Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Any>,
    {
        Box::pin(async move {
            let rows = self.fetch(query).await?;
            Ok(rows.into_iter().find_map(Either::right))
        })
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [AnyTypeInfo],
    ) -> BoxFuture<'e, Result<AnyStatement, sqlx::Error>>
    where
        'p: 'e,
    {
        self.pool.prepare_with(sql, parameters)
    }
}
