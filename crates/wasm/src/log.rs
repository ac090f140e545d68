//! A game as what was asked of it, in order.

use crate::act::{ActDto, ActorDto};
use crate::error::Error;
use crate::opening::OpeningDto;
use komadai_game::{Command, Event, Game, Millis, decide};
use serde::{Deserialize, Serialize};

/// How a game was opened, and every command that was carried out.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Log {
    /// What was settled before.
    pub opening: OpeningDto,
    /// What was asked.
    pub commands: Vec<Entry>,
}

/// A command and when it was given.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Milliseconds on the game's time line.
    pub at: f64,
    /// Who.
    pub by: ActorDto,
    /// What.
    pub act: ActDto,
}

/// A number of JavaScript as an instant; what is no time is the beginning.
pub(crate) fn millis(at: f64) -> Millis {
    // The cast saturates, and gives zero for what is not a number.
    Millis::new(at as u64)
}

impl Log {
    /// Reads a log from JSON.
    ///
    /// # Errors
    /// It is none.
    pub fn parse(json: &str) -> Result<Log, Error> {
        Ok(serde_json::from_str(json)?)
    }

    /// Plays the log again, and gives every event to `take` before the game has it.
    ///
    /// # Errors
    /// The game cannot begin, or a command is refused.
    pub fn replay(&self, mut take: impl FnMut(&Game, &Event)) -> Result<Game, Error> {
        let mut game = Game::new(self.opening.build()?)?;
        for (number, entry) in (1..).zip(&self.commands) {
            let command = Command::new(entry.by.into(), entry.act.build(entry.by)?);
            let events =
                decide(&game, command, millis(entry.at)).map_err(|refusal| Error::Log {
                    index: number,
                    refusal,
                })?;
            for event in &events {
                take(&game, event);
                game.apply(event);
            }
        }
        Ok(game)
    }
}
