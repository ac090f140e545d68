//! The writer task with group commit.
//!
//! While a transaction is committed, further changes queue up and become the next one. The server clock is
//! stored with each. If a transaction fails, its changes are retried one by one, so that one bad change
//! does not affect the others.

use super::connector::{Connector, WriteConnection, within};
use super::games::{Append, insert_events};
use super::lock::Lock;
use super::{Dialect, StoreError, Value, statement};
use crate::server_clock::{HEARTBEAT, ServerClock};
use sqlx::{AnyConnection, Connection, Executor};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

/// Capacity of the queue. Senders wait if it is full.
const QUEUE_CAPACITY: usize = 16_384;
/// Maximum number of changes in a transaction.
const MAX_GROUP: usize = 1_024;

pub(super) type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A change to the database other than new events.
pub(super) trait Change: Send {
    /// Makes the change. May be called twice if the first transaction failed.
    fn run<'a>(
        &'a mut self,
        connection: &'a mut AnyConnection,
    ) -> BoxFuture<'a, Result<(), sqlx::Error>>;

    /// Reports the outcome to the sender after the commit.
    fn answer(self: Box<Self>, outcome: Result<(), StoreError>);
}

enum Job {
    Append(Append, oneshot::Sender<Result<(), StoreError>>),
    Change(Box<dyn Change>),
    /// Store the time.
    StoreTime,
    Close(oneshot::Sender<()>),
}

/// A handle to the writer task.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    jobs: mpsc::Sender<Job>,
}

/// A change made by a function.
struct Work<F, T> {
    run: F,
    result: Option<T>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<F, T> Change for Work<F, T>
where
    F: for<'c> FnMut(&'c mut AnyConnection) -> BoxFuture<'c, Result<T, sqlx::Error>> + Send,
    T: Send,
{
    fn run<'a>(
        &'a mut self,
        connection: &'a mut AnyConnection,
    ) -> BoxFuture<'a, Result<(), sqlx::Error>> {
        Box::pin(async move {
            self.result = Some((self.run)(connection).await?);
            Ok(())
        })
    }

    fn answer(self: Box<Self>, outcome: Result<(), StoreError>) {
        let Work { result, reply, .. } = *self;
        let result = outcome.and_then(|()| result.ok_or(StoreError::Closed));
        // The sender may be gone; the change stands.
        let _ = reply.send(result);
    }
}

impl Writer {
    pub(super) fn start(
        connector: Connector,
        connection: WriteConnection,
        lock: Lock,
        clock: ServerClock,
    ) -> Writer {
        let (jobs, queue) = mpsc::channel(QUEUE_CAPACITY);
        let task = WriterTask {
            connector,
            backend: connection.backend(),
            connection: Some(connection),
            lock,
            clock,
        };
        tokio::spawn(task.run(queue));
        Writer { jobs }
    }

    /// Appends events and waits until they are on disk.
    pub(super) async fn append(&self, append: Append) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        self.send(Job::Append(append, reply)).await?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Makes another change and waits until it is on disk.
    pub(super) async fn change<T, F>(&self, run: F) -> Result<T, StoreError>
    where
        F: for<'c> FnMut(&'c mut AnyConnection) -> BoxFuture<'c, Result<T, sqlx::Error>>
            + Send
            + 'static,
        T: Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let work = Work {
            run,
            result: None,
            reply,
        };
        self.send(Job::Change(Box::new(work))).await?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Runs one statement and waits until it is on disk; returns the number of changed rows.
    pub(super) async fn execute(
        &self,
        sql: &'static str,
        values: impl Into<Vec<Value>>,
    ) -> Result<u64, StoreError> {
        let values = values.into();
        self.change(move |connection| {
            let query = statement(sql, values.clone());
            Box::pin(async move { Ok(query.execute(connection).await?.rows_affected()) })
        })
        .await
    }

    /// Stores the time unless a commit is pending anyway.
    pub(super) fn store_time(&self) {
        // Commits from a full queue store the time as well.
        let _ = self.jobs.try_send(Job::StoreTime);
    }

    pub(super) async fn close(&self) {
        let (done, is_done) = oneshot::channel();
        if self.send(Job::Close(done)).await.is_ok() {
            let _ = is_done.await;
        }
    }

    async fn send(&self, job: Job) -> Result<(), StoreError> {
        self.jobs.send(job).await.map_err(|_| StoreError::Closed)
    }
}

