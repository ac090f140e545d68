//! The opening: everything settled before a game.

use crate::clock::ClockSpec;
use crate::event::{EVENT_VERSION, OLDEST_EVENT_VERSION};
use crate::grade::Grade;
use crate::rules::{Judge, Preset, RuleSet};
use crate::suggestion::Suggestion;
use komadai_core::{AnyPosition, ByColor, Color, Faults, Setup, Tolerance, Variant};
use komadai_kifu::Handicap;
use komadai_kifu::record::Start;

/// Everything settled before a game: the head of its log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The version of the events that follow.
    pub version: u16,
    /// The variant.
    pub variant: Variant,
    /// The start.
    pub start: StartFrom,
    /// The rules.
    pub rules: RuleSet,
    /// The clock, if any.
    pub clock: Option<ClockSpec>,
    /// The players. Before a piece toss the sides are provisional.
    pub players: ByColor<Player>,
    /// How the first mover is decided.
    pub first_move: FirstMove,
    /// Whether players must arrive at the board.
    pub attendance: Attendance,
    /// Whether there is an arbiter.
    pub arbiter: Arbiter,
    /// The second game, if this is the first of a match of two (GNU manual).
    pub then: Option<SecondGame>,
}

/// The second game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SecondGame {
    /// The handicap.
    pub handicap: Handicap,
    /// The clock, if any.
    pub clock: Option<ClockSpec>,
}

/// A start position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StartFrom {
    /// The even game or a handicap, in which White moves first.
    Handicap(Handicap),
    /// Any position of a game.
    Custom(Box<Setup>),
}

impl From<Start> for StartFrom {
    fn from(start: Start) -> StartFrom {
        match start {
            Start::Handicap(handicap) => StartFrom::Handicap(handicap),
            Start::Setup(setup) => StartFrom::Custom(setup),
        }
    }
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// The name, which may be empty.
    pub name: String,
    /// The experience.
    pub experience: Experience,
    /// The grade, if it is known.
    pub grade: Option<Grade>,
}

/// The experience of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Experience {
    /// A beginner under Article 17.2.
    Beginner,
    /// Anyone else.
    #[default]
    Experienced,
}

/// How Black is decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FirstMove {
    /// As given.
    Settled,
    /// By tossing pawns (Article 7.1).
    Furigoma {
        /// The player who tosses, or for whom the arbiter does.
        tosser: Color,
    },
}

/// Whether players must arrive at the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Attendance {
    /// Both are present.
    Present,
    /// Each has to arrive (Articles 7.2, 8.6).
    ToArrive,
}

/// Whether a game has an arbiter (Article 13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arbiter {
    /// Nobody: what needs an arbiter is refused.
    Nobody,
    /// Somebody is named.
    Named,
}

/// Returns the reason if a game cannot start.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpeningError {
    /// The start is not a position of the variant.
    #[error("the start is no position: {0}")]
    Start(Faults),
    /// A clock without time.
    #[error("the clock leaves {0} no time")]
    NoTime(Color),
    /// Events of another version.
    #[error("events of version {0}, which this program does not know")]
    Version(u16),
    /// A toss is meaningless where the handicap determines who moves first.
    #[error("the handicap decides who moves first, not a piece toss")]
    TossInHandicap,
    /// Claims wait for an arbiter, and there is none.
    #[error("claims are for the arbiter to judge, and no arbiter is named")]
    NoArbiter,
}

impl Opening {
    /// An even game of shogi without a clock.
    pub fn new(preset: Preset) -> Opening {
        let variant = match preset {
            Preset::Seireigi => Variant::Seireigi,
            _ => Variant::Shogi,
        };
        Opening {
            version: EVENT_VERSION,
            variant,
            start: StartFrom::Handicap(Handicap::Even),
            rules: RuleSet::preset(preset),
            clock: None,
            players: ByColor([Player::default(), Player::default()]),
            first_move: FirstMove::Settled,
            attendance: Attendance::Present,
            arbiter: Arbiter::Nobody,
            then: None,
        }
    }

