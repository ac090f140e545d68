#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod board;
pub mod client;
mod game;
mod report;

pub use board::Board;
pub use report::{Latency, Report};

use client::{Client, ClientError, Method};
use game::LoadGame;
use report::Tally;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::JoinSet;

/// Games that are set up concurrently.
const MAX_SETUPS: usize = 64;

/// The parameters of a load test.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The server.
    pub server: SocketAddr,
    /// The address of the server's metrics, for its memory.
    pub metrics: Option<SocketAddr>,
    /// The number of concurrent games; each has two sockets.
    pub games: usize,
    /// Moves per second in each game.
    pub moves_per_second: f64,
    /// The duration.
    pub seconds: u64,
    /// Single-row commits per second on the server's disk, for comparison.
    pub bare_commits_per_second: f64,
    /// The seed for the choice of moves.
    pub seed: u64,
}

/// Error of a load test.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The server is unreachable or returned an error.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// A task was aborted.
    #[error("a game was dropped: {0}")]
    Dropped(#[from] tokio::task::JoinError),
    /// The parameters are invalid.
    #[error("expected at least one game and a rate above zero")]
    Plan,
}

/// Runs the load test and returns a report. `tell` receives progress messages.
///
/// # Errors
/// Returns an error if the games cannot be set up. Later errors are counted in the report.
pub async fn run(plan: &Plan, tell: impl Fn(&str)) -> Result<Report, LoadError> {
    let sound = plan.moves_per_second.is_finite() && plan.moves_per_second > 0.0;
    if plan.games == 0 || !sound {
        return Err(LoadError::Plan);
    }
    let mut observer = plan.metrics.map(Client::new);
    let before = resident_bytes(&mut observer).await?;
    let began = Instant::now();
    let mut games = RunningGames::open(plan, &Client::new(plan.server));
    games.wait_until_ready(plan.games).await?;
    let took = began.elapsed().as_secs_f64();
    tell(&format!("{} games set up in {took:.1} s", plan.games));
    let idle = resident_bytes(&mut observer).await?;
    let end = games.begin(plan);
    // While all clients are still connected.
    tokio::time::sleep_until((end - Duration::from_millis(100)).into()).await;
    let after = resident_bytes(&mut observer).await?;
    let tally = games.close().await?;
    let per_game = |bytes: Option<u64>| Some(bytes?.saturating_sub(before?) / plan.games as u64);
    let moves = tally.moves();
    let per_second = moves as f64 / plan.seconds as f64;
    Ok(Report {
        games: plan.games,
        sockets: 2 * plan.games,
        seconds: plan.seconds as f64,
        moves,
        moves_per_second: per_second,
        wanted_per_second: plan.games as f64 * plan.moves_per_second,
        latency: tally.latency(),
        errors: tally.errors,
        faults: tally.faults,
        bare_commits_per_second: plan.bare_commits_per_second,
        ratio: per_second / plan.bare_commits_per_second,
        memory_per_game_at_start: per_game(idle),
        memory_per_game: per_game(after),
        memory: after,
    })
}

/// Start, rate and end of all games.
#[derive(Clone, Copy, Debug)]
struct Pace {
    begin: Instant,
    period: Duration,
    end: Instant,
}

/// All games of the test.
struct RunningGames {
    games: JoinSet<Tally>,
    ready: mpsc::Receiver<Result<(), ClientError>>,
    pace: watch::Sender<Option<Pace>>,
}

impl RunningGames {
    fn open(plan: &Plan, observer: &Client) -> RunningGames {
        let turn = Arc::new(Semaphore::new(MAX_SETUPS));
        let (tell, ready) = mpsc::channel(MAX_SETUPS);
        let pace = watch::Sender::new(None);
        let mut games = JoinSet::new();
        for number in 0..plan.games {
            let (turn, tell, pace) = (turn.clone(), tell.clone(), pace.subscribe());
            let client = observer.new_client();
            let seed = plan.seed.wrapping_add(number as u64);
            // Spread evenly over a period.
            let offset = number as f64 / plan.games as f64;
            games.spawn(async move {
                // The semaphore is never closed.
                let permit = turn.acquire_owned().await;
                let game = LoadGame::set_up(&client, seed).await;
                drop(permit);
                let (game, outcome) = match game {
                    Ok(game) => (Some(game), Ok(())),
                    Err(error) => (None, Err(error)),
                };
                // The receiver is gone if another game could not be set up.
                let _ = tell.send(outcome).await;
                match game {
                    Some(game) => game.play(pace, offset).await,
                    None => Tally::default(),
                }
            });
        }
        RunningGames { games, ready, pace }
    }

    async fn wait_until_ready(&mut self, games: usize) -> Result<(), ClientError> {
        for _ in 0..games {
            match self.ready.recv().await {
                Some(outcome) => outcome?,
                None => break,
            }
        }
        Ok(())
    }

    fn begin(&self, plan: &Plan) -> Instant {
        let begin = Instant::now() + Duration::from_millis(200);
        let end = begin + Duration::from_secs(plan.seconds);
        self.pace.send_replace(Some(Pace {
            begin,
            period: Duration::from_secs_f64(1.0 / plan.moves_per_second),
            end,
        }));
        end
    }

    async fn close(mut self) -> Result<Tally, LoadError> {
        let mut tally = Tally::default();
        while let Some(played) = self.games.join_next().await {
            tally.add(played?);
        }
        Ok(tally)
    }
}

/// The server's resident memory, if it reports it.
async fn resident_bytes(metrics: &mut Option<Client>) -> Result<Option<u64>, ClientError> {
    let Some(client) = metrics else {
        return Ok(None);
    };
    let page = client.request(Method::GET, "/metrics", None, &[]).await?;
    let page = String::from_utf8_lossy(&page);
    let value = page
        .lines()
        .find_map(|line| line.strip_prefix("process_resident_memory_bytes "));
    Ok(value
        .and_then(|value| value.trim().parse::<f64>().ok())
        .map(|bytes| bytes as u64))
}
