//! The server: startup and shutdown.

use crate::auth;
use crate::config::Config;
use crate::engines::Engines;
use crate::error::ApiError;
use crate::guard::RateLimits;
use crate::guesses::Guesses;
use crate::health::Health;
use crate::listen;
use crate::lobby::Lobby;
use crate::mail::{self, Mailer};
use crate::metric_list;
use crate::moderation::{LocalOperator, USER_HEADER, Words};
use crate::pages::Page;
use crate::retention;
use crate::rooms::due;
use crate::routes;
use crate::server_clock::wall_ms;
use crate::state::{AppState, shutdown_signal};
use crate::store::{ServerData, Store, StoreError, create_private_folder};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, FromRef};
use axum::http::{Method, Request, StatusCode, header};
use axum::response::IntoResponse;
use axum_extra::extract::cookie::Key;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tower::ServiceExt as _;

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
    pub(crate) health: Arc<Health>,
    /// The metrics.
    pub metrics: PrometheusHandle,
    /// The embedded web page. Set it before serving; by default there is none.
    pub page: Page,
    /// The token of the data directory.
    pub(crate) local_token: Arc<str>,
    /// The mailer, if there is a relay.
    pub(crate) mailer: Option<Mailer>,
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
        let limit = Duration::from_millis(config.limits.database_ms.into());
        let (store, own) = Store::open_with(&config.database, limit).await?;
        let app = App::assemble(config, store, own).await?;
        let running = app.state.load_running().await?;
        tracing::info!(running, "server started");
        app.start_tasks();
        Ok(app)
    }

    /// Opens the storage for acts of the operator while no server runs: the clocks of all games stand still.
    ///
    /// # Errors
    /// Returns an error if the database or the engine threads are not available.
    pub async fn open_stopped(config: Config) -> Result<App, StartError> {
        let (store, own) = Store::open_stopped(&config.database).await?;
        App::assemble(config, store, own).await
    }

    async fn assemble(config: Config, store: Store, own: ServerData) -> Result<App, StartError> {
        let metrics = metrics_handle();
        let max_time = Duration::from_millis(config.limits.thinking_ms.into());
        let engines =
            Engines::start(config.engine_threads, max_time).map_err(system("engine threads"))?;
        let state = Arc::new(AppState::new(store, own.clock, engines, config.limits));
        let mut app = App {
            rates: Arc::new(RateLimits::new(&config.limits)),
            guesses: Arc::default(),
            health: Arc::default(),
            cookie_key: Key::from(own.cookie_key.as_bytes()),
            decoy_hash: String::new(),
            metrics,
            page: |_| None,
            local_token: crate::secret::hex::<32>().into(),
            mailer: None,
            hashers: Arc::new(Semaphore::new(HASHERS)),
            config: Arc::new(config),
            state,
        };
        app.check_texts()?;
        let hashed = auth::hash_password(&app, crate::secret::hex::<16>()).await;
        app.decoy_hash = hashed.map_err(|_| StartError::Hash)?;
        let state = &app.state;
        state.moderation.load(&state.store).await?;
        let challenges = Lobby::load(state).await?;
        tracing::debug!(challenges, "loaded the lobby");
        if let Some(relay) = app.config.community.mail.clone() {
            let (mailer, mails) = Mailer::new();
            tokio::spawn(mail::run(app.clone(), relay, mails));
            app.mailer = Some(mailer);
        }
        Ok(app)
    }

    /// Checks the files of the operator and reads the word list.
    fn check_texts(&self) -> Result<(), StartError> {
        if let Some(file) = &self.config.community.privacy {
            std::fs::metadata(file).map_err(system(format!("privacy: {}", file.display())))?;
        }
        self.read_words()
    }

    /// Reads the word list, at startup and whenever the operator has changed it.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read; the old list stays.
    pub fn read_words(&self) -> Result<(), StartError> {
        if let Some(file) = &self.config.community.words {
            let words = Words::read(file);
            let words = words.map_err(system(format!("words: {}", file.display())))?;
            self.state.moderation.set_words(words);
        }
        Ok(())
    }

    /// Answers a request of the owner of the data directory, while no server runs.
    pub async fn answer_locally(
        &self,
        method: Method,
        path: &str,
        body: Option<Vec<u8>>,
        user: &str,
    ) -> (StatusCode, Bytes) {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(
                header::AUTHORIZATION,
                format!("Bearer {}", self.local_token),
            )
            .header(header::CONTENT_TYPE, "application/json")
            .header(USER_HEADER, user)
            .extension(ConnectInfo(SocketAddr::from(([127, 0, 0, 1], 0))))
            .body(Body::from(body.unwrap_or_default()));
        let response = match request {
            Ok(request) => self.router().oneshot(request).await.into_response(),
            Err(_) => ApiError::not_found("not found").into_response(),
        };
        let status = response.status();
        let body = axum::body::to_bytes(response.into_body(), usize::MAX).await;
        (status, body.unwrap_or_default())
    }

    /// Starts what a running server does on its own.
    fn start_tasks(&self) {
        let app = self;
        let state = &app.state;
        tokio::spawn(due::run(state.clone()));
        tokio::spawn(Lobby::run(state.clone()));
        if let Some(days) = app.config.retention_days {
            tokio::spawn(retention::run(state.clone(), days));
        }
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

    /// Serves the metrics until the server stops.
    pub async fn serve_metrics(self, listener: TcpListener) {
        let router = routes::metrics_router(&self);
        listen::serve(
            listener,
            router,
            self.request_timeout(),
            self.state.shutdown(),
        )
        .await;
    }

    fn request_timeout(&self) -> Duration {
        Duration::from_millis(self.config.limits.request_ms.into())
    }

    /// Serves until `stop` completes; then tells clients to reconnect and closes the storage.
    pub async fn serve(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) {
        let state = self.state.clone();
        let data = self.config.data.clone();
        if let Err(error) = self.write_token(&listener) {
            tracing::error!(%error, "komadai admin cannot reach this server: no token file");
        }
        let stopped = state.clone();
        tokio::spawn(async move {
            stop.await;
            tracing::info!("shutting down");
            stopped.shut_down();
        });
        let timeout = self.request_timeout();
        let serving = listen::serve(listener, self.router(), timeout, state.shutdown());
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
        LocalOperator::remove(&data);
        state.store.close().await;
    }

    /// Writes address and token for `komadai admin`.
    fn write_token(&self, listener: &TcpListener) -> std::io::Result<()> {
        let address = listener.local_addr()?;
        LocalOperator::new(address, &self.local_token).write(&self.config.data)
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
