//! Placement of pieces relative to their own king, to the enemy's, and on the board.

use super::layout::{CELLS, PLACE, SHELTER, SIEGE};
use komadai_core::{ByColor, Color, Piece, Square};

/// The weights for a piece on a square.
#[inline]
pub(super) fn terms(
    kings: &ByColor<Option<Square>>,
    piece: Piece,
    square: Square,
    mut sink: impl FnMut(usize),
) {
    let color = piece.color();
    let kind = piece.kind().index();
    let seen = match color {
        Color::Black => square,
        Color::White => square.rotated(),
    };
    sink(PLACE + kind * 81 + seen.index());
    if let Some(king) = kings[color] {
        sink(SHELTER + kind * CELLS + cell(color, king, square));
    }
    if let Some(king) = kings[!color] {
        sink(SIEGE + kind * CELLS + cell(color, king, square));
    }
}

#[inline]
fn cell(color: Color, king: Square, square: Square) -> usize {
    let files = king.file().index().abs_diff(square.file().index());
    let (king, square) = (king.rank().index(), square.rank().index());
    let ahead = match color {
        Color::Black => 8 + king - square,
        Color::White => 8 + square - king,
    };
    (files * 17 + ahead) % CELLS
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::PieceKind;

    fn terms_of(kings: [Square; 2], piece: Piece, square: Square) -> Vec<usize> {
        let mut found = Vec::new();
        let kings = ByColor(kings.map(Some));
        terms(&kings, piece, square, |index| found.push(index));
        found
    }

    #[test]
    fn both_sides_see_the_same() {
        let (black, white) = (Square::S28, Square::S72);
        for kind in PieceKind::ALL {
            for square in Square::ALL {
                let here = terms_of([black, white], Piece::new(kind, Color::Black), square);
                let kings = [white.rotated(), black.rotated()];
                let there = terms_of(kings, Piece::new(kind, Color::White), square.rotated());
                assert_eq!(here, there, "{kind:?} {square}");
            }
        }
    }

    #[test]
    fn kinds_and_places_have_numbers_of_their_own() {
        let kings = [Square::S28, Square::S72];
        let mut places = std::collections::HashSet::new();
        for kind in PieceKind::ALL {
            for square in Square::ALL {
                let found = terms_of(kings, Piece::new(kind, Color::Black), square);
                assert!(
                    found
                        .iter()
                        .all(|&index| (SHELTER..PLACE + 16 * 81).contains(&index))
                );
                assert!(places.insert(found[0]));
            }
        }
    }
}
