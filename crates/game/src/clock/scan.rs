//! A cursor in a text.

/// The rest of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClockScan<'t> {
    text: &'t str,
    rest: &'t str,
}

impl<'t> ClockScan<'t> {
    pub(super) fn new(text: &'t str) -> ClockScan<'t> {
        ClockScan { text, rest: text }
    }

    /// The column, counted in characters from 1.
    pub(super) fn column(&self) -> usize {
        let read = self.text.len() - self.rest.len();
        self.text
            .get(..read)
            .map_or(1, |read| read.chars().count() + 1)
    }

    pub(super) fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(super) fn advance(&mut self) {
        let mut chars = self.rest.chars();
        chars.next();
        self.rest = chars.as_str();
    }

    pub(super) fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Takes the next character if it is one of these.
    pub(super) fn eat(&mut self, wanted: &[char]) -> bool {
        let found = self.peek().is_some_and(|next| wanted.contains(&next));
        if found {
            self.advance();
        }
        found
    }

    /// Takes a word if it comes next, in capitals or not.
    pub(super) fn eat_word(&mut self, wanted: &str) -> bool {
        match self.rest.split_at_checked(wanted.len()) {
            Some((word, rest)) if word.eq_ignore_ascii_case(wanted) => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// Takes the ASCII digits that come next.
    pub(super) fn digits(&mut self) -> &'t str {
        let end = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at_checked(end).unwrap_or_default();
        self.rest = rest;
        digits
    }

    /// The next token for an error: letters, digits, or a single character.
    pub(super) fn token(&self) -> &'t str {
        let same: fn(char) -> bool = match self.peek() {
            Some(first) if first.is_numeric() => |c| c.is_numeric() || c == '.',
            Some(first) if first.is_alphabetic() => char::is_alphabetic,
            first => return self.until(first.map_or(0, char::len_utf8)),
        };
        let end = self.rest.find(|c| !same(c)).unwrap_or(self.rest.len());
        self.until(end)
    }

    fn until(&self, end: usize) -> &'t str {
        self.rest.get(..end).unwrap_or_default()
    }
}
