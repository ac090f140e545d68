//! A clock beside a real board: it sees presses, not moves.

use super::{Clock, ClockSpec, Face, TimeControl};
use crate::Millis;
use crate::actor::Actor;
use crate::outcome::{Cause, Outcome};
use crate::refusal::{Refusal, Wanted, Why};
use crate::rules::{BothFlags, Flag};
use komadai_core::{ByColor, Color};

/// A game clock for a real board.
///
/// ```
/// use komadai_core::Color;
/// use komadai_game::clock::{BoardClock, BoardClockState};
/// use komadai_game::{Flag, Millis};
/// let mut clock = BoardClock::new("1m+30s".parse()?, Flag::FallsByItself);
/// clock.press(Color::White, Millis::ZERO)?;
/// assert_eq!(clock.running(), Some(Color::Black));
/// clock.press(Color::Black, Millis::from_secs(12))?;
/// assert_eq!(clock.face(Color::Black, Millis::from_secs(20)).main, Millis::from_secs(48));
/// assert_eq!(clock.state(), BoardClockState::Running);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoardClock {
    clock: Clock,
    flag: Flag,
    state: State,
    presses: ByColor<u32>,
}

/// What a clock beside a board is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardClockState {
    /// Neither side has pressed yet.
    Ready,
    /// One display runs.
    Running,
    /// Both stand, until the clock is resumed.
    Paused,
    /// A flag has ended the game.
    Over(Outcome),
}

#[derive(Clone, Copy, Debug)]
enum State {
    Ready,
    Running,
    Paused(Color),
    Over(Outcome),
}

impl BoardClock {
    /// A clock that has not been started.
    pub fn new(spec: ClockSpec, flag: Flag) -> BoardClock {
        BoardClock {
            clock: Clock::new(spec),
            flag,
            state: State::Ready,
            presses: ByColor([0; 2]),
        }
    }

    /// What the clock is doing. Where flags fall by themselves, [`tick`](Self::tick) it first.
    pub fn state(&self) -> BoardClockState {
        match self.state {
            State::Ready => BoardClockState::Ready,
            State::Running => BoardClockState::Running,
            State::Paused(_) => BoardClockState::Paused,
            State::Over(outcome) => BoardClockState::Over(outcome),
        }
    }

    /// Whose display runs.
    pub fn running(&self) -> Option<Color> {
        self.clock.running()
    }

    /// What a display shows.
    pub fn face(&self, color: Color, at: Millis) -> Face {
        self.clock.face(color, at)
    }

    /// What a side was given.
    pub fn control(&self, color: Color) -> TimeControl {
        self.clock.control(color)
    }

    /// How often a side has ended a turn.
    pub fn presses(&self, color: Color) -> u32 {
        self.presses[color]
    }

    /// When to [`tick`](Self::tick) next; nothing if no flag will fall by itself.
    pub fn deadline(&self) -> Option<Millis> {
        let (_, at) = self.clock.falls_at()?;
        (self.flag == Flag::FallsByItself).then_some(at)
    }

    /// Ends the game if a flag has fallen by itself.
    pub fn tick(&mut self, at: Millis) {
        if let (Some((color, falls)), Flag::FallsByItself) = (self.clock.falls_at(), self.flag)
            && falls <= at
        {
            self.end(Outcome::loses(color, Cause::TimeUp), falls);
        }
    }

    /// A side presses its button. The first press starts the clock of whoever moves first (Article 8.5).
    ///
    /// # Errors
    /// The opponent's display runs, or none does.
    pub fn press(&mut self, color: Color, at: Millis) -> Result<(), Refusal> {
        self.tick(at);
        let refuse = refusal(Actor::Player(color), Wanted::Press);
        match self.state {
            State::Ready => {}
            State::Running if self.running() == Some(color) => {
                self.clock.end_turn(color, at, Millis::ZERO);
                self.presses[color] += 1;
            }
            State::Running => return Err(refuse(Why::ClockNotRunning)),
            State::Paused(_) => return Err(refuse(Why::Suspended)),
            State::Over(_) => return Err(refuse(Why::Over)),
        }
        self.run(!color, at);
        Ok(())
    }

    /// Stops both displays.
    ///
    /// # Errors
    /// None runs.
    pub fn pause(&mut self, at: Millis) -> Result<(), Refusal> {
        self.tick(at);
        let why = match (self.state, self.running()) {
            (State::Running, Some(color)) => {
                self.clock.stop(at);
                self.state = State::Paused(color);
                return Ok(());
            }
            (State::Paused(_), _) => Why::Suspended,
            (State::Over(_), _) => Why::Over,
            (State::Ready | State::Running, _) => Why::NotBegun,
        };
        Err(refusal(Actor::Arbiter, Wanted::Rule)(why))
    }

