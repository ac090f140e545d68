//! The ending of a record: does it follow?

use super::{Agreement, Case, Fate, Fault};
use crate::actor::Actor;
use crate::command::{Act, Offer};
use crate::event::Fact;
use crate::outcome::{Cause, Outcome, Verdict};
use crate::record::{Replay, stated_verdict};
use crate::refusal::Refusal;
use crate::rules::RepetitionEnds;
use komadai_core::Color;
use komadai_kifu::judge::BreachKind;
use komadai_kifu::record::{Ending, Termination};

impl Case {
    /// Judges the record's ending after its last move.
    pub(super) fn end(&mut self, ending: Option<&Ending>) -> Agreement {
        let Some(ending) = ending else {
            return Agreement::Open;
        };
        if self.replay.game.outcome().is_some() {
            return self.compare(Some(ending));
        }
        if ending.termination == Termination::Interruption {
            return Agreement::Open;
        }
        if self.replay.end_by_act(ending) {
            if let (Termination::IllegalMove, Some(winner)) = (&ending.termination, ending.winner) {
                self.mark(!winner, Fate::Claimed);
            }
            return Agreement::Agrees;
        }
        if self.is_forgiven(ending) {
            return Agreement::Open;
        }
        match self.objection(ending) {
            Ok(()) => Agreement::Open,
            Err(fault) => {
                let ply = self.replay.game.ply();
                if !self.breaches.iter().any(|breach| breach.fault == fault) {
                    self.breach(ply, fault, None);
                }
                Agreement::Differs
            }
        }
    }

    /// Compares the record's result with that of a game that its moves have ended.
    pub(super) fn compare(&mut self, ending: Option<&Ending>) -> Agreement {
        let (Some(due), Some(stated)) =
            (self.replay.game.outcome(), ending.and_then(stated_verdict))
        else {
            return Agreement::Open;
        };
        if due.verdict == stated {
            return Agreement::Agrees;
        }
        let ply = self.replay.game.ply();
        let mated = matches!(due.cause, Cause::Checkmate | Cause::NoLegalMove);
        let fault = match mated {
            true => Fault::Board(BreachKind::MatedSideWins),
            false => Fault::WrongResult { stated, due },
        };
        // Where moves came after the end, that has been told.
        let told = |breach: &super::Breach| matches!(breach.fault, Fault::AfterTheEnd { .. });
        if !self.breaches.iter().any(told) {
            self.breach(ply, fault, None);
        }
        Agreement::Differs
    }

    /// Says what became of the last illegal move of a side.
    pub(super) fn mark(&mut self, offender: Color, fate: Fate) {
        let mut open = self.open.iter().rev();
        if let Some(standing) = open.find(|standing| standing.offender == offender) {
            self.breaches[standing.breach].fate = Some(fate);
        }
    }

    /// Is the illegal move for which the record gives the game taken back by these rules? Whether that
    /// had been done before, the record does not say.
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

    /// What stands against an ending that does not follow. Nothing, where the board cannot tell.
    fn objection(&self, ending: &Ending) -> Result<(), Fault> {
        let game = &self.replay.game;
        let impasse = &game.knobs().impasse;
        let not_in_rules = || {
            Err(Fault::NotInRules {
                termination: ending.termination.clone(),
            })
        };
        match ending.termination {
            Termination::Resignation => self.resignation(ending),
            Termination::Checkmate => Err(Fault::Board(BreachKind::NoMate)),
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
                    Err(Fault::TooFewMoves { limit: limit.moves })
                }
                Some(_) => Ok(()),
                None => not_in_rules(),
            },
            Termination::Try if impasse.try_rule.is_none() => not_in_rules(),
            Termination::Try => Err(Fault::NoTry),
            // Clocks, defaults and interruptions leave no trace on the board.
            _ => Ok(()),
        }
    }

    /// Why a repetition is no draw: it was perpetual check, or there was none.
    fn no_repetition(&self) -> Fault {
        let game = &self.replay.game;
        if let Some(loser) = game.perpetual {
            return Fault::Board(BreachKind::PerpetualCheck { loser });
        }
        match game.knobs().repetition {
            RepetitionEnds::ByClaim => Fault::Board(BreachKind::NoRepetition),
            RepetitionEnds::Automatically => Fault::NoFourth,
        }
    }

    fn resignation(&self, ending: &Ending) -> Result<(), Fault> {
        let Some(winner) = ending.winner else {
            return Ok(());
        };
        let loser = Actor::Player(!winner);
        self.outcome_of(|replay| replay.act(loser, Act::Resign))
            .map(drop)
            .map_err(Fault::Refused)
    }

    /// A foul that is not on the board cannot be judged; one that is was claimed too late.
    fn foul(&self, ending: &Ending) -> Result<(), Fault> {
        let Some(winner) = ending.winner else {
            return Ok(());
        };
        match self.open.iter().any(|standing| standing.offender != winner) {
            true => Err(Fault::LateClaim),
            false => Ok(()),
        }
    }

    fn declaration(&self, ending: &Ending) -> Result<(), Fault> {
        let declarer = Actor::Player(self.replay.game.turn());
        let due = self
            .outcome_of(|replay| replay.act(declarer, Act::Declare))
            .map_err(Fault::Refused)?;
        match due {
            Some(Outcome {
                cause: Cause::WrongDeclaration(unmet),
                ..
            }) => Err(Fault::Board(BreachKind::FailedDeclaration { unmet })),
            due => wrong_result(ending, due),
        }
    }

    fn count(&self, ending: &Ending) -> Result<(), Fault> {
        let due = self.outcome_of(|replay| replay.agree(Offer::Count));
        wrong_result(ending, due.map_err(Fault::Refused)?)
    }

    /// A draw that another word names better: repetition or counting.
    fn draw_by_other_means(&self) -> bool {
        let means = [Termination::Repetition, Termination::Impasse];
        means.into_iter().any(|termination| {
            let ending = Ending {
                termination,
                winner: None,
            };
            self.replay.clone().end_by_act(&ending)
        })
    }

    /// What comes of something that may be tried.
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

fn wrong_result(ending: &Ending, due: Option<Outcome>) -> Result<(), Fault> {
    let stated = stated_verdict(ending).unwrap_or(Verdict::NoContest);
    match due {
        Some(due) if due.verdict != stated => Err(Fault::WrongResult { stated, due }),
        _ => Ok(()),
    }
}
