//! How Japanese moves look.

use crate::kanji::{DIGITS, FILES};
use crate::notation::pieces;
use crate::notation::text::{MoveText, Suffix, Target};
use komadai_core::{Color, Square, Variant};
use std::fmt::{self, Write};

/// How Japanese moves look.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Style {
    /// The mark before the move.
    pub marks: Marks,
    /// The numerals of a square.
    pub numerals: Numerals,
    /// What stands between 同 and the piece.
    pub same: Same,
}

/// The mark before a move that tells whose it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Marks {
    /// ▲ △
    #[default]
    Triangles,
    /// ☗ ☖
    Pentagons,
    /// No mark.
    None,
}

/// The numerals of a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Numerals {
    /// `７六`
    #[default]
    FullWidthAndKanji,
    /// `7六`
    HalfWidthAndKanji,
    /// `76`
    HalfWidth,
}

/// What stands between 同 and the piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Same {
    /// `同　銀`, as wide as `７六銀`.
    #[default]
    Blank,
    /// `同銀`
    Close,
}

pub(super) struct JapaneseText {
    pub(super) mv: MoveText,
    pub(super) variant: Variant,
    pub(super) style: Style,
}

impl fmt::Display for JapaneseText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let JapaneseText { mv, variant, style } = self;
        if let Some(mark) = mv.side.and_then(|side| style.marks.of(side)) {
            f.write_char(mark)?;
        }
        match (mv.target, style.same) {
            (Target::Square(square), _) => style.numerals.write(f, square)?,
            (Target::Previous, Same::Blank) => f.write_str("同\u{3000}")?,
            (Target::Previous, Same::Close) => f.write_char('同')?,
        }
        f.write_str(pieces::of(*variant, mv.kind).in_moves)?;
        for word in mv.words.kanji() {
            f.write_char(word)?;
        }
        f.write_str(match mv.suffix {
            None => "",
            Some(Suffix::Promote) => "成",
            Some(Suffix::Keep) => "不成",
            Some(Suffix::Drop) => "打",
        })?;
        match mv.origin.square() {
            Some(from) => write!(f, "({}{})", from.file().number(), from.rank().number()),
            None => Ok(()),
        }
    }
}

impl Marks {
    const fn of(self, side: Color) -> Option<char> {
        match (self, side) {
            (Marks::Triangles, Color::Black) => Some('▲'),
            (Marks::Triangles, Color::White) => Some('△'),
            (Marks::Pentagons, Color::Black) => Some('☗'),
            (Marks::Pentagons, Color::White) => Some('☖'),
            (Marks::None, _) => None,
        }
    }
}

impl Numerals {
    fn write(self, f: &mut fmt::Formatter<'_>, square: Square) -> fmt::Result {
        let (file, rank) = (square.file(), square.rank());
        match self {
            Numerals::FullWidthAndKanji => {
                f.write_char(FILES[file.index()])?;
                f.write_char(DIGITS[rank.index()])
            }
            Numerals::HalfWidthAndKanji => write!(f, "{}{}", file.number(), DIGITS[rank.index()]),
            Numerals::HalfWidth => write!(f, "{}{}", file.number(), rank.number()),
        }
    }
}
