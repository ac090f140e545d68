//! SFEN, the text of a position, as USI defines it.
//!
//! ```text
//! lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
//! ```
//!
//! Ranks from White's edge down, files 9 to 1, digits for runs of empty squares, `+` before a
//! promoted piece; side to move; hands (Black's in capitals), `-` for none; number of the next move.

use crate::color::Color;
use crate::hand::HandCounts;
use crate::piece::{HandKind, Piece, PieceKind};
use crate::position::Position;
use crate::setup::{BySquare, Setup};
use crate::square::{File, Rank, Square};
use crate::variant::Rules;
use std::fmt::{self, Write};
use std::str::FromStr;

/// Error for text that is not SFEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: {kind}")]
pub struct SfenError {
    /// The column, counted in characters from 1.
    pub column: usize,
    /// The fault at that column.
    pub kind: SfenErrorKind,
}

/// A fault of SFEN text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SfenErrorKind {
    /// A field is missing.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// A character that has no meaning here.
    #[error("unexpected character {0:?}")]
    Unexpected(char),
    /// A rank with fewer than nine squares.
    #[error("a rank has fewer than nine squares")]
    ShortRank,
    /// A rank with more than nine squares.
    #[error("a rank has more than nine squares")]
    LongRank,
    /// A board without nine ranks.
    #[error("the board does not have nine ranks")]
    RankCount,
    /// A `+` before something that does not promote.
    #[error("+ before a piece that does not promote")]
    Promotion,
    /// A promoted gold, which only Seireigi has.
    #[error("golds promote only in Seireigi")]
    PromotedGold,
    /// More than 99 pieces of a kind in hand, or a count of zero.
    #[error("the number of pieces in hand is not from 1 to 99")]
    HandCount,
    /// A move number that is not a number.
    #[error("the move number is not a number from 0 to 4294967295")]
    MoveNumber,
    /// There is text after the last field.
    #[error("unexpected text after the last field")]
    Trailing,
}

/// A text with the columns of its parts.
struct SfenField<'t> {
    text: &'t str,
    /// Column of the first character.
    column: usize,
}

impl<'t> SfenField<'t> {
    /// Splits at single blanks or, leniently, at runs of white space.
    fn split(text: &'t str) -> impl Iterator<Item = SfenField<'t>> {
        let mut column = 1;
        let mut fields = Vec::new();
        for part in text.split(char::is_whitespace) {
            if !part.is_empty() {
                fields.push(SfenField { text: part, column });
            }
            column += part.chars().count() + 1;
        }
        fields.into_iter()
    }

    fn error(&self, offset: usize, kind: SfenErrorKind) -> SfenError {
        SfenError {
            column: self.column + offset,
            kind,
        }
    }
}

impl Setup {
    /// Parses SFEN leniently: also accepts `startpos`, a leading `sfen` or `position`, extra blanks and a
    /// missing move number (taken as 1); hands may come in any order and in parts.
    ///
    /// # Errors
    /// Returns the column and the fault.
    pub fn parse_tolerant(text: &str) -> Result<Setup, SfenError> {
        let mut fields = SfenField::split(text).peekable();
        fields.next_if(|field| field.text == "position");
        if fields.next_if(|field| field.text == "startpos").is_some() {
            return match fields.next() {
                Some(field) => Err(field.error(0, SfenErrorKind::Trailing)),
                None => Ok(Setup::start()),
            };
        }
        fields.next_if(|field| field.text == "sfen");
        let end = text.chars().count() + 1;
        parse_fields(fields, end, Some(1))
    }
}

impl FromStr for Setup {
    type Err = SfenError;

