//! Judging the ending of a record.

use super::{By, Case, Fate, Finding, Objection, ResultAgreement};
use crate::actor::Actor;
use crate::command::{Act, Offer};
use crate::event::Fact;
use crate::outcome::{Cause, Outcome, Verdict};
use crate::record::{Replay, stated_verdict};
use crate::refusal::Refusal;
use crate::rules::RepetitionEnds;
use komadai_core::{Color, Declaration, DeclarationRule, HandicapCredit};
use komadai_kifu::record::{Ending, Termination};

impl Case {
    /// Judges the record's ending after its last move.
    pub(super) fn end(&mut self, ending: Option<&Ending>) -> ResultAgreement {
        let Some(ending) = ending else {
            return ResultAgreement::Open;
        };
        if self.by == By::Board {
            if let Err(objection) = self.objection_of_board(ending) {
                self.object(self.replay.game.ply(), objection, None);
            }
            return ResultAgreement::Open;
        }
        if self.replay.game.outcome().is_some() {
            return self.compare(Some(ending));
        }
        if ending.termination == Termination::Interruption {
            return ResultAgreement::Open;
        }
        if self.replay.end_by_act(ending) {
            if let (Termination::IllegalMove, Some(winner)) = (&ending.termination, ending.winner) {
                self.mark(!winner, Fate::Claimed);
            }
            return ResultAgreement::Agrees;
        }
        if self.is_forgiven(ending) {
            return ResultAgreement::Open;
        }
        match self.objection(ending) {
            Ok(()) => ResultAgreement::Open,
            Err(objection) => {
                let ply = self.replay.game.ply();
                if !self.has(&objection) {
                    self.object(ply, objection, None);
                }
                ResultAgreement::Differs
            }
        }
    }

    /// Compares the record's result with that of a game ended by its moves.
    pub(super) fn compare(&mut self, ending: Option<&Ending>) -> ResultAgreement {
        let (Some(due), Some(stated)) =
            (self.replay.game.outcome(), ending.and_then(stated_verdict))
        else {
            return ResultAgreement::Open;
        };
        if due.verdict == stated {
            return ResultAgreement::Agrees;
        }
        let ply = self.replay.game.ply();
        let mated = matches!(due.cause, Cause::Checkmate | Cause::NoLegalMove);
        let objection = match mated {
            true => Objection::MatedSideWins,
            false => Objection::WrongResult { stated, due },
        };
        // Moves after the end have already been reported.
        let told = |finding: &Finding| matches!(finding.objection, Objection::AfterTheEnd { .. });
        if !self.findings.iter().any(told) {
            self.object(ply, objection, None);
        }
        ResultAgreement::Differs
    }

    /// Records the fate of a side's last illegal move.
    pub(super) fn mark(&mut self, offender: Color, fate: Fate) {
        let mut open = self.open.iter().rev();
        if let Some(standing) = open.find(|standing| standing.offender == offender) {
            self.findings[standing.finding].fate = Some(fate);
        }
    }

    /// Returns whether the illegal move that ends the record would be forgiven by these rules. The record does
    /// not say whether that had already been used.
    fn is_forgiven(&mut self, ending: &Ending) -> bool {
        let (Termination::IllegalMove, Some(winner)) = (&ending.termination, ending.winner) else {
            return false;
        };
        let forgiven = super::can_be_claimed(&self.replay, !winner);
        if forgiven {
            self.mark(!winner, Fate::Forgiven);
        }
        forgiven
    }

    /// What the board alone has against an ending.
    fn objection_of_board(&self, ending: &Ending) -> Result<(), Objection> {
        let position = self.replay.game.position();
        let winner = !position.turn();
        let is_lost = !position.has_legal_move();
        match ending.termination {
            Termination::Checkmate if !is_lost => Err(Objection::NoMate),
            Termination::Repetition
                if !is_lost && !self.would_end_by(&Ending::drawn(Termination::Repetition)) =>
            {
                Err(Objection::NoRepetition(RepetitionEnds::ByClaim))
            }
            // Whoever declares has the move; where the record gives the game to the other side, it
            // agrees that the declaration failed.
            Termination::Declaration if ending.winner != Some(winner) => self.declared_on_board(),
            Termination::Interruption | Termination::SealedMove | Termination::Other(_) => Ok(()),
            _ if is_lost && position.is_in_check() && ending.winner != Some(winner) => {
                Err(Objection::MatedSideWins)
            }
            _ => Ok(()),
        }
    }

    fn declared_on_board(&self) -> Result<(), Objection> {
        let game = &self.replay.game;
        let credit = match game.opening().handicap() {
            Some(_) => game.start_position().handicap_credit(),
            None => HandicapCredit::NONE,
        };
        match game.position().declare(DeclarationRule::Points27, credit) {
            Declaration::Win | Declaration::Draw => Ok(()),
            Declaration::Loses(unmet) => Err(Objection::FailedDeclaration(unmet)),
        }
    }

