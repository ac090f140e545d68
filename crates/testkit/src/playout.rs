//! Random games of both variants.

use crate::Rng;
use komadai_core::{Move, Position, Rules};

/// A random game: each position with the move that is played in it, until there is no legal move.
#[derive(Clone, Debug)]
pub struct Playout<R: Rules> {
    position: Position<R>,
    rng: Rng,
}

impl<R: Rules> Playout<R> {
    /// A game from the start position.
    pub fn new(seed: u64) -> Playout<R> {
        Playout {
            position: Position::default(),
            rng: Rng::new(seed),
        }
    }
}

impl<R: Rules> Iterator for Playout<R> {
    type Item = (Position<R>, Move);

    fn next(&mut self) -> Option<(Position<R>, Move)> {
        let here = self.position;
        let mv = *self.rng.try_pick(&here.legal_moves())?;
        let _ = self.position.play_unchecked(mv);
        Some((here, mv))
    }
}
