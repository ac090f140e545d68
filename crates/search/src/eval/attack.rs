//! Evaluation of attacks around the kings and on undefended pieces.

use super::layout::{
    ASSAULT, CHASED, DANGER, DANGER_BY_HAND, DEFENCE, FLIGHTS, HOLES_BY_HAND, LOOSE, PRESSURE,
    PRESSURE_BY_HAND, RINGS,
};
use komadai_core::{AttackCounts, Bitboard, ByColor, Color, PieceKind, Position, Rules, Square};

/// The squares within one, two, three and four of a king.
static NEAR: [[Bitboard; RINGS - 1]; 81] = {
    let mut table = [[Bitboard::EMPTY; RINGS - 1]; 81];
    let mut king = 0;
    while king < 81 {
        let mut ring = 0;
        while ring < RINGS - 1 {
            let reach = ring as i8 + 1;
            let mut words = [0u64; 2];
            let mut files = -reach;
            while files <= reach {
                let mut ranks = -reach;
                while ranks <= reach {
                    if let Some(square) = Square::ALL[king].offset(files, ranks) {
                        let set = Bitboard::from_square(square).words();
                        words[0] |= set[0];
                        words[1] |= set[1];
                    }
                    ranks += 1;
                }
                files += 1;
            }
            table[king][ring] = Bitboard::from_words(words);
            ring += 1;
        }
        king += 1;
    }
    table
};

/// Reports the weights that count for Black and how often; those for White with reversed sign.
#[inline(always)]
pub(super) fn terms<R: Rules>(position: &Position<R>, sink: &mut impl FnMut(usize, i32)) {
    let counts = ByColor(Color::ALL.map(|color| position.attack_counts(color)));
    for color in Color::ALL {
        let sign = if color == Color::Black { 1 } else { -1 };
        loose(position, &counts, color, &mut |index, count| {
            sink(index, -sign * count);
        });
        if let Some(king) = position.king(color) {
            safety(position, &counts, color, king, &mut |index, count| {
                sink(index, sign * count);
            });
        }
    }
}

/// King safety. The rings contain each other, so their weights are differences.
#[inline(always)]
fn safety<R: Rules>(
    position: &Position<R>,
    counts: &ByColor<AttackCounts>,
    color: Color,
    king: Square,
    sink: &mut impl FnMut(usize, i32),
) {
    let (ours, theirs) = (&counts[color], &counts[!color]);
    let near = &NEAR[king.index()];
    for ring in 0..RINGS {
        let squares = near.get(ring).copied().unwrap_or(Bitboard::FULL);
        sink(DEFENCE + ring, ours.total(squares) as i32);
        sink(ASSAULT + ring, -(theirs.total(squares) as i32));
    }

    let next = near[0].without(king.into());
    // The king itself defends every square next to it.
    let guarded = next & ours.attacked_twice();
    let bare = next.without(guarded);
    let (once, twice) = (theirs.attacked(), theirs.attacked_twice());
    let hand = position.hand(!color).kinds().len() as i32;
    let dangers = [bare & once, guarded & once, bare & twice, guarded & twice];
    for (index, squares) in dangers.into_iter().enumerate() {
        let count = squares.len() as i32;
        sink(DANGER + index, -count);
        sink(DANGER_BY_HAND + index, -count * hand);
    }
    let pressure = theirs.total(near[0]) as i32;
    sink(PRESSURE, -pressure * pressure);
    sink(PRESSURE_BY_HAND, -pressure * hand);
    let holes = bare.without(position.occupied()).len() as i32;
    sink(HOLES_BY_HAND, -holes * hand);
    let flights = next.without(once | position.pieces(color)).len();
    sink(FLIGHTS + flights as usize, 1);
}

/// Pieces of a side that the opponent could win.
#[inline(always)]
fn loose<R: Rules>(
    position: &Position<R>,
    counts: &ByColor<AttackCounts>,
    color: Color,
    sink: &mut impl FnMut(usize, i32),
) {
    let pawns = position.kind(PieceKind::Pawn);
    let pieces = position.pieces(color).without(pawns);
    let chasers = (pawns & position.pieces(!color)).forward(!color);
    let attacked = (pieces & counts[!color].attacked()).without(counts[color].attacked());
    let waits = usize::from(color != position.turn());
    sink(LOOSE + waits, attacked.len() as i32);
    sink(CHASED + waits, (pieces & chasers).len() as i32);
}