impl super::Store {
    /// Stores the server clock at least once per [`HEARTBEAT`] while `is_needed` returns true.
    pub async fn keep_time(&self, is_needed: impl Fn() -> bool) {
        loop {
            tokio::time::sleep(HEARTBEAT).await;
            if is_needed() {
                self.writer.store_time();
            }
        }
    }
}

struct WriterTask {
    connector: Connector,
    /// None after it was lost.
    connection: Option<WriteConnection>,
    /// The process that serves or served the connection, with PostgreSQL.
    backend: Option<i32>,
    lock: Lock,
    clock: ServerClock,
}

/// Why a transaction failed.
enum Failure {
    /// The database refused it.
    Refused(sqlx::Error),
    /// The connection was lost; another may be opened.
    Lost(sqlx::Error),
    /// The database does not respond, so that trying again soon is useless.
    Unreachable(sqlx::Error),
}

impl Failure {
    fn error(&self) -> &sqlx::Error {
        match self {
            Failure::Refused(error) | Failure::Lost(error) | Failure::Unreachable(error) => error,
        }
    }
}

/// Changes that become one transaction.
#[derive(Default)]
struct Group {
    appends: Vec<(Append, oneshot::Sender<Result<(), StoreError>>)>,
    changes: Vec<Box<dyn Change>>,
}

impl Group {
    fn take(&mut self, job: Job) {
        match job {
            Job::Append(append, reply) => self.appends.push((append, reply)),
            Job::Change(change) => self.changes.push(change),
            Job::StoreTime | Job::Close(_) => {}
        }
    }

    fn len(&self) -> usize {
        self.appends.len() + self.changes.len()
    }

    /// Reports the outcome to all senders, some of which may be gone.
    fn answer(&mut self, outcome: impl Fn() -> Result<(), StoreError>) {
        for (_, reply) in self.appends.drain(..) {
            let _ = reply.send(outcome());
        }
        for change in self.changes.drain(..) {
            change.answer(outcome());
        }
    }

    /// Splits the group into single changes.
    fn split(&mut self) -> Vec<Group> {
        let appends = self.appends.drain(..).map(|append| Group {
            appends: vec![append],
            changes: Vec::new(),
        });
        let mut split: Vec<Group> = appends.collect();
        split.extend(self.changes.drain(..).map(|change| Group {
            appends: Vec::new(),
            changes: vec![change],
        }));
        split
    }
}

