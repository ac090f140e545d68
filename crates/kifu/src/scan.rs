//! A place in a line of text that moves forward: the scanner of all text formats and notations.

use crate::kanji::numeral;
use crate::notation::NotAMove;
use komadai_core::{File, Rank, Square};

/// What is left of a line. Copying it marks a place to come back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scan<'t> {
    line: &'t str,
    rest: &'t str,
}

impl<'t> Scan<'t> {
    #[inline]
    pub(crate) fn new(line: &'t str) -> Scan<'t> {
        Scan { line, rest: line }
    }

    #[inline]
    pub(crate) fn rest(&self) -> &'t str {
        self.rest
    }

    /// The text between an earlier place in the same line and this one.
    #[inline]
    pub(crate) fn since(&self, earlier: &Scan<'t>) -> &'t str {
        let read = earlier.rest.len().saturating_sub(self.rest.len());
        earlier.rest.get(..read).unwrap_or_default()
    }

    /// The column, counted in characters from 1.
    pub(crate) fn column(&self) -> usize {
        let read = self.line.len() - self.rest.len();
        self.line
            .get(..read)
            .map_or(1, |text| text.chars().count() + 1)
    }

    #[inline]
    pub(crate) fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    #[inline]
    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    #[inline]
    pub(crate) fn advance(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next();
        self.rest = chars.as_str();
        next
    }

    /// Takes the next character if it has a meaning.
    #[inline]
    pub(crate) fn take<T>(&mut self, meaning: impl FnOnce(char) -> Option<T>) -> Option<T> {
        let mut chars = self.rest.chars();
        let value = chars.next().and_then(meaning)?;
        self.rest = chars.as_str();
        Some(value)
    }

    /// Takes the next character if it is this one.
    #[inline]
    pub(crate) fn eat(&mut self, wanted: char) -> bool {
        match self.rest.strip_prefix(wanted) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Takes a text if it comes next.
    #[inline]
    pub(crate) fn eat_str(&mut self, wanted: &str) -> bool {
        match self.rest.strip_prefix(wanted) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Takes a text if it comes next, ignoring ASCII case.
    pub(crate) fn eat_word(&mut self, wanted: &str) -> bool {
        match self.rest.split_at_checked(wanted.len()) {
            Some((word, rest)) if word.eq_ignore_ascii_case(wanted) => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// Skips blanks, the full-width one included.
    #[inline]
    pub(crate) fn skip_blanks(&mut self) {
        self.rest = trim_start(self.rest);
    }

    /// Takes a square of two numerals, each in any form: `77`, `７七`, `7七`.
    #[inline]
    pub(crate) fn numeric_square(&mut self) -> Option<Square> {
        self.square(numeral)
    }

    /// Takes a square of a numeral and a letter: `7g`.
    pub(crate) fn lettered_square(&mut self) -> Option<Square> {
        self.square(|c| match c.to_ascii_lowercase() {
            rank @ 'a'..='i' => Some(rank as u8 - b'a' + 1),
            _ => None,
        })
    }

    #[inline]
    fn square(&mut self, rank: impl FnOnce(char) -> Option<u8>) -> Option<Square> {
        let mut ahead = *self;
        let file = File::from_number(ahead.take(numeral)?)?;
        let rank = Rank::from_number(ahead.take(rank)?)?;
        *self = ahead;
        Some(Square::new(file, rank))
    }

    /// Requires that nothing but blanks is left.
    pub(crate) fn finish(self) -> Result<(), NotAMove> {
        let rest = self.rest.trim_start();
        if rest.is_empty() {
            return Ok(());
        }
        Err(Scan { rest, ..self }.expected("nothing more"))
    }

    /// The error at this place.
    pub(crate) fn expected(&self, expected: &'static str) -> NotAMove {
        NotAMove {
            column: self.column(),
            expected,
        }
    }

    /// Takes ASCII digits.
    #[inline]
    pub(crate) fn digits(&mut self) -> &'t str {
        let end = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at_checked(end).unwrap_or_default();
        self.rest = rest;
        digits
    }

    /// The next token for an error: letters, digits, or a single character.
    pub(crate) fn token(&self) -> &'t str {
        let same: fn(char) -> bool = match self.peek() {
            Some(first) if first.is_numeric() => |c| c.is_numeric() || c == '.',
            Some(first) if first.is_alphabetic() => char::is_alphabetic,
            _ => |_| false,
        };
        let after_first = self.peek().map_or(0, char::len_utf8);
        let tail = self.rest.get(after_first..).unwrap_or_default();
        let end = after_first + tail.find(|c| !same(c)).unwrap_or(tail.len());
        self.rest.get(..end).unwrap_or_default()
    }

    /// Takes a number in ASCII digits, at most `u64::MAX`.
    #[inline]
    pub(crate) fn number(&mut self) -> Option<u64> {
        let digits = self.digits();
        let add = |sum: u64, digit: u8| {
            sum.saturating_mul(10)
                .saturating_add(u64::from(digit - b'0'))
        };
        (!digits.is_empty()).then(|| digits.bytes().fold(0, add))
    }

    /// Takes a number in ASCII or full-width digits.
    pub(crate) fn wide_number(&mut self) -> Option<u64> {
        let mut sum: Option<u64> = None;
        while let Some(digit) = self.peek().and_then(wide_digit) {
            sum = Some(
                sum.unwrap_or(0)
                    .saturating_mul(10)
                    .saturating_add(u64::from(digit)),
            );
            self.advance();
        }
        sum
    }
}

/// The value of an ASCII or full-width digit.
#[inline]
pub(crate) fn wide_digit(c: char) -> Option<u8> {
    match c {
        '0'..='9' => Some(c as u8 - b'0'),
        '０'..='９' => u8::try_from(c as u32 - '０' as u32).ok(),
        _ => None,
    }
}

#[inline]
pub(crate) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{3000}' | '\r')
}

/// A text without blanks at its start.
#[inline]
pub(crate) fn trim_start(text: &str) -> &str {
    text.trim_start_matches(is_blank)
}

/// A text without blanks at its ends.
#[inline]
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}

/// Lines and columns of places in a text. Asking in the order of the text takes one walk over it.
#[derive(Debug)]
pub(crate) struct Places<'t> {
    text: &'t str,
    at: usize,
    line: usize,
    column: usize,
}

