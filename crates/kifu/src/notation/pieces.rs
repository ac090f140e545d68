//! What pieces are called, by variant and language.

use crate::scan::Scan;
use komadai_core::{Color, Piece, PieceKind, Variant};

/// The names of a kind of piece in one variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceNames {
    /// English, in lower case but for the pieces of Seireigi, whose names are proper names.
    pub english: &'static str,
    /// One kanji, as in diagrams: 歩, 杏, 虎.
    pub kanji: &'static str,
    /// As moves are written: 歩, 成香, 虎.
    pub in_moves: &'static str,
    /// In full, as on the piece: 歩兵, 成香, 奔虎.
    pub full: &'static str,
    /// The full name in Latin letters.
    pub romaji: &'static str,
}

const fn names(
    english: &'static str,
    [kanji, in_moves, full]: [&'static str; 3],
    romaji: &'static str,
) -> PieceNames {
    PieceNames {
        english,
        kanji,
        in_moves,
        full,
        romaji,
    }
}

/// The other form of the king, which the higher ranked player has; in Seireigi, White.
pub const HIGHER_KING: PieceNames = names("king", ["王", "王", "王将"], "ōshō");

const PAWN: PieceNames = names("pawn", ["歩", "歩", "歩兵"], "fuhyō");
const LANCE: PieceNames = names("lance", ["香", "香", "香車"], "kyōsha");
const KNIGHT: PieceNames = names("knight", ["桂", "桂", "桂馬"], "keima");
const SILVER: PieceNames = names("silver", ["銀", "銀", "銀将"], "ginshō");
const BISHOP: PieceNames = names("bishop", ["角", "角", "角行"], "kakugyō");
const ROOK: PieceNames = names("rook", ["飛", "飛", "飛車"], "hisha");
const GOLD: PieceNames = names("gold", ["金", "金", "金将"], "kinshō");
const KING: PieceNames = names("king", ["玉", "玉", "玉将"], "gyokushō");
const TOKIN: PieceNames = names("tokin", ["と", "と", "と金"], "tokin");
const HORSE: PieceNames = names("horse", ["馬", "馬", "龍馬"], "ryūma");
const DRAGON: PieceNames = names("dragon", ["龍", "龍", "龍王"], "ryūō");

const PROMOTED_LANCE: PieceNames = names("promoted lance", ["杏", "成香", "成香"], "narikyō");
const PROMOTED_KNIGHT: PieceNames = names("promoted knight", ["圭", "成桂", "成桂"], "narikei");
const PROMOTED_SILVER: PieceNames = names("promoted silver", ["全", "成銀", "成銀"], "narigin");
const PROMOTED_GOLD: PieceNames = names("promoted gold", ["象", "成金", "成金"], "narikin");

const FREE_TIGER: PieceNames = names("Free Tiger", ["虎", "虎", "奔虎"], "honko");
const HEAVENLY_HORSE: PieceNames = names("Heavenly Horse", ["天", "天", "天馬"], "temma");
const RUNNING_WOLF: PieceNames = names("Running Wolf", ["狼", "狼", "走狼"], "sōrō");
const GREAT_ELEPHANT: PieceNames = names("Great Elephant", ["象", "象", "大象"], "taizō");

/// The names of a kind. (Shogi has no promoted gold; illegal moves make one.)
///
/// ```
/// use komadai_core::{PieceKind, Variant};
/// use komadai_kifu::notation::pieces;
/// assert_eq!(pieces::of(Variant::Shogi, PieceKind::ProLance).in_moves, "成香");
/// assert_eq!(pieces::of(Variant::Seireigi, PieceKind::ProLance).english, "Free Tiger");
/// ```
pub const fn of(variant: Variant, kind: PieceKind) -> &'static PieceNames {
    match (variant, kind) {
        (_, PieceKind::Pawn) => &PAWN,
        (_, PieceKind::Lance) => &LANCE,
        (_, PieceKind::Knight) => &KNIGHT,
        (_, PieceKind::Silver) => &SILVER,
        (_, PieceKind::Bishop) => &BISHOP,
        (_, PieceKind::Rook) => &ROOK,
        (_, PieceKind::Gold) => &GOLD,
        (_, PieceKind::King) => &KING,
        (_, PieceKind::ProPawn) => &TOKIN,
        (_, PieceKind::Horse) => &HORSE,
        (_, PieceKind::Dragon) => &DRAGON,
        (Variant::Shogi, PieceKind::ProLance) => &PROMOTED_LANCE,
        (Variant::Shogi, PieceKind::ProKnight) => &PROMOTED_KNIGHT,
        (Variant::Shogi, PieceKind::ProSilver) => &PROMOTED_SILVER,
        (Variant::Shogi, PieceKind::ProGold) => &PROMOTED_GOLD,
        (Variant::Seireigi, PieceKind::ProLance) => &FREE_TIGER,
        (Variant::Seireigi, PieceKind::ProKnight) => &HEAVENLY_HORSE,
        (Variant::Seireigi, PieceKind::ProSilver) => &RUNNING_WOLF,
        (Variant::Seireigi, PieceKind::ProGold) => &GREAT_ELEPHANT,
    }
}

