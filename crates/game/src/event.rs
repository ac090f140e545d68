//! What has happened in a game.

use crate::Millis;
use crate::actor::Actor;
use crate::breach::Breach;
use crate::command::{Claim, ClockSide, Offer, Ruling};
use crate::deed::Deed;
use crate::furigoma::{Commitment, Seed, Toss};
use crate::outcome::Outcome;
use komadai_core::Color;

/// The version of events: it grows when their meaning changes.
pub const EVENT_VERSION: u16 = 1;

/// Something that has happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// When, on the game's time line.
    pub at: Millis,
    /// Who acted.
    pub by: Actor,
    /// What happened.
    pub fact: Fact,
}

/// What has happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The clock was placed (Article 8.4).
    ClockPlaced(ClockSide),
    /// The pawns were tossed (Article 7.1). A majority settles who is Black.
    Tossed(Toss),
    /// The host committed to a seed.
    TossCommitted(Commitment),
    /// A player added a number.
    NonceAdded([u8; 32]),
    /// The host revealed the seed. The tosses that follow from it come next.
    TossRevealed(Seed),
    /// A player came to the board.
    Arrived,
    /// A player greeted.
    Greeted,
    /// The game began and a clock started (Article 8.5).
    Started,
    /// Something was done with the pieces.
    Moved(Moved),
    /// The mover stopped his clock and started the opponent's (Article 8.7).
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
    /// Something was proposed.
    Offered(Offer),
    /// A proposal was accepted.
    Accepted(Offer),
    /// A proposal was declined or withdrawn.
    Declined(Offer),
    /// A side's moves were taken back; so many moves are left.
    TakenBack {
        /// The number of moves left.
        ply: u32,
        /// What it was: granted by the opponent, or an illegal move forgiven.
        why: TakenBack,
    },
    /// A player stopped the clocks to call the arbiter (Article 8.12 b).
    ArbiterCalled(Box<str>),
    /// A player upset the pieces (Article 9.2).
    Displaced,
    /// They were put back.
    PutBack,
    /// A player asked to see the opponent's hand properly (Article 9.6).
    AskedToArrange,
    /// A player arranged his hand.
    Arranged,
    /// A flag fell, by itself or claimed.
    FlagFell(Color),
    /// The arbiter or the host ruled.
    Ruled(Ruling),
    /// The game ended.
    Ended(Outcome),
}

/// A move, or what looked like one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Moved {
    /// Whose.
    pub color: Color,
    /// What was done.
    pub deed: Deed,
    /// How it breaks the rules. Hidden from everyone while the game runs: see [`Event::public`].
    pub breach: Option<Breach>,
    /// Whether the opponent is in check.
    pub check: bool,
    /// How much of the time did not count.
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
    /// move.
    #[must_use]
    pub fn public(&self) -> Event {
        let mut event = self.clone();
        if let Fact::Moved(moved) = &mut event.fact {
            moved.breach = None;
        }
        event
    }
}
