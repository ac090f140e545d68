//! What is settled before a game: the head of its log.

use crate::clock_spec::ClockSpecDto;
use crate::error::WireError;
use crate::names::{AttendanceDto, ExperienceDto, SideDto, VariantDto};
use crate::rules::RulesDto;
use crate::text::{GradeText, HandicapText, SetupText};
use komadai_core::ByColor;
use komadai_game::{Arbiter, EVENT_VERSION, FirstMove, Opening, Player, SecondGame, StartFrom};
use serde::{Deserialize, Serialize};

/// Everything that is settled before a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OpeningDto {
    /// The version of the events that follow; default: the current version, for a new game.
    #[serde(default = "current_version")]
    pub version: u16,
    /// The variant.
    pub variant: VariantDto,
    /// The start.
    pub start: StartDto,
    /// The rules.
    pub rules: RulesDto,
    /// The time controls; null without a clock.
    #[serde(default)]
    pub clock: Option<ClockSpecDto>,
    /// The players. Before a piece toss the sides are provisional.
    pub players: PlayersDto,
    /// How the first mover is decided.
    pub first_move: FirstMoveDto,
    /// Whether players must arrive at the board.
    pub attendance: AttendanceDto,
    /// Whether there is an arbiter.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub arbiter: bool,
    /// The second game, if this is the first of a match of two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub then: Option<SecondGameDto>,
}

/// The second game of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SecondGameDto {
    /// The handicap by its name.
    pub handicap: HandicapText,
    /// With which times; nothing without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSpecDto>,
}

fn current_version() -> u16 {
    EVENT_VERSION
}

/// A start position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StartDto {
    /// The even game or a handicap, by its name: `even`, `two-piece`.
    Handicap(HandicapText),
    /// Any position, as SFEN.
    Sfen(Box<SetupText>),
}

/// Both players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayersDto {
    /// Black.
    pub black: PlayerDto,
    /// White.
    pub white: PlayerDto,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayerDto {
    /// The name, which may be empty.
    pub name: String,
    /// The experience.
    pub experience: ExperienceDto,
    /// The grade, if it is known: `3 kyu`, `1 dan`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<GradeText>,
}

/// How Black is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FirstMoveDto {
    /// As given.
    Settled,
    /// By tossing pawns.
    Furigoma {
        /// The player who tosses, or for whom the arbiter does.
        tosser: SideDto,
    },
}

impl From<&Opening> for OpeningDto {
    fn from(opening: &Opening) -> OpeningDto {
        let ByColor([black, white]) = &opening.players;
        OpeningDto {
            version: opening.version,
            variant: opening.variant.into(),
            start: StartDto::from(&opening.start),
            rules: opening.rules.into(),
            clock: opening.clock.map(ClockSpecDto::from),
            players: PlayersDto {
                black: PlayerDto::from(black),
                white: PlayerDto::from(white),
            },
            first_move: opening.first_move.into(),
            attendance: opening.attendance.into(),
            arbiter: opening.arbiter == Arbiter::Named,
            then: opening.then.map(SecondGameDto::from),
        }
    }
}

impl TryFrom<OpeningDto> for Opening {
    type Error = WireError;

    /// Reads an opening. [`Game::new`](komadai_game::Game::new) checks whether a game can start from it.
    fn try_from(dto: OpeningDto) -> Result<Opening, WireError> {
        let inside = |error: WireError| error.within("rules");
        Ok(Opening {
            version: dto.version,
            variant: dto.variant.into(),
            start: dto.start.try_into()?,
            rules: dto.rules.try_into().map_err(inside)?,
            clock: dto.clock.map(TryInto::try_into).transpose()?,
            players: ByColor([dto.players.black.read()?, dto.players.white.read()?]),
            first_move: dto.first_move.into(),
            attendance: dto.attendance.into(),
            arbiter: match dto.arbiter {
                true => Arbiter::Named,
                false => Arbiter::Nobody,
            },
            then: dto.then.map(SecondGame::try_from).transpose()?,
        })
    }
}

impl From<SecondGame> for SecondGameDto {
    fn from(second: SecondGame) -> SecondGameDto {
        SecondGameDto {
            handicap: second.handicap.into(),
            clock: second.clock.map(ClockSpecDto::from),
        }
    }
}

impl TryFrom<SecondGameDto> for SecondGame {
    type Error = WireError;

    fn try_from(dto: SecondGameDto) -> Result<SecondGame, WireError> {
        Ok(SecondGame {
            handicap: dto.handicap.read("then.handicap")?,
            clock: dto.clock.map(TryInto::try_into).transpose()?,
        })
    }
}

impl From<&StartFrom> for StartDto {
    fn from(start: &StartFrom) -> StartDto {
        match start {
            StartFrom::Handicap(handicap) => StartDto::Handicap((*handicap).into()),
            StartFrom::Custom(setup) => StartDto::Sfen(Box::new((**setup).into())),
        }
    }
}

impl TryFrom<StartDto> for StartFrom {
    type Error = WireError;

    fn try_from(dto: StartDto) -> Result<StartFrom, WireError> {
        match dto {
            StartDto::Handicap(name) => name.read("start.handicap").map(StartFrom::Handicap),
            StartDto::Sfen(sfen) => {
                let setup = sfen.read("start.sfen")?;
                Ok(StartFrom::Custom(Box::new(setup)))
            }
        }
    }
}

impl From<&Player> for PlayerDto {
    fn from(player: &Player) -> PlayerDto {
        PlayerDto {
            name: player.name.clone(),
            experience: player.experience.into(),
            grade: player.grade.map(GradeText::from),
        }
    }
}

impl PlayerDto {
    fn read(self) -> Result<Player, WireError> {
        let grade = |text: GradeText| text.read("players.grade");
        Ok(Player {
            name: self.name,
            experience: self.experience.into(),
            grade: self.grade.map(grade).transpose()?,
        })
    }
}

impl From<FirstMove> for FirstMoveDto {
    fn from(first_move: FirstMove) -> FirstMoveDto {
        match first_move {
            FirstMove::Settled => FirstMoveDto::Settled,
            FirstMove::Furigoma { tosser } => FirstMoveDto::Furigoma {
                tosser: tosser.into(),
            },
        }
    }
}

impl From<FirstMoveDto> for FirstMove {
    fn from(dto: FirstMoveDto) -> FirstMove {
        match dto {
            FirstMoveDto::Settled => FirstMove::Settled,
            FirstMoveDto::Furigoma { tosser } => FirstMove::Furigoma {
                tosser: tosser.into(),
            },
        }
    }
}
