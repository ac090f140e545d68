//! Applying events to a game. Nothing is judged here; that happened when they were decided.

use crate::Millis;
use crate::actor::Actor;
use crate::command::{Decision, Offer, Penalty, Ruling};
use crate::event::{Event, Fact, Moved, TakenBack};
use crate::furigoma::{Majority, Toss};
use crate::game::{BeforeDisplacement, Game, Matter, Pending, Phase, Played, Suspension};
use crate::opening::FirstMove;
use crate::rules::{Judge, WrongClaim};
use komadai_core::Color;

/// The game after an event.
#[must_use]
pub fn apply(mut game: Game, event: &Event) -> Game {
    game.apply(event);
    game
}

impl Game {
    /// Applies an event.
    pub fn apply(&mut self, event: &Event) {
        let at = event.at;
        let color = event.by.color();
        self.now = self.now.max(at);
        if event.by == Actor::Arbiter {
            self.arbiter_called = None;
            self.arbiter_away = false;
        }
        match &event.fact {
            Fact::Moved(moved) => self.take_move(moved, at),
            Fact::Ended(outcome) => self.finish(Phase::Finished(*outcome), at),
            Fact::Ruled(ruling) => self.take_ruling(ruling, at),
            Fact::Tossed(toss) => self.take_toss(*toss, at),
            Fact::TossCommitted(commitment) => self.commitment = Some(*commitment),
            // To be seen in the log; nothing follows from them.
            Fact::TossRevealed(_) | Fact::AskedToArrange | Fact::Arranged => {}
            Fact::Started => self.begin(at),
            Fact::ClockPlaced(side) => {
                self.clock_side = Some(*side);
                self.clock_side_decided = color.is_none();
            }
            Fact::ArbiterAbsent => {
                self.pending = None;
                self.arbiter_away = true;
                self.resume(at);
            }
            Fact::FlagFell(color) => {
                if let Some(clock) = &mut self.clock {
                    clock.drop_flag(*color, at);
                }
            }
            Fact::Claimed(claim) => self.take_matter(event, Matter::Claim(*claim)),
            Fact::Declared => self.take_matter(event, Matter::Declaration),
            Fact::ClaimRejected(_) => self.reject(event),
            Fact::TakenBack { ply, why } => self.take_back(*ply, *why, at),
            Fact::Accepted(offer) => self.offers[*offer as usize] = None,
            Fact::Declined(offer) => self.offers[*offer as usize] = None,
            Fact::Offered(offer) => self.offers[*offer as usize] = color,
            Fact::PutBack => self.put_back(at),
            Fact::Arrived
            | Fact::NonceAdded(_)
            | Fact::Greeted
            | Fact::Pressed
            | Fact::PressedEarly
            | Fact::PressedBack
            | Fact::ArbiterCalled(_)
            | Fact::Displaced => {
                if let Some(color) = color {
                    self.take_act(&event.fact, color, at);
                }
            }
        }
        if self.phase == Phase::Preparing {
            self.note_waiting(at);
        }
    }

    /// Applies a fact that only players cause.
    fn take_act(&mut self, fact: &Fact, color: Color, at: Millis) {
        match fact {
            Fact::Arrived => self.arrived[color] = true,
            Fact::NonceAdded(nonce) => self.nonces[color] = Some(*nonce),
            Fact::Greeted => {
                let after = usize::from(matches!(self.phase, Phase::Finished(_)));
                self.greeted[color][after] = true;
            }
            Fact::Pressed => {
                self.end_turn(color, at, Millis::ZERO);
                // The side that now has the move owes a press only for that move.
                if self.position.turn() != color {
                    self.press_owed[!color] = false;
                }
            }
            Fact::PressedEarly => {
                self.stray_press = Some(color);
                self.run_clock(!color, at);
            }
            Fact::PressedBack => {
                self.stray_press = None;
                self.renew_period(color, at);
                self.run_clock(!color, at);
            }
            Fact::ArbiterCalled(_) => {
                self.suspend(Suspension::ArbiterCalled(color), at);
                self.arbiter_called.get_or_insert(at);
            }
            Fact::Displaced => {
                self.displaced = Some(color);
                self.before_displacement = self.running_clock().map(|runs| BeforeDisplacement {
                    runs,
                    stray_press: self.stray_press,
                });
                self.run_clock(color, at);
            }
            _ => {}
        }
    }

    /// Restores the pieces, and the clock as it ran before they were displaced. A press without a move that was
    /// not answered then can still be answered; logs of version 1 forgot it.
    fn put_back(&mut self, at: Millis) {
        self.displaced = None;
        let Some(before) = self.before_displacement.take() else {
            return;
        };
        let remembers = self.opening.version >= 2;
        self.stray_press = before.stray_press.filter(|_| remembers);
        if self.is_running() {
            self.run_clock(before.runs, at);
        } else {
            self.resume_to = Some(before.runs);
        }
    }

