//! Perft: counting sequences of legal moves to a depth.

use crate::movegen::Targets;
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::variant::Rules;
use std::hint::black_box;

/// How leaves are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaves {
    /// At the last ply moves are counted in sets, without being played.
    Bulk,
    /// Every leaf is played.
    Made,
}

/// The number of sequences of `depth` legal moves from a position.
///
/// ```
/// use komadai_core::{Leaves, Position, Shogi, perft};
/// assert_eq!(perft(&Position::<Shogi>::default(), 3, Leaves::Bulk), 25_470);
/// ```
pub fn perft<R: Rules>(position: &Position<R>, depth: u32, leaves: Leaves) -> u64 {
    match (depth, leaves) {
        (0, _) => 1,
        (1, Leaves::Bulk) => position.count_legal_moves() as u64,
        _ => {
            let mut moves = MoveList::new();
            position.append_moves(&Targets::all(position), &mut moves);
            let mut next = *position;
            moves
                .iter()
                .map(|&mv| perft_after(position, mv, depth, leaves, &mut next))
                .sum()
        }
    }
}

/// The number of sequences that start with each legal move.
pub fn perft_divide<R: Rules>(
    position: &Position<R>,
    depth: u32,
    leaves: Leaves,
) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let moves = position.legal_moves();
    let mut next = *position;
    moves
        .iter()
        .map(|&mv| (mv, perft_after(position, mv, depth, leaves, &mut next)))
        .collect()
}

/// The number of sequences of `depth` moves that start with a legal move; `next` is scratch space.
#[inline(always)]
fn perft_after<R: Rules>(
    position: &Position<R>,
    mv: Move,
    depth: u32,
    leaves: Leaves,
    next: &mut Position<R>,
) -> u64 {
    position.play_into(mv, next);
    if depth == 1 {
        // Nobody reads this position; without the black box the compiler would remove it.
        black_box(next);
        return 1;
    }
    perft(next, depth - 1, leaves)
}
