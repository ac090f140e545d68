//! Slides: lance, bishop, rook, along lines that other pieces block.
//!
//! Along a file the nine squares are neighbouring bits, and a table of 9 × 128 patterns answers.
//! Every other line has one square per file. Its inner squares' occupancy, gathered into an index,
//! finds the attacked squares in a table. Gathering is one `PEXT` per word where the target has
//! BMI2, else one multiplication; both give the same index, so the tables are shared.

use super::lines::{self, DIRECTIONS, ray, single};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::square::Square;

/// Attacks along the file.
#[inline]
pub(crate) fn file(square: Square, occupied: Bitboard) -> Bitboard {
    let word = square.index() / 63;
    let shift = square.file().index() % 7 * 9;
    let inner = (occupied.words()[word] >> (shift + 1)) as usize & 0x7f;
    let pattern = u64::from(FILE_PATTERNS[square.rank().index()][inner]) << shift;
    let second = (word as u64).wrapping_neg();
    Bitboard::from_words([pattern & !second, pattern & second])
}

/// Attacks along the rank.
#[inline]
pub(crate) fn rank(square: Square, occupied: Bitboard) -> Bitboard {
    let line = &RANKS[square.index()];
    ATTACKS[line.index::<RANK_STRIDE>(occupied)]
}

/// Attacks of a lance.
#[inline]
pub(crate) fn lance(color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    file(square, occupied) & lines::straight_ahead(color, square)
}

/// Attacks of a rook.
#[inline]
pub(crate) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    file(square, occupied) | rank(square, occupied)
}

/// Attacks of a bishop.
#[inline]
pub(crate) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    let [falling, rising] = &DIAGONALS[square.index()];
    ATTACKS[falling.index::<FALLING_STRIDE>(occupied)] | ATTACKS[rising.index::<RISING_STRIDE>(occupied)]
}

/// Distance of a line's squares from file to file: along a rank, down a diagonal, up a diagonal.
const RANK_STRIDE: u32 = 9;
const FALLING_STRIDE: u32 = 10;
const RISING_STRIDE: u32 = 8;

/// A line that crosses files, as seen from one of its squares.
#[derive(Clone, Copy)]
struct Line {
    /// The line's inner squares: what stands on its two ends blocks nothing.
    mask: [u64; 2],
    /// Where the attacks from this square begin in [`ATTACKS`].
    offset: u32,
    /// Number of inner squares in the first word.
    low_count: u8,
    /// The lowest inner square in each word.
    #[cfg_attr(target_feature = "bmi2", allow(dead_code, reason = "PEXT needs no origin"))]
    origin: [u8; 2],
}

impl Line {
    /// Where [`ATTACKS`] has the squares attacked along this line.
    #[inline]
    fn index<const STRIDE: u32>(&self, occupied: Bitboard) -> usize {
        let [low, high] = occupied.words();
        let low = gather_low::<STRIDE>(low, self);
        let high = gather_high::<STRIDE>(high, self);
        self.offset as usize + (low | high << self.low_count) as usize
    }
}

/// The occupancy of the inner squares in the first word, as neighbouring bits.
#[cfg(target_feature = "bmi2")]
#[inline]
fn gather_low<const STRIDE: u32>(word: u64, line: &Line) -> u64 {
    // SAFETY: the target has BMI2.
    unsafe { std::arch::x86_64::_pext_u64(word, line.mask[0]) }
}

/// The occupancy of the inner squares in the second word, as neighbouring bits.
#[cfg(target_feature = "bmi2")]
#[inline]
fn gather_high<const STRIDE: u32>(word: u64, line: &Line) -> u64 {
    // SAFETY: the target has BMI2.
    unsafe { std::arch::x86_64::_pext_u64(word, line.mask[1]) }
}

/// The same without PEXT. Shifted down to bit 0, the squares are the bits k × STRIDE, k from 0 to 6.
/// Multiplying by the sum of 2^((6 − j) × (STRIDE − 1)) brings bit k to k places above
/// 6 × (STRIDE − 1) where j = k; the other products all fall on different bits outside those seven.
#[cfg(any(not(target_feature = "bmi2"), test))]
#[inline]
fn multiply_low<const STRIDE: u32>(word: u64, line: &Line) -> u64 {
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
    bits.wrapping_mul(factor) >> (6 * (STRIDE - 1)) & 0x7f
}

/// The same without PEXT for the at most two squares in the second word.
#[cfg(any(not(target_feature = "bmi2"), test))]
#[inline]
fn multiply_high<const STRIDE: u32>(word: u64, line: &Line) -> u64 {
    let bits = (word & line.mask[1]) >> line.origin[1];
    (bits | bits >> (STRIDE - 1)) & 3
}

#[cfg(not(target_feature = "bmi2"))]
use {multiply_high as gather_high, multiply_low as gather_low};

