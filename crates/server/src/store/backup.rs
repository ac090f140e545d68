//! Copying the database of a running server, and putting a copy back.

use super::connector::{Connector, options};
use super::files::{beside, create_private_folder, private_options};
use super::{DATABASE_LIMIT, StoreError};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor, Row};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// What a database holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contents {
    /// The number of games.
    pub games: u64,
    /// The number of events in all games.
    pub events: u64,
}

/// Copies a database file while it is in use. The copy is a consistent state, checked, and on disk when this
/// returns. Only its owner may read it, since it contains the key that signs cookies.
///
/// # Errors
/// Returns an error if the database or the system fails, if the copy is damaged, or if the target exists.
pub async fn copy_sqlite(from: &Path, to: &Path) -> Result<Contents, StoreError> {
    sqlx::any::install_default_drivers();
    write_new(to, async |part| vacuum_into(from, part).await).await
}

async fn vacuum_into(from: &Path, part: &Path) -> Result<Contents, StoreError> {
    let url = format!("sqlite://{}?mode=rw", from.display());
    let connector = Connector::new(&url, DATABASE_LIMIT)?;
    let mut connection = connector.connect_unlimited().await?;
    let expected = write_copy(&mut connection, part).await;
    // Until it is closed it may write beside the copy, even after an error.
    let closed = connection.close().await;
    let expected = expected?;
    closed?;
    let copied = check_sqlite(part).await?;
    if copied.events < expected {
        let why = format!("{} of {expected} events", copied.events);
        return Err(damaged(part, why));
    }
    Ok(copied)
}

/// Returns how many events the copy must have at least.
async fn write_copy(connection: &mut AnyConnection, part: &Path) -> Result<u64, sqlx::Error> {
    let before = contents(connection).await?;
    let target = part.display().to_string().replace('\'', "''");
    connection
        .execute(AssertSqlSafe(format!("VACUUM INTO '{target}'")))
        .await?;
    let after = contents(connection).await?;
    // Games may have been deleted meanwhile.
    Ok(before.events.min(after.events))
}

/// Puts a copy where a server expects its database, creating the folder if it is missing.
///
/// # Errors
/// Returns an error if the copy is damaged, if there is a database or the rest of one, or if the system
/// fails.
pub async fn restore_sqlite(from: &Path, to: &Path) -> Result<Contents, StoreError> {
    let contents = check_sqlite(from).await?;
    // SQLite would take them for its own and apply them to the copy.
    for rest in ["-wal", "-shm", "-journal"].map(|suffix| beside(to, suffix)) {
        if rest.exists() {
            return Err(failed(&rest)(io::ErrorKind::AlreadyExists.into()));
        }
    }
    if let Some(folder) = to.parent() {
        create_private_folder(folder).map_err(failed(folder))?;
    }
    write_new(to, async |part| {
        copy_bytes(from, part).map_err(failed(part))?;
        match check_sqlite(part).await? {
            copied if copied == contents => Ok(contents),
            other => Err(damaged(part, format!("{other:?} instead of {contents:?}"))),
        }
    })
    .await
}

/// Keeps the mode of the target, unlike `std::fs::copy`.
fn copy_bytes(from: &Path, part: &Path) -> io::Result<()> {
    let mut target = private_options().open(part)?;
    io::copy(&mut File::open(from)?, &mut target).map(drop)
}

/// Checks that a copy is undamaged and returns what it holds. The copy is not changed, and no files are
/// created beside it.
async fn check_sqlite(file: &Path) -> Result<Contents, StoreError> {
    sqlx::any::install_default_drivers();
    let log = beside(file, "-wal");
    if log.exists() {
        let why = format!("its newest changes are in {}", log.display());
        return Err(damaged(file, why));
    }
    let url = format!("sqlite://{}?mode=ro&immutable=true", file.display());
    let unreadable = |error: sqlx::Error| damaged(file, error.to_string());
    let mut connection = AnyConnection::connect_with(&options(&url)?)
        .await
        .map_err(unreadable)?;
    let checked = sqlx::query("PRAGMA integrity_check(1)")
        .fetch_one(&mut connection)
        .await
        .and_then(|row| row.try_get::<String, _>(0))
        .map_err(unreadable)?;
    if checked != "ok" {
        return Err(damaged(file, checked));
    }
    let found = contents(&mut connection).await.map_err(unreadable)?;
    connection.close().await.map_err(unreadable)?;
    Ok(found)
}

async fn contents(connection: &mut AnyConnection) -> Result<Contents, sqlx::Error> {
    let row = sqlx::query("SELECT (SELECT COUNT(*) FROM games), (SELECT COUNT(*) FROM events)")
        .fetch_one(connection)
        .await?;
    let count = |column| -> Result<u64, sqlx::Error> {
        let count: i64 = row.try_get(column)?;
        Ok(u64::try_from(count).unwrap_or(0))
    };
    Ok(Contents {
        games: count(0)?,
        events: count(1)?,
    })
}

fn damaged(file: &Path, why: String) -> StoreError {
    StoreError::Unreadable {
        what: format!("copy {}", file.display()),
        why,
    }
}

fn failed(file: &Path) -> impl FnOnce(io::Error) -> StoreError {
    let file = file.display().to_string();
    move |error| StoreError::File { file, error }
}

/// Writes a new file under another name and renames it when it is complete and on disk. Nothing is
/// overwritten, and nothing is left behind on errors.
async fn write_new<T>(
    to: &Path,
    fill: impl AsyncFnOnce(&Path) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    // Reserve the name first so that nothing is overwritten.
    create(to).map_err(failed(to))?;
    let part = beside(to, ".part");
    let outcome = match create(&part) {
        Ok(()) => fill(&part)
            .await
            .and_then(|filled| settle(&part, to).map(|()| filled).map_err(failed(to))),
        // Another copy is being written there, or was when the machine stopped.
        Err(error) => {
            let _ = std::fs::remove_file(to);
            return Err(failed(&part)(error));
        }
    };
    if outcome.is_err() {
        let _ = std::fs::remove_file(beside(&part, "-journal"));
        let _ = std::fs::remove_file(&part);
        let _ = std::fs::remove_file(to);
    }
    outcome
}

/// Syncs the copy and renames it.
fn settle(part: &Path, to: &Path) -> io::Result<()> {
    File::open(part)?.sync_all()?;
    std::fs::rename(part, to)?;
    match to.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => File::open(folder)?.sync_all(),
        None => File::open(".")?.sync_all(),
    }
}

fn create(file: &Path) -> io::Result<()> {
    private_options().create_new(true).open(file).map(drop)
}

/// The file of a database URL, if it is a SQLite file.
pub fn sqlite_file(url: &str) -> Option<PathBuf> {
    let rest = url.strip_prefix("sqlite:")?;
    let path = rest.strip_prefix("//").unwrap_or(rest);
    let path = path.split_once('?').map_or(path, |(path, _)| path);
    Some(PathBuf::from(path))
}
