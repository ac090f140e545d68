//! Two players who make legal moves at a steady rate.

use super::Pace;
use super::board::Board;
use super::report::Tally;
use crate::client::{Client, ClientError, Socket};
use serde::Deserialize;
use serde_json::json;
use std::future::Future;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Timeout for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// A game with both its players.
#[derive(Debug)]
pub(super) struct LoadGame {
    game: String,
    players: [LoadPlayer; 2],
    board: Board,
    re: u32,
}

/// A player's connection.
#[derive(Debug)]
struct LoadPlayer {
    socket: Socket,
    /// Events received.
    last: u32,
    has_started: bool,
}

/// The part of a message that the driver needs; parsing all of it would slow down the server on the same
/// machine.
#[derive(Debug, Deserialize)]
struct Received {
    r#type: String,
    #[serde(default)]
    re: Option<u32>,
    #[serde(default)]
    from: Option<u32>,
    #[serde(default)]
    events: Vec<ReceivedEvent>,
    #[serde(default)]
    code: Option<String>,
    #[serde(default)]
    message: Option<String>,
}

#[derive(Debug, Deserialize)]
struct ReceivedEvent {
    fact: ReceivedFact,
}

#[derive(Debug, Deserialize)]
struct ReceivedFact {
    kind: String,
}

#[derive(Debug, Deserialize)]
struct Named {
    id: String,
}

#[derive(Debug, Deserialize)]
struct Begun {
    game: String,
}

impl LoadGame {
    /// Creates two guests and a game between them.
    pub(super) async fn set_up(client: &Client, seed: u64) -> Result<LoadGame, ClientError> {
        let (mut black, mut white) = (client.new_client(), client.new_client());
        black.me().await?;
        white.me().await?;
        let terms = json!({"rules": {"preset": "casual"}, "clock": "60m+60s", "color": "black"});
        let challenge: Named = black
            .post("/api/v1/challenges", &json!({"terms": terms}))
            .await?;
        let accept = format!("/api/v1/challenges/{}/accept", challenge.id);
        let begun: Begun = white.post(&accept, &json!({})).await?;
        let join = format!(r#"{{"type":"join","game":"{}"}}"#, begun.game);
        let mut seats = Vec::with_capacity(2);
        for player in [black, white] {
            let mut socket = player.connect().await?;
            socket.send_text(&join).await?;
            seats.push(LoadPlayer {
                socket,
                last: 0,
                has_started: false,
            });
        }
        let Ok(mut players) = <[LoadPlayer; 2]>::try_from(seats) else {
            return Err(ClientError::Answer("two seats".to_owned()));
        };
        for seat in &mut players {
            while !seat.has_started {
                seat.receive().await?;
            }
        }
        Ok(LoadGame {
            game: begun.game,
            players,
            board: Board::new(seed),
            re: 0,
        })
    }

    /// Waits for the start, then plays until the end; the first error ends the game.
    pub(super) async fn play(mut self, pace: watch::Receiver<Option<Pace>>, offset: f64) -> Tally {
        let mut tally = Tally::default();
        if let Err(fault) = self.play_on(pace, offset, &mut tally).await {
            tally.fail(fault.to_string());
        }
        tally
    }

    async fn play_on(
        &mut self,
        mut pace: watch::Receiver<Option<Pace>>,
        offset: f64,
        tally: &mut Tally,
    ) -> Result<(), ClientError> {
        let announced = async move {
            let pace = pace.wait_for(Option::is_some).await;
            pace.ok().and_then(|pace| *pace)
        };
        let Some(pace) = self.listen_until(announced).await? else {
            // Another game could not be set up.
            return Ok(());
        };
        let mut next = pace.begin + pace.period.mul_f64(offset);
        while next < pace.end {
            self.listen_until(tokio::time::sleep_until(next.into()))
                .await?;
            let made = tokio::time::timeout(ANSWER_TIMEOUT, self.make_move()).await;
            let silent = || ClientError::Answer("no answer".to_owned());
            tally.note(made.map_err(|_| silent())??);
            // Do not catch up after a late answer.
            next = (next + pace.period).max(Instant::now());
        }
        self.listen_until(tokio::time::sleep_until(pace.end.into()))
            .await
    }

    /// Receives on both connections, to answer pings, until `done` completes.
    async fn listen_until<T>(&mut self, done: impl Future<Output = T>) -> Result<T, ClientError> {
        let [black, white] = &mut self.players;
        tokio::pin!(done);
        loop {
            tokio::select! {
                done = &mut done => return Ok(done),
                received = black.receive() => drop(received?),
                received = white.receive() => drop(received?),
            }
        }
    }

    async fn make_move(&mut self) -> Result<Duration, ClientError> {
        let ply = self.board.ply();
        let Some(mv) = self.board.choose() else {
            return Err(ClientError::Answer("no move is left".to_owned()));
        };
        let (mover, other) = match &mut self.players {
            [black, white] if ply.is_multiple_of(2) => (black, white),
            [black, white] => (white, black),
        };
        self.re += 1;
        let text = format!(
            r#"{{"type":"act","re":{},"game":"{}","act":{{"kind":"play","deed":"{mv}"}},"ply":{ply}}}"#,
            self.re, self.game
        );
        let sent = Instant::now();
        mover.socket.send_text(&text).await?;
        while mover.receive().await?.re != Some(self.re) {}
        let latency = sent.elapsed();
        while other.last < mover.last {
            other.receive().await?;
        }
        Ok(latency)
    }
}

impl LoadPlayer {
    async fn receive(&mut self) -> Result<Received, ClientError> {
        let text = self.socket.receive_text().await?;
        let received: Received = serde_json::from_str(text.as_str())
            .map_err(|error| ClientError::Answer(format!("{error}: {text}")))?;
        match received.r#type.as_str() {
            "game" | "events" => self.take(&received)?,
            "refused" | "error" => {
                let code = received.code.as_deref().unwrap_or("?");
                let message = received.message.as_deref().unwrap_or("?");
                return Err(ClientError::Answer(format!("{code}: {message}")));
            }
            "bye" => return Err(ClientError::Answer("the server stops".to_owned())),
            _ => {}
        }
        Ok(received)
    }

    fn take(&mut self, received: &Received) -> Result<(), ClientError> {
        if received.from != Some(self.last + 1) {
            let gap = format!("event {:?} after {}", received.from, self.last);
            return Err(ClientError::Answer(gap));
        }
        self.last += u32::try_from(received.events.len()).unwrap_or(u32::MAX);
        for event in &received.events {
            match event.fact.kind.as_str() {
                "started" => self.has_started = true,
                "ended" => return Err(ClientError::Answer("the game ended".to_owned())),
                _ => {}
            }
        }
        Ok(())
    }
}
