//! Rulings (Articles 8, 9 and 13).

use super::Decision;
use crate::actor::Actor;
use crate::command::{Decision as Decided, Penalty, Ruling};
use crate::event::{Event, Fact};
use crate::game::{Matter, Pending, Phase};
use crate::outcome::{Cause, Outcome, Verdict};
use crate::refusal::Why;
use komadai_core::Color;

impl Decision<'_> {
    pub(super) fn rule(&self, ruling: Ruling) -> Result<Vec<Event>, Why> {
        self.may_rule(&ruling)?;
        let decision = ruling.decision;
        let mut events = vec![self.event(Fact::Ruled(ruling))];
        match self.consequence(decision)? {
            Consequence::None => {}
            Consequence::Ends(outcome) => events.push(self.event(Fact::Ended(outcome))),
            Consequence::Follow(following) => events.extend(following),
        }
        Ok(events)
    }

    fn may_rule(&self, ruling: &Ruling) -> Result<(), Why> {
        if ruling.reason.trim().is_empty() {
            return Err(Why::NoReason);
        }
        let host_may = matches!(
            ruling.decision,
            Decided::AwardTime { .. }
                | Decided::SetClock { .. }
                | Decided::Pause
                | Decided::Resume
                | Decided::NoShow(_)
                | Decided::BothNoShow
                | Decided::Abort
        );
        match self.by {
            Actor::Arbiter => {}
            Actor::Host if host_may => {}
            _ => return Err(Why::NotYours),
        }
        let over = matches!(self.game.phase, Phase::Finished(_));
        match over && !rules_on_finished(ruling.decision) {
            true => Err(Why::Over),
            false => Ok(()),
        }
    }

    fn consequence(&self, decision: Decided) -> Result<Consequence, Why> {
        let ends = |outcome| Ok(Consequence::Ends(outcome));
        match decision {
            Decided::Penalize {
                offender,
                penalty,
                ground,
            } => match penalty {
                // The result of a game that is over stands, unless the arbiter rules on it.
                Penalty::Expulsion if self.game.outcome().is_some() => Ok(Consequence::None),
                Penalty::Loss | Penalty::Expulsion => {
                    ends(Outcome::loses(offender, Cause::Penalty(ground)))
                }
                Penalty::Warning => Ok(Consequence::None),
                Penalty::TimeToOpponent(_) | Penalty::TimeOff(_) => self.needs_clock(),
            },
            Decided::AwardTime { .. } | Decided::SetClock { .. } => self.needs_clock(),
            Decided::SetControl { control, .. } => {
                control.validate().map_err(|_| Why::NoTime)?;
                self.needs_clock()
            }
            Decided::Pause => self.must_run().map(|()| Consequence::None),
            Decided::Resume => self.resume(),
            Decided::PutBack => match self.game.displaced {
                Some(_) => Ok(Consequence::None),
                None => Err(Why::InOrder),
            },
            Decided::RestorePosition { ply } => {
                self.must_be_on()?;
                if ply <= self.game.ply() {
                    Ok(Consequence::None)
                } else {
                    Err(Why::NoSuchPly)
                }
            }
            Decided::WrongStart => ends(Outcome::new(Verdict::NoContest, Cause::WrongStart)),
            Decided::Uphold => self.judge_pending(Judgement::Right),
            Decided::Reject => self.judge_pending(Judgement::Wrong),
            Decided::NoShow(color) => ends(Outcome::loses(color, Cause::NoShow)),
            Decided::BothNoShow => ends(Outcome::new(Verdict::BothLose, Cause::NoShow)),
            Decided::Result(verdict) => ends(Outcome::new(verdict, Cause::Decision)),
            Decided::Abort => ends(Outcome::new(Verdict::NoContest, Cause::Aborted)),
        }
    }

    fn needs_clock(&self) -> Result<Consequence, Why> {
        match self.game.clock {
            Some(_) => Ok(Consequence::None),
            None => Err(Why::NoClock),
        }
    }

    fn resume(&self) -> Result<Consequence, Why> {
        match self.game.phase {
            // A pending claim must be ruled on before play resumes.
            Phase::Suspended(_) if self.game.pending.is_none() => Ok(Consequence::None),
            Phase::Suspended(_) => Err(Why::Suspended),
            _ => Err(Why::NotSuspended),
        }
    }

    /// The arbiter decides a claim freely, whatever the program would decide.
    fn judge_pending(&self, judgement: Judgement) -> Result<Consequence, Why> {
        let pending = self.game.pending.ok_or(Why::NothingPending)?;
        Ok(match (pending.matter, judgement) {
            (Matter::Claim(claim), Judgement::Wrong) => {
                Consequence::Follow(self.reject_claim(pending.by, claim))
            }
            (Matter::Claim(claim), Judgement::Right) => {
                Consequence::Follow(self.upheld(pending, claim))
            }
            (Matter::Declaration, _) => {
                Consequence::Ends(self.declaration_ruled(pending, judgement))
            }
        })
    }

    /// The consequence of an upheld claim: what the rules say if they apply, otherwise a loss for the other
    /// side.
    fn upheld(&self, pending: Pending, claim: crate::command::Claim) -> Vec<Event> {
        let events = self.verdict(pending.by, claim);
        let rejected = |event: &Event| matches!(event.fact, Fact::ClaimRejected(_));
        if !events.iter().any(rejected) {
            return events;
        }
        let verdict = match (claim, pending.by) {
            (crate::command::Claim::Repetition { .. } | crate::command::Claim::Count, _) => {
                Verdict::Draw
            }
            (crate::command::Claim::IllegalMove { offender }, _) => Verdict::Wins(!offender),
            (crate::command::Claim::Flag, Actor::Player(color)) => Verdict::Wins(color),
            (crate::command::Claim::Flag, _) => Verdict::Draw,
        };
        vec![self.event(Fact::Ended(Outcome::new(verdict, Cause::Decision)))]
    }

    fn declaration_ruled(&self, pending: Pending, judgement: Judgement) -> Outcome {
        let color = pending.by.color().unwrap_or(Color::Black);
        let by_rule = self.declared(color);
        let holds = by_rule.verdict != Verdict::Wins(!color);
        match (judgement, holds) {
            (Judgement::Right, true) | (Judgement::Wrong, false) => by_rule,
            (Judgement::Right, false) => Outcome::wins(color, Cause::Decision),
            (Judgement::Wrong, true) => Outcome::loses(color, Cause::Decision),
        }
    }
}

/// Returns whether a decision can be made after the end: a result is corrected (Article 13.8), or a player is
/// warned, made to lose or expelled (Article 13.4).
fn rules_on_finished(decision: Decided) -> bool {
    match decision {
        Decided::Result(_) => true,
        Decided::Penalize { penalty, .. } => {
            matches!(
                penalty,
                Penalty::Warning | Penalty::Loss | Penalty::Expulsion
            )
        }
        _ => false,
    }
}

/// The consequence of a ruling.
enum Consequence {
    None,
    Ends(Outcome),
    Follow(Vec<Event>),
}

/// The arbiter's judgement of a claim.
#[derive(Clone, Copy)]
enum Judgement {
    Right,
    Wrong,
}
