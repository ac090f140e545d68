//! A game as seen by its two players, with checks after every reconnect.

use crate::process::{Death, Process};
use komadai_load::Board;
use komadai_load::client::{Client, ClientError, Socket};
use komadai_wire::event::{EventDto, FactDto};
use komadai_wire::message::{ClientMessage, GameState, ServerMessage};
use komadai_wire::names::SideDto;
use komadai_wire::view::{ClockDto, DisplayDto};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// Maximum interval between stores of the server clock.
const HEARTBEAT: Duration = Duration::from_millis(500);
/// Tolerance for a late wake-up on a busy machine.
const LATE: Duration = Duration::from_millis(500);

/// A received clock, and when it was current.
#[derive(Clone, Debug)]
struct Seen {
    clock: ClockDto,
    seq: usize,
    /// It was current at some time between these two.
    after: Instant,
    before: Instant,
}

/// A player and all received events.
#[derive(Debug)]
pub(crate) struct Player {
    client: Client,
    socket: Option<Socket>,
    pub(crate) received: Vec<EventDto>,
    asked: Instant,
}

/// A game followed by both its players.
#[derive(Debug)]
pub(crate) struct TrackedGame {
    pub(crate) id: String,
    pub(crate) players: [Player; 2],
    seen: Option<Seen>,
    /// The longest time from a move to its answer since the server started.
    slowest: Duration,
    re: u32,
}

/// The terms of a game with a clock.
pub(crate) fn terms(clock: &str) -> Value {
    json!({"rules": {"preset": "casual"}, "clock": clock, "color": "black"})
}

impl TrackedGame {
    /// Starts a game between two new guests.
    pub(crate) async fn start(server: &Client, clock: &str) -> Result<TrackedGame, ClientError> {
        let (mut black, mut white) = (server.new_client(), server.new_client());
        black.me().await?;
        white.me().await?;
        let body = json!({"terms": terms(clock)});
        let challenge: Value = black.post("/api/v1/challenges", &body).await?;
        let accept = format!(
            "/api/v1/challenges/{}/accept",
            challenge["id"].as_str().expect("a name")
        );
        let begun: Value = white.post(&accept, &json!({})).await?;
        let player = |client| Player {
            client,
            socket: None,
            received: Vec::new(),
            asked: Instant::now(),
        };
        let mut tracked = TrackedGame {
            id: begun["game"].as_str().expect("a game").to_owned(),
            players: [player(black), player(white)],
            seen: None,
            slowest: Duration::ZERO,
            re: 0,
        };
        for seat in 0..2 {
            tracked.join(seat).await?;
        }
        while !tracked.has("started") {
            tracked.receive(0).await?;
        }
        tracked.catch_up(1).await?;
        Ok(tracked)
    }

    /// The longer of both logs.
    pub(crate) fn log(&self) -> &[EventDto] {
        let [black, white] = &self.players;
        if black.received.len() >= white.received.len() {
            &black.received
        } else {
            &white.received
        }
    }

    pub(crate) fn find(&self, kind: &str) -> Option<&EventDto> {
        self.log().iter().find(|event| kind_of(event) == kind)
    }

    pub(crate) fn has(&self, kind: &str) -> bool {
        self.find(kind).is_some()
    }

    fn board(&self, seed: u64) -> Board {
        let mut board = Board::new(seed);
        for event in self.log() {
            if let FactDto::Moved(moved) = &event.fact {
                let deed = moved.deed.clone().read("deed").expect("a move");
                let deed = deed.to_string();
                assert!(board.follow(&deed), "{}: {deed} is not legal", self.id);
            }
        }
        board
    }

    async fn join(&mut self, seat: usize) -> Result<GameState, ClientError> {
        let player = &mut self.players[seat];
        let mut socket = player.client.connect().await?;
        player.asked = Instant::now();
        let join = ClientMessage::Join {
            game: self.id.clone(),
            after: player.received.len() as u32,
        };
        socket.send(&join).await?;
        player.socket = Some(socket);
        loop {
            match self.receive(seat).await? {
                ServerMessage::Game(state) => return Ok(*state),
                ServerMessage::Error { message, .. } => panic!("{}: {message}", self.id),
                _ => {}
            }
        }
    }

