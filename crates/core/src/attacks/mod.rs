//! Attacks of pieces, with tables built at compile time.

pub(crate) mod lines;
pub(crate) mod sliders;
pub(crate) mod steps;

pub use steps::StepTable;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::piece::PieceKind;
use crate::square::Square;
use crate::variant::Rules;

/// The squares that a piece of a kind attacks from a square, given the occupied squares.
///
/// Squares of either side's pieces are included: a piece protects its own.
///
/// ```
/// use komadai_core::{Bitboard, Color, PieceKind, Shogi, Square, attacks};
/// let knight = attacks::<Shogi>(Color::Black, PieceKind::Knight, Square::S77, Bitboard::EMPTY);
/// assert_eq!(knight, [Square::S65, Square::S85].into_iter().collect());
/// ```
#[inline]
pub fn attacks<R: Rules>(
    color: Color,
    kind: PieceKind,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    use PieceKind::{Bishop, Dragon, Horse, Lance, Rook};
    match kind {
        Lance => sliders::lance(color, square, occupied),
        Bishop => sliders::bishop(square, occupied),
        Rook => sliders::rook(square, occupied),
        Horse => sliders::bishop(square, occupied) | R::STEPS.get(color, kind, square),
        Dragon => sliders::rook(square, occupied) | R::STEPS.get(color, kind, square),
        _ => R::STEPS.get(color, kind, square) | special_slides::<R>(color, kind, square, occupied),
    }
}

/// The slides of a variant's special pieces; nothing in shogi.
#[inline]
pub(crate) fn special_slides<R: Rules>(
    color: Color,
    kind: PieceKind,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    if R::RANK_SLIDERS.contains(kind) {
        sliders::rank(square, occupied)
    } else if R::FILE_SLIDERS.contains(kind) {
        sliders::file(square, occupied)
    } else if R::FORWARD_DIAGONAL_SLIDERS.contains(kind) {
        sliders::bishop(square, occupied) & lines::ahead(color, square)
    } else {
        Bitboard::EMPTY
    }
}
