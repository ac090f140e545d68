//! The server as one value, and how it is started and stopped.

use crate::auth;
use crate::config::Config;
use crate::engines::Engines;
use crate::error::Problem;
use crate::guard::RateLimits;
use crate::house::{House, closed};
use crate::listen;
use crate::lobby::Lobby;
use crate::rooms::Rooms;
use crate::routes;
use crate::store::{Store, StoreError};
use axum::Router;
use axum::extract::FromRef;
use axum::http::StatusCode;
use axum_extra::extract::cookie::Key;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

/// Passwords that are hashed at once: each takes some 20 MB and tens of milliseconds.
const HASHERS: usize = 2;
/// Passwords that may wait for that.
const HASH_QUEUE: Duration = Duration::from_secs(5);
/// How often the rate limits forget whom they have not seen for a while.
const TIDY: Duration = Duration::from_secs(600);
/// How long connections have to close when the server stops.
const FAREWELL: Duration = Duration::from_secs(3);
/// How often samples of the metrics are summed up.
const SUM_UP: Duration = Duration::from_secs(5);

/// The server.
#[derive(Clone, Debug)]
pub struct App {
    /// What all parts share.
    pub house: Arc<House>,
    /// How it is set up.
    pub config: Arc<Config>,
    /// What signs cookies.
    pub cookie_key: Key,
    /// The hash of a password that nobody has.
    pub decoy_hash: String,
    /// How often things may be done.
    pub rates: Arc<RateLimits>,
    /// What is counted.
    pub metrics: PrometheusHandle,
    hashers: Arc<Semaphore>,
}

impl FromRef<App> for Key {
    fn from_ref(app: &App) -> Key {
        app.cookie_key.clone()
    }
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The operating system.
    #[error("{what}: {error}")]
    System {
        /// What was tried.
        what: String,
        /// What it said.
        error: std::io::Error,
    },
    /// No password could be hashed.
    #[error("passwords cannot be hashed")]
    Hash,
}

fn system(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> StartError {
    let what = what.into();
    move |error| StartError::System { what, error }
}

impl App {
    /// Opens the house: storage, games that were being played, challenges that stood.
    ///
    /// # Errors
    /// What keeps it from opening.
    pub async fn open(config: Config) -> Result<App, StartError> {
        std::fs::create_dir_all(&config.data)
            .map_err(system(format!("data directory {}", config.data.display())))?;
        let metrics = metrics_handle();
        let (store, own) = Store::open(&config.database).await?;
        let engines = Engines::start(config.engine_threads).map_err(system("engine threads"))?;
        let house = Arc::new(House::new(store, own.clock, engines, config.limits));
        let mut app = App {
            rates: Arc::new(RateLimits::new(&config.limits)),
            cookie_key: Key::from(own.cookie_key.as_bytes()),
            decoy_hash: String::new(),
            metrics,
            hashers: Arc::new(Semaphore::new(HASHERS)),
            config: Arc::new(config),
            house,
        };
        let hashed = auth::hash_password(&app, crate::secret::hex::<16>()).await;
        app.decoy_hash = hashed.map_err(|_| StartError::Hash)?;
        let house = &app.house;
        let challenges = Lobby::reopen(house).await?;
        let games = Rooms::reopen(house).await?;
        tracing::info!(games, challenges, "the house is open");
        let keeper = house.clone();
        tokio::spawn(async move {
            keeper.store.keep_time(|| keeper.running() > 0).await;
        });
        let rates = app.rates.clone();
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(TIDY).await;
                rates.tidy();
            }
        });
        tokio::spawn(keep_metrics(app.metrics.clone(), app.house.closing()));
        Ok(app)
    }

    /// The routes.
    pub fn router(&self) -> Router {
        routes::router(self)
    }

    /// Is the server reached over TLS?
    pub fn is_https(&self) -> bool {
        let url = self.config.public_url.as_deref();
        url.is_some_and(|url| url.starts_with("https://"))
    }

    /// Serves until `stop` is done; then tells clients to come back, and closes the storage.
    pub async fn serve(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) {
        let house = self.house.clone();
        let closing = house.clone();
        tokio::spawn(async move {
            stop.await;
            tracing::info!("the house closes");
            closing.close();
        });
        let head_within = Duration::from_millis(self.config.limits.request_ms.into());
        let serving = listen::serve(listener, self.router(), head_within, house.closing());
        let mut closing = house.closing();
        let farewell = async move {
            closed(&mut closing).await;
            tokio::time::sleep(FAREWELL).await;
        };
        tokio::select! {
            () = serving => {}
            // Whoever has not hung up by now is not waited for.
            () = farewell => {}
        }
        house.store.close().await;
    }

    /// Runs something that takes a processor for a while, few at a time.
    ///
    /// # Errors
    /// Too many wait.
    pub async fn with_hasher<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let busy = || {
            let title = "the server is busy; try again";
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", title)
        };
        let waiting = tokio::time::timeout(HASH_QUEUE, self.hashers.clone().acquire_owned());
        let permit = waiting.await.map_err(|_| busy())?.map_err(|_| busy())?;
        let result = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(permit);
            result
        });
        result.await.map_err(|_| busy())
    }
}

/// Samples are kept one by one until they are summed up, also when nobody asks for them.
async fn keep_metrics(metrics: PrometheusHandle, mut closing: watch::Receiver<bool>) {
    while tokio::time::timeout(SUM_UP, closed(&mut closing))
        .await
        .is_err()
    {
        metrics.run_upkeep();
    }
}

/// Installs the recorder once for the process; later servers in the same process share it.
fn metrics_handle() -> PrometheusHandle {
    static HANDLE: std::sync::OnceLock<PrometheusHandle> = std::sync::OnceLock::new();
    let handle = HANDLE.get_or_init(|| {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("metrics go to another recorder");
        }
        handle
    });
    handle.clone()
}
