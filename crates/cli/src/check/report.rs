//! What is said of one game.

use super::Place;
use crate::Answer;
use komadai_core::Faults;
use komadai_game::judge::{Fate, Finding, Judgement, ResultAgreement, judge};
use komadai_game::{Article, Outcome, Preset, RepetitionEnds, RuleSet};
use komadai_kifu::record::{Ending, Record};
use serde_json::{Value, json};
use std::io::{self, Write};

/// A game that was judged.
pub(super) struct CheckReport {
    /// By which rules; nothing for the board alone.
    preset: Option<Preset>,
    judgement: Judgement,
    /// How the record ends.
    stated: Option<Ending>,
    /// Why moves are not judged: one set of pieces cannot show the start position.
    not_judged: Option<Faults>,
}

impl CheckReport {
    pub(super) fn new(record: &Record, preset: Option<Preset>) -> CheckReport {
        CheckReport {
            preset,
            judgement: judge(record, preset.map(RuleSet::preset)),
            stated: record.ending().cloned(),
            not_judged: record.start_position().not_judged(),
        }
    }

    pub(super) fn answer(&self) -> Answer {
        match self.not_judged {
            Some(_) => Answer::BadInput,
            None if self.is_legal() => Answer::Positive,
            None => Answer::Negative,
        }
    }

    fn is_legal(&self) -> bool {
        self.judgement.findings.is_empty()
    }

    /// Notes, if it is the only file, and the first finding, `legal` or `not judged`.
    pub(super) fn print(&self, out: &mut impl Write, place: &Place<'_>) -> io::Result<()> {
        let prefix = place.prefix();
        if let Some(faults) = &self.not_judged {
            return writeln!(out, "{prefix}not judged: {faults}");
        }
        if place.alone {
            for note in self.notes() {
                writeln!(out, "{prefix}note: {note}")?;
            }
        }
        match self.judgement.findings.first() {
            None => writeln!(out, "{prefix}legal"),
            Some(finding) => writeln!(out, "{prefix}{finding}"),
        }
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let (Some(ply), true) = (self.judgement.repetition_ply, self.repetition_is_claimed()) {
            notes.push(format!(
                "ply {ply}: the position occurs for the fourth time: a draw may be claimed, {}",
                Article::REPETITION
            ));
        }
        let (first, others) = match self.judgement.findings.split_first() {
            None => (None, &[][..]),
            Some((first, others)) => (Some(first), others),
        };
        if let Some((ply, fate)) = first.and_then(|first| Some((first.ply, first.fate?))) {
            notes.push(format!("ply {ply}: the move {fate}"));
        }
        notes.extend(others.iter().map(|other| format!("also {}", told(other))));
        notes.extend(self.result());
        notes
    }

    /// The board alone does not tell of a draw that nobody can claim any more.
    fn repetition_is_claimed(&self) -> bool {
        match self.preset {
            None => self.is_legal(),
            Some(preset) => RuleSet::preset(preset).knobs().repetition == RepetitionEnds::ByClaim,
        }
    }

    /// The result by the rules and the result in the record, unless they agree on a game without a breach.
    fn result(&self) -> Option<String> {
        let judgement = &self.judgement;
        if self.is_legal() {
            return None;
        }
        let due = judgement.outcome.map(|outcome| outcome.verdict.to_string());
        match (due, judgement.agreement) {
            (Some(due), ResultAgreement::Agrees) => {
                Some(format!("result: {due}, as the record says"))
            }
            (Some(due), ResultAgreement::Differs) => {
                Some(format!("result: {due}, which the record does not say"))
            }
            (Some(due), ResultAgreement::Open) => Some(format!("result: {due}")),
            (None, ResultAgreement::Differs) => {
                Some("result: the record's does not follow from these rules".to_owned())
            }
            (None, _) => None,
        }
    }

    pub(super) fn to_json(&self, place: &Place<'_>) -> Value {
        if let Some(faults) = &self.not_judged {
            return json!({
                "file": place.source.to_string(),
                "game": place.number.unwrap_or(1),
                "legal": null,
                "not_judged": faults.to_string(),
            });
        }
        let judgement = &self.judgement;
        let first = judgement.findings.first();
        let article = first.and_then(|first| first.objection.article());
        let agrees = match judgement.agreement {
            ResultAgreement::Agrees => Some(true),
            ResultAgreement::Differs => Some(false),
            ResultAgreement::Open => None,
        };
        json!({
            "file": place.source.to_string(),
            "game": place.number.unwrap_or(1),
            "legal": first.is_none(),
            "ply": first.map(|first| first.ply),
            "breach": first.map(|first| first.objection.offence().name),
            "also": first.and_then(|first| first.objection.offence().also),
            "message": first.map(|first| first.objection.to_string()),
            "article": article.map(|article| article.number),
            "subject": article.map(|article| article.subject),
            "repetition_ply": judgement.repetition_ply,
            "rules": self.preset.map(Preset::name),
            "breaches": judgement.findings.iter().map(finding).collect::<Vec<_>>(),
            "result": judgement.outcome.map(result),
            "stated": self.stated.as_ref().map(stated),
            "agrees": agrees,
        })
    }
}

fn told(finding: &Finding) -> String {
    match finding.fate {
        None => finding.to_string(),
        Some(fate) => format!("{finding}: the move {fate}"),
    }
}

fn finding(finding: &Finding) -> Value {
    let claimable_until = match finding.fate {
        Some(Fate::Lapsed { last }) => Some(last),
        _ => None,
    };
    let objection = &finding.objection;
    json!({
        "ply": finding.ply,
        "breach": objection.offence().name,
        "also": objection.offence().also,
        "message": objection.to_string(),
        "article": objection.article().map(|article| article.number),
        "fate": finding.fate.map(Fate::name),
        "claimable_until": claimable_until,
    })
}

fn result(outcome: Outcome) -> Value {
    json!({
        "verdict": outcome.verdict.to_string(),
        "winner": outcome.verdict.winner().map(|winner| winner.to_string()),
        "cause": outcome.cause.name(),
    })
}

fn stated(ending: &Ending) -> Value {
    json!({
        "result": ending.termination.word(),
        "winner": ending.winner.map(|winner| winner.to_string()),
    })
}
