//! A server in the test process, and its clients.
#![allow(dead_code, reason = "every test binary uses a part of it")]

use komadai_load::client::{Client, Method, Socket};
use komadai_server::{App, Config, Settings};
use komadai_wire::act::ActDto;
use komadai_wire::message::{ClientMessage, GameState, ServerMessage};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// Longer than anything in these tests takes.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Waits for a future; panics after [`TIMEOUT`].
pub(crate) async fn with_timeout<T>(what: impl Future<Output = T>) -> T {
    match tokio::time::timeout(TIMEOUT, what).await {
        Ok(done) => done,
        Err(_) => panic!("timed out after {TIMEOUT:?}"),
    }
}

/// A temporary folder, removed on drop.
#[derive(Debug)]
pub(crate) struct Folder(pub PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static LAST: AtomicU32 = AtomicU32::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed);
        let name = format!("komadai-server-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A running server.
#[derive(Debug)]
pub(crate) struct Server {
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    done: Option<tokio::task::JoinHandle<()>>,
    pub app: App,
    pub folder: Folder,
}

impl Server {
    pub(crate) async fn start() -> Server {
        Server::start_with(Settings::default()).await
    }

    pub(crate) async fn start_with(settings: Settings) -> Server {
        Server::start_in(Folder::new(), settings).await
    }

    pub(crate) async fn start_in(folder: Folder, settings: Settings) -> Server {
        let settings = Settings {
            data: Some(folder.0.clone()),
            engine_threads: Some(1),
            ..settings
        };
        let config = Config::from(settings).expect("a configuration");
        let app = App::open(config).await.expect("a running app");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = app.clone().serve(listener, async move {
            let _ = stopped.await;
        });
        let done = tokio::spawn(serving);
        Server {
            address,
            stop: Some(stop),
            done: Some(done),
            app,
            folder,
        }
    }

    /// Stops the server as a signal would; returns its data.
    pub(crate) async fn stop(mut self) -> Folder {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(done) = self.done.take() {
            with_timeout(done).await.expect("a clean shutdown");
        }
        self.folder
    }

    pub(crate) async fn guest(&self) -> Guest {
        let mut client = Client::new(self.address);
        client.me().await.expect("a guest");
        Guest::connect(client).await
    }

    /// A new game between two guests.
    pub(crate) async fn pair(&self, terms: Value) -> (Guest, Guest) {
        let (mut black, mut white) = (self.guest().await, self.guest().await);
        start_game(&mut black, &mut white, json!({"terms": terms})).await;
        (black, white)
    }
}

/// A client with a WebSocket that plays a game.
pub(crate) struct Guest {
    pub client: Client,
    pub socket: Socket,
    pub game: String,
    /// The number of the last received event.
    pub last: u32,
    /// The number of received moves.
    pub ply: u32,
    pub re: u32,
    pub state: Option<GameState>,
    /// Received events that no test has asked for yet.
    pub unread: VecDeque<Value>,
}

/// The answer to an act.
#[derive(Debug)]
pub(crate) enum Reply {
    Events(Vec<Value>),
    Refused(String),
    Error(String),
    Done,
}

impl Guest {
    /// Opens a WebSocket for a client.
    pub(crate) async fn connect(client: Client) -> Guest {
        Guest {
            socket: client.connect().await.expect("an open socket"),
            client,
            game: String::new(),
            last: 0,
            ply: 0,
            re: 0,
            state: None,
            unread: VecDeque::new(),
        }
    }

    pub(crate) async fn post(&mut self, path: &str, body: Value) -> Value {
        let answer = self.client.post(path, &body).await;
        answer.unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    pub(crate) async fn join(&mut self, game: &str) {
        self.game = game.to_owned();
        (self.last, self.ply) = (0, 0);
        self.unread.clear();
        self.rejoin().await;
    }

    /// Joins from the last event on, and waits for all events up to now.
    pub(crate) async fn rejoin(&mut self) {
        let join = ClientMessage::Join {
            game: self.game.clone(),
            after: self.last,
        };
        self.socket.send(&join).await.expect("an open socket");
        loop {
            match self.receive().await {
                ServerMessage::Game(state) => {
                    self.state = Some(*state);
                    break;
                }
                ServerMessage::Error { message, .. } => panic!("{message}"),
                _ => {}
            }
        }
        let last = self.state.as_ref().map_or(0, |state| state.last);
        while self.last < last {
            self.receive().await;
        }
    }

    /// Receives the next message and records its events.
    pub(crate) async fn receive(&mut self) -> ServerMessage {
        let message = with_timeout(self.socket.receive())
            .await
            .expect("a message");
        self.record(&message);
        message
    }

    fn record(&mut self, message: &ServerMessage) {
        let (from, events) = match message {
            ServerMessage::Events { from, events, .. } => (*from, events),
            ServerMessage::Game(state) => (state.from, &state.events),
            _ => return,
        };
        assert_eq!(from, self.last + 1, "no gap and no duplicates");
        self.last += events.len() as u32;
        for event in events {
            let event = serde_json::to_value(event).expect("JSON");
            match event["fact"]["kind"].as_str() {
                Some("moved") => self.ply += 1,
                Some("taken-back") => {
                    self.ply = event["fact"]["ply"].as_u64().expect("a ply") as u32;
                }
                _ => {}
            }
            self.unread.push_back(event);
        }
    }

    /// The next unread event of a kind; waits for it if necessary.
    pub(crate) async fn wait_for_event(&mut self, kind: &str) -> Value {
        loop {
            while let Some(event) = self.unread.pop_front() {
                if event["fact"]["kind"] == kind {
                    return event;
                }
            }
            self.receive().await;
        }
    }

    /// Sends an act and waits for the answer.
    pub(crate) async fn act(&mut self, act: Value) -> Reply {
        let is_move = act["kind"] == "play";
        let act: ActDto = komadai_wire::from_value(act).expect("an act");
        let ply = is_move.then_some(self.ply);
        self.ask(|re, game| ClientMessage::Act { re, game, act, ply })
            .await
    }

    /// Sends a chat message and waits for the answer.
    pub(crate) async fn chat(&mut self, text: &str) -> Reply {
        let text = text.to_owned();
        self.ask(|re, game| ClientMessage::Chat { re, game, text })
            .await
    }

    /// Offers a rematch and waits for the answer.
    pub(crate) async fn offer_rematch(&mut self) -> Reply {
        self.ask(|re, game| ClientMessage::Rematch { re, game })
            .await
    }

    /// Sends a message about the game, made from its number and the game's id, and waits for the answer.
    async fn ask(&mut self, message: impl FnOnce(u32, String) -> ClientMessage) -> Reply {
        self.re += 1;
        let re = self.re;
        let message = message(re, self.game.clone());
        self.socket.send(&message).await.expect("an open socket");
        self.answer(re).await
    }

    pub(crate) async fn answer(&mut self, re: u32) -> Reply {
        loop {
            match self.receive().await {
                ServerMessage::Events {
                    re: Some(number),
                    events,
                    ..
                } if number == re => {
                    let events = events
                        .iter()
                        .map(|e| serde_json::to_value(e).expect("JSON"));
                    return Reply::Events(events.collect());
                }
                ServerMessage::Refused {
                    re: number,
                    refusal,
                    ..
                } if number == re => return Reply::Refused(refusal.code.to_string()),
                ServerMessage::Error {
                    re: Some(number),
                    code,
                    ..
                } if number == re => return Reply::Error(code),
                ServerMessage::Done { re: number } if number == re => return Reply::Done,
                _ => {}
            }
        }
    }

    pub(crate) async fn play(&mut self, deed: &str) -> Vec<Value> {
        match self.act(json!({"kind": "play", "deed": deed})).await {
            Reply::Events(events) => events,
            other => panic!("{deed}: {other:?}"),
        }
    }

    /// Waits until this many moves were received.
    pub(crate) async fn wait_for_ply(&mut self, ply: u32) {
        while self.ply < ply {
            self.receive().await;
        }
    }
}

/// Plays moves alternately; both players wait for each.
pub(crate) async fn play_all(black: &mut Guest, white: &mut Guest, moves: &str) {
    for deed in moves.split_whitespace() {
        let ply = black.ply;
        let (mover, other) = match ply % 2 {
            0 => (&mut *black, &mut *white),
            _ => (&mut *white, &mut *black),
        };
        mover.play(deed).await;
        other.wait_for_ply(ply + 1).await;
    }
}

/// Starts a game from a challenge by `black`; both players join it.
pub(crate) async fn start_game(black: &mut Guest, white: &mut Guest, challenge: Value) -> String {
    let challenge = black.post("/api/v1/challenges", challenge).await;
    let id = challenge["id"].as_str().expect("an id");
    accept_challenge(black, white, id).await
}

/// Accepts a challenge by `black`; both players join the game.
pub(crate) async fn accept_challenge(black: &mut Guest, white: &mut Guest, id: &str) -> String {
    let accept = format!("/api/v1/challenges/{id}/accept");
    let begun = white.post(&accept, json!({})).await;
    let game = begun["game"].as_str().expect("a game").to_owned();
    black.join(&game).await;
    white.join(&game).await;
    game
}

/// Starts a game from a challenge by `black` that names an arbiter, who agrees; all three join it.
pub(crate) async fn start_game_with_arbiter(
    black: &mut Guest,
    white: &mut Guest,
    arbiter: &mut Guest,
    challenge: Value,
) -> String {
    let challenge = black.post("/api/v1/challenges", challenge).await;
    let id = challenge["id"].as_str().expect("an id");
    let path = format!("/api/v1/challenges/{id}/arbiter");
    let agreed = arbiter.client.raw(Method::PUT, &path, None, &[]).await;
    let (status, _, body) = agreed.expect("an answer");
    assert!(status.is_success(), "{body:?}");
    let game = accept_challenge(black, white, id).await;
    arbiter.join(&game).await;
    game
}
