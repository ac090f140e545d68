//! Handicaps (手合割): start positions with a name.

use komadai_core::{Color, Setup, Square};
use std::fmt;
use std::str::FromStr;

/// A start position with a name: the even game and the handicaps, in which White (上手) gives pieces
/// and moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Handicap {
    /// 平手
    #[default]
    Even,
    /// 香落ち: the lance on 1一.
    Lance,
    /// 右香落ち: the lance on 9一.
    RightLance,
    /// 角落ち
    Bishop,
    /// 飛車落ち
    Rook,
    /// 飛香落ち: the rook and the lance on 1一.
    RookLance,
    /// 二枚落ち: rook and bishop.
    TwoPiece,
    /// 三枚落ち: rook, bishop and the lance on 1一.
    ThreePiece,
    /// 四枚落ち: rook, bishop and lances.
    FourPiece,
    /// 五枚落ち: as four, and the knight on 8一.
    FivePiece,
    /// 左五枚落ち: as four, and the knight on 2一.
    LeftFivePiece,
    /// 六枚落ち: rook, bishop, lances and knights.
    SixPiece,
    /// 七枚落ち: as six, and the silver on 7一.
    SevenPiece,
    /// 左七枚落ち: as six, and the silver on 3一.
    LeftSevenPiece,
    /// 八枚落ち: all but golds, king and pawns.
    EightPiece,
    /// 九枚落ち: as eight, and the gold on 6一.
    NinePiece,
    /// 十枚落ち: king and pawns alone.
    TenPiece,
}

/// Squares of the pieces that White gives, in the order in which the handicaps add them.
const ROOK: Square = Square::S82;
const BISHOP: Square = Square::S22;
const SIX: [Square; 6] = [
    ROOK,
    BISHOP,
    Square::S11,
    Square::S91,
    Square::S81,
    Square::S21,
];
const LEFT_FIVE: [Square; 5] = [ROOK, BISHOP, Square::S11, Square::S91, Square::S21];
const TEN: [Square; 10] = [
    ROOK,
    BISHOP,
    Square::S11,
    Square::S91,
    Square::S81,
    Square::S21,
    Square::S71,
    Square::S31,
    Square::S61,
    Square::S41,
];
const LEFT_SEVEN: [Square; 7] = [
    ROOK,
    BISHOP,
    Square::S11,
    Square::S91,
    Square::S81,
    Square::S21,
    Square::S31,
];

impl Handicap {
    /// Every handicap, the smallest first.
    pub const ALL: [Handicap; 17] = [
        Handicap::Even,
        Handicap::Lance,
        Handicap::RightLance,
        Handicap::Bishop,
        Handicap::Rook,
        Handicap::RookLance,
        Handicap::TwoPiece,
        Handicap::ThreePiece,
        Handicap::FourPiece,
        Handicap::FivePiece,
        Handicap::LeftFivePiece,
        Handicap::SixPiece,
        Handicap::SevenPiece,
        Handicap::LeftSevenPiece,
        Handicap::EightPiece,
        Handicap::NinePiece,
        Handicap::TenPiece,
    ];

