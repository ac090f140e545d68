//! Challenges and their terms.

use crate::error::WireError;
use crate::rules::RulesDto;
use komadai_core::{Color, Setup, Variant};
use komadai_game::furigoma::{self, BoardPresence, Standing, who_tosses};
use komadai_game::suggestion::Strength;
use komadai_game::{
    Arbiter, Attendance, ClockSpec, FirstMove, Game, Grade, Knobs, Millis, Opening, OpeningError,
    Preset, RuleSet, StartFrom, Suggestion, TimeControl, WrongClaim,
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
    /// Whether the times are enough for a game rated by FESA (Article 15.4).
    #[serde(default)]
    pub rated_time: bool,
    /// The arbiter; `None` for a game without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arbiter: Option<ArbiterDto>,
    /// When it was created, in milliseconds since 1970.
    pub created_at: i64,
    /// When it expires.
    pub expires_at: i64,
}

/// The arbiter of a challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ArbiterDto {
    /// The name of the account.
    pub name: String,
    /// The answer. The challenge can be accepted once the arbiter has agreed.
    pub answer: ArbiterAnswer,
}

/// The answer of someone who was asked to be the arbiter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ArbiterAnswer {
    /// None yet.
    #[default]
    Waiting,
    /// Agrees.
    Agreed,
    /// Declines.
    Declined,
}

/// The handicap is chosen by the player who accepts.
pub const OPEN: &str = "open";

/// The handicap follows from the grades of both players, as the GNU manual suggests; it may be a match of two games.
/// The stronger player gives it.
pub const BY_GRADE: &str = "by-grade";

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
    /// A handicap by name, `open` (the accepting player chooses) or `by-grade` (it follows from the grades of both).
    /// Default: an even game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<String>,
    /// A start position, instead of a handicap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sfen: Option<String>,
    /// What the challenger says of their strength: a grade such as `3 kyu` or `1 dan`, or `beginner`. The player of
    /// the higher grade tosses and has the king 王.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<String>,
    /// The challenger's color.
    #[serde(default)]
    pub color: ColorTerms,
    /// Who may find the game.
    #[serde(default)]
    pub visibility: VisibilityTerms,
}

/// What the accepting player adds to a challenge.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Acceptance {
    /// The handicap, if the challenge leaves it open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<String>,
    /// What the accepting player says of their strength: a grade, or `beginner`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<String>,
}

/// A game that was agreed on.
#[derive(Clone, Debug, PartialEq)]
pub struct Arranged {
    /// The opening, without names.
    pub opening: Opening,
    /// The challenger's side, which is provisional before a toss.
    pub challenger: Color,
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

/// The longest allowance for lag. Servers compensate at most one second; other hosts may need more.
const LONGEST_LAG_ALLOWANCE: Millis = Millis::from_secs(10);

/// Checks the times among the knobs. Stored rules are not checked, so that every log stays readable.
fn check_times(knobs: &Knobs) -> Result<(), WireError> {
    if knobs.lag_allowance > LONGEST_LAG_ALLOWANCE {
        let reason = "longer than 10 seconds";
        return Err(WireError::new("knobs.lag_allowance", reason));
    }
    match knobs.wrong_claim {
        WrongClaim::TimeToOpponent(time) if time > TimeControl::LONGEST => {
            let reason = "longer than 1000 hours";
            Err(WireError::new("knobs.wrong_claim", reason))
        }
        _ => Ok(()),
    }
}

impl Terms {
    /// Checks that a game can be played on these terms, with an arbiter or without.
    ///
    /// # Errors
    /// Returns the first fault.
    pub fn check(&self, arbiter: Arbiter) -> Result<(), TermsError> {
        let accepted = Acceptance {
            handicap: self.is_open().then(|| "even".to_owned()),
            grade: self.grade.clone(),
        };
        self.arrange(&accepted, arbiter).map(drop)
    }

    fn is_open(&self) -> bool {
        self.handicap.as_deref() == Some(OPEN)
    }

    /// Whether the times are enough for a game rated by FESA (Article 15.4).
    pub fn qualifies_for_rating(&self) -> bool {
        let clock = self.clock_spec().ok().flatten();
        clock.is_some_and(ClockSpec::qualifies_for_rating)
    }