    /// Receives the next message to a player and records its events, which must have no gap and no duplicates.
    pub(crate) async fn receive(&mut self, seat: usize) -> Result<ServerMessage, ClientError> {
        let player = &mut self.players[seat];
        let socket = player.socket.as_mut().expect("an open socket");
        let next = tokio::time::timeout(Duration::from_secs(30), socket.receive()).await;
        let message = next.unwrap_or_else(|_| panic!("{}: no message", self.id))?;
        let (from, events, clock) = match &message {
            ServerMessage::Events {
                from,
                events,
                clock,
                ..
            } => (*from, events, clock),
            ServerMessage::Game(state) => (state.from, &state.events, &state.clock),
            _ => return Ok(message),
        };
        let next = player.received.len() as u32 + 1;
        assert_eq!(from, next, "{}: no gap and no duplicates", self.id);
        player.received.extend(events.iter().cloned());
        // Only answers are certain to be newer than their request.
        let is_answer = matches!(
            message,
            ServerMessage::Events { re: Some(_), .. } | ServerMessage::Game(_)
        );
        if let (Some(clock), true) = (clock, is_answer) {
            self.seen = Some(Seen {
                clock: *clock,
                seq: player.received.len(),
                after: player.asked,
                before: Instant::now(),
            });
        }
        Ok(message)
    }

    /// Receives until a player has as many events as the other.
    pub(crate) async fn catch_up(&mut self, seat: usize) -> Result<(), ClientError> {
        while self.players[seat].received.len() < self.players[1 - seat].received.len() {
            self.receive(seat).await?;
        }
        Ok(())
    }

    async fn act(&mut self, seat: usize, act: Value, ply: Option<u32>) -> Result<(), ClientError> {
        self.re += 1;
        let re = self.re;
        let message = ClientMessage::Act {
            re,
            game: self.id.clone(),
            act: komadai_wire::from_value(act).expect("an act"),
            ply,
        };
        let player = &mut self.players[seat];
        player.asked = Instant::now();
        let asked = player.asked;
        player
            .socket
            .as_mut()
            .expect("an open socket")
            .send(&message)
            .await?;
        loop {
            match self.receive(seat).await? {
                ServerMessage::Events { re: Some(n), .. } if n == re => break,
                ServerMessage::Refused { re: n, refusal, .. } if n == re => {
                    panic!("{}: {message:?} refused: {refusal:?}", self.id)
                }
                ServerMessage::Error { code, message, .. } => {
                    panic!("{}: {code}: {message}", self.id)
                }
                _ => {}
            }
        }
        self.slowest = self.slowest.max(asked.elapsed());
        self.catch_up(1 - seat).await
    }

    /// Plays a random legal move for the side to move.
    pub(crate) async fn make_move(&mut self, seed: u64) -> Result<(), ClientError> {
        let mut board = self.board(seed);
        let ply = board.ply();
        let mv = board.choose().expect("a move");
        let play = json!({"kind": "play", "deed": mv.to_string()});
        self.act(ply as usize % 2, play, Some(ply)).await
    }

    pub(crate) async fn resign(&mut self, seat: usize) -> Result<(), ClientError> {
        self.act(seat, json!({"kind": "resign"}), None).await
    }

    pub(crate) fn plies(&self) -> usize {
        let is_move = |event: &&EventDto| kind_of(event) == "moved";
        self.log().iter().filter(is_move).count()
    }

    /// Reconnects both players to a restarted server. Checks that no received event is missing and that the
    /// clocks are right.
    pub(crate) async fn reconnect(
        &mut self,
        server: &Process,
        death: Death,
    ) -> Result<GameState, ClientError> {
        self.move_to(server.address);
        let received = self.log().len();
        let seen = self.seen.take();
        let state = self.join(0).await?;
        let received_at = Instant::now();
        if let Some(seen) = seen {
            self.check_time(&seen, &state, server, death, received_at);
        }
        self.slowest = Duration::ZERO;
        self.join(1).await?;
        self.catch_up(0).await?;
        self.catch_up(1).await?;
        self.check_log(received).await?;
        Ok(state)
    }

