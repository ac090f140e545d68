//! Random games that see more of the rules than plain random play.

use komadai_core::{Move, Position, Shogi};
use komadai_testkit::Rng;

/// How moves are picked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Temper {
    /// Every legal move is as likely as the next.
    Even,
    /// Checks and captures are sought: more evasions, pins, mates and pieces in hand.
    Fierce,
}

/// Picks one of the legal moves of a position, or nothing if there are none.
pub fn pick(
    position: &Position<Shogi>,
    moves: &[Move],
    temper: Temper,
    rng: &mut Rng,
) -> Option<Move> {
    if temper == Temper::Even {
        return rng.try_pick(moves).copied();
    }
    let sought: Vec<Move> = match rng.below(3) {
        0 => moves
            .iter()
            .copied()
            .filter(|&mv| position.gives_check(mv))
            .collect(),
        1 => moves
            .iter()
            .copied()
            .filter(|mv| position.piece_on(mv.to()).is_some())
            .collect(),
        _ => Vec::new(),
    };
    let choices = if sought.is_empty() { moves } else { &sought };
    rng.try_pick(choices).copied()
}
