//! A place in a text, moved forward by the readers of the notations.

use super::NotAMove;
use komadai_core::{File, Rank, Square};

/// What is left of a text. Copying it is marking a place to come back to.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    rest: &'t str,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Cursor<'t> {
        Cursor { text, rest: text }
    }

    /// What has not been read yet.
    pub(super) fn rest(&self) -> &'t str {
        self.rest
    }

    /// Reads one character if `meaning` finds one in it.
    pub(super) fn take<T>(&mut self, meaning: impl FnOnce(char) -> Option<T>) -> Option<T> {
        let mut chars = self.rest.chars();
        let value = chars.next().and_then(meaning)?;
        self.rest = chars.as_str();
        Some(value)
    }

    /// Reads this character if it comes next.
    pub(super) fn eat(&mut self, expected: char) -> bool {
        self.take(|c| (c == expected).then_some(())).is_some()
    }

    /// Passes over blanks, half and full width.
    pub(super) fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Reads a square as two numerals, each in any form: `77`, `７七`, `7七`.
    pub(super) fn numeric_square(&mut self) -> Option<Square> {
        self.square(numeral)
    }

    /// Reads a square as a numeral and a letter: `7g`.
    pub(super) fn lettered_square(&mut self) -> Option<Square> {
        self.square(|c| match c.to_ascii_lowercase() {
            rank @ 'a'..='i' => Some(rank as u8 - b'a' + 1),
            _ => None,
        })
    }

    fn square(&mut self, rank: impl FnOnce(char) -> Option<u8>) -> Option<Square> {
        let mut ahead = *self;
        let file = File::from_number(ahead.take(numeral)?)?;
        let rank = Rank::from_number(ahead.take(rank)?)?;
        *self = ahead;
        Some(Square::new(file, rank))
    }

    /// Requires that nothing but blanks is left.
    pub(super) fn finish(mut self) -> Result<(), NotAMove> {
        self.skip_blanks();
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(self.expected("nothing more"))
        }
    }

    /// The error at this place.
    pub(super) fn expected(&self, expected: &'static str) -> NotAMove {
        let read = &self.text[..self.text.len() - self.rest.len()];
        NotAMove {
            column: read.chars().count() + 1,
            expected,
        }
    }
}

/// The value of a numeral from 1 to 9: half width, full width or kanji.
fn numeral(c: char) -> Option<u8> {
    Some(match c {
        '1'..='9' => c as u8 - b'0',
        '１' | '一' => 1,
        '２' | '二' => 2,
        '３' | '三' => 3,
        '４' | '四' => 4,
        '５' | '五' => 5,
        '６' | '六' => 6,
        '７' | '七' => 7,
        '８' | '八' => 8,
        '９' | '九' => 9,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read_in_every_form_of_numeral() {
        for text in ["76", "７六", "7六", "７６", "七六"] {
            assert_eq!(
                Cursor::new(text).numeric_square(),
                Some(Square::S76),
                "{text}"
            );
        }
        assert_eq!(Cursor::new("7f").lettered_square(), Some(Square::S76));
        assert_eq!(Cursor::new("7F").lettered_square(), Some(Square::S76));
    }

    #[test]
    fn what_is_no_square_is_not_read() {
        for text in ["", "7", "70", "07", "7f", "〇六"] {
            let mut cursor = Cursor::new(text);
            assert_eq!(cursor.numeric_square(), None, "{text}");
            assert_eq!(cursor.rest(), text);
        }
    }

    #[test]
    fn columns_count_characters() {
        let mut cursor = Cursor::new("７六x");
        cursor.numeric_square();
        assert_eq!(
            cursor.expected("a piece"),
            NotAMove {
                column: 3,
                expected: "a piece"
            }
        );
    }
}