    /// Connects both players to a server with an older copy of the game. Returns the events there.
    pub(crate) async fn restart_at(
        &mut self,
        server: &Process,
    ) -> Result<Vec<EventDto>, ClientError> {
        self.move_to(server.address);
        for player in &mut self.players {
            player.received.clear();
        }
        self.seen = None;
        self.join(0).await?;
        self.join(1).await?;
        self.catch_up(0).await?;
        Ok(self.log().to_vec())
    }

    /// Checks that both players received the events of the stored game.
    pub(crate) async fn check_log(&mut self, received: usize) -> Result<(), ClientError> {
        let path = format!("/api/v1/games/{}", self.id);
        let whole: GameState = self.players[0].client.get(&path).await?;
        assert_eq!(whole.from, 1);
        assert!(
            whole.events.len() >= received,
            "{}: {} events of {received} are there",
            self.id,
            whole.events.len()
        );
        for player in &self.players {
            for (number, (received, kept)) in player.received.iter().zip(&whole.events).enumerate()
            {
                assert_eq!(received, kept, "{}: event {}", self.id, number + 1);
            }
        }
        for pair in whole.events.windows(2) {
            assert!(pair[0].at <= pair[1].at, "{}: time goes back", self.id);
        }
        Ok(())
    }

    /// The current game time.
    pub(crate) async fn time_now(&mut self) -> Result<u64, ClientError> {
        let path = format!("/api/v1/games/{}", self.id);
        let whole: GameState = self.players[0].client.get(&path).await?;
        assert!(whole.outcome.is_none(), "{}: the game runs", self.id);
        Ok(whole.now)
    }

    /// Changes the server's address.
    pub(crate) fn move_to(&mut self, address: SocketAddr) {
        for player in &mut self.players {
            player.client.set_address(address);
        }
    }

    /// Checks that the game time continues from where it stopped: nothing is lost, and at most half a second
    /// and one commit are given back.
    fn check_time(
        &self,
        seen: &Seen,
        state: &GameState,
        server: &Process,
        death: Death,
        received_at: Instant,
    ) {
        let now = Duration::from_millis(state.now);
        let at = Duration::from_millis(seen.clock.at);
        let most_lived = death.before.saturating_duration_since(seen.after);
        let since_start = received_at.saturating_duration_since(server.began);
        // A millisecond for each rounding.
        let latest = at + most_lived + since_start + Duration::from_millis(3);
        assert!(
            now <= latest,
            "{}: time was lost: {now:?} is after {latest:?}",
            self.id
        );
        let least_lived = death.after.saturating_duration_since(seen.before);
        let given_back = HEARTBEAT + 2 * self.slowest + LATE;
        let since_listening = self.players[0]
            .asked
            .saturating_duration_since(server.listens);
        let earliest = (at + least_lived).saturating_sub(given_back) + since_listening;
        assert!(
            now + Duration::from_millis(3) >= earliest,
            "{}: too much was given back: {now:?} is before {earliest:?}",
            self.id
        );
        self.check_displays(seen, state);
    }

    /// Checks the displays if there are no new events: the stopped clock is unchanged, the running one has
    /// followed the game time.
    fn check_displays(&self, seen: &Seen, state: &GameState) {
        let Some(clock) = state.clock.filter(|_| self.log().len() == seen.seq) else {
            return;
        };
        let what = || format!("{}: {:?} became {clock:?}", self.id, seen.clock);
        assert_eq!(clock.running, seen.clock.running, "{}", what());
        // Negative if time was given back.
        let passed = clock.at.cast_signed() - seen.clock.at.cast_signed();
        let runs = |before: DisplayDto, after: DisplayDto, passed: i64| {
            let expected = before.main.saturating_sub_signed(passed);
            assert_eq!(after.main, expected, "{}", what());
        };
        let (black, white) = match clock.running {
            Some(SideDto::Black) => (passed, 0),
            Some(SideDto::White) => (0, passed),
            // Before the start and after the end both are stopped.
            None => (0, 0),
        };
        runs(seen.clock.black, clock.black, black);
        runs(seen.clock.white, clock.white, white);
    }
}

pub(crate) fn kind_of(event: &EventDto) -> String {
    let event = serde_json::to_value(event).expect("JSON");
    event["fact"]["kind"].as_str().expect("a kind").to_owned()
}