    /// The objection to an ending that does not follow; none where the board cannot tell.
    fn objection(&self, ending: &Ending) -> Result<(), Objection> {
        let game = &self.replay.game;
        let impasse = &game.knobs().impasse;
        let not_in_rules = || {
            Err(Objection::NotInRules {
                termination: ending.termination.clone(),
            })
        };
        match ending.termination {
            Termination::Resignation => self.resignation(ending),
            Termination::Checkmate => Err(Objection::NoMate),
            Termination::Repetition => Err(self.no_repetition()),
            Termination::IllegalMove => self.foul(ending),
            Termination::Declaration if impasse.declaration.is_none() => not_in_rules(),
            Termination::Declaration => self.declaration(ending),
            Termination::Impasse if impasse.counting.is_none() => not_in_rules(),
            Termination::Impasse => self.count(ending),
            Termination::Draw if self.draw_by_other_means() => Ok(()),
            Termination::Draw => not_in_rules(),
            Termination::MaxMoves => match impasse.move_limit {
                Some(limit) if game.ply() < limit.moves => {
                    Err(Objection::TooFewMoves { limit: limit.moves })
                }
                Some(_) => Ok(()),
                None => not_in_rules(),
            },
            Termination::Try if impasse.try_rule.is_none() => not_in_rules(),
            Termination::Try => Err(Objection::NoTry),
            // Clocks, defaults and interruptions leave no trace on the board.
            _ => Ok(()),
        }
    }

    /// Why a repetition is not a draw: it was perpetual check, or there was none.
    fn no_repetition(&self) -> Objection {
        let game = &self.replay.game;
        if let Some(loser) = game.perpetual {
            return Objection::PerpetualCheck { loser };
        }
        Objection::NoRepetition(game.knobs().repetition)
    }

    fn resignation(&self, ending: &Ending) -> Result<(), Objection> {
        let Some(winner) = ending.winner else {
            return Ok(());
        };
        let loser = Actor::Player(!winner);
        self.outcome_of(|replay| replay.act(loser, Act::Resign))
            .map(drop)
            .map_err(Objection::Refused)
    }

    /// A foul that is not on the board cannot be judged; one that is on it was claimed too late.
    fn foul(&self, ending: &Ending) -> Result<(), Objection> {
        let Some(winner) = ending.winner else {
            return Ok(());
        };
        match self.open.iter().any(|standing| standing.offender != winner) {
            true => Err(Objection::LateClaim),
            false => Ok(()),
        }
    }

    fn declaration(&self, ending: &Ending) -> Result<(), Objection> {
        let declarer = Actor::Player(self.replay.game.turn());
        let due = self
            .outcome_of(|replay| replay.act(declarer, Act::Declare))
            .map_err(Objection::Refused)?;
        match due {
            Some(Outcome {
                cause: Cause::WrongDeclaration(unmet),
                ..
            }) => Err(Objection::FailedDeclaration(unmet)),
            due => wrong_result(ending, due),
        }
    }

    fn count(&self, ending: &Ending) -> Result<(), Objection> {
        let due = self.outcome_of(|replay| replay.agree(Offer::Count));
        wrong_result(ending, due.map_err(Objection::Refused)?)
    }

    /// Returns whether the draw is better described as repetition or counting.
    fn draw_by_other_means(&self) -> bool {
        let means = [Termination::Repetition, Termination::Impasse];
        let mut endings = means.into_iter().map(Ending::drawn);
        endings.any(|ending| self.would_end_by(&ending))
    }

    fn would_end_by(&self, ending: &Ending) -> bool {
        self.replay.clone().end_by_act(ending)
    }

    /// The outcome of an attempted act.
    fn outcome_of(
        &self,
        act: impl FnOnce(&mut Replay) -> Result<(), Refusal>,
    ) -> Result<Option<Outcome>, Refusal> {
        let mut tried = self.replay.clone();
        act(&mut tried)?;
        tried.judged()?;
        let rejected = tried
            .events
            .last()
            .is_some_and(|event| matches!(event.fact, Fact::ClaimRejected(_)));
        Ok(tried.game.outcome().filter(|_| !rejected))
    }
}

fn wrong_result(ending: &Ending, due: Option<Outcome>) -> Result<(), Objection> {
    let stated = stated_verdict(ending).unwrap_or(Verdict::NoContest);
    match due {
        Some(due) if due.verdict != stated => Err(Objection::WrongResult { stated, due }),
        _ => Ok(()),
    }
}
