//! The two games as sealed sets of constants.

mod seireigi;
mod shogi;

pub use seireigi::Seireigi;
pub use shogi::Shogi;

use crate::attacks::StepTable;
use crate::piece::KindSet;
use std::fmt;
use std::str::FromStr;

mod sealed {
    use super::{Rules, Seireigi, Shogi};
    use crate::any::AnyPosition;
    use crate::position::Position;

    pub trait Sealed: Sized {
        fn any(position: Position<Self>) -> AnyPosition
        where
            Self: Rules;
    }

    impl Sealed for Shogi {
        fn any(position: Position<Shogi>) -> AnyPosition {
            AnyPosition::Shogi(position)
        }
    }

    impl Sealed for Seireigi {
        fn any(position: Position<Seireigi>) -> AnyPosition {
            AnyPosition::Seireigi(position)
        }
    }
}

/// The constants of a variant. Code generic over it is compiled once for each variant with these
/// constants folded in, so shogi pays nothing for Seireigi.
pub trait Rules: sealed::Sealed + Copy + Eq + Default + fmt::Debug + Send + Sync + 'static {
    /// The tag, for reading and writing; never branched on in move generation.
    const VARIANT: Variant;
    /// Kinds that may promote.
    const PROMOTABLE: KindSet;
    /// Promoted kinds with a move of their own that is neither a gold's nor a horse's or dragon's.
    const SPECIAL_MOVERS: KindSet;
    /// Of those, the ones that slide along ranks, along files, and along the two forward diagonals.
    const RANK_SLIDERS: KindSet;
    /// See [`RANK_SLIDERS`](Rules::RANK_SLIDERS).
    const FILE_SLIDERS: KindSet;
    /// See [`RANK_SLIDERS`](Rules::RANK_SLIDERS).
    const FORWARD_DIAGONAL_SLIDERS: KindSet;
    /// The steps and jumps of each kind, without slides.
    const STEPS: &'static StepTable;
}

/// A variant as a value, for run-time choice at the edges.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Variant {
    /// 将棋
    #[default]
    Shogi,
    /// 精霊棋
    Seireigi,
}

impl Variant {
    /// Every variant.
    pub const ALL: [Variant; 2] = [Variant::Shogi, Variant::Seireigi];

    /// The name in commands and files.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Shogi => "shogi",
            Variant::Seireigi => "seireigi",
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is not the name of a variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown variant: expected shogi or seireigi")]
pub struct ParseVariantError;

impl FromStr for Variant {
    type Err = ParseVariantError;

    fn from_str(text: &str) -> Result<Variant, ParseVariantError> {
        Variant::ALL
            .into_iter()
            .find(|variant| variant.name() == text)
            .ok_or(ParseVariantError)
    }
}
