//! How much sooner two threads reach a depth than one.

use crate::Settings;
use crate::play::{opening, play};
use komadai_core::{Position, Rules};
use komadai_search::{Control, Engine, GameLine, SearchAnswer, SearchLimits, SearchOptions};
use komadai_testkit::Rng;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Instant;

/// Positions are taken from a game at these moves.
const MOVES: [u32; 3] = [20, 40, 60];

/// Searches positions of `--games` games to a depth with one and with two threads, and prints the ratios
/// of the times, and of the nodes of one thread to half of those of two: the latter tells what the
/// ratio of times would be if the machine did nothing else.
pub(crate) fn measure<R: Rules>(settings: &Settings) -> ExitCode {
    let positions = positions::<R>(settings);
    let (mut times, mut nodes) = (0.0, 0.0);
    for position in &positions {
        let game = GameLine::new(*position);
        let [one, two] = [1, 2].map(|threads| search(&game, settings.depth, threads));
        times += (one.0 / two.0).ln();
        nodes += (2.0 * one.1 / two.1).ln();
    }
    let count = positions.len().max(1) as f64;
    println!(
        "{} positions, depth {}: time {:.2}, nodes {:.2}",
        positions.len(),
        settings.depth,
        (times / count).exp(),
        (nodes / count).exp()
    );
    ExitCode::SUCCESS
}

fn positions<R: Rules>(settings: &Settings) -> Vec<Position<R>> {
    let mut rng = Rng::new(settings.seed);
    let (mut first, mut second) = (crate::engine::<R>(), crate::engine::<R>());
    let mut positions = Vec::new();
    for _ in 0..settings.games {
        let line = opening::<R>(&mut rng);
        let mut watch = |position: &Position<R>, _: &SearchAnswer| {
            if MOVES.contains(&position.move_number()) {
                positions.push(*position);
            }
        };
        if play([&mut first, &mut second], Some(500), &line, &mut watch).is_err() {
            break;
        }
    }
    positions
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
