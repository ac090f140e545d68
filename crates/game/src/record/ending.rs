//! Mapping between the endings and starts of games and records.

use crate::clock::ClockSpec;
use crate::event::EVENT_VERSION;
use crate::opening::{Arbiter, Attendance, Experience, FirstMove, Opening, OpeningError, Player};
use crate::outcome::{Cause, Outcome, Verdict};
use crate::rules::RuleSet;
use komadai_core::{ByColor, Color};
use komadai_kifu::record::{Ending, Record, Termination};

fn termination(outcome: Outcome) -> Termination {
    match (outcome.cause, outcome.verdict) {
        // Records have one word for having no move.
        (Cause::Checkmate | Cause::NoLegalMove, _) => Termination::Checkmate,
        (Cause::Resignation, _) => Termination::Resignation,
        (Cause::Repetition, _) => Termination::Repetition,
        (Cause::Declaration | Cause::Count(_), Verdict::Wins(_)) => Termination::Declaration,
        (Cause::Declaration | Cause::Count(_) | Cause::Impasse, _) => Termination::Impasse,
        (Cause::Try, _) => Termination::Try,
        (Cause::MoveLimit, _) => Termination::MaxMoves,
        (Cause::TimeUp | Cause::LateArrival, _) => Termination::TimeUp,
        (Cause::TakeBack, _) => Termination::TakeBack,
        (Cause::NoShow, Verdict::Wins(_) | Verdict::BothLose) => Termination::Default,
        // Every foul is a 反則; the winner shows whose it was.
        (
            Cause::IllegalMove(_)
            | Cause::KingTaken
            | Cause::PerpetualCheck
            | Cause::WrongDeclaration(_)
            | Cause::DeclarationWithoutTime
            | Cause::EarlyPress
            | Cause::WrongClaim
            | Cause::Penalty(_),
            _,
        ) => Termination::IllegalMove,
        (Cause::Decision, Verdict::Wins(_) | Verdict::BothLose) => {
            Termination::Other("裁定".to_owned())
        }
        (Cause::AgreedDraw | Cause::BothFlags, _) | (Cause::Decision, Verdict::Draw) => {
            Termination::Draw
        }
        (
            Cause::WrongStart
            | Cause::Aborted
            | Cause::AgreedCancellation
            | Cause::Decision
            | Cause::NoShow,
            _,
        ) => Termination::Interruption,
    }
}

impl Outcome {
    /// The ending of a record with this outcome.
    pub fn ending(self) -> Ending {
        Ending {
            termination: termination(self),
            winner: self.verdict.winner(),
        }
    }
}

/// Returns whether the record's word leaves the cause open.
pub(super) fn is_vague(outcome: Outcome) -> bool {
    match outcome.cause {
        Cause::Checkmate
        | Cause::NoLegalMove
        | Cause::Resignation
        | Cause::IllegalMove(_)
        | Cause::KingTaken
        | Cause::Repetition
        | Cause::PerpetualCheck
        | Cause::Try
        | Cause::MoveLimit
        | Cause::Impasse
        | Cause::TimeUp
        | Cause::TakeBack
        | Cause::AgreedDraw => false,
        Cause::NoShow => outcome.verdict == Verdict::NoContest,
        Cause::Declaration => outcome.verdict == Verdict::Draw,
        Cause::WrongDeclaration(_)
        | Cause::DeclarationWithoutTime
        | Cause::Count(_)
        | Cause::BothFlags
        | Cause::EarlyPress
        | Cause::WrongClaim
        | Cause::LateArrival
        | Cause::Penalty(_)
        | Cause::Decision
        | Cause::WrongStart
        | Cause::Aborted
        | Cause::AgreedCancellation => true,
    }
}

/// The opening of a record under a rule set.
pub(crate) fn opening_of(
    record: &Record,
    rules: RuleSet,
    clock: Option<ClockSpec>,
) -> Result<Opening, OpeningError> {
    let player = |color: Color| Player {
        name: record.player(color).unwrap_or_default().to_owned(),
        experience: Experience::Experienced,
        grade: None,
    };
    Ok(Opening {
        version: EVENT_VERSION,
        variant: record.variant,
        start: record.start.clone().into(),
        rules,
        clock,
        players: ByColor(Color::ALL.map(player)),
        first_move: FirstMove::Settled,
        attendance: Attendance::Present,
        // Results that do not follow from the moves are entered as rulings.
        arbiter: Arbiter::Named,
        then: None,
    })
}
