//! What can be wrong with a record, and what becomes of it.

use crate::outcome::{Cause, Outcome, Verdict};
use crate::refusal::Refusal;
use komadai_kifu::judge::{Article, BreachKind};
use komadai_kifu::record::Termination;
use std::fmt;

/// Something in a record that the rules do not allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breach {
    /// After how many moves: the number of the illegal move itself, 0 for the start position, the
    /// number of moves for the ending.
    pub ply: u32,
    /// What is wrong.
    pub fault: Fault,
    /// What becomes of an illegal move.
    pub fate: Option<Fate>,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ply {}: {}", self.ply, self.fault)?;
        match self.fault.article() {
            Some(article) => write!(f, ", {article}"),
            None => Ok(()),
        }
    }
}

/// What can be wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// What the board shows by any rules.
    Board(BreachKind),
    /// By these rules the game was over before this move.
    AfterTheEnd {
        /// How it ended.
        outcome: Outcome,
    },
    /// The record's ending is none that these rules know.
    NotInRules {
        /// How the record ends.
        termination: Termination,
    },
    /// What the record says was done at the end could not be done then.
    Refused(Refusal),
    /// An illegal move was claimed after it had been answered (FESA 9.4).
    LateClaim,
    /// The record's result is not the one that follows.
    WrongResult {
        /// What the record says.
        stated: Verdict,
        /// What follows.
        due: Outcome,
    },
    /// The move limit was not reached.
    TooFewMoves {
        /// The limit.
        limit: u32,
    },
    /// No king has reached its goal.
    NoTry,
    /// No position has appeared four times, and these rules know no claim that one is about to.
    NoFourth,
}

impl Fault {
    /// A name for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Fault::Board(kind) => kind.name(),
            Fault::AfterTheEnd { .. } => "move-after-the-end",
            Fault::NotInRules { .. } => "not-in-the-rules",
            Fault::Refused(_) => "refused",
            Fault::LateClaim => "late-claim",
            Fault::WrongResult { .. } => "wrong-result",
            Fault::TooFewMoves { .. } => "limit-not-reached",
            Fault::NoTry => "no-try",
            Fault::NoFourth => BreachKind::NoRepetition.name(),
        }
    }

    /// The article of the FESA Laws that it offends, where one is.
    pub fn article(&self) -> Option<Article> {
        match self {
            Fault::Board(kind) => Some(kind.article()),
            Fault::LateClaim => Some(Article::CLAIM),
            Fault::NoFourth => Some(Article::REPETITION),
            Fault::AfterTheEnd { outcome } => of_cause(outcome.cause),
            Fault::WrongResult { due, .. } => of_cause(due.cause),
            Fault::NotInRules {
                termination: Termination::Draw | Termination::Impasse,
            } => Some(Article::NO_OTHER_DRAW),
            Fault::NotInRules { .. }
            | Fault::Refused(_)
            | Fault::TooFewMoves { .. }
            | Fault::NoTry => None,
        }
    }
}

fn of_cause(cause: Cause) -> Option<Article> {
    match cause {
        Cause::Checkmate | Cause::NoLegalMove => Some(Article::MATE),
        Cause::Repetition => Some(Article::REPETITION),
        Cause::PerpetualCheck => Some(Article::PERPETUAL_CHECK),
        Cause::Declaration | Cause::WrongDeclaration(_) => Some(Article::DECLARATION),
        Cause::IllegalMove(_) => Some(Article::CLAIM),
        Cause::KingTaken => Some(Article::KING_TAKEN),
        _ => None,
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Board(kind) => kind.fmt(f),
            Fault::AfterTheEnd { outcome } => {
                write!(
                    f,
                    "a move after the end of the game by {}",
                    end(outcome.cause)
                )
            }
            Fault::NotInRules { termination } => {
                let word = termination.word();
                write!(
                    f,
                    "the record ends with {word}, which these rules do not have"
                )
            }
            Fault::Refused(refusal) => refusal.fmt(f),
            Fault::LateClaim => f.write_str("the illegal move was answered before it was claimed"),
            Fault::WrongResult { stated, due } => write!(
                f,
                "the record says {stated}, but by {} it is {}",
                end(due.cause),
                due.verdict
            ),
            Fault::TooFewMoves { limit } => write!(
                f,
                "the record ends at the move limit, but the limit is {limit} moves"
            ),
            Fault::NoFourth => {
                f.write_str("the record ends with repetition, but no position stood four times")
            }
            Fault::NoTry => {
                f.write_str("the record ends with a try, but no king has reached its goal")
            }
        }
    }
}

/// How a game ended, in a few words.
pub(super) fn end(cause: Cause) -> &'static str {
    match cause {
        Cause::Checkmate => "mate",
        Cause::NoLegalMove => "want of a legal move",
        Cause::Resignation => "resignation",
        Cause::IllegalMove(_) => "an illegal move",
        Cause::KingTaken => "the taking of a king",
        Cause::Repetition => "repetition",
        Cause::PerpetualCheck => "perpetual check",
        Cause::Declaration => "declaration",
        Cause::WrongDeclaration(_) | Cause::DeclarationWithoutTime => "a wrong declaration",
        Cause::Count(_) => "counting",
        Cause::Try => "a try",
        Cause::MoveLimit | Cause::Impasse => "the move limit",
        Cause::TimeUp | Cause::BothFlags | Cause::LateArrival => "time",
        Cause::TakeBack => "a move taken back",
        Cause::EarlyPress => "a press of the clock before the move",
        Cause::WrongClaim => "a wrong claim",
        Cause::NoShow => "default",
        Cause::Penalty(_) => "a penalty",
        Cause::Decision => "decision",
        Cause::WrongStart => "a wrong start",
        Cause::Aborted => "interruption",
        Cause::AgreedDraw | Cause::AgreedCancellation => "agreement",
    }
}

/// What becomes of an illegal move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fate {
    /// By these rules it cannot be played.
    Blocked,
    /// Nobody could play it: there is no such piece.
    Impossible,
    /// It lost at once.
    Lost,
    /// It was claimed or pointed out, and lost.
    Claimed,
    /// It was taken back.
    Forgiven,
    /// It stood until the end: it could have been claimed or pointed out, and was not.
    Unclaimed,
    /// It stands: it could be claimed until a reply was made, and was not.
    Lapsed {
        /// The last ply after which it could be claimed.
        last: u32,
    },
}

impl Fate {
    /// A name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Fate::Blocked => "blocked",
            Fate::Impossible => "impossible",
            Fate::Lost => "lost",
            Fate::Claimed => "claimed",
            Fate::Forgiven => "forgiven",
            Fate::Unclaimed => "unclaimed",
            Fate::Lapsed { .. } => "lapsed",
        }
    }
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fate::Blocked => f.write_str("cannot be played by these rules"),
            Fate::Impossible => f.write_str("nobody could do that with these pieces"),
            Fate::Lost => f.write_str("loses the game"),
            Fate::Claimed => f.write_str("was claimed and loses the game"),
            Fate::Forgiven => f.write_str("is taken back"),
            Fate::Unclaimed => f.write_str("could have been claimed, and stands"),
            Fate::Lapsed { last } => {
                write!(f, "could be claimed until after ply {last}, and stands")
            }
        }
    }
}
