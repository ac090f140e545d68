//! What a tool needs to fit the evaluation's numbers.

use super::layout::{COUNT, DEFENCE, ENDGAME, SHELTER, TEMPO};
pub use super::numbers::Numbers;
use super::{hand_made, seireigi, shogi};
use komadai_core::{Color, Position, Rules, Variant};

/// The numbers in force, for the opening and for the endgame.
pub fn numbers<R: Rules>() -> [&'static [i16]; 2] {
    match R::VARIANT {
        Variant::Shogi => [&shogi::OPENING, &shogi::ENDGAME],
        Variant::Seireigi => [&seireigi::OPENING, &seireigi::ENDGAME],
    }
}

/// Where lists of numbers of one sort begin, with what they are.
pub const SECTIONS: [(usize, &str); 4] = [
    (
        0,
        "pieces on the board, in hand, the first in hand; the tempo",
    ),
    (DEFENCE, "attacks, in sixteenths"),
    (
        SHELTER,
        "places, by kind: from the own king, from the enemy's, on the board",
    ),
    (COUNT, ""),
];

/// How many of a number's units make one of the evaluation.
pub fn grain(index: usize) -> f32 {
    if (DEFENCE..SHELTER).contains(&index) {
        16.0
    } else {
        1.0
    }
}

/// How much of a position is endgame, from 0 to 1.
pub fn endgame<R: Rules>(position: &Position<R>) -> f32 {
    let off_board = 40 - position.occupied().len();
    off_board.min(ENDGAME) as f32 / ENDGAME as f32
}

/// Tells which numbers count for the side to move, and how often.
pub fn terms<R: Rules>(position: &Position<R>, sink: &mut impl FnMut(usize, i32)) {
    let sign = match position.turn() {
        Color::Black => 1,
        Color::White => -1,
    };
    hand_made::terms(position, &mut |index, count| sink(index, sign * count));
    sink(TEMPO, 1);
}
