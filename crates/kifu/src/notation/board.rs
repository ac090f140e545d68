//! The position in which a move is read or written.

use super::text::Suffix;
use crate::position::RecordPosition;
use komadai_core::{
    AnyPosition, Bitboard, Color, Piece, PieceKind, Position, Rules, Seireigi, Shogi, Square,
    Variant, attacks,
};
use std::borrow::Cow;

/// A position in which moves are read and written: of one variant, of either, or of a record.
pub trait NotationBoard {
    /// The position as one of a record. Other positions are copied.
    fn board(&self) -> Cow<'_, RecordPosition>;
}

impl<P: Copy + Into<AnyPosition>> NotationBoard for P {
    fn board(&self) -> Cow<'_, RecordPosition> {
        Cow::Owned(RecordPosition::Judged((*self).into()))
    }
}

impl NotationBoard for RecordPosition {
    #[inline]
    fn board(&self) -> Cow<'_, RecordPosition> {
        Cow::Borrowed(self)
    }
}

impl RecordPosition {
    /// The pieces of the side to move, of a kind, that reach a square.
    ///
    /// Checks and pins do not count here, as in the notation rules of the Japan Shogi Association: a
    /// pinned gold is another gold that could go there.
    #[inline]
    pub(crate) fn reach(&self, kind: PieceKind, to: Square) -> Bitboard {
        match self {
            RecordPosition::Judged(AnyPosition::Shogi(position)) => reach(position, kind, to),
            RecordPosition::Judged(AnyPosition::Seireigi(position)) => reach(position, kind, to),
            RecordPosition::Unjudged(variant, setup) => {
                let is_occupied = |&square: &Square| setup.board[square].is_some();
                let occupied = Square::ALL.into_iter().filter(is_occupied).collect();
                let pieces = self.pieces(setup.turn, kind);
                match variant {
                    Variant::Shogi => origins::<Shogi>(setup.turn, kind, to, occupied, pieces),
                    Variant::Seireigi => {
                        origins::<Seireigi>(setup.turn, kind, to, occupied, pieces)
                    }
                }
            }
        }
    }

    /// The suffix of a piece that could promote and does not.
    pub(super) fn choice(&self, kind: PieceKind, from: Square, to: Square) -> Option<Suffix> {
        let color = self.piece_on(from).map_or(self.turn(), Piece::color);
        let zone = |square: Square| square.in_promotion_zone(color);
        let promotes = match self.variant() {
            Variant::Shogi => Shogi::PROMOTABLE.contains(kind),
            Variant::Seireigi => Seireigi::PROMOTABLE.contains(kind),
        };
        (promotes && (zone(from) || zone(to))).then_some(Suffix::Keep)
    }
}

#[inline]
fn reach<R: Rules>(position: &Position<R>, kind: PieceKind, to: Square) -> Bitboard {
    let us = position.turn();
    let pieces = position.pieces(us) & position.kind(kind);
    origins::<R>(us, kind, to, position.occupied(), pieces)
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
