//! Refusals of commands.

use crate::actor::Actor;
use crate::article::Article;
use crate::breach::Breach;
use crate::command::{Act, Claim, Offer};
use crate::deed::Impossible;
use std::fmt;

/// A refused command and the reason. The game is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The actor.
    pub by: Actor,
    /// The act.
    pub what: Wanted,
    /// The reason.
    pub why: Why,
}

/// The kind of a command.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wanted {
    /// To place the clock.
    PlaceClock,
    /// To toss pawns.
    Toss,
    /// To commit to a toss.
    CommitToss,
    /// To add a nonce to it.
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
    /// To displace pieces.
    Displace,
    /// To put them back.
    PutBack,
    /// To ask the opponent to arrange their hand.
    AskToArrange,
    /// To arrange one's own hand.
    Arrange,
    /// To check the clock.
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

/// The reason for a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Why {
    /// The game has not started.
    #[error("the game has not begun")]
    NotBegun,
    /// It has already started.
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
    /// The time is before the last event.
    #[error("time does not run backwards")]
    Backwards,
    /// This actor may not do it.
    #[error("that is for others to do")]
    NotYours,
    /// The player does not have the move.
    #[error("the opponent has the move")]
    NotYourTurn,
    /// The player has not arrived.
    #[error("the player has not arrived")]
    Absent,
    /// The player has already arrived.
    #[error("the player is there already")]
    Present,
    /// The toss is due first.
    #[error("the pawns are still to be tossed")]
    TossDue,
    /// There is nothing to toss for.
    #[error("it is settled who moves first")]
    NoToss,
    /// The host has committed to a seed, which decides the toss.
    #[error("the toss follows from the seed that was committed to")]
    TossCommitted,
    /// There is no commitment yet, or a nonce is missing.
    #[error("the commitment or a player's number is missing")]
    TossNotReady,
    /// The seed is not the one that was committed to.
    #[error("this is not the seed that was committed to")]
    WrongSeed,
    /// It has already been done.
    #[error("that has been done already")]
    AlreadyDone,
    /// The move is illegal and cannot be played.
    #[error("illegal: {0}")]
    Illegal(Breach),
    /// It is physically impossible with these pieces.
    #[error("impossible: {0}")]
    Impossible(Impossible),
    /// Pieces are displaced.
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
    /// The rules do not provide for it.
    #[error("these rules do not have that")]
    NotInRules,
    /// It happens automatically.
    #[error("by these rules that ends the game by itself")]
    ByItself,
    /// Outsiders must not interfere.
    #[error("nobody but the opponent may point that out")]
    Outsider,
    /// The arbiter must not help.
    #[error("the arbiter must not point that out")]
    ArbiterSilent,
    /// The game has no arbiter, or he did not come.
    #[error("there is no arbiter")]
    NoArbiter,
    /// There is no move to take back or claim.
    #[error("there is no such move")]
    NoMove,
    /// A move that was made stands.
    #[error("a move that was made stands")]
    MoveStands,
    /// There is no such offer.
    #[error("nothing has been proposed")]
    NoOffer,
    /// It has already been offered.
    #[error("that has been proposed already")]
    Offered,
    /// Players do not agree on draws.
    #[error("the players cannot agree on a draw")]
    NoAgreedDraw,
    /// Both kings must have entered.
    #[error("both kings must have entered their promotion zones")]
    KingsNotEntered,
    /// Nothing is pending.
    #[error("nothing waits for a ruling")]
    NothingPending,
    /// A ruling, or a call for the arbiter, needs a reason.
    #[error("a reason must be given")]
    NoReason,
    /// There are fewer moves.
    #[error("the game has no such ply")]
    NoSuchPly,
    /// There would be no time.
    #[error("the clock would have no time")]
    NoTime,
}

impl Why {
    /// Every reason.
    pub fn all() -> impl Iterator<Item = Why> {
        let plain = [
            Why::NotBegun,
            Why::Begun,
            Why::Over,
            Why::Suspended,
            Why::NotSuspended,
            Why::Backwards,
            Why::NotYours,
            Why::NotYourTurn,
            Why::Absent,
            Why::Present,
            Why::TossDue,
            Why::NoToss,
            Why::TossCommitted,
            Why::TossNotReady,
            Why::WrongSeed,
            Why::AlreadyDone,
            Why::Displaced,
            Why::InOrder,
            Why::NoClock,
            Why::ClockNotRunning,
            Why::NotInRules,
            Why::ByItself,
            Why::Outsider,
            Why::ArbiterSilent,
            Why::NoArbiter,
            Why::NoMove,
            Why::MoveStands,
            Why::NoOffer,
            Why::Offered,
            Why::NoAgreedDraw,
            Why::KingsNotEntered,
            Why::NothingPending,
            Why::NoReason,
            Why::NoSuchPly,
            Why::NoTime,
        ];
        let illegal = Breach::ALL.into_iter().map(Why::Illegal);
        let impossible = Impossible::ALL.into_iter().map(Why::Impossible);
        plain.into_iter().chain(illegal).chain(impossible)
    }
}

impl Refusal {
    /// The article of the FESA Laws behind it, if any.
    pub const fn article(&self) -> Option<Article> {
        Some(match self.why {
            Why::Illegal(breach) => return breach.offence().article,
            Why::NotYourTurn => match self.what {
                Wanted::Declare => Article::DECLARATION,
                Wanted::ClaimIllegalMove => Article::CLAIM,
                Wanted::AskToArrange => Article::ARRANGED_HAND,
                Wanted::ClaimRepetition => Article::REPETITION,
                // The Laws let a player resign at any time.
                Wanted::Resign => return None,
                _ => Article::TURNS,
            },
            Why::NotBegun => Article::CLOCK_STARTED,
            Why::Suspended | Why::NotSuspended | Why::NoArbiter => Article::INTERRUPTION,
            Why::Absent => match self.what {
                Wanted::Toss => Article::FURIGOMA_BY_ARBITER,
                _ => Article::ARRIVAL,
            },
            Why::TossDue
            | Why::NoToss
            | Why::TossCommitted
            | Why::TossNotReady
            | Why::WrongSeed => Article::FURIGOMA,
            Why::Displaced | Why::InOrder => Article::DISPLACEMENT,
            Why::Outsider => Article::OUTSIDERS,
            Why::ArbiterSilent => Article::ARBITER_SILENT,
            Why::MoveStands => Article::RELEASED,
            Why::NoAgreedDraw => Article::NO_OTHER_DRAW,
            Why::NoReason => match self.what {
                Wanted::CallArbiter => Article::INTERRUPTION,
                _ => Article::RULINGS,
            },
            Why::NothingPending | Why::NoSuchPly => Article::RULINGS,
            Why::NotYours => match self.what {
                Wanted::PlaceClock => Article::CLOCK_SIDE,
                Wanted::Start => Article::CLOCK_STARTED,
                Wanted::Toss | Wanted::CommitToss | Wanted::AddNonce | Wanted::RevealToss => {
                    Article::FURIGOMA
                }
                Wanted::ClaimFlag => Article::FLAG_POINTED_OUT,
                Wanted::Rule => Article::ARBITER_SILENT,
                _ => return None,
            },
            Why::NoClock => match self.what {
                Wanted::PlaceClock => Article::CLOCK_SIDE,
                Wanted::ClaimFlag => Article::CLAIM_ON_TIME,
                Wanted::Rule => Article::CLOCK_SET,
                _ => Article::PRESS,
            },
            Why::ClockNotRunning => Article::PRESS,
            Why::Over => Article::END,
            _ => return None,
        })
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
