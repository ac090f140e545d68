//! Moves, and the list that generators fill.

use crate::piece::HandKind;
use crate::square::Square;
use std::fmt;
use std::mem::MaybeUninit;
use std::num::NonZeroU16;
use std::ops::Deref;
use std::str::FromStr;

/// Whether a moving piece promotes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Promotion {
    /// 成
    Promote,
    /// 不成, or a piece that cannot promote.
    Keep,
}

/// A move in two bytes; `Option<Move>` takes two bytes as well.
///
/// Bits 0–6 hold the target, bits 7–13 the origin (for a drop, the kind), bit 14 promotion, bit 15
/// marks a drop. Origin and target differ, so the value is never zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

/// The parts of a [`Move`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveAction {
    /// A piece on the board moves (指す).
    Board {
        /// The origin.
        from: Square,
        /// The target.
        to: Square,
        /// Whether it promotes.
        promotion: Promotion,
    },
    /// A piece in hand is dropped (打つ).
    Drop {
        /// The dropped kind.
        kind: HandKind,
        /// The target.
        to: Square,
    },
}

const SQUARE_MASK: u16 = 0x7f;
const FROM_SHIFT: u32 = 7;
const PROMOTE: u16 = 1 << 14;
const DROP: u16 = 1 << 15;

impl Move {
    /// A move on the board, or `None` if origin and target are the same square.
    #[inline]
    pub const fn board(from: Square, to: Square, promotion: Promotion) -> Option<Move> {
        if from as u8 == to as u8 {
            return None;
        }
        Some(Move::board_unchecked(from, to, promotion))
    }

    /// A drop.
    #[inline]
    pub const fn drop(kind: HandKind, to: Square) -> Move {
        Move::from_nonzero(DROP | (kind as u16) << FROM_SHIFT | to as u16)
    }

    /// A move on the board between squares known to differ.
    #[inline]
    pub(crate) const fn board_unchecked(from: Square, to: Square, promotion: Promotion) -> Move {
        debug_assert!(from as u8 != to as u8);
        let promote = match promotion {
            Promotion::Promote => PROMOTE,
            Promotion::Keep => 0,
        };
        Move::from_nonzero(promote | (from as u16) << FROM_SHIFT | to as u16)
    }

    #[inline]
    const fn from_nonzero(bits: u16) -> Move {
        debug_assert!(bits != 0);
        // SAFETY: a drop has its mark, and a board move has two different squares, of which at most one is zero.
        Move(unsafe { NonZeroU16::new_unchecked(bits) })
    }

    /// The target square.
    #[inline]
    pub const fn to(self) -> Square {
        // SAFETY: the low seven bits were written from a square by the constructors.
        unsafe { Square::from_index_unchecked((self.0.get() & SQUARE_MASK) as u8) }
    }

    /// The origin square; `None` for a drop.
    #[inline]
    pub const fn from(self) -> Option<Square> {
        match self.action() {
            MoveAction::Board { from, .. } => Some(from),
            MoveAction::Drop { .. } => None,
        }
    }

    /// Returns whether the move is a drop.
    #[inline]
    pub const fn is_drop(self) -> bool {
        self.0.get() & DROP != 0
    }

