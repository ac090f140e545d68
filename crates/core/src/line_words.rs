//! The words of a line with their columns.

use crate::moves::{Move, ParseMoveError};
use crate::sfen::SfenErrorKind;

/// Longer words are truncated in errors.
const TOKEN_SHOWN: usize = 40;

/// Error for a line that is not valid USI.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: {kind}")]
pub struct LineError {
    /// The column of the fault, counted in characters from 1.
    pub column: usize,
    /// The word at fault; empty at the end of the line. Long words are truncated.
    pub token: String,
    /// The fault at that column.
    pub kind: LineErrorKind,
}

/// A fault of a line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineErrorKind {
    /// The line ends too early.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// An unexpected word.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A word that is not a move.
    #[error("not a move: {0}")]
    Move(ParseMoveError),
    /// SFEN with a fault.
    #[error("SFEN: {0}")]
    Sfen(SfenErrorKind),
}

/// The rest of a line.
#[derive(Clone, Debug)]
pub struct LineWords<'l> {
    line: &'l str,
    /// Byte offset of the rest.
    at: usize,
}

/// A word of a line.
#[derive(Clone, Copy, Debug)]
pub struct LineWord<'l> {
    /// The word.
    pub text: &'l str,
    /// Its byte offset in the line.
    pub start: usize,
}

impl<'l> LineWords<'l> {
    /// The words of a line.
    pub fn new(line: &'l str) -> LineWords<'l> {
        LineWords { line, at: 0 }
    }

    /// The next word, which stays.
    pub fn peek(&self) -> Option<LineWord<'l>> {
        let rest = self.rest();
        let text = rest.split(char::is_whitespace).next()?;
        let start = self.line.len() - rest.len();
        (!text.is_empty()).then_some(LineWord { text, start })
    }

    /// Takes the next word if it is this one.
    pub fn eat(&mut self, text: &str) -> bool {
        let found = self.peek().is_some_and(|word| word.text == text);
        if found {
            self.next();
        }
        found
    }

    /// The whole line.
    pub fn line(&self) -> &'l str {
        self.line
    }

    /// The rest of the line, without blanks at its start.
    pub fn rest(&self) -> &'l str {
        self.line[self.at..].trim_start()
    }

    /// The next word.
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub fn need(&mut self, what: &'static str) -> Result<LineWord<'l>, LineError> {
        self.next().ok_or_else(|| self.missing(what))
    }

    /// The next word as a move.
    ///
    /// # Errors
    /// Returns an error if there is none, or if it is not a move.
    pub fn mv(&mut self) -> Result<Move, LineError> {
        let word = self.need("a move")?;
        Move::parse_tolerant(word.text)
            .map_err(|error| self.error(word, LineErrorKind::Move(error)))
    }

    /// The remaining words as moves.
    ///
    /// # Errors
    /// Returns the first word that is not a move.
    pub fn moves_to_end(&mut self) -> Result<Vec<Move>, LineError> {
        let mut moves = Vec::new();
        while self.peek().is_some() {
            moves.push(self.mv()?);
        }
        Ok(moves)
    }

    /// The error for a word.
    pub fn error(&self, word: LineWord<'_>, kind: LineErrorKind) -> LineError {
        LineError {
            column: self.line[..word.start].chars().count() + 1,
            token: word.text.chars().take(TOKEN_SHOWN).collect(),
            kind,
        }
    }

    /// The error for a word that is missing at the end.
    pub fn missing(&self, what: &'static str) -> LineError {
        LineError {
            column: self.line.trim_end().chars().count() + 1,
            token: String::new(),
            kind: LineErrorKind::Missing(what),
        }
    }
}

impl<'l> Iterator for LineWords<'l> {
    type Item = LineWord<'l>;

    fn next(&mut self) -> Option<LineWord<'l>> {
        let word = self.peek()?;
        self.at = word.start + word.text.len();
        Some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let mut words = LineWords::new("  歩 7g7g\r");
        assert_eq!(words.next().unwrap().text, "歩");
        let error = words.mv().unwrap_err();
        assert_eq!((error.column, error.token.as_str()), (5, "7g7g"));
        assert_eq!(words.missing("a move").column, 9);
    }
}
