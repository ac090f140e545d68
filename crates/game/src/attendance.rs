//! Waiting for players before the start (Article 8.6).
//!
//! The time of a game begins when it is due to start. As long as one player is ready and the other is not, the
//! clock of the other runs: what it takes is lost for the game, and when all is used up the game is, too. Without
//! a clock a player waits ten minutes. Nobody waits in a game that neither has come to; it is called off.

use crate::Millis;
use crate::game::{Game, Phase};
use crate::opening::Attendance;
use komadai_core::Color;

/// How long a player waits for the other in a game without a clock.
const WAIT_WITHOUT_CLOCK: Millis = Millis::from_secs(600);

/// When a game to which nobody came is called off.
const CALLED_OFF_AFTER: Millis = Millis::from_secs(3600);

impl Game {
    /// When the waiting for players ends by itself.
    pub(crate) fn given_up_at(&self) -> Option<Millis> {
        if self.phase != Phase::Preparing || self.opening.attendance == Attendance::Present {
            return None;
        }
        match (self.awaited, &self.clock) {
            (Some(_), Some(clock)) => {
                // A flag that is down already fell no later than now.
                Some(clock.falls_at().map_or(self.now, |(_, at)| at))
            }
            (Some((_, since)), None) => Some(since.plus(WAIT_WITHOUT_CLOCK)),
            (None, _) if self.charges_waiting() && self.is_ready(Color::Black) => None,
            (None, _) => Some(CALLED_OFF_AFTER),
        }
    }

    /// Notes who is waited for from now on, and lets his clock run.
    pub(crate) fn note_waiting(&mut self, at: Millis) {
        let awaited = self.side_awaited();
        if awaited == self.awaited.map(|(color, _)| color) {
            return;
        }
        self.awaited = awaited.map(|color| (color, at));
        if let Some(clock) = &mut self.clock {
            match awaited {
                Some(color) => clock.run(color, at),
                None => clock.stop(at),
            }
        }
    }

    /// The side that the other waits for.
    fn side_awaited(&self) -> Option<Color> {
        if self.phase != Phase::Preparing || !self.charges_waiting() {
            return None;
        }
        match Color::ALL.map(|color| self.is_ready(color)) {
            [true, false] => Some(Color::White),
            [false, true] => Some(Color::Black),
            _ => None,
        }
    }

    /// Returns whether a side has done its part: it is there, and has added its number to a toss that needs one.
    fn is_ready(&self, color: Color) -> bool {
        let owes_number = self.toss_due && self.commitment.is_some();
        self.arrived[color] && (!owes_number || self.nonces[color].is_some())
    }

    /// Logs before version 3 were played without that.
    pub(crate) fn charges_waiting(&self) -> bool {
        self.opening.version >= 3 && self.opening.attendance == Attendance::ToArrive
    }
}
