//! The log as text: a line for every event, in English or Japanese.
//!
//! ```
//! use komadai_game::narrate::{self, Language};
//! use komadai_game::{Act, Actor, Command, Game, Millis, Opening, Preset, decide};
//! let game = Game::new(Opening::new(Preset::Fesa))?;
//! let events = decide(&game, Command::new(Actor::WHITE, Act::Start), Millis::ZERO)?;
//! assert_eq!(
//!     narrate::line(Language::English, &game, &events[0]),
//!     "White begins the game. Black has the move."
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Results and refusals are worded here as well.
//!
//! A line describes what was visible at the board. It never reveals that a move is illegal; only a claim,
//! a take-back or the end of the game does.

mod english;
mod explain;
mod japanese;
mod level;
mod moves;
#[cfg(test)]
mod tests;
mod time;

pub use explain::explanation;
pub use level::level;
pub use time::clock;

use crate::event::Event;
use crate::game::Game;
use crate::opening::{Opening, OpeningError};
use crate::outcome::Outcome;
use crate::refusal::Refusal;
use komadai_core::Color;
use komadai_kifu::Handicap;
use std::fmt;
use std::str::FromStr;

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// English, with moves in Hodges's notation.
    English,
    /// 日本語
    Japanese,
}

impl Language {
    /// Every language.
    pub const ALL: [Language; 2] = [Language::English, Language::Japanese];

    /// Its code: `en`, `ja`.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Japanese => "ja",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// Error for text that is not a language code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown language: expected en or ja")]
pub struct ParseLanguageError;

impl FromStr for Language {
    type Err = ParseLanguageError;

    fn from_str(text: &str) -> Result<Language, ParseLanguageError> {
        Language::ALL
            .into_iter()
            .find(|language| language.code() == text)
            .ok_or(ParseLanguageError)
    }
}

/// Describes an event. `before` is the game before the event.
pub fn line(language: Language, before: &Game, event: &Event) -> String {
    match language {
        Language::English => english::line(before, event),
        Language::Japanese => japanese::line(before, event),
    }
}

/// Describes a whole log, one line per event.
///
/// # Errors
/// Returns an error if the game cannot start.
pub fn log(
    language: Language,
    opening: Opening,
    events: &[Event],
) -> Result<Vec<String>, OpeningError> {
    let mut game = Game::new(opening)?;
    let mut lines = Vec::with_capacity(events.len());
    for event in events {
        lines.push(line(language, &game, event));
        game.apply(event);
    }
    Ok(lines)
}

/// Describes the outcome of a game.
pub fn outcome(language: Language, game: &Game, outcome: &Outcome) -> String {
    match language {
        Language::English => english::outcome(outcome),
        Language::Japanese => japanese::Names::of(game).outcome(outcome),
    }
}

/// How a flag of a [`BoardClock`](crate::clock::BoardClock) ended a game, in words.
pub fn clock_outcome(language: Language, outcome: &Outcome) -> String {
    match language {
        Language::English => english::outcome(outcome),
        Language::Japanese => japanese::Names::new(None).outcome(outcome),
    }
}

/// Why something was not done, in words. The handicap of the game decides what the sides are called.
pub fn refusal(language: Language, handicap: Option<Handicap>, refusal: &Refusal) -> String {
    match language {
        Language::English => english::refusal(refusal),
        Language::Japanese => japanese::Names::new(handicap).refusal(refusal),
    }
}

/// The side that lost, if the other won.
fn loser(outcome: &Outcome) -> Option<Color> {
    outcome.verdict.winner().map(|winner| !winner)
}

/// The author of a claim or declaration: of the pending one, otherwise the actor.
fn claimant(before: &Game, event: &Event) -> crate::actor::Actor {
    before.pending.map_or(event.by, |pending| pending.by)
}

/// The move number after `ply` moves of the game.
fn move_number(before: &Game, ply: u32) -> u32 {
    before.start_position().move_number().saturating_add(ply)
}
