//! The parts of a text: tags, comments, brackets, words.

/// A part of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    /// `[Key "value"]`, the value still with its escapes.
    Tag(&'t str, &'t str),
    /// Text in braces.
    Comment(&'t str),
    /// Text after a semicolon.
    LineComment(&'t str),
    /// `(`
    Open,
    /// `)`
    Close,
    /// A move, a number, a result, or anything else without blanks.
    Word(&'t str),
}

/// Splits a text into tokens.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    /// Byte offset of the next character.
    pub(super) at: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, at: 0 }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Skips blanks; then the next token starts at `at`.
    pub(super) fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Takes text up to one of some characters, and the character too.
    fn take_until(&mut self, end: char) -> &'t str {
        let rest = self.rest();
        let length = rest.find(end).unwrap_or(rest.len());
        self.at += (length + end.len_utf8()).min(rest.len());
        rest.get(..length).unwrap_or_default()
    }

    /// Takes the text up to the closing round bracket, including nested brackets. The opening bracket is
    /// already taken.
    pub(super) fn take_brackets(&mut self) -> &'t str {
        let rest = self.rest();
        let mut depth = 1usize;
        for (i, c) in rest.char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at += i + 1;
                return rest.get(..i).unwrap_or_default();
            }
        }
        self.at += rest.len();
        rest
    }

    fn tag(&mut self) -> Option<Token<'t>> {
        let rest = self.rest();
        let key_end = rest.find(|c: char| c.is_whitespace() || c == '"')?;
        let key = rest.get(1..key_end)?;
        let value = rest.get(key_end..)?.trim_start().strip_prefix('"')?;
        if key.is_empty() || key.contains([']', '[']) {
            return None;
        }
        let mut escaped = false;
        let end = value.char_indices().find_map(|(i, c)| match c {
            '\n' => Some((i, false)),
            _ if escaped => {
                escaped = false;
                None
            }
            '\\' => {
                escaped = true;
                None
            }
            '"' => Some((i, true)),
            _ => None,
        });
        let (end, closed) = end?;
        let after = value.get(end + 1..)?.trim_start_matches([' ', '\t']);
        if !closed || !after.starts_with(']') {
            return None;
        }
        self.at += rest.len() - after.len() + 1;
        Some(Token::Tag(key, value.get(..end)?))
    }

    /// Takes a word: brackets glued to a letter belong to it, as in `G(69)58`.
    fn word(&mut self) -> Token<'t> {
        let rest = self.rest();
        let mut last = ' ';
        let mut open = false;
        let mut end = rest.len();
        for (i, c) in rest.char_indices() {
            let glued = c == '(' && last.is_alphabetic();
            let closes = c == ')' && open;
            open = (open || glued) && !closes;
            let stops = c.is_whitespace() || matches!(c, '{' | '}' | ';' | '(' | ')');
            if i > 0 && stops && !glued && !closes {
                end = i;
                break;
            }
            last = c;
        }
        self.at += end;
        Token::Word(rest.get(..end).unwrap_or_default())
    }
}

impl<'t> Iterator for Lexer<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        self.skip_blanks();
        let first = self.rest().chars().next()?;
        if first == '['
            && let Some(tag) = self.tag()
        {
            return Some(tag);
        }
        if matches!(first, '{' | '(' | ')' | ';') {
            self.at += 1;
        }
        Some(match first {
            '{' => Token::Comment(self.take_until('}')),
            ';' => Token::LineComment(self.take_until('\n').trim_end_matches('\r')),
            '(' => Token::Open,
            ')' => Token::Close,
            _ => self.word(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_fall_into_their_parts() {
        let text = "[Event \"A \\\"B\\\"\"]\n1.P-7f {x y} (1. P-2f) G(69)58;rest\n1-0";
        let tokens: Vec<Token<'_>> = Lexer::new(text).collect();
        let expected = [
            Token::Tag("Event", "A \\\"B\\\""),
            Token::Word("1.P-7f"),
            Token::Comment("x y"),
            Token::Open,
            Token::Word("1."),
            Token::Word("P-2f"),
            Token::Close,
            Token::Word("G(69)58"),
            Token::LineComment("rest"),
            Token::Word("1-0"),
        ];
        assert_eq!(tokens, expected);
    }

    #[test]
    fn unfinished_parts_end_with_the_text() {
        for text in [
            "{",
            "(",
            "[",
            "[A",
            "[A \"",
            "[A \"b\n\"]",
            ";",
            "G(",
            "}",
            "{x",
        ] {
            assert!(Lexer::new(text).count() <= 4, "{text}");
        }
    }
}
