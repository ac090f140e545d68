//! Computer players: a fixed number of threads for any number of games.
//!
//! Searches wait in a queue that serves networks and people in turn. A search has a time limit, whatever
//! the clock of its game, and stops when the game no longer needs it.

mod queue;

pub use queue::Asker;

use komadai_core::Variant;
use komadai_engine::player::ComputerPlayer;
use komadai_game::{Act, Game, Millis};
use komadai_search::{Control, Level, SearchOptions};
use queue::FairQueue;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The hash table of one player, in mebibytes.
const HASH_MEBIBYTES: usize = 16;
/// Players that a thread keeps between moves.
const MAX_PLAYERS: usize = 8;
/// Thinking time for a player who is away.
const HURRIED: Duration = Duration::from_secs(1);

/// A position for the computer.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The game, in which the computer has the move.
    pub game: Game,
    /// The computer's level.
    pub level: u8,
    /// The game time.
    pub at: Millis,
    /// The opponent.
    pub asker: Asker,
}

/// A requested search. Dropping it stops the search.
#[derive(Debug)]
pub struct Search {
    shared: Arc<Shared>,
    answer: oneshot::Receiver<Option<Act>>,
}

/// What a room tells its search.
#[derive(Debug, Default)]
struct Shared {
    control: Control,
    is_dropped: AtomicBool,
    is_hurried: AtomicBool,
}

impl Search {
    /// The computer's act; `None` if it has none. Can be awaited again if it was interrupted.
    pub async fn answer(&mut self) -> Option<Act> {
        (&mut self.answer).await.ok().flatten()
    }

    /// Ends the search soon: with the best move so far or, if it still waits, after a short time.
    pub fn hurry(&self) {
        self.shared.is_hurried.store(true, Ordering::Release);
        self.shared.control.stop();
    }

    /// Returns whether the search was told to end soon.
    pub fn is_hurried(&self) -> bool {
        self.shared.is_hurried.load(Ordering::Acquire)
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.shared.is_dropped.store(true, Ordering::Release);
        self.shared.control.stop();
    }
}

struct Job {
    request: SearchRequest,
    requested: Instant,
    shared: Arc<Shared>,
    answer: oneshot::Sender<Option<Act>>,
}

impl Job {
    fn is_wanted(&self) -> bool {
        !self.shared.is_dropped.load(Ordering::Acquire)
    }
}

/// A handle to the engine threads, which end when it is dropped.
pub struct Engines {
    jobs: Arc<Jobs>,
}

impl std::fmt::Debug for Engines {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engines").finish_non_exhaustive()
    }
}

/// The queue that the threads share.
struct Jobs {
    queue: Mutex<Queue>,
    changed: Condvar,
    /// The longest search.
    max_time: Duration,
}

struct Queue {
    jobs: FairQueue<Job>,
    is_open: bool,
}

