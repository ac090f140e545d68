//! How much sooner two threads reach a depth than one.

use crate::games::{duel, limits};
use anyhow::Result;
use komadai_core::{Position, Rules};
use komadai_search::{Control, Engine, GameLine, SearchAnswer, SearchLimits, SearchOptions};
use komadai_testkit::Rng;
use std::num::NonZeroUsize;
use std::time::Instant;

/// Positions are taken from a game at these moves.
const MOVES: [u32; 3] = [20, 40, 60];

/// What to search.
#[derive(clap::Args, Debug)]
pub(crate) struct ThreadsArgs {
    #[arg(long, default_value_t = 10)]
    games: u32,
    #[arg(long, default_value_t = 10)]
    depth: u32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Searches positions of `--games` games to a depth with one and with two threads, and prints the ratios
/// of the times, and of the nodes of one thread to half of those of two: the latter tells what the
/// ratio of times would be if the machine did nothing else.
pub(crate) fn threads<R: Rules>(args: &ThreadsArgs) -> Result<()> {
    let positions = positions::<R>(args)?;
    let (mut times, mut nodes) = (0.0, 0.0);
    for position in &positions {
        let game = GameLine::new(*position);
        let [one, two] = [1, 2].map(|threads| search(&game, args.depth, threads));
        times += (one.0 / two.0).ln();
        nodes += (2.0 * one.1 / two.1).ln();
    }
    let count = positions.len().max(1) as f64;
    println!(
        "{} positions, depth {}: time {:.2}, nodes {:.2}",
        positions.len(),
        args.depth,
        (times / count).exp(),
        (nodes / count).exp()
    );
    Ok(())
}

fn positions<R: Rules>(args: &ThreadsArgs) -> Result<Vec<Position<R>>> {
    let mut positions = Vec::new();
    let mut watch = |position: &Position<R>, _: &SearchAnswer| {
        if MOVES.contains(&position.move_number()) {
            positions.push(*position);
        }
    };
    let (mut first, mut second) = (crate::engine::<R>(), crate::engine::<R>());
    let mut rng = Rng::new(args.seed);
    let limits = limits(Some(500), None);
    duel(
        &mut first,
        &mut second,
        &limits,
        args.games,
        &mut rng,
        &mut watch,
    )?;
    Ok(positions)
}

/// Seconds and nodes of a search.
fn search<R: Rules>(game: &GameLine<R>, depth: u32, threads: usize) -> (f64, f64) {
    let mut engine = Engine::<R>::new(SearchOptions {
        hash_mebibytes: 64,
        threads: NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN),
        ..SearchOptions::default()
    });
    let limits = SearchLimits {
        depth: Some(depth),
        ..SearchLimits::default()
    };
    // Memory is got from the system once, not for every search of a game.
    let first = SearchLimits {
        depth: Some(1),
        ..SearchLimits::default()
    };
    engine.search(game, &first, &Control::new(), &Instant::now(), &mut |_| ());
    engine.clear();
    let start = Instant::now();
    let answer = engine.search(game, &limits, &Control::new(), &start, &mut |_| ());
    (start.elapsed().as_secs_f64(), answer.nodes as f64)
}
