//! The log in plain words: a line for every event, in English or Japanese.
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
//! A line says what was seen and heard at the board. It never tells that a move is illegal: that a claim,
//! a taking back or the end of the game do.

mod english;
mod japanese;
mod moves;
#[cfg(test)]
mod tests;

use crate::event::Event;
use crate::game::Game;
use crate::opening::{Opening, OpeningError};
use crate::outcome::Outcome;
use komadai_core::Color;
use std::fmt;
use std::str::FromStr;

/// A language to tell a game in.
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

/// A text is no code of a language.
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

/// What an event is in words. `before` is the game as it was before the event.
pub fn line(language: Language, before: &Game, event: &Event) -> String {
    match language {
        Language::English => english::line(before, event),
        Language::Japanese => japanese::line(before, event),
    }
}

/// A whole log in words, a line for every event.
///
/// # Errors
/// The game that is to be told cannot begin.
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

/// How a game ended, in words.
pub fn outcome(language: Language, game: &Game, outcome: &Outcome) -> String {
    match language {
        Language::English => english::outcome(outcome),
        Language::Japanese => japanese::Names::of(game).outcome(outcome),
    }
}

/// The side that did not win, where one did.
fn loser(outcome: &Outcome) -> Option<Color> {
    outcome.verdict.winner().map(|winner| !winner)
}

/// Whose claim or declaration an event speaks of: the one that waits for the arbiter, else the actor's.
fn claimant(before: &Game, event: &Event) -> crate::actor::Actor {
    before.pending.map_or(event.by, |pending| pending.by)
}

/// The number of the move that follows so many moves of the game.
fn move_number(before: &Game, ply: u32) -> u32 {
    before.start_position().move_number().saturating_add(ply)
}
