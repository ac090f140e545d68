//! Configuration: flags override environment variables, which override a TOML file.

use komadai_wire::operator::{Arbiters, Guests, Registration};
use serde::Deserialize;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// All settings. [`Settings::or`] combines several sources, and [`Config::from`] fills in the defaults.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The address to listen on.
    pub listen: Option<SocketAddr>,
    /// The address of the metrics; default: none.
    pub metrics: Option<SocketAddr>,
    /// The data directory.
    pub data: Option<PathBuf>,
    /// The database URL; default: a file in the data directory.
    pub database: Option<String>,
    /// The public URL, if it differs from the listening address.
    pub public_url: Option<String>,
    /// Threads for computer players.
    pub engine_threads: Option<usize>,
    /// Whether to trust the `X-Forwarded-For` header of a reverse proxy.
    pub trust_proxy: Option<bool>,
    /// Days for which logins and the addresses they came from are kept.
    pub keep_logins_days: Option<u32>,
    /// Days after which finished games of guests are removed; default: never.
    pub retention_days: Option<u32>,
    /// Whether to log as JSON.
    pub log_json: Option<bool>,
    /// The log filter, in the syntax of `tracing`.
    pub log: Option<String>,
    /// Who may register.
    pub registration: Option<Registration>,
    /// What guests may do.
    pub guests: Option<Guests>,
    /// Who may be named as arbiter.
    pub arbiters: Option<Arbiters>,
    /// The file with words that names and chat must not contain.
    pub words: Option<PathBuf>,
    /// The file with the privacy text.
    pub privacy: Option<PathBuf>,
    /// Host and port of a mail relay.
    pub smtp: Option<String>,
    /// The sender of e-mails.
    pub smtp_from: Option<String>,
    /// Limits.
    #[serde(default)]
    pub limits: LimitSettings,
}

/// Limits that can be set.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct LimitSettings {
    /// Connections per user.
    pub connections: Option<usize>,
    /// Connections per address.
    pub connections_per_address: Option<usize>,
    /// Spectators per game.
    pub spectators: Option<usize>,
    /// Logins and registrations per address and minute.
    pub logins_per_minute: Option<u32>,
    /// Games and challenges per user and minute.
    pub games_per_minute: Option<u32>,
    /// Games and challenges per address and minute.
    pub games_per_minute_per_address: Option<u32>,
    /// Open challenges of the whole server.
    pub challenges: Option<usize>,
    /// Open challenges per address.
    pub challenges_per_address: Option<usize>,
    /// Chat messages per user and minute.
    pub chat_per_minute: Option<u32>,
    /// Messages per connection and second.
    pub messages_per_second: Option<u32>,
    /// Milliseconds between pings; a client that is silent for three intervals is disconnected.
    pub heartbeat_ms: Option<u32>,
    /// Milliseconds within which a client must send a request and read a part of the response.
    pub request_ms: Option<u32>,
    /// Milliseconds for connecting to the database and for a statement.
    pub database_ms: Option<u32>,
    /// Milliseconds that the computer thinks about a move at most.
    pub thinking_ms: Option<u32>,
    /// Milliseconds after which the room of a game is closed if nobody is there.
    pub room_idle_ms: Option<u32>,
}

/// The limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections per user.
    pub connections: usize,
    /// Connections per address.
    pub connections_per_address: usize,
    /// Spectators per game.
    pub spectators: usize,
    /// Logins and registrations per address and minute.
    pub logins_per_minute: u32,
    /// Games and challenges per user and minute.
    pub games_per_minute: u32,
    /// Games and challenges per address and minute; an IPv6 /64 counts as one address, and a /48 as eight.
    pub games_per_minute_per_address: u32,
    /// Open challenges of the whole server.
    pub challenges: usize,
    /// Open challenges per address.
    pub challenges_per_address: usize,
    /// Chat messages per user and minute.
    pub chat_per_minute: u32,
    /// Messages per connection and second.
    pub messages_per_second: u32,
    /// Milliseconds between pings; a client that is silent for three intervals is disconnected.
    pub heartbeat_ms: u32,
    /// Milliseconds within which a client must send a request and read a part of the response.
    pub request_ms: u32,
    /// Milliseconds for connecting to the database and for a statement.
    pub database_ms: u32,
    /// Milliseconds that the computer thinks about a move at most.
    pub thinking_ms: u32,
    /// Milliseconds after which the room of a game is closed if nobody is there.
    pub room_idle_ms: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 16,
            connections_per_address: 20_000,
            spectators: 1_000,
            logins_per_minute: 20,
            games_per_minute: 60,
            games_per_minute_per_address: 200,
            challenges: 5_000,
            challenges_per_address: 100,
            chat_per_minute: 30,
            messages_per_second: 50,
            heartbeat_ms: 10_000,
            request_ms: 20_000,
            database_ms: 5_000,
            thinking_ms: 60_000,
            room_idle_ms: 30_000,
        }
    }
}