impl WriterTask {
    async fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut jobs = Vec::with_capacity(MAX_GROUP);
        let mut group = Group::default();
        while queue.recv_many(&mut jobs, MAX_GROUP).await > 0 {
            let mut closing = None;
            for job in jobs.drain(..) {
                match job {
                    Job::Close(done) => closing = Some(done),
                    job => group.take(job),
                }
            }
            self.commit(&mut group).await;
            if let Some(done) = closing {
                // Another server may open the database from here on.
                drop(self);
                let _ = done.send(());
                return;
            }
        }
    }

    /// Commits a group; returns whether the database responds.
    async fn commit(&mut self, group: &mut Group) -> bool {
        let began = std::time::Instant::now();
        let size = group.len();
        let outcome = self.transaction(group).await;
        metrics::histogram!("komadai_commit_seconds").record(began.elapsed());
        metrics::histogram!("komadai_commit_changes").record(size as f64);
        let Err(failure) = outcome else {
            group.answer(|| Ok(()));
            return true;
        };
        let error = failure.error();
        let is_reachable = !matches!(failure, Failure::Unreachable(_));
        if size > 1 && is_reachable {
            tracing::warn!(%error, changes = size, "transaction failed; retrying its changes one by one");
            return self.commit_singly(group).await;
        }
        tracing::error!(%error, changes = size, "failed to store changes");
        reject(group, error);
        is_reachable
    }

    /// Commits the changes of a group one by one, until the database does not respond any more.
    async fn commit_singly(&mut self, group: &mut Group) -> bool {
        let mut singles = group.split().into_iter();
        for mut single in singles.by_ref() {
            if !Box::pin(self.commit(&mut single)).await {
                let timeout = sqlx::Error::Io(std::io::ErrorKind::TimedOut.into());
                singles.for_each(|mut single| reject(&mut single, &timeout));
                return false;
            }
        }
        true
    }

    /// Opens another connection after one was lost, and takes the lock of the database with it.
    async fn reopen(&mut self) -> Result<WriteConnection, sqlx::Error> {
        let mut opened = self.connector.replace(self.backend).await?;
        let retaken = async {
            let retaken = self.lock.retake(&mut opened.connection).await;
            retaken.map_err(|error| sqlx::Error::Io(std::io::Error::other(error)))
        };
        within(self.connector.limit, retaken).await?;
        Ok(opened)
    }

    /// Runs a transaction, over a new connection if the last one was lost.
    ///
    /// The outcome of a commit on a lost connection is unknown; if it succeeded, the retried events are
    /// rejected as duplicates and the room reloads the game.
    async fn transaction(&mut self, group: &mut Group) -> Result<(), Failure> {
        let mut open = match self.connection.take() {
            Some(open) => open,
            None => self.reopen().await.map_err(Failure::Unreachable)?,
        };
        self.backend = open.backend();
        // A group has many statements.
        let limit = 2 * self.connector.limit;
        let connection = &mut open.connection;
        let work = within(
            limit,
            run(connection, self.connector.dialect, &self.clock, group),
        );
        let failure = match work.await {
            Ok(()) => {
                self.connection = Some(open);
                return Ok(());
            }
            Err(sqlx::Error::Io(error)) if error.kind() == std::io::ErrorKind::TimedOut => {
                Failure::Unreachable(sqlx::Error::Io(error))
            }
            Err(error) => {
                let ping = within(self.connector.limit, open.connection.ping()).await;
                if ping.is_ok() {
                    self.connection = Some(open);
                    return Err(Failure::Refused(error));
                }
                Failure::Lost(error)
            }
        };
        Err(failure)
    }
}

fn reject(group: &mut Group, error: &sqlx::Error) {
    metrics::counter!("komadai_failed_changes_total").increment(group.len().max(1) as u64);
    let text: Arc<str> = error.to_string().into();
    group.answer(|| Err(StoreError::NotStored(text.clone())));
}

async fn run(
    connection: &mut AnyConnection,
    dialect: Dialect,
    clock: &ServerClock,
    group: &mut Group,
) -> Result<(), sqlx::Error> {
    connection.execute(dialect.begin()).await?;
    let mut outcome = write(connection, clock, group).await;
    if outcome.is_ok() {
        outcome = connection.execute("COMMIT").await.map(drop);
    }
    if outcome.is_err() {
        // Also after a failed commit: SQLite leaves the transaction open. If this fails too, it is closed already.
        let _ = connection.execute("ROLLBACK").await;
    }
    outcome
}

async fn write(
    connection: &mut AnyConnection,
    clock: &ServerClock,
    group: &mut Group,
) -> Result<(), sqlx::Error> {
    for change in &mut group.changes {
        change.run(connection).await?;
    }
    let appends = group.appends.iter().map(|(append, _)| append);
    insert_events(connection, appends).await?;
    let now = i64::try_from(clock.now().get()).unwrap_or(i64::MAX);
    sqlx::query("UPDATE house SET now_house = $1 WHERE id = 1")
        .bind(now)
        .execute(connection)
        .await?;
    Ok(())
}
