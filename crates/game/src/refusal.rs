//! Why something cannot be done.

use crate::actor::Actor;
use crate::article::Article;
use crate::breach::Breach;
use crate::command::{Act, Claim, Offer};
use crate::deed::Impossible;
use std::fmt;

/// Something that was not done: who wanted what, and what stands against it. The game is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Who wanted it.
    pub by: Actor,
    /// What.
    pub what: Wanted,
    /// What stands against it.
    pub why: Why,
}

/// What was wanted, by kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wanted {
    /// To place the clock.
    PlaceClock,
    /// To toss pawns.
    Toss,
    /// To commit to a toss.
    CommitToss,
    /// To add a number to it.
    AddNonce,
    /// To reveal it.
    RevealToss,
    /// To arrive.
    Arrive,
    /// To greet.
    Greet,
    /// To start the game.
    Start,
    /// To move.
    Play,
    /// To press the clock.
    Press,
    /// To resign.
    Resign,
    /// To declare.
    Declare,
    /// To claim an illegal move.
    ClaimIllegalMove,
    /// To claim a flag.
    ClaimFlag,
    /// To claim a repetition.
    ClaimRepetition,
    /// To claim a count.
    ClaimCount,
    /// To propose.
    Offer(Offer),
    /// To accept.
    Accept(Offer),
    /// To decline or withdraw.
    Decline(Offer),
    /// To take a move back.
    TakeBack,
    /// To call the arbiter.
    CallArbiter,
    /// To upset the pieces.
    Displace,
    /// To put them back.
    PutBack,
    /// To have the opponent arrange his hand.
    AskToArrange,
    /// To arrange the own hand.
    Arrange,
    /// To look at the clock.
    Tick,
    /// To rule.
    Rule,
}

impl Wanted {
    pub(crate) const fn of(act: &Act) -> Wanted {
        match act {
            Act::PlaceClock(_) => Wanted::PlaceClock,
            Act::Toss(_) => Wanted::Toss,
            Act::CommitToss(_) => Wanted::CommitToss,
            Act::AddNonce(_) => Wanted::AddNonce,
            Act::RevealToss(_) => Wanted::RevealToss,
            Act::Arrive => Wanted::Arrive,
            Act::Greet => Wanted::Greet,
            Act::Start => Wanted::Start,
            Act::Play { .. } => Wanted::Play,
            Act::Press => Wanted::Press,
            Act::Resign => Wanted::Resign,
            Act::Declare => Wanted::Declare,
            Act::Claim(Claim::IllegalMove { .. }) => Wanted::ClaimIllegalMove,
            Act::Claim(Claim::Flag) => Wanted::ClaimFlag,
            Act::Claim(Claim::Repetition { .. }) => Wanted::ClaimRepetition,
            Act::Claim(Claim::Count) => Wanted::ClaimCount,
            Act::Offer(offer) => Wanted::Offer(*offer),
            Act::Accept(offer) => Wanted::Accept(*offer),
            Act::Decline(offer) => Wanted::Decline(*offer),
            Act::TakeBack => Wanted::TakeBack,
            Act::CallArbiter(_) => Wanted::CallArbiter,
            Act::Displace => Wanted::Displace,
            Act::PutBack => Wanted::PutBack,
            Act::AskToArrange => Wanted::AskToArrange,
            Act::Arrange => Wanted::Arrange,
            Act::Tick => Wanted::Tick,
            Act::Rule(_) => Wanted::Rule,
        }
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offer = |offer: Offer| match offer {
            Offer::Count => "a count",
            Offer::TakeBack => "a take-back",
            Offer::Draw => "a draw",
            Offer::Cancel => "a cancellation",
        };
        f.write_str(match self {
            Wanted::PlaceClock => "place the clock",
            Wanted::Toss => "toss the pawns",
            Wanted::CommitToss => "commit to a toss",
            Wanted::AddNonce => "add a number to the toss",
            Wanted::RevealToss => "reveal the toss",
            Wanted::Arrive => "arrive",
            Wanted::Greet => "greet",
            Wanted::Start => "start the game",
            Wanted::Play => "move",
            Wanted::Press => "press the clock",
            Wanted::Resign => "resign",
            Wanted::Declare => "declare a win",
            Wanted::ClaimIllegalMove => "claim an illegal move",
            Wanted::ClaimFlag => "claim the flag",
            Wanted::ClaimRepetition => "claim a repetition",
            Wanted::ClaimCount => "claim a count",
            Wanted::Offer(what) => return write!(f, "propose {}", offer(*what)),
            Wanted::Accept(what) => return write!(f, "accept {}", offer(*what)),
            Wanted::Decline(what) => return write!(f, "decline {}", offer(*what)),
            Wanted::TakeBack => "take a move back",
            Wanted::CallArbiter => "call the arbiter",
            Wanted::Displace => "upset the pieces",
            Wanted::PutBack => "put the pieces back",
            Wanted::AskToArrange => "ask for an orderly hand",
            Wanted::Arrange => "arrange the hand",
            Wanted::Tick => "look at the clock",
            Wanted::Rule => "rule",
        })
    }
}

