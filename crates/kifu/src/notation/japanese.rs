//! Japanese moves, as KIF, KI2 and people write them: `▲７六歩`, `△同　銀`, `５八金右`, `７六歩(77)`.
//!
//! The order is target, piece before the move, [words](super::Words), then 成, 不成 or 打, then the
//! origin. By the rules of the Japan Shogi Association 打 is written only if a piece on the board could
//! go there as well, and 成 or 不成 whenever the piece may promote. KIF writes the origin and no words; 打
//! always, 不成 never.
//!
//! Where words cannot tell (some pieces of Seireigi) or the move is not one of the piece (an illegal
//! move at the end of a record), the origin follows as in KIF: `４四天(66)`.

mod style;

pub use style::{Marks, Numerals, Same, Style};

use super::text::{MoveText, Origin, Suffix, Target};
use super::words::Words;
use super::{NotAMove, pieces};
use crate::kanji::side_of_mark;
use crate::scan::Scan;
use komadai_core::{PieceKind, Square, Variant};
use std::fmt;

impl MoveText {
    /// Reads a whole text as a Japanese move.
    ///
    /// # Errors
    /// Returns an error if the text is not a Japanese move.
    pub fn parse_japanese(text: &str) -> Result<MoveText, NotAMove> {
        let mut scan = Scan::new(text.trim_start());
        let mv = MoveText::scan(&mut scan)?;
        scan.finish()?;
        Ok(mv)
    }

    /// Takes a Japanese move. Where it fails nobody knows how far it came.
    #[inline]
    pub(crate) fn scan(scan: &mut Scan<'_>) -> Result<MoveText, NotAMove> {
        let side = scan.take(side_of_mark);
        scan.skip_blanks();
        let Some(target) = target(scan) else {
            return Err(scan.expected("a square or 同"));
        };
        scan.skip_blanks();
        let Some(kind) = pieces::scan(scan) else {
            return Err(scan.expected("a piece"));
        };
        let mut text = MoveText {
            side,
            ..MoveText::new(target, kind)
        };
        if kind == PieceKind::Bishop {
            text.words = scan_after_bishop(scan);
        }
        text.scan_words(scan);
        if let Some(origin) = origin(scan, text.suffix) {
            text.origin = origin;
        }
        Ok(text)
    }

    /// Takes words and suffix in any order, up to one that was said before or contradicts another.
    #[inline]
    fn scan_words(&mut self, scan: &mut Scan<'_>) {
        while let Some(c) = scan.peek().filter(|c| !c.is_ascii()) {
            let mut ahead = *scan;
            ahead.advance();
            let suffix = match c {
                '成' => Some(Suffix::Promote),
                '生' => Some(Suffix::Keep),
                '打' => Some(Suffix::Drop),
                '不' => ahead.eat('成').then_some(Suffix::Keep),
                _ => None,
            };
            let is_new = match suffix {
                Some(_) => self.suffix.is_none(),
                None => Words::of_kanji(c).is_some_and(|word| self.words.add(word)),
            };
            if !is_new {
                return;
            }
            self.suffix = self.suffix.or(suffix);
            *scan = ahead;
        }
    }

    /// The Japanese text of the move, with the variant's names of pieces.
    pub fn display(self, variant: Variant, style: Style) -> impl fmt::Display {
        style::JapaneseText {
            mv: self,
            variant,
            style,
        }
    }
}

/// Takes 行 after 角. Followed by another word or by 打 it belongs to the name, 角行; otherwise the position tells.
fn scan_after_bishop(scan: &mut Scan<'_>) -> Words {
    if !scan.eat('行') {
        return Words::NONE;
    }
    let is_name = |next: char| next == '打' || Words::of_kanji(next).is_some();
    match scan.peek().is_some_and(is_name) {
        true => Words::NONE,
        false => Words::GOES,
    }
}

/// Takes `７六`, `同`, or both (`７六同`, as books write at the top of a page).
#[inline]
fn target(scan: &mut Scan<'_>) -> Option<Target> {
    if scan.eat('同') {
        scan.skip_blanks();
        let square = scan.numeric_square();
        return Some(square.map_or(Target::Previous, Target::Square));
    }
    let square = scan.numeric_square()?;
    scan.eat('同');
    Some(Target::Square(square))
}

/// Takes `(77)`. What else stands in brackets, such as a time, is left; `(00)` is no origin. Blanks may stand before
/// it, except after a drop, which has no origin.
#[inline]
fn origin(scan: &mut Scan<'_>, suffix: Option<Suffix>) -> Option<Origin> {
    let mut ahead = *scan;
    if suffix != Some(Suffix::Drop) {
        ahead.skip_blanks();
    }
    let close = ahead.take(|open| match open {
        '(' => Some(')'),
        '（' => Some('）'),
        '〔' => Some('〕'),
        _ => None,
    })?;
    let square: Option<Square> = ahead.numeric_square();
    if square.is_none() && !ahead.eat_str("00") {
        return None;
    }
    // Files mix brackets of both widths.
    let closed = ahead.eat(close) || ahead.eat(')') || ahead.eat('）');
    closed.then(|| *scan = ahead)?;
    square.map(Origin::from)
}

#[cfg(test)]
mod tests;