/// The configuration of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The address of the metrics.
    pub metrics: Option<SocketAddr>,
    /// The data directory.
    pub data: PathBuf,
    /// The database URL.
    pub database: String,
    /// The public URL, without a trailing slash.
    pub public_url: Option<String>,
    /// Threads for computer players.
    pub engine_threads: usize,
    /// Whether to trust `X-Forwarded-For`.
    pub trust_proxy: bool,
    /// Days for which logins are kept.
    pub keep_logins_days: u32,
    /// Who may do what.
    pub community: Community,
    /// Days after which finished games of guests are removed.
    pub retention_days: Option<u32>,
    /// Limits.
    pub limits: Limits,
}

/// Who may do what, and the texts of the operator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Community {
    /// Who may register.
    pub registration: Registration,
    /// What guests may do.
    pub guests: Guests,
    /// Who may be named as arbiter.
    pub arbiters: Arbiters,
    /// The file with words that names and chat must not contain.
    pub words: Option<PathBuf>,
    /// The file with the privacy text.
    pub privacy: Option<PathBuf>,
    /// The mail relay; without one there is no e-mail.
    pub mail: Option<MailConfig>,
}

/// A mail relay. The connection is not encrypted, so the relay belongs on the same machine or network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailConfig {
    /// The host.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The sender.
    pub from: String,
}

/// Error in the configuration.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{file}: {error}")]
    File {
        /// The file.
        file: String,
        /// The reason.
        error: std::io::Error,
    },
    /// The file is invalid; the message has line and column.
    #[error("{file}: {error}")]
    Toml {
        /// The file.
        file: String,
        /// The error.
        error: Box<toml::de::Error>,
    },
    /// Only one of the two settings of the mail relay, or an invalid one.
    #[error("smtp and smtp_from: expected host:port and an address such as komadai@example.org")]
    Mail,
    /// An invalid public URL.
    #[error("public_url: expected http://… or https://…, found «{0}»")]
    PublicUrl(String),
}

/// Days for which logins are kept by default.
const KEEP_LOGINS_DAYS: u32 = 90;

/// The file name of the database in the data directory.
pub const DATABASE_FILE: &str = "komadai.sqlite";

impl Settings {
    /// Reads a TOML file.
    ///
    /// # Errors
    /// Returns an error with line and column if the file is invalid.
    pub fn read(file: &Path) -> Result<Settings, ConfigError> {
        let name = file.display().to_string();
        let text = std::fs::read_to_string(file).map_err(|error| ConfigError::File {
            file: name.clone(),
            error,
        })?;
        toml::from_str(&text).map_err(|error| ConfigError::Toml {
            file: name,
            error: Box::new(error),
        })
    }

    /// These settings, with others as fallback.
    #[must_use]
    pub fn or(self, others: Settings) -> Settings {
        let (own, fallback) = (self.limits, others.limits);
        Settings {
            listen: self.listen.or(others.listen),
            metrics: self.metrics.or(others.metrics),
            data: self.data.or(others.data),
            database: self.database.or(others.database),
            public_url: self.public_url.or(others.public_url),
            engine_threads: self.engine_threads.or(others.engine_threads),
            trust_proxy: self.trust_proxy.or(others.trust_proxy),
            keep_logins_days: self.keep_logins_days.or(others.keep_logins_days),
            retention_days: self.retention_days.or(others.retention_days),
            log_json: self.log_json.or(others.log_json),
            log: self.log.or(others.log),
            registration: self.registration.or(others.registration),
            guests: self.guests.or(others.guests),
            arbiters: self.arbiters.or(others.arbiters),
            words: self.words.or(others.words),
            privacy: self.privacy.or(others.privacy),
            smtp: self.smtp.or(others.smtp),
            smtp_from: self.smtp_from.or(others.smtp_from),
            limits: LimitSettings {
                connections: own.connections.or(fallback.connections),
                connections_per_address: own
                    .connections_per_address
                    .or(fallback.connections_per_address),
                spectators: own.spectators.or(fallback.spectators),
                logins_per_minute: own.logins_per_minute.or(fallback.logins_per_minute),
                games_per_minute: own.games_per_minute.or(fallback.games_per_minute),
                games_per_minute_per_address: own
                    .games_per_minute_per_address
                    .or(fallback.games_per_minute_per_address),
                challenges: own.challenges.or(fallback.challenges),
                challenges_per_address: own
                    .challenges_per_address
                    .or(fallback.challenges_per_address),
                chat_per_minute: own.chat_per_minute.or(fallback.chat_per_minute),
                messages_per_second: own.messages_per_second.or(fallback.messages_per_second),
                heartbeat_ms: own.heartbeat_ms.or(fallback.heartbeat_ms),
                request_ms: own.request_ms.or(fallback.request_ms),
                database_ms: own.database_ms.or(fallback.database_ms),
                thinking_ms: own.thinking_ms.or(fallback.thinking_ms),
                room_idle_ms: own.room_idle_ms.or(fallback.room_idle_ms),
            },
        }
    }
}

