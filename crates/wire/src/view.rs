//! The visible state of a game at an instant.

pub use crate::names::WantedDto;
pub use crate::outcome::OutcomeDto;

use crate::names::{SideDto, mirror};
use komadai_core::Color;
use komadai_game::clock::Face;
use komadai_game::{Actor, Game, Millis, Phase, Suspension};
use serde::{Deserialize, Serialize};

/// Both displays of the clock at an instant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ClockDto {
    /// The instant, on the game's time line.
    pub at: u64,
    /// The side whose display runs; null if both are stopped.
    #[serde(default)]
    pub running: Option<SideDto>,
    /// Black's display.
    pub black: DisplayDto,
    /// White's display.
    pub white: DisplayDto,
}

/// The reading of one display.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DisplayDto {
    /// Main time left.
    pub main: u64,
    /// Time left of the present byoyomi period, or a full one before it runs; `None` without byoyomi.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
    /// Periods left, the present one included; `None` without byoyomi.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub periods: Option<u32>,
}

impl ClockDto {
    /// The clock of a game at an instant; `None` without a clock.
    pub fn of(game: &Game, at: Millis) -> Option<ClockDto> {
        let display = |color| game.clock(color, at).map(DisplayDto::from);
        Some(ClockDto {
            at: at.get(),
            running: game.running_clock().map(SideDto::from),
            black: display(Color::Black)?,
            white: display(Color::White)?,
        })
    }
}

impl From<Face> for DisplayDto {
    fn from(face: Face) -> DisplayDto {
        DisplayDto {
            main: face.main.get(),
            period: face.period.map(Millis::get),
            periods: face.period.map(|_| face.periods),
        }
    }
}

impl From<DisplayDto> for Face {
    fn from(display: DisplayDto) -> Face {
        Face {
            main: Millis::new(display.main),
            period: display.period.map(Millis::new),
            periods: display.periods.unwrap_or(0),
        }
    }
}

/// What an actor may do now.
pub fn wanted(game: &Game, actor: Actor) -> Vec<WantedDto> {
    let may = game.may(actor);
    may.into_iter().map(WantedDto::from).collect()
}

/// The phase of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum PhaseDto {
    /// Before the clock is started.
    Preparing,
    /// Being played.
    Running,
    /// Interrupted; the clocks are stopped.
    Suspended {
        /// The reason.
        why: SuspensionDto,
    },
    /// Over.
    Finished(OutcomeDto),
}

mirror! {
    /// The reason for an interruption.
    SuspensionDto = Suspension {
        Paused "paused" [Suspension::Paused]
        BlackCalledArbiter "black-called-arbiter" [Suspension::ArbiterCalled(Color::Black)]
        WhiteCalledArbiter "white-called-arbiter" [Suspension::ArbiterCalled(Color::White)]
        Claim "claim" [Suspension::Claim]
    }
}

impl From<Phase> for PhaseDto {
    fn from(phase: Phase) -> PhaseDto {
        match phase {
            Phase::Preparing => PhaseDto::Preparing,
            Phase::Running => PhaseDto::Running,
            Phase::Suspended(why) => PhaseDto::Suspended { why: why.into() },
            Phase::Finished(outcome) => PhaseDto::Finished(outcome.into()),
        }
    }
}
