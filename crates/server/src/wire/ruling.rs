//! Claims and rulings, which clients send and logs hold.

use super::clock_spec::ControlDto;
use super::field;
use super::names::{GroundDto, SideDto, VerdictDto};
use super::object::FromObject;
use super::{Text, WireError};
use komadai_core::Move;
use komadai_game::{Claim, Decision, Millis, Penalty, Ruling};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

/// An enum as logs are read, in which unknown fields are ignored, and once more as clients must write
/// it. (Serde settles that with the type. It never minds further fields in variants without any, hence
/// the empty braces.)
macro_rules! lenient_and_strict {
    (
        $(#[$doc:meta])*
        pub enum $name:ident, strictly $strict:ident of $remote:tt { $($body:tt)* }
    ) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
        #[serde(tag = "kind")]
        pub enum $name { $($body)* }

        #[derive(Deserialize, ToSchema)]
        #[serde(remote = $remote, tag = "kind", deny_unknown_fields)]
        enum $strict { $($body)* }

        /// Reads what a client writes.
        impl<'de> FromObject<'de> for $name {
            fn from_object<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                $strict::deserialize(deserializer)
            }
        }
    };
}

lenient_and_strict! {
    /// What can be claimed.
    pub enum ClaimDto, strictly StrictClaim of "ClaimDto" {
        /// That a side has moved illegally.
        #[serde(rename = "illegal-move")]
        IllegalMove {
            /// The side that is said to have.
            #[serde(deserialize_with = "field::offender")]
            offender: SideDto,
        },
        /// That the opponent's time has run out.
        #[serde(rename = "flag")]
        Flag {},
        /// That a position has appeared four times, or is about to.
        #[serde(rename = "repetition")]
        Repetition {
            /// The move that is about to be made, in USI.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[serde(deserialize_with = "field::next")]
            #[schema(value_type = Option<String>)]
            next: Option<Text<Move>>,
        },
        /// That the pieces must be counted.
        #[serde(rename = "count")]
        Count {},
    }
}

impl From<Claim> for ClaimDto {
    fn from(claim: Claim) -> ClaimDto {
        match claim {
            Claim::IllegalMove { offender } => ClaimDto::IllegalMove {
                offender: offender.into(),
            },
            Claim::Flag => ClaimDto::Flag {},
            Claim::Repetition { next } => ClaimDto::Repetition {
                next: next.map(Text::from),
            },
            Claim::Count => ClaimDto::Count {},
        }
    }
}

impl TryFrom<ClaimDto> for Claim {
    type Error = WireError;

    fn try_from(dto: ClaimDto) -> Result<Claim, WireError> {
        Ok(match dto {
            ClaimDto::IllegalMove { offender } => Claim::IllegalMove {
                offender: offender.into(),
            },
            ClaimDto::Flag {} => Claim::Flag,
            ClaimDto::Repetition { next } => Claim::Repetition {
                next: next.map(|next| next.read("claim.next")).transpose()?,
            },
            ClaimDto::Count {} => Claim::Count,
        })
    }
}

/// Penalties of Article 13.4.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, ToSchema)]
pub enum PenaltyDto {
    /// A warning.
    #[serde(rename = "warning")]
    Warning,
    /// Time for the opponent: `time` says how much.
    #[serde(rename = "time-to-opponent")]
    TimeToOpponent,
    /// Less time: `time` says how much.
    #[serde(rename = "time-off")]
    TimeOff,
    /// Loss of the game.
    #[serde(rename = "loss")]
    Loss,
    /// Expulsion from the event.
    #[serde(rename = "expulsion")]
    Expulsion,
}

lenient_and_strict! {
    /// What an arbiter can decide.
    pub enum DecisionDto, strictly StrictDecision of "DecisionDto" {
        /// A penalty.
        #[serde(rename = "penalize")]
        Penalize {
            /// Who offended.
            #[serde(deserialize_with = "field::offender")]
            offender: SideDto,
            /// What it costs.
            #[serde(deserialize_with = "field::penalty")]
            penalty: PenaltyDto,
            /// How much time, where it costs time.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[serde(deserialize_with = "field::time")]
            time: Option<u64>,
            /// What for.
            #[serde(deserialize_with = "field::ground")]
            ground: GroundDto,
        },
        /// Additional time.
        #[serde(rename = "award-time")]
        AwardTime {
            /// Who gets it.
            #[serde(deserialize_with = "field::to")]
            to: SideDto,
            /// How much.
            #[serde(deserialize_with = "field::time")]
            time: u64,
        },
        /// New times on a display.
        #[serde(rename = "set-clock")]
        SetClock {
            /// Whose display.
            #[serde(deserialize_with = "field::color")]
            color: SideDto,
            /// Main time.
            #[serde(deserialize_with = "field::main")]
            main: u64,
            /// Byoyomi periods left.
            #[serde(deserialize_with = "field::periods")]
            periods: u32,
        },
        /// A clock that was set up wrongly is set right.
        #[serde(rename = "set-control")]
        SetControl {
            /// Whose display.
            #[serde(deserialize_with = "field::color")]
            color: SideDto,
            /// What it should have been.
            #[serde(deserialize_with = "field::control")]
            control: ControlDto,
        },
        /// The game is interrupted.
        #[serde(rename = "pause")]
        Pause {},
        /// It goes on.
        #[serde(rename = "resume")]
        Resume {},
        /// The pieces are put back.
        #[serde(rename = "put-back")]
        PutBack {},
        /// An earlier position is set up again.
        #[serde(rename = "restore-position")]
        RestorePosition {
            /// The number of moves that stand.
            #[serde(deserialize_with = "field::ply")]
            ply: u32,
        },
        /// The game began from a wrong position and does not count.
        #[serde(rename = "wrong-start")]
        WrongStart {},
        /// A claim or declaration that waits is right.
        #[serde(rename = "uphold")]
        Uphold {},
        /// It is wrong.
        #[serde(rename = "reject")]
        Reject {},
        /// A player did not come or left.
        #[serde(rename = "no-show")]
        NoShow {
            /// Who.
            #[serde(deserialize_with = "field::color")]
            color: SideDto,
        },
        /// Neither player came.
        #[serde(rename = "both-no-show")]
        BothNoShow {},
        /// The result.
        #[serde(rename = "result")]
        Result {
            /// Who won.
            #[serde(deserialize_with = "field::verdict")]
            verdict: VerdictDto,
        },
        /// The game ends without a result.
        #[serde(rename = "abort")]
        Abort {},
    }
}

