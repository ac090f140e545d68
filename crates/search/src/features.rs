//! The parts of the search that can be measured individually.
//!
//! Normally every feature is on and tests for it compile to nothing. With the cargo feature `ablation` a
//! set of features is chosen at run time; `komadai-train ablate` plays such sets against each other.

/// A part of the search or of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "each is a heading of docs/search.md")]
pub enum Feature {
    AspirationWindows,
    TableCutoffs,
    MateInOne,
    CorrectionHistory,
    Razoring,
    Futility,
    NullMove,
    InternalReduction,
    ProbCut,
    LateMovePruning,
    MoveFutility,
    HistoryPruning,
    ExchangePruning,
    SingularExtension,
    CheckExtension,
    LateMoveReductions,
    Killers,
    ButterflyHistory,
    CaptureHistory,
    ContinuationHistory,
    QuiescenceExchange,
    KingAttack,
    Placement,
}

impl Feature {
    /// Every feature.
    pub const ALL: [Feature; 23] = [
        Feature::AspirationWindows,
        Feature::TableCutoffs,
        Feature::MateInOne,
        Feature::CorrectionHistory,
        Feature::Razoring,
        Feature::Futility,
        Feature::NullMove,
        Feature::InternalReduction,
        Feature::ProbCut,
        Feature::LateMovePruning,
        Feature::MoveFutility,
        Feature::HistoryPruning,
        Feature::ExchangePruning,
        Feature::SingularExtension,
        Feature::CheckExtension,
        Feature::LateMoveReductions,
        Feature::Killers,
        Feature::ButterflyHistory,
        Feature::CaptureHistory,
        Feature::ContinuationHistory,
        Feature::QuiescenceExchange,
        Feature::KingAttack,
        Feature::Placement,
    ];
}

/// A set of features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    #[cfg(feature = "ablation")]
    off: u32,
}

impl Features {
    /// All features.
    #[cfg(not(feature = "ablation"))]
    pub const ALL: Features = Features {};

    /// All features.
    #[cfg(feature = "ablation")]
    pub const ALL: Features = Features { off: 0 };

    /// The set without a feature.
    #[cfg(feature = "ablation")]
    #[must_use]
    pub const fn without(self, feature: Feature) -> Features {
        Features {
            off: self.off | 1 << feature as u32,
        }
    }

    #[cfg(not(feature = "ablation"))]
    #[inline(always)]
    #[expect(clippy::unused_self, reason = "the twin below needs it")]
    pub(crate) const fn has(self, _feature: Feature) -> bool {
        true
    }

    #[cfg(feature = "ablation")]
    #[inline]
    pub(crate) const fn has(self, feature: Feature) -> bool {
        self.off >> feature as u32 & 1 == 0
    }
}

impl Default for Features {
    fn default() -> Features {
        Features::ALL
    }
}
