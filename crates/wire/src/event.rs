//! Events, as stored in logs and sent to clients.

use crate::error::WireError;
use crate::names::{ActorDto, BreachDto, ClockSideDto, OfferDto, SideDto};
use crate::outcome::OutcomeDto;
use crate::ruling::{ClaimDto, DecisionDto, ruling};
use crate::tagged::tagged;
use crate::text::{Bytes, BytesText, CommitmentText, DeedText, SeedText, TossText};
use komadai_game::{Event, Fact, Millis, Moved, TakenBack};
use serde::{Deserialize, Serialize};

/// Something that happened. Fields with their default value are left out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EventDto {
    /// The game time.
    pub at: u64,
    /// The actor.
    pub by: ActorDto,
    /// The fact.
    pub fact: FactDto,
}

tagged! {
    /// What happened.
    pub enum FactDto by "kind", "FactDto" read as ReadFact {
        /// A deed.
        Moved(MovedDto),
        /// The clock was placed.
        ClockPlaced {
            /// The side.
            side: ClockSideDto,
        },
        /// The pawns were tossed.
        Tossed {
            /// How they lie: `UUPUE`.
            toss: TossText,
        },
        /// The host committed to a seed.
        TossCommitted {
            /// Its commitment, in hexadecimal.
            commitment: CommitmentText,
        },
        /// A player added a nonce.
        NonceAdded {
            /// The number, in hexadecimal.
            nonce: BytesText,
        },
        /// The host revealed the seed.
        TossRevealed {
            /// The seed, in hexadecimal.
            seed: SeedText,
        },
        /// A player arrived.
        Arrived,
        /// A player greeted.
        Greeted,
        /// The game began.
        Started,
        /// The mover stopped their clock.
        Pressed,
        /// The clock was pressed without a move.
        PressedEarly,
        /// Such a press was answered.
        PressedBack,
        /// A claim was made.
        Claimed {
            /// The claim.
            claim: ClaimDto,
        },
        /// The claim was wrong.
        ClaimRejected {
            /// The claim.
            claim: ClaimDto,
        },
        /// A win was declared.
        Declared,
        /// An offer was made.
        Offered {
            /// The offer.
            offer: OfferDto,
        },
        /// An offer was accepted.
        Accepted {
            /// The offer.
            offer: OfferDto,
        },
        /// An offer was declined or withdrawn.
        Declined {
            /// The offer.
            offer: OfferDto,
        },
        /// Moves were taken back.
        TakenBack {
            /// The number of moves left.
            ply: u32,
            /// The forgiven breach; `None` if the opponent granted the take-back.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            forgiven: Option<BreachDto>,
        },
        /// A player stopped the clocks to call the arbiter.
        ArbiterCalled {
            /// The reason.
            reason: String,
        },
        /// The arbiter did not come, and the game goes on.
        ArbiterAbsent,
        /// A player displaced pieces.
        Displaced,
        /// Displaced pieces were put back.
        PutBack,
        /// A player asked the opponent to arrange their pieces in hand.
        AskedToArrange,
        /// A player arranged their hand.
        Arranged,
        /// A flag fell.
        FlagFell {
            /// The side.
            color: SideDto,
        },
        /// The arbiter or the host ruled.
        Ruled {
            /// What was decided.
            decision: DecisionDto,
            /// The reason.
            reason: String,
        },
        /// The game ended.
        Ended(OutcomeDto),
    }
}

/// A move, legal or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MovedDto {
    /// The side.
    pub color: SideDto,
    /// What was done, in USI.
    pub deed: DeedText,
    /// How it breaks the rules: in the log, never on the wire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub breach: Option<BreachDto>,
    /// Whether the opponent is in check: in the log, and where the rules allow help on the board.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub check: bool,
    /// The compensated delay.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub lag: u64,
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
                reason: reason.to_string(),
            },
            Fact::ArbiterAbsent => FactDto::ArbiterAbsent,
            Fact::Displaced => FactDto::Displaced,
            Fact::PutBack => FactDto::PutBack,
            Fact::AskedToArrange => FactDto::AskedToArrange,
            Fact::Arranged => FactDto::Arranged,
            Fact::FlagFell(color) => FactDto::FlagFell {
                color: (*color).into(),
            },
            Fact::Ruled(ruling) => FactDto::Ruled {
                decision: ruling.decision.into(),
                reason: ruling.reason.to_string(),
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
            FactDto::ArbiterCalled { reason } => Fact::ArbiterCalled(reason.into()),
            FactDto::ArbiterAbsent => Fact::ArbiterAbsent,
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
