//! Before the game, and the courtesies after it.

use super::Decision;
use crate::actor::Actor;
use crate::command::ClockSide;
use crate::event::{Event, Fact};
use crate::furigoma::Toss;
use crate::game::Phase;
use crate::opening::FirstMove;
use crate::outcome::{Cause, Outcome};
use crate::refusal::Why;
use komadai_core::Color;

impl Decision<'_> {
    /// The clock's place is White's to choose, unless arbiter or organiser do (Article 8.4).
    pub(super) fn place_clock(&self, side: ClockSide) -> Result<Vec<Event>, Why> {
        self.must_prepare()?;
        if self.game.clock.is_none() {
            return Err(Why::NoClock);
        }
        match self.by {
            Actor::WHITE | Actor::Arbiter | Actor::Host => self.one(Fact::ClockPlaced(side)),
            _ => Err(Why::NotYours),
        }
    }

    /// The player with the higher rank tosses; the arbiter, if someone is absent (Articles 7.1, 7.2).
    pub(super) fn toss(&self, toss: Toss) -> Result<Vec<Event>, Why> {
        self.must_prepare()?;
        let FirstMove::Furigoma { tosser } = self.game.opening.first_move else {
            return Err(Why::NoToss);
        };
        if !self.game.toss_due {
            return Err(Why::AlreadyDone);
        }
        match self.by {
            Actor::Arbiter | Actor::Host => self.one(Fact::Tossed(toss)),
            Actor::Player(color) if color == tosser => {
                let both_there = Color::ALL.iter().all(|&color| self.game.arrived[color]);
                if both_there {
                    self.one(Fact::Tossed(toss))
                } else {
                    Err(Why::Absent)
                }
            }
            _ => Err(Why::NotYours),
        }
    }

    /// Whoever comes when his time is used up has lost (Article 8.6).
    pub(super) fn arrive(&self) -> Result<Vec<Event>, Why> {
        let color = self.player()?;
        if let Phase::Finished(_) = self.game.phase {
            return Err(Why::Over);
        }
        if self.game.arrived[color] {
            return Err(Why::Present);
        }
        let clock = self.game.clock.as_ref();
        if clock.is_some_and(|clock| clock.flag_down(color, self.at)) {
            let outcome = Outcome::loses(color, Cause::LateArrival);
            return Ok(self.ending(Fact::Arrived, outcome));
        }
        self.one(Fact::Arrived)
    }

    pub(super) fn greet(&self) -> Result<Vec<Event>, Why> {
        let color = self.player()?;
        let greeted = self.game.greeted[color];
        let done = match self.game.phase {
            Phase::Preparing => greeted[0],
            Phase::Finished(_) => greeted[1],
            // A first greeting may come late: the clock runs already.
            _ => greeted[0] || self.game.ply() > 1,
        };
        if done {
            return Err(Why::AlreadyDone);
        }
        self.one(Fact::Greeted)
    }

    /// The clock is started by whoever does not move first, or by the arbiter (Article 8.5).
    pub(super) fn start(&self) -> Result<Vec<Event>, Why> {
        self.must_prepare()?;
        if self.game.toss_due {
            return Err(Why::TossDue);
        }
        match self.by {
            Actor::Arbiter | Actor::Host => self.one(Fact::Started),
            Actor::Player(color) if color != self.game.turn() => {
                if self.game.arrived[color] {
                    self.one(Fact::Started)
                } else {
                    Err(Why::Absent)
                }
            }
            _ => Err(Why::NotYours),
        }
    }
}
