//! Self-play games for learning.

use crate::games::{Contestant, Ending, MAX_MOVES, Next, play, random_opening, sampled_move};
use crate::shard::{self, MATE_SCORE, ScoredGame, ShardHeader, score_code};
use anyhow::{Context, Result, anyhow};
use komadai_core::{Color, Move, Packable, Position};
use komadai_kifu::Handicap;
use komadai_search::{Engine, Evaluation, GameLine, SearchLimits, SearchOptions};
use komadai_testkit::Rng;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Games in a file.
const GAMES: usize = 100;
/// Lines from which moves of the opening are sampled.
const LINES: usize = 6;
/// Candidates are at most this much worse than the best, in centipawns, and this much makes one e times
/// rarer.
const MARGIN: i32 = 120;
const TEMPERATURE: f64 = 45.0;
/// A game is decided when the scores of so many plies in a row agree on so much, in centipawns.
const DECIDED: i16 = 3500;
const AGREEING: usize = 6;

/// What to generate.
#[derive(clap::Args, Debug)]
pub(crate) struct GenerateArgs {
    /// The folder of the games; files that exist are kept, and numbering goes on
    #[arg(long)]
    out: PathBuf,
    /// How many games; without it, until it is stopped
    #[arg(long)]
    games: Option<usize>,
    /// Nodes per move
    #[arg(long, default_value_t = 1000)]
    nodes: u32,
    /// Machines that share a folder use different seeds
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Default: all cores
    #[arg(long)]
    threads: Option<NonZeroUsize>,
}

/// What all threads share.
struct Generation<'a, E> {
    args: &'a GenerateArgs,
    eval: &'a E,
    evaluation: u64,
    /// The next file to write.
    next: AtomicU64,
    positions: AtomicU64,
}

/// Plays games until there are enough. `evaluation` is the id of the evaluation.
pub(crate) fn generate<R: Packable, E: Evaluation<R> + Sync>(
    args: &GenerateArgs,
    eval: &E,
    evaluation: u64,
) -> Result<()> {
    std::fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    let threads = match args.threads {
        Some(threads) => threads,
        None => std::thread::available_parallelism()?,
    };
    let generation = Generation {
        args,
        eval,
        evaluation,
        next: AtomicU64::new(0),
        positions: AtomicU64::new(0),
    };
    let start = Instant::now();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.get())
            .map(|_| scope.spawn(|| generation.work::<R>(start)))
            .collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().map_err(|_| anyhow!("a thread panicked"))?)
    })
}

impl<E> Generation<'_, E> {
    fn work<R: Packable>(&self, start: Instant) -> Result<()>
    where
        E: Evaluation<R>,
    {
        let mut player = SelfPlay::<R, E>::new(self.eval, self.args.nodes);
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if self.files().is_some_and(|files| number >= files) {
                return Ok(());
            }
            let path = self.path::<R>(number);
            if path.exists() {
                continue;
            }
            // A file depends on the seed and its number alone.
            let mut rng = Rng::new(self.args.seed << 32 | number);
            let games: Vec<ScoredGame<R>> = (0..GAMES)
                .map(|_| player.game(&mut rng))
                .collect::<Result<_>>()?;
            let header = ShardHeader {
                variant: R::VARIANT,
                nodes: self.args.nodes,
                seed: self.args.seed,
                evaluation: self.evaluation,
            };
            write_whole(&path, &shard::encode(&header, &games)?)?;
            let positions: usize = games.iter().map(|game| game.moves.len()).sum();
            self.report(number, positions as u64, start.elapsed());
        }
    }

    fn files(&self) -> Option<u64> {
        self.args.games.map(|games| games.div_ceil(GAMES) as u64)
    }

    fn path<R: Packable>(&self, number: u64) -> PathBuf {
        let name = format!("{}-{}-{number:06}.games", R::VARIANT, self.args.seed);
        self.args.out.join(name)
    }

    fn report(&self, number: u64, positions: u64, elapsed: Duration) {
        let positions = positions + self.positions.fetch_add(positions, Ordering::Relaxed);
        let rate = positions as f64 / elapsed.as_secs_f64();
        let left = match self.files() {
            // Files of earlier runs are not counted, so this is what remains at most.
            Some(files) => {
                let each = elapsed.as_secs_f64() / (number + 1) as f64;
                let hours = each * files.saturating_sub(number + 1) as f64 / 3600.0;
                format!(", {hours:.1} h left")
            }
            None => String::new(),
        };
        eprintln!("file {number}: {positions} positions, {rate:.0}/s{left}");
    }
}

/// Writes a file that is either whole or absent.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let part = path.with_extension("part");
    std::fs::write(&part, bytes).with_context(|| part.display().to_string())?;
    std::fs::rename(&part, path).with_context(|| path.display().to_string())
}

/// One engine that plays both sides.
struct SelfPlay<R: Packable, E: Evaluation<R>> {
    engine: Engine<R, E>,
    limits: SearchLimits,
}

