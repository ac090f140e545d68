//! Lines from the interface to the engine.

use crate::error::{LineError, LineErrorKind};
use crate::go::{Clock, Go};
use crate::position::PositionCommand;
use crate::text::{OneLine, Value, value};
use crate::words::Words;
use std::fmt;

/// A line from the interface to the engine.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Command {
    /// `usi`: say who you are and what can be set, then `usiok`.
    Usi,
    /// `isready`: load and allocate, then `readyok`.
    IsReady,
    /// `setoption name … [value …]`
    SetOption(SetOption),
    /// `usinewgame`: a game begins.
    UsiNewGame,
    /// `position …`
    Position(PositionCommand),
    /// `go …`
    Go(Go),
    /// `stop`: answer now.
    Stop,
    /// `ponderhit`: the expected move was played; newer clocks may follow.
    PonderHit(Clock),
    /// `gameover …`: the game has ended.
    GameOver(GameResult),
    /// `quit`
    Quit,
    /// A line that begins with none of these words, without the blanks around it.
    Other(String),
}

/// A new value for an option.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SetOption {
    /// The name, words separated by single blanks.
    pub name: String,
    /// The value; `<empty>` is read as the empty text. A button has none.
    pub value: Option<String>,
}

/// How a game ended, in the engine's eyes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// `win`
    Win,
    /// `lose`
    Lose,
    /// `draw`
    Draw,
}

impl Command {
    /// Reads a line; a blank one is none.
    ///
    /// # Errors
    /// The column and the word at fault.
    pub fn parse(line: &str) -> Result<Option<Command>, LineError> {
        let mut words = Words::new(line);
        let Some(first) = words.next() else {
            return Ok(None);
        };
        Ok(Some(match first.text {
            "usi" => Command::Usi,
            "isready" => Command::IsReady,
            "setoption" => Command::SetOption(SetOption::read(&mut words)?),
            "usinewgame" => Command::UsiNewGame,
            "position" => Command::Position(PositionCommand::read(&mut words)?),
            "go" => Command::Go(Go::read(&mut words)?),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit(read_clock(&mut words)?),
            "gameover" => Command::GameOver(GameResult::read(&mut words)?),
            "quit" => Command::Quit,
            _ => Command::Other(words.line()),
        }))
    }
}

fn read_clock(words: &mut Words<'_>) -> Result<Clock, LineError> {
    let mut clock = Clock::default();
    while let Some(word) = words.next() {
        clock.read(word.text, words)?;
    }
    Ok(clock)
}

impl SetOption {
    fn read(words: &mut Words<'_>) -> Result<SetOption, LineError> {
        let first = words.need("name")?;
        if first.text != "name" {
            return Err(words.error(first, LineErrorKind::Expected("name")));
        }
        let mut has_value = false;
        let mut name = String::new();
        while let Some(word) = words.next() {
            // A name may begin with any word.
            if word.text == "value" && !name.is_empty() {
                has_value = true;
                break;
            }
            if !name.is_empty() {
                name.push(' ');
            }
            name.push_str(word.text);
        }
        if name.is_empty() {
            return Err(words.missing("the name of an option"));
        }
        let value = has_value.then(|| value(words.rest()));
        Ok(SetOption { name, value })
    }
}

impl GameResult {
    fn read(words: &mut Words<'_>) -> Result<GameResult, LineError> {
        let what = "win, lose or draw";
        let word = words.need(what)?;
        match word.text {
            "win" => Ok(GameResult::Win),
            "lose" => Ok(GameResult::Lose),
            "draw" => Ok(GameResult::Draw),
            _ => Err(words.error(word, LineErrorKind::Expected(what))),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Usi => f.write_str("usi"),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption(option) => option.fmt(f),
            Command::UsiNewGame => f.write_str("usinewgame"),
            Command::Position(position) => position.fmt(f),
            Command::Go(go) => go.fmt(f),
            Command::Stop => f.write_str("stop"),
            Command::PonderHit(clock) => write!(f, "ponderhit{clock}"),
            Command::GameOver(result) => write!(f, "gameover {result}"),
            Command::Quit => f.write_str("quit"),
            Command::Other(line) => OneLine(line).fmt(f),
        }
    }
}

impl fmt::Display for SetOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setoption name {}", OneLine(&self.name))?;
        match &self.value {
            Some(value) => write!(f, " value {}", Value(value)),
            None => Ok(()),
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Win => "win",
            GameResult::Lose => "lose",
            GameResult::Draw => "draw",
        })
    }
}
