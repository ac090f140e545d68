//! A WebSocket connection.

use crate::app::App;
use crate::auth::{self, CurrentUser};
use crate::connections::Disconnect;
use crate::error::ApiError;
use crate::guard::{self, ClientAddress};
use crate::person::Person;
use crate::rooms::{
    ActRequest, ConnectionId, NewMember, NewsSource, Outbox, RoomMessage, Rooms, to_text,
};
use crate::state::{AppState, shutdown_signal};
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use futures_util::SinkExt;
use komadai_game::{Act, Millis};
use komadai_wire::message::{ClientMessage, PROTOCOL_VERSION, ServerMessage};
use komadai_wire::problem::Problem;
use serde::Deserialize;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::time::MissedTickBehavior;

/// Maximum size of a client message, in bytes.
pub(crate) const MAX_MESSAGE_BYTES: usize = 4_096;
/// A client that is silent for this many heartbeats is disconnected.
const MAX_MISSED_HEARTBEATS: u32 = 3;
/// Timeout of a write.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout for closing a connection.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// Requests per second whose answers are large: joining a game, chat history, all challenges.
const LARGE_ANSWERS_PER_SECOND: u32 = 4;
/// Such requests in a burst: a client that reconnects joins all its games.
const LARGE_ANSWERS_BURST: u32 = 48;
/// Games that one connection may join.
const MAX_GAMES: usize = 16;
/// Delay before a client should reconnect after the server stops.
const RETRY_MS: u32 = 1_000;

mod close_code {
    pub(super) const AWAY: u16 = 1001;
    pub(super) const POLICY: u16 = 1008;
    pub(super) const TOO_SLOW: u16 = 4000;
    pub(super) const SILENT: u16 = 4001;
    pub(super) const TOO_MANY: u16 = 4002;
    pub(super) const LOGGED_OUT: u16 = 4003;
    pub(super) const BANNED: u16 = 4004;
    pub(super) const REMOVED: u16 = 4005;
    pub(super) const RENAMED: u16 = 4006;
}

/// Opens a WebSocket. The cookie identifies the user; the origin was already checked.
///
/// # Errors
/// Returns `401 Unauthorized` without a valid cookie.
#[utoipa::path(get, path = "/api/v1/socket", tag = "live",
    responses((status = 101, description = "the protocol of docs/protocol.md"),
              (status = 401, body = Problem)))]
pub(crate) async fn socket(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    user: CurrentUser,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let upgrade = upgrade
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        // Small buffers: thousands of connections are mostly idle.
        .read_buffer_size(2_048)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20);
    let address = guard::network(address);
    Ok(upgrade.on_upgrade(move |socket| async move {
        Connection::serve(app, user, address, socket).await;
    }))
}

struct Connection {
    app: App,
    person: Person,
    address: IpAddr,
    id: ConnectionId,
    outbox: Outbox,
    games: Vec<String>,
    bucket: Bucket,
    /// Limits requests with large answers.
    large_answers: Bucket,
    pings: u64,
    /// The unanswered ping.
    pinged: Option<(u64, Instant)>,
    last_received: Instant,
    lags: [Millis; 3],
}

/// The reason why a connection ends.
enum End {
    /// The client closed the connection.
    ClosedByClient,
    /// The server closes the connection.
    Close(u16, &'static str),
}

impl Connection {
    async fn serve(app: App, user: CurrentUser, address: IpAddr, mut socket: WebSocket) {
        let outbox = Outbox::new();
        let (person, limits) = (user.person.clone(), app.config.limits);
        let connections = &app.state.connections;
        let Some(id) = connections.add(&person, address, outbox.clone(), &limits) else {
            let end = End::Close(close_code::TOO_MANY, "too many connections");
            return close_socket(&mut socket, end).await;
        };
        // A logout or ban after the check of the request would have missed this connection.
        if !auth::has_valid_session(&app, &user).await {
            outbox.close(Disconnect::LoggedOut);
        }
        let moderation = &app.state.moderation;
        if moderation.is_banned(&person.key) || moderation.is_banned_address(address) {
            outbox.close(Disconnect::Banned);
        }
        let mut connection = Connection {
            bucket: Bucket::new(limits.messages_per_second, 2 * limits.messages_per_second),
            large_answers: Bucket::new(LARGE_ANSWERS_PER_SECOND, LARGE_ANSWERS_BURST),
            person,
            address,
            id,
            outbox,
            games: Vec::new(),
            pings: 0,
            pinged: None,
            last_received: Instant::now(),
            lags: [Millis::ZERO; 3],
            app,
        };
        connection.outbox.send(&ServerMessage::Welcome {
            protocol: PROTOCOL_VERSION,
            you: connection.person.public(),
            heartbeat_ms: limits.heartbeat_ms,
        });
        let shutdown = connection.state().shutdown();
        let end = connection.run(&mut socket, shutdown).await;
        connection.leave_all().await;
        close_socket(&mut socket, end).await;
    }

