//! A game as its two players know it, and what must hold whenever they come back to it.

use crate::process::{Death, Process};
use komadai_server::client::{Client, ClientError, Line};
use komadai_server::load::Board;
use komadai_wire::event::{EventDto, FactDto};
use komadai_wire::message::{ClientMessage, GameState, ServerMessage};
use komadai_wire::names::SideDto;
use komadai_wire::view::{ClockDto, DisplayDto};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// The time is stored at least so often.
const HEARTBEAT: Duration = Duration::from_millis(500);
/// What a busy machine may add to that: a late wake-up.
const LATE: Duration = Duration::from_millis(500);

/// What a clock showed, and when.
#[derive(Clone, Debug)]
struct Seen {
    clock: ClockDto,
    seq: usize,
    /// It was shown between these two.
    after: Instant,
    before: Instant,
}

/// A player, and everything that he was told.
#[derive(Debug)]
pub(crate) struct Player {
    client: Client,
    line: Option<Line>,
    pub(crate) told: Vec<EventDto>,
    asked: Instant,
}

/// A game.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) id: String,
    pub(crate) players: [Player; 2],
    seen: Option<Seen>,
    /// The longest time from a move to its answer, in this life of the server.
    slowest: Duration,
    re: u32,
}

/// The terms of a game with a clock.
pub(crate) fn terms(clock: &str) -> Value {
    json!({"rules": {"preset": "casual"}, "clock": clock, "color": "black"})
}

