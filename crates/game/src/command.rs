//! What can be asked of a game.

use crate::Millis;
use crate::actor::Actor;
use crate::clock::TimeControl;
use crate::deed::Deed;
use crate::furigoma::{Commitment, Seed, Toss};
use crate::outcome::Verdict;
use komadai_core::{Color, Move};

/// Someone wants to do something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// Who.
    pub by: Actor,
    /// What.
    pub act: Act,
}

impl Command {
    /// A command.
    pub const fn new(by: Actor, act: Act) -> Command {
        Command { by, act }
    }
}

/// What someone wants to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// Decide on which side the clock stands (Article 8.4).
    PlaceClock(ClockSide),
    /// Toss the pawns (Article 7.1).
    Toss(Toss),
    /// Commit to a secret seed for a toss that anyone can check afterwards.
    CommitToss(Commitment),
    /// Add a number to such a toss, once the host has committed.
    AddNonce([u8; 32]),
    /// Reveal the seed: the toss follows from it and the players' numbers.
    RevealToss(Seed),
    /// Come to the board (Article 8.6).
    Arrive,
    /// Say the greeting: before the game, or after it.
    Greet,
    /// Start the clock of whoever moves first, and with it the game (Article 8.5).
    Start,
    /// Make a move, or what looks like one.
    Play {
        /// What is done with the pieces.
        deed: Deed,
        /// How late it arrived, as the host measured.
        lag: Millis,
    },
    /// Press the clock (Article 8.7).
    Press,
    /// Resign (Article 5.1 b).
    Resign,
    /// Declare a win by entering king (Article 5.3).
    Declare,
    /// Claim, or point out.
    Claim(Claim),
    /// Propose something to the opponent.
    Offer(Offer),
    /// Agree to what the opponent proposed.
    Accept(Offer),
    /// Decline what the opponent proposed, or withdraw one's own proposal.
    Decline(Offer),
    /// Take back the last move without asking (待った), or one's illegal move where it is forgiven.
    TakeBack,
    /// Stop both clocks to call the arbiter (Article 8.12 b).
    CallArbiter(Box<str>),
    /// Upset the pieces (Article 9.2).
    Displace,
    /// Put upset pieces back (Article 9.2).
    PutBack,
    /// Ask the opponent to show his pieces in hand properly (Article 9.6).
    AskToArrange,
    /// Arrange the pieces in hand (Articles 4.5, 9.6).
    Arrange,
    /// See whether a flag has fallen, where it does so by itself.
    Tick,
    /// Rule, as the arbiter; the host may pause, resume, correct the clock and abort.
    Rule(Ruling),
}

impl Act {
    /// Makes a move that arrives at once.
    pub const fn play(deed: Deed) -> Act {
        Act::Play {
            deed,
            lag: Millis::ZERO,
        }
    }
}

/// On which side of the board the clock stands, as Black sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClockSide {
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// What can be claimed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Claim {
    /// That a side has moved illegally (Article 9.4).
    IllegalMove {
        /// The side that is said to have.
        offender: Color,
    },
    /// That the opponent's time has run out (Article 8.3).
    Flag,
    /// That a position has appeared four times, or is about to by this move (Article 5.2).
    Repetition {
        /// The move that is about to be made.
        next: Option<Move>,
    },
    /// That the pieces must be counted, the other's will or not.
    Count,
}

/// What can be proposed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Offer {
    /// To count points at an impasse.
    Count,
    /// To take back the proposer's last move.
    TakeBack,
    /// A draw.
    Draw,
    /// To end the game without a result.
    Cancel,
}

impl Offer {
    /// Every kind of proposal.
    pub const ALL: [Offer; 4] = [Offer::Count, Offer::TakeBack, Offer::Draw, Offer::Cancel];
}

/// A decision and its reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// What is decided.
    pub decision: Decision,
    /// Why.
    pub reason: Box<str>,
}

/// What the arbiter can decide (Articles 8, 9, 13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decision {
    /// A penalty (Article 13.4).
    Penalize {
        /// Who offended.
        offender: Color,
        /// What it costs.
        penalty: Penalty,
        /// What for.
        ground: Ground,
    },
    /// Additional time after a disturbance (Article 13.5).
    AwardTime {
        /// Who gets it.
        to: Color,
        /// How much.
        time: Millis,
    },
    /// New times on a display (Articles 8.10, 8.13).
    SetClock {
        /// Whose display.
        color: Color,
        /// Main time.
        main: Millis,
        /// Byoyomi periods left.
        periods: u32,
    },
    /// A clock that was set up wrongly is set right (Article 8.13).
    SetControl {
        /// Whose display.
        color: Color,
        /// What it should have been.
        control: TimeControl,
    },
    /// The game is interrupted (Article 8.12 a).
    Pause,
    /// It goes on (Article 8.12 c).
    Resume,
    /// The pieces are put back (Article 9.2).
    PutBack,
    /// The position after so many moves is set up again, and play goes on from it.
    RestorePosition {
        /// The number of moves.
        ply: u32,
    },
    /// The game began from a wrong position and does not count (Article 9.1).
    WrongStart,
    /// A claim or declaration that waits is right.
    Uphold,
    /// It is wrong.
    Reject,
    /// A player did not come or left (Article 11.7).
    NoShow(Color),
    /// Neither player came.
    BothNoShow,
    /// The result (Article 13.8).
    Result(Verdict),
    /// The game ends without a result: the host can do that too.
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

/// What a penalty is for.
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