impl LimitSettings {
    fn limits(&self) -> Limits {
        let default = Limits::default();
        Limits {
            connections: self.connections.unwrap_or(default.connections),
            connections_per_address: self
                .connections_per_address
                .unwrap_or(default.connections_per_address),
            spectators: self.spectators.unwrap_or(default.spectators),
            logins_per_minute: self.logins_per_minute.unwrap_or(default.logins_per_minute),
            games_per_minute: self.games_per_minute.unwrap_or(default.games_per_minute),
            games_per_minute_per_address: self
                .games_per_minute_per_address
                .unwrap_or(default.games_per_minute_per_address),
            challenges: self.challenges.unwrap_or(default.challenges),
            challenges_per_address: self
                .challenges_per_address
                .unwrap_or(default.challenges_per_address),
            chat_per_minute: self.chat_per_minute.unwrap_or(default.chat_per_minute),
            messages_per_second: self
                .messages_per_second
                .unwrap_or(default.messages_per_second),
            heartbeat_ms: self.heartbeat_ms.unwrap_or(default.heartbeat_ms).max(1),
            request_ms: self.request_ms.unwrap_or(default.request_ms).max(1),
            database_ms: self.database_ms.unwrap_or(default.database_ms).max(1),
            thinking_ms: self.thinking_ms.unwrap_or(default.thinking_ms).max(1),
            room_idle_ms: self.room_idle_ms.unwrap_or(default.room_idle_ms).max(1),
        }
    }
}

impl Config {
    /// The configuration from settings and defaults.
    ///
    /// # Errors
    /// Returns an error if the settings are invalid.
    pub fn from(settings: Settings) -> Result<Config, ConfigError> {
        let data = settings
            .data
            .unwrap_or_else(|| PathBuf::from("komadai-data"));
        let file = data.join(DATABASE_FILE);
        let public_url = settings.public_url.map(|url| {
            let url = url.trim_end_matches('/').to_owned();
            match url.strip_prefix("http://").or(url.strip_prefix("https://")) {
                Some(host) if !host.is_empty() && !host.contains('/') => Ok(url),
                _ => Err(ConfigError::PublicUrl(url)),
            }
        });
        Ok(Config {
            listen: settings
                .listen
                .unwrap_or(SocketAddr::from(([127, 0, 0, 1], 8181))),
            metrics: settings.metrics,
            database: settings
                .database
                .unwrap_or_else(|| crate::store::Store::sqlite_url(&file)),
            data,
            public_url: public_url.transpose()?,
            engine_threads: settings.engine_threads.unwrap_or_else(spare_cores),
            trust_proxy: settings.trust_proxy.unwrap_or(false),
            keep_logins_days: settings.keep_logins_days.unwrap_or(KEEP_LOGINS_DAYS),
            community: Community {
                registration: settings.registration.unwrap_or_default(),
                guests: settings.guests.unwrap_or_default(),
                arbiters: settings.arbiters.unwrap_or_default(),
                words: settings.words,
                privacy: settings.privacy,
                mail: mail(settings.smtp, settings.smtp_from)?,
            },
            retention_days: settings.retention_days,
            limits: settings.limits.limits(),
        })
    }
}

fn mail(relay: Option<String>, from: Option<String>) -> Result<Option<MailConfig>, ConfigError> {
    let (relay, from) = match (relay, from) {
        (None, None) => return Ok(None),
        (Some(relay), Some(from)) => (relay, from),
        _ => return Err(ConfigError::Mail),
    };
    let (host, port) = relay.rsplit_once(':').ok_or(ConfigError::Mail)?;
    let host = host.trim_matches(['[', ']']).to_owned();
    let port = port.parse().map_err(|_| ConfigError::Mail)?;
    match crate::mail::is_address(&from) && !host.is_empty() {
        true => Ok(Some(MailConfig { host, port, from })),
        false => Err(ConfigError::Mail),
    }
}

/// All cores but one.
fn spare_cores() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    cores.saturating_sub(1).max(1)
}
