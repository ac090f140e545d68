//! A move as Japanese text says it, before the board is asked: `７六歩(77)`, `同　銀右上成`.

use crate::kanji;
use crate::scan::{Scan, is_blank};
use komadai_core::{File, PieceKind, Promotion, Rank, Square};

/// Where a move goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    Square(Square),
    /// 同: where the move before went.
    Same,
}

/// Words that tell apart several pieces of a kind: a set of small flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Words(u8);

impl Words {
    pub(crate) const NONE: Words = Words(0);
    pub(crate) const RIGHT: Words = Words(1);
    pub(crate) const LEFT: Words = Words(2);
    pub(crate) const STRAIGHT: Words = Words(4);
    pub(crate) const UP: Words = Words(8);
    pub(crate) const SIDEWAYS: Words = Words(16);
    pub(crate) const DOWN: Words = Words(32);

    pub(crate) const fn has(self, word: Words) -> bool {
        self.0 & word.0 != 0
    }

    pub(crate) const fn and(self, other: Words) -> Words {
        Words(self.0 | other.0)
    }

    fn of(c: char) -> Words {
        match c {
            '右' => Words::RIGHT,
            '左' => Words::LEFT,
            '直' => Words::STRAIGHT,
            '上' | '行' | '入' => Words::UP,
            '寄' => Words::SIDEWAYS,
            '引' | '下' => Words::DOWN,
            _ => Words::NONE,
        }
    }
}

/// What the text of a move says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MoveText {
    pub(crate) target: Target,
    /// The piece before it moves.
    pub(crate) kind: PieceKind,
    pub(crate) words: Words,
    /// 成 or 不成, where written.
    pub(crate) promotion: Option<Promotion>,
    /// Is 打 written?
    pub(crate) dropped: bool,
    pub(crate) from: Option<Square>,
}

impl MoveText {
    /// Takes a move's text. `None`, and nothing taken, if it is none.
    #[inline]
    pub(crate) fn scan(scan: &mut Scan<'_>) -> Option<MoveText> {
        let mut ahead = *scan;
        let target = target(&mut ahead)?;
        let kind = kanji::piece(&mut ahead)?;
        let mut text = MoveText {
            target,
            kind,
            words: Words::NONE,
            promotion: None,
            dropped: false,
            from: None,
        };
        text.suffixes(&mut ahead);
        text.from = origin(&mut ahead);
        // Something glued to the move means that it is not what it seems.
        let ends = ahead.peek().is_none_or(|c| {
            is_blank(c) || matches!(c, '(' | '（' | '+' | '#' | ',' | '、') || is_side_mark(c)
        });
        if !ends {
            return None;
        }
        *scan = ahead;
        Some(text)
    }

    fn suffixes(&mut self, scan: &mut Scan<'_>) {
        while let Some(c) = scan.peek() {
            match c {
                '成' => self.promotion = Some(Promotion::Promote),
                '生' => self.promotion = Some(Promotion::Keep),
                '打' => self.dropped = true,
                '不' if scan.rest().starts_with("不成") => {
                    self.promotion = Some(Promotion::Keep);
                    scan.advance();
                }
                _ => match Words::of(c) {
                    Words::NONE => return,
                    word => self.words = self.words.and(word),
                },
            }
            scan.advance();
        }
    }
}

#[inline]
fn target(scan: &mut Scan<'_>) -> Option<Target> {
    let first = scan.advance()?;
    if first == '同' {
        scan.skip_blanks();
        return Some(Target::Same);
    }
    let file = kanji::file(first)?;
    let rank = kanji::rank(scan.advance()?)?;
    scan.skip_blanks();
    Some(Target::Square(Square::new(file, rank)))
}

/// Takes `(77)`.
#[inline]
fn origin(scan: &mut Scan<'_>) -> Option<Square> {
    let mut ahead = *scan;
    ahead.eat('(').then_some(())?;
    let digit = |scan: &mut Scan<'_>| scan.advance().and_then(crate::scan::wide_digit);
    let file = File::from_number(digit(&mut ahead)?)?;
    let rank = Rank::from_number(digit(&mut ahead)?)?;
    ahead.eat(')').then_some(())?;
    *scan = ahead;
    Some(Square::new(file, rank))
}

/// Does the character say whose move follows?
#[inline]
pub(crate) fn is_side_mark(c: char) -> bool {
    matches!(c, '▲' | '△' | '☗' | '☖' | '▼' | '▽' | '⛊' | '⛉')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(text: &str) -> Option<MoveText> {
        MoveText::scan(&mut Scan::new(text))
    }

    #[test]
    fn a_move_with_its_origin() {
        let text = scan("８八角成(22) ( 0:00/00:00:00)").unwrap();
        assert_eq!(text.target, Target::Square(Square::S88));
        assert_eq!(
            (text.kind, text.from),
            (PieceKind::Bishop, Some(Square::S22))
        );
        assert_eq!(text.promotion, Some(Promotion::Promote));
    }

    #[test]
    fn promoted_names_are_not_promotions() {
        let text = scan("同　成銀(66)").unwrap();
        assert_eq!(
            (text.target, text.kind, text.promotion),
            (Target::Same, PieceKind::ProSilver, None)
        );
        let text = scan("５八銀不成").unwrap();
        assert_eq!(
            (text.kind, text.promotion),
            (PieceKind::Silver, Some(Promotion::Keep))
        );
    }

    #[test]
    fn words_may_be_combined() {
        let text = scan("５八金右上▲").unwrap();
        assert!(
            text.words.has(Words::RIGHT)
                && text.words.has(Words::UP)
                && !text.words.has(Words::LEFT)
        );
    }

    #[test]
    fn text_that_only_begins_like_a_move_is_none() {
        for text in [
            "７二二金(61)",
            "７七二金(61)",
            "７二金金金(61)",
            "投了",
            "",
            "同",
            "０七歩",
        ] {
            assert_eq!(scan(text), None, "{text}");
        }
    }
}
