//! Preparation of a game, and greetings after it.

use super::Decision;
use crate::actor::Actor;
use crate::command::ClockSide;
use crate::event::{Event, Fact};
use crate::furigoma::{Commitment, Nonces, Seed, Toss};
use crate::game::Phase;
use crate::opening::FirstMove;
use crate::outcome::{Cause, Outcome, Verdict};
use crate::refusal::Why;
use komadai_core::Color;

impl Decision<'_> {
    /// White chooses the place of the clock, unless the arbiter or organiser does (Article 8.4).
    pub(super) fn place_clock(&self, side: ClockSide) -> Result<Vec<Event>, Why> {
        self.must_prepare()?;
        if self.game.clock.is_none() {
            return Err(Why::NoClock);
        }
        match self.by {
            Actor::WHITE if self.game.clock_side_decided => Err(Why::NotYours),
            Actor::WHITE | Actor::Arbiter | Actor::Host => self.one(Fact::ClockPlaced(side)),
            _ => Err(Why::NotYours),
        }
    }

    /// The player of higher rank tosses, or the arbiter if someone is absent (Articles 7.1, 7.2).
    pub(super) fn toss(&self, toss: Toss) -> Result<Vec<Event>, Why> {
        let tosser = self.tosser()?;
        if self.game.commitment.is_some() {
            return Err(Why::TossCommitted);
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

    /// The player whose toss is due.
    fn tosser(&self) -> Result<Color, Why> {
        self.must_prepare()?;
        let FirstMove::Furigoma { tosser } = self.game.opening.first_move else {
            return Err(Why::NoToss);
        };
        if self.game.toss_due {
            Ok(tosser)
        } else {
            Err(Why::AlreadyDone)
        }
    }

    /// A toss that nobody can manipulate: the host commits to a seed, each player adds a nonce, and the host
    /// reveals the seed.
    pub(super) fn commit_toss(&self, commitment: Commitment) -> Result<Vec<Event>, Why> {
        let _ = self.tosser()?;
        match self.by {
            Actor::Host | Actor::Arbiter if self.game.commitment.is_some() => Err(Why::AlreadyDone),
            Actor::Host | Actor::Arbiter => self.one(Fact::TossCommitted(commitment)),
            _ => Err(Why::NotYours),
        }
    }

    pub(super) fn add_nonce(&self, nonce: [u8; 32]) -> Result<Vec<Event>, Why> {
        let color = self.player()?;
        let _ = self.tosser()?;
        if self.game.commitment.is_none() {
            return Err(Why::TossNotReady);
        }
        match self.game.nonces[color] {
            Some(_) => Err(Why::AlreadyDone),
            None => self.one(Fact::NonceAdded(nonce)),
        }
    }

    pub(super) fn reveal_toss(&self, seed: &Seed) -> Result<Vec<Event>, Why> {
        let tosser = self.tosser()?;
        if !matches!(self.by, Actor::Host | Actor::Arbiter) {
            return Err(Why::NotYours);
        }
        let nonce = |color: Color| self.game.nonces[color].ok_or(Why::TossNotReady);
        let nonces = Nonces {
            tosser: nonce(tosser)?,
            other: nonce(!tosser)?,
        };
        if self.game.commitment != Some(seed.commitment()) {
            return Err(Why::WrongSeed);
        }
        let mut events = vec![self.event(Fact::TossRevealed(*seed))];
        for round in 1.. {
            let toss = Toss::from_seed(seed, &nonces, round);
            events.push(self.event(Fact::Tossed(toss)));
            if toss.majority().is_some() {
                break;
            }
        }
        Ok(events)
    }

    /// A player who arrives after their time is used up loses (Article 8.6).
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

    /// A player who has not come by the time that he had loses (Article 8.6); a game to which nobody came is called
    /// off. Both happen at their own instant, before any command.
    pub(super) fn given_up(&self) -> Option<Vec<Event>> {
        let game = self.game;
        let due = game.given_up_at().filter(|&due| due <= self.at)?;
        let outcome = match game.awaited {
            Some((color, _)) if game.arrived[color] && game.clock.is_some() => {
                Outcome::loses(color, Cause::TimeUp)
            }
            Some((color, _)) => Outcome::loses(color, Cause::NoShow),
            None => Outcome::new(Verdict::NoContest, Cause::NoShow),
        };
        Some(vec![Event {
            at: due.max(game.now),
            by: Actor::Clock,
            fact: Fact::Ended(outcome),
        }])
    }

    pub(super) fn greet(&self) -> Result<Vec<Event>, Why> {
        let color = self.player()?;
        let greeted = self.game.greeted[color];
        let done = match self.game.phase {
            Phase::Finished(_) => greeted[1],
            // A first greeting may come late, when the clock is already running.
            _ => greeted[0] || self.game.ply() > 1,
        };
        if done {
            return Err(Why::AlreadyDone);
        }
        self.one(Fact::Greeted)
    }

    /// The player who does not move first, or the arbiter, starts the clock (Article 8.5).
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