    /// Lets the display run again that was stopped.
    ///
    /// # Errors
    /// The clock is not paused.
    pub fn resume(&mut self, at: Millis) -> Result<(), Refusal> {
        let State::Paused(color) = self.state else {
            return Err(refusal(Actor::Arbiter, Wanted::Rule)(Why::NotSuspended));
        };
        self.run(color, at);
        Ok(())
    }

    /// Sets a display anew, as an arbiter does (Article 8.10).
    ///
    /// # Errors
    /// The side would have no time, or the game is over.
    pub fn set(
        &mut self,
        color: Color,
        main: Millis,
        periods: u32,
        at: Millis,
    ) -> Result<(), Refusal> {
        self.correct(at)?;
        let before = self.clock;
        self.clock.set(color, main, periods, at);
        if self.clock.flag_down(color, at) {
            self.clock = before;
            return Err(refusal(Actor::Arbiter, Wanted::Rule)(Why::NoTime));
        }
        Ok(())
    }

    /// Gives a side more time. A flag that is down stays down.
    ///
    /// # Errors
    /// The game is over.
    pub fn award(&mut self, color: Color, time: Millis, at: Millis) -> Result<(), Refusal> {
        self.correct(at)?;
        self.clock.add(color, time, at);
        Ok(())
    }

    /// A side claims that the opponent's flag is down (Article 8.3). The outcome, or nothing if the claim is wrong.
    ///
    /// # Errors
    /// Flags fall by themselves, or the clock does not run.
    pub fn claim_flag(&mut self, by: Color, at: Millis) -> Result<Option<Outcome>, Refusal> {
        self.tick(at);
        let refuse = refusal(Actor::Player(by), Wanted::ClaimFlag);
        match self.state {
            State::Ready => return Err(refuse(Why::NotBegun)),
            State::Paused(_) => return Err(refuse(Why::Suspended)),
            State::Over(_) => return Err(refuse(Why::Over)),
            State::Running if self.flag == Flag::FallsByItself => {
                return Err(refuse(Why::ByItself));
            }
            State::Running => {}
        }
        let outcome = self.clock.claimed_by(by, at, BothFlags::Draw);
        if let Some(outcome) = outcome {
            self.end(outcome, at);
        }
        Ok(outcome)
    }

    fn correct(&mut self, at: Millis) -> Result<(), Refusal> {
        self.tick(at);
        match self.state {
            State::Over(_) => Err(refusal(Actor::Arbiter, Wanted::Rule)(Why::Over)),
            State::Ready | State::Running | State::Paused(_) => Ok(()),
        }
    }

    fn run(&mut self, color: Color, at: Millis) {
        self.clock.run(color, at);
        self.state = State::Running;
    }

    fn end(&mut self, outcome: Outcome, at: Millis) {
        self.clock.stop(at);
        self.state = State::Over(outcome);
    }
}

