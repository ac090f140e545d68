//! Measuring the disk: bare commits.

use super::connector::Connector;
use super::{DATABASE_LIMIT, Store, StoreError};
use sqlx::Executor;
use std::path::Path;
use std::time::{Duration, Instant};

/// Single-row commits per second with full sync, in a temporary database in a folder.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn bare_commits(folder: &Path, time: Duration) -> Result<f64, StoreError> {
    sqlx::any::install_default_drivers();
    let file = folder.join(format!("komadai-bare-{}.sqlite", std::process::id()));
    let measured = measure(&file, time).await;
    for end in ["", "-wal", "-shm"] {
        let mut name = file.as_os_str().to_owned();
        name.push(end);
        let _ = std::fs::remove_file(name);
    }
    measured
}

async fn measure(file: &Path, time: Duration) -> Result<f64, StoreError> {
    let connector = Connector::new(&Store::sqlite_url(file), DATABASE_LIMIT)?;
    let mut connection = connector.connect_unlimited().await?;
    let table = "CREATE TABLE events (game BIGINT, seq BIGINT, body TEXT, PRIMARY KEY (game, seq)) \
                 WITHOUT ROWID";
    connection.execute(table).await?;
    let body = r#"{"at":61234,"by":"black","fact":{"kind":"moved","color":"black","deed":"7g7f"}}"#;
    let began = Instant::now();
    let mut commits: i64 = 0;
    while began.elapsed() < time {
        commits += 1;
        sqlx::query("INSERT INTO events (game, seq, body) VALUES ($1, $2, $3)")
            .bind(commits % 4_000)
            .bind(commits)
            .bind(body)
            .execute(&mut connection)
            .await?;
    }
    Ok(commits as f64 / began.elapsed().as_secs_f64())
}