impl Known {
    /// A new game of two new guests; both are at the board.
    pub(crate) async fn begin(server: &Client, clock: &str) -> Result<Known, ClientError> {
        let (mut black, mut white) = (server.another(), server.another());
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
            line: None,
            told: Vec::new(),
            asked: Instant::now(),
        };
        let mut known = Known {
            id: begun["game"].as_str().expect("a game").to_owned(),
            players: [player(black), player(white)],
            seen: None,
            slowest: Duration::ZERO,
            re: 0,
        };
        for seat in 0..2 {
            known.join(seat).await?;
        }
        while !known.has("started") {
            known.hear(0).await?;
        }
        known.catch_up(1).await?;
        Ok(known)
    }

    /// The longest log that anyone has.
    pub(crate) fn log(&self) -> &[EventDto] {
        let [black, white] = &self.players;
        if black.told.len() >= white.told.len() {
            &black.told
        } else {
            &white.told
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
        let mut line = player.client.connect().await?;
        player.asked = Instant::now();
        let join = ClientMessage::Join {
            game: self.id.clone(),
            after: player.told.len() as u32,
        };
        line.say(&join).await?;
        player.line = Some(line);
        loop {
            match self.hear(seat).await? {
                ServerMessage::Game(state) => return Ok(*state),
                ServerMessage::Error { message, .. } => panic!("{}: {message}", self.id),
                _ => {}
            }
        }
    }

    /// The next message to a player, noted. Events come without a gap and none twice.
    pub(crate) async fn hear(&mut self, seat: usize) -> Result<ServerMessage, ClientError> {
        let player = &mut self.players[seat];
        let line = player.line.as_mut().expect("a line");
        let heard = tokio::time::timeout(Duration::from_secs(30), line.hear()).await;
        let message = heard.unwrap_or_else(|_| panic!("{}: nothing is heard", self.id))?;
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
        let next = player.told.len() as u32 + 1;
        assert_eq!(from, next, "{}: no gap and nothing twice", self.id);
        player.told.extend(events.iter().cloned());
        // Only an answer is known to be shown after something: after it was asked for.
        let is_answer = matches!(
            message,
            ServerMessage::Events { re: Some(_), .. } | ServerMessage::Game(_)
        );
        if let (Some(clock), true) = (clock, is_answer) {
            self.seen = Some(Seen {
                clock: *clock,
                seq: player.told.len(),
                after: player.asked,
                before: Instant::now(),
            });
        }
        Ok(message)
    }

    /// Lets a player hear what the other has heard.
    pub(crate) async fn catch_up(&mut self, seat: usize) -> Result<(), ClientError> {
        while self.players[seat].told.len() < self.players[1 - seat].told.len() {
            self.hear(seat).await?;
        }
        Ok(())
    }

    async fn act(&mut self, seat: usize, act: Value, ply: Option<u32>) -> Result<(), ClientError> {
        self.re += 1;
        let re = self.re;
        let message = ClientMessage::Act {
            re,
            game: self.id.clone(),
            act: serde_json::from_value(act).expect("an act"),
            ply,
        };
        let player = &mut self.players[seat];
        player.asked = Instant::now();
        let asked = player.asked;
        player.line.as_mut().expect("a line").say(&message).await?;
        loop {
            match self.hear(seat).await? {
                ServerMessage::Events { re: Some(n), .. } if n == re => break,
                ServerMessage::Refused { re: n, refusal } if n == re => {
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

    /// Makes a random legal move for whoever has it.
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

    /// Both players come back to a server that was started again. Everything that either was told is
    /// there, and the clocks are right.
    pub(crate) async fn come_back(
        &mut self,
        server: &Process,
        death: Death,
    ) -> Result<GameState, ClientError> {
        self.move_to(server.address);
        let told = self.log().len();
        let seen = self.seen.take();
        let state = self.join(0).await?;
        let heard = Instant::now();
        if let Some(seen) = seen {
            self.check_time(&seen, &state, server, death, heard);
        }
        self.slowest = Duration::ZERO;
        self.join(1).await?;
        self.catch_up(0).await?;
        self.catch_up(1).await?;
        self.check_log(told).await?;
        Ok(state)
    }

    /// Both come to another server, which knows the game up to some point, as if they knew nothing of
    /// it. Returns what is known there.
    pub(crate) async fn begin_again_at(
        &mut self,
        server: &Process,
    ) -> Result<Vec<EventDto>, ClientError> {
        self.move_to(server.address);
        for player in &mut self.players {
            player.told.clear();
        }
        self.seen = None;
        self.join(0).await?;
        self.join(1).await?;
        self.catch_up(0).await?;
        Ok(self.log().to_vec())
    }

    /// Both were told the same, and so is whoever asks for everything.
    pub(crate) async fn check_log(&mut self, told: usize) -> Result<(), ClientError> {
        let path = format!("/api/v1/games/{}", self.id);
        let whole: GameState = self.players[0].client.get(&path).await?;
        assert_eq!(whole.from, 1);
        assert!(
            whole.events.len() >= told,
            "{}: {} events of {told} are there",
            self.id,
            whole.events.len()
        );
        for player in &self.players {
            for (number, (told, kept)) in player.told.iter().zip(&whole.events).enumerate() {
                assert_eq!(told, kept, "{}: event {}", self.id, number + 1);
            }
        }
        for pair in whole.events.windows(2) {
            assert!(pair[0].at <= pair[1].at, "{}: time goes back", self.id);
        }
        Ok(())
    }

    /// The time of the game now.
    pub(crate) async fn time_now(&mut self) -> Result<u64, ClientError> {
        let path = format!("/api/v1/games/{}", self.id);
        let whole: GameState = self.players[0].client.get(&path).await?;
        assert!(whole.outcome.is_none(), "{}: the game runs", self.id);
        Ok(whole.now)
    }

    /// The server is elsewhere now.
    pub(crate) fn move_to(&mut self, address: SocketAddr) {
        for player in &mut self.players {
            player.client.set_address(address);
        }
    }

    /// The time of the game goes on from where it stood when the server died: none is lost, and at
    /// most half a second and one commit are given back.
    fn check_time(
        &self,
        seen: &Seen,
        state: &GameState,
        server: &Process,
        death: Death,
        heard: Instant,
    ) {
        let now = Duration::from_millis(state.now);
        let at = Duration::from_millis(seen.clock.at);
        let most_lived = death.before.saturating_duration_since(seen.after);
        let since_start = heard.saturating_duration_since(server.began);
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

    /// If nothing was played that nobody was told of, what stood stands, and what ran runs with the time
    /// of the game.
    fn check_displays(&self, seen: &Seen, state: &GameState) {
        let Some(clock) = state.clock.filter(|_| self.log().len() == seen.seq) else {
            return;
        };
        let what = || format!("{}: {:?} became {clock:?}", self.id, seen.clock);
        assert_eq!(clock.running, seen.clock.running, "{}", what());
        // Less than nothing where some of the time that was shown was given back.
        let passed = clock.at.cast_signed() - seen.clock.at.cast_signed();
        let runs = |before: DisplayDto, after: DisplayDto, passed: i64| {
            let expected = before.main.saturating_sub_signed(passed);
            assert_eq!(after.main, expected, "{}", what());
        };
        let (black, white) = match clock.running {
            Some(SideDto::Black) => (passed, 0),
            Some(SideDto::White) => (0, passed),
            // Before the start and after the end both stand.
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
