//! Copying the database of a running server.

use super::files::private_options;
use super::{Dialect, StoreError, connect};
use sqlx::AssertSqlSafe;
use sqlx::Executor;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// Copies a database file while it is in use. The copy is a consistent state, and on disk when this
/// returns. Only its owner may read it, since it contains the key that signs cookies.
///
/// # Errors
/// Returns an error if the database or the system fails, or if the target exists.
pub async fn copy_sqlite(from: &Path, to: &Path) -> Result<(), StoreError> {
    sqlx::any::install_default_drivers();
    let copy = |error| StoreError::File {
        file: to.display().to_string(),
        error,
    };
    // Reserve the name first so that nothing is overwritten; the complete copy is then renamed to it.
    create(to).map_err(copy)?;
    let part = part(to);
    let outcome = match create(&part) {
        Ok(()) => fill(from, &part, to).await,
        Err(error) => Err(copy(error)),
    };
    if outcome.is_err() {
        let _ = std::fs::remove_file(&part);
        let _ = std::fs::remove_file(to);
    }
    outcome
}

async fn fill(from: &Path, part: &Path, to: &Path) -> Result<(), StoreError> {
    let url = format!("sqlite://{}?mode=rw", from.display());
    let mut connection = connect(&url, Dialect::Sqlite).await?;
    let target = part.display().to_string().replace('\'', "''");
    connection
        .execute(AssertSqlSafe(format!("VACUUM INTO '{target}'")))
        .await?;
    settle(part, to).map_err(|error| StoreError::File {
        file: to.display().to_string(),
        error,
    })
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

fn part(to: &Path) -> PathBuf {
    let mut name = to.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
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
