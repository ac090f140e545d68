//! The evaluation, behind a trait so that it can be replaced.

mod attack;
mod evaluator;
#[cfg(feature = "fit")]
pub mod fit;
mod hand_made;
mod layout;
mod material;
pub mod net;
mod numbers;
mod pair;
mod placement;

pub use evaluator::Evaluator;
pub use hand_made::HandMade;
pub(crate) use material::{Values, values};

use komadai_core::{Move, Position, Rules};

/// Static evaluation of positions.
///
/// An evaluation may update sums incrementally: it is notified of every move played and undone. Each
/// thread has its own copy.
pub trait Evaluation<R: Rules>: Clone + Send {
    /// Resets the evaluation to a position.
    fn reset(&mut self, position: &Position<R>);

    /// Notifies of a move from the last position to `after`.
    fn push(&mut self, before: &Position<R>, mv: Move, after: &Position<R>);

    /// Notifies of a pass.
    fn push_pass(&mut self);

    /// Undoes the last move or pass.
    fn pop(&mut self);

    /// The value of the last position for the side to move; a pawn is worth 90.
    fn evaluate(&mut self, position: &Position<R>) -> i32;

    /// Selects the features to use, some of which are parts of the evaluation.
    fn set_features(&mut self, _features: crate::Features) {}
}
