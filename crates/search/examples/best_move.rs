//! Searches a position for two seconds and prints every better line on the way.
//!
//! ```sh
//! cargo run --release -p komadai-search --example best_move -- "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
//! ```
//!
//! Without an argument: the start position.

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use komadai_core::{Position, Shogi};
use komadai_search::{
    Control, Engine, EngineAction, GameLine, SearchInfo, SearchLimits, SearchOptions, SearchScore,
};
use std::env;
use std::error::Error;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let position: Position<Shogi> = match env::args().nth(1) {
        Some(sfen) => sfen.parse()?,
        None => Position::default(),
    };
    let mut engine = Engine::new(SearchOptions {
        threads: available_parallelism()?,
        ..SearchOptions::default()
    });
    let limits = SearchLimits {
        move_time: Some(Duration::from_secs(2)),
        ..SearchLimits::default()
    };
    let answer = engine.search(
        &GameLine::new(position),
        &limits,
        &Control::new(),
        &Instant::now(),
        &mut print_line,
    );
    match answer.action {
        EngineAction::Move(mv) => println!("{mv} after {} nodes", answer.nodes),
        EngineAction::Declare => println!("declare a win"),
        EngineAction::Resign => println!("there is no legal move"),
    }
    Ok(())
}

fn print_line(info: &SearchInfo) {
    let score = match info.score {
        SearchScore::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        SearchScore::Mate(plies) => format!("mate in {plies}"),
        SearchScore::Mated(plies) => format!("mated in {plies}"),
    };
    let line: Vec<String> = info.pv.iter().map(ToString::to_string).collect();
    println!("depth {}: {score} {}", info.depth, line.join(" "));
}
