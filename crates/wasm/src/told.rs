//! What has happened in a game that is judged elsewhere, in the words of the server's protocol.
//!
//! What a page neither shows nor reckons with is passed over, and so is what a later server may tell.

use crate::act::{ActorDto, OfferDto};
use crate::error::Error;
use crate::log::millis;
use crate::opening::ColorDto;
use komadai_core::{ByColor, Color, Move, Unmet};
use komadai_game::{
    Breach, Cause, Claim, Decision, Event, Fact, Ground, Millis, Moved, Outcome, Penalty, Ruling,
    TakenBack, TimeControl, Verdict,
};
use serde::Deserialize;

/// An event as the server tells it.
#[derive(Debug, Deserialize)]
pub struct ToldEvent {
    at: f64,
    by: ActorDto,
    fact: ToldFact,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum ToldFact {
    Moved {
        color: ColorDto,
        deed: String,
        #[serde(default)]
        lag: f64,
    },
    TakenBack {
        ply: u32,
        forgiven: Option<String>,
    },
    Tossed {
        toss: String,
    },
    Arrived,
    Greeted,
    Started,
    Declared,
    Claimed {
        claim: ToldClaim,
    },
    ClaimRejected {
        claim: ToldClaim,
    },
    Offered {
        offer: OfferDto,
    },
    Accepted {
        offer: OfferDto,
    },
    Declined {
        offer: OfferDto,
    },
    ArbiterCalled {
        reason: Box<str>,
    },
    FlagFell {
        color: ColorDto,
    },
    Ruled {
        decision: ToldDecision,
        reason: Box<str>,
    },
    Ended {
        verdict: String,
        cause: ToldCause,
    },
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
struct ToldClaim {
    kind: String,
    offender: Option<ColorDto>,
    next: Option<String>,
}

/// A decision with the fields of all kinds.
#[derive(Debug, Deserialize)]
struct ToldDecision {
    kind: String,
    color: Option<ColorDto>,
    to: Option<ColorDto>,
    offender: Option<ColorDto>,
    penalty: Option<String>,
    ground: Option<String>,
    verdict: Option<String>,
    control: Option<String>,
    #[serde(default)]
    time: f64,
    #[serde(default)]
    main: f64,
    #[serde(default)]
    periods: u32,
    #[serde(default)]
    ply: u32,
}

/// A cause with the fields of all kinds.
#[derive(Debug, Deserialize)]
struct ToldCause {
    kind: String,
    fault: Option<String>,
    ground: Option<String>,
    #[serde(default)]
    king_outside: bool,
    #[serde(default)]
    in_check: bool,
    #[serde(default)]
    missing_pieces: u8,
    #[serde(default)]
    missing_points: u8,
    #[serde(default)]
    black: u8,
    #[serde(default)]
    white: u8,
}

/// The causes that are no more than a name.
const PLAIN: [Cause; 23] = [
    Cause::Checkmate,
    Cause::NoLegalMove,
    Cause::Resignation,
    Cause::KingTaken,
    Cause::Repetition,
    Cause::PerpetualCheck,
    Cause::Declaration,
    Cause::DeclarationWithoutTime,
    Cause::Try,
    Cause::MoveLimit,
    Cause::Impasse,
    Cause::TimeUp,
    Cause::BothFlags,
    Cause::TakeBack,
    Cause::EarlyPress,
    Cause::WrongClaim,
    Cause::LateArrival,
    Cause::NoShow,
    Cause::Decision,
    Cause::WrongStart,
    Cause::Aborted,
    Cause::AgreedDraw,
    Cause::AgreedCancellation,
];

impl ToldEvent {
    /// The event that is meant; nothing if a page need not know of it.
    ///
    /// # Errors
    /// A word that is not known.
    pub fn build(self) -> Result<Option<Event>, Error> {
        let fact = self.fact.build()?;
        Ok(fact.map(|fact| Event {
            at: millis(self.at),
            by: self.by.into(),
            fact,
        }))
    }
}

impl ToldFact {
    fn build(self) -> Result<Option<Fact>, Error> {
        Ok(Some(match self {
            ToldFact::Moved { color, deed, lag } => Fact::Moved(Moved {
                color: color.into(),
                deed: deed.parse().map_err(|e| Error::word("deed", e))?,
                breach: None,
                check: false,
                lag: millis(lag),
            }),
            ToldFact::TakenBack { ply, forgiven } => Fact::TakenBack {
                ply,
                why: match forgiven {
                    None => TakenBack::Granted,
                    Some(name) => TakenBack::Forgiven(breach(&name)?),
                },
            },
            ToldFact::Tossed { toss } => {
                Fact::Tossed(toss.parse().map_err(|e| Error::word("toss", e))?)
            }
            ToldFact::Arrived => Fact::Arrived,
            ToldFact::Greeted => Fact::Greeted,
            ToldFact::Started => Fact::Started,
            ToldFact::Declared => Fact::Declared,
            ToldFact::Claimed { claim } => Fact::Claimed(claim.build()?),
            ToldFact::ClaimRejected { claim } => Fact::ClaimRejected(claim.build()?),
            ToldFact::Offered { offer } => Fact::Offered(offer.into()),
            ToldFact::Accepted { offer } => Fact::Accepted(offer.into()),
            ToldFact::Declined { offer } => Fact::Declined(offer.into()),
            ToldFact::ArbiterCalled { reason } => Fact::ArbiterCalled(reason),
            ToldFact::FlagFell { color } => Fact::FlagFell(color.into()),
            ToldFact::Ruled { decision, reason } => match decision.build()? {
                None => return Ok(None),
                Some(decision) => Fact::Ruled(Ruling { decision, reason }),
            },
            ToldFact::Ended { verdict: by, cause } => Fact::Ended(Outcome {
                verdict: verdict(&by)?,
                cause: cause.build()?,
            }),
            ToldFact::Other => return Ok(None),
        }))
    }
}

impl ToldClaim {
    fn build(&self) -> Result<Claim, Error> {
        Ok(match self.kind.as_str() {
            "illegal-move" => Claim::IllegalMove {
                offender: color(self.offender)?,
            },
            "flag" => Claim::Flag,
            "repetition" => {
                let read = |usi: &str| usi.parse::<Move>().map_err(|e| Error::word("next", e));
                let next = self.next.as_deref().map(read).transpose()?;
                Claim::Repetition { next }
            }
            "count" => Claim::Count,
            _ => return Err(unknown("claim")),
        })
    }
}

impl ToldDecision {
    fn build(&self) -> Result<Option<Decision>, Error> {
        Ok(Some(match self.kind.as_str() {
            "pause" => Decision::Pause,
            "resume" => Decision::Resume,
            "award-time" => Decision::AwardTime {
                to: color(self.to)?,
                time: millis(self.time),
            },
            "set-clock" => Decision::SetClock {
                color: color(self.color)?,
                main: millis(self.main),
                periods: self.periods,
            },
            "set-control" => Decision::SetControl {
                color: color(self.color)?,
                control: self.control()?,
            },
            "penalize" => Decision::Penalize {
                offender: color(self.offender)?,
                penalty: self.penalty()?,
                ground: ground(self.ground.as_deref()),
            },
            "restore-position" => Decision::RestorePosition { ply: self.ply },
            "uphold" => Decision::Uphold,
            "reject" => Decision::Reject,
            "no-show" => Decision::NoShow(color(self.color)?),
            "both-no-show" => Decision::BothNoShow,
            "wrong-start" => Decision::WrongStart,
            "abort" => Decision::Abort,
            "result" => Decision::Result(verdict(self.verdict.as_deref().unwrap_or_default())?),
            _ => return Ok(None),
        }))
    }

    fn control(&self) -> Result<TimeControl, Error> {
        let text = self.control.as_deref().unwrap_or_default();
        text.parse().map_err(|e| Error::word("control", e))
    }

    fn penalty(&self) -> Result<Penalty, Error> {
        let time: Millis = millis(self.time);
        Ok(match self.penalty.as_deref() {
            Some("warning") => Penalty::Warning,
            Some("time-to-opponent") => Penalty::TimeToOpponent(time),
            Some("time-off") => Penalty::TimeOff(time),
            Some("loss") => Penalty::Loss,
            Some("expulsion") => Penalty::Expulsion,
            _ => return Err(unknown("penalty")),
        })
    }
}

impl ToldCause {
    fn build(&self) -> Result<Cause, Error> {
        Ok(match self.kind.as_str() {
            "illegal-move" => {
                Cause::IllegalMove(breach(self.fault.as_deref().unwrap_or_default())?)
            }
            "wrong-declaration" => Cause::WrongDeclaration(Unmet {
                king_outside: self.king_outside,
                in_check: self.in_check,
                missing_pieces: self.missing_pieces,
                missing_points: self.missing_points,
            }),
            "count" => Cause::Count(ByColor([self.black, self.white])),
            "penalty" => Cause::Penalty(ground(self.ground.as_deref())),
            name => {
                let plain = PLAIN.into_iter().find(|cause| cause.name() == name);
                plain.ok_or_else(|| unknown("cause"))?
            }
        })
    }
}

fn unknown(field: &'static str) -> Error {
    Error::word(field, "not known here")
}

fn color(color: Option<ColorDto>) -> Result<Color, Error> {
    color.map(Color::from).ok_or_else(|| unknown("color"))
}

fn breach(name: &str) -> Result<Breach, Error> {
    Breach::from_name(name).ok_or_else(|| unknown("fault"))
}

fn verdict(name: &str) -> Result<Verdict, Error> {
    Ok(match name {
        "black-wins" => Verdict::Wins(Color::Black),
        "white-wins" => Verdict::Wins(Color::White),
        "draw" => Verdict::Draw,
        "both-lose" => Verdict::BothLose,
        "no-contest" => Verdict::NoContest,
        _ => return Err(unknown("verdict")),
    })
}

/// What a penalty is for; what is not known here is something else.
fn ground(name: Option<&str>) -> Ground {
    match name {
        Some("clock-handling") => Ground::ClockHandling,
        Some("no-reason-to-stop") => Ground::NoReasonToStop,
        Some("displacement") => Ground::Displacement,
        Some("early-press") => Ground::EarlyPress,
        Some("disarranged") => Ground::Disarranged,
        Some("outside-hint") => Ground::OutsideHint,
        Some("advice") => Ground::Advice,
        Some("conduct") => Ground::Conduct,
        Some("refused-ruling") => Ground::RefusedRuling,
        _ => Ground::Other,
    }
}