/// Attacks within a file by rank and by occupancy of its seven inner squares.
static FILE_PATTERNS: [[u16; 128]; 9] = {
    let mut table = [[0; 128]; 9];
    let mut rank = 0;
    while rank < 9 {
        let mut inner = 0;
        while inner < 128 {
            let (first, last) = reach(rank as u32, (inner as u32) << 1, 9);
            table[rank][inner] = ((2 << last) - (1 << first)) & !(1 << rank);
            inner += 1;
        }
        rank += 1;
    }
    table
};

/// The first and the last place that a slider reaches on a line of `len` places, blockers included.
const fn reach(place: u32, occupied: u32, len: u32) -> (u32, u32) {
    let before = occupied & ((1 << place) - 1) | 1;
    let after = (occupied | 1 << (len - 1)) >> (place + 1);
    let first = before.ilog2();
    let last = if place + 1 == len { place } else { place + 1 + after.trailing_zeros() };
    (if place == 0 { 0 } else { first }, last)
}

/// Entries of [`ATTACKS`]: 81 × 2⁷ for ranks, and for each diagonal direction the sum over all
/// squares of 2 to the number of inner squares on their diagonal.
const ATTACK_COUNT: usize = 81 * 128 + 2 * 2946;

struct Tables {
    ranks: [Line; 81],
    diagonals: [[Line; 2]; 81],
    attacks: [Bitboard; ATTACK_COUNT],
}

const TABLES: Tables = build();
static RANKS: [Line; 81] = TABLES.ranks;
static DIAGONALS: [[Line; 2]; 81] = TABLES.diagonals;
static ATTACKS: [Bitboard; ATTACK_COUNT] = TABLES.attacks;

#[allow(long_running_const_eval, reason = "sixteen thousand entries take the compiler about a second")]
const fn build() -> Tables {
    const NONE: Line = Line { mask: [0; 2], offset: 0, low_count: 0, origin: [0; 2] };
    let mut tables = Tables {
        ranks: [NONE; 81],
        diagonals: [[NONE; 2]; 81],
        attacks: [Bitboard::EMPTY; ATTACK_COUNT],
    };
    let mut used = 0;
    let mut i = 0;
    while i < 81 {
        // Towards file 9 along the rank, down-left, up-left.
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
) -> Line {
    // The given square's place on the line, counted from the line's end at the lowest file.
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
    let inner = if len > 2 { up_to[len - 1].without(up_to[1]) } else { Bitboard::EMPTY };
    let offset = *used;
    let mut occupancy = 0;
    while occupancy < 1 << inner.len() {
        let (first, last) = reach(place, occupancy << 1, len as u32);
        let reached = up_to[last as usize + 1].without(up_to[first as usize]);
        attacks[*used] = reached.without(single(square));
        *used += 1;
        occupancy += 1;
    }
    let mask = inner.words();
    Line {
        mask,
        offset: offset as u32,
        low_count: mask[0].count_ones() as u8,
        origin: [lowest(mask[0]), lowest(mask[1])],
    }
}

const fn lowest(word: u64) -> u8 {
    if word == 0 { 0 } else { word.trailing_zeros() as u8 }
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
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        let mut next = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        (0..300).map(move |i| {
            let full = Bitboard::from_words([next(), next()]);
            // Thin some out: sparse boards let sliders run far.
            if i % 2 == 0 { full } else { full & Bitboard::from_words([next(), next()]) }
        })
    }

    #[test]
    fn slides_stop_at_the_first_piece() {
        for occupied in occupancies() {
            for square in Square::ALL {
                assert_eq!(rook(square, occupied), slow(square, occupied, &DIRECTIONS[..4]));
                assert_eq!(bishop(square, occupied), slow(square, occupied, &DIRECTIONS[4..]));
                assert_eq!(lance(Color::Black, square, occupied), slow(square, occupied, &[(0, -1)]));
                assert_eq!(lance(Color::White, square, occupied), slow(square, occupied, &[(0, 1)]));
            }
        }
    }

    #[test]
    fn gathering_by_multiplication_is_the_same_as_by_pext() {
        fn check<const STRIDE: u32>(occupied: Bitboard, line: &Line) {
            let [low, high] = occupied.words();
            assert_eq!(multiply_low::<STRIDE>(low, line), gather_low::<STRIDE>(low, line));
            assert_eq!(multiply_high::<STRIDE>(high, line), gather_high::<STRIDE>(high, line));
        }
        for occupied in occupancies() {
            for square in Square::ALL {
                check::<RANK_STRIDE>(occupied, &RANKS[square.index()]);
                check::<FALLING_STRIDE>(occupied, &DIAGONALS[square.index()][0]);
                check::<RISING_STRIDE>(occupied, &DIAGONALS[square.index()][1]);
            }
        }
    }
}
