//! Events of a game.

use crate::Millis;
use crate::actor::Actor;
use crate::breach::Breach;
use crate::command::{Claim, ClockSide, Offer, Ruling};
use crate::deed::Deed;
use crate::furigoma::{Commitment, Seed, Toss};
use crate::outcome::Outcome;
use crate::rules::Allowed;
use komadai_core::Color;

/// The version of events, increased when their meaning changes.
///
/// 2: whoever is not at fault has a whole byoyomi period after a take-back, an answered press without a move or
/// a restored position; a move that is taken back earns no increment; a reduction of time (Article 13.4 c) also
/// takes byoyomi; openings say whether there is an arbiter.
///
/// 3: before the start the clock of a player who keeps the other waiting runs (Article 8.6); arrivals, greetings and
/// warnings before a toss follow the players to their sides.
pub const EVENT_VERSION: u16 = 3;

/// The oldest version whose logs are replayed, with the meaning that they had.
pub const OLDEST_EVENT_VERSION: u16 = 1;

/// An event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The game time.
    pub at: Millis,
    /// The actor.
    pub by: Actor,
    /// The fact.
    pub fact: Fact,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The clock was placed (Article 8.4).
    ClockPlaced(ClockSide),
    /// The pawns were tossed (Article 7.1). A majority decides who is Black.
    Tossed(Toss),
    /// The host committed to a seed.
    TossCommitted(Commitment),
    /// A player added a nonce.
    NonceAdded([u8; 32]),
    /// The host revealed the seed. The tosses that follow from it come next.
    TossRevealed(Seed),
    /// A player arrived.
    Arrived,
    /// A player greeted.
    Greeted,
    /// The game and a clock started (Article 8.5).
    Started,
    /// A deed.
    Moved(Moved),
    /// The mover pressed the clock (Article 8.7).
    Pressed,
    /// The clock was pressed without a move (Article 9.3).
    PressedEarly,
    /// Such a press was answered.
    PressedBack,
    /// A claim was made.
    Claimed(Claim),
    /// The claim was wrong.
    ClaimRejected(Claim),
    /// A win was declared (Article 5.3).
    Declared,
    /// An offer was made.
    Offered(Offer),
    /// An offer was accepted.
    Accepted(Offer),
    /// An offer was declined or withdrawn.
    Declined(Offer),
    /// Moves were taken back.
    TakenBack {
        /// The number of moves left.
        ply: u32,
        /// Whether the opponent granted it or an illegal move was forgiven.
        why: TakenBack,
    },
    /// A player stopped the clocks to call the arbiter (Article 8.12 b).
    ArbiterCalled(Box<str>),
    /// The arbiter did not come, and the game goes on with both clocks as they stood. A claim that waited for him
    /// lapses and can be made again.
    ArbiterAbsent,
    /// A player displaced pieces (Article 9.2).
    Displaced,
    /// Displaced pieces were put back.
    PutBack,
    /// A player asked the opponent to arrange their hand (Article 9.6).
    AskedToArrange,
    /// A player arranged their hand.
    Arranged,
    /// A flag fell, automatically or by claim.
    FlagFell(Color),
    /// The arbiter or the host ruled.
    Ruled(Ruling),
    /// The game ended.
    Ended(Outcome),
}

/// A move, legal or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Moved {
    /// The side.
    pub color: Color,
    /// The deed.
    pub deed: Deed,
    /// The rule it breaks. Hidden from everyone while the game runs: see [`Event::public`].
    pub breach: Option<Breach>,
    /// Whether the opponent is in check.
    pub check: bool,
    /// The compensated delay.
    pub lag: Millis,
}

/// Why moves were taken back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TakenBack {
    /// The opponent agreed.
    Granted,
    /// An illegal move was forgiven (Article 17.1).
    Forgiven(Breach),
}

impl Event {
    /// The event as players and onlookers may see it while the game runs: nothing betrays an illegal
    /// move, and check is told only where the rules allow help on the board.
    #[must_use]
    pub fn public(&self, help_on_board: Allowed) -> Event {
        let mut event = self.clone();
        if let Fact::Moved(moved) = &mut event.fact {
            moved.breach = None;
            moved.check &= help_on_board.is_yes();
        }
        event
    }
}
