//! Access to the evaluation for tools that fit its weights.

use super::hand_made;
use super::layout::{DEFENCE, ENDGAME, SHELTER, TEMPO};
pub use super::numbers::Numbers;
use super::numbers::numbers as in_force;
use komadai_core::{Color, Position, Rules};

/// The current weights, for the opening and for the endgame.
pub fn numbers<R: Rules>() -> [Vec<i16>; 2] {
    in_force::<R>().to_lists()
}

/// The attacks: the numbers before them are worths of pieces, those after them of places.
pub const ATTACKS: std::ops::Range<usize> = DEFENCE..SHELTER;

/// The number of units of a weight in one unit of the evaluation.
pub fn grain(index: usize) -> f32 {
    if ATTACKS.contains(&index) { 16.0 } else { 1.0 }
}

/// The endgame phase of a position, from 0 to 1.
pub fn endgame<R: Rules>(position: &Position<R>) -> f32 {
    let off_board = 40 - position.occupied().len();
    off_board.min(ENDGAME) as f32 / ENDGAME as f32
}

/// Reports the weights that count for the side to move, and how often.
pub fn terms<R: Rules>(position: &Position<R>, sink: &mut impl FnMut(usize, i32)) {
    let sign = match position.turn() {
        Color::Black => 1,
        Color::White => -1,
    };
    hand_made::terms(position, &mut |index, count| sink(index, sign * count));
    sink(TEMPO, 1);
}
