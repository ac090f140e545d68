//! Copying the database of a running server.

use super::{Dialect, StoreError, connect};
use sqlx::AssertSqlSafe;
use sqlx::Executor;
use std::path::Path;

/// Copies a database file into a new one while others read and write it. The copy is whole: it is
/// the state after some commit.
///
/// # Errors
/// What the database says; also if the target exists.
pub async fn copy_sqlite(from: &Path, to: &Path) -> Result<(), StoreError> {
    sqlx::any::install_default_drivers();
    let url = format!("sqlite://{}?mode=rw", from.display());
    let mut connection = connect(&url, Dialect::Sqlite).await?;
    let target = to.display().to_string().replace('\'', "''");
    connection
        .execute(AssertSqlSafe(format!("VACUUM INTO '{target}'")))
        .await?;
    Ok(())
}
