//! Other programs behind one interface, which speaks our moves and SFEN.

mod haitaka_board;
mod ours;
mod rsshogi_position;

pub use haitaka_board::HaitakaBoard;
pub use rsshogi_position::RsshogiPosition;

use komadai_core::{Leaves, Move};
use std::error::Error;
use std::fmt;

/// A program's position, ours included.
pub trait PeerBoard: Sized {
    /// The name of the program.
    const NAME: &'static str;

    /// Reads a position.
    ///
    /// # Errors
    ///
    /// The program does not accept the text, or the position it describes.
    fn from_sfen(sfen: &str) -> Result<Self, Unreadable>;

    /// Writes the position, move number included.
    fn to_sfen(&self) -> String;

    /// Adds all legal moves to the list, useless non-promotions included, in any order.
    fn legal_moves(&self, moves: &mut Vec<Move>);

    /// Whether the king of the side to move is attacked.
    fn is_in_check(&self) -> bool;

    /// Whether the side to move has no legal move, in check or not.
    fn has_no_move(&self) -> bool;

    /// Whether a legal move attacks the opponent's king; `None` if the program cannot tell.
    fn gives_check(&self, mv: Move) -> Option<bool>;

    /// Whether the side to move can mate at once; `None` if the program cannot tell.
    fn has_mate_in_one(&self) -> Option<bool>;

    /// Plays a legal move.
    fn play(&mut self, mv: Move);

    /// The number of paths of `depth` legal moves, by the fastest safe way the program has.
    fn perft(&mut self, depth: u32, leaves: Leaves) -> u64;
}

/// A program refused a position; holds its reason.
#[derive(Debug)]
pub struct Unreadable(String);

impl Unreadable {
    pub(crate) fn new(reason: impl fmt::Display) -> Unreadable {
        Unreadable(reason.to_string())
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Unreadable {}
