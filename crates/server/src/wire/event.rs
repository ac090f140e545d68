//! Events: the lines of a stored log, and what clients are told.

use super::field;
use super::names::{ActorDto, BreachDto, ClockSideDto, OfferDto, SideDto};
use super::outcome::OutcomeDto;
use super::ruling::{ClaimDto, DecisionDto, ruling};
use super::{Bytes, Text, WireError};
use komadai_game::furigoma::{Commitment, Seed, Toss};
use komadai_game::{Deed, Event, Fact, Millis, Moved, TakenBack};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something that has happened. What has its usual value is left out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct EventDto {
    /// When, on the game's time line.
    #[serde(deserialize_with = "field::at")]
    pub at: u64,
    /// Who acted.
    #[serde(deserialize_with = "field::by")]
    pub by: ActorDto,
    /// What happened.
    #[serde(deserialize_with = "field::fact")]
    pub fact: FactDto,
}

/// What has happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind")]
pub enum FactDto {
    /// Something was done with the pieces.
    #[serde(rename = "moved")]
    Moved(MovedDto),
    /// The clock was placed.
    #[serde(rename = "clock-placed")]
    ClockPlaced {
        /// On which side.
        #[serde(deserialize_with = "field::side")]
        side: ClockSideDto,
    },
    /// The pawns were tossed.
    #[serde(rename = "tossed")]
    Tossed {
        /// How they lie: `UUPUE`.
        #[serde(deserialize_with = "field::toss")]
        #[schema(value_type = String)]
        toss: Text<Toss>,
    },
    /// The host committed to a seed.
    #[serde(rename = "toss-committed")]
    TossCommitted {
        /// Its commitment, in hexadecimal.
        #[serde(deserialize_with = "field::commitment")]
        #[schema(value_type = String)]
        commitment: Text<Commitment>,
    },
    /// A player added a number.
    #[serde(rename = "nonce-added")]
    NonceAdded {
        /// The number, in hexadecimal.
        #[serde(deserialize_with = "field::nonce")]
        #[schema(value_type = String)]
        nonce: Text<Bytes>,
    },
    /// The host revealed the seed.
    #[serde(rename = "toss-revealed")]
    TossRevealed {
        /// The seed, in hexadecimal.
        #[serde(deserialize_with = "field::seed")]
        #[schema(value_type = String)]
        seed: Text<Seed>,
    },
    /// A player came to the board.
    #[serde(rename = "arrived")]
    Arrived,
    /// A player greeted.
    #[serde(rename = "greeted")]
    Greeted,
    /// The game began.
    #[serde(rename = "started")]
    Started,
    /// The mover stopped his clock.
    #[serde(rename = "pressed")]
    Pressed,
    /// The clock was pressed without a move.
    #[serde(rename = "pressed-early")]
    PressedEarly,
    /// Such a press was answered.
    #[serde(rename = "pressed-back")]
    PressedBack,
    /// A claim was made.
    #[serde(rename = "claimed")]
    Claimed {
        /// Which.
        #[serde(deserialize_with = "field::claim")]
        claim: ClaimDto,
    },
    /// The claim was wrong.
    #[serde(rename = "claim-rejected")]
    ClaimRejected {
        /// Which.
        #[serde(deserialize_with = "field::claim")]
        claim: ClaimDto,
    },
    /// A win was declared.
    #[serde(rename = "declared")]
    Declared,
    /// Something was proposed.
    #[serde(rename = "offered")]
    Offered {
        /// What.
        #[serde(deserialize_with = "field::offer")]
        offer: OfferDto,
    },
    /// A proposal was accepted.
    #[serde(rename = "accepted")]
    Accepted {
        /// Which.
        #[serde(deserialize_with = "field::offer")]
        offer: OfferDto,
    },
    /// A proposal was declined or withdrawn.
    #[serde(rename = "declined")]
    Declined {
        /// Which.
        #[serde(deserialize_with = "field::offer")]
        offer: OfferDto,
    },
    /// Moves were taken back.
    #[serde(rename = "taken-back")]
    TakenBack {
        /// The number of moves left.
        #[serde(deserialize_with = "field::ply")]
        ply: u32,
        /// What was forgiven; nothing if the opponent granted it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[serde(deserialize_with = "field::forgiven")]
        forgiven: Option<BreachDto>,
    },
    /// A player stopped the clocks to call the arbiter.
    #[serde(rename = "arbiter-called")]
    ArbiterCalled {
        /// Why.
        #[serde(deserialize_with = "field::reason")]
        #[schema(value_type = String)]
        reason: Box<str>,
    },
    /// A player upset the pieces.
    #[serde(rename = "displaced")]
    Displaced,
    /// They were put back.
    #[serde(rename = "put-back")]
    PutBack,
    /// A player asked to see the opponent's hand properly.
    #[serde(rename = "asked-to-arrange")]
    AskedToArrange,
    /// A player arranged his hand.
    #[serde(rename = "arranged")]
    Arranged,
    /// A flag fell.
    #[serde(rename = "flag-fell")]
    FlagFell {
        /// Whose.
        #[serde(deserialize_with = "field::color")]
        color: SideDto,
    },
    /// The arbiter or the host ruled.
    #[serde(rename = "ruled")]
    Ruled {
        /// What was decided.
        #[serde(deserialize_with = "field::decision")]
        decision: DecisionDto,
        /// Why.
        #[serde(deserialize_with = "field::reason")]
        #[schema(value_type = String)]
        reason: Box<str>,
    },
    /// The game ended.
    #[serde(rename = "ended")]
    Ended(OutcomeDto),
}