impl<R: Packable, E: Evaluation<R>> SelfPlay<R, E> {
    fn new(eval: &E, nodes: u32) -> SelfPlay<R, E> {
        let options = SearchOptions {
            hash_mebibytes: 4,
            max_moves: Some(MAX_MOVES),
            ..SearchOptions::default()
        };
        SelfPlay {
            engine: Engine::with_evaluation(options, eval.clone()),
            limits: SearchLimits {
                nodes: Some(nodes.into()),
                ..SearchLimits::default()
            },
        }
    }

    fn game(&mut self, rng: &mut Rng) -> Result<ScoredGame<R>> {
        self.engine.clear();
        let (start, forced) = start::<R>(rng)?;
        let sampled = forced.len() + 16 + rng.below(9);
        let mut moves: Vec<(Move, i16)> = Vec::new();
        let mut player = |game: &GameLine<R>| {
            let ply = moves.len();
            let lines = if ply < sampled { LINES } else { 1 };
            let answer = self.search(game, lines);
            let score = score_code(answer.score);
            if let Some(winner) = adjudicated(&moves, game.position().turn()) {
                return Ok(Next::Adjudicate(winner));
            }
            let next = Next::from_answer(&answer)
                .ok_or_else(|| anyhow!("no move found: {}", game.position()))?;
            let Next::Play(best) = next else {
                return Ok(next);
            };
            let chosen = match forced.get(ply) {
                Some(&mv) => mv,
                None if ply < sampled => {
                    sampled_move(&answer.lines, MARGIN, TEMPERATURE, rng).unwrap_or(best)
                }
                None => best,
            };
            moves.push((chosen, score));
            Ok(Next::Play(chosen))
        };
        let Ending { winner, .. } = play(start, &mut player)?;
        Ok(ScoredGame {
            start,
            winner,
            opening: sampled.min(moves.len()) as u8,
            moves,
        })
    }

    fn search(&mut self, game: &GameLine<R>, lines: usize) -> komadai_search::SearchAnswer {
        let lines = NonZeroUsize::new(lines).unwrap_or(NonZeroUsize::MIN);
        if self.engine.options().multi_pv != lines {
            let options = self.engine.options().clone();
            self.engine.set_options(SearchOptions {
                multi_pv: lines,
                ..options
            });
        }
        Contestant::search(&mut self.engine, game, &self.limits)
    }
}

/// A start position and moves to play first: mostly the normal one, some handicaps, some random moves.
fn start<R: Packable>(rng: &mut Rng) -> Result<(Position<R>, Vec<Move>)> {
    match rng.below(20) {
        0 | 1 => {
            let handicap = rng.pick(&Handicap::ALL);
            Ok((Position::from_setup(&handicap.setup())?, Vec::new()))
        }
        2 => Ok((Position::default(), random_opening::<R>(rng))),
        _ => Ok((Position::default(), Vec::new())),
    }
}

/// The winner, if the last scores of both sides agree on him. `turn` is the side to move next.
fn adjudicated(moves: &[(Move, i16)], turn: Color) -> Option<Color> {
    let last = moves.len().checked_sub(AGREEING)?;
    let winner = |ahead: Color| {
        let mut color = turn;
        moves[last..].iter().rev().all(|&(_, score)| {
            color = !color;
            let own = if color == ahead { score } else { -score };
            (DECIDED..=MATE_SCORE + 1000).contains(&own)
        })
    };
    Color::ALL.into_iter().find(|&color| winner(color))
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::{Seireigi, Shogi};
    use komadai_search::HandMade;

    #[test]
    fn a_game_is_decided_when_both_sides_agree() {
        let mv: Move = "7g7f".parse().unwrap();
        let scores = |own: i16, other: i16| [(mv, own), (mv, other)].repeat(3);
        let black_ahead = scores(4000, -4000);
        assert_eq!(adjudicated(&black_ahead, Color::Black), Some(Color::Black));
        assert_eq!(adjudicated(&black_ahead, Color::White), Some(Color::White));
        assert_eq!(adjudicated(&scores(4000, -3000), Color::Black), None);
        assert_eq!(adjudicated(&scores(4000, 4000), Color::Black), None);
        assert_eq!(adjudicated(&black_ahead[1..], Color::Black), None);
    }

    fn same_seed_same_games<R: Packable>() {
        let game = || {
            let mut rng = Rng::new(3);
            SelfPlay::<R, HandMade>::new(&HandMade::default(), 60)
                .game(&mut rng)
                .unwrap()
        };
        let first = game();
        assert_eq!(first, game());
        assert!(first.moves.len() > usize::from(first.opening));
        let mut position = first.start;
        for (mv, _) in first.moves {
            let _ = position.play(mv).unwrap();
        }
    }

    #[test]
    fn games_depend_on_the_seed_alone() {
        same_seed_same_games::<Shogi>();
        same_seed_same_games::<Seireigi>();
    }
}
