//! Faults of a record and their consequences.

use crate::article::Article;
use crate::breach::Breach;
use crate::deed::Impossible;
use crate::offence::Offence;
use crate::outcome::{Cause, Outcome, Verdict};
use crate::refusal::Refusal;
use crate::rules::RepetitionEnds;
use komadai_core::{Color, Faults, Illegal, Move, PieceKind, Unmet};
use komadai_kifu::record::Termination;
use std::fmt;

/// A breach in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The ply: the number of the illegal move, 0 for the start position, the number of moves for the ending.
    pub ply: u32,
    /// The fault.
    pub objection: Objection,
    /// The fate of an illegal move.
    pub fate: Option<Fate>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ply {}: {}", self.ply, self.objection)?;
        match self.objection.article() {
            Some(article) => write!(f, ", {article}"),
            None => Ok(()),
        }
    }
}

/// What stands against a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Objection {
    /// The game does not start from a position of a game.
    Start(Faults),
    /// A move that the rules forbid.
    IllegalMove {
        /// The move.
        mv: Move,
        /// The rule it breaks.
        reason: Illegal,
        /// The piece that moves, if there is one.
        piece: Option<PieceKind>,
    },
    /// The position occurred four times under the checks of one side.
    PerpetualCheck {
        /// The side that gave check.
        loser: Color,
    },
    /// A move by a side that has no legal move and has lost.
    MoveAfterMate,
    /// The record ends with mate, and there is none.
    NoMate,
    /// The side that is mated is said to win, or the game to be drawn.
    MatedSideWins,
    /// The record ends with a draw by repetition, and there is none. Where it has to be claimed, the
    /// position need only be about to appear.
    NoRepetition(RepetitionEnds),
    /// The record ends with a win by declaration whose conditions are not met.
    FailedDeclaration(Unmet),
    /// The game was over before this move under these rules.
    AfterTheEnd {
        /// The outcome.
        outcome: Outcome,
    },
    /// The record's ending does not exist under these rules.
    NotInRules {
        /// The record's ending.
        termination: Termination,
    },
    /// The final act in the record was not possible.
    Refused(Refusal),
    /// An illegal move was claimed after it had been answered (FESA 9.4).
    LateClaim,
    /// The record's result is wrong.
    WrongResult {
        /// The result in the record.
        stated: Verdict,
        /// The correct result.
        due: Outcome,
    },
    /// The move limit was not reached.
    TooFewMoves {
        /// The limit.
        limit: u32,
    },
    /// No king has reached its goal.
    NoTry,
}

