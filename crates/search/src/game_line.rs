//! A game up to the position to be searched.

use komadai_core::{Color, IllegalMove, Move, Position, Rules};

/// The facts about a game position that repetition depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Past {
    pub(crate) key: u64,
    pub(crate) turn: Color,
    pub(crate) in_check: bool,
}

/// A position and the moves that led to it, which determine repetitions.
#[derive(Clone, Debug)]
pub struct GameLine<R: Rules> {
    position: Position<R>,
    /// All positions, including the current one.
    past: Vec<Past>,
}

impl<R: Rules> GameLine<R> {
    /// A game that begins with this position.
    pub fn new(start: Position<R>) -> GameLine<R> {
        let mut line = GameLine {
            position: start,
            past: Vec::new(),
        };
        line.note();
        line
    }

    /// The current position.
    pub fn position(&self) -> &Position<R> {
        &self.position
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Returns the broken rule if the move is illegal; the game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let _ = self.position.play(mv)?;
        self.note();
        Ok(())
    }

    pub(crate) fn past(&self) -> &[Past] {
        &self.past
    }

    fn note(&mut self) {
        self.past.push(Past {
            key: self.position.key(),
            turn: self.position.turn(),
            in_check: self.position.is_in_check(),
        });
    }
}
