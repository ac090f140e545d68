//! Deciding commands: events or a refusal.

mod arbiter;
mod claims;
mod clock;
mod moves;
mod offers;
mod preparation;

use crate::Millis;
use crate::actor::Actor;
use crate::command::{Act, Command};
use crate::event::{Event, Fact};
use crate::game::{Game, Phase};
use crate::outcome::{Cause, Outcome};
use crate::refusal::{Refusal, Wanted, Why};
use komadai_core::Color;

/// Decides the outcome of a command at a point of the game time.
///
/// The game is unchanged until the events are [applied](crate::apply). If flags fall automatically and one
/// has fallen by now, or a player has not come in time, that is the outcome of any command.
///
/// # Errors
/// Returns the reason if the command cannot be carried out.
pub fn decide(game: &Game, command: Command, at: Millis) -> Result<Vec<Event>, Refusal> {
    if let Some(absent) = arbiter_absent(game, command.by, at) {
        let mut resumed = game.clone();
        resumed.apply(&absent);
        let then = decide(&resumed, command, at)?;
        return Ok(std::iter::once(absent).chain(then).collect());
    }
    let by = command.by;
    let what = Wanted::of(&command.act);
    let decision = Decision { game, by, at };
    decision
        .decide(command.act)
        .map_err(|why| Refusal { by, what, why })
}

/// An arbiter who was called and has not come by now lets the game go on at the instant when that was due, before
/// anybody else's command.
fn arbiter_absent(game: &Game, by: Actor, at: Millis) -> Option<Event> {
    let due = game.resumes_at().filter(|&due| due <= at)?;
    (by != Actor::Arbiter).then_some(Event {
        at: due.max(game.now),
        by: Actor::Clock,
        fact: Fact::ArbiterAbsent,
    })
}

/// A decision in the making.
struct Decision<'g> {
    game: &'g Game,
    by: Actor,
    at: Millis,
}

impl Decision<'_> {
    fn decide(&self, act: Act) -> Result<Vec<Event>, Why> {
        if self.at < self.game.now {
            return Err(Why::Backwards);
        }
        if self.by == Actor::Arbiter && !self.game.opening.has_arbiter() {
            return Err(Why::NoArbiter);
        }
        if let Some(events) = self.flag_by_itself(&act).or_else(|| self.given_up()) {
            return Ok(events);
        }
        match act {
            Act::Play { deed, lag } => self.play(deed, lag),
            Act::Press => self.press(),
            Act::Tick => self.tick(),
            Act::PlaceClock(side) => self.place_clock(side),
            Act::Toss(toss) => self.toss(toss),
            Act::CommitToss(commitment) => self.commit_toss(commitment),
            Act::AddNonce(nonce) => self.add_nonce(nonce),
            Act::RevealToss(seed) => self.reveal_toss(&seed),
            Act::Arrive => self.arrive(),
            Act::Greet => self.greet(),
            Act::Start => self.start(),
            Act::Resign => self.resign(),
            Act::Declare => self.declare(),
            Act::Claim(claim) => self.claim(claim),
            Act::Offer(offer) => self.offer(offer),
            Act::Accept(offer) => self.accept(offer),
            Act::Decline(offer) => self.decline(offer),
            Act::TakeBack => self.take_back(),
            Act::CallArbiter(why) => self.call_arbiter(why),
            Act::Displace => self.displace(),
            Act::PutBack => self.put_back(),
            Act::AskToArrange => self.ask_to_arrange(),
            Act::Arrange => self.arrange(),
            Act::Rule(ruling) => self.rule(ruling),
        }
    }

    fn event(&self, fact: Fact) -> Event {
        Event {
            at: self.at,
            by: self.by,
            fact,
        }
    }

    fn one(&self, fact: Fact) -> Result<Vec<Event>, Why> {
        Ok(vec![self.event(fact)])
    }

    /// An act and the end that it causes.
    fn ending(&self, fact: Fact, outcome: Outcome) -> Vec<Event> {
        vec![self.event(fact), self.event(Fact::Ended(outcome))]
    }

    /// The side of the acting player.
    fn player(&self) -> Result<Color, Why> {
        self.by.color().ok_or(Why::NotYours)
    }

    fn must_run(&self) -> Result<(), Why> {
        match self.game.phase {
            Phase::Running => Ok(()),
            Phase::Preparing => Err(Why::NotBegun),
            Phase::Suspended(_) => Err(Why::Suspended),
            Phase::Finished(_) => Err(Why::Over),
        }
    }

    /// Checks that the game has started and is not over.
    fn must_be_on(&self) -> Result<(), Why> {
        match self.game.phase {
            Phase::Suspended(_) => Ok(()),
            _ => self.must_run(),
        }
    }

    fn must_prepare(&self) -> Result<(), Why> {
        match self.game.phase {
            Phase::Preparing => Ok(()),
            Phase::Finished(_) => Err(Why::Over),
            _ => Err(Why::Begun),
        }
    }

    fn must_have_move(&self, color: Color) -> Result<(), Why> {
        if self.game.turn() == color {
            Ok(())
        } else {
            Err(Why::NotYourTurn)
        }
    }

    /// The acting player in a running game, who must have arrived.
    fn running_player(&self) -> Result<Color, Why> {
        let color = self.player()?;
        self.must_run()?;
        if self.game.arrived[color] {
            Ok(color)
        } else {
            Err(Why::Absent)
        }
    }

    fn resign(&self) -> Result<Vec<Event>, Why> {
        let color = self.player()?;
        self.must_be_on()?;
        if self.game.knobs().resignation == crate::rules::Resignation::OnTurn {
            self.must_have_move(color)?;
        }
        Ok(vec![self.event(Fact::Ended(Outcome::loses(
            color,
            Cause::Resignation,
        )))])
    }
}
