//! An encounter: consecutive games of two players.
//!
//! Draws may be replayed (Articles 12.2, 12.3), games from a wrong position must be (9.1), and some
//! handicaps are played as matches of two games (GNU manual).
//!
//! ```
//! use komadai_game::encounter::{Encounter, Seat};
//! use komadai_game::{Act, Actor, Command, Game, Millis, Opening, Preset, decide};
//! let encounter = Encounter::new(Opening::new(Preset::Fesa))?;
//! let mut game = Game::new(encounter.next_game().expect("the first one").clone())?;
//! for (actor, act) in [(Actor::WHITE, Act::Start), (Actor::BLACK, Act::Resign)] {
//!     for event in decide(&game, Command::new(actor, act), Millis::ZERO)? {
//!         game.apply(&event);
//!     }
//! }
//! let encounter = encounter.after(&game)?;
//! assert!(encounter.next_game().is_none());
//! assert_eq!(encounter.winner(), Some(Seat::Two));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(test)]
mod tests;

use crate::clock::{ClockSpec, InvalidClock};
use crate::event::EVENT_VERSION;
use crate::game::Game;
use crate::opening::{Arbiter, Attendance, FirstMove, Opening, OpeningError};
use crate::outcome::{Cause, Outcome, Verdict};
use crate::rules::{AfterDraw, ReplayTime};
use komadai_core::{ByColor, Color, Tolerance};
use komadai_kifu::Handicap;

/// One of the two players, independent of color.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seat {
    /// The player who was named Black before the first game.
    One,
    /// The other.
    Two,
}

impl Seat {
    /// Both.
    pub const ALL: [Seat; 2] = [Seat::One, Seat::Two];

    /// The other player.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::One => Seat::Two,
            Seat::Two => Seat::One,
        }
    }
}

/// A game that was played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EncounterGame {
    /// The player of Black.
    pub black: Seat,
    /// The outcome.
    pub outcome: Outcome,
    /// The consequence.
    pub then: Then,
}

/// The consequence of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Then {
    /// It counts.
    Counts,
    /// It was drawn and is replayed.
    Replay,
    /// It was cancelled and is restarted.
    Anew,
    /// It ended the encounter without a result.
    Nothing,
}

/// Two players and their games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encounter {
    /// The game to be played, and the games after it.
    planned: Vec<Opening>,
    /// The provisional Black of the next game.
    black: Seat,
    played: Vec<EncounterGame>,
}

/// Error of an encounter.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EncounterError {
    /// The game is not over.
    #[error("the game is not over")]
    NotOver,
    /// All games have been played.
    #[error("the encounter is over")]
    Over,
    /// The game is not the next game of the encounter.
    #[error("another game is to be played")]
    AnotherGame,
    /// A draw is to be replayed with the remaining time, but there is none: the arbiter has to
    /// [set the clock](Encounter::after_with_clock).
    #[error("no time is left for the replay: {0}")]
    NoTimeLeft(InvalidClock),
    /// The arbiter's clock has no time.
    #[error("no game can be played with this clock: {0}")]
    Clock(InvalidClock),
}

impl Encounter {
    /// An encounter of one game, or of a match of two if the opening says so (GNU manual).
    ///
    /// # Errors
    /// Returns the reason if a game cannot start.
    pub fn new(opening: Opening) -> Result<Encounter, OpeningError> {
        let second = opening.second_game();
        let planned: Vec<Opening> = std::iter::once(opening).chain(second).collect();
        for opening in &planned {
            opening.check(Tolerance::Strict)?;
        }
        Ok(Encounter {
            planned,
            black: Seat::One,
            played: Vec::new(),
        })
    }

    /// The next game; `None` once the encounter is over.
    pub fn next_game(&self) -> Option<&Opening> {
        self.planned.first()
    }

    /// The games so far.
    pub fn played(&self) -> &[EncounterGame] {
        &self.played
    }

    /// Half points of a player (Article 12.1: a win or forfeit is one point). Replayed games do not score.
    pub fn half_points(&self, seat: Seat) -> u32 {
        let scored = self.played.iter().filter(|game| game.then == Then::Counts);
        let points = scored.filter_map(|game| {
            let points = game.outcome.verdict.half_points()?;
            Some(u32::from(points[color_of(seat, game.black)]))
        });
        points.sum()
    }

