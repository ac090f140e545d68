//! Challenges and their terms.

use crate::rules::RulesDto;
use komadai_core::{Color, Setup, Variant};
use komadai_game::{
    Arbiter, Attendance, ClockSpec, FirstMove, Game, Opening, OpeningError, Preset, RuleSet,
    StartFrom,
};
use komadai_kifu::Handicap;
use serde::{Deserialize, Serialize};

/// The public form of a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PersonDto {
    /// The name.
    pub name: String,
    /// The kind of person.
    pub kind: PersonKind,
    /// The computer's level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
}

/// Kinds of persons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PersonKind {
    /// A registered account.
    Account,
    /// A guest.
    Guest,
    /// The computer.
    Computer,
}

/// A challenge as sent to clients.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChallengeDto {
    /// Its id.
    pub id: String,
    /// The creator.
    pub by: PersonDto,
    /// The terms.
    pub terms: Terms,
    /// The name of the challenged account; `None` for anyone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// When it was created, in milliseconds since 1970.
    pub created_at: i64,
    /// When it expires.
    pub expires_at: i64,
}

/// The handicap is chosen by the player who accepts.
pub const OPEN: &str = "open";

/// The terms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// `shogi` or `seireigi`; default: the variant of the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The rules: a preset and overridden knobs.
    pub rules: RulesDto,
    /// The clock as text, `15m+60s`; default: no clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// A handicap by name, or `open`: the accepting player chooses. Default: an even game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<String>,
    /// A start position, instead of a handicap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sfen: Option<String>,
    /// The challenger's color.
    #[serde(default)]
    pub color: ColorTerms,
    /// Who may find the game.
    #[serde(default)]
    pub visibility: VisibilityTerms,
}

/// The challenger's color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ColorTerms {
    /// Black: in a handicap game the side that receives it.
    Black,
    /// White: the side that gives it.
    White,
    /// Decided by a verifiable toss of five pawns. In a handicap game the challenger gives it.
    #[default]
    Furigoma,
}

/// The visibility of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum VisibilityTerms {
    /// Everyone.
    #[default]
    Public,
    /// Only for people with the link.
    Link,
}

/// Error for invalid terms, with the field at fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct TermsError {
    /// The field.
    pub field: &'static str,
    /// The fault.
    pub message: String,
}

fn wrong(field: &'static str) -> impl Fn(&dyn std::fmt::Display) -> TermsError {
    move |message| TermsError {
        field,
        message: message.to_string(),
    }
}

impl Terms {
    /// Checks that a game can be played on these terms, with an arbiter or without.
    ///
    /// # Errors
    /// Returns the first fault.
    pub fn check(&self, arbiter: Arbiter) -> Result<(), TermsError> {
        let handicap = self.is_open().then_some("even");
        self.opening(handicap, arbiter).map(drop)
    }

    fn is_open(&self) -> bool {
        self.handicap.as_deref() == Some(OPEN)
    }

    /// The opening that is meant, with the handicap that whoever accepts has chosen.
    ///
    /// # Errors
    /// Returns the first fault, which may be the chosen handicap.
    pub fn opening(&self, chosen: Option<&str>, arbiter: Arbiter) -> Result<Opening, TermsError> {
        let rules: RuleSet = self
            .rules
            .clone()
            .try_into()
            .map_err(|error| wrong("rules")(&error))?;
        let mut opening = Opening::new(rules.name().unwrap_or(Preset::Casual));
        opening.rules = rules;
        if let Some(variant) = &self.variant {
            opening.variant = variant_by_name(variant)?;
        }
        opening.clock = self.clock_spec()?;
        opening.start = self.start(chosen)?;
        opening.attendance = Attendance::ToArrive;
        opening.arbiter = arbiter;
        let is_even = opening.handicap().is_none_or(|h| h == Handicap::Even);
        if self.color == ColorTerms::Furigoma && is_even {
            let tosser = Color::Black;
            opening.first_move = FirstMove::Furigoma { tosser };
        }
        match Game::new(opening.clone()) {
            Ok(_) => Ok(opening),
            Err(error @ OpeningError::NoTime(_)) => Err(wrong("clock")(&error)),
            Err(error @ OpeningError::NoArbiter) => Err(wrong("arbiter")(&error)),
            Err(error) => Err(wrong("sfen")(&error)),
        }
    }

    fn clock_spec(&self) -> Result<Option<ClockSpec>, TermsError> {
        let parse = |text: &String| text.parse::<ClockSpec>().map_err(|e| wrong("clock")(&e));
        self.clock.as_ref().map(parse).transpose()
    }

    fn start(&self, chosen: Option<&str>) -> Result<StartFrom, TermsError> {
        if let Some(sfen) = &self.sfen {
            if self.handicap.is_some() || chosen.is_some() {
                return Err(wrong("handicap")(
                    &"a position leaves no handicap to choose",
                ));
            }
            let setup: Setup = sfen.parse().map_err(|e| wrong("sfen")(&e))?;
            return Ok(StartFrom::Custom(Box::new(setup)));
        }
        let name = match (self.handicap.as_deref(), chosen) {
            (Some(OPEN), Some(chosen)) => chosen,
            (Some(OPEN), None) => return Err(wrong("handicap")(&"choose a handicap")),
            (_, Some(_)) => return Err(wrong("handicap")(&"the handicap is settled")),
            (Some(name), None) => name,
            (None, None) => return Ok(StartFrom::Handicap(Handicap::Even)),
        };
        let handicap: Handicap = name.parse().map_err(|e| wrong("handicap")(&e))?;
        Ok(StartFrom::Handicap(handicap))
    }
}

fn variant_by_name(name: &str) -> Result<Variant, TermsError> {
    name.parse().map_err(|e| wrong("variant")(&e))
}
