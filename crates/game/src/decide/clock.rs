//! Presses, flags and interruptions (Article 8).

use super::Decision;
use crate::Millis;
use crate::actor::Actor;
use crate::command::Act;
use crate::event::{Event, Fact};
use crate::outcome::{Cause, Outcome};
use crate::refusal::Why;
use crate::rules::EarlyPress;
use komadai_core::Color;

impl Decision<'_> {
    /// An automatic flag ends the game at its own instant, before the command.
    pub(super) fn flag_by_itself(&self, act: &Act) -> Option<Vec<Event>> {
        let game = self.game;
        let (color, falls) = game.flag_falls_by_itself()?;
        let lag = match *act {
            Act::Play { lag, .. } if self.by == Actor::Player(color) => self.allowed_lag(lag),
            _ => Millis::ZERO,
        };
        if self.at.minus(lag) < falls {
            return None;
        }
        // After a correction the flag may be found to have fallen before the last event.
        let at = falls.max(game.now);
        let event = |fact| Event {
            at,
            by: Actor::Clock,
            fact,
        };
        Some(vec![
            event(Fact::FlagFell(color)),
            event(Fact::Ended(Outcome::loses(color, Cause::TimeUp))),
        ])
    }

    /// The part of a delay that the rules compensate.
    pub(super) fn allowed_lag(&self, lag: Millis) -> Millis {
        let knobs = self.game.knobs();
        if self.game.presses_apart() {
            return Millis::ZERO;
        }
        lag.min(knobs.lag_allowance)
    }

    /// No effect unless a flag has fallen automatically, which was handled before.
    pub(super) fn tick(&self) -> Result<Vec<Event>, Why> {
        match self.by {
            Actor::Clock | Actor::Host => Ok(Vec::new()),
            _ => Err(Why::NotYours),
        }
    }

    /// Stops one's own clock and starts the opponent's (Article 8.7), which is an offence without a move or
    /// with displaced pieces (Article 9.3).
    pub(super) fn press(&self) -> Result<Vec<Event>, Why> {
        let color = self.running_player()?;
        let game = self.game;
        if !game.presses_apart() {
            return Err(Why::NoClock);
        }
        if game.running_clock() != Some(color) {
            return Err(Why::ClockNotRunning);
        }
        let in_order = game.displaced != Some(color);
        if game.press_owed[color] && in_order {
            return self.one(Fact::Pressed);
        }
        if game.stray_press == Some(!color) {
            return self.one(Fact::PressedBack);
        }
        match game.knobs().early_press {
            EarlyPress::Noted => self.one(Fact::PressedEarly),
            EarlyPress::Loses => {
                let outcome = Outcome::loses(color, Cause::EarlyPress);
                Ok(self.ending(Fact::PressedEarly, outcome))
            }
        }
    }

    /// A player may stop the clocks only to call the arbiter (Article 8.12 b).
    pub(super) fn call_arbiter(&self, why: Box<str>) -> Result<Vec<Event>, Why> {
        let _ = self.running_player()?;
        if !self.game.opening.has_arbiter() || self.game.arbiter_away {
            return Err(Why::NoArbiter);
        }
        if why.trim().is_empty() {
            return Err(Why::NoReason);
        }
        self.one(Fact::ArbiterCalled(why))
    }

    /// Pieces are displaced only at a real board, where the clock is pressed by hand: on a screen it would only keep
    /// the opponent from moving.
    pub(super) fn displace(&self) -> Result<Vec<Event>, Why> {
        let _ = self.running_player()?;
        if !self.game.presses_apart() {
            return Err(Why::NotInRules);
        }
        if self.game.displaced.is_some() {
            return Err(Why::AlreadyDone);
        }
        self.one(Fact::Displaced)
    }

    /// The player who displaced pieces puts them back on their own time (Article 9.2).
    pub(super) fn put_back(&self) -> Result<Vec<Event>, Why> {
        let color = self.running_player()?;
        match self.game.displaced {
            None => Err(Why::InOrder),
            Some(by) if by == color => self.one(Fact::PutBack),
            Some(_) => Err(Why::NotYours),
        }
    }

    /// The side to move may ask to see the opponent's pieces in hand (Article 9.6).
    pub(super) fn ask_to_arrange(&self) -> Result<Vec<Event>, Why> {
        let color = self.running_player()?;
        self.must_have_move(color)?;
        self.one(Fact::AskedToArrange)
    }

    /// Pieces in hand may be arranged at any time (Article 4.2).
    pub(super) fn arrange(&self) -> Result<Vec<Event>, Why> {
        let _: Color = self.running_player()?;
        self.one(Fact::Arranged)
    }
}
