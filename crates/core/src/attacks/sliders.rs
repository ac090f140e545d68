//! Slides: lance, bishop, rook, along lines that other pieces block.
//!
//! The occupancy of a line's inner squares, gathered into an index, finds the attacked squares in a
//! table. Gathering is one `PEXT` per word where the target has BMI2, else one multiplication; both
//! give the same index, so the tables are shared.

use super::lines::{self, DIRECTIONS, ray, single};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::square::Square;

/// Attacks along the file.
#[inline(always)]
pub(crate) fn file(square: Square, occupied: Bitboard) -> Bitboard {
    FILES[square.index()].attacks::<FILE_STRIDE>(occupied)
}

/// Attacks along the rank.
#[inline(always)]
pub(crate) fn rank(square: Square, occupied: Bitboard) -> Bitboard {
    RANKS[square.index()].attacks::<RANK_STRIDE>(occupied)
}

/// Attacks of a lance.
#[inline(always)]
pub(crate) fn lance(color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    file(square, occupied) & lines::straight_ahead(color, square)
}

/// Attacks of a rook.
#[inline(always)]
pub(crate) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    file(square, occupied) | rank(square, occupied)
}

/// Attacks of a bishop.
#[inline(always)]
pub(crate) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let [falling, rising] = &DIAGONALS[square.index()];
    falling.attacks::<FALLING_STRIDE>(occupied) | rising.attacks::<RISING_STRIDE>(occupied)
}

/// Distance of a line's squares, as indices: along a file, along a rank, down a diagonal, up a diagonal.
const FILE_STRIDE: u32 = 1;
const RANK_STRIDE: u32 = 9;
const FALLING_STRIDE: u32 = 10;
const RISING_STRIDE: u32 = 8;

/// A line as seen from one of its squares.
#[derive(Clone, Copy)]
struct SliderLine {
    /// The line's inner squares: what stands on its two ends blocks nothing.
    mask: [u64; 2],
    /// Where the attacks from this square begin in [`ATTACKS`].
    offset: u32,
    /// Number of inner squares in the first word.
    low_count: u8,
    /// The lowest inner square in each word.
    #[cfg_attr(
        target_feature = "bmi2",
        allow(dead_code, reason = "PEXT needs no origin")
    )]
    origin: [u8; 2],
}

impl SliderLine {
    /// The squares attacked along this line.
    #[inline(always)]
    fn attacks<const STRIDE: u32>(&self, occupied: Bitboard) -> Bitboard {
        let [low, high] = occupied.words();
        let low = gather_low::<STRIDE>(low, self);
        let high = gather_high::<STRIDE>(high, self);
        // A file lies in one word: the other gives nothing, and neither needs to make room.
        let high = if STRIDE == FILE_STRIDE {
            high
        } else {
            high << self.low_count
        };
        let index = self.offset as usize + (low | high) as usize;
        debug_assert!(index < ATTACK_COUNT);
        // SAFETY: `low | high` has as many bits as the line has inner squares, and the line was given
        // an entry for each of their occupancies from `offset` on.
        unsafe { *ATTACKS.get_unchecked(index) }
    }
}

/// The occupancy of the inner squares in the first word, as neighbouring bits.
#[cfg(target_feature = "bmi2")]
#[inline(always)]
fn gather_low<const STRIDE: u32>(word: u64, line: &SliderLine) -> u64 {
    // SAFETY: the target has BMI2.
    unsafe { std::arch::x86_64::_pext_u64(word, line.mask[0]) }
}

/// The occupancy of the inner squares in the second word, as neighbouring bits.
#[cfg(target_feature = "bmi2")]
#[inline(always)]
fn gather_high<const STRIDE: u32>(word: u64, line: &SliderLine) -> u64 {
    // SAFETY: the target has BMI2.
    unsafe { std::arch::x86_64::_pext_u64(word, line.mask[1]) }
}

/// The same without PEXT. Shifted down to bit 0, the squares are the bits k × STRIDE, k from 0 to 6.
/// Multiplying by the sum of 2^((6 − j) × (STRIDE − 1)) brings bit k to k places above
/// 6 × (STRIDE − 1) where j = k; the other products all fall on different bits outside those seven.
#[cfg(any(not(target_feature = "bmi2"), test))]
#[inline(always)]
fn multiply_low<const STRIDE: u32>(word: u64, line: &SliderLine) -> u64 {
    let factor = const {
        let mut sum = 0u64;
        let mut j = 0;
        while j < 7 {
            sum |= 1 << (j * (STRIDE - 1));
            j += 1;
        }
        sum
    };
    let bits = (word & line.mask[0]) >> line.origin[0];
    if STRIDE == FILE_STRIDE {
        return bits;
    }
    bits.wrapping_mul(factor) >> (6 * (STRIDE - 1)) & 0x7f
}

