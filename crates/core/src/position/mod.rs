//! Positions: validated diagrams with the data that move generation needs.

mod apply;
mod attack_counts;
mod checks;
mod exchange;
mod legality;

pub use apply::Undo;
pub use attack_counts::AttackCounts;
pub use exchange::ExchangeValues;
pub use legality::{Illegal, IllegalMove};

use crate::bitboard::Bitboard;
use crate::color::{ByColor, Color};
use crate::hand::{Hand, HandCounts, Hands};
use crate::piece::{HandKind, KindSet, Piece, PieceKind};
use crate::setup::{BySquare, Setup};
use crate::square::Square;
use crate::variant::{Rules, Shogi};
use crate::zobrist;
use std::fmt;
use std::marker::PhantomData;

/// A position of a game: board, hands, side to move and move number.
///
/// Unlike a [`Setup`], a position has at most one king per side and no more pieces than one set. All
/// other illegal features are excluded unless the caller tolerated them
/// ([`SetupError`](crate::SetupError)).
///
/// It is a plain value of 224 bytes that is cheap to copy. Checkers and pins are not stored; they are
/// computed on demand.
///
/// Kinds are kept as four bit planes: a square is in plane *i* if bit *i* of its piece's
/// [`PieceKind`] is set. Two or three logical operations give the squares of a kind, every move updates
/// the planes in the same way, and the value is small enough to be copied in a few registers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position<R: Rules = Shogi> {
    head: Head,
    squares: BySquare<Option<Piece>>,
    rules: PhantomData<R>,
}

/// Everything about a position but the entries of its squares. A move makes a new one.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(align(32))]
struct Head {
    planes: [Bitboard; 4],
    colors: ByColor<Bitboard>,
    hands: Hands,
    board_key: u64,
    move_number: u32,
    turn: Color,
}

// Beyond 256 bytes the compiler copies by a library call, which costs as much as playing a move.
const _: () = assert!(size_of::<Position<Shogi>>() == 224);

impl<R: Rules> Default for Position<R> {
    /// The start position.
    fn default() -> Position<R> {
        Position::from_setup_unchecked(&Setup::start())
    }
}

impl<R: Rules> Position<R> {
    pub(crate) fn from_setup_unchecked(setup: &Setup) -> Position<R> {
        let head = Head {
            planes: [Bitboard::EMPTY; 4],
            colors: ByColor([Bitboard::EMPTY; 2]),
            hands: ByColor(setup.hands.0.map(HandCounts::to_hand)),
            board_key: 0,
            move_number: setup.move_number,
            turn: setup.turn,
        };
        let mut position = Position {
            head,
            squares: BySquare([None; 81]),
            rules: PhantomData,
        };
        for square in Square::ALL {
            if let Some(piece) = setup.board[square] {
                position.head.toggle(piece, square);
                position.squares[square] = Some(piece);
            }
        }
        position
    }

