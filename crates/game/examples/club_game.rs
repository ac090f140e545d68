//! A game with a clock: Black drops a second pawn on a file, and White claims the illegal move.
//!
//! ```sh
//! cargo run -p komadai-game --example club_game [-- ja]
//! ```

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use komadai_core::Color;
use komadai_game::narrate::{self, Language};
use komadai_game::{Act, Actor, Claim, Command, Game, Millis, Opening, Preset, decide};
use std::env;
use std::error::Error;

/// The pawn on 7g makes the last drop illegal.
const MOVES: &str = "2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d P*2c P*7e";

fn main() -> Result<(), Box<dyn Error>> {
    let language: Language = match env::args().nth(1) {
        Some(code) => code.parse()?,
        None => Language::English,
    };
    let mut opening = Opening::new(Preset::Fesa);
    opening.clock = Some("10m+30s".parse()?);
    let mut game = Game::new(opening)?;

    let mut acts = vec![(Actor::WHITE, Act::Start)];
    let sides = [Actor::BLACK, Actor::WHITE].into_iter().cycle();
    for (actor, mv) in sides.zip(MOVES.split(' ')) {
        acts.push((actor, Act::play(mv.parse()?)));
    }
    let offender = Color::Black;
    acts.push((Actor::WHITE, Act::Claim(Claim::IllegalMove { offender })));

    for (seconds, (actor, act)) in (0..).step_by(7).zip(acts) {
        let at = Millis::new(seconds * 1000);
        // A refusal would end the example: it names the reason.
        for event in decide(&game, Command::new(actor, act), at)? {
            println!("{seconds:>3} s  {}", narrate::line(language, &game, &event));
            game.apply(&event);
        }
    }
    Ok(())
}
