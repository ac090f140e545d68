//! The state of a game: a fold over its events.

use crate::Millis;
use crate::actor::Actor;
use crate::breach::Breach;
use crate::clock::{Clock, ClockSpec, Face, TimeControl};
use crate::command::{Claim, ClockSide, Offer};
use crate::deed::{self, Deed};
use crate::event::Event;
use crate::furigoma::Commitment;
use crate::opening::{Attendance, Experience, FirstMove, Opening, OpeningError, Player};
use crate::outcome::Outcome;
use crate::rules::{Flag, Forgiveness, HandicapPoints, Judge, Knobs, Press};
use crate::seen::Seen;
use komadai_core::{
    AnyPosition, ByColor, Color, HandicapCredit, History, Occurrence, Repetition, Tolerance,
};

/// The phase of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Before the clock is started.
    Preparing,
    /// Being played.
    Running,
    /// Interrupted; the clocks are stopped.
    Suspended(Suspension),
    /// Over.
    Finished(Outcome),
}

/// The reason for an interruption.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suspension {
    /// The arbiter or the host paused it.
    Paused,
    /// A player called the arbiter.
    ArbiterCalled(Color),
    /// A claim is pending.
    Claim,
}

/// A deed in the log of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Played {
    pub(crate) color: Color,
    pub(crate) deed: Deed,
    pub(crate) breach: Option<Breach>,
    /// Time of the turn, once the clock was stopped.
    pub(crate) used: Option<Millis>,
    /// The increment that it earned.
    pub(crate) earned: Millis,
}

/// A matter pending before the arbiter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pending {
    pub(crate) by: Actor,
    pub(crate) matter: Matter,
}

/// The clock when pieces were displaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BeforeDisplacement {
    pub(crate) runs: Color,
    pub(crate) stray_press: Option<Color>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Matter {
    Claim(Claim),
    Declaration,
}

/// How long an interrupted game waits for an arbiter who was called.
pub(crate) const WAIT_FOR_ARBITER: Millis = Millis::from_secs(300);

/// Initial capacity in moves. A server has thousands of games in memory; longer ones reallocate about twice.
const USUAL_LENGTH: usize = 48;

fn history(start: &AnyPosition) -> History {
    let mut history = History::new(start);
    history.reserve(USUAL_LENGTH);
    history
}

/// The state of a game.
///
/// ```
/// use komadai_game::{Act, Actor, Command, Game, Millis, Opening, Preset, decide};
/// let mut game = Game::new(Opening::new(Preset::Fesa))?;
/// let start = Command::new(Actor::WHITE, Act::Start);
/// for event in decide(&game, start, Millis::ZERO)? {
///     game = komadai_game::apply(game, &event);
/// }
/// assert!(game.is_running());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    pub(crate) opening: Box<Opening>,
    pub(crate) start: Box<AnyPosition>,
    pub(crate) phase: Phase,
    pub(crate) position: AnyPosition,
    pub(crate) history: History,
    pub(crate) seen: Seen,
    pub(crate) moves: Vec<Played>,
    pub(crate) clock: Option<Clock>,
    /// The side whose clock resumes after an interruption.
    pub(crate) resume_to: Option<Color>,
    /// The sides that have moved and not yet pressed the clock.
    pub(crate) press_owed: ByColor<bool>,
    /// The side that started the opponent's clock without a move.
    pub(crate) stray_press: Option<Color>,
    /// The host's commitment and the players' nonces.
    pub(crate) commitment: Option<Commitment>,
    pub(crate) nonces: ByColor<Option<[u8; 32]>>,
    /// Whether the toss is due.
    pub(crate) toss_due: bool,
    /// Whether the toss reversed the provisional sides.
    pub(crate) swapped: bool,
    pub(crate) arrived: ByColor<bool>,
    /// The side that is waited for before the start, and since when.
    pub(crate) awaited: Option<(Color, Millis)>,
    /// Greetings before and after the game.
    pub(crate) greeted: ByColor<[bool; 2]>,
    pub(crate) clock_side: Option<ClockSide>,
    /// Whether the arbiter or the organiser decided that (Article 8.4).
    pub(crate) clock_side_decided: bool,
    /// The side that made each offer.
    pub(crate) offers: [Option<Color>; Offer::ALL.len()],
    pub(crate) pending: Option<Pending>,
    /// Since when the arbiter is waited for.
    pub(crate) arbiter_called: Option<Millis>,
    /// The arbiter was called and did not come; he has not acted since.
    pub(crate) arbiter_away: bool,
    pub(crate) displaced: Option<Color>,
    /// The clock as it is again once displaced pieces are back; they are put back on the offender's time.
    pub(crate) before_displacement: Option<BeforeDisplacement>,
    pub(crate) forgiven: ByColor<u8>,
    pub(crate) warnings: ByColor<u32>,
    /// Whether a position has occurred four times without perpetual check.
    pub(crate) repeated: bool,
    /// The side whose perpetual check led to the fourth occurrence of the current position.
    pub(crate) perpetual: Option<Color>,
    /// The time of the last event.
    pub(crate) now: Millis,
}

