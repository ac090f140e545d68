//! Claims and rulings, in messages and in logs.

use crate::clock_spec::ControlDto;
use crate::error::WireError;
use crate::names::{GroundDto, SideDto, VerdictDto};
use crate::tagged::tagged;
use crate::text::UsiMoveText;
use komadai_game::{Claim, Decision, Extra, Millis, Penalty, Ruling, TimeControl};
use serde::{Deserialize, Serialize};

tagged! {
    /// A claim.
    pub enum ClaimDto by "kind", "ClaimDto" read as ReadClaim {
        /// That a side has moved illegally.
        IllegalMove {
            /// The accused side.
            offender: SideDto,
        },
        /// That the opponent's time has run out.
        Flag {},
        /// That a position has appeared four times, or is about to.
        Repetition {
            /// The move that is about to be made, in USI.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            next: Option<UsiMoveText>,
        },
        /// That the pieces must be counted.
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
                next: next.map(UsiMoveText::from),
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PenaltyDto {
    /// A warning.
    Warning,
    /// Time for the opponent: `time` says how much.
    TimeToOpponent,
    /// Less time: `time` says how much.
    TimeOff,
    /// Loss of the game.
    Loss,
    /// Expulsion from the event.
    Expulsion,
}

tagged! {
    /// What an arbiter can decide.
    pub enum DecisionDto by "kind", "DecisionDto" read as ReadDecision {
        /// A penalty.
        Penalize {
            /// The offender.
            offender: SideDto,
            /// The penalty.
            penalty: PenaltyDto,
            /// The amount of time, for penalties that cost time.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            time: Option<u64>,
            /// The ground.
            ground: GroundDto,
        },
        /// Additional time.
        AwardTime {
            /// The recipient.
            to: SideDto,
            /// The amount.
            time: u64,
        },
        /// New times on a display.
        SetClock {
            /// The side of the display.
            color: SideDto,
            /// Main time.
            main: u64,
            /// Byoyomi periods left.
            periods: u32,
        },
        /// A clock that was set up wrongly is set right.
        SetControl {
            /// The side of the display.
            color: SideDto,
            /// The correct time control.
            control: ControlDto,
        },
        /// The game is interrupted.
        Pause {},
        /// The game is resumed.
        Resume {},
        /// The pieces are put back.
        PutBack {},
        /// An earlier position is set up again.
        RestorePosition {
            /// The number of moves that stand.
            ply: u32,
        },
        /// The game began from a wrong position and does not count.
        WrongStart {},
        /// A pending claim or declaration is upheld.
        Uphold {},
        /// A pending claim or declaration is rejected.
        Reject {},
        /// A player did not appear or left.
        NoShow {
            /// The player.
            color: SideDto,
        },
        /// Neither player appeared.
        BothNoShow {},
        /// The result.
        Result {
            /// The verdict.
            verdict: VerdictDto,
        },
        /// The game ends without a result.
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
pub(crate) fn ruling(decision: DecisionDto, reason: String) -> Result<Ruling, WireError> {
    let decision = decision.try_into()?;
    Ok(Ruling {
        decision,
        reason: reason.into(),
    })
}

/// Checks that a client's decision gives no time beyond [`TimeControl::LONGEST`]. Stored decisions are not checked, so
/// that every log stays readable.
pub(crate) fn check_times(decision: Decision) -> Result<(), WireError> {
    let (field, time) = match decision {
        Decision::Penalize {
            penalty: Penalty::TimeToOpponent(time) | Penalty::TimeOff(time),
            ..
        }
        | Decision::AwardTime { time, .. } => ("decision.time", time),
        Decision::SetClock { main, .. } => ("decision.main", main),
        Decision::SetControl { control, .. } => {
            let extra = match control.extra {
                Extra::None => Millis::ZERO,
                Extra::Increment(time) | Extra::Byoyomi { period: time, .. } => time,
            };
            ("decision.control", control.main.max(extra))
        }
        _ => return Ok(()),
    };
    match time <= TimeControl::LONGEST {
        true => Ok(()),
        false => Err(WireError::new(field, "longer than 1000 hours")),
    }
}
