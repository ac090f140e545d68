//! `kill -9` at any moment loses no acknowledged event.

use crate::database::Database;
use crate::on_both;
use crate::process::{Death, Process};
use crate::tracked::TrackedGame;
use komadai_load::client::ClientError;
use komadai_testkit::Rng;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::task::JoinSet;

/// Concurrent games.
const GAMES: u64 = 6;
/// On average one resignation per this many moves.
const RESIGNS: usize = 10;

on_both!(acknowledged_events_survive_kill_9);

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is no number")),
    )
}

/// A sequence of games.
struct Series {
    rng: Rng,
    game: Option<TrackedGame>,
    /// Finished games with the received events.
    finished: Vec<TrackedGame>,
}

async fn acknowledged_events_survive_kill_9(database: &Database) {
    let crashes = number("KOMADAI_CRASHES").unwrap_or(50);
    let seed = number("KOMADAI_SEED").unwrap_or_else(|| u64::from(std::process::id()));
    eprintln!("KOMADAI_SEED={seed} KOMADAI_CRASHES={crashes}");
    let mut rng = Rng::new(seed);
    let mut all_series: Vec<Series> = (0..GAMES)
        .map(|number| Series {
            rng: Rng::new(seed ^ (number + 1) << 32),
            game: None,
            finished: Vec::new(),
        })
        .collect();
    let mut death = None;
    for crash in 1..=crashes {
        let server = Arc::new(Process::start(database));
        let is_killed = Arc::new(AtomicBool::new(false));
        let mut playing = JoinSet::new();
        for series in all_series.drain(..) {
            playing.spawn(series.play_until_killed(server.clone(), death, is_killed.clone()));
        }
        tokio::time::sleep(Duration::from_millis(20) + Duration::from_millis(rng.next_u64() % 700))
            .await;
        is_killed.store(true, Ordering::SeqCst);
        // The clients notice when their connections break.
        death = Some(server.kill());
        while let Some(played) = playing.join_next().await {
            match played {
                Ok(series) => all_series.push(series),
                Err(error) => panic!("seed {seed}, crash {crash}: {error}"),
            }
        }
        // Sometimes the server is down for longer than its clock may lag.
        if crash % 10 == 0 {
            tokio::time::sleep(Duration::from_millis(1_300)).await;
        }
    }
    let moves = finish(database, &mut all_series, death.expect("a crash")).await;
    eprintln!("{crashes} crashes, {moves} moves received and stored");
    assert!(moves as u64 > crashes, "there was load: {moves} moves");
    if database.is_sqlite() {
        let check = database.query("PRAGMA integrity_check").await;
        assert_eq!(check.as_deref(), Some("ok"));
    }
}

/// After the last crash every game can be finished, and finished games are still there.
async fn finish(database: &Database, all_series: &mut [Series], death: Death) -> usize {
    let server = Process::start(database);
    let mut moves = 0;
    for series in all_series {
        if let Some(mut game) = series.game.take() {
            game.reconnect(&server, death)
                .await
                .expect("an open socket");
            if !game.has("ended") {
                game.make_move(series.rng.next_u64()).await.expect("a move");
                game.resign(0).await.expect("an end");
            }
            series.finished.push(game);
        }
        for game in &mut series.finished {
            let received = game.log().len();
            game.move_to(server.address);
            game.check_log(received).await.expect("an answer");
            assert!(game.has("ended"), "{}", game.id);
            moves += game.plies();
        }
    }
    assert_eq!(server.stop("-TERM"), 0);
    moves
}

impl Series {
    /// Plays until the server is killed.
    async fn play_until_killed(
        mut self,
        server: Arc<Process>,
        death: Option<Death>,
        is_killed: Arc<AtomicBool>,
    ) -> Series {
        match self.play(&server, death).await {
            Err(ClientError::Connection(_)) if is_killed.load(Ordering::SeqCst) => self,
            Err(error) => panic!("the server is running, but: {error}"),
            Ok(never) => match never {},
        }
    }

    async fn play(
        &mut self,
        server: &Process,
        death: Option<Death>,
    ) -> Result<std::convert::Infallible, ClientError> {
        if let (Some(game), Some(death)) = (&mut self.game, death) {
            game.reconnect(server, death).await?;
        }
        loop {
            let Some(game) = &mut self.game else {
                self.game = Some(TrackedGame::start(&server.client(), "60m+30s").await?);
                continue;
            };
            if game.has("ended") {
                self.finished.extend(self.game.take());
                continue;
            }
            if game.plies() > 0 && self.rng.one_in(RESIGNS) {
                let seat = self.rng.below(2);
                game.resign(seat).await?;
            } else {
                game.make_move(self.rng.next_u64()).await?;
            }
            tokio::time::sleep(Duration::from_millis(self.rng.next_u64() % 8)).await;
        }
    }
}