impl Jobs {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // The queue is consistent after every call, so a poisoned lock is safe to use.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a job; returns `None` when the server has stopped.
    fn take(&self) -> Option<(Asker, Job)> {
        let mut queue = self.lock();
        loop {
            if !queue.is_open {
                return None;
            }
            queue.jobs.retain(Job::is_wanted);
            if let Some(next) = queue.jobs.pop() {
                return Some(next);
            }
            let waited = self.changed.wait(queue);
            queue = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Engines {
    /// Starts the threads. No search takes longer than `max_time`.
    ///
    /// # Errors
    /// Returns an error if a thread cannot be started.
    pub fn start(threads: usize, max_time: Duration) -> std::io::Result<Engines> {
        let jobs = Arc::new(Jobs {
            queue: Mutex::new(Queue {
                jobs: FairQueue::new(),
                is_open: true,
            }),
            changed: Condvar::new(),
            max_time,
        });
        // Made first, so that an error ends the threads that were started.
        let engines = Engines { jobs };
        for number in 0..threads.max(1) {
            let jobs = engines.jobs.clone();
            std::thread::Builder::new()
                .name(format!("engine-{number}"))
                .spawn(move || Worker::default().work(&jobs))?;
        }
        Ok(engines)
    }

    /// Requests the next act of the side to move. Time in the queue counts on the computer's clock.
    pub fn request(&self, request: SearchRequest) -> Search {
        let shared = Arc::<Shared>::default();
        let (answer, receiver) = oneshot::channel();
        let asker = request.asker.clone();
        let job = Job {
            request,
            requested: Instant::now(),
            shared: shared.clone(),
            answer,
        };
        self.jobs.lock().jobs.push(asker, job);
        self.jobs.changed.notify_one();
        Search {
            shared,
            answer: receiver,
        }
    }
}

impl Drop for Engines {
    fn drop(&mut self) {
        self.jobs.lock().is_open = false;
        self.jobs.changed.notify_all();
    }
}

#[derive(Default)]
struct Worker {
    players: HashMap<(Variant, u8), ComputerPlayer>,
}

impl Worker {
    fn work(&mut self, jobs: &Jobs) {
        while let Some((asker, job)) = jobs.take() {
            let act = self.act(&job, jobs.max_time);
            jobs.lock().jobs.finish(&asker);
            // The room may be gone.
            let _ = job.answer.send(act);
        }
    }

    fn act(&mut self, job: &Job, max_time: Duration) -> Option<Act> {
        let waited = job.requested.elapsed();
        metrics::histogram!("komadai_engine_wait_seconds").record(waited);
        let waited = Millis::new(u64::try_from(waited.as_millis()).unwrap_or(u64::MAX));
        let SearchRequest {
            game, level, at, ..
        } = &job.request;
        let player = self.player(game.opening().variant, *level);
        if job.shared.is_hurried.load(Ordering::Acquire) {
            // Its control is stopped already, which would give the first move that comes to mind.
            player.set_max_time(Some(max_time.min(HURRIED)));
            return player.act(game, at.plus(waited), &Control::new());
        }
        player.set_max_time(Some(max_time));
        player.act(game, at.plus(waited), &job.shared.control)
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

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_game::{Actor, Command, Opening, Preset, decide};
    use std::net::IpAddr;

    /// A game in which Black may think for weeks.
    fn long_game() -> Game {
        let opening = Opening {
            clock: Some("1000h".parse().expect("a clock")),
            ..Opening::new(Preset::Casual)
        };
        let mut game = Game::new(opening).expect("an opening");
        let start = Command::new(Actor::Host, Act::Start);
        for event in decide(&game, start, Millis::ZERO).expect("a start") {
            game.apply(&event);
        }
        game
    }

    fn request(person: &str, level: u8) -> SearchRequest {
        SearchRequest {
            game: long_game(),
            level,
            at: Millis::ZERO,
            asker: Asker {
                person: person.to_owned(),
                network: Some(IpAddr::from([192, 0, 2, 1])),
            },
        }
    }

    #[tokio::test]
    async fn fifty_games_of_one_person_delay_another_by_one_search() {
        let engines = Engines::start(1, Duration::from_millis(30)).expect("a thread");
        let (answered, mut answers) = tokio::sync::mpsc::unbounded_channel();
        let people = std::iter::repeat_n("a", 50).chain(["b"]);
        for (person, mut search) in people.map(|who| (who, engines.request(request(who, 20)))) {
            let answered = answered.clone();
            tokio::spawn(async move {
                let act = search.answer().await;
                let _ = answered.send((person, act.is_some()));
            });
        }
        let first = [answers.recv().await, answers.recv().await];
        assert!(first.contains(&Some(("b", true))), "{first:?}");
    }

    #[tokio::test]
    async fn dropped_search_frees_its_thread() {
        let engines = Engines::start(1, Duration::from_secs(3_600)).expect("a thread");
        let endless = engines.request(request("a", 20));
        let queued = engines.request(request("a", 20));
        drop((endless, queued));
        let mut other = engines.request(request("b", 1));
        let answer = tokio::time::timeout(Duration::from_secs(20), other.answer());
        assert!(answer.await.expect("a free thread").is_some());
    }

    #[tokio::test]
    async fn hurried_search_answers_with_its_best_move() {
        let engines = Engines::start(1, Duration::from_secs(3_600)).expect("a thread");
        let (mut running, mut queued) = (
            engines.request(request("a", 20)),
            engines.request(request("a", 20)),
        );
        for search in [&mut running, &mut queued] {
            search.hurry();
            let answer = tokio::time::timeout(Duration::from_secs(20), search.answer());
            assert!(matches!(
                answer.await.expect("in time"),
                Some(Act::Play { .. })
            ));
        }
    }
}