    fn state(&self) -> &Arc<AppState> {
        &self.app.state
    }

    async fn run(&mut self, socket: &mut WebSocket, mut shutdown: watch::Receiver<bool>) -> End {
        let outbox = self.outbox.clone();
        let heartbeat = Duration::from_millis(self.app.config.limits.heartbeat_ms.into());
        let mut heartbeats = tokio::time::interval(heartbeat);
        heartbeats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                message = socket.recv() => match message {
                    Some(Ok(message)) => if let Err(end) = self.receive(message).await {
                        return end;
                    },
                    Some(Err(error)) => {
                        tracing::debug!(%error, "connection failed");
                        return End::Close(close_code::POLICY, "message too long or malformed");
                    }
                    None => return End::ClosedByClient,
                },
                texts = outbox.take() => {
                    tokio::select! {
                        written = write(socket, texts) => {
                            if written.is_err() {
                                return End::Close(close_code::TOO_SLOW, "too slow");
                            }
                        }
                        () = outbox.disconnected() => return self.disconnect_reason(),
                    }
                    for source in outbox.written() {
                        self.request_news(source).await;
                    }
                }
                _ = heartbeats.tick() => {
                    if self.last_received.elapsed() > MAX_MISSED_HEARTBEATS * heartbeat {
                        return End::Close(close_code::SILENT, "no answer");
                    }
                    let ping = self.ping();
                    if with_timeout(socket.send(ping)).await.is_err() {
                        return End::Close(close_code::TOO_SLOW, "too slow");
                    }
                }
                () = outbox.disconnected() => return self.disconnect_reason(),
                () = shutdown_signal(&mut shutdown) => {
                    if write(socket, outbox.take_now()).await.is_err() {
                        return End::ClosedByClient;
                    }
                    // `bye` is the last message: events caused by other clients leaving come too late.
                    let bye = to_text(&ServerMessage::Bye { retry_ms: RETRY_MS });
                    let _ = with_timeout(socket.send(Message::Text(bye))).await;
                    return End::Close(close_code::AWAY, "the server stops");
                }
            }
        }
    }

    /// The reason for a disconnect that was requested through the outbox.
    fn disconnect_reason(&self) -> End {
        match self.outbox.closed() {
            Some(Disconnect::LoggedOut) => End::Close(close_code::LOGGED_OUT, "logged out"),
            Some(Disconnect::Banned) => End::Close(close_code::BANNED, "banned"),
            Some(Disconnect::Removed) => End::Close(close_code::REMOVED, "closed by an operator"),
            Some(Disconnect::Renamed) => End::Close(close_code::RENAMED, "renamed"),
            None => End::Close(close_code::TOO_SLOW, "too slow"),
        }
    }

    fn ping(&mut self) -> Message {
        let number = self.pings;
        self.pings += 1;
        self.pinged = Some((number, Instant::now()));
        Message::Ping(Bytes::copy_from_slice(&number.to_be_bytes()))
    }

    async fn receive(&mut self, message: Message) -> Result<(), End> {
        let received = Instant::now();
        self.last_received = received;
        match message {
            Message::Text(text) => {
                if !self.bucket.take(received) {
                    metrics::counter!("komadai_floods_total").increment(1);
                    return Err(End::Close(close_code::POLICY, "too many messages"));
                }
                self.handle_text(&text, received).await;
                Ok(())
            }
            Message::Pong(payload) if self.is_pong(&payload) => {
                self.record_round_trip(received).await;
                Ok(())
            }
            Message::Ping(_) | Message::Pong(_) if self.bucket.take(received) => Ok(()),
            Message::Ping(_) | Message::Pong(_) => {
                Err(End::Close(close_code::POLICY, "too many messages"))
            }
            Message::Binary(_) => Err(End::Close(close_code::POLICY, "text only")),
            Message::Close(_) => Err(End::ClosedByClient),
        }
    }

    /// Returns whether this is the first answer to our last ping.
    fn is_pong(&self, payload: &[u8]) -> bool {
        let pinged = self.pinged.map(|(number, _)| number.to_be_bytes());
        pinged.is_some_and(|number| payload == number)
    }

    /// Updates the round-trip time: the median of the last three.
    async fn record_round_trip(&mut self, received: Instant) {
        let Some((number, sent)) = self.pinged.take() else {
            return;
        };
        let taken = received.saturating_duration_since(sent).as_millis();
        let taken = Millis::new(u64::try_from(taken).unwrap_or(u64::MAX));
        match number {
            0 => self.lags = [taken; 3],
            _ => {
                self.lags.rotate_left(1);
                self.lags[2] = taken;
            }
        }
        for game in self.games.clone() {
            self.report_lag(&game).await;
        }
    }

    fn lag(&self) -> Millis {
        let mut lags = self.lags;
        lags.sort_unstable();
        lags[1]
    }

    async fn report_lag(&self, game: &str) {
        let lag = RoomMessage::Lag(self.id, self.lag());
        let _ = Rooms::send(self.state(), game, lag).await;
    }

    async fn handle_text(&mut self, text: &str, received: Instant) {
        match komadai_wire::from_client(text) {
            Ok(message) => self.handle_message(message, received).await,
            Err(error) => {
                let number: Option<Numbered> = serde_json::from_str(text).ok();
                let re = number.and_then(|number| number.re);
                self.outbox
                    .send_error(re, None, "bad-message", &error.to_string());
            }
        }
    }

    async fn handle_message(&mut self, message: ClientMessage, received: Instant) {
        match message {
            ClientMessage::Join { game, after } => self.join(game, after).await,
            // Only a joined game is certain to have a room.
            ClientMessage::Leave { game } => {
                let Some(at) = self.games.iter().position(|other| *other == game) else {
                    return;
                };
                self.games.swap_remove(at);
                let _ = Rooms::send(self.state(), &game, RoomMessage::Leave(self.id)).await;
            }
            ClientMessage::Act { re, game, act, ply } => {
                let act = match Act::try_from(act) {
                    Ok(Act::CallArbiter(text)) => match self.screened(text) {
                        Ok(text) => Act::CallArbiter(text),
                        Err(error) => return self.refuse(re, &game, &error),
                    },
                    Ok(act) => act,
                    Err(error) => {
                        return self.outbox.send_error(
                            Some(re),
                            Some(&game),
                            "bad-act",
                            &error.to_string(),
                        );
                    }
                };
                let request = ActRequest {
                    from: self.id,
                    re,
                    act,
                    ply,
                    received,
                };
                self.send_to_joined(re, game, RoomMessage::Act(Box::new(request)))
                    .await;
            }
            ClientMessage::Chat { re, game, text } => {
                if let Err(error) = self.may_say(&text) {
                    return self.refuse(re, &game, &error);
                }
                let from = self.id;
                self.send_to_joined(re, game, RoomMessage::Chat { from, re, text })
                    .await;
            }
            ClientMessage::ChatHistory { re, game, before } => {
                if !self.may_request_large_answer(Some(re), Some(&game)) {
                    return;
                }
                let from = self.id;
                self.send_to_joined(re, game, RoomMessage::ChatHistory { from, re, before })
                    .await;
            }
            ClientMessage::Rematch { re, game } => {
                let allowed = auth::check_may_play(&self.app, &self.person);
                let allowed =
                    allowed.and_then(|()| self.app.rates.game(&self.person.key, self.address));
                if let Err(error) = allowed {
                    return self.refuse(re, &game, &error);
                }
                let from = self.id;
                self.send_to_joined(re, game, RoomMessage::Rematch { from, re })
                    .await;
            }
            ClientMessage::WatchLobby {} => {
                if self.may_request_large_answer(None, None) {
                    let outbox = self.outbox.clone();
                    self.state().lobby.watch(self.id, outbox, &self.person);
                }
            }
            ClientMessage::LeaveLobby {} => self.state().lobby.unwatch(self.id),
        }
    }

    /// Requests what a source had no room to send.
    async fn request_news(&self, source: NewsSource) {
        match source {
            NewsSource::Game(game) if self.games.iter().any(|other| **other == *game) => {
                let _ = Rooms::send(self.state(), &game, RoomMessage::CatchUp(self.id)).await;
            }
            // It was left meanwhile.
            NewsSource::Game(_) => {}
            NewsSource::Lobby => self.state().lobby.resend(self.id, &self.person),
        }
    }

    /// Counts a request with a large answer, or sends an error if there are too many.
    fn may_request_large_answer(&mut self, re: Option<u32>, game: Option<&str>) -> bool {
        let may = self.large_answers.take(Instant::now());
        if !may {
            let ApiError(problem) = ApiError::too_many(1);
            self.outbox
                .send_error(re, game, &problem.code, &problem.title);
        }
        may
    }

    fn refuse(&self, re: u32, game: &str, ApiError(problem): &ApiError) {
        let (re, game) = (Some(re), Some(game));
        self.outbox
            .send_error(re, game, &problem.code, &problem.title);
    }

    /// Checks a chat message.
    fn may_say(&self, text: &str) -> Result<(), ApiError> {
        auth::check_may_play(&self.app, &self.person)?;
        let moderation = &self.state().moderation;
        if moderation.is_muted(&self.person.key) {
            return Err(ApiError::muted());
        }
        self.app.rates.chat(&self.person.key)?;
        match moderation.has_bad_word(text) {
            true => Err(ApiError::bad_word("text")),
            false => Ok(()),
        }
    }

    /// The text for the arbiter. A muted person may call, but not say why.
    fn screened(&self, text: Box<str>) -> Result<Box<str>, ApiError> {
        let moderation = &self.state().moderation;
        if moderation.is_muted(&self.person.key) {
            return Ok("-".into());
        }
        match moderation.has_bad_word(&text) {
            true => Err(ApiError::bad_word("text")),
            false => Ok(text),
        }
    }

    async fn join(&mut self, game: String, after: u32) {
        let is_new = !self.games.contains(&game);
        if is_new && self.games.len() >= MAX_GAMES {
            let message = format!("no more than {MAX_GAMES} games at once");
            return self
                .outbox
                .send_error(None, Some(&game), "too-many-games", &message);
        }
        if !self.may_request_large_answer(None, Some(&game)) {
            return;
        }
        let member = NewMember {
            connection: self.id,
            person: self.person.clone(),
            network: self.address,
            outbox: self.outbox.clone(),
        };
        let join = RoomMessage::Join {
            member: Box::new(member),
            after,
        };
        match Rooms::send(self.state(), &game, join).await {
            Ok(()) => {
                self.report_lag(&game).await;
                if is_new {
                    self.games.push(game);
                }
            }
            Err(none) => {
                self.outbox
                    .send_error(None, Some(&game), "no-such-game", &none.to_string())
            }
        }
    }

    async fn send_to_joined(&self, re: u32, game: String, message: RoomMessage) {
        if !self.games.contains(&game) {
            let text = "join the game first";
            return self
                .outbox
                .send_error(Some(re), Some(&game), "not-joined", text);
        }
        let _ = Rooms::send(self.state(), &game, message).await;
    }

    async fn leave_all(&mut self) {
        for game in std::mem::take(&mut self.games) {
            let _ = Rooms::send(self.state(), &game, RoomMessage::Leave(self.id)).await;
        }
        self.state().lobby.unwatch(self.id);
        self.state()
            .connections
            .remove(&self.person, self.address, self.id);
    }
}

