//! Splitting a line into words with columns.

use crate::error::{LineError, LineErrorKind};
use crate::text::OneLine;
use komadai_core::Move;
use std::time::Duration;

/// Longer words are truncated in errors.
const TOKEN_SHOWN: usize = 40;

/// The rest of a line.
#[derive(Clone, Debug)]
pub(crate) struct LineWords<'l> {
    line: &'l str,
    /// Byte offset of the next word.
    at: usize,
}

/// A word and its byte offset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineWord<'l> {
    pub(crate) text: &'l str,
    start: usize,
}

impl<'l> LineWords<'l> {
    pub(crate) fn new(line: &'l str) -> LineWords<'l> {
        LineWords { line, at: 0 }
    }

    pub(crate) fn next(&mut self) -> Option<LineWord<'l>> {
        let word = self.peek()?;
        self.at = word.start + word.text.len();
        Some(word)
    }

    pub(crate) fn peek(&self) -> Option<LineWord<'l>> {
        let rest = &self.line[self.at..];
        let trimmed = rest.trim_start();
        let text = trimmed.split(char::is_whitespace).next()?;
        let start = self.at + (rest.len() - trimmed.len());
        (!text.is_empty()).then_some(LineWord { text, start })
    }

    /// Takes the next word if it is this one.
    pub(crate) fn take(&mut self, text: &str) -> bool {
        let found = self.peek().is_some_and(|word| word.text == text);
        if found {
            self.next();
        }
        found
    }

    /// The rest of the line, trimmed.
    pub(crate) fn rest(&mut self) -> String {
        let rest = self.line[self.at..].trim();
        self.at = self.line.len();
        OneLine(rest).to_string()
    }

    /// The whole line, trimmed.
    pub(crate) fn line(&self) -> String {
        OneLine(self.line.trim()).to_string()
    }

    /// The words before `stop`, joined by single blanks; `stop` is consumed too.
    pub(crate) fn until(&mut self, stop: impl Fn(&LineWords<'l>, &str) -> bool) -> String {
        let mut text = String::new();
        while let Some(word) = self.next() {
            if stop(self, word.text) {
                break;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word.text);
        }
        text
    }

    /// The next word; an error if there is none.
    pub(crate) fn need(&mut self, what: &'static str) -> Result<LineWord<'l>, LineError> {
        self.next().ok_or_else(|| self.missing(what))
    }

    /// A non-negative integer, saturating.
    pub(crate) fn count(&mut self, what: &'static str) -> Result<u64, LineError> {
        let word = self.need(what)?;
        let digits = word.text.strip_prefix('+').unwrap_or(word.text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.error(word, LineErrorKind::Expected(what)));
        }
        Ok(digits.parse().unwrap_or(u64::MAX))
    }

    /// A 32-bit number, saturating.
    pub(crate) fn count32(&mut self, what: &'static str) -> Result<u32, LineError> {
        Ok(u32::try_from(self.count(what)?).unwrap_or(u32::MAX))
    }

    /// Milliseconds. Some programs send negative clocks, which count as zero.
    pub(crate) fn millis(&mut self, what: &'static str) -> Result<Duration, LineError> {
        let negative = |word: LineWord<'_>| {
            let digits = word.text.strip_prefix('-').unwrap_or_default();
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        if self.peek().is_some_and(negative) {
            self.next();
            return Ok(Duration::ZERO);
        }
        self.count(what).map(Duration::from_millis)
    }

    /// A move.
    pub(crate) fn mv(&mut self) -> Result<Move, LineError> {
        let word = self.need("a move")?;
        Move::parse_tolerant(word.text)
            .map_err(|error| self.error(word, LineErrorKind::Move(error)))
    }

    /// The moves up to the first word that is not a move.
    pub(crate) fn moves(&mut self) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some(word) = self.peek() {
            let Ok(mv) = Move::parse_tolerant(word.text) else {
                break;
            };
            moves.push(mv);
            self.next();
        }
        moves
    }

    pub(crate) fn error(&self, word: LineWord<'_>, kind: LineErrorKind) -> LineError {
        LineError {
            column: self.line[..word.start].chars().count() + 1,
            token: word.text.chars().take(TOKEN_SHOWN).collect(),
            kind,
        }
    }

    pub(crate) fn missing(&self, what: &'static str) -> LineError {
        LineError {
            column: self.line.trim_end().chars().count() + 1,
            token: String::new(),
            kind: LineErrorKind::Missing(what),
        }
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

    #[test]
    fn numbers_saturate_and_clocks_do_not_run_below_zero() {
        let mut words = LineWords::new("99999999999999999999999 -5 -x 99999999999");
        assert_eq!(words.count("n").unwrap(), u64::MAX);
        assert_eq!(words.millis("ms").unwrap(), Duration::ZERO);
        assert_eq!(words.millis("ms").unwrap_err().column, 28);
        assert_eq!(words.count32("n").unwrap(), u32::MAX);
    }
}
