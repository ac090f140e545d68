//! The clock of a game (Article 8): two displays of which one runs at a time.

mod board_clock;
mod header;
mod scan;
mod spec;
#[cfg(test)]
mod tests;
mod text;

pub use board_clock::{BoardClock, BoardClockState};
pub use header::ClockHeaderError;
pub use spec::{ClockSpec, Extra, InvalidClock, InvalidTimeControl, TimeControl};
pub use text::{ParseClockError, ParseClockErrorKind};

use crate::Millis;
use crate::outcome::{Cause, Outcome};
use crate::rules::BothFlags;
use komadai_core::{ByColor, Color};
use std::num::NonZeroU32;

/// The reading of one display.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Face {
    /// Main time left.
    pub main: Millis,
    /// Time left in the current byoyomi period; a full period before it runs.
    pub period: Option<Millis>,
    /// Periods left, including the current one.
    pub periods: u32,
}

impl Face {
    /// Does a byoyomi period run, or has the last one run out?
    pub fn in_byoyomi(&self) -> bool {
        self.main == Millis::ZERO && self.period.is_some()
    }

    /// What the display counts down at present: the main time, then the period.
    pub fn left(&self) -> Millis {
        match self.period {
            Some(period) if self.in_byoyomi() => period,
            _ => self.main,
        }
    }

    /// What the display shows when it has run on for a while.
    pub fn after(&self, control: TimeControl, passed: Millis) -> Face {
        let mut side = Side::new(control);
        side.main = self.main;
        side.periods = self.periods;
        // Of the present period some may be used up; before it runs it is whole.
        let used = match (side.period(), self.period) {
            (Some(length), Some(period)) => length.minus(period),
            _ => Millis::ZERO,
        };
        side.face(used.plus(passed))
    }

    /// Is all time used up?
    pub fn is_out(&self) -> bool {
        self.left() == Millis::ZERO
    }
}

/// One side's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Side {
    pub(crate) control: TimeControl,
    main: Millis,
    periods: u32,
    /// Time already spent in this turn before a pause or a stray press.
    carried: Millis,
    /// The part of it that the arbiter took off the byoyomi, which is not given back with a period.
    penalty: Millis,
    /// When the flag fell. It stays down, even if time is added, until the arbiter sets the clock.
    flag_fell: Option<Millis>,
}

impl Side {
    fn new(control: TimeControl) -> Side {
        let main = match control.extra {
            // Without main time the first move has an increment as well, or the flag would be down
            // before it.
            Extra::Increment(increment) if control.main == Millis::ZERO => increment,
            _ => control.main,
        };
        Side {
            control,
            main,
            periods: periods(control),
            carried: Millis::ZERO,
            penalty: Millis::ZERO,
            flag_fell: None,
        }
    }

    fn period(&self) -> Option<Millis> {
        match self.control.extra {
            Extra::Byoyomi { period, .. } => Some(period),
            Extra::None | Extra::Increment(_) => None,
        }
    }

    /// The time for this turn, including the carried part.
    fn budget(&self) -> Millis {
        let periods = self
            .period()
            .map_or(Millis::ZERO, |p| times(p, self.periods));
        self.main.plus(periods)
    }

    fn face(&self, spent: Millis) -> Face {
        let period = self.period();
        if self.flag_fell.is_some() || spent >= self.budget() {
            return Face {
                main: Millis::ZERO,
                period: period.map(|_| Millis::ZERO),
                periods: 0,
            };
        }
        let over = spent.minus(self.main).get();
        let main = self.main.minus(spent);
        let Some(length) = period else {
            return Face {
                main,
                period,
                periods: 0,
            };
        };
        let used = over / length.get();
        Face {
            main,
            period: Some(Millis::new(length.get() - over % length.get())),
            periods: self.periods - used as u32,
        }
    }

    /// Drops the flag if all time is spent, at the instant when that was so.
    fn fall_if_spent(&mut self, spent: Millis, at: Millis) {
        let budget = self.budget();
        if spent >= budget {
            self.flag_fell.get_or_insert(at.minus(spent.minus(budget)));
        }
    }

    /// Subtracts a whole turn that ends now. Returns the increment that it earns.
    fn book(&mut self, spent: Millis, at: Millis) -> Millis {
        if spent < self.main && self.flag_fell.is_none() {
            // Most turns end within the main time, without periods to compute.
            self.main = self.main.minus(spent);
        } else {
            let face = self.face(spent);
            self.fall_if_spent(spent, at);
            self.main = face.main;
            self.periods = face.periods;
        }
        self.carried = Millis::ZERO;
        self.penalty = Millis::ZERO;
        let earned = match self.control.extra {
            Extra::Increment(increment) if self.flag_fell.is_none() => increment,
            _ => Millis::ZERO,
        };
        self.main = self.main.plus(earned);
        earned
    }
}

