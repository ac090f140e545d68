//! The USI option `EnteringKingRule`, as YaneuraOu and the programs around it name its values.

use crate::declaration::{Declaration, DeclarationRule, HandicapCredit, TryRule};
use crate::moves::Move;
use crate::position::Position;
use crate::variant::{Rules, Variant};
use std::fmt;
use std::str::FromStr;

/// The rule by which an engine claims a win at an impasse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EnteringKingRule {
    /// No claim.
    NoEnteringKing,
    /// 24-point declaration; the engine declares only a win, with 31 points.
    CsaRule24,
    /// The same, with pieces missing from the set credited to White.
    CsaRule24H,
    /// 27-point declaration.
    #[default]
    CsaRule27,
    /// The same, with pieces missing from the set credited to White.
    CsaRule27H,
    /// A try wins, regardless of the other king.
    TryRule,
}

/// How an engine claims a win at an impasse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImpasseClaim {
    /// `bestmove win`.
    Declare,
    /// The king's move to the goal.
    Try(Move),
}

impl EnteringKingRule {
    /// Every value, in the option's order.
    pub const ALL: [EnteringKingRule; 6] = [
        EnteringKingRule::NoEnteringKing,
        EnteringKingRule::CsaRule24,
        EnteringKingRule::CsaRule24H,
        EnteringKingRule::CsaRule27,
        EnteringKingRule::CsaRule27H,
        EnteringKingRule::TryRule,
    ];

    /// The usual rule of a variant: 27 points in shogi, none in Seireigi.
    pub const fn usual(variant: Variant) -> EnteringKingRule {
        match variant {
            Variant::Shogi => EnteringKingRule::CsaRule27,
            Variant::Seireigi => EnteringKingRule::NoEnteringKing,
        }
    }

    /// The value's name.
    pub const fn name(self) -> &'static str {
        match self {
            EnteringKingRule::NoEnteringKing => "NoEnteringKing",
            EnteringKingRule::CsaRule24 => "CSARule24",
            EnteringKingRule::CsaRule24H => "CSARule24H",
            EnteringKingRule::CsaRule27 => "CSARule27",
            EnteringKingRule::CsaRule27H => "CSARule27H",
            EnteringKingRule::TryRule => "TryRule",
        }
    }

    /// The declaration rule, if it is one.
    pub const fn declaration(self) -> Option<DeclarationRule> {
        match self {
            EnteringKingRule::NoEnteringKing | EnteringKingRule::TryRule => None,
            EnteringKingRule::CsaRule24 | EnteringKingRule::CsaRule24H => {
                Some(DeclarationRule::Points24)
            }
            EnteringKingRule::CsaRule27 | EnteringKingRule::CsaRule27H => {
                Some(DeclarationRule::Points27)
            }
        }
    }

    /// The credit for a position's missing pieces under this rule.
    pub fn credit<R: Rules>(self, position: &Position<R>) -> HandicapCredit {
        match self {
            EnteringKingRule::CsaRule24H | EnteringKingRule::CsaRule27H => {
                HandicapCredit::to_white(position)
            }
            _ => HandicapCredit::NONE,
        }
    }

    /// The immediate win of the side to move under this rule, if there is one.
    pub fn claim<R: Rules>(self, position: &Position<R>) -> Option<ImpasseClaim> {
        if self == EnteringKingRule::TryRule {
            let mv = position.try_move(TryRule::Unconditional);
            return mv.map(ImpasseClaim::Try);
        }
        let outcome = position.declare(self.declaration()?, self.credit(position));
        (outcome == Declaration::Win).then_some(ImpasseClaim::Declare)
    }
}

impl fmt::Display for EnteringKingRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is not the name of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "unknown rule: expected NoEnteringKing, CSARule24, CSARule24H, CSARule27, CSARule27H or TryRule"
)]
pub struct ParseEnteringKingRuleError;

impl FromStr for EnteringKingRule {
    type Err = ParseEnteringKingRuleError;

    fn from_str(text: &str) -> Result<EnteringKingRule, ParseEnteringKingRuleError> {
        EnteringKingRule::ALL
            .into_iter()
            .find(|rule| rule.name() == text)
            .ok_or(ParseEnteringKingRuleError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Shogi;

    const ENTERED: &str =
        "+R8/2+NK1+R+P+P1/+P+PPS+P4/6g+b1/7p1/3g5/3+b1g+p1+p/5p3/5k+p2 b G3S3N3L7Pl 1";
    const HANDICAP: &str =
        "5+B+P2/K+P1+P+R+P3/+P+P+NPP4/9/9/9/2p+p+pgsg1/1+p1+n1+n1kg/9 w G2SNL3Psl3p 1";

    fn claims(sfen: &str) -> Vec<EnteringKingRule> {
        let position: Position<Shogi> = sfen.parse().unwrap();
        let claims = |rule: &EnteringKingRule| rule.claim(&position).is_some();
        EnteringKingRule::ALL.into_iter().filter(claims).collect()
    }

    #[test]
    fn names_round_trip() {
        for rule in EnteringKingRule::ALL {
            assert_eq!(rule.name().parse(), Ok(rule));
        }
        let wrong = "csarule27".parse::<EnteringKingRule>();
        assert_eq!(wrong, Err(ParseEnteringKingRuleError));
    }

    #[test]
    fn each_rule_claims_what_it_allows() {
        use EnteringKingRule::{CsaRule24, CsaRule24H, CsaRule27, CsaRule27H, TryRule};
        // The king on 5b reaches 5a at once.
        let all = [CsaRule24, CsaRule24H, CsaRule27, CsaRule27H, TryRule];
        assert_eq!(claims(ENTERED), all);
        assert_eq!(claims(HANDICAP), [CsaRule27H]);
        assert_eq!(claims("startpos"), []);
    }

    #[test]
    fn a_try_is_a_legal_move_of_the_king() {
        let claim = |sfen: &str| {
            let position: Position<Shogi> = sfen.parse().unwrap();
            EnteringKingRule::TryRule.claim(&position)
        };
        let goal: Move = "5b5a".parse().unwrap();
        let open = "k8/4K4/9/9/9/9/9/9/9 b - 1";
        assert_eq!(claim(open), Some(ImpasseClaim::Try(goal)));
        let guarded = "k7r/4K4/9/9/9/9/9/9/9 b - 1";
        assert_eq!(claim(guarded), None);
        let blocked = "k3G4/4K4/9/9/9/9/9/9/9 b - 1";
        assert_eq!(claim(blocked), None);
    }
}