/// A move, or what looked like one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MovedDto {
    /// Whose.
    #[serde(deserialize_with = "field::color")]
    pub color: SideDto,
    /// What was done, in USI.
    #[serde(deserialize_with = "field::deed")]
    #[schema(value_type = String)]
    pub deed: Text<Deed>,
    /// How it breaks the rules: in the log, never on the wire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "field::breach")]
    pub breach: Option<BreachDto>,
    /// Whether the opponent is in check: in the log, and where the rules allow help on the board.
    #[serde(default, skip_serializing_if = "is_false")]
    #[serde(deserialize_with = "field::check")]
    pub check: bool,
    /// How much of the time did not count.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[serde(deserialize_with = "field::lag")]
    pub lag: u64,
}

fn is_false(value: &bool) -> bool {
    !value
}

fn is_zero(value: &u64) -> bool {
    *value == 0
}

/// An event as players and onlookers may see it while the game runs: nothing betrays an illegal move,
/// and check is told only where the rules allow help on the board.
pub fn public(event: &Event, help_on_board: bool) -> EventDto {
    let mut dto = EventDto::from(event);
    if let FactDto::Moved(moved) = &mut dto.fact {
        moved.breach = None;
        moved.check &= help_on_board;
    }
    dto
}

impl From<&Event> for EventDto {
    fn from(event: &Event) -> EventDto {
        EventDto {
            at: event.at.get(),
            by: event.by.into(),
            fact: FactDto::from(&event.fact),
        }
    }
}

impl TryFrom<EventDto> for Event {
    type Error = WireError;

    fn try_from(dto: EventDto) -> Result<Event, WireError> {
        Ok(Event {
            at: Millis::new(dto.at),
            by: dto.by.into(),
            fact: dto.fact.try_into().map_err(in_fact)?,
        })
    }
}

fn in_fact(error: WireError) -> WireError {
    error.within("fact")
}

impl From<Moved> for MovedDto {
    fn from(moved: Moved) -> MovedDto {
        MovedDto {
            color: moved.color.into(),
            deed: moved.deed.into(),
            breach: moved.breach.map(BreachDto::from),
            check: moved.check,
            lag: moved.lag.get(),
        }
    }
}

impl TryFrom<MovedDto> for Moved {
    type Error = WireError;

    fn try_from(dto: MovedDto) -> Result<Moved, WireError> {
        Ok(Moved {
            color: dto.color.into(),
            deed: dto.deed.read("deed")?,
            breach: dto.breach.map(Into::into),
            check: dto.check,
            lag: Millis::new(dto.lag),
        })
    }
}