impl<'t> Places<'t> {
    pub(crate) fn new(text: &'t str) -> Places<'t> {
        Places {
            text,
            at: 0,
            line: 1,
            column: 1,
        }
    }

    /// Line and column of a byte, counted from 1; columns in characters. Places before the last one
    /// asked for are taken for that one.
    pub(crate) fn of(&mut self, at: usize) -> (usize, usize) {
        let passed = self.text.get(self.at..at).unwrap_or_default();
        let lines = passed.bytes().filter(|&b| b == b'\n').count();
        let last = passed.rsplit('\n').next().unwrap_or_default();
        self.column = last.chars().count() + if lines > 0 { 1 } else { self.column };
        self.line += lines;
        self.at = self.at.max(at);
        (self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read_in_every_form_of_numeral() {
        for text in ["76", "７六", "7六", "７６", "七六"] {
            let square = Scan::new(text).numeric_square();
            assert_eq!(square, Some(Square::S76), "{text}");
        }
        assert_eq!(Scan::new("7f").lettered_square(), Some(Square::S76));
        assert_eq!(Scan::new("7F").lettered_square(), Some(Square::S76));
    }

    #[test]
    fn what_is_no_square_is_not_read() {
        for text in ["", "7", "70", "07", "7f", "〇六"] {
            let mut scan = Scan::new(text);
            assert_eq!(scan.numeric_square(), None, "{text}");
            assert_eq!(scan.rest(), text);
        }
    }

    #[test]
    fn columns_count_characters() {
        let mut scan = Scan::new("７六x");
        scan.numeric_square();
        assert_eq!(scan.expected("a piece").column, 3);
    }
}
