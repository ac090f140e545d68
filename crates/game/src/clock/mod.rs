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
        // Of the present period some may be used up.
        let used = match (side.period(), self.period) {
            (Some(length), Some(period)) if self.in_byoyomi() => length.minus(period),
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
    /// The flag is down. It stays down, even if time is added, until the arbiter sets the clock.
    flag_down: bool,
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
            flag_down: false,
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
        if self.flag_down || spent >= self.budget() {
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

    /// Subtracts a whole turn.
    fn book(&mut self, spent: Millis) {
        if spent < self.main && !self.flag_down {
            // Most turns end within the main time, without periods to compute.
            self.main = self.main.minus(spent);
        } else {
            let face = self.face(spent);
            self.flag_down |= spent >= self.budget();
            self.main = face.main;
            self.periods = face.periods;
        }
        self.carried = Millis::ZERO;
        if let Extra::Increment(increment) = self.control.extra
            && !self.flag_down
        {
            self.main = self.main.plus(increment);
        }
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
        let side = &self.sides[color];
        side.flag_down || self.spent(color, at) >= side.budget()
    }

    /// What becomes of a claim that the opponent's flag is down; nothing if it is wrong. The claimant's own flag
    /// must be up; both down are a draw (Article 8.3).
    pub(crate) fn claimed_by(&self, claimant: Color, at: Millis) -> Option<Outcome> {
        let down = |color| self.flag_down(color, at);
        match (down(claimant), down(!claimant)) {
            (false, true) => Some(Outcome::wins(claimant, Cause::TimeUp)),
            (true, true) => Some(Outcome::draw(Cause::BothFlags)),
            (_, false) => None,
        }
    }

    /// When the running display's flag falls; `None` if it is already down or no display runs.
    pub(crate) fn falls_at(&self) -> Option<(Color, Millis)> {
        let running = self.running?;
        let side = &self.sides[running.color];
        let left = side.budget().minus(side.carried);
        (!side.flag_down).then_some((running.color, running.since.plus(left)))
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
            side.flag_down |= side.carried >= side.budget();
        }
    }

    /// Ends a side's turn, `lag` of which does not count.
    pub(crate) fn end_turn(&mut self, color: Color, at: Millis, lag: Millis) {
        let spent = self.spent(color, at).minus(lag);
        self.sides[color].book(spent);
        if self.running() == Some(color) {
            self.running = None;
        }
    }

    /// Gives a side the whole of its present period again (Article 8.2). What is spent of the main time and of
    /// earlier periods stays spent.
    pub(crate) fn renew_period(&mut self, color: Color, at: Millis) {
        let spent = self.spent(color, at);
        let side = &mut self.sides[color];
        let Some(period) = side.period() else { return };
        if side.flag_down || spent >= side.budget() {
            return;
        }
        let over = spent.minus(side.main).get() % period.get();
        side.carried = spent.minus(Millis::new(over));
        if let Some(running) = &mut self.running
            && running.color == color
        {
            running.since = at;
        }
    }

    /// Takes the increment of a move away again. No flag falls by that.
    pub(crate) fn revoke_increment(&mut self, color: Color, at: Millis) {
        let left = self.face(color, at).main;
        let side = &mut self.sides[color];
        if let Extra::Increment(increment) = side.control.extra {
            side.main = side.main.minus(increment.min(left.minus(Millis::new(1))));
        }
    }

    /// Drops the flag.
    pub(crate) fn drop_flag(&mut self, color: Color) {
        self.sides[color].flag_down = true;
    }

    /// Adds time. A flag that is down stays down.
    pub(crate) fn add(&mut self, color: Color, time: Millis, at: Millis) {
        let down = self.flag_down(color, at);
        let side = &mut self.sides[color];
        side.flag_down = down;
        side.main = side.main.plus(time);
    }

    /// Subtracts main time, down to zero.
    pub(crate) fn take(&mut self, color: Color, time: Millis, at: Millis) {
        let left = self.face(color, at).main;
        let side = &mut self.sides[color];
        side.main = side.main.minus(time.min(left));
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
        side.flag_down = side.budget() == Millis::ZERO;
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