    /// The player with more points, once the encounter is over.
    pub fn winner(&self) -> Option<Seat> {
        let [one, two] = Seat::ALL.map(|seat| self.half_points(seat));
        match one.cmp(&two) {
            _ if !self.planned.is_empty() => None,
            std::cmp::Ordering::Greater => Some(Seat::One),
            std::cmp::Ordering::Less => Some(Seat::Two),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// The encounter after its next game has been played.
    ///
    /// # Errors
    /// Returns the reason if the encounter cannot continue; it is then unchanged.
    pub fn after(&self, game: &Game) -> Result<Encounter, EncounterError> {
        self.follow(game, None)
    }

    /// Same as [`after`](Encounter::after), with the arbiter's clock for a replay (Article 12.3).
    ///
    /// # Errors
    /// Returns the reason if the encounter cannot continue.
    pub fn after_with_clock(
        &self,
        game: &Game,
        clock: ClockSpec,
    ) -> Result<Encounter, EncounterError> {
        clock.validate().map_err(EncounterError::Clock)?;
        self.follow(game, Some(clock))
    }

    fn follow(&self, game: &Game, clock: Option<ClockSpec>) -> Result<Encounter, EncounterError> {
        let (opening, rest) = self.planned.split_first().ok_or(EncounterError::Over)?;
        if game.opening() != opening {
            return Err(EncounterError::AnotherGame);
        }
        let outcome = game.outcome().ok_or(EncounterError::NotOver)?;
        let black = match game.colors_swapped() {
            true => self.black.other(),
            false => self.black,
        };
        let then = what_follows(game, outcome);
        let mut next = self.clone();
        next.played.push(EncounterGame {
            black,
            outcome,
            then,
        });
        (next.planned, next.black) = match then {
            // Planned games keep the sides of the first.
            Then::Counts => (rest.to_vec(), self.black),
            Then::Nothing => (Vec::new(), self.black),
            Then::Anew => (with_first(again(game), rest), black),
            Then::Replay => {
                let replay = replay(game, clock)?;
                let reversed = is_reversed(game.opening());
                let black = if reversed { black.other() } else { black };
                (with_first(replay, rest), black)
            }
        };
        Ok(next)
    }
}

fn with_first(first: Opening, rest: &[Opening]) -> Vec<Opening> {
    std::iter::once(first).chain(rest.iter().cloned()).collect()
}

fn color_of(seat: Seat, black: Seat) -> Color {
    if seat == black {
        Color::Black
    } else {
        Color::White
    }
}

fn what_follows(game: &Game, outcome: Outcome) -> Then {
    match (outcome.verdict, game.knobs().after_draw) {
        (Verdict::Draw, AfterDraw::Replay(_)) => Then::Replay,
        (Verdict::NoContest, _) if outcome.cause == Cause::WrongStart => Then::Anew,
        (Verdict::NoContest, _) => Then::Nothing,
        _ => Then::Counts,
    }
}

/// Returns whether colors are reversed in a replay. In handicap games the giver remains White.
fn is_reversed(opening: &Opening) -> bool {
    opening
        .handicap()
        .is_none_or(|handicap| handicap == Handicap::Even)
}

/// The same game once more: the same colors, the times with which it began (Article 9.1).
fn again(game: &Game) -> Opening {
    Opening {
        version: EVENT_VERSION,
        players: ByColor(Color::ALL.map(|color| game.player(color).clone())),
        first_move: FirstMove::Settled,
        attendance: Attendance::Present,
        arbiter: match game.opening().has_arbiter() {
            true => Arbiter::Named,
            false => Arbiter::Nobody,
        },
        ..game.opening().clone()
    }
}

/// The replay of a drawn game (Articles 12.2, 12.3).
fn replay(game: &Game, set: Option<ClockSpec>) -> Result<Opening, EncounterError> {
    let mut opening = again(game);
    let mut clock = game
        .remaining_time(game.now())
        .map(|remaining| replay_time(game, remaining));
    if is_reversed(&opening) {
        opening.players.0.swap(0, 1);
        if let Some(ClockSpec(times)) = &mut clock {
            times.0.swap(0, 1);
        }
    }
    opening.clock = set.or(clock);
    if let Some(clock) = opening.clock {
        clock.validate().map_err(EncounterError::NoTimeLeft)?;
    }
    Ok(opening)
}

/// The remaining time, or the announced one if both have little left.
fn replay_time(game: &Game, remaining: ClockSpec) -> ClockSpec {
    match game.knobs().after_draw {
        AfterDraw::Replay(ReplayTime::RemainingOr {
            threshold,
            otherwise,
        }) if remaining.0.0.iter().all(|time| time.main < threshold) => ClockSpec::equal(otherwise),
        _ => remaining,
    }
}
