//! Perft: counting the paths of legal moves to a depth.

use crate::moves::Move;
use crate::position::Position;
use crate::variant::Rules;

/// How leaves are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaves {
    /// At the last ply moves are counted in sets, without being played.
    Bulk,
    /// Every leaf is played.
    Made,
}

/// Number of paths of `depth` legal moves from a position.
///
/// ```
/// use komadai_core::{Leaves, Position, Shogi, perft};
/// assert_eq!(perft(&Position::<Shogi>::default(), 3, Leaves::Bulk), 25_470);
/// ```
pub fn perft<R: Rules>(position: &Position<R>, depth: u32, leaves: Leaves) -> u64 {
    match (depth, leaves) {
        (0, _) => 1,
        (1, Leaves::Bulk) => position.count_legal_moves() as u64,
        _ => position.legal_moves().into_iter().map(|mv| perft(&after(position, mv), depth - 1, leaves)).sum(),
    }
}

/// The number of paths that start with each legal move.
pub fn perft_divide<R: Rules>(position: &Position<R>, depth: u32, leaves: Leaves) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let count = |mv| (mv, perft(&after(position, mv), depth - 1, leaves));
    position.legal_moves().into_iter().map(count).collect()
}

#[inline]
fn after<R: Rules>(position: &Position<R>, mv: Move) -> Position<R> {
    let mut next = *position;
    let _ = next.play_unchecked(mv);
    next
}
