//! A place in a line of text that moves forward.

/// What is left of a line.
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

    /// Skips blanks, the full-width one included.
    #[inline]
    pub(crate) fn skip_blanks(&mut self) {
        self.rest = trim_start(self.rest);
    }

    /// Takes a number in ASCII digits; too large ones stand still at the largest.
    #[inline]
    pub(crate) fn number(&mut self) -> Option<u64> {
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = self.rest.split_at_checked(digits)?;
        self.rest = rest;
        let add = |sum: u64, digit: u8| {
            sum.saturating_mul(10)
                .saturating_add(u64::from(digit - b'0'))
        };
        (digits > 0).then(|| number.bytes().fold(0, add))
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
