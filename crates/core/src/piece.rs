//! Kinds of piece, and pieces with an owner.

use crate::closed_enum::closed_enum;
use crate::color::Color;
use crate::moves::Promotion;
use std::num::NonZeroU8;

closed_enum! {
    /// A kind of piece, named by its origin. The name and movement of a promoted piece depend on the variant
    /// (a [`ProLance`](PieceKind::ProLance) is a 成香 in shogi and a Free Tiger in Seireigi).
    ///
    /// A promoted kind is its base plus eight.
    pub enum PieceKind (1..=15) {
        /// 歩
        Pawn = 1,
        /// 香
        Lance = 2,
        /// 桂
        Knight = 3,
        /// 銀
        Silver = 4,
        /// 角
        Bishop = 5,
        /// 飛
        Rook = 6,
        /// 金
        Gold = 7,
        /// 玉, 王
        King = 8,
        /// と
        ProPawn = 9,
        /// 成香; Seireigi: Free Tiger 奔虎
        ProLance = 10,
        /// 成桂; Seireigi: Heavenly Horse 天馬
        ProKnight = 11,
        /// 成銀; Seireigi: Running Wolf 走狼
        ProSilver = 12,
        /// 馬
        Horse = 13,
        /// 龍
        Dragon = 14,
        /// Seireigi only: Great Elephant 大象
        ProGold = 15,
    }
}

closed_enum! {
    /// A kind that can be held in hand and dropped.
    pub enum HandKind (1..=7) {
        /// 歩
        Pawn = 1,
        /// 香
        Lance = 2,
        /// 桂
        Knight = 3,
        /// 銀
        Silver = 4,
        /// 角
        Bishop = 5,
        /// 飛
        Rook = 6,
        /// 金
        Gold = 7,
    }
}

const PROMOTION_OFFSET: u8 = 8;

impl PieceKind {
    /// Returns whether this is a promoted kind.
    #[inline]
    pub const fn is_promoted(self) -> bool {
        self as u8 > PieceKind::King as u8
    }

    /// The promoted kind, in any variant; `None` for kings and promoted kinds.
    /// [`Rules::PROMOTABLE`](crate::Rules) has the kinds that a variant lets promote.
    #[inline]
    pub const fn promoted(self) -> Option<PieceKind> {
        if self as u8 >= PieceKind::King as u8 {
            return None;
        }
        PieceKind::from_index((self as u8 + PROMOTION_OFFSET) as usize)
    }

    /// The kind that this piece becomes when captured; `None` for kings.
    #[inline]
    pub const fn hand_kind(self) -> Option<HandKind> {
        HandKind::from_index(self.base_index())
    }

    /// The unpromoted kind.
    pub const fn unpromoted(self) -> PieceKind {
        match self.hand_kind() {
            Some(kind) => kind.piece_kind(),
            None => PieceKind::King,
        }
    }

    /// 1 to 7 for the kinds of [`HandKind`] and their promoted forms, 0 for the king.
    #[inline]
    pub(crate) const fn base_index(self) -> usize {
        (self as u8 & 7) as usize
    }

    /// The letter in SFEN without `+`: upper case.
    pub const fn letter(self) -> char {
        ['K', 'P', 'L', 'N', 'S', 'B', 'R', 'G'][self.base_index()]
    }
}

impl HandKind {
    /// The order in which SFEN lists hands: most valuable first.
    pub const SFEN_ORDER: [HandKind; 7] = [
        HandKind::Rook,
        HandKind::Bishop,
        HandKind::Gold,
        HandKind::Silver,
        HandKind::Knight,
        HandKind::Lance,
        HandKind::Pawn,
    ];

    /// The kind as a kind of piece on the board.
    #[inline]
    pub const fn piece_kind(self) -> PieceKind {
        // SAFETY: the kinds that can be in hand have the same numbers in both enums.
        unsafe { PieceKind::from_index_unchecked(self as u8) }
    }

    /// The letter in SFEN and USI drops: upper case.
    pub const fn letter(self) -> char {
        self.piece_kind().letter()
    }

    /// The kind with this SFEN letter, of either case.
    pub const fn from_letter(letter: char) -> Option<HandKind> {
        match letter.to_ascii_uppercase() {
            'P' => Some(HandKind::Pawn),
            'L' => Some(HandKind::Lance),
            'N' => Some(HandKind::Knight),
            'S' => Some(HandKind::Silver),
            'G' => Some(HandKind::Gold),
            'B' => Some(HandKind::Bishop),
            'R' => Some(HandKind::Rook),
            _ => None,
        }
    }

