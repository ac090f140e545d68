//! Values in the words of a line.

use crate::text::OneLine;
use komadai_core::{LineError, LineErrorKind, LineWord, Move};
use std::time::Duration;

pub(crate) use komadai_core::LineWords;

/// What lines of the protocol have beside words and moves.
pub(crate) trait UsiWords<'l> {
    /// The rest of the line, trimmed.
    fn text(&mut self) -> String;

    /// The whole line, trimmed.
    fn whole(&self) -> String;

    /// The words before `stop`, joined by single blanks; `stop` is consumed too.
    fn until(&mut self, stop: impl Fn(&LineWords<'l>, &str) -> bool) -> String;

    /// A non-negative integer, saturating.
    fn number(&mut self, what: &'static str) -> Result<u64, LineError>;

    /// A 32-bit number, saturating.
    fn number32(&mut self, what: &'static str) -> Result<u32, LineError>;

    /// Milliseconds. Some programs send negative clocks, which count as zero.
    fn millis(&mut self, what: &'static str) -> Result<Duration, LineError>;

    /// The moves up to the first word that is not a move.
    fn moves(&mut self) -> Vec<Move>;
}

impl<'l> UsiWords<'l> for LineWords<'l> {
    fn text(&mut self) -> String {
        let text = OneLine(self.rest().trim_end()).to_string();
        self.for_each(drop);
        text
    }

    fn whole(&self) -> String {
        OneLine(self.line().trim()).to_string()
    }

    fn until(&mut self, stop: impl Fn(&LineWords<'l>, &str) -> bool) -> String {
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

    fn number(&mut self, what: &'static str) -> Result<u64, LineError> {
        let word = self.need(what)?;
        let digits = word.text.strip_prefix('+').unwrap_or(word.text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.error(word, LineErrorKind::Expected(what)));
        }
        Ok(digits.parse().unwrap_or(u64::MAX))
    }

    fn number32(&mut self, what: &'static str) -> Result<u32, LineError> {
        Ok(u32::try_from(self.number(what)?).unwrap_or(u32::MAX))
    }

    fn millis(&mut self, what: &'static str) -> Result<Duration, LineError> {
        let negative = |word: LineWord<'_>| {
            let digits = word.text.strip_prefix('-').unwrap_or_default();
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        if self.peek().is_some_and(negative) {
            self.next();
            return Ok(Duration::ZERO);
        }
        self.number(what).map(Duration::from_millis)
    }

    fn moves(&mut self) -> Vec<Move> {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_saturate_and_clocks_do_not_run_below_zero() {
        let mut words = LineWords::new("99999999999999999999999 -5 -x 99999999999");
        assert_eq!(words.number("n").unwrap(), u64::MAX);
        assert_eq!(words.millis("ms").unwrap(), Duration::ZERO);
        assert_eq!(words.millis("ms").unwrap_err().column, 28);
        assert_eq!(words.number32("n").unwrap(), u32::MAX);
    }
}