/// The same without PEXT for the second word, which has two squares of a line, or seven of a file.
#[cfg(any(not(target_feature = "bmi2"), test))]
#[inline(always)]
fn multiply_high<const STRIDE: u32>(word: u64, line: &SliderLine) -> u64 {
    let bits = (word & line.mask[1]) >> line.origin[1];
    if STRIDE == FILE_STRIDE {
        return bits;
    }
    (bits | bits >> (STRIDE - 1)) & 3
}

#[cfg(not(target_feature = "bmi2"))]
use {multiply_high as gather_high, multiply_low as gather_low};

/// The first and the last place that a slider reaches on a line of `len` places, blockers included.
const fn reach(place: u32, occupied: u32, len: u32) -> (u32, u32) {
    let before = occupied & ((1 << place) - 1) | 1;
    let after = (occupied | 1 << (len - 1)) >> (place + 1);
    let first = before.ilog2();
    let last = if place + 1 == len {
        place
    } else {
        place + 1 + after.trailing_zeros()
    };
    (if place == 0 { 0 } else { first }, last)
}

/// Entries of [`ATTACKS`]: 81 × 2⁷ for files and as many for ranks, and for each diagonal direction the sum over all
/// squares of 2 to the number of inner squares on their diagonal.
const ATTACK_COUNT: usize = 2 * 81 * 128 + 2 * 2946;

struct SliderTables {
    files: [SliderLine; 81],
    ranks: [SliderLine; 81],
    diagonals: [[SliderLine; 2]; 81],
    attacks: [Bitboard; ATTACK_COUNT],
}

const TABLES: SliderTables = build();
static FILES: [SliderLine; 81] = TABLES.files;
static RANKS: [SliderLine; 81] = TABLES.ranks;
static DIAGONALS: [[SliderLine; 2]; 81] = TABLES.diagonals;
static ATTACKS: [Bitboard; ATTACK_COUNT] = TABLES.attacks;

#[allow(
    long_running_const_eval,
    reason = "26,000 entries take the compiler about a second"
)]
const fn build() -> SliderTables {
    const NONE: SliderLine = SliderLine {
        mask: [0; 2],
        offset: 0,
        low_count: 0,
        origin: [0; 2],
    };
    let mut tables = SliderTables {
        files: [NONE; 81],
        ranks: [NONE; 81],
        diagonals: [[NONE; 2]; 81],
        attacks: [Bitboard::EMPTY; ATTACK_COUNT],
    };
    let mut used = 0;
    let mut i = 0;
    while i < 81 {
        // Down the file, towards file 9 along the rank, down-left, up-left.
        tables.files[i] = add_line(&mut tables.attacks, &mut used, Square::ALL[i], (0, 1));
        tables.ranks[i] = add_line(&mut tables.attacks, &mut used, Square::ALL[i], (1, 0));
        tables.diagonals[i][0] = add_line(&mut tables.attacks, &mut used, Square::ALL[i], (1, 1));
        tables.diagonals[i][1] = add_line(&mut tables.attacks, &mut used, Square::ALL[i], (1, -1));
        i += 1;
    }
    assert!(used == ATTACK_COUNT);
    tables
}

/// Writes the attacks from a square along one line for every occupancy of its inner squares.
const fn add_line(
    attacks: &mut [Bitboard; ATTACK_COUNT],
    used: &mut usize,
    square: Square,
    (files, ranks): (i8, i8),
) -> SliderLine {
    // The given square's place on the line, counted from the line's end with the lowest index.
    let mut end = square;
    let mut place = 0;
    while let Some(next) = end.offset(-files, -ranks) {
        end = next;
        place += 1;
    }
    // `up_to[n]` is the line's first n squares.
    let mut up_to = [Bitboard::EMPTY; 10];
    let mut len = 0;
    let mut next = Some(end);
    while let Some(at) = next {
        up_to[len + 1] = up_to[len].or(single(at));
        next = at.offset(files, ranks);
        len += 1;
    }
    let inner = if len > 2 {
        up_to[len - 1].minus(up_to[1])
    } else {
        Bitboard::EMPTY
    };
    let offset = *used;
    let mut occupancy = 0;
    while occupancy < 1 << inner.len() {
        let (first, last) = reach(place, occupancy << 1, len as u32);
        let reached = up_to[last as usize + 1].minus(up_to[first as usize]);
        attacks[*used] = reached.minus(single(square));
        *used += 1;
        occupancy += 1;
    }
    let mask = inner.words();
    SliderLine {
        mask,
        offset: offset as u32,
        low_count: mask[0].count_ones() as u8,
        origin: [lowest(mask[0]), lowest(mask[1])],
    }
}

