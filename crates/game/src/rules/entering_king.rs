//! Impasse rules as engines name them.

use super::{HandicapPoints, Impasse};
use komadai_core::{DeclarationRule, EnteringKingRule, TryRule};

impl From<EnteringKingRule> for Impasse {
    /// The rule alone: no counting by agreement and no move limit.
    fn from(rule: EnteringKingRule) -> Impasse {
        let credited = matches!(
            rule,
            EnteringKingRule::CsaRule24H | EnteringKingRule::CsaRule27H
        );
        Impasse {
            declaration: rule.declaration(),
            counting: None,
            forced_count: None,
            try_rule: (rule == EnteringKingRule::TryRule).then_some(TryRule::Unconditional),
            handicap_points: match credited {
                true => HandicapPoints::Credited,
                false => HandicapPoints::NotCounted,
            },
            move_limit: None,
        }
    }
}

impl From<&Impasse> for EnteringKingRule {
    /// The nearest rule that engines have.
    fn from(impasse: &Impasse) -> EnteringKingRule {
        let credited = impasse.handicap_points == HandicapPoints::Credited;
        match (impasse.declaration, impasse.try_rule) {
            (Some(DeclarationRule::Points24), _) if credited => EnteringKingRule::CsaRule24H,
            (Some(DeclarationRule::Points24), _) => EnteringKingRule::CsaRule24,
            (Some(_), _) if credited => EnteringKingRule::CsaRule27H,
            (Some(_), _) => EnteringKingRule::CsaRule27,
            (None, Some(TryRule::Unconditional)) => EnteringKingRule::TryRule,
            (None, _) => EnteringKingRule::NoEnteringKing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_engines_survive_as_impasse_rules() {
        for rule in EnteringKingRule::ALL {
            assert_eq!(EnteringKingRule::from(&Impasse::from(rule)), rule);
        }
    }
}
