//! `komadai serve`: reads the settings and runs the server until it is stopped.

use crate::Answer;
use anyhow::Context;
use clap::builder::RangedU64ValueParser;
use komadai_server::config::LimitSettings;
use komadai_server::{App, Config, Page, Settings};
use komadai_wire::operator::{Arbiters, Guests, Registration};
use std::future::Future;
use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

/// Run the server
///
/// Settings come from flags, environment variables or a TOML file; flags override environment variables,
/// which override the file. The keys in the file are the names of the flags with underscores, limits in a
/// table `[limits]`. The last line printed on startup is `listening on http://…`. Ctrl-C or SIGTERM stops
/// the server and tells clients to reconnect.
#[derive(clap::Args, Debug)]
pub(crate) struct ServeArgs {
    /// Address and port to listen on; port 0 picks a free one [default: 127.0.0.1:8181]
    #[arg(long, value_name = "ADDR", env = "KOMADAI_LISTEN")]
    listen: Option<SocketAddr>,
    /// Address and port of the metrics, which everyone who reaches it can read [default: none]
    #[arg(long, value_name = "ADDR", env = "KOMADAI_METRICS")]
    metrics: Option<SocketAddr>,
    #[command(flatten)]
    place: PlaceArgs,
    /// Public URL of the server if it is behind a reverse proxy: https://…
    #[arg(long, value_name = "URL", env = "KOMADAI_PUBLIC_URL")]
    public_url: Option<String>,
    /// Threads for computer players [default: all cores but one]
    #[arg(long, value_name = "N", env = "KOMADAI_ENGINE_THREADS", value_parser = at_least_one(256))]
    engine_threads: Option<usize>,
    /// Trust the X-Forwarded-For header of a reverse proxy
    #[arg(long, value_name = "BOOL", env = "KOMADAI_TRUST_PROXY",
          num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    trust_proxy: Option<bool>,
    /// Days for which logins and the addresses they came from are kept [default: 90]
    #[arg(long, value_name = "DAYS", env = "KOMADAI_KEEP_LOGINS_DAYS")]
    keep_logins_days: Option<u32>,
    /// Days after which finished games between guests are removed, and what guests wrote in others
    /// [default: never]
    #[arg(long, value_name = "DAYS", env = "KOMADAI_RETENTION_DAYS", value_parser = rate())]
    retention_days: Option<u32>,
    /// Log filter: a level, or directives such as `info,komadai_server=debug` [default: info]
    #[arg(long, value_name = "FILTER", env = "KOMADAI_LOG")]
    log: Option<String>,
    /// Log as JSON
    #[arg(long, value_name = "BOOL", env = "KOMADAI_LOG_JSON",
          num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    log_json: Option<bool>,
    #[command(flatten)]
    community: CommunityArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(clap::Args, Debug)]
#[command(next_help_heading = "People")]
struct CommunityArgs {
    /// Who may register: `open`, or `invitation` for whoever has a link of `komadai admin invite`
    /// [default: open]
    #[arg(long, value_name = "WHO", env = "KOMADAI_REGISTRATION", value_parser = word::<Registration>)]
    registration: Option<Registration>,
    /// What guests may do: `play`, or only `watch` [default: play]
    #[arg(long, value_name = "WHAT", env = "KOMADAI_GUESTS", value_parser = word::<Guests>)]
    guests: Option<Guests>,
    /// Who may be named as arbiter: `anyone`, or only `appointed` accounts with a second factor
    /// [default: anyone]
    #[arg(long, value_name = "WHO", env = "KOMADAI_ARBITERS", value_parser = word::<Arbiters>)]
    arbiters: Option<Arbiters>,
    /// File with words that names and chat must not contain, one per line; read again on SIGHUP
    #[arg(long, value_name = "FILE", env = "KOMADAI_WORDS")]
    words: Option<PathBuf>,
    /// File with the privacy text, which the page links to
    #[arg(long, value_name = "FILE", env = "KOMADAI_PRIVACY")]
    privacy: Option<PathBuf>,
    /// Mail relay, without encryption; enables e-mail
    #[arg(long, value_name = "HOST:PORT", env = "KOMADAI_SMTP")]
    smtp: Option<String>,
    /// Sender of e-mails
    #[arg(long, value_name = "ADDRESS", env = "KOMADAI_SMTP_FROM")]
    smtp_from: Option<String>,
}

/// Parses a value by its name in the settings file.
fn word<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    serde_json::from_value(text.into())
}

