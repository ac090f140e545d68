//! What clients want to do.

use super::field;
use super::names::{ClockSideDto, OfferDto};
use super::object::{object, only_objects};
use super::ruling::{ClaimDto, DecisionDto, ruling};
use super::{Bytes, Text, WireError};
use komadai_game::furigoma::{Commitment, Seed, Toss};
use komadai_game::{Act, Deed};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

/// What someone wants to do. Unknown fields are refused.
///
/// Serde never minds further fields in variants without any, hence the empty braces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(remote = "Self", tag = "kind", deny_unknown_fields)]
pub enum ActDto {
    /// Decide on which side the clock stands.
    #[serde(rename = "place-clock")]
    PlaceClock {
        /// On which side.
        #[serde(deserialize_with = "field::side")]
        side: ClockSideDto,
    },
    /// Toss the pawns.
    #[serde(rename = "toss")]
    Toss {
        /// How they lie: `UUPUE`.
        #[serde(deserialize_with = "field::toss")]
        #[schema(value_type = String)]
        toss: Text<Toss>,
    },
    /// Commit to a secret seed.
    #[serde(rename = "commit-toss")]
    CommitToss {
        /// Its commitment, in hexadecimal.
        #[serde(deserialize_with = "field::commitment")]
        #[schema(value_type = String)]
        commitment: Text<Commitment>,
    },
    /// Add a number to the toss.
    #[serde(rename = "add-nonce")]
    AddNonce {
        /// The number, in hexadecimal.
        #[serde(deserialize_with = "field::nonce")]
        #[schema(value_type = String)]
        nonce: Text<Bytes>,
    },
    /// Reveal the seed.
    #[serde(rename = "reveal-toss")]
    RevealToss {
        /// The seed, in hexadecimal.
        #[serde(deserialize_with = "field::seed")]
        #[schema(value_type = String)]
        seed: Text<Seed>,
    },
    /// Come to the board.
    #[serde(rename = "arrive")]
    Arrive {},
    /// Say the greeting.
    #[serde(rename = "greet")]
    Greet {},
    /// Start the game.
    #[serde(rename = "start")]
    Start {},
    /// Make a move, or what looks like one. How late it arrived is for the server to say.
    #[serde(rename = "play")]
    Play {
        /// What is done with the pieces, in USI.
        #[serde(deserialize_with = "field::deed")]
        #[schema(value_type = String)]
        deed: Text<Deed>,
    },
    /// Press the clock.
    #[serde(rename = "press")]
    Press {},
    /// Resign.
    #[serde(rename = "resign")]
    Resign {},
    /// Declare a win by entering king.
    #[serde(rename = "declare")]
    Declare {},
    /// Claim, or point out.
    #[serde(rename = "claim")]
    Claim {
        /// What.
        #[serde(deserialize_with = "claim")]
        claim: ClaimDto,
    },
    /// Propose something to the opponent.
    #[serde(rename = "offer")]
    Offer {
        /// What.
        #[serde(deserialize_with = "field::offer")]
        offer: OfferDto,
    },
    /// Agree to what the opponent proposed.
    #[serde(rename = "accept")]
    Accept {
        /// What.
        #[serde(deserialize_with = "field::offer")]
        offer: OfferDto,
    },
    /// Decline what the opponent proposed, or withdraw one's own proposal.
    #[serde(rename = "decline")]
    Decline {
        /// What.
        #[serde(deserialize_with = "field::offer")]
        offer: OfferDto,
    },
    /// Take back the last move without asking, or an illegal one where it is forgiven.
    #[serde(rename = "take-back")]
    TakeBack {},
    /// Stop both clocks to call the arbiter.
    #[serde(rename = "call-arbiter")]
    CallArbiter {
        /// Why.
        #[serde(deserialize_with = "field::reason")]
        #[schema(value_type = String)]
        reason: Box<str>,
    },
    /// Upset the pieces.
    #[serde(rename = "displace")]
    Displace {},
    /// Put upset pieces back.
    #[serde(rename = "put-back")]
    PutBack {},
    /// Ask the opponent to show his pieces in hand properly.
    #[serde(rename = "ask-to-arrange")]
    AskToArrange {},
    /// Arrange the pieces in hand.
    #[serde(rename = "arrange")]
    Arrange {},
    /// See whether a flag has fallen.
    #[serde(rename = "tick")]
    Tick {},
    /// Rule, as the arbiter or the host.
    #[serde(rename = "rule")]
    Rule {
        /// What is decided.
        #[serde(deserialize_with = "decision")]
        decision: DecisionDto,
        /// Why.
        #[serde(deserialize_with = "field::reason")]
        #[schema(value_type = String)]
        reason: Box<str>,
    },
}