    /// Parses the four fields of SFEN, separated by one blank. Hands may come in any order, as the
    /// specification requires of readers.
    fn from_str(text: &str) -> Result<Setup, SfenError> {
        let end = text.chars().count() + 1;
        if let Some(error) = stray_blank(text) {
            return Err(error);
        }
        parse_fields(SfenField::split(text), end, None)
    }
}

/// The first blank that does not separate two fields, or is not a plain one.
fn stray_blank(text: &str) -> Option<SfenError> {
    let mut after_blank = true;
    let mut chars = text.chars().enumerate().peekable();
    while let Some((i, c)) = chars.next() {
        let is_last = chars.peek().is_none();
        if c.is_whitespace() && (after_blank || c != ' ' || is_last) {
            let kind = SfenErrorKind::Unexpected(c);
            return Some(SfenError {
                column: i + 1,
                kind,
            });
        }
        after_blank = c.is_whitespace();
    }
    None
}

fn parse_fields<'t>(
    mut fields: impl Iterator<Item = SfenField<'t>>,
    end: usize,
    default_number: Option<u32>,
) -> Result<Setup, SfenError> {
    let missing = |what| SfenError {
        column: end,
        kind: SfenErrorKind::Missing(what),
    };
    let board = fields.next().ok_or(missing("the board"))?;
    let turn = fields.next().ok_or(missing("the side to move"))?;
    let hands = fields
        .next()
        .ok_or(missing("the field of pieces in hand"))?;
    let mut setup = Setup {
        board: parse_board(&board)?,
        turn: parse_turn(&turn)?,
        ..Setup::default()
    };
    parse_hands(&hands, &mut setup)?;
    setup.move_number = match (fields.next(), default_number) {
        (Some(field), _) => {
            let digits = field.text.bytes().all(|byte| byte.is_ascii_digit());
            let number = field.text.parse().ok().filter(|_| digits);
            number.ok_or(field.error(0, SfenErrorKind::MoveNumber))?
        }
        (None, Some(number)) => number,
        (None, None) => return Err(missing("the move number")),
    };
    match fields.next() {
        Some(field) => Err(field.error(0, SfenErrorKind::Trailing)),
        None => Ok(setup),
    }
}

fn parse_board(field: &SfenField<'_>) -> Result<BySquare<Option<Piece>>, SfenError> {
    let mut board = BySquare([None; 81]);
    let (mut rank, mut column) = (0, 0);
    let mut plus: Option<usize> = None;
    for (offset, c) in field.text.chars().enumerate() {
        let error = |kind| field.error(offset, kind);
        if plus.is_some() && !c.is_ascii_alphabetic() {
            return Err(error(SfenErrorKind::Promotion));
        }
        match c {
            '/' if column < 9 => return Err(error(SfenErrorKind::ShortRank)),
            '/' if rank == 8 => return Err(error(SfenErrorKind::RankCount)),
            '/' => (rank, column) = (rank + 1, 0),
            '+' => plus = Some(offset),
            '1'..='9' => column += c as usize - '0' as usize,
            _ => {
                let piece = parse_piece(c, plus.take().is_some()).map_err(error)?;
                if column >= 9 {
                    return Err(error(SfenErrorKind::LongRank));
                }
                board[Square::new(File::ALL[8 - column], Rank::ALL[rank])] = Some(piece);
                column += 1;
            }
        }
        if column > 9 {
            return Err(error(SfenErrorKind::LongRank));
        }
    }
    let end = |kind| field.error(field.text.chars().count(), kind);
    match (plus, column, rank) {
        (Some(offset), ..) => Err(field.error(offset, SfenErrorKind::Promotion)),
        (None, 9, 8) => Ok(board),
        (None, 9, _) => Err(end(SfenErrorKind::RankCount)),
        _ => Err(end(SfenErrorKind::ShortRank)),
    }
}

fn parse_piece(letter: char, promoted: bool) -> Result<Piece, SfenErrorKind> {
    let color = if letter.is_ascii_uppercase() {
        Color::Black
    } else {
        Color::White
    };
    let kind = match letter {
        'K' | 'k' => PieceKind::King,
        _ => HandKind::from_letter(letter)
            .ok_or(SfenErrorKind::Unexpected(letter))?
            .piece_kind(),
    };
    if !promoted {
        return Ok(Piece::new(kind, color));
    }
    kind.promoted()
        .map(|kind| Piece::new(kind, color))
        .ok_or(SfenErrorKind::Promotion)
}

