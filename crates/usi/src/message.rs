//! Lines from the engine to the interface.

use crate::bestmove::{BestMove, Checkmate};
use crate::info::Info;
use crate::option::EngineOption;
use crate::text::OneLine;
use crate::words::{LineWords, UsiWords};
use komadai_core::{LineError, LineErrorKind};
use std::fmt;

/// A line from the engine to the interface.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Message {
    /// `id …`
    Id(Id),
    /// `option …`
    Option(EngineOption),
    /// `usiok`
    UsiOk,
    /// `readyok`
    ReadyOk,
    /// `bestmove …`
    BestMove(BestMove),
    /// `checkmate …`
    Checkmate(Checkmate),
    /// `info …`
    Info(Box<Info>),
    /// Any other line, trimmed.
    Other(String),
}

/// The identity of the engine.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Id {
    /// `id name …`
    Name(String),
    /// `id author …`
    Author(String),
}

impl Message {
    /// Parses a line; returns `None` for a blank one.
    ///
    /// # Errors
    /// Returns the column and the word at fault.
    pub fn parse(line: &str) -> Result<Option<Message>, LineError> {
        let mut words = LineWords::new(line);
        let Some(first) = words.next() else {
            return Ok(None);
        };
        Ok(Some(match first.text {
            "id" => Message::Id(Id::read(&mut words)?),
            "option" => Message::Option(EngineOption::read(&mut words)?),
            "usiok" => Message::UsiOk,
            "readyok" => Message::ReadyOk,
            "bestmove" => Message::BestMove(BestMove::read(&mut words)?),
            "checkmate" => Message::Checkmate(Checkmate::read(&mut words)?),
            "info" => Message::Info(Box::new(Info::read(&mut words)?)),
            _ => Message::Other(words.whole()),
        }))
    }
}

impl Id {
    fn read(words: &mut LineWords<'_>) -> Result<Id, LineError> {
        let word = words.need("name or author")?;
        match word.text {
            "name" => Ok(Id::Name(words.text())),
            "author" => Ok(Id::Author(words.text())),
            _ => Err(words.error(word, LineErrorKind::Expected("name or author"))),
        }
    }
}

impl From<Info> for Message {
    fn from(info: Info) -> Message {
        Message::Info(Box::new(info))
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Id(Id::Name(name)) => write!(f, "id name {}", OneLine(name)),
            Message::Id(Id::Author(author)) => write!(f, "id author {}", OneLine(author)),
            Message::Option(option) => option.fmt(f),
            Message::UsiOk => f.write_str("usiok"),
            Message::ReadyOk => f.write_str("readyok"),
            Message::BestMove(best) => best.fmt(f),
            Message::Checkmate(checkmate) => checkmate.fmt(f),
            Message::Info(info) => info.fmt(f),
            Message::Other(line) => OneLine(line).fmt(f),
        }
    }
}
