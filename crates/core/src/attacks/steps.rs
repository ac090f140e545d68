//! Steps and jumps: moves that nothing can block.

use super::lines::single;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::piece::PieceKind;
use crate::square::Square;

/// Offsets of a kind for Black: files to the left, ranks forward.
pub(crate) type Offsets = &'static [(i8, i8)];

pub(crate) const PAWN: Offsets = &[(0, 1)];
pub(crate) const KNIGHT: Offsets = &[(1, 2), (-1, 2)];
pub(crate) const SILVER: Offsets = &[(0, 1), (1, 1), (-1, 1), (1, -1), (-1, -1)];
pub(crate) const GOLD: Offsets = &[(0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1)];
pub(crate) const KING: Offsets = &[
    (0, 1),
    (1, 1),
    (-1, 1),
    (1, 0),
    (-1, 0),
    (0, -1),
    (1, -1),
    (-1, -1),
];
pub(crate) const ORTHOGONAL: Offsets = &[(0, 1), (1, 0), (-1, 0), (0, -1)];
pub(crate) const DIAGONAL: Offsets = &[(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// The squares each kind steps to, by side, kind and square.
#[derive(Debug)]
pub struct StepTable([[[Bitboard; 81]; 16]; 2]);

impl StepTable {
    /// The squares that a piece steps or jumps to.
    #[inline]
    pub const fn get(&self, color: Color, kind: PieceKind, square: Square) -> Bitboard {
        self.0[color.index()][kind.index()][square.index()]
    }
}

/// The table for these kinds; kinds not named do not step.
pub(crate) const fn table(kinds: &[(PieceKind, Offsets)]) -> StepTable {
    let mut table = [[[Bitboard::EMPTY; 81]; 16]; 2];
    let mut i = 0;
    while i < kinds.len() {
        let (kind, offsets) = kinds[i];
        table[0][kind.index()] = squares(offsets, -1);
        table[1][kind.index()] = squares(offsets, 1);
        i += 1;
    }
    StepTable(table)
}

/// The targets of these offsets from every square; `down` is the rank step that forward means.
const fn squares(offsets: Offsets, down: i8) -> [Bitboard; 81] {
    let mut sets = [Bitboard::EMPTY; 81];
    let mut square = 0;
    while square < 81 {
        let mut i = 0;
        while i < offsets.len() {
            let (files, forward) = offsets[i];
            if let Some(to) = Square::ALL[square].offset(files, forward * down) {
                sets[square] = sets[square].or(single(to));
            }
            i += 1;
        }
        square += 1;
    }
    sets
}
