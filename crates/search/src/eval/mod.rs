//! The evaluation, and the seam behind which another can take its place.

mod attack;
#[cfg(feature = "fit")]
pub mod fit;
mod hand_made;
mod layout;
mod material;
mod numbers;
mod pair;
mod placement;
mod seireigi;
mod shogi;

pub use hand_made::HandMade;
pub(crate) use material::{Values, values};

use komadai_core::{Move, Position, Rules};

/// Says what a position is worth when nothing is searched.
///
/// An evaluation may keep sums up to date along the line being searched: it is told of every
/// move played and taken back. Each thread has a copy of its own.
pub trait Evaluation<R: Rules>: Clone + Send {
    /// Starts a line at a position.
    fn reset(&mut self, position: &Position<R>);

    /// A move leads from the last position to `after`.
    fn push(&mut self, before: &Position<R>, mv: Move, after: &Position<R>);

    /// The side to move passes.
    fn push_pass(&mut self);

    /// The last move or pass is taken back.
    fn pop(&mut self);

    /// The value of the last position for the side to move, in units of which a pawn is worth 90.
    fn evaluate(&mut self, position: &Position<R>) -> i32;

    /// The features that are measured may be parts of the evaluation.
    fn set_features(&mut self, _features: crate::Features) {}
}
