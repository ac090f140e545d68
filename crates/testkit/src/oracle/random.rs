//! Random play from a seed, the same on every machine.

use super::Oracle;
use super::setter::Setter;
use crate::Rng;
use komadai_core::Variant;

/// How many times as many positions as usual to compare, for long runs: the variable `KOMADAI_SOAK`.
///
/// # Panics
///
/// The variable is no number.
pub fn soak() -> usize {
    match std::env::var("KOMADAI_SOAK") {
        Ok(text) => text.parse().expect("KOMADAI_SOAK is a number"),
        Err(_) => 1,
    }
}

/// Plays random legal moves and returns each with the position it leads to.
///
/// Ends early where there is no legal move.
pub fn playout(start: &Oracle, rng: &mut Rng, plies: usize) -> Vec<(String, Oracle)> {
    let mut played: Vec<(String, Oracle)> = Vec::new();
    for _ in 0..plies {
        let here = played.last().map_or(start, |(_, position)| position);
        let moves = here.legal_moves();
        let Some(usi) = rng.try_pick(&moves) else {
            break;
        };
        let next = here.play(usi).expect("the move was just listed as legal");
        played.push((usi.clone(), next));
    }
    played
}

/// The end of a random game of at most `max_plies` plies from the start position.
pub fn random_position(variant: Variant, rng: &mut Rng, max_plies: usize) -> Oracle {
    let start = Oracle::start(variant);
    let plies = rng.below(max_plies + 1);
    let last = playout(&start, rng, plies).pop();
    last.map_or(start, |(_, position)| position)
}

/// A random position in which a pawn can be dropped at the king's head (頭).
///
/// About a fifth of them hold a drop-pawn mate; most others miss it by a flight, a defender, a
/// false pin or a guard that is not there.
/// The material is that of one set or less, no piece is at a dead end, no file has two pawns, and
/// the side not to move is not in check.
pub fn drop_pawn_mate_candidate(variant: Variant, rng: &mut Rng) -> Oracle {
    let position = Setter::new(variant, rng).set_up();
    if rng.chance(50) {
        position.turned()
    } else {
        position
    }
}

/// So many [`drop_pawn_mate_candidate`]s from a seed.
pub fn drop_pawn_mate_candidates(
    variant: Variant,
    seed: u64,
    count: usize,
) -> impl Iterator<Item = Oracle> {
    let mut rng = Rng::new(seed);
    (0..count).map(move |_| drop_pawn_mate_candidate(variant, &mut rng))
}
