//! Our own positions, by the library's public path.

use super::{PeerBoard, Unreadable};
use komadai_core::{Leaves, Move, Position, Rules, perft};

impl<R: Rules> PeerBoard for Position<R> {
    const NAME: &'static str = "komadai";

    fn from_sfen(sfen: &str) -> Result<Position<R>, Unreadable> {
        sfen.parse().map_err(Unreadable::new)
    }

    fn to_sfen(&self) -> String {
        self.to_string()
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.extend(Position::legal_moves(self).iter());
    }

    fn is_in_check(&self) -> bool {
        Position::is_in_check(self)
    }

    fn has_no_move(&self) -> bool {
        !self.has_legal_move()
    }

    fn gives_check(&self, mv: Move) -> Option<bool> {
        Some(Position::gives_check(self, mv))
    }

    fn has_mate_in_one(&self) -> Option<bool> {
        Some(self.mate_in_one().is_some())
    }

    fn play(&mut self, mv: Move) {
        let _ = self.play_unchecked(mv);
    }

    fn perft(&mut self, depth: u32, leaves: Leaves) -> u64 {
        perft(self, depth, leaves)
    }
}