    /// Returns whether the piece promotes.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0.get() & PROMOTE != 0
    }

    /// The move as an enum, for pattern matching.
    #[inline]
    pub const fn action(self) -> MoveAction {
        let origin = (self.0.get() >> FROM_SHIFT & SQUARE_MASK) as u8;
        if self.is_drop() {
            // SAFETY: the constructors write a hand kind into a drop's origin field.
            let kind = unsafe { HandKind::from_index_unchecked(origin) };
            return MoveAction::Drop {
                kind,
                to: self.to(),
            };
        }
        // SAFETY: the constructors write a square into a board move's origin field.
        let from = unsafe { Square::from_index_unchecked(origin) };
        let promotion = if self.is_promotion() {
            Promotion::Promote
        } else {
            Promotion::Keep
        };
        MoveAction::Board {
            from,
            to: self.to(),
            promotion,
        }
    }

    /// The move with the board rotated by 180°.
    pub const fn rotated(self) -> Move {
        match self.action() {
            MoveAction::Drop { kind, to } => Move::drop(kind, to.rotated()),
            MoveAction::Board {
                from,
                to,
                promotion,
            } => Move::board_unchecked(from.rotated(), to.rotated(), promotion),
        }
    }

    /// The move as two bytes, for tables and files.
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// The move with these bytes, or `None` if [`to_bits`](Move::to_bits) cannot have produced them.
    pub const fn from_bits(bits: u16) -> Option<Move> {
        let Some(to) = Square::from_index((bits & SQUARE_MASK) as usize) else {
            return None;
        };
        let origin = (bits >> FROM_SHIFT & SQUARE_MASK) as usize;
        if bits & DROP != 0 {
            return match HandKind::from_index(origin) {
                Some(kind) if bits & PROMOTE == 0 => Some(Move::drop(kind, to)),
                _ => None,
            };
        }
        let promotion = if bits & PROMOTE != 0 {
            Promotion::Promote
        } else {
            Promotion::Keep
        };
        match Square::from_index(origin) {
            Some(from) => Move::board(from, to, promotion),
            None => None,
        }
    }
}

impl fmt::Display for Move {
    /// Writes the move as USI does: `7g7f`, `8h2b+`, `G*5b`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action() {
            MoveAction::Drop { kind, to } => write!(f, "{}*{to}", kind.letter()),
            MoveAction::Board {
                from,
                to,
                promotion: Promotion::Keep,
            } => write!(f, "{from}{to}"),
            MoveAction::Board {
                from,
                to,
                promotion: Promotion::Promote,
            } => write!(f, "{from}{to}+"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Error for text that is not a move in USI notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseMoveError {
    /// Neither four nor five characters, or not plain ASCII.
    #[error("expected a move such as 7g7f, 8h2b+ or P*5e")]
    Shape,
    /// The origin is not a square.
    #[error("column 1: the origin is not a square (file 1-9, rank a-i)")]
    Origin,
    /// The target is not a square.
    #[error("column 3: the target is not a square (file 1-9, rank a-i)")]
    Target,
    /// The dropped kind is not one that can be in hand.
    #[error("column 1: only P, L, N, S, G, B and R can be dropped")]
    DropKind,
    /// The fifth character is not `+`.
    #[error("column 5: expected + or nothing")]
    Suffix,
    /// Origin and target are the same square.
    #[error("origin and target are the same square")]
    SameSquare,
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        if !text.is_ascii() || !(4..=5).contains(&text.len()) {
            return Err(ParseMoveError::Shape);
        }
        let to = text[2..4].parse().map_err(|_| ParseMoveError::Target)?;
        if let Some((letter, "*")) = text.split_at_checked(1).map(|(a, b)| (a, &b[..1])) {
            if text.len() == 5 {
                return Err(ParseMoveError::Suffix);
            }
            let letter = letter.chars().next().filter(char::is_ascii_uppercase);
            let kind = letter
                .and_then(HandKind::from_letter)
                .ok_or(ParseMoveError::DropKind)?;
            return Ok(Move::drop(kind, to));
        }
        let from = text[..2].parse().map_err(|_| ParseMoveError::Origin)?;
        let promotion = match &text[4..] {
            "" => Promotion::Keep,
            "+" => Promotion::Promote,
            _ => return Err(ParseMoveError::Suffix),
        };
        Move::board(from, to, promotion).ok_or(ParseMoveError::SameSquare)
    }
}

impl Move {
    /// Parses a move leniently: also accepts surrounding blanks, letters of either case (`p*5e`, `7G7F`),
    /// and `=` for a declined promotion.
    ///
    /// # Errors
    /// Returns the same errors as `from_str`, which accepts only what this crate writes.
    pub fn parse_tolerant(text: &str) -> Result<Move, ParseMoveError> {
        let text = text.trim();
        let text = text.strip_suffix('=').unwrap_or(text);
        if !text.is_ascii() {
            return Err(ParseMoveError::Shape);
        }
        if text.as_bytes().get(1) == Some(&b'*') {
            let (kind, target) = text.split_at(1);
            return format!(
                "{}{}",
                kind.to_ascii_uppercase(),
                target.to_ascii_lowercase()
            )
            .parse();
        }
        text.to_ascii_lowercase().parse()
    }
}

/// A list of moves on the stack, long enough for every position of both variants.
pub struct MoveList {
    len: usize,
    moves: [MaybeUninit<Move>; MoveList::CAPACITY],
}

impl MoveList {
    /// Room for more moves than any position has.
    ///
    /// A position never holds more than one full set of pieces. If a side owned all of it on the
    /// board it could make at most 440 moves (18 × 6 with tokins, 4 × 14 tigers, 4 × 10 heavenly
    /// horses, 4 × 12 wolves, 4 × 13 elephants, 4 × 32 for rooks and bishops, 8 for the king), and the
    /// seven kinds in hand add at most 80 drops each: 1,000 together.
    pub const CAPACITY: usize = 1024;

