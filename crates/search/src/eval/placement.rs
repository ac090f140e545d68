//! Where pieces stand well, seen from their own king and from the enemy's.

use komadai_core::{Color, PieceKind, Square};

/// Where a square lies from a king: files apart, and ranks ahead (0 to 16, 8 is level).
const CELLS: usize = 9 * 17;

/// Values by kind and by where the own king is.
static SHELTER: [[i16; CELLS]; 16] = relative_tables()[0];
/// Values by kind and by where the enemy king is.
static ASSAULT: [[i16; CELLS]; 16] = relative_tables()[1];
/// Values by kind and square, as Black sees them.
static PLACE: [[i16; 81]; 16] = place_table();

/// What a piece's place is worth to its owner.
#[inline]
pub(super) fn value(
    color: Color,
    kind: PieceKind,
    square: Square,
    own_king: Option<Square>,
    enemy_king: Option<Square>,
) -> i32 {
    let seen = match color {
        Color::Black => square,
        Color::White => square.rotated(),
    };
    let mut value = PLACE[kind.index()][seen.index()];
    if let Some(king) = own_king {
        value += SHELTER[kind.index()][cell(color, king, square)];
    }
    if let Some(king) = enemy_king {
        value += ASSAULT[kind.index()][cell(color, king, square)];
    }
    i32::from(value)
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

/// The tables of shelter and assault.
const fn relative_tables() -> [[[i16; CELLS]; 16]; 2] {
    let mut tables = [[[0; CELLS]; 16]; 2];
    let mut k = 0;
    while k < PieceKind::COUNT {
        let kind = PieceKind::ALL[k];
        let mut cell = 0;
        while cell < CELLS {
            let files = (cell / 17) as i32;
            let ahead = (cell % 17) as i32 - 8;
            tables[0][kind.index()][cell] = shelter(kind, files, ahead) as i16;
            tables[1][kind.index()][cell] = assault(kind, files, ahead) as i16;
            cell += 1;
        }
        k += 1;
    }
    tables
}

const fn place_table() -> [[i16; 81]; 16] {
    let mut table = [[0; 81]; 16];
    let mut k = 0;
    while k < PieceKind::COUNT {
        let kind = PieceKind::ALL[k];
        let mut square = 0;
        while square < 81 {
            let from_centre = (square as i32 / 9 - 4).abs();
            let from_back = 8 - square as i32 % 9;
            table[kind.index()][square] = place(kind, from_centre, from_back) as i16;
            square += 1;
        }
        k += 1;
    }
    table
}

const fn distance(files: i32, ahead: i32) -> usize {
    let ranks = ahead.abs();
    (if files > ranks { files } else { ranks }) as usize
}

/// What a piece adds to its own king's shelter.
const fn shelter(kind: PieceKind, files: i32, ahead: i32) -> i32 {
    let distance = distance(files, ahead);
    match kind {
        PieceKind::Gold => [0, 12, 8, 2, -2, -4, -6, -6, -6][distance],
        PieceKind::Silver => [0, 8, 6, 2, 0, -2, -2, -2, -2][distance],
        PieceKind::Pawn if files <= 1 && (ahead == 1 || ahead == 2) => 10,
        // A horse is the best defender.
        PieceKind::Horse => [0, 20, 18, 10, 4, 0, 0, 0, 0][distance],
        // A rook beside its king is attacked along with it.
        PieceKind::Rook => [0, -20, -15, -5, 0, 0, 0, 0, 0][distance],
        _ => 0,
    }
}

/// What a piece adds to the assault on the enemy's king.
const fn assault(kind: PieceKind, files: i32, ahead: i32) -> i32 {
    let distance = distance(files, ahead);
    match kind {
        PieceKind::Gold | PieceKind::Silver => [0, 14, 12, 6, 2, 0, 0, 0, 0][distance],
        PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver
        | PieceKind::ProGold => [0, 30, 24, 14, 6, 0, -6, -10, -14][distance],
        PieceKind::Dragon | PieceKind::Horse => [0, 20, 20, 14, 8, 4, 0, 0, 0][distance],
        PieceKind::Knight if files <= 1 && ahead == -2 => 12,
        PieceKind::Pawn if files <= 1 && (ahead == -1 || ahead == -2) => 8,
        _ => 0,
    }
}

/// What a piece's place on the board is worth, by files from the centre and ranks from its own edge.
const fn place(kind: PieceKind, from_centre: i32, from_back: i32) -> i32 {
    let rank = from_back as usize;
    match kind {
        PieceKind::King => {
            let side = if from_centre == 4 {
                28
            } else {
                12 * from_centre
            };
            match rank {
                0 => side,
                1 => 6 + side,
                2 => side / 2 - 30,
                3 => -60,
                4 | 5 => -50,
                // A king that got there is hard to mate.
                _ => 30,
            }
        }
        PieceKind::Pawn => [0, 0, 0, 2, 4, 6, 20, 20, 0][rank],
        PieceKind::Silver => [-8, 0, 2, 6, 6, 6, 8, 4, 0][rank],
        PieceKind::Gold => [-2, 4, 0, -4, -4, 0, 4, 4, 0][rank],
        PieceKind::Knight => [0, 0, 4, 0, 8, 0, 10, 0, 0][rank],
        PieceKind::Rook | PieceKind::Bishop => [0, 0, 0, -4, 0, 4, 20, 20, 20][rank],
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_see_the_same() {
        for kind in PieceKind::ALL {
            for square in Square::ALL {
                let (own, enemy) = (Square::S28, Square::S72);
                let black = value(Color::Black, kind, square, Some(own), Some(enemy));
                let (own, enemy) = (own.rotated(), enemy.rotated());
                let white = value(Color::White, kind, square.rotated(), Some(own), Some(enemy));
                assert_eq!(black, white, "{kind:?} {square}");
            }
        }
    }

    #[test]
    fn a_gold_belongs_next_to_a_king() {
        let at = |square| {
            value(
                Color::Black,
                PieceKind::Gold,
                square,
                Some(Square::S28),
                None,
            )
        };
        assert!(at(Square::S38) > at(Square::S98));
    }
}