impl From<Decision> for DecisionDto {
    fn from(decision: Decision) -> DecisionDto {
        match decision {
            Decision::Penalize {
                offender,
                penalty,
                ground,
            } => {
                let (penalty, time) = split(penalty);
                DecisionDto::Penalize {
                    offender: offender.into(),
                    penalty,
                    time: time.map(Millis::get),
                    ground: ground.into(),
                }
            }
            Decision::AwardTime { to, time } => DecisionDto::AwardTime {
                to: to.into(),
                time: time.get(),
            },
            Decision::SetClock {
                color,
                main,
                periods,
            } => DecisionDto::SetClock {
                color: color.into(),
                main: main.get(),
                periods,
            },
            Decision::SetControl { color, control } => DecisionDto::SetControl {
                color: color.into(),
                control: control.into(),
            },
            Decision::Pause => DecisionDto::Pause {},
            Decision::Resume => DecisionDto::Resume {},
            Decision::PutBack => DecisionDto::PutBack {},
            Decision::RestorePosition { ply } => DecisionDto::RestorePosition { ply },
            Decision::WrongStart => DecisionDto::WrongStart {},
            Decision::Uphold => DecisionDto::Uphold {},
            Decision::Reject => DecisionDto::Reject {},
            Decision::NoShow(color) => DecisionDto::NoShow {
                color: color.into(),
            },
            Decision::BothNoShow => DecisionDto::BothNoShow {},
            Decision::Result(verdict) => DecisionDto::Result {
                verdict: verdict.into(),
            },
            Decision::Abort => DecisionDto::Abort {},
        }
    }
}

impl TryFrom<DecisionDto> for Decision {
    type Error = WireError;

    fn try_from(dto: DecisionDto) -> Result<Decision, WireError> {
        Ok(match dto {
            DecisionDto::Penalize {
                offender,
                penalty,
                time,
                ground,
            } => Decision::Penalize {
                offender: offender.into(),
                penalty: join(penalty, time)?,
                ground: ground.into(),
            },
            DecisionDto::AwardTime { to, time } => Decision::AwardTime {
                to: to.into(),
                time: Millis::new(time),
            },
            DecisionDto::SetClock {
                color,
                main,
                periods,
            } => Decision::SetClock {
                color: color.into(),
                main: Millis::new(main),
                periods,
            },
            DecisionDto::SetControl { color, control } => Decision::SetControl {
                color: color.into(),
                control: control.read("decision.control")?,
            },
            DecisionDto::Pause {} => Decision::Pause,
            DecisionDto::Resume {} => Decision::Resume,
            DecisionDto::PutBack {} => Decision::PutBack,
            DecisionDto::RestorePosition { ply } => Decision::RestorePosition { ply },
            DecisionDto::WrongStart {} => Decision::WrongStart,
            DecisionDto::Uphold {} => Decision::Uphold,
            DecisionDto::Reject {} => Decision::Reject,
            DecisionDto::NoShow { color } => Decision::NoShow(color.into()),
            DecisionDto::BothNoShow {} => Decision::BothNoShow,
            DecisionDto::Result { verdict } => Decision::Result(verdict.into()),
            DecisionDto::Abort {} => Decision::Abort,
        })
    }
}

/// A penalty and the time that it costs.
fn split(penalty: Penalty) -> (PenaltyDto, Option<Millis>) {
    match penalty {
        Penalty::Warning => (PenaltyDto::Warning, None),
        Penalty::TimeToOpponent(time) => (PenaltyDto::TimeToOpponent, Some(time)),
        Penalty::TimeOff(time) => (PenaltyDto::TimeOff, Some(time)),
        Penalty::Loss => (PenaltyDto::Loss, None),
        Penalty::Expulsion => (PenaltyDto::Expulsion, None),
    }
}

fn join(penalty: PenaltyDto, time: Option<u64>) -> Result<Penalty, WireError> {
    let fault = |reason: &str| WireError::new("decision.time", reason);
    match (penalty, time.map(Millis::new)) {
        (PenaltyDto::TimeToOpponent, Some(time)) => Ok(Penalty::TimeToOpponent(time)),
        (PenaltyDto::TimeOff, Some(time)) => Ok(Penalty::TimeOff(time)),
        (PenaltyDto::TimeToOpponent | PenaltyDto::TimeOff, None) => {
            Err(fault("this penalty needs a time"))
        }
        (_, Some(_)) => Err(fault("this penalty has no time")),
        (PenaltyDto::Warning, None) => Ok(Penalty::Warning),
        (PenaltyDto::Loss, None) => Ok(Penalty::Loss),
        (PenaltyDto::Expulsion, None) => Ok(Penalty::Expulsion),
    }
}

/// A decision and its reason, from their wire forms.
pub(super) fn ruling(decision: DecisionDto, reason: Box<str>) -> Result<Ruling, WireError> {
    let decision = decision.try_into()?;
    Ok(Ruling { decision, reason })
}
