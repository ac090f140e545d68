//! A new SQLite or PostgreSQL database for every test.
#![allow(dead_code, reason = "every test binary uses a part of it")]

use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor, Row};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// The URL of a PostgreSQL server for tests; set by `scripts/postgres`.
pub(crate) const POSTGRES: &str = "KOMADAI_TEST_POSTGRES";

/// A new, empty database, removed on drop.
#[derive(Debug)]
pub(crate) struct Database {
    pub url: String,
    /// A temporary folder; with SQLite it contains the database.
    pub folder: PathBuf,
    postgres: Option<(String, String)>,
}

fn new_name() -> String {
    static LAST: AtomicU32 = AtomicU32::new(0);
    let number = LAST.fetch_add(1, Ordering::Relaxed);
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let nanos = since.map_or(0, |time| time.subsec_nanos());
    format!("komadai_{}_{nanos}_{number}", std::process::id())
}

fn new_folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

impl Database {
    pub(crate) fn sqlite() -> Database {
        let folder = new_folder(&new_name());
        let file = folder.join("komadai.sqlite");
        Database {
            url: format!("sqlite://{}?mode=rwc", file.display()),
            folder,
            postgres: None,
        }
    }

    /// Returns `None` and prints a notice if there is no PostgreSQL server.
    pub(crate) async fn postgres() -> Option<Database> {
        let Ok(admin_url) = std::env::var(POSTGRES) else {
            eprintln!("{POSTGRES} is not set: PostgreSQL is NOT tested");
            return None;
        };
        let name = new_name();
        query(&admin_url, &format!("CREATE DATABASE {name}")).await;
        let (server, _) = admin_url.rsplit_once('/').expect("postgres://…/name");
        Some(Database {
            url: format!("{server}/{name}"),
            folder: new_folder(&name),
            postgres: Some((admin_url, name)),
        })
    }

    pub(crate) fn is_sqlite(&self) -> bool {
        self.postgres.is_none()
    }

    /// Runs a statement and returns the first column of the first row, if any.
    pub(crate) async fn query(&self, sql: &str) -> Option<String> {
        query(&self.url, sql).await
    }

    /// Closes all connections of a PostgreSQL database and refuses new ones.
    pub(crate) async fn refuse_connections(&self) {
        self.set_connections("false").await;
        let (admin_url, name) = self.postgres.as_ref().expect("PostgreSQL");
        let end = "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname =";
        query(admin_url, &format!("{end} '{name}'")).await;
    }

    /// Allows connections again.
    pub(crate) async fn allow_connections(&self) {
        self.set_connections("true").await;
    }

    async fn set_connections(&self, allowed: &str) {
        let (admin_url, name) = self.postgres.as_ref().expect("PostgreSQL");
        let sql = format!("ALTER DATABASE {name} ALLOW_CONNECTIONS {allowed}");
        query(admin_url, &sql).await;
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.folder.join("komadai.sqlite")
    }
}

/// The URL of a database file.
pub(crate) fn file_url(file: &Path) -> String {
    format!("sqlite://{}?mode=rw", file.display())
}

/// Runs a statement and returns the first column of the first row, if any.
pub(crate) async fn query(url: &str, sql: &str) -> Option<String> {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.expect("a database");
    let statement = AssertSqlSafe(sql.to_owned());
    let row = connection.fetch_optional(statement).await;
    let row = row.unwrap_or_else(|error| panic!("{sql}: {error}"))?;
    let text: Result<String, sqlx::Error> = row.try_get(0);
    Some(text.unwrap_or_else(|_| row.get::<i64, _>(0).to_string()))
}

impl Drop for Database {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
        if let Some((admin_url, name)) = self.postgres.take() {
            // In a new runtime, because that of the test may be gone.
            let dropping = async move {
                query(&admin_url, &format!("DROP DATABASE {name} WITH (FORCE)")).await;
            };
            let dropped = std::thread::spawn(|| {
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .enable_all()
                    .build();
                runtime.map(|runtime| runtime.block_on(dropping))
            });
            // A database that remains is removed with the temporary server.
            let _ = dropped.join();
        }
    }
}

/// Makes two tests of a function that takes a [`Database`], which must be in scope.
#[macro_export]
macro_rules! on_both {
    ($($fact:ident),* $(,)?) => { $(
        mod $fact {
            #[tokio::test]
            async fn on_sqlite() {
                super::$fact(&super::Database::sqlite()).await;
            }

            #[tokio::test]
            async fn on_postgres() {
                if let Some(database) = super::Database::postgres().await {
                    super::$fact(&database).await;
                }
            }
        }
    )* };
}
