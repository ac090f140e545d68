//! How Japanese moves look.

use super::{Ending, JapaneseMove};
use crate::notation::words::{Motion, Relative};
use crate::notation::{Target, pieces};
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

pub(super) struct Written {
    pub(super) mv: JapaneseMove,
    pub(super) variant: Variant,
    pub(super) style: Style,
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Written { mv, variant, style } = self;
        if let Some(mark) = mv.side.and_then(|side| style.marks.of(side)) {
            f.write_char(mark)?;
        }
        match (mv.target, style.same) {
            (Target::Square(square), _) => style.numerals.write(f, square)?,
            (Target::Previous, Same::Blank) => f.write_str("同\u{3000}")?,
            (Target::Previous, Same::Close) => f.write_char('同')?,
        }
        f.write_str(pieces::of(*variant, mv.kind).in_moves)?;
        let words = [
            mv.words.relative.map(Relative::word),
            mv.words.motion.map(Motion::word),
        ];
        for word in words.into_iter().flatten() {
            f.write_char(word)?;
        }
        f.write_str(mv.ending.map_or("", Ending::word))?;
        match mv.origin {
            Some(from) => write!(f, "({}{})", from.file().number(), from.rank().number()),
            None => Ok(()),
        }
    }
}

impl Ending {
    const fn word(self) -> &'static str {
        match self {
            Ending::Promote => "成",
            Ending::Keep => "不成",
            Ending::Drop => "打",
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
        const FULL_WIDTH: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
        const KANJI: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
        let (file, rank) = (square.file(), square.rank());
        match self {
            Numerals::FullWidthAndKanji => {
                f.write_char(FULL_WIDTH[file.index()])?;
                f.write_char(KANJI[rank.index()])
            }
            Numerals::HalfWidthAndKanji => write!(f, "{}{}", file.number(), KANJI[rank.index()]),
            Numerals::HalfWidth => write!(f, "{}{}", file.number(), rank.number()),
        }
    }
}
