//! Random numbers that give positions their keys.

use crate::color::Color;
use crate::hand::Hands;
use crate::piece::Piece;
use crate::square::Square;

/// The number of a piece, given by its index, on a square; 0 for index 0, which is no piece. A
/// position's board key is the exclusive or over its squares.
#[inline]
pub(crate) fn piece_on(index: usize, square: Square) -> u64 {
    let index = index % Piece::INDEX_COUNT;
    if cfg!(komadai_small) {
        // Random numbers cannot be compressed: the table is 20 kB of a download.
        return number(index, square.index());
    }
    PIECES[square.index()][index]
}

/// What hands and side to move add to a board key.
///
/// Hands are few bits, so they are mixed when a key is asked for instead of at every capture and
/// drop: the mixing is a bijection, so different hands on the same board never share a key.
#[inline]
pub(crate) fn hands_and_turn(hands: Hands, turn: Color) -> u64 {
    mix(hands.code() << 1 ^ turn as u64)
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
#[inline]
const fn mix(mut x: u64) -> u64 {
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// SplitMix64, so that the number at any place can be computed by itself.
const fn number(index: usize, square: usize) -> u64 {
    if index == 0 {
        return 0;
    }
    let place = (square * (Piece::INDEX_COUNT - 1) + index) as u64;
    mix(0x6b6f_6d61_6461_6900_u64.wrapping_add(place.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

static PIECES: [[u64; Piece::INDEX_COUNT]; 81] = {
    let mut table = [[0; Piece::INDEX_COUNT]; 81];
    let mut square = 0;
    while square < 81 {
        let mut index = 0;
        while index < Piece::INDEX_COUNT {
            table[square][index] = number(index, square);
            index += 1;
        }
        square += 1;
    }
    table
};
