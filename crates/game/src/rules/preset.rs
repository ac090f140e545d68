//! Named rule sets.

use super::{
    AfterDraw, Allowed, BothFlags, Counting, EarlyPress, Flag, Forgiveness, HandicapPoints,
    IllegalMoves, Impasse, Judge, KingsEntered, Knobs, LimitCountsAs, LimitInCheck, MateEnds,
    MoveLimit, PerpetualCheck, PointedOutBy, Press, RepetitionEnds, ReplayTime, Resignation,
    TakeBack, WrongClaim,
};
use crate::Millis;
use komadai_core::{AgreementRule, DeclarationRule};
use std::fmt;
use std::str::FromStr;

/// A named rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Preset {
    /// The Laws of the Federation of European Shogi Associations.
    Fesa,
    /// Professionals of the Japan Shogi Association.
    JsaPro,
    /// Amateur events of the Japan Shogi Association.
    JsaAmateur,
    /// Friendly games, as on game servers.
    Casual,
    /// Beginners (FESA 17).
    Beginner,
    /// Seireigi by its rule book.
    Seireigi,
}

const NO_IMPASSE: Impasse = Impasse {
    declaration: None,
    counting: None,
    forced_count: None,
    try_rule: None,
    handicap_points: HandicapPoints::Credited,
    move_limit: None,
};

const DECLARATION_27: Impasse = Impasse {
    declaration: Some(DeclarationRule::Points27),
    ..NO_IMPASSE
};

const FESA: Knobs = Knobs {
    illegal_moves: IllegalMoves::Claim,
    pointed_out_by: PointedOutBy::Opponent,
    forgiveness: Forgiveness::None,
    repetition: RepetitionEnds::ByClaim,
    perpetual_check: PerpetualCheck::IllegalMove,
    mate: MateEnds::AtOnce,
    resignation: Resignation::AtAnyTime,
    // The Laws do not mention handicap games, so nothing is credited.
    impasse: Impasse {
        handicap_points: HandicapPoints::NotCounted,
        ..DECLARATION_27
    },
    flag: Flag::ByClaim,
    // 8.3 is unconditional, and by 8.8 a flag has fallen only when it is claimed.
    both_flags: BothFlags::Draw,
    press: Press::WithTheMove,
    early_press: EarlyPress::Noted,
    lag_allowance: Millis::from_secs(1),
    wrong_claim: WrongClaim::Warning,
    judge: Judge::Machine,
    after_draw: AfterDraw::Replay(ReplayTime::Remaining),
    take_back: TakeBack::Never,
    agreed_draw: Allowed::No,
    cancellation: Allowed::No,
    help: Allowed::No,
    engine_help: Allowed::No,
    rule_book: Allowed::No,
};

const JSA_AMATEUR: Knobs = Knobs {
    illegal_moves: IllegalMoves::PointedOut,
    pointed_out_by: PointedOutBy::Anyone,
    repetition: RepetitionEnds::Automatically,
    perpetual_check: PerpetualCheck::Loses,
    resignation: Resignation::OnTurn,
    impasse: DECLARATION_27,
    early_press: EarlyPress::Loses,
    take_back: TakeBack::Loses,
    ..FESA
};

const JSA_PRO: Knobs = Knobs {
    impasse: Impasse {
        declaration: Some(DeclarationRule::Points24),
        counting: Some(Counting {
            rule: AgreementRule::Points24,
            kings: KingsEntered::Waived,
        }),
        move_limit: Some(MoveLimit {
            moves: 500,
            counts_as: LimitCountsAs::Impasse,
            in_check: LimitInCheck::PlaysOn,
        }),
        ..NO_IMPASSE
    },
    flag: Flag::FallsByItself,
    ..JSA_AMATEUR
};

const CASUAL: Knobs = Knobs {
    illegal_moves: IllegalMoves::Blocked,
    pointed_out_by: PointedOutBy::Opponent,
    repetition: RepetitionEnds::Automatically,
    perpetual_check: PerpetualCheck::Loses,
    impasse: DECLARATION_27,
    flag: Flag::FallsByItself,
    wrong_claim: WrongClaim::Nothing,
    after_draw: AfterDraw::Stands,
    take_back: TakeBack::ByAgreement,
    cancellation: Allowed::Yes,
    help: Allowed::Yes,
    engine_help: Allowed::Yes,
    rule_book: Allowed::Yes,
    ..FESA
};

const BEGINNER: Knobs = Knobs {
    illegal_moves: IllegalMoves::Claim,
    forgiveness: Forgiveness::Everyone(1),
    take_back: TakeBack::Never,
    cancellation: Allowed::No,
    engine_help: Allowed::No,
    ..CASUAL
};

const SEIREIGI: Knobs = Knobs {
    illegal_moves: IllegalMoves::PointedOut,
    pointed_out_by: PointedOutBy::Anyone,
    impasse: Impasse {
        counting: Some(Counting {
            rule: AgreementRule::Points24,
            kings: KingsEntered::Required,
        }),
        ..NO_IMPASSE
    },
    take_back: TakeBack::Never,
    cancellation: Allowed::No,
    engine_help: Allowed::No,
    ..CASUAL
};

pub(super) const BOARD: Knobs = Knobs {
    repetition: RepetitionEnds::ByClaim,
    perpetual_check: PerpetualCheck::IllegalMove,
    ..CASUAL
};

impl Preset {
    /// Every preset.
    pub const ALL: [Preset; 6] = [
        Preset::Fesa,
        Preset::JsaPro,
        Preset::JsaAmateur,
        Preset::Casual,
        Preset::Beginner,
        Preset::Seireigi,
    ];

    /// The name in commands.
    pub const fn name(self) -> &'static str {
        match self {
            Preset::Fesa => "fesa",
            Preset::JsaPro => "jsa-pro",
            Preset::JsaAmateur => "jsa-amateur",
            Preset::Casual => "casual",
            Preset::Beginner => "beginner",
            Preset::Seireigi => "seireigi",
        }
    }

    pub(super) const fn knobs(self) -> Knobs {
        match self {
            Preset::Fesa => FESA,
            Preset::JsaPro => JSA_PRO,
            Preset::JsaAmateur => JSA_AMATEUR,
            Preset::Casual => CASUAL,
            Preset::Beginner => BEGINNER,
            Preset::Seireigi => SEIREIGI,
        }
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Error for text that is not a rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown rules: expected fesa, jsa-pro, jsa-amateur, casual, beginner or seireigi")]
pub struct ParsePresetError;

impl FromStr for Preset {
    type Err = ParsePresetError;

    fn from_str(text: &str) -> Result<Preset, ParsePresetError> {
        Preset::ALL
            .into_iter()
            .find(|preset| preset.name() == text)
            .ok_or(ParsePresetError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleSet;

    #[test]
    fn presets_do_not_contradict_themselves_and_are_known_by_name() {
        for preset in Preset::ALL {
            let rules = RuleSet::new(preset.knobs());
            assert_eq!(rules, Ok(RuleSet::preset(preset)));
            assert_eq!(preset.name().parse(), Ok(preset));
            assert_eq!(RuleSet::preset(preset).name(), Some(preset));
        }
        assert_eq!("FIDE".parse::<Preset>(), Err(ParsePresetError));
    }
}
