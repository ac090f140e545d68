//! Random numbers that give positions their keys.

use crate::color::Color;
use crate::hand::Hands;
use crate::piece::Piece;
use crate::square::Square;

/// The number of a piece, given by its index, on a square; 0 for index 0, which is no piece. A
/// position's board key is the exclusive or over its squares.
#[inline]
pub(crate) fn piece_on(index: usize, square: Square) -> u64 {
    PIECES[square.index()][index % Piece::INDEX_COUNT]
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

static PIECES: [[u64; Piece::INDEX_COUNT]; 81] = {
    let mut table = [[0; Piece::INDEX_COUNT]; 81];
    let mut state = 0x6b6f_6d61_6461_6900_u64;
    let mut square = 0;
    while square < 81 {
        let mut piece = 1;
        while piece < Piece::INDEX_COUNT {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            table[square][piece] = mix(state);
            piece += 1;
        }
        square += 1;
    }
    table
};
