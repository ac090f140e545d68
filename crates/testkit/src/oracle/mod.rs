//! A slow, obvious implementation of the rules, against which the fast one is compared.
//!
//! The interface is text (SFEN in, USI out), so that nothing but the name of the variant is
//! shared with the crate under test and no mistake can be made twice by the same table.
//! Everything is decided by trying it: a move is legal if, made on a copy of the board, it breaks
//! no rule.
//! The oracle judges moves, not diagrams: a position with excess material, two pawns on a file or
//! a stuck lance is read without complaint.
//!
//! ```text
//! let position = Oracle::from_sfen(Variant::Shogi, "8k/6G2/8G/9/9/9/9/9/4K4 b P 1")?;
//! assert_eq!(position.explain("P*1b"), Err("uchifuzume"));
//! ```

mod board;
mod judge;
mod moves;
mod pieces;
mod random;
mod setter;
mod sfen;
#[cfg(test)]
mod tests;

use board::Board;
use komadai_core::Variant;
use moves::Move;
use pieces::{Color, HAND_KINDS};

pub use moves::every_usi_move;
pub use random::{
    drop_pawn_mate_candidate, drop_pawn_mate_candidates, playout, random_position, soak,
};

/// A position: board, hands, side to move and the number of the next move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oracle {
    variant: Variant,
    board: Board,
    /// Counts by color, then by kind in the order of [`HAND_KINDS`].
    hands: [[u8; HAND_KINDS.len()]; 2],
    turn: Color,
    move_number: u32,
}

impl Oracle {
    /// The start position, which is the same in both games.
    pub fn start(variant: Variant) -> Oracle {
        const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        Oracle::from_sfen(variant, START).expect("the start position is well formed")
    }

    /// Reads a position; a king may be missing on either side, and so may the move number.
    ///
    /// # Errors
    ///
    /// Says in words what is wrong with the text.
    pub fn from_sfen(variant: Variant, text: &str) -> Result<Oracle, String> {
        sfen::parse(variant, text)
    }

    /// Writes the position as canonical SFEN, with the move number.
    pub fn to_sfen(&self) -> String {
        sfen::write(self)
    }

    /// All legal moves as USI text, sorted, useless non-promotions included.
    pub fn legal_moves(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.lawful().map(|m| m.to_string()).collect();
        texts.sort();
        texts
    }

    /// Whether the king of the side to move is attacked.
    pub fn is_in_check(&self) -> bool {
        self.board.king_attacked(self.variant, self.turn)
    }

    /// Whether the king of the side *not* to move is attacked, which no legal game allows.
    pub fn is_opponent_in_check(&self) -> bool {
        self.board.king_attacked(self.variant, self.turn.other())
    }

    /// Whether the side to move is in check and has no legal move.
    pub fn is_mate(&self) -> bool {
        self.is_in_check() && self.has_no_legal_move()
    }

    /// Whether the side to move has no legal move, in check or not; it has then lost.
    pub fn has_no_legal_move(&self) -> bool {
        self.lawful().next().is_none()
    }

    /// The position after a legal move.
    ///
    /// # Errors
    ///
    /// Names the move and the rule it breaks.
    pub fn play(&self, usi: &str) -> Result<Oracle, String> {
        self.explain(usi)
            .map_err(|breach| format!("{usi}: {breach}"))?;
        let parsed = Move::parse(usi).ok_or("not-a-move")?;
        Ok(self.after(parsed))
    }

    /// Judges a move, whether or not it is anywhere near legal.
    ///
    /// # Errors
    ///
    /// One word for the first rule broken.
    /// Board moves are tested for `empty-square`, `not-your-piece`, `own-piece-on-target`,
    /// `piece-does-not-move-so`, `cannot-promote`, `outside-promotion-zone`, `must-promote` and
    /// `king-left-in-check`, in that order; drops for `not-in-hand`, `square-taken`, `dead-end`,
    /// `nifu`, `king-left-in-check` and `uchifuzume`.
    /// Text that is no USI move at all is `not-a-move`.
    pub fn explain(&self, usi: &str) -> Result<(), &'static str> {
        let parsed = Move::parse(usi).ok_or("not-a-move")?;
        self.judge(parsed)
    }
}