const fn lowest(word: u64) -> u8 {
    if word == 0 {
        0
    } else {
        word.trailing_zeros() as u8
    }
}

/// The squares a rook reaches on an empty board, by square.
pub(crate) static ROOK_RAYS: [Bitboard; 81] = rays(0);

/// The squares a bishop reaches on an empty board, by square.
pub(crate) static BISHOP_RAYS: [Bitboard; 81] = rays(4);

/// The rays of four directions from the given one, from every square.
const fn rays(first_direction: usize) -> [Bitboard; 81] {
    let mut sets = [Bitboard::EMPTY; 81];
    let mut i = 0;
    while i < 81 {
        let mut d = first_direction;
        while d < first_direction + 4 {
            sets[i] = sets[i].or(ray(Square::ALL[i], DIRECTIONS[d]));
            d += 1;
        }
        i += 1;
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_testkit::Rng;

    fn slow(square: Square, occupied: Bitboard, directions: &[(i8, i8)]) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for &(files, ranks) in directions {
            let mut at = square;
            while let Some(next) = at.offset(files, ranks) {
                set |= next.into();
                at = next;
                if occupied.contains(next) {
                    break;
                }
            }
        }
        set
    }

    fn occupancies() -> impl Iterator<Item = Bitboard> {
        let mut rng = Rng::new(1);
        let mut next = move || rng.next_u64();
        (0..300).map(move |i| {
            let full = Bitboard::from_words([next(), next()]);
            // Thin some out: sparse boards let sliders run far.
            if i % 2 == 0 {
                full
            } else {
                full & Bitboard::from_words([next(), next()])
            }
        })
    }

    #[test]
    fn slides_stop_at_the_first_piece() {
        for occupied in occupancies() {
            for square in Square::ALL {
                assert_eq!(
                    rook(square, occupied),
                    slow(square, occupied, &DIRECTIONS[..4])
                );
                assert_eq!(
                    bishop(square, occupied),
                    slow(square, occupied, &DIRECTIONS[4..])
                );
                assert_eq!(
                    lance(Color::Black, square, occupied),
                    slow(square, occupied, &[(0, -1)])
                );
                assert_eq!(
                    lance(Color::White, square, occupied),
                    slow(square, occupied, &[(0, 1)])
                );
            }
        }
    }

    #[test]
    fn lances_slide_all_at_once() {
        for occupied in occupancies() {
            let lances = occupied & Bitboard::from_words([0x5a96_3c0f_1e87_b42d, 0x2_5a5a]);
            for color in Color::ALL {
                let one_by_one = lances.union_of(|square| lance(color, square, occupied));
                assert_eq!(lances.slide_ahead(color, occupied), one_by_one);
            }
        }
    }

    #[test]
    fn gathering_by_multiplication_is_the_same_as_by_pext() {
        fn check<const STRIDE: u32>(occupied: Bitboard, line: &SliderLine) {
            let [low, high] = occupied.words();
            assert_eq!(
                multiply_low::<STRIDE>(low, line),
                gather_low::<STRIDE>(low, line)
            );
            assert_eq!(
                multiply_high::<STRIDE>(high, line),
                gather_high::<STRIDE>(high, line)
            );
        }
        for occupied in occupancies() {
            for square in Square::ALL {
                check::<FILE_STRIDE>(occupied, &FILES[square.index()]);
                check::<RANK_STRIDE>(occupied, &RANKS[square.index()]);
                check::<FALLING_STRIDE>(occupied, &DIAGONALS[square.index()][0]);
                check::<RISING_STRIDE>(occupied, &DIAGONALS[square.index()][1]);
            }
        }
    }
}
