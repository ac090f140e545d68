//! What is settled before a game: the head of its log.

use super::clock_spec::ClockSpecDto;
use super::field;
use super::names::{AttendanceDto, ExperienceDto, SideDto, VariantDto};
use super::rules::RulesDto;
use super::{Text, WireError};
use komadai_core::{ByColor, Setup};
use komadai_game::{FirstMove, Opening, Player, StartFrom};
use komadai_kifu::Handicap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

// Schemas are derived from what a type looks like: with its parameter they would want one of that.
type HandicapText = Text<Handicap>;
type SetupText = Text<Setup>;

/// Everything that is settled before a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OpeningDto {
    /// The version of the events that follow.
    #[serde(deserialize_with = "field::version")]
    pub version: u16,
    /// The game that is played.
    #[serde(deserialize_with = "field::variant")]
    pub variant: VariantDto,
    /// Where it starts.
    #[serde(deserialize_with = "field::start")]
    pub start: StartDto,
    /// By which rules.
    #[serde(deserialize_with = "field::rules")]
    pub rules: RulesDto,
    /// With which times; null without a clock.
    #[serde(default, deserialize_with = "field::clock")]
    pub clock: Option<ClockSpecDto>,
    /// Who plays. Before a piece toss the sides are provisional.
    #[serde(deserialize_with = "field::players")]
    pub players: PlayersDto,
    /// How it is decided who moves first.
    #[serde(deserialize_with = "field::first_move")]
    pub first_move: FirstMoveDto,
    /// Whether players must come to the board.
    #[serde(deserialize_with = "field::attendance")]
    pub attendance: AttendanceDto,
}

/// A position to start from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub enum StartDto {
    /// The even game or a handicap, by its name: `even`, `two-piece`.
    #[serde(rename = "handicap")]
    Handicap(HandicapText),
    /// Any position, as SFEN.
    #[serde(rename = "sfen")]
    Sfen(Box<SetupText>),
}

/// Both players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlayersDto {
    /// Black.
    #[serde(deserialize_with = "field::black")]
    pub black: PlayerDto,
    /// White.
    #[serde(deserialize_with = "field::white")]
    pub white: PlayerDto,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PlayerDto {
    /// The name, which may be empty.
    #[serde(deserialize_with = "field::name")]
    pub name: String,
    /// How experienced.
    #[serde(deserialize_with = "field::experience")]
    pub experience: ExperienceDto,
}

/// How it is decided who is Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub enum FirstMoveDto {
    /// It is settled.
    #[serde(rename = "settled")]
    Settled,
    /// By tossing pawns.
    #[serde(rename = "furigoma")]
    Furigoma {
        /// The player who tosses, or on whose behalf it is done.
        #[serde(deserialize_with = "field::tosser")]
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
        }
    }
}

impl TryFrom<OpeningDto> for Opening {
    type Error = WireError;

    /// Reads it. Whether a game can begin so, [`Game::new`](komadai_game::Game::new) says.
    fn try_from(dto: OpeningDto) -> Result<Opening, WireError> {
        let inside = |error: WireError| error.within("rules");
        Ok(Opening {
            version: dto.version,
            variant: dto.variant.into(),
            start: dto.start.try_into()?,
            rules: dto.rules.try_into().map_err(inside)?,
            clock: dto.clock.map(TryInto::try_into).transpose()?,
            players: ByColor([dto.players.black.into(), dto.players.white.into()]),
            first_move: dto.first_move.into(),
            attendance: dto.attendance.into(),
        })
    }
}

impl From<&StartFrom> for StartDto {
    fn from(start: &StartFrom) -> StartDto {
        match start {
            StartFrom::Handicap(handicap) => StartDto::Handicap((*handicap).into()),
            StartFrom::Custom(setup) => StartDto::Sfen(Box::new((**setup).clone().into())),
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
        }
    }
}

impl From<PlayerDto> for Player {
    fn from(dto: PlayerDto) -> Player {
        Player {
            name: dto.name,
            experience: dto.experience.into(),
        }
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
