//! The board: who stands where, and what attacks what.

use super::pieces::{Color, Kind, Offset, Piece};
use komadai_core::Variant;

/// A square by its numbers, 1 to 9: files from Black's right, ranks from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Square {
    pub(super) file: usize,
    pub(super) rank: usize,
}

impl Square {
    pub(super) fn all() -> impl Iterator<Item = Square> {
        (0..81).map(|index| Square {
            file: index / 9 + 1,
            rank: index % 9 + 1,
        })
    }

    /// The square at an offset as `color` sees it, if it is on the board.
    pub(super) fn offset(self, color: Color, (right, forward): Offset) -> Option<Square> {
        // Files count from Black's right and ranks from Black's far side.
        let (files, ranks) = match color {
            Color::Black => (-right, -forward),
            Color::White => (right, forward),
        };
        Some(Square {
            file: shifted(self.file, files)?,
            rank: shifted(self.rank, ranks)?,
        })
    }

    /// Whether the square lies in the three ranks farthest from `color`.
    pub(super) fn in_promotion_zone(self, color: Color) -> bool {
        match color {
            Color::Black => self.rank <= 3,
            Color::White => self.rank >= 7,
        }
    }

    /// The square seen after the board is turned by half a turn.
    pub(super) fn turned(self) -> Square {
        Square {
            file: 10 - self.file,
            rank: 10 - self.rank,
        }
    }
}

fn shifted(coordinate: usize, by: i8) -> Option<usize> {
    coordinate
        .checked_add_signed(isize::from(by))
        .filter(|moved| (1..=9).contains(moved))
}

/// Eighty-one squares, each empty or holding a piece.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Board([[Option<Piece>; 9]; 9]);

impl Board {
    pub(super) fn at(&self, square: Square) -> Option<Piece> {
        self.0[square.rank - 1][square.file - 1]
    }

    pub(super) fn set(&mut self, square: Square, content: Option<Piece>) {
        self.0[square.rank - 1][square.file - 1] = content;
    }

    pub(super) fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::all().filter_map(|square| Some((square, self.at(square)?)))
    }

    pub(super) fn king(&self, color: Color) -> Option<Square> {
        self.pieces()
            .find(|(_, piece)| piece.kind == Kind::King && piece.color == color)
            .map(|(square, _)| square)
    }

    /// Whether the piece on `from`, if any, moves to `to`, whatever stands there.
    pub(super) fn reaches(&self, variant: Variant, from: Square, to: Square) -> bool {
        let Some(piece) = self.at(from) else {
            return false;
        };
        let movement = piece.movement(variant);
        let steps = || {
            let mut steps = movement.steps.iter();
            steps.any(|&step| from.offset(piece.color, step) == Some(to))
        };
        let slides = || {
            let mut slides = movement.slides.iter();
            slides.any(|&slide| self.slides_to(piece.color, from, to, slide))
        };
        steps() || slides()
    }

    fn slides_to(&self, color: Color, from: Square, to: Square, direction: Offset) -> bool {
        let mut next = from.offset(color, direction);
        while let Some(square) = next {
            if square == to {
                return true;
            }
            if self.at(square).is_some() {
                return false;
            }
            next = square.offset(color, direction);
        }
        false
    }

    /// Whether some piece of `color` could move to the square.
    pub(super) fn attacks(&self, variant: Variant, color: Color, target: Square) -> bool {
        self.pieces()
            .any(|(from, piece)| piece.color == color && self.reaches(variant, from, target))
    }

    /// Whether `color` has a king and it is attacked; a missing king cannot be in check.
    pub(super) fn king_attacked(&self, variant: Variant, color: Color) -> bool {
        self.king(color)
            .is_some_and(|king| self.attacks(variant, color.other(), king))
    }

    /// Whether an unpromoted pawn of `color` stands on the file.
    pub(super) fn has_pawn_on_file(&self, color: Color, file: usize) -> bool {
        let pawn = Piece {
            color,
            kind: Kind::Pawn,
            promoted: false,
        };
        (1..=9).any(|rank| self.at(Square { file, rank }) == Some(pawn))
    }
}

/// Whether the piece, on an otherwise empty board, could never move from the square.
pub(super) fn is_dead_end(variant: Variant, piece: Piece, square: Square) -> bool {
    let movement = piece.movement(variant);
    let mut offsets = movement.steps.iter().chain(movement.slides);
    offsets.all(|&offset| square.offset(piece.color, offset).is_none())
}
