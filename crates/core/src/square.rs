//! Files, ranks and squares.

use crate::closed_enum::closed_enum;
use crate::color::Color;
use std::fmt;
use std::str::FromStr;

closed_enum! {
    /// A file (筋), 1 to 9 from Black's right.
    pub enum File (0..=8) {
        /// File 1.
        F1 = 0,
        /// File 2.
        F2 = 1,
        /// File 3.
        F3 = 2,
        /// File 4.
        F4 = 3,
        /// File 5.
        F5 = 4,
        /// File 6.
        F6 = 5,
        /// File 7.
        F7 = 6,
        /// File 8.
        F8 = 7,
        /// File 9.
        F9 = 8,
    }
}

closed_enum! {
    /// A rank (段), 1 to 9 (`a` to `i`) from White's side.
    pub enum Rank (0..=8) {
        /// Rank 1, `a`.
        R1 = 0,
        /// Rank 2, `b`.
        R2 = 1,
        /// Rank 3, `c`.
        R3 = 2,
        /// Rank 4, `d`.
        R4 = 3,
        /// Rank 5, `e`.
        R5 = 4,
        /// Rank 6, `f`.
        R6 = 5,
        /// Rank 7, `g`.
        R7 = 6,
        /// Rank 8, `h`.
        R8 = 7,
        /// Rank 9, `i`.
        R9 = 8,
    }
}

closed_enum! {
    /// A square, named by file and rank: `S77` is 7七, in USI `7g`.
    ///
    /// Squares are numbered down the files: index = (file − 1) × 9 + (rank − 1), so that a file is nine
    /// neighbouring bits of a [`Bitboard`](crate::Bitboard).
    #[allow(missing_docs, reason = "the name says it: file, then rank")]
    #[rustfmt::skip]
    pub enum Square (0..=80) {
        S11 = 0, S12 = 1, S13 = 2, S14 = 3, S15 = 4, S16 = 5, S17 = 6, S18 = 7, S19 = 8,
        S21 = 9, S22 = 10, S23 = 11, S24 = 12, S25 = 13, S26 = 14, S27 = 15, S28 = 16, S29 = 17,
        S31 = 18, S32 = 19, S33 = 20, S34 = 21, S35 = 22, S36 = 23, S37 = 24, S38 = 25, S39 = 26,
        S41 = 27, S42 = 28, S43 = 29, S44 = 30, S45 = 31, S46 = 32, S47 = 33, S48 = 34, S49 = 35,
        S51 = 36, S52 = 37, S53 = 38, S54 = 39, S55 = 40, S56 = 41, S57 = 42, S58 = 43, S59 = 44,
        S61 = 45, S62 = 46, S63 = 47, S64 = 48, S65 = 49, S66 = 50, S67 = 51, S68 = 52, S69 = 53,
        S71 = 54, S72 = 55, S73 = 56, S74 = 57, S75 = 58, S76 = 59, S77 = 60, S78 = 61, S79 = 62,
        S81 = 63, S82 = 64, S83 = 65, S84 = 66, S85 = 67, S86 = 68, S87 = 69, S88 = 70, S89 = 71,
        S91 = 72, S92 = 73, S93 = 74, S94 = 75, S95 = 76, S96 = 77, S97 = 78, S98 = 79, S99 = 80,
    }
}

impl File {
    /// The file's number, 1 to 9.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The file with this number (1 to 9).
    pub const fn from_number(number: u8) -> Option<File> {
        if number == 0 {
            return None;
        }
        File::from_index(number as usize - 1)
    }
}

impl Rank {
    /// The rank's number, 1 to 9.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The rank with this number (1 to 9).
    pub const fn from_number(number: u8) -> Option<Rank> {
        if number == 0 {
            return None;
        }
        Rank::from_index(number as usize - 1)
    }

    /// The rank's letter in USI, `a` to `i`.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The rank counted from a side's far edge: 0 is the last rank its pawns can reach.
    #[inline]
    pub const fn from_far_edge(self, color: Color) -> usize {
        match color {
            Color::Black => self.index(),
            Color::White => 8 - self.index(),
        }
    }
}

impl Square {
    /// The square where a file and a rank cross.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Square {
        // SAFETY: nine files of nine ranks number the squares from 0 to 80.
        unsafe { Square::from_index_unchecked(file as u8 * 9 + rank as u8) }
    }

    /// The square's file.
    #[inline]
    pub const fn file(self) -> File {
        // SAFETY: an index below 81, divided by 9, is below 9.
        unsafe { File::from_index_unchecked(self as u8 / 9) }
    }

    /// The square's rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        // SAFETY: a remainder by 9 is below 9.
        unsafe { Rank::from_index_unchecked(self as u8 % 9) }
    }

    /// The square with the board rotated by 180°.
    #[inline]
    pub const fn rotated(self) -> Square {
        // SAFETY: an index is at most 80.
        unsafe { Square::from_index_unchecked(80 - self as u8) }
    }

    /// The square `files` to the left of (positive) and `ranks` below this one, as Black sees the
    /// board, or `None` beyond the edge.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = self.file().index() as i8 + files;
        let rank = self.rank().index() as i8 + ranks;
        if file < 0 || file > 8 || rank < 0 || rank > 8 {
            return None;
        }
        // SAFETY: file and rank are both from 0 to 8.
        Some(unsafe { Square::from_index_unchecked(file as u8 * 9 + rank as u8) })
    }

    /// Returns whether this square is in a side's promotion zone, its three farthest ranks.
    #[inline]
    pub const fn in_promotion_zone(self, color: Color) -> bool {
        self.rank().from_far_edge(color) < 3
    }
}

impl fmt::Display for Square {
    /// Writes the square as USI does: `7g`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().number(), self.rank().letter())
    }
}

/// The text is not a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a square: expected a file 1-9 and a rank a-i")]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        match text.as_bytes() {
            [file @ b'1'..=b'9', rank @ b'a'..=b'i'] => {
                Square::from_index(usize::from(file - b'1') * 9 + usize::from(rank - b'a'))
                    .ok_or(ParseSquareError)
            }
            _ => Err(ParseSquareError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_numbered_down_the_files() {
        for square in Square::ALL {
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.rotated().rotated(), square);
        }
        assert_eq!(Square::S77.to_string(), "7g");
        assert_eq!(Square::S77.index(), 6 * 9 + 6);
    }

    #[test]
    fn offsets_stop_at_the_edge() {
        assert_eq!(Square::S55.offset(1, -2), Some(Square::S63));
        assert_eq!(Square::S11.offset(-1, 0), None);
        assert_eq!(Square::S99.offset(0, 1), None);
    }

    #[test]
    fn text_that_is_no_square_is_refused() {
        for text in ["", "7", "0a", "7j", "77", "7gg", "７七"] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text}");
        }
    }
}