/// Location of the data, shared by `serve`, `admin` and `backup`.
#[derive(clap::Args, Debug)]
pub(crate) struct PlaceArgs {
    /// Data directory, created if missing [default: komadai-data]
    #[arg(long, value_name = "DIR", env = "KOMADAI_DATA", global = true)]
    data: Option<PathBuf>,
    /// Database URL, `postgres://user:password@host/name` or `sqlite:///path` [default: komadai.sqlite in
    /// the data directory]
    #[arg(
        long,
        value_name = "URL",
        env = "KOMADAI_DATABASE",
        hide_env_values = true,
        global = true
    )]
    database: Option<String>,
    /// TOML file with settings
    #[arg(long, value_name = "FILE", env = "KOMADAI_CONFIG", global = true)]
    config: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Limits")]
struct LimitArgs {
    /// Connections per user [default: 16]
    #[arg(long, value_name = "N", env = "KOMADAI_LIMIT_CONNECTIONS", value_parser = at_least_one(u64::MAX))]
    limit_connections: Option<usize>,
    /// Connections per address [default: 20000]
    #[arg(long, value_name = "N", env = "KOMADAI_LIMIT_CONNECTIONS_PER_ADDRESS", value_parser = at_least_one(u64::MAX))]
    limit_connections_per_address: Option<usize>,
    /// Spectators per game [default: 1000]
    #[arg(long, value_name = "N", env = "KOMADAI_LIMIT_SPECTATORS")]
    limit_spectators: Option<usize>,
    /// Logins and registrations per address and minute [default: 20]
    #[arg(long, value_name = "N", env = "KOMADAI_LIMIT_LOGINS_PER_MINUTE", value_parser = rate())]
    limit_logins_per_minute: Option<u32>,
    /// Games and challenges per user and minute [default: 60]
    #[arg(long, value_name = "N", env = "KOMADAI_LIMIT_GAMES_PER_MINUTE", value_parser = rate())]
    limit_games_per_minute: Option<u32>,
    /// Games and challenges per address and minute; an IPv6 /64 counts as one address and a /48 as eight
    /// [default: 200]
    #[arg(long, value_name = "N", env = "KOMADAI_LIMIT_GAMES_PER_MINUTE_PER_ADDRESS", value_parser = rate())]
    limit_games_per_minute_per_address: Option<u32>,
    /// Open challenges of the whole server [default: 5000]
    #[arg(long, value_name = "N", env = "KOMADAI_LIMIT_CHALLENGES", value_parser = at_least_one(u64::MAX))]
    limit_challenges: Option<usize>,
    /// Open challenges per address; an IPv6 /64 counts as one address and a /48 as eight [default: 100]
    #[arg(long, value_name = "N", env = "KOMADAI_LIMIT_CHALLENGES_PER_ADDRESS", value_parser = at_least_one(u64::MAX))]
    limit_challenges_per_address: Option<usize>,
    /// Chat messages per user and minute [default: 30]
    #[arg(long, value_name = "N", env = "KOMADAI_LIMIT_CHAT_PER_MINUTE", value_parser = rate())]
    limit_chat_per_minute: Option<u32>,
    /// Messages per connection and second [default: 50]
    #[arg(long, value_name = "N", env = "KOMADAI_LIMIT_MESSAGES_PER_SECOND", value_parser = rate())]
    limit_messages_per_second: Option<u32>,
    /// Milliseconds between pings; a client that is silent for three intervals is disconnected
    /// [default: 10000]
    #[arg(long, value_name = "MS", env = "KOMADAI_LIMIT_HEARTBEAT_MS", value_parser = rate())]
    limit_heartbeat_ms: Option<u32>,
    /// Milliseconds within which a client must send a request and read a part of the response
    /// [default: 20000]
    #[arg(long, value_name = "MS", env = "KOMADAI_LIMIT_REQUEST_MS", value_parser = rate())]
    limit_request_ms: Option<u32>,
    /// Milliseconds for connecting to the database and for a statement [default: 5000]
    #[arg(long, value_name = "MS", env = "KOMADAI_LIMIT_DATABASE_MS", value_parser = rate())]
    limit_database_ms: Option<u32>,
    /// Milliseconds that the computer thinks about a move at most [default: 60000]
    #[arg(long, value_name = "MS", env = "KOMADAI_LIMIT_THINKING_MS", value_parser = rate())]
    limit_thinking_ms: Option<u32>,
    /// Milliseconds after which a game leaves the memory if nobody is there [default: 30000]
    #[arg(long, value_name = "MS", env = "KOMADAI_LIMIT_ROOM_IDLE_MS", value_parser = rate())]
    limit_room_idle_ms: Option<u32>,
}

fn at_least_one(most: u64) -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=most)
}

fn rate() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..)
}