/// The initial number of byoyomi periods.
fn periods(control: TimeControl) -> u32 {
    match control.extra {
        Extra::Byoyomi { periods, .. } => periods.get(),
        Extra::None | Extra::Increment(_) => 0,
    }
}

fn times(length: Millis, count: u32) -> Millis {
    Millis::new(length.get().saturating_mul(u64::from(count)))
}

/// The two displays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clock {
    sides: ByColor<Side>,
    running: Option<Running>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Running {
    color: Color,
    since: Millis,
}

impl Clock {
    pub(crate) fn new(spec: ClockSpec) -> Clock {
        Clock {
            sides: ByColor(spec.0.0.map(Side::new)),
            running: None,
        }
    }

    /// The side whose display runs.
    pub(crate) fn running(&self) -> Option<Color> {
        self.running.map(|running| running.color)
    }

    /// Time spent in this turn.
    pub(crate) fn spent(&self, color: Color, at: Millis) -> Millis {
        let carried = self.sides[color].carried;
        match self.running {
            Some(running) if running.color == color => carried.plus(at.minus(running.since)),
            _ => carried,
        }
    }

    pub(crate) fn face(&self, color: Color, at: Millis) -> Face {
        self.sides[color].face(self.spent(color, at))
    }

    pub(crate) fn flag_down(&self, color: Color, at: Millis) -> bool {
        self.flag_fell(color, at).is_some()
    }

    /// When a flag fell that is down at an instant.
    fn flag_fell(&self, color: Color, at: Millis) -> Option<Millis> {
        let mut side = self.sides[color];
        side.fall_if_spent(self.spent(color, at), at);
        side.flag_fell
    }

    /// What becomes of a claim that the opponent's flag is down; nothing if it is wrong. The claimant's own flag
    /// must be up; both down are a draw (Article 8.3), or the first to fall loses (Article 8.11).
    pub(crate) fn claimed_by(
        &self,
        claimant: Color,
        at: Millis,
        both: BothFlags,
    ) -> Option<Outcome> {
        let other = self.flag_fell(!claimant, at)?;
        let first = match (self.flag_fell(claimant, at), both) {
            (None, _) => Some(!claimant),
            (Some(own), BothFlags::FirstLoses) if own < other => Some(claimant),
            (Some(own), BothFlags::FirstLoses) if own > other => Some(!claimant),
            (Some(_), _) => None,
        };
        Some(match first {
            Some(loser) => Outcome::loses(loser, Cause::TimeUp),
            None => Outcome::draw(Cause::BothFlags),
        })
    }

    /// When the running display's flag falls; `None` if it is already down or no display runs.
    pub(crate) fn falls_at(&self) -> Option<(Color, Millis)> {
        let running = self.running?;
        let side = &self.sides[running.color];
        let left = side.budget().minus(side.carried);
        let up = side.flag_fell.is_none();
        up.then_some((running.color, running.since.plus(left)))
    }

    /// Starts a side's display and stops the other.
    pub(crate) fn run(&mut self, color: Color, at: Millis) {
        self.stop(at);
        self.running = Some(Running { color, since: at });
    }

    /// Stops both displays in the middle of a turn.
    pub(crate) fn stop(&mut self, at: Millis) {
        if let Some(running) = self.running.take() {
            let spent = at.minus(running.since);
            let side = &mut self.sides[running.color];
            side.carried = side.carried.plus(spent);
            side.fall_if_spent(side.carried, at);
        }
    }

    /// Ends a side's turn, `lag` of which does not count. Returns the increment that it earns.
    pub(crate) fn end_turn(&mut self, color: Color, at: Millis, lag: Millis) -> Millis {
        let spent = self.spent(color, at).minus(lag);
        let earned = self.sides[color].book(spent, at);
        if self.running() == Some(color) {
            self.running = None;
        }
        earned
    }

    /// Gives a side the whole of its present period again (Article 8.2). What is spent of the main time and of
    /// earlier periods stays spent, and so does what the arbiter took off.
    pub(crate) fn renew_period(&mut self, color: Color, at: Millis) {
        let spent = self.spent(color, at);
        let side = &mut self.sides[color];
        let Some(period) = side.period() else { return };
        if side.flag_fell.is_some() || spent >= side.budget() {
            return;
        }
        let over = spent.minus(side.main).get() % period.get();
        let taken_off = side.main.plus(side.penalty).min(spent);
        side.carried = spent.minus(Millis::new(over)).max(taken_off);
        if let Some(running) = &mut self.running
            && running.color == color
        {
            running.since = at;
        }
    }

