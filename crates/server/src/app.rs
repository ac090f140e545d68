//! The server: startup and shutdown.

use crate::auth;
use crate::config::Config;
use crate::engines::Engines;
use crate::error::ApiError;
use crate::guard::RateLimits;
use crate::guesses::Guesses;
use crate::listen;
use crate::lobby::Lobby;
use crate::metric_list;
use crate::pages::Page;
use crate::rooms::Rooms;
use crate::routes;
use crate::server_clock::wall_ms;
use crate::state::{AppState, shutdown_signal};
use crate::store::{Store, StoreError, create_private_folder};
use axum::Router;
use axum::extract::FromRef;
use axum::http::StatusCode;
use axum_extra::extract::cookie::Key;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

/// Passwords hashed concurrently: each takes some 20 MB and tens of milliseconds.
const HASHERS: usize = 2;
/// Timeout for a password that waits to be hashed.
const HASH_TIMEOUT: Duration = Duration::from_secs(5);
/// Interval between clean-ups of rate limits and old logins.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(600);
/// Time for connections to close when the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);
/// Interval between aggregations of metrics samples.
const METRICS_UPKEEP: Duration = Duration::from_secs(5);

/// The server.
#[derive(Clone, Debug)]
pub struct App {
    /// State shared by all requests.
    pub state: Arc<AppState>,
    /// The configuration.
    pub config: Arc<Config>,
    /// The key that signs cookies.
    pub cookie_key: Key,
    /// The hash of a random password, verified for unknown accounts.
    pub decoy_hash: String,
    /// Rate limits.
    pub rates: Arc<RateLimits>,
    pub(crate) guesses: Arc<Guesses>,
    /// The metrics.
    pub metrics: PrometheusHandle,
    /// The embedded web page. Set it before serving; by default there is none.
    pub page: Page,
    hashers: Arc<Semaphore>,
}

impl FromRef<App> for Key {
    fn from_ref(app: &App) -> Key {
        app.cookie_key.clone()
    }
}

/// Error on startup.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The operating system failed.
    #[error("{what}: {error}")]
    System {
        /// The failed operation.
        what: String,
        /// The cause.
        error: std::io::Error,
    },
    /// Password hashing failed.
    #[error("failed to hash a password")]
    Hash,
}

fn system(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> StartError {
    let what = what.into();
    move |error| StartError::System { what, error }
}

impl App {
    /// Opens the storage and restores running games and open challenges.
    ///
    /// # Errors
    /// Returns an error if the data directory, database or engine threads are not available.
    pub async fn open(config: Config) -> Result<App, StartError> {
        create_private_folder(&config.data)
            .map_err(system(format!("data directory {}", config.data.display())))?;
        let metrics = metrics_handle();
        let (store, own) = Store::open(&config.database).await?;
        let max_time = Duration::from_millis(config.limits.thinking_ms.into());
        let engines =
            Engines::start(config.engine_threads, max_time).map_err(system("engine threads"))?;
        let state = Arc::new(AppState::new(store, own.clock, engines, config.limits));
        let mut app = App {
            rates: Arc::new(RateLimits::new(&config.limits)),
            guesses: Arc::default(),
            cookie_key: Key::from(own.cookie_key.as_bytes()),
            decoy_hash: String::new(),
            metrics,
            page: |_| None,
            hashers: Arc::new(Semaphore::new(HASHERS)),
            config: Arc::new(config),
            state,
        };
        let hashed = auth::hash_password(&app, crate::secret::hex::<16>()).await;
        app.decoy_hash = hashed.map_err(|_| StartError::Hash)?;
        let state = &app.state;
        let challenges = Lobby::load(state).await?;
        let games = Rooms::open_all(state).await?;
        tracing::info!(games, challenges, "server started");
        let clock_state = state.clone();
        tokio::spawn(async move {
            let is_needed = || clock_state.running() > 0;
            clock_state.store.keep_time(is_needed).await;
        });
        tokio::spawn(app.clone().run_cleanup());
        tokio::spawn(run_metrics_upkeep(
            app.metrics.clone(),
            app.state.shutdown(),
        ));
        Ok(app)
    }

    /// Forgets idle rate limits and old logins regularly.
    async fn run_cleanup(self) {
        let keep = i64::from(self.config.keep_logins_days) * 24 * 3600 * 1000;
        let mut shutdown = self.state.shutdown();
        loop {
            self.rates.remove_idle();
            self.guesses.remove_idle(Instant::now());
            let removed = self.state.store.remove_logins(wall_ms() - keep).await;
            if let Err(error) = removed {
                tracing::error!(%error, "failed to remove old logins");
            }
            let pause = tokio::time::sleep(CLEANUP_INTERVAL);
            tokio::select! {
                () = pause => {}
                () = shutdown_signal(&mut shutdown) => return,
            }
        }
    }

    /// The routes.
    pub fn router(&self) -> Router {
        routes::router(self)
    }

    /// Returns whether the public URL is https.
    pub fn is_https(&self) -> bool {
        let url = self.config.public_url.as_deref();
        url.is_some_and(|url| url.starts_with("https://"))
    }

    /// Serves until `stop` completes; then tells clients to reconnect and closes the storage.
    pub async fn serve(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) {
        let state = self.state.clone();
        let stopped = state.clone();
        tokio::spawn(async move {
            stop.await;
            tracing::info!("shutting down");
            stopped.shut_down();
        });
        let header_timeout = Duration::from_millis(self.config.limits.request_ms.into());
        let serving = listen::serve(listener, self.router(), header_timeout, state.shutdown());
        let mut shutdown = state.shutdown();
        let timeout = async move {
            shutdown_signal(&mut shutdown).await;
            tokio::time::sleep(SHUTDOWN_TIMEOUT).await;
        };
        tokio::select! {
            () = serving => {}
            // Connections that are still open by now are dropped.
            () = timeout => {}
        }
        state.store.close().await;
    }

    /// Runs CPU-bound work with limited concurrency.
    ///
    /// # Errors
    /// Returns `busy` if the queue is too long.
    pub async fn with_hasher<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let busy = || {
            let title = "the server is busy; try again";
            ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", title)
        };
        let waiting = tokio::time::timeout(HASH_TIMEOUT, self.hashers.clone().acquire_owned());
        let permit = waiting.await.map_err(|_| busy())?.map_err(|_| busy())?;
        let result = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(permit);
            result
        });
        result.await.map_err(|_| busy())
    }
}

/// Aggregates samples regularly, because they accumulate even if `/metrics` is never read.
async fn run_metrics_upkeep(metrics: PrometheusHandle, mut shutdown: watch::Receiver<bool>) {
    while tokio::time::timeout(METRICS_UPKEEP, shutdown_signal(&mut shutdown))
        .await
        .is_err()
    {
        metrics.run_upkeep();
    }
}

/// Installs the recorder once per process; later servers in the process share it.
fn metrics_handle() -> PrometheusHandle {
    static HANDLE: std::sync::OnceLock<PrometheusHandle> = std::sync::OnceLock::new();
    let handle = HANDLE.get_or_init(|| {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("another metrics recorder is installed; /metrics stays empty");
        }
        metric_list::register();
        handle
    });
    handle.clone()
}