impl From<&Fact> for FactDto {
    fn from(fact: &Fact) -> FactDto {
        match fact {
            Fact::Moved(moved) => FactDto::Moved((*moved).into()),
            Fact::ClockPlaced(side) => FactDto::ClockPlaced {
                side: (*side).into(),
            },
            Fact::Tossed(toss) => FactDto::Tossed {
                toss: (*toss).into(),
            },
            Fact::TossCommitted(commitment) => FactDto::TossCommitted {
                commitment: (*commitment).into(),
            },
            Fact::NonceAdded(nonce) => FactDto::NonceAdded {
                nonce: Bytes(*nonce).into(),
            },
            Fact::TossRevealed(seed) => FactDto::TossRevealed {
                seed: (*seed).into(),
            },
            Fact::Arrived => FactDto::Arrived,
            Fact::Greeted => FactDto::Greeted,
            Fact::Started => FactDto::Started,
            Fact::Pressed => FactDto::Pressed,
            Fact::PressedEarly => FactDto::PressedEarly,
            Fact::PressedBack => FactDto::PressedBack,
            Fact::Claimed(claim) => FactDto::Claimed {
                claim: (*claim).into(),
            },
            Fact::ClaimRejected(claim) => FactDto::ClaimRejected {
                claim: (*claim).into(),
            },
            Fact::Declared => FactDto::Declared,
            Fact::Offered(offer) => FactDto::Offered {
                offer: (*offer).into(),
            },
            Fact::Accepted(offer) => FactDto::Accepted {
                offer: (*offer).into(),
            },
            Fact::Declined(offer) => FactDto::Declined {
                offer: (*offer).into(),
            },
            Fact::TakenBack { ply, why } => FactDto::TakenBack {
                ply: *ply,
                forgiven: match why {
                    TakenBack::Granted => None,
                    TakenBack::Forgiven(breach) => Some((*breach).into()),
                },
            },
            Fact::ArbiterCalled(reason) => FactDto::ArbiterCalled {
                reason: reason.clone(),
            },
            Fact::Displaced => FactDto::Displaced,
            Fact::PutBack => FactDto::PutBack,
            Fact::AskedToArrange => FactDto::AskedToArrange,
            Fact::Arranged => FactDto::Arranged,
            Fact::FlagFell(color) => FactDto::FlagFell {
                color: (*color).into(),
            },
            Fact::Ruled(ruling) => FactDto::Ruled {
                decision: ruling.decision.into(),
                reason: ruling.reason.clone(),
            },
            Fact::Ended(outcome) => FactDto::Ended((*outcome).into()),
        }
    }
}

impl TryFrom<FactDto> for Fact {
    type Error = WireError;

    fn try_from(dto: FactDto) -> Result<Fact, WireError> {
        Ok(match dto {
            FactDto::Moved(moved) => Fact::Moved(moved.try_into()?),
            FactDto::ClockPlaced { side } => Fact::ClockPlaced(side.into()),
            FactDto::Tossed { toss } => Fact::Tossed(toss.read("toss")?),
            FactDto::TossCommitted { commitment } => {
                Fact::TossCommitted(commitment.read("commitment")?)
            }
            FactDto::NonceAdded { nonce } => Fact::NonceAdded(nonce.read("nonce")?.0),
            FactDto::TossRevealed { seed } => Fact::TossRevealed(seed.read("seed")?),
            FactDto::Arrived => Fact::Arrived,
            FactDto::Greeted => Fact::Greeted,
            FactDto::Started => Fact::Started,
            FactDto::Pressed => Fact::Pressed,
            FactDto::PressedEarly => Fact::PressedEarly,
            FactDto::PressedBack => Fact::PressedBack,
            FactDto::Claimed { claim } => Fact::Claimed(claim.try_into()?),
            FactDto::ClaimRejected { claim } => Fact::ClaimRejected(claim.try_into()?),
            FactDto::Declared => Fact::Declared,
            FactDto::Offered { offer } => Fact::Offered(offer.into()),
            FactDto::Accepted { offer } => Fact::Accepted(offer.into()),
            FactDto::Declined { offer } => Fact::Declined(offer.into()),
            FactDto::TakenBack { ply, forgiven } => Fact::TakenBack {
                ply,
                why: match forgiven {
                    None => TakenBack::Granted,
                    Some(breach) => TakenBack::Forgiven(breach.into()),
                },
            },
            FactDto::ArbiterCalled { reason } => Fact::ArbiterCalled(reason),
            FactDto::Displaced => Fact::Displaced,
            FactDto::PutBack => Fact::PutBack,
            FactDto::AskedToArrange => Fact::AskedToArrange,
            FactDto::Arranged => Fact::Arranged,
            FactDto::FlagFell { color } => Fact::FlagFell(color.into()),
            FactDto::Ruled { decision, reason } => Fact::Ruled(ruling(decision, reason)?),
            FactDto::Ended(outcome) => Fact::Ended(outcome.into()),
        })
    }
}
