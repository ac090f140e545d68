//! Refusals of acts.

use crate::names::{BreachDto, WantedDto};
use komadai_game::{Actor, Impossible, Refusal, Why};
use serde::{Deserialize, Serialize};

/// A refused act and the reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RefusalDto {
    /// The reason, as a stable code.
    pub code: String,
    /// Details for illegal blocked moves and impossible ones: `two-pawns`, `not-in-hand`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The kind of the refused act.
    pub what: WantedDto,
    /// The same in English.
    pub message: String,
    /// The article of the FESA Laws behind it: `9.4`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
}

impl From<&Refusal> for RefusalDto {
    fn from(refusal: &Refusal) -> RefusalDto {
        RefusalDto {
            code: code(refusal.why).into(),
            detail: detail(refusal.why).map(str::to_owned),
            what: refusal.what.into(),
            message: refusal.to_string(),
            article: refusal.article().map(|article| article.number.into()),
        }
    }
}

impl RefusalDto {
    /// The refusal, for the actor who was refused; `None` if the reason is unknown.
    pub fn by(&self, by: Actor) -> Option<Refusal> {
        let named = |why: &Why| code(*why) == self.code && detail(*why) == self.detail.as_deref();
        let what = self.what.into();
        let why = Why::all().find(named)?;
        Some(Refusal { by, what, why })
    }
}

/// The code of a reason.
pub const fn code(why: Why) -> &'static str {
    match why {
        Why::NotBegun => "not-begun",
        Why::Begun => "begun",
        Why::Over => "over",
        Why::Suspended => "suspended",
        Why::NotSuspended => "not-suspended",
        Why::Backwards => "backwards",
        Why::NotYours => "not-yours",
        Why::NotYourTurn => "not-your-turn",
        Why::Absent => "absent",
        Why::Present => "present",
        Why::TossDue => "toss-due",
        Why::NoToss => "no-toss",
        Why::TossCommitted => "toss-committed",
        Why::TossNotReady => "toss-not-ready",
        Why::WrongSeed => "wrong-seed",
        Why::AlreadyDone => "already-done",
        Why::Illegal(_) => "illegal",
        Why::Impossible(_) => "impossible",
        Why::Displaced => "displaced",
        Why::InOrder => "in-order",
        Why::NoClock => "no-clock",
        Why::ClockNotRunning => "clock-not-running",
        Why::NotInRules => "not-in-rules",
        Why::ByItself => "by-itself",
        Why::Outsider => "outsider",
        Why::ArbiterSilent => "arbiter-silent",
        Why::NoArbiter => "no-arbiter",
        Why::NoMove => "no-move",
        Why::MoveStands => "move-stands",
        Why::NoOffer => "no-offer",
        Why::Offered => "offered",
        Why::NoAgreedDraw => "no-agreed-draw",
        Why::KingsNotEntered => "kings-not-entered",
        Why::NothingPending => "nothing-pending",
        Why::NoReason => "no-reason",
        Why::NoSuchPly => "no-such-ply",
        Why::NoTime => "no-time",
    }
}

/// Details are not secret: illegal moves are refused only where they are blocked.
fn detail(why: Why) -> Option<&'static str> {
    match why {
        Why::Illegal(breach) => Some(BreachDto::from(breach).name()),
        Why::Impossible(Impossible::NoPiece) => Some("no-piece"),
        Why::Impossible(Impossible::NotInHand) => Some("not-in-hand"),
        Why::Impossible(Impossible::NoOtherSide) => Some("no-other-side"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_is_known_again_by_its_names() {
        for why in Why::all() {
            for &what in WantedDto::ALL {
                let refusal = Refusal {
                    by: Actor::WHITE,
                    what: what.into(),
                    why,
                };
                let told = RefusalDto::from(&refusal);
                assert_eq!(told.by(Actor::WHITE), Some(refusal));
            }
        }
    }

    #[test]
    fn a_reason_of_a_newer_server_is_not_known() {
        let refusal = Refusal {
            by: Actor::BLACK,
            what: WantedDto::ALL[0].into(),
            why: Why::Over,
        };
        let mut told = RefusalDto::from(&refusal);
        told.code = "out-of-ink".to_owned();
        assert_eq!(told.by(Actor::BLACK), None);
    }
}