impl Game {
    /// A new game.
    ///
    /// # Errors
    /// Returns the reason if the game cannot start.
    pub fn new(opening: Opening) -> Result<Game, OpeningError> {
        Game::with_tolerance(opening, Tolerance::Strict)
    }

    /// A game from a diagram with some faults: records of problems are played again so.
    pub(crate) fn with_tolerance(
        opening: Opening,
        tolerance: Tolerance,
    ) -> Result<Game, OpeningError> {
        let start = opening.check(tolerance)?;
        let present = opening.attendance == Attendance::Present;
        Ok(Game {
            start: Box::new(start),
            phase: Phase::Preparing,
            position: start,
            history: history(&start),
            seen: Seen::new(&start),
            moves: Vec::with_capacity(USUAL_LENGTH),
            clock: opening.clock.map(Clock::new),
            resume_to: None,
            press_owed: ByColor([false; 2]),
            stray_press: None,
            commitment: None,
            nonces: ByColor([None; 2]),
            toss_due: opening.first_move != FirstMove::Settled,
            swapped: false,
            arrived: ByColor([present; 2]),
            awaited: None,
            greeted: ByColor([[false; 2]; 2]),
            clock_side: None,
            clock_side_decided: false,
            offers: [None; Offer::ALL.len()],
            pending: None,
            arbiter_called: None,
            arbiter_away: false,
            displaced: None,
            before_displacement: None,
            forgiven: ByColor([0; 2]),
            warnings: ByColor([0; 2]),
            repeated: false,
            perpetual: None,
            now: Millis::ZERO,
            opening: Box::new(opening),
        })
    }

    /// Replays a log.
    ///
    /// # Errors
    /// Same as [`new`](Game::new).
    pub fn replay(opening: Opening, events: &[Event]) -> Result<Game, OpeningError> {
        let mut game = Game::new(opening)?;
        for event in events {
            game.apply(event);
        }
        Ok(game)
    }

    /// The opening of the log.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The rules.
    pub(crate) fn knobs(&self) -> &Knobs {
        self.opening.rules.knobs()
    }

    /// Where the game is in its life.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns whether the game is running.
    pub fn is_running(&self) -> bool {
        matches!(self.phase, Phase::Running)
    }

    /// The outcome.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Finished(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The position on the board, which may be the result of illegal play.
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// The position at the start.
    pub fn start_position(&self) -> &AnyPosition {
        &self.start
    }

    /// The side that has the move.
    pub fn turn(&self) -> Color {
        self.position.turn()
    }

    /// The number of moves made.
    pub fn ply(&self) -> u32 {
        self.moves.len() as u32
    }

    /// The deeds, in order.
    pub fn deeds(&self) -> impl ExactSizeIterator<Item = (Color, Deed)> {
        self.moves.iter().map(|played| (played.color, played.deed))
    }

    /// The time of each deed; `None` without a clock, or before it was stopped.
    pub fn times(&self) -> impl ExactSizeIterator<Item = Option<Millis>> {
        self.moves.iter().map(|played| played.used)
    }

    /// The player of a side, after the piece toss if there is one.
    pub fn player(&self, color: Color) -> &Player {
        let seat = if self.swapped { !color } else { color };
        &self.opening.players[seat]
    }

    /// The side whose king is 玉; the other has 王.
    pub fn jade(&self) -> Color {
        let players = Color::ALL.map(|color| self.player(color));
        self.opening.jade(ByColor(players))
    }

    /// Returns whether the toss reversed the provisional colors.
    pub fn colors_swapped(&self) -> bool {
        self.swapped
    }

    /// The side of the clock.
    pub fn clock_side(&self) -> Option<ClockSide> {
        self.clock_side
    }

    /// The reading of a clock at a given time; `None` without a clock.
    pub fn clock(&self, color: Color, at: Millis) -> Option<Face> {
        self.clock.as_ref().map(|clock| clock.face(color, at))
    }

    /// The current time control of a side, including corrections by the arbiter.
    pub fn time_control(&self, color: Color) -> Option<TimeControl> {
        self.clock.as_ref().map(|clock| clock.control(color))
    }

    /// The side whose clock runs. Before the start that is the side that is waited for (Article 8.6).
    pub fn running_clock(&self) -> Option<Color> {
        self.clock.as_ref().and_then(Clock::running)
    }

    /// When the host has to send a [tick](crate::Act::Tick), because something happens by itself then: a player who
    /// has not come loses, a game to which nobody came is called off, a flag falls, or the game goes on without the
    /// arbiter who was called.
    pub fn next_deadline(&self) -> Option<Millis> {
        match self.phase {
            Phase::Preparing => self.given_up_at(),
            Phase::Suspended(_) => self.resumes_at(),
            Phase::Running => self.flag_falls_by_itself().map(|(_, at)| at),
            Phase::Finished(_) => None,
        }
    }