/// What stands against something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Why {
    /// The game has not begun.
    #[error("the game has not begun")]
    NotBegun,
    /// It has begun already.
    #[error("the game has begun")]
    Begun,
    /// It is over.
    #[error("the game is over")]
    Over,
    /// It is interrupted.
    #[error("the game is interrupted")]
    Suspended,
    /// It is not interrupted.
    #[error("the game is not interrupted")]
    NotSuspended,
    /// The instant lies before the last event.
    #[error("time does not run backwards")]
    Backwards,
    /// It is not this actor's to do.
    #[error("that is for others to do")]
    NotYours,
    /// The player does not have the move.
    #[error("the opponent has the move")]
    NotYourTurn,
    /// The player has not arrived.
    #[error("the player has not arrived")]
    Absent,
    /// The player is there already.
    #[error("the player is there already")]
    Present,
    /// The pawns have to be tossed first.
    #[error("the pawns are still to be tossed")]
    TossDue,
    /// There is nothing to toss for.
    #[error("it is settled who moves first")]
    NoToss,
    /// The host has committed to a seed, which decides the toss.
    #[error("the toss follows from the seed that was committed to")]
    TossCommitted,
    /// There is no commitment yet, or a player's number is missing.
    #[error("the commitment or a player's number is missing")]
    TossNotReady,
    /// The seed is not the one that was committed to.
    #[error("this is not the seed that was committed to")]
    WrongSeed,
    /// It has been done already.
    #[error("that has been done already")]
    AlreadyDone,
    /// The move is illegal and cannot be played.
    #[error("illegal: {0}")]
    Illegal(Breach),
    /// Nobody could do that with these pieces.
    #[error("impossible: {0}")]
    Impossible(Impossible),
    /// The pieces are upset.
    #[error("the pieces have to be put back first")]
    Displaced,
    /// The pieces are in order.
    #[error("the pieces are in order")]
    InOrder,
    /// There is no clock, or it is not operated by hand.
    #[error("there is no clock for that")]
    NoClock,
    /// The opponent's clock runs.
    #[error("the clock of the opponent runs")]
    ClockNotRunning,
    /// The rules have nothing of the kind.
    #[error("these rules do not have that")]
    NotInRules,
    /// It happens by itself.
    #[error("by these rules that ends the game by itself")]
    ByItself,
    /// Outsiders must not interfere.
    #[error("nobody but the opponent may point that out")]
    Outsider,
    /// The arbiter must not help.
    #[error("the arbiter must not point that out")]
    ArbiterSilent,
    /// There is no move to take back or complain of.
    #[error("there is no such move")]
    NoMove,
    /// A move that was made stands.
    #[error("a move that was made stands")]
    MoveStands,
    /// There is no proposal.
    #[error("nothing has been proposed")]
    NoOffer,
    /// It has been proposed already.
    #[error("that has been proposed already")]
    Offered,
    /// Players do not agree on draws.
    #[error("the players cannot agree on a draw")]
    NoAgreedDraw,
    /// Both kings must have entered.
    #[error("both kings must have entered their promotion zones")]
    KingsNotEntered,
    /// Nothing waits for a ruling.
    #[error("nothing waits for a ruling")]
    NothingPending,
    /// A ruling, or a call for the arbiter, needs a reason.
    #[error("a reason must be given")]
    NoReason,
    /// There are not so many moves.
    #[error("the game has no such ply")]
    NoSuchPly,
    /// The time would be none.
    #[error("the clock would have no time")]
    NoTime,
}

impl Refusal {
    /// The article of the FESA Laws behind it, where one is.
    pub const fn article(&self) -> Option<Article> {
        let number = match self.why {
            Why::Illegal(breach) => return Some(breach.article()),
            Why::NotYourTurn => match self.what {
                Wanted::Declare => "5.3",
                Wanted::ClaimIllegalMove => "9.4",
                Wanted::AskToArrange => "9.6",
                Wanted::ClaimRepetition => "5.2",
                // The Laws let a player resign at any time.
                Wanted::Resign => return None,
                _ => "1.1",
            },
            Why::NotBegun => "8.5",
            Why::Suspended | Why::NotSuspended => "8.12",
            Why::Absent => match self.what {
                Wanted::Toss => "7.2",
                _ => "8.6",
            },
            Why::TossDue
            | Why::NoToss
            | Why::TossCommitted
            | Why::TossNotReady
            | Why::WrongSeed => "7.1",
            Why::Displaced | Why::InOrder => "9.2",
            Why::Outsider => "9.7",
            Why::ArbiterSilent => "13.6",
            Why::MoveStands => "4.3",
            Why::NoAgreedDraw => "5.4",
            Why::NoReason => match self.what {
                Wanted::CallArbiter => "8.12",
                _ => "13.3",
            },
            Why::NothingPending | Why::NoSuchPly => "13.3",
            Why::NotYours => match self.what {
                Wanted::PlaceClock => "8.4",
                Wanted::Start => "8.5",
                Wanted::Toss | Wanted::CommitToss | Wanted::AddNonce | Wanted::RevealToss => "7.1",
                Wanted::ClaimFlag => "8.8",
                Wanted::Rule => "13.6",
                _ => return None,
            },
            Why::NoClock => match self.what {
                Wanted::PlaceClock => "8.4",
                Wanted::ClaimFlag => "8.3",
                Wanted::Rule => "8.10",
                _ => "8.7",
            },
            Why::ClockNotRunning => "8.7",
            Why::Over => "5.1",
            _ => return None,
        };
        Some(Article::new(number))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot {}: {}", self.by, self.what, self.why)?;
        match self.article() {
            Some(article) => write!(f, " ({article})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Refusal {}