    fn begin(&mut self, at: Millis) {
        self.awaited = None;
        if let Some(clock) = &mut self.clock {
            clock.settle(at);
        }
        self.phase = Phase::Running;
        self.run_clock(self.position.turn(), at);
    }

    fn take_toss(&mut self, toss: Toss, at: Millis) {
        let FirstMove::Furigoma { tosser } = self.opening.first_move else {
            return;
        };
        let Some(majority) = toss.majority() else {
            return;
        };
        let black = match majority {
            Majority::Tosser => tosser,
            Majority::Other => !tosser,
        };
        self.swapped = black == Color::White;
        self.toss_due = false;
        if self.swapped && self.opening.version >= 3 {
            self.swap_seats(at);
        }
    }

    /// What was noted of the players before the toss follows them to their sides.
    fn swap_seats(&mut self, at: Millis) {
        self.arrived.0.swap(0, 1);
        self.greeted.0.swap(0, 1);
        self.warnings.0.swap(0, 1);
        self.awaited = self.awaited.map(|(color, since)| (!color, since));
        if let Some(clock) = &mut self.clock {
            clock.swap(at);
        }
    }

    fn take_move(&mut self, moved: &Moved, at: Millis) {
        let played = Played {
            color: moved.color,
            deed: moved.deed,
            breach: moved.breach,
            used: None,
            earned: Millis::ZERO,
        };
        self.advance(played, moved.check);
        self.offers = [None; Offer::ALL.len()];
        if !self.presses_apart() {
            self.end_turn(moved.color, at, moved.lag);
        } else if self.stray_press == Some(moved.color) && self.running_clock() != Some(moved.color)
        {
            // The clock was pressed before the move and the press was not answered: the turn is over.
            self.stray_press = None;
            self.book_turn(moved.color, at, Millis::ZERO);
        } else {
            self.press_owed[moved.color] = true;
        }
    }

    /// Ends the turn of a side whose clock runs, and starts the other clock.
    fn end_turn(&mut self, color: Color, at: Millis, lag: Millis) {
        self.press_owed[color] = false;
        // The side whose clock was started without a move has had its turn: its next press without a move is its
        // own offence (Article 9.3).
        self.stray_press = None;
        if self.running_clock() == Some(color) {
            self.book_turn(color, at, lag);
            self.run_clock(!color, at);
        }
    }

    /// Subtracts the time of a turn from a side's clock.
    fn book_turn(&mut self, color: Color, at: Millis, lag: Millis) {
        let Some(clock) = &mut self.clock else { return };
        let used = clock.spent(color, at).minus(lag);
        let earned = clock.end_turn(color, at, lag);
        let last = self
            .moves
            .iter_mut()
            .rev()
            .find(|played| played.color == color);
        if let Some(played) = last {
            played.used = Some(used);
            played.earned = earned;
        }
    }

    fn run_clock(&mut self, color: Color, at: Millis) {
        if let Some(clock) = &mut self.clock {
            clock.run(color, at);
        }
    }

    /// Stops both clocks.
    fn stop_clocks(&mut self, at: Millis) {
        if let Some(clock) = &mut self.clock {
            if clock.running().is_some() {
                self.resume_to = clock.running();
            }
            clock.stop(at);
        }
    }

    fn suspend(&mut self, suspension: Suspension, at: Millis) {
        self.stop_clocks(at);
        self.phase = Phase::Suspended(suspension);
    }

    fn resume(&mut self, at: Millis) {
        self.phase = Phase::Running;
        self.arbiter_called = None;
        let color = self.resume_to.take().unwrap_or(self.position.turn());
        self.run_clock(color, at);
    }

    fn finish(&mut self, phase: Phase, at: Millis) {
        self.awaited = None;
        self.stop_clocks(at);
        self.pending = None;
        self.arbiter_called = None;
        self.offers = [None; Offer::ALL.len()];
        self.phase = phase;
    }

    /// A claim or declaration that the arbiter has to judge stops the game.
    fn take_matter(&mut self, event: &Event, matter: Matter) {
        if self.judge() == Judge::Arbiter {
            self.pending = Some(Pending {
                by: event.by,
                matter,
            });
            self.suspend(Suspension::Claim, event.at);
            self.arbiter_called.get_or_insert(event.at);
        }
    }

