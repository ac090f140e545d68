//! How a game ended, as JSON.

use crate::opening::ColorDto;
use komadai_game::narrate::{self, Language};
use komadai_game::{Cause, Game, Outcome, Verdict};
use serde::Serialize;

/// The end of a game.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OutcomeView {
    /// `wins`, `draw`, `both-lose` or `no-contest`.
    pub verdict: &'static str,
    /// Who won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<ColorDto>,
    /// Why, in one word.
    pub cause: &'static str,
    /// How the move broke the rules, if that was the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breach: Option<&'static str>,
    /// In words.
    pub text: String,
}

impl OutcomeView {
    pub(crate) fn of(game: &Game, outcome: Outcome, language: Language) -> OutcomeView {
        OutcomeView {
            verdict: match outcome.verdict {
                Verdict::Wins(_) => "wins",
                Verdict::Draw => "draw",
                Verdict::BothLose => "both-lose",
                Verdict::NoContest => "no-contest",
            },
            winner: outcome.verdict.winner().map(ColorDto::from),
            cause: outcome.cause.name(),
            breach: match outcome.cause {
                Cause::IllegalMove(breach) => Some(breach.name()),
                _ => None,
            },
            text: narrate::outcome(language, game, &outcome),
        }
    }
}
