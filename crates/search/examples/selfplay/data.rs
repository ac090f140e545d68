//! Quiet positions of fast games, with what the search and the game said of them.

use crate::Settings;
use crate::play::{opening, play};
use komadai_core::{Color, Position, Rules};
use komadai_search::{EngineAction, SearchAnswer, SearchScore};
use komadai_testkit::Rng;
use std::process::ExitCode;

/// Beyond this a game is decided and teaches nothing.
const LARGEST: i32 = 2500;

/// Prints lines of the form `score result sfen`: what the search found in hundredths of a pawn, and who
/// won (1, 0.5 or 0), both for the side to move.
pub(crate) fn write<R: Rules>(settings: &Settings) -> ExitCode {
    let mut rng = Rng::new(settings.seed);
    let engines = [(); 2].map(|()| crate::engine_with::<R>(settings.numbers.as_ref()));
    let [Ok(mut first), Ok(mut second)] = engines else {
        eprintln!("selfplay: the numbers cannot be read");
        return ExitCode::from(2);
    };
    for _ in 0..settings.games {
        let line = opening::<R>(&mut rng);
        let mut quiet = Vec::new();
        let mut watch = |position: &Position<R>, answer: &SearchAnswer| {
            if let Some(score) = quiet_score(position, answer) {
                quiet.push((*position, score));
            }
        };
        let engines = [&mut first, &mut second];
        match play(engines, Some(settings.nodes), &line, &mut watch) {
            Ok(ending) => {
                for (position, score) in quiet {
                    let won = |winner: Color| u8::from(winner == position.turn()).into();
                    let result: f64 = ending.winner.map_or(0.5, won);
                    println!("{score} {result} {position}");
                }
            }
            Err(fault) => {
                eprintln!("{fault}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// The score of a position where nothing hangs: not in check, and the best move takes and promotes
/// nothing.
fn quiet_score<R: Rules>(position: &Position<R>, answer: &SearchAnswer) -> Option<i32> {
    let (EngineAction::Move(mv), SearchScore::Centipawns(score)) = (answer.action, answer.score)
    else {
        return None;
    };
    let quiet =
        !position.is_in_check() && position.piece_on(mv.to()).is_none() && !mv.is_promotion();
    (quiet && score.abs() <= LARGEST).then_some(score)
}
