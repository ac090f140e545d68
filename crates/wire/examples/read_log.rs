//! Reads the log of a game and tells what happened.
//!
//! ```sh
//! cargo run -p komadai-wire --example read_log -- crates/wire/examples/game.json
//! ```

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use komadai_game::narrate::{self, Language};
use komadai_game::{Event, Game, Opening};
use komadai_wire::log::LogDto;
use std::error::Error;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args().nth(1).ok_or("expected a file")?;
    let text = fs::read_to_string(file)?;
    // An error names the field at fault.
    let (opening, events): (Opening, Vec<Event>) = komadai_wire::read::<LogDto, _>(&text)?;

    let mut game = Game::new(opening)?;
    for event in &events {
        let line = narrate::line(Language::English, &game, event);
        println!("{:>8} ms  {line}", event.at.get());
        game.apply(event);
    }
    if game.is_running() {
        println!("{} to move", game.turn());
    }
    println!("{}", game.position());
    Ok(())
}
