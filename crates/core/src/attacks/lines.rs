//! Lines through pairs of squares: what lies between, and what lies on the same line.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::square::Square;

/// The eight directions as (files to the left, ranks down).
pub(crate) const DIRECTIONS: [(i8, i8); 8] = [
    (0, -1),
    (0, 1),
    (1, 0),
    (-1, 0),
    (1, -1),
    (-1, 1),
    (1, 1),
    (-1, -1),
];

/// The squares strictly between two squares of one rank, file or diagonal; empty for other pairs.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// All squares of the rank, file or diagonal through two squares; empty for other pairs.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

/// The squares straight ahead of a square on its file: a lance's reach on an empty board.
#[inline]
pub(crate) fn straight_ahead(color: Color, square: Square) -> Bitboard {
    STRAIGHT_AHEAD[color.index()][square.index()]
}

/// The squares of all ranks ahead of a square's.
#[inline]
pub(crate) fn ahead(color: Color, square: Square) -> Bitboard {
    const AHEAD: [[Bitboard; 9]; 2] = {
        let mut sets = [[Bitboard::EMPTY; 9]; 2];
        let mut rank = 0;
        while rank < 9 {
            sets[0][rank] = Bitboard::far_ranks(Color::Black, rank);
            sets[1][rank] = Bitboard::far_ranks(Color::White, 8 - rank);
            rank += 1;
        }
        sets
    };
    AHEAD[color.index()][square.rank().index()]
}

/// All squares that a ray from a square meets, to the edge.
pub(crate) const fn ray(square: Square, direction: (i8, i8)) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    let mut next = square.offset(direction.0, direction.1);
    while let Some(to) = next {
        set = set.or(single(to));
        next = to.offset(direction.0, direction.1);
    }
    set
}

/// The set of one square, for constants (a constant cannot read a static).
pub(crate) const fn single(square: Square) -> Bitboard {
    Bitboard::file(square.file()).and(Bitboard::rank(square.rank()))
}

static BETWEEN: [[Bitboard; 81]; 81] = {
    let mut table = [[Bitboard::EMPTY; 81]; 81];
    let mut a = 0;
    while a < 81 {
        let mut d = 0;
        while d < 8 {
            let mut passed = Bitboard::EMPTY;
            let mut next = Square::ALL[a].offset(DIRECTIONS[d].0, DIRECTIONS[d].1);
            while let Some(b) = next {
                table[a][b.index()] = passed;
                passed = passed.or(single(b));
                next = b.offset(DIRECTIONS[d].0, DIRECTIONS[d].1);
            }
            d += 1;
        }
        a += 1;
    }
    table
};

static LINE: [[Bitboard; 81]; 81] = {
    let mut table = [[Bitboard::EMPTY; 81]; 81];
    let mut a = 0;
    while a < 81 {
        let mut d = 0;
        while d < 8 {
            // Directions come in opposite pairs, so the other half of the line is one index away.
            let both =
                ray(Square::ALL[a], DIRECTIONS[d]).or(ray(Square::ALL[a], DIRECTIONS[d ^ 1]));
            let whole = both.or(single(Square::ALL[a]));
            let mut next = Square::ALL[a].offset(DIRECTIONS[d].0, DIRECTIONS[d].1);
            while let Some(b) = next {
                table[a][b.index()] = whole;
                next = b.offset(DIRECTIONS[d].0, DIRECTIONS[d].1);
            }
            d += 1;
        }
        a += 1;
    }
    table
};

static STRAIGHT_AHEAD: [[Bitboard; 81]; 2] = {
    let mut table = [[Bitboard::EMPTY; 81]; 2];
    let mut square = 0;
    while square < 81 {
        table[0][square] = ray(Square::ALL[square], (0, -1));
        table[1][square] = ray(Square::ALL[square], (0, 1));
        square += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_leaves_out_both_ends() {
        assert_eq!(
            between(Square::S55, Square::S52),
            [Square::S54, Square::S53].into_iter().collect()
        );
        assert_eq!(
            between(Square::S99, Square::S77),
            [Square::S88].into_iter().collect()
        );
        assert!(between(Square::S55, Square::S56).is_empty());
        assert!(between(Square::S55, Square::S47).is_empty());
    }

    #[test]
    fn a_line_runs_from_edge_to_edge() {
        for a in Square::ALL {
            for b in Square::ALL {
                assert_eq!(between(a, b), between(b, a));
                assert_eq!(line(a, b), line(b, a));
                assert!(
                    line(a, b).is_empty() || (line(a, b).contains(a) && line(a, b).contains(b))
                );
            }
        }
        assert_eq!(line(Square::S55, Square::S54).len(), 9);
        assert_eq!(line(Square::S12, Square::S21).len(), 2);
    }
}
