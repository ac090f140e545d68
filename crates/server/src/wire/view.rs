//! What a game shows at an instant.

pub use super::names::WantedDto;
pub use super::outcome::OutcomeDto;

use super::field;
use super::names::{SideDto, mirror};
use komadai_core::Color;
use komadai_game::clock::Face;
use komadai_game::{Actor, Game, Millis, Phase, Suspension};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Both displays of the clock at an instant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ClockDto {
    /// The instant, on the game's time line.
    #[serde(deserialize_with = "field::at")]
    pub at: u64,
    /// Whose display runs; null if both stand.
    #[serde(default)]
    pub running: Option<SideDto>,
    /// Black's display.
    #[serde(deserialize_with = "field::black")]
    pub black: DisplayDto,
    /// White's display.
    #[serde(deserialize_with = "field::white")]
    pub white: DisplayDto,
}

/// What one display shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DisplayDto {
    /// Main time left.
    #[serde(deserialize_with = "field::main")]
    pub main: u64,
    /// Time left of the present byoyomi period, or a full one before it runs; nothing without byoyomi.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
    /// Periods left, the present one included; nothing without byoyomi.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub periods: Option<u32>,
}

impl ClockDto {
    /// What the clock of a game shows at an instant; nothing in a game without one.
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

/// What an actor may do now.
pub fn wanted(game: &Game, actor: Actor) -> Vec<WantedDto> {
    let may = game.may(actor);
    may.into_iter().map(WantedDto::from).collect()
}

/// Where a game is in its life.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind")]
pub enum PhaseDto {
    /// Before the clock is started.
    #[serde(rename = "preparing")]
    Preparing,
    /// Being played.
    #[serde(rename = "running")]
    Running,
    /// Interrupted: the clocks stand.
    #[serde(rename = "suspended")]
    Suspended {
        /// Why.
        #[serde(deserialize_with = "field::why")]
        why: SuspensionDto,
    },
    /// Over.
    #[serde(rename = "finished")]
    Finished(OutcomeDto),
}

mirror! {
    /// Why a game stands still.
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