    /// An empty list.
    #[inline]
    pub const fn new() -> MoveList {
        MoveList {
            len: 0,
            moves: [MaybeUninit::uninit(); MoveList::CAPACITY],
        }
    }

    /// Where the next move will be written.
    #[inline]
    pub(crate) fn cursor(&mut self) -> *mut Move {
        self.moves[self.len..].as_mut_ptr().cast()
    }

    /// Takes over the moves written from [`cursor`](MoveList::cursor) up to `end`.
    ///
    /// # Safety
    /// `end` must come from `cursor` of this list, advanced by one for each move written, and
    /// not beyond the capacity.
    #[inline]
    pub(crate) unsafe fn written_to(&mut self, end: *mut Move) {
        let start = self.moves.as_mut_ptr().cast::<Move>();
        // SAFETY: both pointers are into `moves` by the caller's promise.
        self.len = unsafe { end.offset_from_unsigned(start) };
        debug_assert!(self.len <= MoveList::CAPACITY);
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        // SAFETY: the first `len` moves have been written.
        unsafe { std::slice::from_raw_parts(self.moves.as_ptr().cast(), self.len) }
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter().copied()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usi_text_round_trips() {
        for text in ["7g7f", "8h2b+", "P*5e", "R*1a", "9i1a"] {
            let mv: Move = text.parse().unwrap();
            assert_eq!(mv.to_string(), text);
            assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
        }
    }

    #[test]
    fn wrong_text_names_the_place() {
        let check = |text: &str, error| assert_eq!(text.parse::<Move>(), Err(error), "{text}");
        check("", ParseMoveError::Shape);
        check("7g7", ParseMoveError::Shape);
        check("７六歩", ParseMoveError::Shape);
        check("7j7f", ParseMoveError::Origin);
        check("7g0f", ParseMoveError::Target);
        check("K*5e", ParseMoveError::DropKind);
        check("p*5e", ParseMoveError::DropKind);
        check("P*5e+", ParseMoveError::Suffix);
        check("7g7fx", ParseMoveError::Suffix);
        check("7g7g", ParseMoveError::SameSquare);
    }

    #[test]
    fn tolerant_reader_takes_what_programs_write() {
        let check = |text: &str, usi: &str| {
            assert_eq!(Move::parse_tolerant(text), Ok(usi.parse().unwrap()))
        };
        check(" 7g7f ", "7g7f");
        check("p*5e", "P*5e");
        check("8H2B+", "8h2b+");
        check("2d2c=", "2d2c");
        assert_eq!(Move::parse_tolerant("resign"), Err(ParseMoveError::Shape));
    }

    #[test]
    fn every_bit_pattern_is_a_move_or_refused() {
        let moves = (0..=u16::MAX).filter_map(Move::from_bits).inspect(|mv| {
            assert_eq!(mv.to_string().parse(), Ok(*mv));
        });
        assert_eq!(moves.count(), 81 * 80 * 2 + 7 * 81);
    }
}
