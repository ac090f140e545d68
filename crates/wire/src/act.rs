//! Acts that clients request.

use crate::error::WireError;
use crate::names::{ClockSideDto, OfferDto};
use crate::ruling::{ClaimDto, DecisionDto, check_times, ruling};
use crate::tagged::tagged;
use crate::text::{Bytes, BytesText, CommitmentText, DeedText, SeedText, TossText, free_text};
use komadai_game::Act;

tagged! {
    /// A requested act; read by [`from_client`](crate::from_client).
    pub enum ActDto by "kind", "ActDto" read as ReadAct {
        /// Choose the side of the clock.
        PlaceClock {
            /// The side.
            side: ClockSideDto,
        },
        /// Toss the pawns.
        Toss {
            /// How they lie: `UUPUE`.
            toss: TossText,
        },
        /// Commit to a secret seed.
        CommitToss {
            /// Its commitment, in hexadecimal.
            commitment: CommitmentText,
        },
        /// Add a number to the toss.
        AddNonce {
            /// The number, in hexadecimal.
            nonce: BytesText,
        },
        /// Reveal the seed.
        RevealToss {
            /// The seed, in hexadecimal.
            seed: SeedText,
        },
        /// Arrive at the board.
        Arrive {},
        /// Greet.
        Greet {},
        /// Start the game.
        Start {},
        /// Make a move, legal or not. The server measures its delay.
        Play {
            /// The move in USI.
            deed: DeedText,
        },
        /// Press the clock.
        Press {},
        /// Resign.
        Resign {},
        /// Declare a win by entering king.
        Declare {},
        /// Claim or point out something.
        Claim {
            /// The claim.
            claim: ClaimDto,
        },
        /// Make an offer to the opponent.
        Offer {
            /// The offer.
            offer: OfferDto,
        },
        /// Accept the opponent's offer.
        Accept {
            /// The offer.
            offer: OfferDto,
        },
        /// Decline the opponent's offer, or withdraw one's own.
        Decline {
            /// The offer.
            offer: OfferDto,
        },
        /// Take back the last move without asking, or an illegal one where it is forgiven.
        TakeBack {},
        /// Stop both clocks to call the arbiter.
        CallArbiter {
            /// The reason.
            reason: String,
        },
        /// Displace pieces.
        Displace {},
        /// Put displaced pieces back.
        PutBack {},
        /// Ask the opponent to arrange their pieces in hand.
        AskToArrange {},
        /// Arrange the pieces in hand.
        Arrange {},
        /// Check whether a flag has fallen.
        Tick {},
        /// Rule, as the arbiter or the host.
        Rule {
            /// The decision.
            decision: DecisionDto,
            /// The reason.
            reason: String,
        },
    }
}

impl From<&Act> for ActDto {
    /// The lag of a move is left out, because clients do not send it.
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
                reason: reason.to_string(),
            },
            Act::Displace => ActDto::Displace {},
            Act::PutBack => ActDto::PutBack {},
            Act::AskToArrange => ActDto::AskToArrange {},
            Act::Arrange => ActDto::Arrange {},
            Act::Tick => ActDto::Tick {},
            Act::Rule(ruling) => ActDto::Rule {
                decision: ruling.decision.into(),
                reason: ruling.reason.to_string(),
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
            ActDto::CallArbiter { reason } => Act::CallArbiter(free_text("reason", reason)?.into()),
            ActDto::Displace {} => Act::Displace,
            ActDto::PutBack {} => Act::PutBack,
            ActDto::AskToArrange {} => Act::AskToArrange,
            ActDto::Arrange {} => Act::Arrange,
            ActDto::Tick {} => Act::Tick,
            ActDto::Rule { decision, reason } => {
                let ruling = ruling(decision, free_text("reason", reason)?)?;
                check_times(ruling.decision)?;
                Act::Rule(ruling)
            }
        })
    }
}
