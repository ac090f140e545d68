//! Computer players: a fixed number of threads for any number of games.

use komadai_core::Variant;
use komadai_engine::player::ComputerPlayer;
use komadai_game::{Act, Game, Millis};
use komadai_search::{Control, Level, SearchOptions};
use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The hash table of one player, in mebibytes.
const HASH_MEBIBYTES: usize = 16;
/// Players that a thread keeps between moves.
const MAX_PLAYERS: usize = 8;

/// Called with the computer's act, or `None`.
pub type Reply = Box<dyn FnOnce(Option<Act>) + Send>;

struct Job {
    game: Game,
    level: u8,
    at: Millis,
    requested: Instant,
    reply: Reply,
}

/// A handle to the engine threads.
#[derive(Debug)]
pub struct Engines {
    jobs: Sender<Job>,
}

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Job")
            .field("level", &self.level)
            .finish_non_exhaustive()
    }
}

impl Engines {
    /// Starts the threads.
    ///
    /// # Errors
    /// Returns an error if a thread cannot be started.
    pub fn start(threads: usize) -> std::io::Result<Engines> {
        let (jobs, queue) = channel();
        let queue = Arc::new(Mutex::new(queue));
        for number in 0..threads.max(1) {
            let queue = queue.clone();
            std::thread::Builder::new()
                .name(format!("engine-{number}"))
                .spawn(move || Worker::default().work(&queue))?;
        }
        Ok(Engines { jobs })
    }

    /// Requests the next act of the side to move. Time in the queue counts on the computer's clock.
    pub fn request(&self, game: Game, level: u8, at: Millis, reply: Reply) {
        let job = Job {
            game,
            level,
            at,
            requested: Instant::now(),
            reply,
        };
        if self.jobs.send(job).is_err() {
            tracing::error!("no engine thread is running");
        }
    }
}

#[derive(Default)]
struct Worker {
    players: HashMap<(Variant, u8), ComputerPlayer>,
}

impl Worker {
    fn work(&mut self, queue: &Mutex<Receiver<Job>>) {
        loop {
            let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(job) = job else { return };
            let waited = job.requested.elapsed();
            metrics::histogram!("komadai_engine_wait_seconds").record(waited);
            let waited = Millis::new(u64::try_from(waited.as_millis()).unwrap_or(u64::MAX));
            let player = self.player(job.game.opening().variant, job.level);
            let act = player.act(&job.game, job.at.plus(waited), &Control::new());
            (job.reply)(act);
        }
    }

    fn player(&mut self, variant: Variant, level: u8) -> &mut ComputerPlayer {
        let key = (variant, level);
        if self.players.len() >= MAX_PLAYERS && !self.players.contains_key(&key) {
            self.players.clear();
        }
        self.players.entry(key).or_insert_with(|| {
            let options = SearchOptions {
                hash_mebibytes: HASH_MEBIBYTES,
                ..SearchOptions::default()
            };
            let strength = Level::try_from(u32::from(level)).unwrap_or(Level::FULL);
            let seed = u64::from_le_bytes(crate::secret::bytes());
            ComputerPlayer::new(variant, strength, seed, options)
        })
    }
}
