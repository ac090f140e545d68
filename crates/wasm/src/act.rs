//! What can be asked of a game, as JSON.

use crate::error::Error;
use crate::log::millis;
use crate::opening::ColorDto;
use komadai_core::{Color, Move};
use komadai_game::furigoma::Toss;
use komadai_game::{Act, Actor, Claim, Decision, Deed, Offer, Ruling, TimeControl, Verdict};
use serde::{Deserialize, Serialize};

/// Who acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ActorDto {
    /// The player with the black pieces.
    Black,
    /// The player with the white ones.
    White,
    /// The arbiter.
    Arbiter,
    /// Anyone else in the room.
    Bystander,
    /// The clock.
    Clock,
    /// The page itself.
    Host,
}

impl From<ActorDto> for Actor {
    fn from(actor: ActorDto) -> Actor {
        match actor {
            ActorDto::Black => Actor::BLACK,
            ActorDto::White => Actor::WHITE,
            ActorDto::Arbiter => Actor::Arbiter,
            ActorDto::Bystander => Actor::Bystander,
            ActorDto::Clock => Actor::Clock,
            ActorDto::Host => Actor::Host,
        }
    }
}

/// What someone wants to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "kebab-case")]
pub enum ActDto {
    /// Toss the pawns: `UUPPE`.
    Toss {
        /// How each pawn lies.
        faces: String,
    },
    /// Greet.
    Greet,
    /// Begin the game.
    Start,
    /// Move, in USI's words.
    Play {
        /// The move, or what looks like one.
        usi: String,
    },
    /// Resign.
    Resign,
    /// Declare a win by entering king.
    Declare,
    /// Claim that the opponent moved illegally; an arbiter or bystander says who.
    ClaimIllegal {
        /// Who is said to have.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        offender: Option<ColorDto>,
    },
    /// Claim that the opponent's time is up.
    ClaimFlag,
    /// Claim a fourfold repetition, perhaps by the move that is about to be made.
    ClaimRepetition {
        /// That move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<String>,
    },
    /// Claim that points must be counted.
    ClaimCount,
    /// Propose.
    Offer {
        /// What.
        offer: OfferDto,
    },
    /// Agree.
    Accept {
        /// To what.
        offer: OfferDto,
    },
    /// Decline or withdraw.
    Decline {
        /// What.
        offer: OfferDto,
    },
    /// Take a move back without asking.
    TakeBack,
    /// See whether a flag has fallen by itself.
    Tick,
    /// Interrupt the game.
    Pause,
    /// Go on with it.
    Resume,
    /// Set a clock.
    SetClock {
        /// Whose.
        color: ColorDto,
        /// Main time in milliseconds.
        main: f64,
        /// Byoyomi periods left.
        periods: u32,
    },
    /// Change what a side gets from now on.
    SetControl {
        /// Whose.
        color: ColorDto,
        /// As commands write it: `15m+60s`.
        control: String,
    },
    /// Give time.
    AwardTime {
        /// To whom.
        color: ColorDto,
        /// How much, in milliseconds.
        time: f64,
    },
    /// End the game with a result, or without one.
    Decide {
        /// Who won; nothing for no result.
        #[serde(default)]
        winner: Option<ColorDto>,
    },
}

/// What can be proposed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OfferDto {
    /// To count points.
    Count,
    /// To take back a move.
    TakeBack,
    /// A draw.
    Draw,
    /// To end the game without a result.
    Cancel,
}

impl From<OfferDto> for Offer {
    fn from(offer: OfferDto) -> Offer {
        match offer {
            OfferDto::Count => Offer::Count,
            OfferDto::TakeBack => Offer::TakeBack,
            OfferDto::Draw => Offer::Draw,
            OfferDto::Cancel => Offer::Cancel,
        }
    }
}

#[cfg(feature = "rules")]
impl OfferDto {
    pub(crate) const fn name(offer: Offer) -> &'static str {
        match offer {
            Offer::Count => "count",
            Offer::TakeBack => "take-back",
            Offer::Draw => "draw",
            Offer::Cancel => "cancel",
        }
    }
}

impl ActDto {
    /// The act that is meant.
    ///
    /// # Errors
    /// A word that is not known.
    pub fn build(&self, by: ActorDto) -> Result<Act, Error> {
        Ok(match self {
            ActDto::Toss { faces } => {
                let toss: Toss = faces.parse().map_err(|e| Error::word("faces", e))?;
                Act::Toss(toss)
            }
            ActDto::Greet => Act::Greet,
            ActDto::Start => Act::Start,
            ActDto::Play { usi } => {
                let deed: Deed = usi.parse().map_err(|e| Error::word("usi", e))?;
                Act::play(deed)
            }
            ActDto::Resign => Act::Resign,
            ActDto::Declare => Act::Declare,
            ActDto::ClaimIllegal { offender } => Act::Claim(Claim::IllegalMove {
                offender: offender_of(*offender, by)?,
            }),
            ActDto::ClaimFlag => Act::Claim(Claim::Flag),
            ActDto::ClaimRepetition { next } => Act::Claim(Claim::Repetition {
                next: next.as_deref().map(parse_move).transpose()?,
            }),
            ActDto::ClaimCount => Act::Claim(Claim::Count),
            ActDto::Offer { offer } => Act::Offer((*offer).into()),
            ActDto::Accept { offer } => Act::Accept((*offer).into()),
            ActDto::Decline { offer } => Act::Decline((*offer).into()),
            ActDto::TakeBack => Act::TakeBack,
            ActDto::Tick => Act::Tick,
            _ => Act::Rule(self.ruling()?),
        })
    }

    /// The decision of an arbiter or of the page.
    fn ruling(&self) -> Result<Ruling, Error> {
        let decision = match self {
            ActDto::Pause => Decision::Pause,
            ActDto::Resume => Decision::Resume,
            ActDto::SetClock {
                color,
                main,
                periods,
            } => Decision::SetClock {
                color: (*color).into(),
                main: millis(*main),
                periods: *periods,
            },
            ActDto::SetControl { color, control } => {
                let control: TimeControl =
                    control.parse().map_err(|e| Error::word("control", e))?;
                Decision::SetControl {
                    color: (*color).into(),
                    control,
                }
            }
            ActDto::AwardTime { color, time } => Decision::AwardTime {
                to: (*color).into(),
                time: millis(*time),
            },
            ActDto::Decide {
                winner: Some(color),
            } => Decision::Result(Verdict::Wins((*color).into())),
            _ => Decision::Abort,
        };
        Ok(Ruling {
            decision,
            reason: "at this device".into(),
        })
    }
}

fn offender_of(offender: Option<ColorDto>, by: ActorDto) -> Result<Color, Error> {
    match (offender, Actor::from(by)) {
        (Some(color), _) => Ok(color.into()),
        (None, Actor::Player(color)) => Ok(!color),
        (None, _) => Err(Error::word("offender", "must be named")),
    }
}

fn parse_move(usi: &str) -> Result<Move, Error> {
    usi.parse().map_err(|e| Error::word("next", e))
}
