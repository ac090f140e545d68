//! What is settled before a game begins.

use crate::clock::ClockSpec;
use crate::event::EVENT_VERSION;
use crate::rules::{Preset, RuleSet};
use komadai_core::{AnyPosition, ByColor, Color, Faults, Setup, Tolerance, Variant};
use komadai_kifu::Handicap;

/// Everything that is settled before a game begins: the head of its log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The version of the events that follow.
    pub version: u16,
    /// The game that is played.
    pub variant: Variant,
    /// Where it starts.
    pub start: StartFrom,
    /// By which rules.
    pub rules: RuleSet,
    /// With which times; nothing for a game without a clock.
    pub clock: Option<ClockSpec>,
    /// Who plays. Before a piece toss the sides are provisional.
    pub players: ByColor<Player>,
    /// How it is decided who moves first.
    pub first_move: FirstMove,
    /// Whether players must come to the board.
    pub attendance: Attendance,
}

/// A position to start from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StartFrom {
    /// The even game or a handicap, in which White moves first.
    Handicap(Handicap),
    /// Any position of a game.
    Custom(Box<Setup>),
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// The name, which may be empty.
    pub name: String,
    /// How experienced.
    pub experience: Experience,
}

/// How experienced a player is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Experience {
    /// A beginner as Article 17.2 has it.
    Beginner,
    /// Anyone else.
    #[default]
    Experienced,
}

/// How it is decided who is Black.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FirstMove {
    /// It is settled.
    Settled,
    /// By tossing pawns (Article 7.1).
    Furigoma {
        /// The player who tosses, or on whose behalf it is done.
        tosser: Color,
    },
}

/// Whether players must come to the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Attendance {
    /// Both are there.
    Present,
    /// Each has to arrive (Articles 7.2, 8.6).
    ToArrive,
}

/// Why a game cannot begin.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpeningError {
    /// The start is no position of the game.
    #[error("the start is no position: {0}")]
    Start(Faults),
    /// A clock without time.
    #[error("the clock leaves {0} no time")]
    NoTime(Color),
    /// Events of another version.
    #[error("events of version {0}, which this program does not know")]
    Version(u16),
    /// A toss makes no sense where the handicap says who moves first.
    #[error("the handicap decides who moves first, not a piece toss")]
    TossInHandicap,
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
            StartFrom::Custom(setup) => (**setup).clone(),
        }
    }

    /// Checks all of it and gives the position to start from.
    pub(crate) fn check(&self) -> Result<AnyPosition, OpeningError> {
        if self.version != EVENT_VERSION {
            return Err(OpeningError::Version(self.version));
        }
        if let Some(ClockSpec(controls)) = &self.clock {
            let empty = |&color: &Color| controls[color].validate().is_err();
            if let Some(color) = Color::ALL.into_iter().find(empty) {
                return Err(OpeningError::NoTime(color));
            }
        }
        let handicap = self.handicap();
        if self.first_move != FirstMove::Settled
            && handicap != Some(Handicap::Even)
            && handicap.is_some()
        {
            return Err(OpeningError::TossInHandicap);
        }
        AnyPosition::from_setup(self.variant, &self.setup(), Tolerance::Strict)
            .map_err(OpeningError::Start)
    }
}
