//! The opponent that thinks beside the screen.

use komadai_core::Move;
use komadai_game::{Act, Game, Millis};

pub(super) struct Computer;

impl Computer {
    pub(super) fn poll(&mut self, _game: &Game, _at: Millis) -> Option<Act> {
        None
    }
    pub(super) fn forget(&mut self) {}
    pub(super) fn hint(&mut self, _game: &Game) -> Option<Move> {
        None
    }
}