    /// The game that is meant, with what the accepting player has added.
    ///
    /// # Errors
    /// Returns the first fault, which may be in what was added.
    pub fn arrange(&self, accepted: &Acceptance, arbiter: Arbiter) -> Result<Arranged, TermsError> {
        let strengths = [strength(&self.grade)?, strength(&accepted.grade)?];
        let mut opening = self.without_start(arbiter)?;
        let chosen = accepted.handicap.as_deref();
        let mut stronger = Color::White;
        if self.handicap.as_deref() == Some(BY_GRADE) && chosen.is_none() && self.sfen.is_none() {
            let [challenger, acceptor] = grades(strengths)?;
            opening = opening.with_handicap(Suggestion::by_grades(challenger, acceptor));
            if challenger < acceptor {
                stronger = Color::Black;
            }
        } else {
            opening.start = self.start(chosen)?;
        }
        let is_even = opening.handicap().is_none_or(|h| h == Handicap::Even);
        let challenger = match self.color {
            _ if self.handicap.as_deref() == Some(BY_GRADE) && !is_even => stronger,
            ColorTerms::Black => Color::Black,
            ColorTerms::White => Color::White,
            ColorTerms::Furigoma if is_even => Color::Black,
            ColorTerms::Furigoma => Color::White,
        };
        if self.color == ColorTerms::Furigoma && is_even {
            let tosser = tosser(strengths);
            opening.first_move = FirstMove::Furigoma { tosser };
        }
        for (color, strength) in [challenger, !challenger].into_iter().zip(strengths) {
            opening.players[color].grade = strength.grade();
            opening.players[color].experience = strength.experience();
        }
        match Game::new(opening.clone()) {
            Ok(_) => Ok(Arranged {
                opening,
                challenger,
            }),
            Err(error @ OpeningError::NoTime(_)) => Err(wrong("clock")(&error)),
            Err(error @ OpeningError::NoArbiter) => Err(wrong("arbiter")(&error)),
            Err(error) => Err(wrong("sfen")(&error)),
        }
    }

    fn without_start(&self, arbiter: Arbiter) -> Result<Opening, TermsError> {
        let rules: RuleSet = self
            .rules
            .clone()
            .try_into()
            .map_err(|error| wrong("rules")(&error))?;
        check_times(rules.knobs()).map_err(|error| wrong("rules")(&error))?;
        let mut opening = Opening::new(rules.name().unwrap_or(Preset::Casual));
        opening.rules = rules;
        if let Some(variant) = &self.variant {
            opening.variant = variant_by_name(variant)?;
        }
        opening.clock = self.clock_spec()?;
        opening.attendance = Attendance::ToArrive;
        opening.arbiter = arbiter;
        Ok(opening)
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
            (Some(BY_GRADE), _) => {
                return Err(wrong("handicap")(&"the handicap follows from the grades"));
            }
            (_, Some(_)) => return Err(wrong("handicap")(&"the handicap is settled")),
            (Some(name), None) => name,
            (None, None) => return Ok(StartFrom::Handicap(Handicap::Even)),
        };
        let handicap: Handicap = name.parse().map_err(|e| wrong("handicap")(&e))?;
        Ok(StartFrom::Handicap(handicap))
    }
}

fn strength(stated: &Option<String>) -> Result<Strength, TermsError> {
    let stated = stated.as_deref().unwrap_or_default();
    stated.parse().map_err(|e| wrong("grade")(&e))
}

/// The grades of both, without which no handicap follows.
fn grades(strengths: [Strength; 2]) -> Result<[Grade; 2], TermsError> {
    let unknown = || wrong("grade")(&"the handicap follows from the grades: state yours");
    let [challenger, acceptor] = strengths.map(Strength::grade);
    Ok([
        challenger.ok_or_else(unknown)?,
        acceptor.ok_or_else(unknown)?,
    ])
}

/// The player of the higher grade tosses (Article 7.1). The challenger, who is Black before a toss, tosses if the grades
/// do not decide it.
fn tosser(strengths: [Strength; 2]) -> Color {
    let [challenger, acceptor] = strengths.map(|strength| Standing {
        grade: strength.grade(),
        senior_since: None,
        presence: BoardPresence::Present,
    });
    match who_tosses(&challenger, &acceptor).map(|tosser| tosser.entitled) {
        Some(furigoma::Contender::Second) => Color::White,
        Some(furigoma::Contender::First) | None => Color::Black,
    }
}

fn variant_by_name(name: &str) -> Result<Variant, TermsError> {
    name.parse().map_err(|e| wrong("variant")(&e))
}