/// The names of a piece of a side, where `jade` has the king 玉 and the other side 王.
///
/// ```
/// use komadai_core::{Color, Piece, PieceKind, Variant};
/// use komadai_kifu::notation::pieces;
/// let king = Piece::new(PieceKind::King, Color::White);
/// assert_eq!(pieces::of_piece(Variant::Shogi, king, Color::Black).kanji, "王");
/// assert_eq!(pieces::of_piece(Variant::Shogi, king, Color::White).kanji, "玉");
/// ```
pub fn of_piece(variant: Variant, piece: Piece, jade: Color) -> &'static PieceNames {
    match piece.kind() {
        PieceKind::King if piece.color() != jade => &HIGHER_KING,
        kind => of(variant, kind),
    }
}

/// Takes a Japanese name in any of its forms: 歩 歩兵, 龍 竜 龍王, 成銀 全 狼 走狼, 玉 王.
///
/// Both variants' names of a promoted piece are the same kind. Of 角行 only 角 is taken, for 行 after a bishop may be a
/// word of motion; where there are none, [`scan_full`] takes it.
#[inline]
pub(crate) fn scan(scan: &mut Scan<'_>) -> Option<PieceKind> {
    let mut ahead = *scan;
    let kind = match ahead.advance()? {
        '成' => ahead.take(one_kanji)?.promoted()?,
        '奔' => ahead.eat('虎').then_some(PieceKind::ProLance)?,
        '走' => ahead.eat('狼').then_some(PieceKind::ProSilver)?,
        '大' => ahead.eat('象').then_some(PieceKind::ProGold)?,
        '龍' | '竜' | '龙' if ahead.eat('馬') => PieceKind::Horse,
        first => {
            let kind = one_kanji(first)?;
            ahead.take(|second| is_second_kanji(kind, second).then_some(()));
            kind
        }
    };
    *scan = ahead;
    Some(kind)
}

/// Takes a name as [`scan`] does, and 角行 in full.
pub(crate) fn scan_full(text: &mut Scan<'_>) -> Option<PieceKind> {
    let kind = scan(text)?;
    if kind == PieceKind::Bishop {
        text.eat('行');
    }
    Some(kind)
}

#[inline]
fn one_kanji(c: char) -> Option<PieceKind> {
    Some(match c {
        '歩' => PieceKind::Pawn,
        '香' => PieceKind::Lance,
        '桂' => PieceKind::Knight,
        '銀' => PieceKind::Silver,
        '金' => PieceKind::Gold,
        '角' => PieceKind::Bishop,
        '飛' => PieceKind::Rook,
        '玉' | '王' => PieceKind::King,
        'と' | '个' => PieceKind::ProPawn,
        '杏' | '仝' | '虎' => PieceKind::ProLance,
        '圭' | '今' | '天' => PieceKind::ProKnight,
        '全' | '狼' => PieceKind::ProSilver,
        '象' => PieceKind::ProGold,
        '馬' => PieceKind::Horse,
        '龍' | '竜' | '龙' => PieceKind::Dragon,
        _ => return None,
    })
}

/// Is this the kanji that makes a short name a full one? (將 is the old form of 将.)
#[inline]
fn is_second_kanji(kind: PieceKind, second: char) -> bool {
    match kind {
        PieceKind::Pawn => second == '兵',
        PieceKind::Lance | PieceKind::Rook => second == '車',
        PieceKind::Knight | PieceKind::ProKnight => second == '馬',
        PieceKind::Silver | PieceKind::Gold | PieceKind::King => matches!(second, '将' | '將'),
        PieceKind::ProPawn => second == '金',
        PieceKind::Dragon => second == '王',
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<PieceKind> {
        let mut rest = Scan::new(text);
        scan_full(&mut rest).filter(|_| rest.is_done())
    }

    #[test]
    fn every_name_is_read_back() {
        for variant in Variant::ALL {
            for kind in PieceKind::ALL {
                let names = of(variant, kind);
                assert_eq!(read(names.in_moves), Some(kind));
                assert_eq!(read(names.kanji), Some(kind));
                assert_eq!(read(names.full), Some(kind));
            }
        }
        assert_eq!(read(HIGHER_KING.full), Some(PieceKind::King));
    }

    #[test]
    fn names_in_moves_differ_within_a_variant() {
        for variant in Variant::ALL {
            let names = PieceKind::ALL.map(|kind| of(variant, kind).in_moves);
            for (i, name) in names.iter().enumerate() {
                assert!(!names[..i].contains(name), "{name}");
            }
        }
    }

    #[test]
    fn variant_spellings_are_one_piece() {
        for (text, kind) in [
            ("竜", PieceKind::Dragon),
            ("竜王", PieceKind::Dragon),
            ("竜馬", PieceKind::Horse),
            ("王", PieceKind::King),
            ("王將", PieceKind::King),
            ("玉將", PieceKind::King),
            ("金將", PieceKind::Gold),
            ("銀將", PieceKind::Silver),
            ("角行", PieceKind::Bishop),
            ("全", PieceKind::ProSilver),
            ("圭", PieceKind::ProKnight),
            ("杏", PieceKind::ProLance),
            ("成金", PieceKind::ProGold),
        ] {
            assert_eq!(read(text), Some(kind), "{text}");
        }
        for text in ["", "成", "成玉", "成と", "奔", "大", "飛行", "歩將"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
