//! Japanese words for numbers and sides.

use crate::scan::{Scan, wide_digit};
use komadai_core::Color;

/// Numbers from 1 to 9.
pub(crate) const DIGITS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// File numbers.
pub(crate) const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// The value of a numeral from 0 to 9: half width, full width or kanji.
#[inline]
pub(crate) fn numeral(c: char) -> Option<u8> {
    wide_digit(c).or_else(|| kanji_digit(c))
}

#[inline]
fn kanji_digit(c: char) -> Option<u8> {
    Some(match c {
        '一' => 1,
        '二' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        _ => return None,
    })
}

/// Takes a number as hands give it: 四, 十八, also 4 or ４.
pub(crate) fn hand_count(scan: &mut Scan<'_>) -> Option<u64> {
    if let Some(number) = scan.wide_number() {
        return Some(number);
    }
    let ones = |scan: &mut Scan<'_>| {
        let digit = scan.peek().and_then(kanji_digit);
        if digit.is_some() {
            scan.advance();
        }
        digit.map(u64::from)
    };
    let first = ones(scan);
    if !scan.eat('十') {
        return first;
    }
    Some(first.unwrap_or(1) * 10 + ones(scan).unwrap_or(0))
}

/// A number below 100 as hands give it.
pub(crate) fn push_number(out: &mut String, number: u8) {
    let digit = |n: u8| DIGITS.get(usize::from(n).wrapping_sub(1));
    if number >= 20 {
        out.extend(digit(number / 10));
    }
    if number >= 10 {
        out.push('十');
    }
    out.extend(digit(number % 10));
}

/// The side that a mark before a move or a name stands for.
#[inline]
pub(crate) fn side_of_mark(mark: char) -> Option<Color> {
    match mark {
        '▲' | '▼' | '☗' | '⛊' => Some(Color::Black),
        '△' | '▽' | '☖' | '⛉' => Some(Color::White),
        _ => None,
    }
}

/// Takes a side's name: 先手, 下手, 後手, 上手, 攻方, 玉方, or its mark.
pub(crate) fn side(scan: &mut Scan<'_>) -> Option<Color> {
    const NAMES: [(&str, Color); 8] = [
        ("先手", Color::Black),
        ("下手", Color::Black),
        ("攻方", Color::Black),
        ("攻め方", Color::Black),
        ("後手", Color::White),
        ("上手", Color::White),
        ("玉方", Color::White),
        ("受方", Color::White),
    ];
    let named = NAMES.into_iter().find(|(name, _)| scan.eat_str(name));
    named
        .map(|(_, color)| color)
        .or_else(|| scan.take(side_of_mark))
}

/// What the players are called: 先手 and 後手, or 下手 and 上手 in handicap games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SideNames {
    Even,
    Handicap,
}

impl SideNames {
    pub(crate) const fn of(self, color: Color) -> &'static str {
        match (self, color) {
            (SideNames::Even, Color::Black) => "先手",
            (SideNames::Even, Color::White) => "後手",
            (SideNames::Handicap, Color::Black) => "下手",
            (SideNames::Handicap, Color::White) => "上手",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_pieces_in_hand() {
        for number in 1..=99 {
            let mut text = String::new();
            push_number(&mut text, number);
            assert_eq!(hand_count(&mut Scan::new(&text)), Some(u64::from(number)));
        }
        assert_eq!(hand_count(&mut Scan::new("18")), Some(18));
        assert_eq!(hand_count(&mut Scan::new("　")), None);
    }
}
