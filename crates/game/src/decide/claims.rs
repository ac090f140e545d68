//! Claims and declarations (Articles 5.2, 5.3, 8.3, 9.4).

use super::Decision;
use crate::actor::Actor;
use crate::breach::Breach;
use crate::command::Claim;
use crate::deed;
use crate::event::{Event, Fact};
use crate::game::{Game, Phase, Played, Suspension};
use crate::outcome::{Cause, Outcome};
use crate::refusal::Why;
use crate::rules::{
    Counting, Flag, ForcedCount, IllegalMoves, Judge, PerpetualCheck, PointedOutBy, RepetitionEnds,
    WrongClaim,
};
use komadai_core::{
    Agreement, AnyPosition, Color, Declaration, Fault, Move, Repetition, Tolerance,
};

/// The merit of a claim.
pub(super) enum Worth {
    /// It is right, and the game ends.
    Ends(Outcome),
    /// It is right, and the illegal move is taken back.
    Forgiven { ply: u32, breach: Breach },
    /// It is wrong.
    Wrong,
}

impl Decision<'_> {
    pub(super) fn claim(&self, claim: Claim) -> Result<Vec<Event>, Why> {
        self.may_claim(claim)?;
        let claimed = self.event(Fact::Claimed(claim));
        if self.game.judge() == Judge::Arbiter {
            return Ok(vec![claimed]);
        }
        let mut events = vec![claimed];
        events.extend(self.verdict(self.by, claim));
        Ok(events)
    }

    /// The program's verdict on a claim.
    pub(super) fn verdict(&self, by: Actor, claim: Claim) -> Vec<Event> {
        match self.worth(by, claim) {
            Worth::Ends(outcome) => self.uphold(claim, outcome),
            Worth::Forgiven { ply, breach } => vec![self.forgive(ply, breach)],
            Worth::Wrong => self.reject_claim(by, claim),
        }
    }

    fn uphold(&self, claim: Claim, outcome: Outcome) -> Vec<Event> {
        let mut events = Vec::new();
        if claim == Claim::Flag {
            let clock = self.game.clock.as_ref();
            let down = |&color: &Color| clock.is_some_and(|it| it.flag_down(color, self.at));
            let fell = Color::ALL.into_iter().filter(down).map(Fact::FlagFell);
            events.extend(fell.map(|fact| self.event(fact)));
        }
        events.push(self.event(Fact::Ended(outcome)));
        events
    }

    pub(super) fn reject_claim(&self, by: Actor, claim: Claim) -> Vec<Event> {
        let mut events = vec![self.event(Fact::ClaimRejected(claim))];
        if let (WrongClaim::Loses, Some(color)) = (self.game.knobs().wrong_claim, by.color()) {
            let outcome = Outcome::loses(color, Cause::WrongClaim);
            events.push(self.event(Fact::Ended(outcome)));
        }
        events
    }

    /// Checks that this actor may make the claim now, regardless of its merit.
    fn may_claim(&self, claim: Claim) -> Result<(), Why> {
        self.must_be_claimable()?;
        if let Actor::Player(color) = self.by
            && !self.game.arrived[color]
        {
            return Err(Why::Absent);
        }
        match claim {
            Claim::IllegalMove { offender } => self.may_claim_illegal_move(offender),
            Claim::Flag => self.may_claim_flag(),
            Claim::Repetition { next } => self.may_claim_repetition(next),
            Claim::Count => self.may_claim_count(),
        }
    }

    /// A claim can be made while the game runs, and by a player after the clocks were stopped to call the arbiter,
    /// as Articles 8.3 and 9.4 tell him to do.
    fn must_be_claimable(&self) -> Result<(), Why> {
        match (self.game.phase, self.by) {
            (Phase::Suspended(Suspension::ArbiterCalled(_)), Actor::Player(_)) => Ok(()),
            _ => self.must_run(),
        }
    }

    fn may_claim_illegal_move(&self, offender: Color) -> Result<(), Why> {
        let knobs = self.game.knobs();
        let stands = knobs.illegal_moves == IllegalMoves::PointedOut;
        match knobs.illegal_moves {
            IllegalMoves::Blocked | IllegalMoves::Loses => return Err(Why::ByItself),
            IllegalMoves::PointedOut | IllegalMoves::Claim => {}
        }
        match self.by {
            Actor::Player(color) if color == offender => return Err(Why::NotYours),
            Actor::Player(_) => {}
            Actor::Arbiter | Actor::Host if stands => {}
            Actor::Arbiter | Actor::Host => return Err(Why::ArbiterSilent),
            Actor::Bystander if knobs.pointed_out_by == PointedOutBy::Anyone => {}
            Actor::Bystander | Actor::Clock => return Err(Why::Outsider),
        }
        let moved = |played: &Played| played.color == offender;
        if self.game.moves.iter().any(moved) {
            Ok(())
        } else {
            Err(Why::NoMove)
        }
    }

    fn may_claim_flag(&self) -> Result<(), Why> {
        let _ = self.player()?;
        if self.game.clock.is_none() {
            return Err(Why::NoClock);
        }
        match self.game.knobs().flag {
            Flag::ByClaim => Ok(()),
            Flag::FallsByItself => Err(Why::ByItself),
        }
    }

    fn may_claim_repetition(&self, next: Option<Move>) -> Result<(), Why> {
        let color = self.player()?;
        if self.game.knobs().repetition == RepetitionEnds::Automatically {
            return Err(Why::ByItself);
        }
        match next {
            Some(_) => self.must_have_move(color),
            None => Ok(()),
        }
    }

    fn may_claim_count(&self) -> Result<(), Why> {
        let _ = self.player()?;
        match self.game.knobs().impasse.forced_count {
            Some(_) => Ok(()),
            None => Err(Why::NotInRules),
        }
    }

    fn worth(&self, by: Actor, claim: Claim) -> Worth {
        match (claim, by) {
            (Claim::IllegalMove { offender }, _) => self.illegal_move_worth(offender),
            (Claim::Flag, Actor::Player(claimant)) => self.flag_worth(claimant),
            (Claim::Repetition { next }, _) => self.repetition_worth(by, next),
            (Claim::Count, Actor::Player(claimant)) => self.count_worth(claimant),
            (Claim::Flag | Claim::Count, _) => Worth::Wrong,
        }
    }

    fn illegal_move_worth(&self, offender: Color) -> Worth {
        let game = self.game;
        let found = match game.knobs().illegal_moves {
            IllegalMoves::Claim => claimable(game, offender),
            _ => last_breach(game, offender),
        };
        found.map_or(Worth::Wrong, |(ply, breach)| {
            self.offence_worth(offender, ply, breach)
        })
    }

    /// An illegal move loses, or is taken back where it is forgiven (Article 17.1).
    fn offence_worth(&self, offender: Color, ply: u32, breach: Breach) -> Worth {
        let loses = self.game.knobs().perpetual_check == PerpetualCheck::Loses;
        let is_illegal = breach != Breach::PerpetualCheck || !loses;
        if is_illegal && self.game.forgives(offender) {
            return Worth::Forgiven { ply, breach };
        }
        Worth::Ends(Outcome::loses(offender, Cause::IllegalMove(breach)))
    }

    fn flag_worth(&self, claimant: Color) -> Worth {
        let clock = self.game.clock.as_ref();
        let outcome = clock
            .and_then(|clock| clock.claimed_by(claimant, self.at, self.game.knobs().both_flags));
        outcome.map_or(Worth::Wrong, Worth::Ends)
    }

    /// A position that has occurred four times, or is about to (Article 5.2).
    fn repetition_worth(&self, by: Actor, next: Option<Move>) -> Worth {
        let game = self.game;
        let found = match (next, game.perpetual) {
            (Some(mv), _) => repetition_by(game, mv),
            (None, Some(loser)) if by.color() == Some(!loser) || !game.repeated => {
                Repetition::PerpetualCheck { loser }
            }
            (None, _) if game.repeated => Repetition::Draw,
            (None, _) => Repetition::None,
        };
        match found {
            Repetition::None => Worth::Wrong,
            Repetition::Draw => Worth::Ends(Outcome::draw(Cause::Repetition)),
            Repetition::PerpetualCheck { loser } => self.perpetual_worth(by, loser),
        }
    }

    /// A repetition by continuous checks is judged as what it is (Article 3.12). Where it is an illegal move, it is
    /// for the opponent to claim.
    fn perpetual_worth(&self, by: Actor, loser: Color) -> Worth {
        if self.game.knobs().perpetual_check == PerpetualCheck::Loses {
            return Worth::Ends(Outcome::loses(loser, Cause::PerpetualCheck));
        }
        match self.game.last_ply_of(loser) {
            Some(ply) if by.color() == Some(!loser) => {
                self.offence_worth(loser, ply, Breach::PerpetualCheck)
            }
            _ => Worth::Wrong,
        }
    }

    /// All pieces of the claimant are in the promotion zone, and protected if required.
    fn count_worth(&self, claimant: Color) -> Worth {
        let impasse = &self.game.knobs().impasse;
        let (Some(forced), Some(counting)) = (impasse.forced_count, impasse.counting) else {
            return Worth::Wrong;
        };
        let count = self.game.position.entering_king(claimant);
        let may_force = match forced {
            ForcedCount::AllInZone => count.all_in_zone,
            ForcedCount::AllProtected => count.all_in_zone && count.all_protected,
        };
        if may_force {
            Worth::Ends(self.counted(counting))
        } else {
            Worth::Wrong
        }
    }

    /// The outcome of counting all pieces.
    pub(super) fn counted(&self, counting: Counting) -> Outcome {
        let points = self.game.counting_points();
        let cause = Cause::Count(points);
        match counting.rule.judge(points) {
            Agreement::Draw => Outcome::draw(cause),
            Agreement::Wins(color) => Outcome::wins(color, cause),
        }
    }

    pub(super) fn declare(&self) -> Result<Vec<Event>, Why> {
        let color = self.running_player()?;
        if self.game.knobs().impasse.declaration.is_none() {
            return Err(Why::NotInRules);
        }
        self.must_have_move(color)?;
        let mut events = vec![self.event(Fact::Declared)];
        if self.game.judge() == Judge::Machine {
            events.push(self.event(Fact::Ended(self.declared(color))));
        }
        Ok(events)
    }

    /// The outcome of a declaration; a wrong one loses (Article 5.3).
    pub(super) fn declared(&self, color: Color) -> Outcome {
        let game = self.game;
        let clock = game.clock.as_ref();
        if clock.is_some_and(|clock| clock.flag_down(color, self.at)) {
            return Outcome::loses(color, Cause::DeclarationWithoutTime);
        }
        let Some(rule) = game.knobs().impasse.declaration else {
            return Outcome::loses(color, Cause::WrongClaim);
        };
        match game
            .position
            .entering_king(color)
            .declare(rule, game.credit())
        {
            Declaration::Win => Outcome::wins(color, Cause::Declaration),
            Declaration::Draw => Outcome::draw(Cause::Declaration),
            Declaration::Loses(unmet) => Outcome::loses(color, Cause::WrongDeclaration(unmet)),
        }
    }
}