only_objects!(ActDto);

fn claim<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ClaimDto, D::Error> {
    object(deserializer).map_err(|error| field::in_field("claim", &error))
}

fn decision<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DecisionDto, D::Error> {
    object(deserializer).map_err(|error| field::in_field("decision", &error))
}

impl From<&Act> for ActDto {
    /// A move loses its lag, which is not for clients to tell.
    fn from(act: &Act) -> ActDto {
        match act {
            Act::PlaceClock(side) => ActDto::PlaceClock {
                side: (*side).into(),
            },
            Act::Toss(toss) => ActDto::Toss {
                toss: (*toss).into(),
            },
            Act::CommitToss(commitment) => ActDto::CommitToss {
                commitment: (*commitment).into(),
            },
            Act::AddNonce(nonce) => ActDto::AddNonce {
                nonce: Bytes(*nonce).into(),
            },
            Act::RevealToss(seed) => ActDto::RevealToss {
                seed: (*seed).into(),
            },
            Act::Arrive => ActDto::Arrive {},
            Act::Greet => ActDto::Greet {},
            Act::Start => ActDto::Start {},
            Act::Play { deed, .. } => ActDto::Play {
                deed: (*deed).into(),
            },
            Act::Press => ActDto::Press {},
            Act::Resign => ActDto::Resign {},
            Act::Declare => ActDto::Declare {},
            Act::Claim(claim) => ActDto::Claim {
                claim: (*claim).into(),
            },
            Act::Offer(offer) => ActDto::Offer {
                offer: (*offer).into(),
            },
            Act::Accept(offer) => ActDto::Accept {
                offer: (*offer).into(),
            },
            Act::Decline(offer) => ActDto::Decline {
                offer: (*offer).into(),
            },
            Act::TakeBack => ActDto::TakeBack {},
            Act::CallArbiter(reason) => ActDto::CallArbiter {
                reason: reason.clone(),
            },
            Act::Displace => ActDto::Displace {},
            Act::PutBack => ActDto::PutBack {},
            Act::AskToArrange => ActDto::AskToArrange {},
            Act::Arrange => ActDto::Arrange {},
            Act::Tick => ActDto::Tick {},
            Act::Rule(ruling) => ActDto::Rule {
                decision: ruling.decision.into(),
                reason: ruling.reason.clone(),
            },
        }
    }
}

impl TryFrom<ActDto> for Act {
    type Error = WireError;

    fn try_from(dto: ActDto) -> Result<Act, WireError> {
        Ok(match dto {
            ActDto::PlaceClock { side } => Act::PlaceClock(side.into()),
            ActDto::Toss { toss } => Act::Toss(toss.read("toss")?),
            ActDto::CommitToss { commitment } => Act::CommitToss(commitment.read("commitment")?),
            ActDto::AddNonce { nonce } => Act::AddNonce(nonce.read("nonce")?.0),
            ActDto::RevealToss { seed } => Act::RevealToss(seed.read("seed")?),
            ActDto::Arrive {} => Act::Arrive,
            ActDto::Greet {} => Act::Greet,
            ActDto::Start {} => Act::Start,
            ActDto::Play { deed } => Act::play(deed.read("deed")?),
            ActDto::Press {} => Act::Press,
            ActDto::Resign {} => Act::Resign,
            ActDto::Declare {} => Act::Declare,
            ActDto::Claim { claim } => Act::Claim(claim.try_into()?),
            ActDto::Offer { offer } => Act::Offer(offer.into()),
            ActDto::Accept { offer } => Act::Accept(offer.into()),
            ActDto::Decline { offer } => Act::Decline(offer.into()),
            ActDto::TakeBack {} => Act::TakeBack,
            ActDto::CallArbiter { reason } => Act::CallArbiter(reason),
            ActDto::Displace {} => Act::Displace,
            ActDto::PutBack {} => Act::PutBack,
            ActDto::AskToArrange {} => Act::AskToArrange,
            ActDto::Arrange {} => Act::Arrange,
            ActDto::Tick {} => Act::Tick,
            ActDto::Rule { decision, reason } => Act::Rule(ruling(decision, reason)?),
        })
    }
}