fn parse_turn(field: &SfenField<'_>) -> Result<Color, SfenError> {
    let mut letters = field.text.chars();
    let first = letters.next().unwrap_or(' ');
    let turn = match first {
        'b' => Color::Black,
        'w' => Color::White,
        other => return Err(field.error(0, SfenErrorKind::Unexpected(other))),
    };
    match letters.next() {
        Some(other) => Err(field.error(1, SfenErrorKind::Unexpected(other))),
        None => Ok(turn),
    }
}

fn parse_hands(field: &SfenField<'_>, setup: &mut Setup) -> Result<(), SfenError> {
    if field.text == "-" {
        return Ok(());
    }
    let mut count: Option<u32> = None;
    for (offset, c) in field.text.chars().enumerate() {
        let error = |kind| field.error(offset, kind);
        if let Some(digit) = c.to_digit(10) {
            let number = count.unwrap_or(0) * 10 + digit;
            if number == 0 || number > u32::from(HandCounts::MAX) {
                return Err(error(SfenErrorKind::HandCount));
            }
            count = Some(number);
            continue;
        }
        let kind = HandKind::from_letter(c).ok_or(error(SfenErrorKind::Unexpected(c)))?;
        let color = if c.is_ascii_uppercase() {
            Color::Black
        } else {
            Color::White
        };
        let hand = &mut setup.hands[color];
        let total = u32::from(hand.count(kind)) + count.take().unwrap_or(1);
        match u8::try_from(total) {
            Ok(total) if total <= HandCounts::MAX => hand.set(kind, total),
            _ => return Err(error(SfenErrorKind::HandCount)),
        }
    }
    match count {
        Some(_) => Err(field.error(
            field.text.chars().count(),
            SfenErrorKind::Missing("a piece in hand"),
        )),
        None => Ok(()),
    }
}

impl fmt::Display for Setup {
    /// Writes canonical SFEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL {
            if rank != Rank::R1 {
                f.write_char('/')?;
            }
            write_rank(
                f,
                File::ALL
                    .iter()
                    .rev()
                    .map(|&file| self.board[Square::new(file, rank)]),
            )?;
        }
        write!(f, " {} ", self.turn.letter())?;
        if Color::ALL.iter().all(|&color| self.hands[color].is_empty()) {
            f.write_char('-')?;
        }
        for color in Color::ALL {
            write_hand(f, self.hands[color], color)?;
        }
        write!(f, " {}", self.move_number)
    }
}

fn write_rank(
    f: &mut fmt::Formatter<'_>,
    squares: impl Iterator<Item = Option<Piece>>,
) -> fmt::Result {
    let mut empty = 0;
    for piece in squares {
        let Some(piece) = piece else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            write!(f, "{empty}")?;
            empty = 0;
        }
        write!(f, "{piece}")?;
    }
    if empty > 0 {
        write!(f, "{empty}")?;
    }
    Ok(())
}

fn write_hand(f: &mut fmt::Formatter<'_>, hand: HandCounts, color: Color) -> fmt::Result {
    for kind in HandKind::SFEN_ORDER {
        let count = hand.count(kind);
        if count > 1 {
            write!(f, "{count}")?;
        }
        if count > 0 {
            write!(f, "{}", Piece::new(kind.piece_kind(), color))?;
        }
    }
    Ok(())
}

impl<R: Rules> fmt::Display for Position<R> {
    /// Writes canonical SFEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_setup().fmt(f)
    }
}

/// Error for text that is not a position.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ParsePositionError<R: Rules> {
    /// The text is not SFEN.
    #[error(transparent)]
    Sfen(#[from] SfenError),
    /// The diagram is not a position of a game.
    #[error(transparent)]
    Setup(#[from] crate::setup::SetupError<R>),
}

impl<R: Rules> FromStr for Position<R> {
    type Err = ParsePositionError<R>;

    /// Parses SFEN leniently ([`Setup::parse_tolerant`]) and validates the diagram.
    fn from_str(text: &str) -> Result<Position<R>, ParsePositionError<R>> {
        let setup = Setup::parse_tolerant(text)?;
        Ok(Position::from_setup(&setup)?)
    }
}
