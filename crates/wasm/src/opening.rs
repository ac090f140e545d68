//! What is settled before a game, as JSON.

use crate::error::Error;
use crate::knobs::KnobsDto;
use komadai_core::{ByColor, Color, Setup, Variant};
use komadai_game::{
    Attendance, Experience, FirstMove, Flag, Opening, Player, Preset, Press, RuleSet, StartFrom,
};
use komadai_kifu::Handicap;
use serde::{Deserialize, Serialize};

/// A side, as JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColorDto {
    /// 先手, 下手
    Black,
    /// 後手, 上手
    White,
}

impl From<Color> for ColorDto {
    fn from(color: Color) -> ColorDto {
        match color {
            Color::Black => ColorDto::Black,
            Color::White => ColorDto::White,
        }
    }
}

impl From<ColorDto> for Color {
    fn from(color: ColorDto) -> Color {
        match color {
            ColorDto::Black => Color::Black,
            ColorDto::White => Color::White,
        }
    }
}

/// Something of each side.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Both<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> Both<T> {
    /// Made by asking for each side.
    pub fn of(mut each: impl FnMut(Color) -> T) -> Both<T> {
        Both {
            black: each(Color::Black),
            white: each(Color::White),
        }
    }
}

/// What is settled before a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OpeningDto {
    /// `shogi` or `seireigi`.
    pub variant: String,
    /// A handicap by name, or SFEN.
    pub start: String,
    /// A preset by name.
    pub rules: String,
    /// What differs from the preset.
    #[serde(default)]
    pub knobs: KnobsDto,
    /// The flag, where that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flag: Option<FlagDto>,
    /// A clock as commands write it; none for a game without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// The names of the players.
    #[serde(default)]
    pub names: Both<String>,
    /// For whom the pawns are tossed; nothing if sides are settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tosser: Option<ColorDto>,
}

/// When time that has run out ends a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FlagDto {
    /// By itself.
    Falls,
    /// When it is claimed.
    Claim,
}

impl OpeningDto {
    /// The opening that is meant.
    ///
    /// # Errors
    /// A word that is not known.
    pub fn build(&self) -> Result<Opening, Error> {
        let preset: Preset = self.rules.parse().map_err(|e| Error::word("rules", e))?;
        let variant: Variant = self
            .variant
            .parse()
            .map_err(|e| Error::word("variant", e))?;
        let clock = match self.clock.as_deref() {
            None | Some("") => None,
            Some(text) => Some(text.parse().map_err(|e| Error::word("clock", e))?),
        };
        let player = |name: &String| Player {
            name: name.clone(),
            experience: Experience::Experienced,
        };
        let mut opening = Opening::new(preset);
        opening.variant = variant;
        opening.start = start(&self.start)?;
        opening.rules = self.rule_set(preset)?;
        opening.clock = clock;
        opening.players = ByColor([player(&self.names.black), player(&self.names.white)]);
        opening.first_move = match self.tosser {
            None => FirstMove::Settled,
            Some(tosser) => FirstMove::Furigoma {
                tosser: tosser.into(),
            },
        };
        opening.attendance = Attendance::Present;
        Ok(opening)
    }

    fn rule_set(&self, preset: Preset) -> Result<RuleSet, Error> {
        let mut knobs = *RuleSet::preset(preset).knobs();
        knobs.press = Press::WithTheMove;
        self.knobs.turn(&mut knobs);
        if let Some(flag) = self.flag {
            knobs.flag = match flag {
                FlagDto::Falls => Flag::FallsByItself,
                FlagDto::Claim => Flag::ByClaim,
            };
        }
        RuleSet::new(knobs).map_err(|e| Error::word("rules", e))
    }
}

fn start(text: &str) -> Result<StartFrom, Error> {
    if let Ok(handicap) = text.parse::<Handicap>() {
        return Ok(StartFrom::Handicap(handicap));
    }
    let setup = Setup::parse_tolerant(text).map_err(|e| Error::word("start", e))?;
    Ok(StartFrom::Custom(Box::new(setup)))
}
