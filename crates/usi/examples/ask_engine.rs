//! Asks a USI engine for its move within a second.
//!
//! ```sh
//! cargo run -p komadai-usi --example ask_engine -- "komadai usi" "startpos moves 7g7f 3c3d"
//! ```

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use komadai_core::{PositionLine, Tolerance, Variant};
use komadai_usi::process::{EngineCommand, EngineProcess, Limit, Timeouts};
use std::env;
use std::error::Error;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let engine = arguments
        .next()
        .ok_or("expected the command of an engine")?;
    let engine: EngineCommand = engine.parse()?;
    let position = match arguments.next() {
        Some(text) => text.parse()?,
        None => PositionLine::default(),
    };
    // Engines need not survive illegal moves.
    position.resolve(Variant::Shogi, Tolerance::Strict)?;

    let mut engine = EngineProcess::start(&engine, Timeouts::default())?;
    println!("{} by {}", engine.name(), engine.author());
    engine.new_game()?;
    let limit = Limit::MoveTime(Duration::from_secs(1));
    let thought = engine.go(&position, &limit, |info| println!("{info}"))?;
    println!("{} after {} ms", thought.best, thought.wall.as_millis());
    engine.quit();
    Ok(())
}