/// The breach that can be claimed against a side now and the number of moves before it (Article 9.4): its last
/// deed, if unanswered, or a position that is still illegal while the claimant has the move.
fn claimable(game: &Game, offender: Color) -> Option<(u32, Breach)> {
    let last = game.last_ply_of(offender)?;
    let played = &game.moves[last as usize];
    if let (Some(breach), true) = (played.breach, last + 1 == game.ply()) {
        return Some((last, breach));
    }
    if game.perpetual == Some(offender) {
        return Some((last, Breach::PerpetualCheck));
    }
    if game.turn() == offender {
        return None;
    }
    let (fault, breach) = standing_fault(&game.position, offender)?;
    Some((cause_of(game, fault), breach))
}

/// The three faults of a position that can be claimed as long as they persist (Article 9.4 a–c).
fn standing_fault(position: &AnyPosition, offender: Color) -> Option<(Fault, Breach)> {
    faults(position).into_iter().find_map(|fault| {
        let breach = match fault {
            Fault::OpponentInCheck => Breach::KingInCheck,
            Fault::TwoPawns(color, _) if color == offender => Breach::TwoPawns,
            Fault::DeadEnd(square) => {
                let piece = position.piece_on(square);
                let own = piece.is_some_and(|piece| piece.color() == offender);
                own.then_some(Breach::DeadEndDrop)?
            }
            _ => return None,
        };
        Some((fault, breach))
    })
}

