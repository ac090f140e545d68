//! Lines from the interface to the engine.

use crate::go::{Go, GoClock};
use crate::text::{OneLine, TextValue, value};
use crate::words::{LineWords, UsiWords};
use komadai_core::{LineError, LineErrorKind, PositionLine};
use std::fmt;

/// A line from the interface to the engine.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum UsiCommand {
    /// `usi`: identify yourself and declare your options, then `usiok`.
    Usi,
    /// `isready`: load and allocate, then `readyok`.
    IsReady,
    /// `setoption name … [value …]`
    SetOption(SetOption),
    /// `usinewgame`: a new game starts.
    UsiNewGame,
    /// `position …`
    Position(PositionLine),
    /// `go …`
    Go(Go),
    /// `stop`: answer now.
    Stop,
    /// `ponderhit`: the expected move was played; newer clocks may follow.
    PonderHit(GoClock),
    /// `gameover …`: the game has ended.
    GameOver(GameResult),
    /// `quit`
    Quit,
    /// Any other line, trimmed.
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

/// The result of a game from the engine's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// `win`
    Win,
    /// `lose`
    Lose,
    /// `draw`
    Draw,
}

impl UsiCommand {
    /// Parses a line; returns `None` for a blank one.
    ///
    /// # Errors
    /// Returns the column and the word at fault.
    pub fn parse(line: &str) -> Result<Option<UsiCommand>, LineError> {
        let mut words = LineWords::new(line);
        let Some(first) = words.next() else {
            return Ok(None);
        };
        Ok(Some(match first.text {
            "usi" => UsiCommand::Usi,
            "isready" => UsiCommand::IsReady,
            "setoption" => UsiCommand::SetOption(SetOption::read(&mut words)?),
            "usinewgame" => UsiCommand::UsiNewGame,
            "position" => UsiCommand::Position(PositionLine::read(&mut words)?),
            "go" => UsiCommand::Go(Go::read(&mut words)?),
            "stop" => UsiCommand::Stop,
            "ponderhit" => UsiCommand::PonderHit(read_clock(&mut words)?),
            "gameover" => UsiCommand::GameOver(GameResult::read(&mut words)?),
            "quit" => UsiCommand::Quit,
            _ => UsiCommand::Other(words.whole()),
        }))
    }
}

fn read_clock(words: &mut LineWords<'_>) -> Result<GoClock, LineError> {
    let mut clock = GoClock::default();
    while let Some(word) = words.next() {
        clock.read(word.text, words)?;
    }
    Ok(clock)
}

impl SetOption {
    fn read(words: &mut LineWords<'_>) -> Result<SetOption, LineError> {
        let first = words.need("name")?;
        if first.text != "name" {
            return Err(words.error(first, LineErrorKind::Expected("name")));
        }
        let mut has_value = false;
        let mut name = String::new();
        for word in words.by_ref() {
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
        let value = has_value.then(|| value(words.text()));
        Ok(SetOption { name, value })
    }
}

impl GameResult {
    fn read(words: &mut LineWords<'_>) -> Result<GameResult, LineError> {
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

impl fmt::Display for UsiCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UsiCommand::Usi => f.write_str("usi"),
            UsiCommand::IsReady => f.write_str("isready"),
            UsiCommand::SetOption(option) => option.fmt(f),
            UsiCommand::UsiNewGame => f.write_str("usinewgame"),
            UsiCommand::Position(position) => write!(f, "position {position}"),
            UsiCommand::Go(go) => go.fmt(f),
            UsiCommand::Stop => f.write_str("stop"),
            UsiCommand::PonderHit(clock) => write!(f, "ponderhit{clock}"),
            UsiCommand::GameOver(result) => write!(f, "gameover {result}"),
            UsiCommand::Quit => f.write_str("quit"),
            UsiCommand::Other(line) => OneLine(line).fmt(f),
        }
    }
}

impl fmt::Display for SetOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setoption name {}", OneLine(&self.name))?;
        match &self.value {
            Some(value) => write!(f, " value {}", TextValue(value)),
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
