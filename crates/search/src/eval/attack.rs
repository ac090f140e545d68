//! Attacks around the kings, all over the board: what wins games once material is equal.

use komadai_core::{AttackCounts, Bitboard, ByColor, Color, Position, Rules, Square};

/// Squares by their distance from a king: within one, two, three and four.
const RINGS: usize = 4;

/// The attack of one piece on one square is worth this, in sixteenths, by the square's distance
/// from the own king and from the enemy's: what is near counts more (1/(d+1)). The entries are
/// differences, since the rings contain each other; the last is for the whole board.
const DEFENCE: [i32; RINGS + 1] = [181, 91, 54, 55, 163];
const ASSAULT: [i32; RINGS + 1] = [256, 128, 77, 90, 217];

/// In sixteenths, for each square next to a king that the enemy attacks: one that only the king
/// guards, one that is guarded, and the same for squares attacked twice.
const BARE: i32 = 260;
const GUARDED: i32 = 60;
const BARE_TWICE: i32 = 220;
const GUARDED_TWICE: i32 = 120;

/// For each piece in the attacker's hand the danger grows by this part of 64.
const HAND_DANGER: i32 = 5;

static NEAR: [[Bitboard; RINGS]; 81] = {
    let mut table = [[Bitboard::EMPTY; RINGS]; 81];
    let mut king = 0;
    while king < 81 {
        let mut ring = 0;
        while ring < RINGS {
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

/// What attacks are worth to Black.
#[inline]
pub(super) fn value<R: Rules>(position: &Position<R>) -> i32 {
    let counts = ByColor(Color::ALL.map(|color| position.attack_counts(color)));
    let side = |color: Color| match position.king(color) {
        Some(king) => safety(position, &counts, color, king),
        None => 0,
    };
    (side(Color::Black) - side(Color::White)) / 16
}

/// How safe a king is, in sixteenths.
#[inline(always)]
fn safety<R: Rules>(
    position: &Position<R>,
    counts: &ByColor<AttackCounts>,
    color: Color,
    king: Square,
) -> i32 {
    let (ours, theirs) = (&counts[color], &counts[!color]);
    let mut sum = 0;
    let near = &NEAR[king.index()];
    for (ring, &squares) in near.iter().enumerate() {
        sum += DEFENCE[ring] * ours.total(squares) as i32;
        sum -= ASSAULT[ring] * theirs.total(squares) as i32;
    }
    sum += DEFENCE[RINGS] * ours.total(Bitboard::FULL) as i32;
    sum -= ASSAULT[RINGS] * theirs.total(Bitboard::FULL) as i32;

    let next = near[0].without(king.into());
    // The king itself guards every square next to it.
    let bare = next.without(ours.attacked_twice());
    let (once, twice) = (theirs.attacked(), theirs.attacked_twice());
    let guarded = next & ours.attacked_twice();
    let danger = BARE * (bare & once).len() as i32
        + GUARDED * (guarded & once).len() as i32
        + BARE_TWICE * (bare & twice).len() as i32
        + GUARDED_TWICE * (guarded & twice).len() as i32;
    let hand = position.hand(!color).kinds().len() as i32;
    sum - danger * (64 + HAND_DANGER * hand) / 64
}