    /// The number of pieces of this kind in a full set.
    pub const fn set_size(self) -> u8 {
        match self {
            HandKind::Pawn => 18,
            HandKind::Lance | HandKind::Knight | HandKind::Silver | HandKind::Gold => 4,
            HandKind::Bishop | HandKind::Rook => 2,
        }
    }
}

impl From<HandKind> for PieceKind {
    fn from(kind: HandKind) -> PieceKind {
        kind.piece_kind()
    }
}

/// A piece with its owner, in one byte; `Option<Piece>` is one byte too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Piece(NonZeroU8);

const _: () = assert!(size_of::<Option<Piece>>() == 1);

const COLOR_SHIFT: u8 = 4;

impl Piece {
    /// Number of indices: [`index`](Piece::index) is below it.
    pub(crate) const INDEX_COUNT: usize = 32;

    /// A piece of this kind and owner.
    #[inline]
    pub const fn new(kind: PieceKind, color: Color) -> Piece {
        match NonZeroU8::new(kind as u8 | (color as u8) << COLOR_SHIFT) {
            Some(code) => Piece(code),
            None => unreachable!(),
        }
    }

    /// The kind.
    #[inline]
    pub const fn kind(self) -> PieceKind {
        // SAFETY: a piece is only made by `new`, from a kind (1 to 15) in the low four bits.
        unsafe { PieceKind::from_index_unchecked(self.0.get() & 15) }
    }

    /// The owner.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0.get() >> COLOR_SHIFT == 0 {
            Color::Black
        } else {
            Color::White
        }
    }

    /// A number below 32, distinct for each piece.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        (self.0.get() & 31) as usize
    }

    /// The index of what stands on a square, 0 for nothing.
    #[inline]
    pub(crate) const fn index_or_zero(piece: Option<Piece>) -> usize {
        match piece {
            Some(piece) => piece.index(),
            None => 0,
        }
    }

    /// The piece, turned over if asked to. Kings and promoted pieces stay as they are.
    #[inline]
    pub(crate) const fn after(self, promotion: Promotion) -> Piece {
        let turned = match promotion {
            Promotion::Promote => PROMOTION_OFFSET,
            Promotion::Keep => 0,
        };
        // The offset is a bit that promoted pieces and kings have already.
        match NonZeroU8::new(self.0.get() | turned) {
            Some(code) => Piece(code),
            None => unreachable!(),
        }
    }
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?}", self.color(), self.kind())
    }
}

impl std::fmt::Display for Piece {
    /// Writes the piece as SFEN does: `P`, `+p`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.kind().is_promoted() {
            f.write_str("+")?;
        }
        let letter = self.kind().letter();
        match self.color() {
            Color::Black => write!(f, "{letter}"),
            Color::White => write!(f, "{}", letter.to_ascii_lowercase()),
        }
    }
}

/// A set of kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct KindSet(u16);

impl KindSet {
    /// No kind.
    pub const EMPTY: KindSet = KindSet(0);

    /// The set of these kinds.
    pub const fn new(kinds: &[PieceKind]) -> KindSet {
        let mut bits = 0;
        let mut i = 0;
        while i < kinds.len() {
            bits |= 1 << kinds[i] as u16;
            i += 1;
        }
        KindSet(bits)
    }

    /// Returns whether the set contains the kind.
    #[inline]
    pub const fn contains(self, kind: PieceKind) -> bool {
        self.0 >> kind as u16 & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promotion_adds_eight_and_capture_takes_it_back() {
        for kind in HandKind::ALL {
            let base = kind.piece_kind();
            let promoted = base.promoted().unwrap();
            assert_eq!(promoted.index(), base.index() + 8);
            assert_eq!(promoted.hand_kind(), Some(kind));
            assert_eq!(promoted.promoted(), None);
            assert_eq!(HandKind::from_letter(kind.letter()), Some(kind));
        }
        assert_eq!(PieceKind::King.promoted(), None);
        assert_eq!(PieceKind::King.hand_kind(), None);
    }

    #[test]
    fn pieces_keep_kind_and_owner() {
        for kind in PieceKind::ALL {
            for color in Color::ALL {
                let piece = Piece::new(kind, color);
                assert_eq!((piece.kind(), piece.color()), (kind, color));
            }
        }
        assert_eq!(Piece::new(PieceKind::Horse, Color::White).to_string(), "+b");
    }
}