    /// The position as a diagram, to be edited or written.
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.squares,
            hands: ByColor(self.head.hands.0.map(HandCounts::from)),
            turn: self.head.turn,
            move_number: self.head.move_number,
        }
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.head.turn
    }

    /// The number of the next move, 1 at the start of a game.
    #[inline]
    pub fn move_number(&self) -> u32 {
        self.head.move_number
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares[square]
    }

    /// A side's pieces in hand.
    #[inline]
    pub fn hand(&self, color: Color) -> Hand {
        self.head.hands[color]
    }

    /// Both sides' pieces in hand.
    #[inline]
    pub fn hands(&self) -> Hands {
        self.head.hands
    }

    /// The squares of a side's pieces.
    #[inline]
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.head.colors[color]
    }

    /// The occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.head.colors[Color::Black] | self.head.colors[Color::White]
    }

    /// The squares of both sides' pieces of a kind.
    #[inline]
    pub fn kind(&self, kind: PieceKind) -> Bitboard {
        let base = match kind.hand_kind() {
            Some(base) => self.base(base),
            None => return self.kings(),
        };
        if kind.is_promoted() {
            base & self.head.planes[3]
        } else {
            base.without(self.head.planes[3])
        }
    }

    /// The squares of both sides' pieces of a base kind, promoted or not.
    #[inline(always)]
    pub(crate) fn base(&self, kind: HandKind) -> Bitboard {
        let [ones, twos, fours, _] = self.head.planes;
        match kind {
            HandKind::Pawn => ones.without(twos | fours),
            HandKind::Lance => twos.without(ones | fours),
            HandKind::Knight => (ones & twos).without(fours),
            HandKind::Silver => fours.without(ones | twos),
            HandKind::Bishop => (ones & fours).without(twos),
            HandKind::Rook => (twos & fours).without(ones),
            HandKind::Gold => ones & twos & fours,
        }
    }

    /// The squares of both sides' bishops, rooks, horses and dragons.
    #[inline(always)]
    fn majors(&self) -> Bitboard {
        let [ones, twos, fours, _] = self.head.planes;
        fours & (ones ^ twos)
    }

    /// The squares of both sides' kings.
    #[inline(always)]
    pub(crate) fn kings(&self) -> Bitboard {
        let [ones, twos, fours, eights] = self.head.planes;
        eights.without(ones | twos | fours)
    }

    /// The squares of both sides' promoted pieces and kings: all but the kinds that can be in hand.
    #[inline(always)]
    pub(crate) fn not_plain(&self) -> Bitboard {
        self.head.planes[3]
    }

    /// The squares of both sides' promoted pieces.
    #[inline]
    pub fn promoted(&self) -> Bitboard {
        let [ones, twos, fours, eights] = self.head.planes;
        eights & (ones | twos | fours)
    }

    /// The squares of both sides' pieces that move as a gold.
    #[inline(always)]
    pub(crate) fn gold_movers(&self) -> Bitboard {
        let golds = self.base(HandKind::Gold);
        if R::SPECIAL_MOVERS == KindSet::EMPTY {
            // All promoted pieces but horses and dragons.
            return golds | self.promoted().without(self.majors());
        }
        golds.without(self.not_plain()) | self.base(HandKind::Pawn) & self.not_plain()
    }

    /// The squares of both sides' pieces of [`Rules::SPECIAL_MOVERS`]; none in shogi.
    #[inline(always)]
    pub(crate) fn special_movers(&self) -> Bitboard {
        if R::SPECIAL_MOVERS == KindSet::EMPTY {
            return Bitboard::EMPTY;
        }
        // All promoted pieces but tokins, horses and dragons.
        let [_, twos, fours, eights] = self.head.planes;
        (eights & (twos | fours)).without(self.majors())
    }

    /// The squares of both sides' kings, horses and dragons: all that steps like a king (what a horse
    /// or dragon does not step to, it slides to).
    #[inline(always)]
    pub(crate) fn king_movers(&self) -> Bitboard {
        self.kings() | self.not_plain() & self.majors()
    }

    /// A side's pieces by the directions in which they step, as few operations as possible.
    #[inline(always)]
    pub(crate) fn steppers(&self, color: Color) -> Steppers {
        let [ones, twos, fours, eights] = self.head.planes;
        let pieces = self.head.colors[color];
        let plain = pieces.without(eights);
        let majors = self.majors();
        let lances_and_knights = twos.without(fours);
        let knights = plain & ones & lances_and_knights;
        let pawns = (plain & ones).without(twos | fours);
        let silvers = (plain & fours).without(ones | twos);
        // Kings, horses and dragons.
        let kings = pieces & eights & (majors | !(ones | twos | fours));
        // What steps straight forward is all but lances, knights, bishops and rooks.
        let mut forward = pieces.without((lances_and_knights | majors).without(eights));
        if R::SPECIAL_MOVERS != KindSet::EMPTY {
            forward = forward.without(self.special_movers());
        }
        let forward_diagonal = forward.without(pawns);
        Steppers {
            forward,
            forward_diagonal,
            sideways_and_back: forward_diagonal.without(silvers),
            backward_diagonal: silvers | kings,
            knights,
        }
    }

    /// The square of a side's king.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        (self.kings() & self.head.colors[color]).first()
    }

    /// A hash key of board, hands and side to move, but not of the move number. Equal positions have equal
    /// keys; different ones almost never do.
    #[inline]
    pub fn key(&self) -> u64 {
        self.head.board_key ^ zobrist::hands_and_turn(self.head.hands, self.head.turn)
    }

    /// A hash key of the board alone, for tables that compare hands themselves.
    #[inline]
    pub fn board_key(&self) -> u64 {
        self.head.board_key
    }

    /// Compares board, hands and side to move, but unlike `==` not the move number.
    pub fn is_same_position(&self, other: &Position<R>) -> bool {
        self.squares == other.squares
            && self.head.hands == other.head.hands
            && self.head.turn == other.head.turn
    }
}

impl Head {
    /// Adds a piece to, or takes it from, a square.
    #[inline(always)]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let bit = Bitboard::from(square);
        self.colors[piece.color()] ^= bit;
        self.toggle_planes(piece.index(), bit);
        self.board_key ^= zobrist::piece_on(piece.index(), square);
    }

    /// Flips squares in the planes of a piece, given by its index; 0 is no piece.
    #[inline(always)]
    fn toggle_planes(&mut self, piece_index: usize, squares: Bitboard) {
        let masks = &PLANES[piece_index % 16];
        for (plane, &mask) in self.planes.iter_mut().zip(masks) {
            plane.toggle_common(mask, squares);
        }
    }
}

/// A side's pieces by the steps they have in common. Special pieces of a variant are left out.
pub(crate) struct Steppers {
    pub(crate) forward: Bitboard,
    pub(crate) forward_diagonal: Bitboard,
    pub(crate) sideways_and_back: Bitboard,
    pub(crate) backward_diagonal: Bitboard,
    pub(crate) knights: Bitboard,
}

/// For each kind the planes that hold it, as sets to be intersected with squares; index 0 stands
/// for no piece.
static PLANES: [[Bitboard; 4]; 16] = {
    let mut table = [[Bitboard::EMPTY; 4]; 16];
    let mut kind = 0;
    while kind < 16 {
        let mut plane = 0;
        while plane < 4 {
            if kind >> plane & 1 != 0 {
                table[kind][plane] = Bitboard::FULL;
            }
            plane += 1;
        }
        kind += 1;
    }
    table
};

impl<R: Rules> fmt::Debug for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", R::VARIANT, self)
    }
}