impl PlaceArgs {
    /// Flags and environment variables, with the file as fallback.
    pub(crate) fn over_file(&self, settings: Settings) -> anyhow::Result<Settings> {
        let own = Settings {
            data: self.data.clone(),
            database: self.database.clone(),
            ..settings
        };
        Ok(match &self.config {
            Some(file) => own.or(Settings::read(file)?),
            None => own,
        })
    }
}

impl ServeArgs {
    fn settings(&self) -> anyhow::Result<Settings> {
        let (limits, people) = (&self.limits, &self.community);
        self.place.over_file(Settings {
            listen: self.listen,
            metrics: self.metrics,
            public_url: self.public_url.clone(),
            engine_threads: self.engine_threads,
            trust_proxy: self.trust_proxy,
            keep_logins_days: self.keep_logins_days,
            retention_days: self.retention_days,
            log: self.log.clone(),
            log_json: self.log_json,
            registration: people.registration,
            guests: people.guests,
            arbiters: people.arbiters,
            words: people.words.clone(),
            privacy: people.privacy.clone(),
            smtp: people.smtp.clone(),
            smtp_from: people.smtp_from.clone(),
            limits: LimitSettings {
                connections: limits.limit_connections,
                connections_per_address: limits.limit_connections_per_address,
                spectators: limits.limit_spectators,
                logins_per_minute: limits.limit_logins_per_minute,
                games_per_minute: limits.limit_games_per_minute,
                games_per_minute_per_address: limits.limit_games_per_minute_per_address,
                challenges: limits.limit_challenges,
                challenges_per_address: limits.limit_challenges_per_address,
                chat_per_minute: limits.limit_chat_per_minute,
                messages_per_second: limits.limit_messages_per_second,
                heartbeat_ms: limits.limit_heartbeat_ms,
                request_ms: limits.limit_request_ms,
                database_ms: limits.limit_database_ms,
                thinking_ms: limits.limit_thinking_ms,
                room_idle_ms: limits.limit_room_idle_ms,
            },
            ..Settings::default()
        })
    }
}

pub(crate) fn run(args: &ServeArgs, page: Page, out: &mut impl Write) -> anyhow::Result<Answer> {
    let settings = args.settings()?;
    write_log(&settings)?;
    let config = Config::from(settings)?;
    raise_file_limit();
    runtime()?.block_on(serve(config, page, out))?;
    Ok(Answer::Positive)
}

async fn serve(config: Config, page: Page, out: &mut impl Write) -> anyhow::Result<()> {
    // From here on a signal no longer kills the process: a server that is still starting stops afterwards.
    let stop = stop_signal()?;
    let (listen, metrics) = (config.listen, config.metrics);
    let mut app = App::open(config).await?;
    app.page = page;
    if let Some(address) = metrics {
        let listener = bind(address).await?;
        writeln!(out, "metrics on http://{}/metrics", listener.local_addr()?)?;
        tokio::spawn(app.clone().serve_metrics(listener));
    }
    let listener = bind(listen).await?;
    writeln!(out, "listening on http://{}", listener.local_addr()?)?;
    out.flush()?;
    reload_on_hangup(app.clone())?;
    app.serve(listener, stop).await;
    Ok(())
}

/// Reads the word list again on SIGHUP.
#[cfg(unix)]
fn reload_on_hangup(app: App) -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut hangup = signal(SignalKind::hangup())?;
    tokio::spawn(async move {
        while hangup.recv().await.is_some() {
            match app.read_words() {
                Ok(()) => tracing::info!("read the word list again"),
                Err(error) => tracing::error!(%error, "the old word list stays"),
            }
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn reload_on_hangup(_: App) -> io::Result<()> {
    Ok(())
}

async fn bind(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let bound = TcpListener::bind(address).await;
    bound.with_context(|| format!("listening on {address}"))
}

/// A runtime with one thread per core.
pub(crate) fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
}

/// Completes when the process is asked to stop.
#[cfg(unix)]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without a handler the process is terminated.
        let _ = tokio::signal::ctrl_c().await;
    })
}

/// Logs go to stderr; stdout has only the address.
fn write_log(settings: &Settings) -> anyhow::Result<()> {
    // Logging every SQL statement would cost more than the statement.
    let filter = settings.log.as_deref().unwrap_or("info");
    let filter = EnvFilter::try_new(filter).with_context(|| format!("log filter «{filter}»"))?;
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal());
    let installed = match settings.log_json {
        Some(true) => lines.json().flatten_event(true).try_init(),
        _ => lines.try_init(),
    };
    installed.map_err(|error| anyhow::anyhow!("log: {error}"))
}

/// Raises the limit of open files, since every connection is one.
pub(crate) fn raise_file_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        if let Err(error) = setrlimit(Resource::Nofile, limit) {
            tracing::warn!(%error, "could not raise the limit of open files");
        }
    }
}