    /// The next flag that falls without a claim, and when.
    pub(crate) fn flag_falls_by_itself(&self) -> Option<(Color, Millis)> {
        let by_itself = self.knobs().flag == Flag::FallsByItself;
        self.flag_falls().filter(|_| by_itself)
    }

    /// When an interrupted game goes on by itself, because the arbiter who was called has not come by then.
    pub fn resumes_at(&self) -> Option<Millis> {
        let suspended = matches!(self.phase, Phase::Suspended(_));
        let since = self.arbiter_called.filter(|_| suspended)?;
        Some(since.plus(WAIT_FOR_ARBITER))
    }

    /// Who judges claims: the program also where the arbiter should and does not come.
    pub(crate) fn judge(&self) -> Judge {
        match self.arbiter_away {
            true => Judge::Machine,
            false => self.knobs().judge,
        }
    }

    /// The next flag to fall, and when. Where flags must be claimed, only those who may claim should see this.
    pub fn flag_falls(&self) -> Option<(Color, Millis)> {
        self.clock
            .as_ref()
            .filter(|_| self.is_running())?
            .falls_at()
    }

    /// The remaining time, as the clock of another game.
    pub fn remaining_time(&self, at: Millis) -> Option<ClockSpec> {
        self.clock.as_ref().map(|clock| clock.remaining(at))
    }

    /// Returns whether the player of a side has arrived.
    pub fn has_arrived(&self, color: Color) -> bool {
        self.arrived[color]
    }

    /// The number of warnings of a side.
    pub fn warnings(&self, color: Color) -> u32 {
        self.warnings[color]
    }

    /// The time of the last event.
    pub fn now(&self) -> Millis {
        self.now
    }

    /// The side with this offer pending.
    pub fn offer(&self, offer: Offer) -> Option<Color> {
        self.offers[offer as usize]
    }

    /// The number of occurrences of the current position.
    pub fn occurrences(&self) -> u32 {
        self.history.count()
    }

    pub(crate) fn credit(&self) -> HandicapCredit {
        match self.knobs().impasse.handicap_points {
            HandicapPoints::NotCounted => HandicapCredit::NONE,
            HandicapPoints::Credited => self.start.handicap_credit(),
        }
    }

    pub(crate) fn presses_apart(&self) -> bool {
        self.clock.is_some() && self.knobs().press == Press::Apart
    }

    /// Returns whether a turn that somebody else's fault cuts short gives back its period. Logs of version 1 were
    /// played without that.
    pub(crate) fn renews_periods(&self) -> bool {
        self.opening.version >= 2
    }

    /// Returns whether one more illegal move of a side may be forgiven.
    pub(crate) fn forgives(&self, color: Color) -> bool {
        let allowed = match self.knobs().forgiveness {
            Forgiveness::None => 0,
            Forgiveness::Everyone(count) => count,
            Forgiveness::Beginners(count) => match self.player(color).experience {
                Experience::Beginner => count,
                Experience::Experienced => 0,
            },
        };
        self.forgiven[color] < allowed
    }

    /// Advances to the position after a deed and records it.
    pub(crate) fn advance(&mut self, played: Played, check: bool) {
        match deed::as_played(&self.position, played.color, played.deed, played.breach) {
            Some(mv) => drop(self.position.play_unchecked(mv)),
            None => self.position = deed::carry_out(&self.position, played.color, played.deed),
        }
        let occurrence = Occurrence::new(&self.position, check);
        self.history.push(occurrence);
        let repetition = match self.seen.push(&self.position, &self.history) {
            false => Repetition::None,
            true => self.history.repetition(),
        };
        self.perpetual = None;
        match repetition {
            Repetition::None => {}
            Repetition::Draw => self.repeated = true,
            Repetition::PerpetualCheck { loser } => self.perpetual = Some(loser),
        }
        self.moves.push(played);
    }

    /// Goes back to the position after `ply` moves.
    pub(crate) fn rewind(&mut self, ply: u32) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.truncate(ply as usize);
        self.position = *self.start;
        self.history = history(&self.position);
        self.seen = Seen::new(&self.position);
        self.repeated = false;
        self.perpetual = None;
        for played in moves {
            let check = self
                .after(played.color, played.deed, played.breach)
                .is_in_check();
            self.advance(played, check);
        }
    }

    /// The position after a deed.
    pub(crate) fn after(&self, color: Color, deed: Deed, breach: Option<Breach>) -> AnyPosition {
        deed::after(&self.position, color, deed, breach)
    }

    /// The number of moves before a side's last one.
    pub(crate) fn last_ply_of(&self, color: Color) -> Option<u32> {
        let last = self.moves.iter().rposition(|played| played.color == color);
        last.map(|index| index as u32)
    }
}