    /// Takes the increment of a move away again. No flag falls by that.
    pub(crate) fn revoke_increment(&mut self, color: Color, earned: Millis, at: Millis) {
        let left = self.face(color, at).main;
        let side = &mut self.sides[color];
        side.main = side.main.minus(earned.min(left.minus(Millis::new(1))));
    }

    /// Drops the flag.
    pub(crate) fn drop_flag(&mut self, color: Color, at: Millis) {
        let fell = self.flag_fell(color, at).unwrap_or(at);
        self.sides[color].flag_fell = Some(fell);
    }

    /// Adds time. A flag that is down stays down.
    pub(crate) fn add(&mut self, color: Color, time: Millis, at: Millis) {
        let fell = self.flag_fell(color, at);
        let side = &mut self.sides[color];
        side.flag_fell = fell;
        side.main = side.main.plus(time);
    }

    /// Subtracts main time, down to zero. Returns what could not be taken.
    pub(crate) fn take_main(&mut self, color: Color, time: Millis, at: Millis) -> Millis {
        let left = self.face(color, at).main;
        let side = &mut self.sides[color];
        side.main = side.main.minus(time.min(left));
        time.minus(left)
    }

    /// Subtracts from the byoyomi of this turn, or of the next one if the opponent's display runs, as if the time
    /// had been thought: whole periods go, and the period that then runs is shorter.
    fn take_period(&mut self, color: Color, time: Millis, at: Millis) {
        if self.sides[color].period().is_some() {
            let side = &mut self.sides[color];
            side.carried = side.carried.plus(time);
        }
        if self.flag_down(color, at) {
            self.sides[color].flag_fell.get_or_insert(at);
        }
    }

    /// Subtracts time that the arbiter takes off: main time first, then byoyomi.
    pub(crate) fn charge(&mut self, color: Color, time: Millis, at: Millis) {
        let rest = self.take_main(color, time, at);
        let side = &mut self.sides[color];
        side.penalty = side.penalty.plus(rest);
        self.take_period(color, rest, at);
    }

    /// Stops both displays before the first turn, and takes what they have run off them. A period that was begun
    /// is whole again, as at the start of every turn.
    pub(crate) fn settle(&mut self, at: Millis) {
        self.stop(at);
        for color in Color::ALL {
            let spent = std::mem::replace(&mut self.sides[color].carried, Millis::ZERO);
            let rest = self.take_main(color, spent, at);
            self.take_period(color, rest, at);
            self.renew_period(color, at);
        }
    }

    /// The players change sides, and their displays go with them; where the sides have different times, what each
    /// has spent.
    pub(crate) fn swap(&mut self, at: Millis) {
        let running = self.running();
        self.stop(at);
        let ByColor([black, white]) = &mut self.sides;
        match black.control == white.control {
            true => std::mem::swap(black, white),
            false => {
                std::mem::swap(&mut black.carried, &mut white.carried);
                std::mem::swap(&mut black.penalty, &mut white.penalty);
            }
        }
        if let Some(color) = running {
            self.run(!color, at);
        }
    }

    /// Sets a display; the flag is up again.
    pub(crate) fn set(&mut self, color: Color, main: Millis, periods: u32, at: Millis) {
        let side = &mut self.sides[color];
        side.main = main;
        side.periods = match side.control.extra {
            Extra::Byoyomi { .. } => periods,
            Extra::None | Extra::Increment(_) => 0,
        };
        side.carried = Millis::ZERO;
        side.penalty = Millis::ZERO;
        side.flag_fell = (side.budget() == Millis::ZERO).then_some(at);
        if let Some(running) = &mut self.running
            && running.color == color
        {
            running.since = at;
        }
    }

    /// The time control of a side.
    pub(crate) fn control(&self, color: Color) -> TimeControl {
        self.sides[color].control
    }

    /// Changes the time control of a side, as when the clock was set up wrongly. Main time is unchanged;
    /// byoyomi restarts.
    pub(crate) fn set_control(&mut self, color: Color, control: TimeControl) {
        let side = &mut self.sides[color];
        side.control = control;
        side.periods = periods(control);
    }

    /// The remaining time as the clock of another game. A started period is restored; if all periods are used
    /// up, the new game has as many as this one had.
    pub(crate) fn remaining(&self, at: Millis) -> ClockSpec {
        ClockSpec(ByColor(Color::ALL.map(|color| {
            let face = self.face(color, at);
            let extra = match self.sides[color].control.extra {
                Extra::Byoyomi { period, periods } => Extra::Byoyomi {
                    period,
                    periods: NonZeroU32::new(face.periods).unwrap_or(periods),
                },
                other => other,
            };
            TimeControl {
                main: face.main,
                extra,
            }
        })))
    }
}
