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
use crate::rules::{Forgiveness, HandicapPoints, Knobs, Press};
use crate::seen::Seen;
use komadai_core::{AnyPosition, ByColor, Color, HandicapCredit, History, Occurrence, Repetition};

/// Where a game is in its life.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Before the clock is started.
    Preparing,
    /// Being played.
    Running,
    /// Interrupted: the clocks stand.
    Suspended(Suspension),
    /// Over.
    Finished(Outcome),
}

/// Why a game stands still.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suspension {
    /// The arbiter or the host paused it.
    Paused,
    /// A player called the arbiter.
    ArbiterCalled(Color),
    /// A claim waits for the arbiter.
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
}

/// What waits for the arbiter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pending {
    pub(crate) by: Actor,
    pub(crate) matter: Matter,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Matter {
    Claim(Claim),
    Declaration,
}

/// Moves for which there is room from the start. A server holds thousands of games; longer ones grow
/// twice or so.
const USUAL_LENGTH: usize = 48;

fn history(start: &AnyPosition) -> History {
    let mut history = History::new(start);
    history.reserve(USUAL_LENGTH);
    history
}

/// A game: what its events have led to.
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
    /// Whose clock runs again after an interruption.
    pub(crate) resume_to: Option<Color>,
    /// Who has moved and not yet pressed the clock.
    pub(crate) press_owed: ByColor<bool>,
    /// Who started the opponent's clock without a move.
    pub(crate) stray_press: Option<Color>,
    /// What the host committed to, and what the players added.
    pub(crate) commitment: Option<Commitment>,
    pub(crate) nonces: ByColor<Option<[u8; 32]>>,
    /// The toss is still to be made.
    pub(crate) toss_due: bool,
    /// The toss reversed the provisional sides.
    pub(crate) swapped: bool,
    pub(crate) arrived: ByColor<bool>,
    /// Who has greeted, before and after the game.
    pub(crate) greeted: ByColor<[bool; 2]>,
    pub(crate) clock_side: Option<ClockSide>,
    /// Who proposed what.
    pub(crate) offers: [Option<Color>; Offer::ALL.len()],
    pub(crate) pending: Option<Pending>,
    pub(crate) displaced: Option<Color>,
    /// Whose clock runs again once the pieces are back: they are put back on the time of whoever upset
    /// them.
    pub(crate) after_displacement: Option<Color>,
    /// Who was asked to arrange his hand.
    pub(crate) to_arrange: Option<Color>,
    pub(crate) forgiven: ByColor<u8>,
    pub(crate) warnings: ByColor<u32>,
    /// A position has appeared four times, and not by perpetual check.
    pub(crate) repeated: bool,
    /// The present position has appeared four times by perpetual check of this side.
    pub(crate) perpetual: Option<Color>,
    /// The time of the last event.
    pub(crate) now: Millis,
}

impl Game {
    /// A game that is about to begin.
    ///
    /// # Errors
    /// What keeps it from beginning.
    pub fn new(opening: Opening) -> Result<Game, OpeningError> {
        let start = opening.check()?;
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
            greeted: ByColor([[false; 2]; 2]),
            clock_side: None,
            offers: [None; Offer::ALL.len()],
            pending: None,
            displaced: None,
            after_displacement: None,
            to_arrange: None,
            forgiven: ByColor([0; 2]),
            warnings: ByColor([0; 2]),
            repeated: false,
            perpetual: None,
            now: Millis::ZERO,
            opening: Box::new(opening),
        })
    }

    /// The game that a log tells of.
    ///
    /// # Errors
    /// As for [`new`](Game::new).
    pub fn replay(opening: Opening, events: &[Event]) -> Result<Game, OpeningError> {
        let mut game = Game::new(opening)?;
        for event in events {
            game.apply(event);
        }
        Ok(game)
    }

    /// What was settled before the game.
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

    /// Is it being played?
    pub fn is_running(&self) -> bool {
        matches!(self.phase, Phase::Running)
    }

    /// How it ended.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Finished(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The position on the board, which need not be one that legal play leads to.
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

    /// What was done with the pieces, in order.
    pub fn deeds(&self) -> impl ExactSizeIterator<Item = (Color, Deed)> {
        self.moves.iter().map(|played| (played.color, played.deed))
    }

    /// How long each of them took; nothing without a clock, or before it was stopped.
    pub fn times(&self) -> impl ExactSizeIterator<Item = Option<Millis>> {
        self.moves.iter().map(|played| played.used)
    }

    /// The player of a side, after the piece toss if there is one.
    pub fn player(&self, color: Color) -> &Player {
        let seat = if self.swapped { !color } else { color };
        &self.opening.players[seat]
    }

    /// Has the toss made White of whoever was named Black before it?
    pub fn colors_swapped(&self) -> bool {
        self.swapped
    }

    /// On which side the clock stands.
    pub fn clock_side(&self) -> Option<ClockSide> {
        self.clock_side
    }

    /// What a clock shows at an instant; nothing in a game without one.
    pub fn clock(&self, color: Color, at: Millis) -> Option<Face> {
        self.clock.as_ref().map(|clock| clock.face(color, at))
    }

    /// What a side gets from now on: as agreed, or as an arbiter has set it right.
    pub fn time_control(&self, color: Color) -> Option<TimeControl> {
        self.clock.as_ref().map(|clock| clock.control(color))
    }

    /// Whose clock runs.
    pub fn running_clock(&self) -> Option<Color> {
        self.clock.as_ref().and_then(Clock::running)
    }

    /// When the host has to send a [tick](crate::Act::Tick): the instant at which a flag falls by itself.
    pub fn next_deadline(&self) -> Option<Millis> {
        let falls = self.knobs().flag == crate::rules::Flag::FallsByItself && self.is_running();
        let (_, at) = self.clock.as_ref().filter(|_| falls)?.falls_at()?;
        Some(at)
    }

    /// Whose flag falls next if nothing is done, and when. Where a flag has to be claimed, that is for
    /// those alone who may claim it.
    pub fn flag_falls(&self) -> Option<(Color, Millis)> {
        self.clock
            .as_ref()
            .filter(|_| self.is_running())?
            .falls_at()
    }

    /// What remains on the clocks, as the clock of another game.
    pub fn remaining_time(&self, at: Millis) -> Option<ClockSpec> {
        self.clock.as_ref().map(|clock| clock.remaining(at))
    }

    /// Has the player of a side come to the board?
    pub fn has_arrived(&self, color: Color) -> bool {
        self.arrived[color]
    }

    /// How many warnings a side has been given.
    pub fn warnings(&self, color: Color) -> u32 {
        self.warnings[color]
    }

    /// The time of the last event.
    pub fn now(&self) -> Millis {
        self.now
    }

    /// Who has proposed something that waits for an answer.
    pub fn offer(&self, offer: Offer) -> Option<Color> {
        self.offers[offer as usize]
    }

    /// How often the present position has stood on the board.
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

    /// May one more illegal move of a side be taken back?
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

    /// Puts a position after a deed on the board and remembers it.
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

    /// Goes back to the position after so many moves.
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
        let Some(mv) = deed::as_played(&self.position, color, deed, breach) else {
            return deed::carry_out(&self.position, color, deed);
        };
        let mut next = self.position;
        let _ = next.play_unchecked(mv);
        next
    }
}
