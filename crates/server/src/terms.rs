//! What two players agree to play.

use crate::person::Person;
use crate::rooms::{GamePlan, Visibility};
use crate::wire::rules::RulesDto;
use komadai_core::{ByColor, Color, Setup, Variant};
use komadai_game::{
    Attendance, ClockSpec, FirstMove, Game, Opening, OpeningError, Preset, RuleSet, StartFrom,
};
use komadai_kifu::Handicap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The word for a handicap that whoever accepts may choose.
pub const OPEN: &str = "open";

/// What is to be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// `shogi` or `seireigi`. Shogi if it is left out, but for the rules of Seireigi.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// By which rules: a preset, and knobs that differ from it.
    pub rules: RulesDto,
    /// The clock as text, `15m+60s`; nothing for a game without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// A handicap by name, or `open`: whoever accepts chooses. An even game if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<String>,
    /// A position to start from, instead of a handicap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sfen: Option<String>,
    /// What the challenger plays.
    #[serde(default)]
    pub color: ColorTerms,
    /// Who may find the game.
    #[serde(default)]
    pub visibility: VisibilityTerms,
}

/// What the challenger plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ColorTerms {
    /// Black: in a handicap game the side that receives it.
    Black,
    /// White: the side that gives it.
    White,
    /// By a toss of five pawns, which both can check. In a handicap game the challenger gives it.
    #[default]
    Furigoma,
}

/// Who may find a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VisibilityTerms {
    /// Everyone.
    #[default]
    Public,
    /// Whoever has the link.
    Link,
}

/// What cannot be played, and which field says so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct TermsError {
    /// The field.
    pub field: &'static str,
    /// What is wrong with it.
    pub message: String,
}

fn wrong(field: &'static str) -> impl Fn(&dyn std::fmt::Display) -> TermsError {
    move |message| TermsError {
        field,
        message: message.to_string(),
    }
}

impl Terms {
    /// Who may find the game.
    pub fn visibility(&self) -> Visibility {
        match self.visibility {
            VisibilityTerms::Public => Visibility::Public,
            VisibilityTerms::Link => Visibility::Link,
        }
    }

    /// Can this be played?
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self) -> Result<(), TermsError> {
        let handicap = self.is_open().then_some("even");
        self.opening(handicap).map(drop)
    }

    fn is_open(&self) -> bool {
        self.handicap.as_deref() == Some(OPEN)
    }

    /// The game between a challenger and whoever accepted.
    ///
    /// # Errors
    /// The first fault, which may be the chosen handicap.
    pub fn plan(
        &self,
        challenger: &Person,
        acceptor: &Person,
        chosen: Option<&str>,
    ) -> Result<GamePlan, TermsError> {
        let opening = self.opening(chosen)?;
        let mut players = [challenger.clone(), acceptor.clone()];
        let gives = opening.handicap().is_some_and(|h| h != Handicap::Even);
        let is_white = match self.color {
            ColorTerms::Black => false,
            ColorTerms::White => true,
            ColorTerms::Furigoma => gives,
        };
        if is_white {
            players.swap(0, 1);
        }
        Ok(GamePlan {
            opening,
            players: ByColor(players),
            arbiter: None,
            creator: challenger.key.clone(),
            visibility: self.visibility(),
            previous: None,
        })
    }

    fn opening(&self, chosen: Option<&str>) -> Result<Opening, TermsError> {
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
        let is_even = opening.handicap().is_none_or(|h| h == Handicap::Even);
        if self.color == ColorTerms::Furigoma && is_even {
            let tosser = Color::Black;
            opening.first_move = FirstMove::Furigoma { tosser };
        }
        match Game::new(opening.clone()) {
            Ok(_) => Ok(opening),
            Err(error @ OpeningError::NoTime(_)) => Err(wrong("clock")(&error)),
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
