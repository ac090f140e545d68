//! The lock that keeps a second server away from a database.
//!
//! Two servers on one database would each keep games in memory that the other changes. The system releases the
//! lock when the process ends, however it ends.

use super::files::private_options;
use super::{Dialect, StoreError, sqlite_file};
use sqlx::{AnyConnection, Row};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The key of the advisory lock in PostgreSQL, where every database has its own keys: "komadai" in ASCII.
const KEY: i64 = 0x6b_6f_6d_61_64_61_69;
/// Attempts to get the lock from a session that is just ending.
const ATTEMPTS: u32 = 10;
/// Delay between attempts.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// The lock of this server, released on drop. In PostgreSQL the session of the writer holds it, so that nothing
/// can be written without it.
#[derive(Debug)]
pub(super) enum Lock {
    /// A locked file beside the database.
    File { _file: File },
    /// The process number of the PostgreSQL session that holds it.
    Session(i32),
    /// A database in memory.
    Unneeded,
}

impl Lock {
    /// Locks the database for this server.
    ///
    /// # Errors
    /// Returns `StoreError::InUse` if another server has the lock.
    pub(super) async fn take(
        url: &str,
        dialect: Dialect,
        connection: &mut AnyConnection,
    ) -> Result<Lock, StoreError> {
        match dialect {
            Dialect::Sqlite => match sqlite_file(url).filter(|file| is_on_disk(file)) {
                Some(database) => lock_file(&database),
                None => Ok(Lock::Unneeded),
            },
            Dialect::Postgres => lock_session(connection).await,
        }
    }

    /// Takes the lock again after the connection was lost. A session of ours that the database has not missed yet
    /// is ended.
    ///
    /// # Errors
    /// Returns `StoreError::InUse` if another server has taken the lock meanwhile.
    pub(super) async fn retake(
        &mut self,
        connection: &mut AnyConnection,
    ) -> Result<(), StoreError> {
        if let Lock::Session(lost) = *self {
            sqlx::query(
                "SELECT pg_terminate_backend(pid) FROM pg_locks \
                 WHERE locktype = 'advisory' AND pid = $1 AND granted \
                 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
            )
            .bind(lost)
            .execute(&mut *connection)
            .await?;
            *self = lock_session(connection).await?;
        }
        Ok(())
    }
}

fn is_on_disk(file: &Path) -> bool {
    !file.as_os_str().is_empty() && file != Path::new(":memory:")
}

fn lock_file(database: &Path) -> Result<Lock, StoreError> {
    let mut name = database.as_os_str().to_owned();
    name.push(".lock");
    let path = PathBuf::from(name);
    let failed = |error| StoreError::File {
        file: path.display().to_string(),
        error,
    };
    let file = private_options().create(true).open(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(Lock::File { _file: file }),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

async fn lock_session(connection: &mut AnyConnection) -> Result<Lock, StoreError> {
    for attempt in 1..=ATTEMPTS {
        let row = sqlx::query("SELECT pg_try_advisory_lock($1), pg_backend_pid()")
            .bind(KEY)
            .fetch_one(&mut *connection)
            .await?;
        if row.try_get(0)? {
            return Ok(Lock::Session(row.try_get(1)?));
        }
        if attempt < ATTEMPTS {
            tokio::time::sleep(RETRY_DELAY).await;
        }
    }
    Err(StoreError::InUse)
}
