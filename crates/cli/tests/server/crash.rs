//! `kill -9` at any moment loses nothing that anyone was told of.

use crate::database::Database;
use crate::known::Known;
use crate::on_both;
use crate::process::{Death, Process};
use komadai_server::client::ClientError;
use komadai_testkit::Rng;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::task::JoinSet;

/// Games at once.
const TABLES: u64 = 6;
/// One game in so many moves is given up.
const RESIGNS: usize = 10;

on_both!(nothing_that_was_told_is_lost_by_kill_9);

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is no number")),
    )
}

/// Where a game is played, again and again.
struct Place {
    rng: Rng,
    game: Option<Known>,
    /// Games that are over, each with as many events as were told.
    kept: Vec<Known>,
}

async fn nothing_that_was_told_is_lost_by_kill_9(database: &Database) {
    let crashes = number("KOMADAI_CRASHES").unwrap_or(50);
    let seed = number("KOMADAI_SEED").unwrap_or_else(|| u64::from(std::process::id()));
    eprintln!("KOMADAI_SEED={seed} KOMADAI_CRASHES={crashes}");
    let mut rng = Rng::new(seed);
    let mut places: Vec<Place> = (0..TABLES)
        .map(|number| Place {
            rng: Rng::new(seed ^ (number + 1) << 32),
            game: None,
            kept: Vec::new(),
        })
        .collect();
    let mut death = None;
    for crash in 1..=crashes {
        let server = Arc::new(Process::start(database));
        let dies = Arc::new(AtomicBool::new(false));
        let mut playing = JoinSet::new();
        for place in places.drain(..) {
            playing.spawn(place.live(server.clone(), death, dies.clone()));
        }
        tokio::time::sleep(Duration::from_millis(20) + Duration::from_millis(rng.next_u64() % 700))
            .await;
        dies.store(true, Ordering::SeqCst);
        // The process is killed here; the tables let go of it when their lines break.
        death = Some(server.kill());
        while let Some(played) = playing.join_next().await {
            match played {
                Ok(place) => places.push(place),
                Err(error) => panic!("seed {seed}, crash {crash}: {error}"),
            }
        }
        // Now and then the server is down for longer than its clock may be behind.
        if crash % 10 == 0 {
            tokio::time::sleep(Duration::from_millis(1_300)).await;
        }
    }
    let moves = finish(database, &mut places, death.expect("a crash")).await;
    eprintln!("{crashes} crashes, {moves} moves told and kept");
    assert!(moves as u64 > crashes, "there was load: {moves} moves");
    if database.is_sqlite() {
        let check = database.ask("PRAGMA integrity_check").await;
        assert_eq!(check.as_deref(), Some("ok"));
    }
}

/// After the last crash: every game goes on and comes to an end, and what was over is still there.
async fn finish(database: &Database, places: &mut [Place], death: Death) -> usize {
    let server = Process::start(database);
    let mut moves = 0;
    for place in places {
        if let Some(mut game) = place.game.take() {
            game.come_back(&server, death).await.expect("a line");
            if !game.has("ended") {
                game.make_move(place.rng.next_u64()).await.expect("a move");
                game.resign(0).await.expect("an end");
            }
            place.kept.push(game);
        }
        for game in &mut place.kept {
            let told = game.log().len();
            game.move_to(server.address);
            game.check_log(told).await.expect("an answer");
            assert!(game.has("ended"), "{}", game.id);
            moves += game.plies();
        }
    }
    assert_eq!(server.stop("-TERM"), 0);
    moves
}

impl Place {
    /// Plays until the server dies.
    async fn live(
        mut self,
        server: Arc<Process>,
        death: Option<Death>,
        dies: Arc<AtomicBool>,
    ) -> Place {
        match self.play(&server, death).await {
            Err(ClientError::Connection(_)) if dies.load(Ordering::SeqCst) => self,
            Err(error) => panic!("the server lives, but: {error}"),
            Ok(never) => match never {},
        }
    }

    async fn play(
        &mut self,
        server: &Process,
        death: Option<Death>,
    ) -> Result<std::convert::Infallible, ClientError> {
        if let (Some(game), Some(death)) = (&mut self.game, death) {
            game.come_back(server, death).await?;
        }
        loop {
            let Some(game) = &mut self.game else {
                self.game = Some(Known::begin(&server.client(), "60m+30s").await?);
                continue;
            };
            if game.has("ended") {
                self.kept.extend(self.game.take());
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
