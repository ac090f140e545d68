//! Positions: a checked diagram with everything that move generation needs.

mod apply;
mod checks;
mod exchange;
mod legality;

pub use apply::Undo;
pub use exchange::ExchangeValues;
pub use legality::{Illegal, IllegalMove};

use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color};
use crate::hand::{Hand, Hands};
use crate::piece::{HandKind, Piece, PieceKind};
use crate::setup::{BySquare, Setup};
use crate::square::Square;
use crate::variant::{Rules, Shogi};
use crate::zobrist;
use std::fmt;
use std::marker::PhantomData;

/// A position of a game: board, hands, side to move and move number.
///
/// Whatever a [`Setup`] may show, a position holds at most one king a side and no more pieces than
/// one set. All other illegal features are excluded unless the caller tolerated them
/// ([`SetupError`](crate::SetupError)).
///
/// It is a plain value of 288 bytes: copying it and playing on the copy is the fastest way to walk a
/// tree. Checkers and pins are not stored; they are worked out when asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct Position<R: Rules = Shogi> {
    colors: ByColor<Bitboard>,
    /// Both sides' pieces by base kind, promoted or not; index 0 is the kings'.
    bases: [Bitboard; 8],
    promoted: Bitboard,
    hands: Hands,
    board_key: u64,
    squares: BySquare<Option<Piece>>,
    turn: Color,
    move_number: u32,
    rules: PhantomData<R>,
}

const _: () = assert!(size_of::<Position<Shogi>>() == 288);

/// Index of the kings in `bases`.
const KINGS: usize = 0;

impl<R: Rules> Default for Position<R> {
    /// The start position.
    fn default() -> Position<R> {
        Position::from_setup_unchecked(&Setup::start())
    }
}

impl<R: Rules> Position<R> {
    pub(crate) fn from_setup_unchecked(setup: &Setup) -> Position<R> {
        let mut position = Position {
            colors: ByColor([Bitboard::EMPTY; 2]),
            bases: [Bitboard::EMPTY; 8],
            promoted: Bitboard::EMPTY,
            hands: setup.hands,
            board_key: 0,
            squares: BySquare([None; 81]),
            turn: setup.turn,
            move_number: setup.move_number,
            rules: PhantomData,
        };
        for square in Square::ALL {
            if let Some(piece) = setup.board[square] {
                position.toggle(piece, square);
                position.squares[square] = Some(piece);
            }
        }
        position
    }

    /// The position as a diagram, to be edited or written.
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.squares,
            hands: self.hands,
            turn: self.turn,
            move_number: self.move_number,
        }
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The number of the next move, 1 at the start of a game.
    #[inline]
    pub fn move_number(&self) -> u32 {
        self.move_number
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares[square]
    }

    /// What a side holds in hand.
    #[inline]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color]
    }

    /// What both sides hold in hand.
    #[inline]
    pub fn hands(&self) -> Hands {
        self.hands
    }

    /// The squares of a side's pieces.
    #[inline]
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// The squares where anything stands.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[Color::Black] | self.colors[Color::White]
    }

    /// The squares of both sides' pieces of a kind.
    #[inline]
    pub fn kind(&self, kind: PieceKind) -> Bitboard {
        let base = self.bases[kind.base_index()];
        if kind.is_promoted() { base & self.promoted } else { base.without(self.promoted) }
    }

    /// The squares of both sides' pieces that move as a gold.
    #[inline]
    pub(crate) fn gold_movers(&self) -> Bitboard {
        let golds = self.bases[HandKind::Gold.index()];
        let minors = [PieceKind::Pawn, PieceKind::Lance, PieceKind::Knight, PieceKind::Silver];
        if R::SPECIAL_MOVERS == crate::piece::KindSet::EMPTY {
            // All promoted pieces but horses and dragons.
            let majors = self.bases[HandKind::Bishop.index()] | self.bases[HandKind::Rook.index()];
            return golds | self.promoted.without(majors);
        }
        let mut promoted = Bitboard::EMPTY;
        for kind in minors {
            if kind.promoted().is_some_and(|kind| R::GOLD_MOVERS.contains(kind)) {
                promoted |= self.bases[kind.base_index()];
            }
        }
        golds.without(self.promoted) | self.promoted & promoted
    }

    /// The squares of both sides' kings, horses and dragons: all that steps like a king (what a horse
    /// or dragon does not step to, it slides to).
    #[inline]
    pub(crate) fn king_movers(&self) -> Bitboard {
        let majors = self.bases[HandKind::Bishop.index()] | self.bases[HandKind::Rook.index()];
        self.bases[KINGS] | self.promoted & majors
    }

    /// The squares of both sides' pieces of a base kind, promoted or not.
    #[inline]
    pub(crate) fn base(&self, kind: HandKind) -> Bitboard {
        self.bases[kind.index()]
    }

    /// The squares of promoted pieces of both sides.
    #[inline]
    pub fn promoted(&self) -> Bitboard {
        self.promoted
    }

    /// The square of a side's king.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        (self.bases[KINGS] & self.colors[color]).first()
    }

    /// A key of board, hands and side to move: equal positions have equal keys, and different
    /// ones almost never do. The move number does not count.
    #[inline]
    pub fn key(&self) -> u64 {
        self.board_key ^ zobrist::hands_and_turn(self.hands, self.turn)
    }

    /// A key of the board alone, for tables that compare hands themselves.
    #[inline]
    pub fn board_key(&self) -> u64 {
        self.board_key
    }

    /// Are board, hands and side to move the same? (`==` compares the move number as well.)
    pub fn is_same_position(&self, other: &Position<R>) -> bool {
        self.squares == other.squares && self.hands == other.hands && self.turn == other.turn
    }

    /// Adds a piece to, or takes it from, everything but the square's own entry.
    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let bit = Bitboard::from(square);
        self.colors[piece.color()] ^= bit;
        self.bases[piece.kind().base_index()] ^= bit;
        if piece.kind().is_promoted() {
            self.promoted ^= bit;
        }
        self.board_key ^= zobrist::piece_on(piece, square);
    }
}

impl<R: Rules> fmt::Debug for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", R::VARIANT, self)
    }
}
