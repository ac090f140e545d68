//! Commands to a game.

use crate::Millis;
use crate::actor::Actor;
use crate::clock::TimeControl;
use crate::deed::Deed;
use crate::furigoma::{Commitment, Seed, Toss};
use crate::outcome::Verdict;
use komadai_core::{Color, Move};

/// A requested act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// The actor.
    pub by: Actor,
    /// The act.
    pub act: Act,
}

impl Command {
    /// A command.
    pub const fn new(by: Actor, act: Act) -> Command {
        Command { by, act }
    }
}

/// An act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// Choose the side of the clock (Article 8.4).
    PlaceClock(ClockSide),
    /// Toss the pawns (Article 7.1).
    Toss(Toss),
    /// Commit to a secret seed for a verifiable toss.
    CommitToss(Commitment),
    /// Add a nonce to such a toss, after the host's commitment.
    AddNonce([u8; 32]),
    /// Reveal the seed: the toss follows from it and the nonces.
    RevealToss(Seed),
    /// Arrive at the board (Article 8.6).
    Arrive,
    /// Greet, before or after the game.
    Greet,
    /// Start the first mover's clock and with it the game (Article 8.5).
    Start,
    /// Make a move, legal or not.
    Play {
        /// The deed.
        deed: Deed,
        /// The network delay measured by the host.
        lag: Millis,
    },
    /// Press the clock (Article 8.7).
    Press,
    /// Resign (Article 5.1 b).
    Resign,
    /// Declare a win by entering king (Article 5.3).
    Declare,
    /// Claim or point out something.
    Claim(Claim),
    /// Make an offer to the opponent.
    Offer(Offer),
    /// Accept the opponent's offer.
    Accept(Offer),
    /// Decline the opponent's offer, or withdraw one's own.
    Decline(Offer),
    /// Take back the last move without asking (待った), or one's illegal move where it is forgiven.
    TakeBack,
    /// Stop both clocks to call the arbiter (Article 8.12 b).
    CallArbiter(Box<str>),
    /// Displace pieces (Article 9.2).
    Displace,
    /// Put displaced pieces back (Article 9.2).
    PutBack,
    /// Ask the opponent to arrange their pieces in hand (Article 9.6).
    AskToArrange,
    /// Arrange the pieces in hand (Articles 4.5, 9.6).
    Arrange,
    /// Check whether a flag has fallen, where that is automatic.
    Tick,
    /// Rule, as the arbiter; the host may pause, resume, correct the clock and abort.
    Rule(Ruling),
}

impl Act {
    /// A move without network delay.
    pub const fn play(deed: Deed) -> Act {
        Act::Play {
            deed,
            lag: Millis::ZERO,
        }
    }
}

/// The side of the board where the clock is, from Black's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClockSide {
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// A claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// That a side has moved illegally (Article 9.4).
    IllegalMove {
        /// The accused side.
        offender: Color,
    },
    /// That the opponent's time has run out (Article 8.3).
    Flag,
    /// That a position has occurred four times, or is about to by this move (Article 5.2).
    Repetition {
        /// The move about to be made.
        next: Option<Move>,
    },
    /// That the points must be counted even if the opponent refuses.
    Count,
}

/// An offer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Offer {
    /// To count points at an impasse.
    Count,
    /// To take back the last move of the offering player.
    TakeBack,
    /// A draw.
    Draw,
    /// To end the game without a result.
    Cancel,
}

impl Offer {
    /// Every kind of offer.
    pub const ALL: [Offer; 4] = [Offer::Count, Offer::TakeBack, Offer::Draw, Offer::Cancel];
}

/// A decision and its reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// The decision.
    pub decision: Decision,
    /// The reason.
    pub reason: Box<str>,
}

/// A decision of the arbiter (Articles 8, 9, 13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decision {
    /// A penalty (Article 13.4).
    Penalize {
        /// The offender.
        offender: Color,
        /// The penalty.
        penalty: Penalty,
        /// The ground.
        ground: Ground,
    },
    /// Additional time after a disturbance (Article 13.5).
    AwardTime {
        /// The recipient.
        to: Color,
        /// The amount.
        time: Millis,
    },
    /// New times on a display (Articles 8.10, 8.13).
    SetClock {
        /// The side of the display.
        color: Color,
        /// Main time.
        main: Millis,
        /// Byoyomi periods left.
        periods: u32,
    },
    /// A clock that was set up wrongly is set right (Article 8.13).
    SetControl {
        /// The side of the display.
        color: Color,
        /// The correct time control.
        control: TimeControl,
    },
    /// The game is interrupted (Article 8.12 a).
    Pause,
    /// The game is resumed (Article 8.12 c).
    Resume,
    /// The pieces are put back (Article 9.2).
    PutBack,
    /// An earlier position is restored, and play continues from it.
    RestorePosition {
        /// The number of moves.
        ply: u32,
    },
    /// The game began from a wrong position and does not count (Article 9.1).
    WrongStart,
    /// A pending claim or declaration is upheld.
    Uphold,
    /// A pending claim or declaration is rejected.
    Reject,
    /// A player did not appear or left (Article 11.7).
    NoShow(Color),
    /// Neither player appeared.
    BothNoShow,
    /// The result (Article 13.8).
    Result(Verdict),
    /// The game ends without a result; also available to the host.
    Abort,
}

/// Penalties of Article 13.4.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Penalty {
    /// a) a warning
    Warning,
    /// b) extra time on the clock of the opponent
    TimeToOpponent(Millis),
    /// c) a reduction of the remaining time
    TimeOff(Millis),
    /// d) loss of the game
    Loss,
    /// e) expulsion from the event
    Expulsion,
}

/// The ground for a penalty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ground {
    /// Improper handling of the clock (8.7 b, c).
    ClockHandling,
    /// Stopping the clocks without a valid reason (8.12 d).
    NoReasonToStop,
    /// Displaced pieces (9.2).
    Displacement,
    /// Starting the opponent's clock without a move (9.3).
    EarlyPress,
    /// Pieces in hand kept disarranged (9.6).
    Disarranged,
    /// An outsider's hint (9.7).
    OutsideHint,
    /// Notes, advice, analysis, engines (11.2).
    Advice,
    /// Distracting or annoying the opponent (11.5), disrepute (11.1), noise (11.6).
    Conduct,
    /// Not complying with a ruling.
    RefusedRuling,
    /// Anything else (13.8).
    Other,
}
