//! A diagram as text: kanji as in KIF files, or letters as in SFEN.

use komadai_core::{
    Color, File, HandCounts, HandKind, Piece, PieceKind, Rank, Setup, Square, Variant,
};
use komadai_kifu::Handicap;
use komadai_kifu::notation::pieces;
use std::fmt::{self, Display, Write};

/// The side whose king is 玉: Black, since White gives handicaps and has 王 by the rules of Seireigi. A record does not
/// tell who is of the higher rank.
const JADE: Color = Color::Black;

const EDGE: &str = "+---------------------------+";
const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// A board between the stands of both sides; a kanji is two columns wide.
pub(crate) struct Kanji<'a> {
    pub(crate) setup: &'a Setup,
    /// The diagram that the game began with, for the names of the sides.
    pub(crate) start: &'a Setup,
    pub(crate) variant: Variant,
}

impl Display for Kanji<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_hand(f, Color::White)?;
        writeln!(f, "  ９ ８ ７ ６ ５ ４ ３ ２ １\n{EDGE}")?;
        for (rank, name) in Rank::ALL.into_iter().zip(RANKS) {
            f.write_char('|')?;
            for square in across(rank) {
                match self.setup.board[square] {
                    None => f.write_str(" ・")?,
                    Some(piece) => self.write_piece(f, piece)?,
                }
            }
            writeln!(f, "|{name}")?;
        }
        writeln!(f, "{EDGE}")?;
        self.write_hand(f, Color::Black)
    }
}

impl Kanji<'_> {
    fn write_piece(&self, f: &mut fmt::Formatter<'_>, piece: Piece) -> fmt::Result {
        let owner = match piece.color() {
            Color::Black => ' ',
            Color::White => 'v',
        };
        let names = pieces::of_piece(self.variant, piece, JADE);
        write!(f, "{owner}{}", names.kanji)
    }

    fn write_hand(&self, f: &mut fmt::Formatter<'_>, color: Color) -> fmt::Result {
        let hand = self.setup.hands[color];
        write!(f, "{}の持駒：", side(self.start, color))?;
        if hand.is_empty() {
            f.write_str("なし")?;
        }
        for (i, (kind, count)) in held(hand).enumerate() {
            let blank = if i == 0 { "" } else { "　" };
            write!(f, "{blank}{}", self.name(kind.piece_kind()))?;
            write_kanji_number(f, count)?;
        }
        f.write_char('\n')
    }

    fn name(&self, kind: PieceKind) -> &'static str {
        pieces::of(self.variant, kind).kanji
    }
}

/// The Japanese name of a side, which differs in handicap games.
pub(crate) fn side(start: &Setup, color: Color) -> &'static str {
    let is_handicap = !matches!(Handicap::from_setup(start), None | Some(Handicap::Even));
    match (color, is_handicap) {
        (Color::Black, false) => "先手",
        (Color::White, false) => "後手",
        (Color::Black, true) => "下手",
        (Color::White, true) => "上手",
    }
}

/// A count from 1 to 99 after a piece; 1 is omitted.
fn write_kanji_number(f: &mut fmt::Formatter<'_>, number: u8) -> fmt::Result {
    if number >= 20 {
        f.write_char(RANKS[usize::from(number / 10) - 1])?;
    }
    if number >= 10 {
        f.write_char('十')?;
    }
    match number % 10 {
        0 => Ok(()),
        1 if number == 1 => Ok(()),
        ones => f.write_char(RANKS[usize::from(ones) - 1]),
    }
}

/// The same in letters: upper case is Black, `+` is promoted.
pub(crate) struct Ascii<'a>(pub(crate) &'a Setup);

impl Display for Ascii<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ascii(setup) = *self;
        let hand = |color| AsciiHand(setup.hands[color], color);
        writeln!(f, "White in hand: {}", hand(Color::White))?;
        writeln!(f, "  9  8  7  6  5  4  3  2  1\n{EDGE}")?;
        for rank in Rank::ALL {
            f.write_char('|')?;
            for square in across(rank) {
                match setup.board[square] {
                    None => f.write_str(" . ")?,
                    Some(piece) => write!(f, "{:>2} ", piece.to_string())?,
                }
            }
            writeln!(f, "|{}", rank.letter())?;
        }
        writeln!(f, "{EDGE}\nBlack in hand: {}", hand(Color::Black))
    }
}

struct AsciiHand(HandCounts, Color);

impl Display for AsciiHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AsciiHand(hand, color) = *self;
        if hand.is_empty() {
            return f.write_str("none");
        }
        for (i, (kind, count)) in held(hand).enumerate() {
            let blank = if i == 0 { "" } else { " " };
            write!(f, "{blank}{}", Piece::new(kind.piece_kind(), color))?;
            if count > 1 {
                write!(f, "x{count}")?;
            }
        }
        Ok(())
    }
}

/// The squares of a rank from left to right.
fn across(rank: Rank) -> impl Iterator<Item = Square> {
    File::ALL
        .into_iter()
        .rev()
        .map(move |file| Square::new(file, rank))
}

/// The pieces in hand, the most valuable first.
fn held(hand: HandCounts) -> impl Iterator<Item = (HandKind, u8)> {
    HandKind::SFEN_ORDER
        .into_iter()
        .map(move |kind| (kind, hand.count(kind)))
        .filter(|&(_, count)| count > 0)
}