    /// The name in commands: `even`, `two-piece`.
    pub const fn name(self) -> &'static str {
        match self {
            Handicap::Even => "even",
            Handicap::Lance => "lance",
            Handicap::RightLance => "right-lance",
            Handicap::Bishop => "bishop",
            Handicap::Rook => "rook",
            Handicap::RookLance => "rook-lance",
            Handicap::TwoPiece => "two-piece",
            Handicap::ThreePiece => "three-piece",
            Handicap::FourPiece => "four-piece",
            Handicap::FivePiece => "five-piece",
            Handicap::LeftFivePiece => "left-five-piece",
            Handicap::SixPiece => "six-piece",
            Handicap::SevenPiece => "seven-piece",
            Handicap::LeftSevenPiece => "left-seven-piece",
            Handicap::EightPiece => "eight-piece",
            Handicap::NinePiece => "nine-piece",
            Handicap::TenPiece => "ten-piece",
        }
    }

    /// The Japanese name, as 手合割 gives it.
    pub const fn japanese(self) -> &'static str {
        match self {
            Handicap::Even => "平手",
            Handicap::Lance => "香落ち",
            Handicap::RightLance => "右香落ち",
            Handicap::Bishop => "角落ち",
            Handicap::Rook => "飛車落ち",
            Handicap::RookLance => "飛香落ち",
            Handicap::TwoPiece => "二枚落ち",
            Handicap::ThreePiece => "三枚落ち",
            Handicap::FourPiece => "四枚落ち",
            Handicap::FivePiece => "五枚落ち",
            Handicap::LeftFivePiece => "左五枚落ち",
            Handicap::SixPiece => "六枚落ち",
            Handicap::SevenPiece => "七枚落ち",
            Handicap::LeftSevenPiece => "左七枚落ち",
            Handicap::EightPiece => "八枚落ち",
            Handicap::NinePiece => "九枚落ち",
            Handicap::TenPiece => "十枚落ち",
        }
    }

    /// The handicap with this Japanese name, other spellings included.
    pub fn from_japanese(name: &str) -> Option<Handicap> {
        match name {
            "左香落ち" => return Some(Handicap::Lance),
            "飛落ち" => return Some(Handicap::Rook),
            "右五枚落ち" => return Some(Handicap::FivePiece),
            "右七枚落ち" => return Some(Handicap::SevenPiece),
            _ => {}
        }
        let same = |handicap: &Handicap| {
            let full = handicap.japanese();
            full == name || full.strip_suffix('ち') == Some(name)
        };
        Handicap::ALL.into_iter().find(same)
    }

    /// The squares of White's pieces that are taken off.
    pub const fn given(self) -> &'static [Square] {
        match self {
            Handicap::Even => &[],
            Handicap::Lance => &[Square::S11],
            Handicap::RightLance => &[Square::S91],
            Handicap::Bishop => &[BISHOP],
            Handicap::Rook => &[ROOK],
            Handicap::RookLance => &[ROOK, Square::S11],
            Handicap::TwoPiece => SIX.split_at(2).0,
            Handicap::ThreePiece => SIX.split_at(3).0,
            Handicap::FourPiece => SIX.split_at(4).0,
            Handicap::FivePiece => SIX.split_at(5).0,
            Handicap::LeftFivePiece => &LEFT_FIVE,
            Handicap::SixPiece => &SIX,
            Handicap::SevenPiece => TEN.split_at(7).0,
            Handicap::LeftSevenPiece => &LEFT_SEVEN,
            Handicap::EightPiece => TEN.split_at(8).0,
            Handicap::NinePiece => TEN.split_at(9).0,
            Handicap::TenPiece => &TEN,
        }
    }

    /// The side that moves first.
    pub const fn first(self) -> Color {
        match self {
            Handicap::Even => Color::Black,
            _ => Color::White,
        }
    }

    /// The start position.
    pub fn setup(self) -> Setup {
        let mut setup = Setup::start();
        for &square in self.given() {
            setup.board[square] = None;
        }
        setup.turn = self.first();
        setup
    }

    /// The handicap whose start position this is.
    pub fn from_setup(setup: &Setup) -> Option<Handicap> {
        // Comparing 17 boards is slow where every record asks: the back rank's king rules most out.
        if setup.move_number != 1
            || setup.board[Square::S51].is_none()
            || setup.board[Square::S55].is_some()
        {
            return None;
        }
        Handicap::ALL
            .into_iter()
            .find(|handicap| handicap.setup() == *setup)
    }
}

impl fmt::Display for Handicap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Error for text that is not a handicap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown handicap: expected a name such as even, lance or two-piece")]
pub struct ParseHandicapError;

impl FromStr for Handicap {
    type Err = ParseHandicapError;

    /// Reads the name in commands or the Japanese name.
    fn from_str(text: &str) -> Result<Handicap, ParseHandicapError> {
        let named = Handicap::ALL
            .into_iter()
            .find(|handicap| handicap.name() == text);
        named
            .or_else(|| Handicap::from_japanese(text))
            .ok_or(ParseHandicapError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handicaps_take_the_pieces_that_their_names_say() {
        let back_ranks = [
            (Handicap::Lance, "lnsgkgsn1/1r5b1"),
            (Handicap::RightLance, "1nsgkgsnl/1r5b1"),
            (Handicap::Bishop, "lnsgkgsnl/1r7"),
            (Handicap::Rook, "lnsgkgsnl/7b1"),
            (Handicap::RookLance, "lnsgkgsn1/7b1"),
            (Handicap::TwoPiece, "lnsgkgsnl/9"),
            (Handicap::ThreePiece, "lnsgkgsn1/9"),
            (Handicap::FourPiece, "1nsgkgsn1/9"),
            (Handicap::FivePiece, "2sgkgsn1/9"),
            (Handicap::LeftFivePiece, "1nsgkgs2/9"),
            (Handicap::SixPiece, "2sgkgs2/9"),
            (Handicap::SevenPiece, "3gkgs2/9"),
            (Handicap::LeftSevenPiece, "2sgkg3/9"),
            (Handicap::EightPiece, "3gkg3/9"),
            (Handicap::NinePiece, "4kg3/9"),
            (Handicap::TenPiece, "4k4/9"),
        ];
        for (handicap, ranks) in back_ranks {
            let sfen = format!("{ranks}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
            assert_eq!(handicap.setup().to_string(), sfen);
        }
    }

    #[test]
    fn handicaps_are_known_by_name_and_by_position() {
        for handicap in Handicap::ALL {
            assert_eq!(handicap.name().parse(), Ok(handicap));
            assert_eq!(handicap.japanese().parse(), Ok(handicap));
            assert_eq!(Handicap::from_setup(&handicap.setup()), Some(handicap));
        }
        assert_eq!("右七枚落".parse::<Handicap>(), Err(ParseHandicapError));
        assert_eq!(Handicap::from_japanese("二枚落"), Some(Handicap::TwoPiece));
        assert_eq!(Handicap::from_japanese("詰将棋"), None);
    }
}