fn faults(position: &AnyPosition) -> Vec<Fault> {
    let setup = position.to_setup();
    let read = AnyPosition::from_setup(position.variant(), &setup, Tolerance::Strict);
    read.err().map_or(Vec::new(), |faults| faults.0)
}

/// The number of moves before the one that brought about a fault of the present position.
fn cause_of(game: &Game, fault: Fault) -> u32 {
    let mut position = *game.start;
    let mut last_without = 0;
    for (index, played) in (0..).zip(&game.moves) {
        if !faults(&position).contains(&fault) {
            last_without = index;
        }
        position = deed::after(&position, played.color, played.deed, played.breach);
    }
    last_without
}

/// The last illegal move of a side and the number of moves before it.
fn last_breach(game: &Game, offender: Color) -> Option<(u32, Breach)> {
    let moves = game.moves.iter().enumerate().rev();
    moves
        .filter(|(_, played)| played.color == offender)
        .find_map(|(index, played)| Some((index as u32, played.breach?)))
}

/// The repetition status after a move.
fn repetition_by(game: &Game, mv: Move) -> Repetition {
    if game.position.explain(mv).is_err() {
        return Repetition::None;
    }
    let mut next = game.position;
    let _ = next.play_unchecked(mv);
    game.history.repetition_after(&next)
}
