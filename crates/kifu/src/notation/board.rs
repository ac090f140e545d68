//! What reading and writing a move asks of a position.

use super::text::Suffix;
use crate::position::RecordPosition;
use komadai_core::{
    AnyPosition, Bitboard, Color, HandKind, Illegal, Move, Piece, PieceKind, Position, Rules,
    Seireigi, Shogi, Square, Variant, attacks,
};

/// A position in which moves are read and written: of one variant, of either, or a record's.
pub trait NotationBoard {
    /// The variant.
    fn variant(&self) -> Variant;

    /// The side to move.
    fn turn(&self) -> Color;

    /// What stands on a square.
    fn piece_on(&self, square: Square) -> Option<Piece>;

    /// The pieces of the side to move, of a kind, that reach a square.
    ///
    /// "Reach" leaves checks and pins aside, as the Japan Shogi Association's rules of notation do: a
    /// pinned gold counts as another gold that could go there.
    fn reach(&self, kind: PieceKind, to: Square) -> Bitboard;

    /// Judges a move.
    ///
    /// # Errors
    /// The rule that it breaks.
    fn explain(&self, mv: Move) -> Result<(), Illegal>;

    /// Could someone make this drop, legal or not? The piece must be in hand and the square empty.
    fn could_drop(&self, kind: HandKind, to: Square) -> bool;

    /// What is said of a piece that keeps its side where it could be turned over.
    fn choice(&self, kind: PieceKind, from: Square, to: Square) -> Option<Suffix> {
        let color = self.piece_on(from).map_or(self.turn(), Piece::color);
        let zone = |square: Square| square.in_promotion_zone(color);
        let turns = match self.variant() {
            Variant::Shogi => Shogi::PROMOTABLE.contains(kind),
            Variant::Seireigi => Seireigi::PROMOTABLE.contains(kind),
        };
        (turns && (zone(from) || zone(to))).then_some(Suffix::Keep)
    }
}

/// The squares among `pieces` from which a piece of a kind reaches a square: those that the other
/// side's piece of the kind would attack from there.
#[inline]
fn origins<R: Rules>(
    us: Color,
    kind: PieceKind,
    to: Square,
    occupied: Bitboard,
    pieces: Bitboard,
) -> Bitboard {
    if pieces.is_empty() {
        return pieces;
    }
    attacks::<R>(!us, kind, to, occupied) & pieces
}

impl<R: Rules> NotationBoard for Position<R> {
    fn variant(&self) -> Variant {
        R::VARIANT
    }

    #[inline]
    fn turn(&self) -> Color {
        self.turn()
    }

    #[inline]
    fn piece_on(&self, square: Square) -> Option<Piece> {
        self.piece_on(square)
    }

    #[inline]
    fn reach(&self, kind: PieceKind, to: Square) -> Bitboard {
        let us = self.turn();
        let pieces = self.pieces(us) & self.kind(kind);
        origins::<R>(us, kind, to, self.occupied(), pieces)
    }

    #[inline]
    fn explain(&self, mv: Move) -> Result<(), Illegal> {
        self.explain(mv)
    }

    fn could_drop(&self, kind: HandKind, to: Square) -> bool {
        self.hand(self.turn()).has(kind) && self.piece_on(to).is_none()
    }
}

impl NotationBoard for AnyPosition {
    fn variant(&self) -> Variant {
        self.variant()
    }

    #[inline]
    fn turn(&self) -> Color {
        self.turn()
    }

    #[inline]
    fn piece_on(&self, square: Square) -> Option<Piece> {
        self.piece_on(square)
    }

    #[inline]
    fn reach(&self, kind: PieceKind, to: Square) -> Bitboard {
        match self {
            AnyPosition::Shogi(position) => position.reach(kind, to),
            AnyPosition::Seireigi(position) => position.reach(kind, to),
        }
    }

    #[inline]
    fn explain(&self, mv: Move) -> Result<(), Illegal> {
        self.explain(mv)
    }

    fn could_drop(&self, kind: HandKind, to: Square) -> bool {
        self.hand(self.turn()).has(kind) && self.piece_on(to).is_none()
    }
}

impl NotationBoard for RecordPosition {
    fn variant(&self) -> Variant {
        self.variant()
    }

    #[inline]
    fn turn(&self) -> Color {
        self.turn()
    }

    #[inline]
    fn piece_on(&self, square: Square) -> Option<Piece> {
        self.piece_on(square)
    }

    #[inline]
    fn reach(&self, kind: PieceKind, to: Square) -> Bitboard {
        if let RecordPosition::Judged(position) = self {
            return position.reach(kind, to);
        }
        let (us, squares) = (self.turn(), Square::ALL.into_iter());
        let occupied = squares
            .filter(|&square| self.piece_on(square).is_some())
            .collect();
        let pieces = self.pieces(us, kind);
        match self.variant() {
            Variant::Shogi => origins::<Shogi>(us, kind, to, occupied, pieces),
            Variant::Seireigi => origins::<Seireigi>(us, kind, to, occupied, pieces),
        }
    }

    #[inline]
    fn explain(&self, mv: Move) -> Result<(), Illegal> {
        self.explain(mv)
    }

    fn could_drop(&self, kind: HandKind, to: Square) -> bool {
        self.can_put(kind, to)
    }
}
