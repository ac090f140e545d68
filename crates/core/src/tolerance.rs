//! Tolerance for faults in a diagram.

use crate::position::Position;
use crate::setup::{Setup, SetupError};
use crate::variant::Rules;

/// The faults of a diagram that a caller tolerates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Tolerance {
    /// None: a position of a game.
    #[default]
    Strict,
    /// A side without a king, as in tsume problems.
    MissingKing,
    /// Everything that illegal play can lead to, as an arbiter may have to judge it.
    IllegalPlay,
}

impl<R: Rules> Position<R> {
    /// Validates a diagram, tolerating some faults.
    ///
    /// # Errors
    /// Returns the faults that are not tolerated.
    ///
    /// ```
    /// use komadai_core::{Position, Setup, Shogi, Tolerance};
    /// let tsume: Setup = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse()?;
    /// assert!(Position::<Shogi>::from_setup_with(&tsume, Tolerance::Strict).is_err());
    /// assert!(Position::<Shogi>::from_setup_with(&tsume, Tolerance::MissingKing).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_setup_with(
        setup: &Setup,
        tolerance: Tolerance,
    ) -> Result<Position<R>, SetupError<R>> {
        let checked = Position::from_setup(setup);
        match tolerance {
            Tolerance::Strict => checked,
            Tolerance::MissingKing => checked.or_else(SetupError::ignore_missing_king),
            Tolerance::IllegalPlay => checked.or_else(SetupError::ignore_illegal_play),
        }
    }
}