fn refusal(by: Actor, what: Wanted) -> impl Fn(Why) -> Refusal {
    move |why| Refusal { by, what, why }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Color = Color::Black;
    const WHITE: Color = Color::White;

    fn ms(millis: u64) -> Millis {
        Millis::new(millis)
    }

    fn clock(spec: &str, flag: Flag) -> BoardClock {
        BoardClock::new(spec.parse().unwrap(), flag)
    }

    fn why(result: Result<(), Refusal>) -> Why {
        result.unwrap_err().why
    }

    #[test]
    fn whoever_does_not_move_first_presses_first() {
        for color in Color::ALL {
            let mut clock = clock("10s", Flag::FallsByItself);
            assert_eq!(clock.state(), BoardClockState::Ready);
            clock.press(color, ms(500)).unwrap();
            assert_eq!(clock.running(), Some(!color));
            // That was no move.
            assert_eq!(clock.presses(color), 0);
            assert_eq!(clock.deadline(), Some(ms(10_500)));
        }
    }

    #[test]
    fn only_the_side_whose_display_runs_can_press() {
        let mut clock = clock("10s+5s/move", Flag::FallsByItself);
        clock.press(WHITE, ms(0)).unwrap();
        assert_eq!(why(clock.press(WHITE, ms(100))), Why::ClockNotRunning);
        clock.press(BLACK, ms(2_000)).unwrap();
        assert_eq!(clock.presses(BLACK), 1);
        assert_eq!(clock.face(BLACK, ms(9_000)).main, ms(13_000));
        assert_eq!(clock.face(WHITE, ms(9_000)).main, ms(3_000));
    }

    #[test]
    fn a_flag_that_falls_by_itself_ends_the_game_at_its_own_instant() {
        let mut clock = clock("1s+2x10s", Flag::FallsByItself);
        clock.press(WHITE, ms(0)).unwrap();
        clock.tick(ms(20_999));
        assert_eq!(clock.state(), BoardClockState::Running);
        let claim = clock.claim_flag(WHITE, ms(20_999));
        assert_eq!(claim.unwrap_err().why, Why::ByItself);
        assert_eq!(why(clock.press(BLACK, ms(21_000))), Why::Over);
        let outcome = Outcome::loses(BLACK, Cause::TimeUp);
        assert_eq!(clock.state(), BoardClockState::Over(outcome));
        assert!(clock.face(BLACK, ms(21_000)).is_out());
        assert_eq!(clock.deadline(), None);
        assert_eq!(why(clock.award(BLACK, ms(1), ms(21_000))), Why::Over);
    }

    #[test]
    fn a_flag_that_has_fallen_by_itself_comes_before_whatever_is_done() {
        let over = |act: fn(&mut BoardClock) -> Result<(), Refusal>| {
            let mut clock = clock("10s", Flag::FallsByItself);
            clock.press(WHITE, ms(0)).unwrap();
            assert_eq!(why(act(&mut clock)), Why::Over);
            let outcome = Outcome::loses(BLACK, Cause::TimeUp);
            assert_eq!(clock.state(), BoardClockState::Over(outcome));
        };
        over(|clock| clock.press(BLACK, ms(10_000)));
        over(|clock| clock.pause(ms(10_000)));
        over(|clock| clock.set(BLACK, ms(5_000), 0, ms(10_000)));
        over(|clock| clock.award(BLACK, ms(5_000), ms(10_000)));
        over(|clock| clock.claim_flag(BLACK, ms(10_000)).map(drop));
    }

    #[test]
    fn a_flag_that_must_be_claimed_stays_down_until_then() {
        let mut clock = clock("1s", Flag::ByClaim);
        clock.press(WHITE, ms(0)).unwrap();
        assert_eq!(clock.claim_flag(WHITE, ms(999)).unwrap(), None);
        clock.tick(ms(5_000));
        assert_eq!(clock.state(), BoardClockState::Running);
        assert_eq!(clock.claim_flag(BLACK, ms(5_000)).unwrap(), None);
        let outcome = Outcome::wins(WHITE, Cause::TimeUp);
        assert_eq!(clock.claim_flag(WHITE, ms(5_000)).unwrap(), Some(outcome));
        assert_eq!(clock.state(), BoardClockState::Over(outcome));
        assert_eq!(clock.running(), None);
    }

    #[test]
    fn two_flags_down_are_a_draw() {
        let mut clock = clock("1s", Flag::ByClaim);
        clock.press(WHITE, ms(0)).unwrap();
        clock.press(BLACK, ms(2_000)).unwrap();
        clock.claim_flag(WHITE, ms(4_000)).unwrap();
        let outcome = Outcome::draw(Cause::BothFlags);
        assert_eq!(clock.state(), BoardClockState::Over(outcome));
    }

    #[test]
    fn a_pause_costs_nobody_time() {
        let mut clock = clock("10s", Flag::FallsByItself);
        assert_eq!(why(clock.pause(ms(0))), Why::NotBegun);
        clock.press(WHITE, ms(0)).unwrap();
        assert_eq!(why(clock.resume(ms(1_000))), Why::NotSuspended);
        clock.pause(ms(4_000)).unwrap();
        assert_eq!(why(clock.press(BLACK, ms(5_000))), Why::Suspended);
        assert_eq!(clock.deadline(), None);
        clock.resume(ms(60_000)).unwrap();
        assert_eq!(clock.running(), Some(BLACK));
        assert_eq!(clock.deadline(), Some(ms(66_000)));
    }

    #[test]
    fn an_arbiter_sets_a_display_and_gives_time() {
        let mut clock = clock("10s+30s", Flag::FallsByItself);
        clock.press(WHITE, ms(0)).unwrap();
        clock.pause(ms(4_000)).unwrap();
        clock.set(BLACK, ms(180_000), 1, ms(5_000)).unwrap();
        clock.award(WHITE, ms(60_000), ms(5_000)).unwrap();
        assert_eq!(clock.face(BLACK, ms(5_000)).main, ms(180_000));
        assert_eq!(clock.face(WHITE, ms(5_000)).main, ms(70_000));
        assert_eq!(why(clock.set(BLACK, ms(0), 0, ms(5_000))), Why::NoTime);
        assert_eq!(clock.face(BLACK, ms(5_000)).main, ms(180_000));
    }
}
