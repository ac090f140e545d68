//! Whether the server can work: the database responds, and changes can be stored.

use crate::error::ApiError;
use crate::store::{Store, StoreError};
use axum::http::StatusCode;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// A result is reported for this long, so that many requests cost no more than one.
const KEEP: Duration = Duration::from_secs(1);
/// A database that takes longer does not respond.
const TIMEOUT: Duration = Duration::from_secs(5);

/// What a check found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Finding {
    Healthy,
    /// Nothing can be read.
    Unreachable,
    /// Nothing can be written, for example because the disk is full.
    NotWritable,
}

/// The last check.
#[derive(Debug, Default)]
pub(crate) struct Health {
    last: Mutex<Option<(Instant, Finding)>>,
}

impl Health {
    /// Checks the database, at most once per second.
    ///
    /// # Errors
    /// Returns `503 Service Unavailable` with the reason.
    pub(crate) async fn check(&self, store: &Store) -> Result<(), ApiError> {
        let mut last = self.last.lock().await;
        let recent = last.filter(|(at, _)| at.elapsed() < KEEP);
        let finding = match recent {
            Some((_, finding)) => finding,
            None => {
                let finding = find(store).await;
                *last = Some((Instant::now(), finding));
                finding
            }
        };
        drop(last);
        match finding {
            Finding::Healthy => Ok(()),
            Finding::Unreachable => Err(ApiError::storage()),
            Finding::NotWritable => {
                let title = "the server cannot write to its storage";
                let status = StatusCode::SERVICE_UNAVAILABLE;
                Err(ApiError::new(status, "not-writable", title))
            }
        }
    }
}

async fn find(store: &Store) -> Finding {
    if let Err(error) = responds(store.ping()).await {
        tracing::error!(%error, "health: the database does not respond");
        return Finding::Unreachable;
    }
    match responds(store.check_writes()).await {
        Ok(()) => Finding::Healthy,
        Err(error) => {
            tracing::error!(%error, "health: nothing can be written");
            Finding::NotWritable
        }
    }
}

async fn responds(work: impl Future<Output = Result<(), StoreError>>) -> Result<(), StoreError> {
    let done = tokio::time::timeout(TIMEOUT, work).await;
    done.unwrap_or(Err(StoreError::NotStored("timed out".into())))
}