/// The number of an unparsable message.
#[derive(Deserialize)]
struct Numbered {
    re: Option<u32>,
}

/// A write failed or timed out.
struct WriteFailed;

async fn with_timeout<E>(write: impl Future<Output = Result<(), E>>) -> Result<(), WriteFailed> {
    match tokio::time::timeout(WRITE_TIMEOUT, write).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(WriteFailed),
    }
}

/// Writes messages and flushes once.
async fn write(socket: &mut WebSocket, texts: Vec<Utf8Bytes>) -> Result<(), WriteFailed> {
    with_timeout(async {
        for text in texts {
            socket.feed(Message::Text(text)).await?;
        }
        socket.flush().await
    })
    .await
}

async fn close_socket(socket: &mut WebSocket, end: End) {
    if let End::Close(code, reason) = end {
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        let closing = async {
            // The client may be disconnected.
            let _ = socket.send(Message::Close(Some(frame))).await;
            // Read remaining input, because unread data would make TCP reset the connection before the client gets the
            // close code.
            while code == close_code::POLICY && matches!(socket.recv().await, Some(Ok(_))) {}
        };
        let _ = tokio::time::timeout(CLOSE_TIMEOUT, closing).await;
    }
}

/// A token bucket: a rate per second, and a burst.
struct Bucket {
    rate: f64,
    burst: f64,
    tokens: f64,
    since: Instant,
}

impl Bucket {
    fn new(rate: u32, burst: u32) -> Bucket {
        let burst = f64::from(burst.max(1));
        Bucket {
            rate: f64::from(rate.max(1)),
            burst,
            tokens: burst,
            since: Instant::now(),
        }
    }

    fn take(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.since).as_secs_f64();
        self.since = now;
        self.tokens = (self.tokens + passed * self.rate).min(self.burst);
        let enough = self.tokens >= 1.0;
        if enough {
            self.tokens -= 1.0;
        }
        enough
    }
}
