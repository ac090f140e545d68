//! Japanese words for squares, pieces, numbers and sides.

use crate::scan::{Scan, wide_digit};
use komadai_core::{Color, File, PieceKind, Rank, Variant};

/// Numbers from 1 to 9.
pub(crate) const DIGITS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// File numbers.
pub(crate) const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

#[inline]
pub(crate) fn file(c: char) -> Option<File> {
    wide_digit(c).and_then(File::from_number)
}

#[inline]
pub(crate) fn rank(c: char) -> Option<Rank> {
    kanji_digit(c)
        .or_else(|| wide_digit(c))
        .and_then(Rank::from_number)
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

/// Takes a piece's name, short or long, of either variant.
#[inline]
pub(crate) fn piece(scan: &mut Scan<'_>) -> Option<PieceKind> {
    let mut ahead = *scan;
    let kind = match ahead.advance()? {
        '歩' => PieceKind::Pawn,
        '香' => PieceKind::Lance,
        '桂' => PieceKind::Knight,
        '銀' => PieceKind::Silver,
        '金' => PieceKind::Gold,
        '角' => PieceKind::Bishop,
        '飛' => PieceKind::Rook,
        '玉' | '王' => PieceKind::King,
        'と' => {
            ahead.eat('金');
            PieceKind::ProPawn
        }
        '杏' | '虎' => PieceKind::ProLance,
        '圭' => PieceKind::ProKnight,
        '全' | '狼' => PieceKind::ProSilver,
        '象' => PieceKind::ProGold,
        '馬' => PieceKind::Horse,
        '龍' | '竜' | '龙' => dragon(&mut ahead),
        '天' => {
            ahead.eat('馬');
            PieceKind::ProKnight
        }
        '成' => promoted(&mut ahead)?,
        '奔' => ahead.eat('虎').then_some(PieceKind::ProLance)?,
        '走' => ahead.eat('狼').then_some(PieceKind::ProSilver)?,
        '大' => ahead.eat('象').then_some(PieceKind::ProGold)?,
        _ => return None,
    };
    *scan = ahead;
    Some(kind)
}

/// 龍, 龍王 and 龍馬 begin alike.
fn dragon(scan: &mut Scan<'_>) -> PieceKind {
    if scan.eat('馬') {
        return PieceKind::Horse;
    }
    scan.eat('王');
    PieceKind::Dragon
}

fn promoted(scan: &mut Scan<'_>) -> Option<PieceKind> {
    match scan.advance()? {
        '香' => Some(PieceKind::ProLance),
        '桂' => Some(PieceKind::ProKnight),
        '銀' => Some(PieceKind::ProSilver),
        '金' => Some(PieceKind::ProGold),
        '角' => Some(PieceKind::Horse),
        '飛' => Some(PieceKind::Dragon),
        _ => None,
    }
}

/// A kind's name in moves.
pub(crate) const fn move_name(variant: Variant, kind: PieceKind) -> &'static str {
    match (variant, kind) {
        (Variant::Shogi, PieceKind::ProLance) => "成香",
        (Variant::Shogi, PieceKind::ProKnight) => "成桂",
        (Variant::Shogi, PieceKind::ProSilver) => "成銀",
        _ => diagram_name(variant, kind),
    }
}

/// A kind's name in diagrams: one character.
pub(crate) const fn diagram_name(variant: Variant, kind: PieceKind) -> &'static str {
    match (kind, variant) {
        (PieceKind::Pawn, _) => "歩",
        (PieceKind::Lance, _) => "香",
        (PieceKind::Knight, _) => "桂",
        (PieceKind::Silver, _) => "銀",
        (PieceKind::Gold, _) => "金",
        (PieceKind::Bishop, _) => "角",
        (PieceKind::Rook, _) => "飛",
        (PieceKind::King, _) => "玉",
        (PieceKind::ProPawn, _) => "と",
        (PieceKind::ProLance, Variant::Shogi) => "杏",
        (PieceKind::ProKnight, Variant::Shogi) => "圭",
        (PieceKind::ProSilver, Variant::Shogi) => "全",
        (PieceKind::ProLance, Variant::Seireigi) => "虎",
        (PieceKind::ProKnight, Variant::Seireigi) => "天",
        (PieceKind::ProSilver, Variant::Seireigi) => "狼",
        (PieceKind::ProGold, _) => "象",
        (PieceKind::Horse, _) => "馬",
        (PieceKind::Dragon, _) => "龍",
    }
}

/// Takes a side's name: 先手, 下手, 後手, 上手, 攻方, 玉方, ▲ or △.
pub(crate) fn side(scan: &mut Scan<'_>) -> Option<Color> {
    const NAMES: [(&str, Color); 14] = [
        ("先手", Color::Black),
        ("下手", Color::Black),
        ("攻方", Color::Black),
        ("攻め方", Color::Black),
        ("▲", Color::Black),
        ("☗", Color::Black),
        ("▼", Color::Black),
        ("後手", Color::White),
        ("上手", Color::White),
        ("玉方", Color::White),
        ("受方", Color::White),
        ("△", Color::White),
        ("☖", Color::White),
        ("▽", Color::White),
    ];
    NAMES
        .into_iter()
        .find(|(name, _)| scan.eat_str(name))
        .map(|(_, color)| color)
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
    fn names_of_pieces_are_read_in_every_spelling() {
        for variant in Variant::ALL {
            for kind in PieceKind::ALL {
                for name in [move_name(variant, kind), diagram_name(variant, kind)] {
                    let mut scan = Scan::new(name);
                    assert_eq!(piece(&mut scan), Some(kind));
                    assert!(scan.is_done());
                }
            }
        }
        let long = [
            ("龍馬", PieceKind::Horse),
            ("天馬", PieceKind::ProKnight),
            ("大象", PieceKind::ProGold),
        ];
        for (name, kind) in long {
            assert_eq!(piece(&mut Scan::new(name)), Some(kind));
        }
        assert_eq!(piece(&mut Scan::new("成")), None);
    }

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