    /// The same with a suggested handicap, which White gives: one game, or the first of a match of two.
    #[must_use]
    pub fn with_handicap(mut self, suggestion: Suggestion) -> Opening {
        let mut games = suggestion.games();
        let first = games.next().unwrap_or(Handicap::Even);
        let clock = self.clock;
        self.then = games.next().map(|handicap| SecondGame { handicap, clock });
        self.start = StartFrom::Handicap(first);
        if first != Handicap::Even {
            self.first_move = FirstMove::Settled;
        }
        self
    }

    /// The opening of the second game of a match.
    pub(crate) fn second_game(&self) -> Option<Opening> {
        let SecondGame { handicap, clock } = self.then?;
        let start = StartFrom::Handicap(handicap);
        let first_move = FirstMove::Settled;
        Some(Opening {
            start,
            clock,
            first_move,
            then: None,
            ..self.clone()
        })
    }

    /// The side whose king is 玉 (the other has 王): the player of the lower grade, as it is the higher ranked player
    /// who has 王. Whoever gives a handicap has it, and White where nothing is known and by the rules of Seireigi.
    pub fn jade(&self, players: ByColor<&Player>) -> Color {
        let is_even = self.handicap().is_none_or(|it| it == Handicap::Even);
        let by_grade = self.variant == Variant::Shogi && is_even;
        let [black, white] = players.0.map(|player| player.grade);
        match by_grade && black > white {
            true => Color::White,
            false => Color::Black,
        }
    }

    /// The handicap, if the start has a name.
    pub fn handicap(&self) -> Option<Handicap> {
        match &self.start {
            StartFrom::Handicap(handicap) => Some(*handicap),
            StartFrom::Custom(setup) => Handicap::from_setup(setup),
        }
    }

    /// The start as a diagram.
    pub fn setup(&self) -> Setup {
        match &self.start {
            StartFrom::Handicap(handicap) => handicap.setup(),
            StartFrom::Custom(setup) => **setup,
        }
    }

    /// Returns whether there is an arbiter. Logs of version 1 do not say, and are taken to have one.
    pub fn has_arbiter(&self) -> bool {
        self.arbiter == Arbiter::Named || self.version < 2
    }

    /// Validates the opening and returns the start position.
    pub(crate) fn check(&self, tolerance: Tolerance) -> Result<AnyPosition, OpeningError> {
        if !(OLDEST_EVENT_VERSION..=EVENT_VERSION).contains(&self.version) {
            return Err(OpeningError::Version(self.version));
        }
        if let Some(ClockSpec(controls)) = &self.clock {
            let empty = |&color: &Color| controls[color].validate().is_err();
            if let Some(color) = Color::ALL.into_iter().find(empty) {
                return Err(OpeningError::NoTime(color));
            }
        }
        if self.rules.knobs().judge == Judge::Arbiter && !self.has_arbiter() {
            return Err(OpeningError::NoArbiter);
        }
        let handicap = self.handicap();
        if self.first_move != FirstMove::Settled
            && handicap != Some(Handicap::Even)
            && handicap.is_some()
        {
            return Err(OpeningError::TossInHandicap);
        }
        AnyPosition::from_setup(self.variant, &self.setup(), tolerance).map_err(OpeningError::Start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jade(variant: Variant, handicap: Handicap, grades: [&str; 2]) -> Color {
        let mut opening = Opening::new(Preset::Fesa);
        opening.variant = variant;
        opening.start = StartFrom::Handicap(handicap);
        let players = grades.map(|grade| Player {
            grade: grade.parse().ok(),
            ..Player::default()
        });
        opening.jade(ByColor([&players[0], &players[1]]))
    }

    #[test]
    fn the_player_of_the_higher_grade_has_the_king_that_is_not_jade() {
        let shogi = |grades| jade(Variant::Shogi, Handicap::Even, grades);
        assert_eq!(shogi(["1 dan", "1 kyu"]), Color::White);
        assert_eq!(shogi(["1 kyu", "1 dan"]), Color::Black);
        assert_eq!(shogi(["1 kyu", ""]), Color::White);
        assert_eq!(shogi(["", ""]), Color::Black);
        // Whoever gives a handicap has 王, and in Seireigi White does.
        let given = jade(Variant::Shogi, Handicap::Lance, ["1 dan", "1 kyu"]);
        assert_eq!(given, Color::Black);
        let seireigi = jade(Variant::Seireigi, Handicap::Even, ["1 dan", "1 kyu"]);
        assert_eq!(seireigi, Color::Black);
    }
}