impl Objection {
    /// Its row in the table of offences.
    pub fn offence(&self) -> &'static Offence {
        match self {
            Objection::Start(_) => &Offence::START_POSITION,
            Objection::IllegalMove { reason, .. } => match Impossible::from_illegal(*reason) {
                Some(impossible) => impossible.offence(),
                None => Breach::from(*reason).offence(),
            },
            Objection::PerpetualCheck { .. } => &Offence::PERPETUAL_CHECK,
            Objection::MoveAfterMate => &Offence::MOVE_AFTER_MATE,
            Objection::NoMate => &Offence::NO_MATE,
            Objection::MatedSideWins => &Offence::MATED_SIDE_WINS,
            Objection::NoRepetition(_) => &Offence::NO_REPETITION,
            Objection::FailedDeclaration(_) => &Offence::FAILED_DECLARATION,
            Objection::AfterTheEnd { .. } => &Offence::MOVE_AFTER_THE_END,
            Objection::NotInRules { .. } => &Offence::NOT_IN_THE_RULES,
            Objection::Refused(_) => &Offence::REFUSED,
            Objection::LateClaim => &Offence::LATE_CLAIM,
            Objection::WrongResult { .. } => &Offence::WRONG_RESULT,
            Objection::TooFewMoves { .. } => &Offence::LIMIT_NOT_REACHED,
            Objection::NoTry => &Offence::NO_TRY,
        }
    }

    /// The article of the FESA Laws that it breaks, if any.
    pub fn article(&self) -> Option<Article> {
        match self {
            Objection::Start(Faults(faults)) if !faults.is_empty() => {
                faults.first().map(|fault| Article::of_fault(*fault))
            }
            Objection::IllegalMove {
                reason: Illegal::NotAMoveOfThePiece,
                piece: Some(piece),
                ..
            } => Some(Article::of_piece(*piece)),
            Objection::AfterTheEnd { outcome } => outcome.cause.article(),
            Objection::WrongResult { due, .. } => due.cause.article(),
            Objection::NotInRules {
                termination: Termination::Draw | Termination::Impasse,
            } => Some(Article::NO_OTHER_DRAW),
            _ => self.offence().article,
        }
    }
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Objection::Start(faults) => write!(f, "the start position has faults: {faults}"),
            Objection::IllegalMove { mv, reason, .. } => write!(f, "illegal move {mv}: {reason}"),
            Objection::PerpetualCheck { loser } => write!(f, "perpetual check by {loser}"),
            Objection::NoMate => {
                f.write_str("the record ends with mate, but the side to move has a legal move")
            }
            Objection::MatedSideWins => {
                f.write_str("the side to move is mated, but the record does not say that it lost")
            }
            Objection::NoRepetition(ends) => {
                f.write_str("the record ends with repetition, but no position stood four times")?;
                match ends {
                    RepetitionEnds::ByClaim => f.write_str(" or was about to"),
                    RepetitionEnds::Automatically => Ok(()),
                }
            }
            Objection::FailedDeclaration(unmet) => {
                write!(f, "the declaration fails: {}", Reasons(*unmet))
            }
            Objection::AfterTheEnd { outcome } => {
                let end = end(outcome.cause);
                write!(f, "a move after the end of the game by {end}")
            }
            Objection::NotInRules { termination } => {
                let word = termination.word();
                write!(
                    f,
                    "the record ends with {word}, which these rules do not have"
                )
            }
            Objection::Refused(refusal) => refusal.fmt(f),
            Objection::WrongResult { stated, due } => write!(
                f,
                "the record says {stated}, but by {} it is {}",
                end(due.cause),
                due.verdict
            ),
            Objection::TooFewMoves { limit } => write!(
                f,
                "the record ends at the move limit, but the limit is {limit} moves"
            ),
            Objection::NoTry => {
                f.write_str("the record ends with a try, but no king has reached its goal")
            }
            Objection::MoveAfterMate | Objection::LateClaim => f.write_str(self.offence().words),
        }
    }
}

/// What a declaration wants, in words.
struct Reasons(Unmet);

impl fmt::Display for Reasons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unmet {
            king_outside,
            in_check,
            missing_pieces,
            missing_points,
        } = self.0;
        let mut reasons = Vec::new();
        if king_outside {
            reasons.push("the king is not in the promotion zone".to_owned());
        }
        if in_check {
            reasons.push("the king is in check".to_owned());
        }
        if missing_pieces > 0 {
            reasons.push(format!("{missing_pieces} more pieces needed in the zone"));
        }
        if missing_points > 0 {
            reasons.push(format!("{missing_points} more points needed"));
        }
        f.write_str(&reasons.join("; "))
    }
}

/// A short description of an ending.
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

/// The fate of an illegal move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fate {
    /// It cannot be played under these rules.
    Blocked,
    /// It is physically impossible: there is no such piece.
    Impossible,
    /// It lost immediately.
    Lost,
    /// It was claimed or pointed out, and lost.
    Claimed,
    /// It was taken back.
    Forgiven,
    /// It stood until the end: it could have been claimed or pointed out, but was not.
    Unclaimed,
    /// It stands: it could have been claimed before the reply, but was not.
    Lapsed {
        /// The last ply after which it could be claimed.
        last: u32,
    },
}

impl Fate {
    /// A stable name.
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