    fn reject(&mut self, event: &Event) {
        // A draw that was offered for a repetition goes with the claim of it.
        self.offers[Offer::Draw as usize] = None;
        let waited = self.pending.take();
        let claimant = waited.map_or(event.by, |pending| pending.by);
        if let Some(color) = claimant.color() {
            match self.knobs().wrong_claim {
                WrongClaim::Nothing | WrongClaim::Loses => {}
                WrongClaim::Warning => self.warnings[color] += 1,
                WrongClaim::TimeToOpponent(time) => self.add_time(!color, time, event.at),
            }
        }
        if waited.is_some() {
            self.resume(event.at);
        }
    }

    fn take_back(&mut self, ply: u32, why: TakenBack, at: Millis) {
        let offender = self.moves.get(ply as usize).map(|played| played.color);
        if let (TakenBack::Forgiven(_), Some(color)) = (why, offender) {
            self.forgiven[color] += 1;
        }
        if let Some(color) = offender {
            self.renew_period(!color, at);
        }
        self.revoke_increments(ply, at, |played| {
            why == TakenBack::Granted || played.breach.is_some()
        });
        self.set_back(ply);
        self.phase = Phase::Running;
        self.arbiter_called = None;
        self.run_clock(self.position.turn(), at);
    }

    /// Whoever is not at fault has a whole period for the next move (Article 8.2).
    fn renew_period(&mut self, color: Color, at: Millis) {
        let renews = self.renews_periods();
        if let Some(clock) = self.clock.as_mut().filter(|_| renews) {
            clock.renew_period(color, at);
        }
    }

    /// Moves from `ply` on are taken back; those that earned nothing lose their increment.
    fn revoke_increments(
        &mut self,
        ply: u32,
        at: Millis,
        earned_nothing: impl Fn(&Played) -> bool,
    ) {
        let renews = self.renews_periods();
        let Some(clock) = self.clock.as_mut().filter(|_| renews) else {
            return;
        };
        for played in self.moves.iter().skip(ply as usize) {
            if earned_nothing(played) {
                clock.revoke_increment(played.color, played.earned, at);
            }
        }
    }

    fn set_back(&mut self, ply: u32) {
        self.rewind(ply);
        self.press_owed = komadai_core::ByColor([false; 2]);
        self.stray_press = None;
        self.displaced = None;
        self.before_displacement = None;
        // A claim about a position that no longer exists lapses.
        self.pending = None;
        self.resume_to = None;
        self.offers = [None; Offer::ALL.len()];
    }

    fn add_time(&mut self, color: Color, time: Millis, at: Millis) {
        if let Some(clock) = &mut self.clock {
            clock.add(color, time, at);
        }
    }

    /// Takes main time and then byoyomi, which logs of version 1 left alone (Article 13.4 c).
    fn take_time(&mut self, color: Color, time: Millis, at: Millis) {
        let takes_periods = self.opening.version >= 2;
        if let Some(clock) = &mut self.clock {
            match takes_periods {
                true => clock.charge(color, time, at),
                false => drop(clock.take_main(color, time, at)),
            }
        }
    }

    fn take_ruling(&mut self, ruling: &Ruling, at: Millis) {
        match ruling.decision {
            Decision::Penalize {
                offender, penalty, ..
            } => self.take_penalty(offender, penalty, at),
            Decision::AwardTime { to, time } => self.add_time(to, time, at),
            Decision::SetClock {
                color,
                main,
                periods,
            } => {
                if let Some(clock) = &mut self.clock {
                    clock.set(color, main, periods, at);
                }
            }
            Decision::SetControl { color, control } => {
                if let Some(clock) = &mut self.clock {
                    clock.set_control(color, control);
                }
            }
            Decision::Pause => self.suspend(Suspension::Paused, at),
            Decision::Resume => self.resume(at),
            Decision::PutBack => self.put_back(at),
            Decision::RestorePosition { ply } => {
                let running = self.is_running();
                for color in Color::ALL {
                    self.renew_period(color, at);
                }
                self.revoke_increments(ply, at, |played| played.breach.is_some());
                self.set_back(ply);
                if running {
                    self.run_clock(self.position.turn(), at);
                }
            }
            // Followed by a separate event.
            Decision::WrongStart
            | Decision::Uphold
            | Decision::Reject
            | Decision::NoShow(_)
            | Decision::BothNoShow
            | Decision::Result(_)
            | Decision::Abort => {}
        }
    }

    fn take_penalty(&mut self, offender: Color, penalty: Penalty, at: Millis) {
        match penalty {
            Penalty::Warning => self.warnings[offender] += 1,
            Penalty::TimeToOpponent(time) => self.add_time(!offender, time, at),
            Penalty::TimeOff(time) => self.take_time(offender, time, at),
            // Followed by the end of the game.
            Penalty::Loss | Penalty::Expulsion => {}
        }
    }
}
