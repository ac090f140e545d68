//! Why something was not done.

use super::names::{BreachDto, WantedDto};
use komadai_game::{Impossible, Refusal, Why};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use utoipa::ToSchema;

/// Something that was not done, and why. It holds no more than the game told whoever wanted it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RefusalDto {
    /// What stands against it, as a name that does not change.
    #[schema(value_type = String)]
    pub code: Cow<'static, str>,
    /// More of it, where moves are illegal and blocked, or impossible: `two-pawns`, `not-in-hand`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub detail: Option<Cow<'static, str>>,
    /// What was wanted.
    pub what: WantedDto,
    /// The same in English.
    pub message: String,
    /// The article of the FESA Laws behind it: `9.4`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub article: Option<Cow<'static, str>>,
}

impl From<&Refusal> for RefusalDto {
    fn from(refusal: &Refusal) -> RefusalDto {
        RefusalDto {
            code: code(refusal.why).into(),
            detail: detail(refusal.why).map(Cow::Borrowed),
            what: refusal.what.into(),
            message: refusal.to_string(),
            article: refusal.article().map(|article| article.number().into()),
        }
    }
}

/// The name of what stands against something.
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

/// Illegal moves are refused only where they are blocked, and there everyone sees which are.
fn detail(why: Why) -> Option<&'static str> {
    match why {
        Why::Illegal(breach) => Some(BreachDto::from(breach).name()),
        Why::Impossible(Impossible::NoPiece) => Some("no-piece"),
        Why::Impossible(Impossible::NotInHand) => Some("not-in-hand"),
        Why::Impossible(Impossible::NoOtherSide) => Some("no-other-side"),
        _ => None,
    }
}
