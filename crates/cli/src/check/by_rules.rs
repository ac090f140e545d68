//! What a rule set says of a record.

use super::{Place, REPETITION_NOTE};
use komadai_game::judge::{Agreement, Breach, Fate, Judgement};
use komadai_game::{Outcome, Preset, RepetitionEnds, RuleSet};
use komadai_kifu::record::Ending;
use serde_json::{Value, json};
use std::io::{self, Write};

/// A game, judged by a rule set.
pub(super) struct Finding {
    pub(super) preset: Preset,
    pub(super) judgement: Judgement,
    /// How the record ends.
    pub(super) stated: Option<Ending>,
}

impl Finding {
    /// Notes, if it is the only file, and the first breach or `legal`.
    pub(super) fn print(&self, out: &mut impl Write, place: &Place<'_>) -> io::Result<()> {
        let prefix = place.prefix();
        if place.alone {
            for note in self.notes() {
                writeln!(out, "{prefix}note: {note}")?;
            }
        }
        match self.judgement.breaches.first() {
            None => writeln!(out, "{prefix}legal"),
            Some(breach) => writeln!(out, "{prefix}{breach}"),
        }
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let (Some(ply), true) = (self.judgement.repetition_ply, self.repetition_is_claimed()) {
            notes.push(format!("ply {ply}: {REPETITION_NOTE}"));
        }
        let (first, others) = match self.judgement.breaches.split_first() {
            None => (None, &[][..]),
            Some((first, others)) => (Some(first), others),
        };
        if let Some((ply, fate)) = first.and_then(|breach| Some((breach.ply, breach.fate?))) {
            notes.push(format!("ply {ply}: the move {fate}"));
        }
        notes.extend(others.iter().map(|breach| format!("also {}", told(breach))));
        notes.extend(self.result());
        notes
    }

    fn repetition_is_claimed(&self) -> bool {
        let rules = RuleSet::preset(self.preset);
        rules.knobs().repetition == RepetitionEnds::ByClaim
    }

    /// What the rules make of the game, and what the record says, where there is more to say than that
    /// they agree on a game without a breach.
    fn result(&self) -> Option<String> {
        let judgement = &self.judgement;
        if judgement.breaches.is_empty() {
            return None;
        }
        let due = judgement.outcome.map(|outcome| outcome.verdict.to_string());
        match (due, judgement.agreement) {
            (Some(due), Agreement::Agrees) => Some(format!("result: {due}, as the record says")),
            (Some(due), Agreement::Differs) => {
                Some(format!("result: {due}, which the record does not say"))
            }
            (Some(due), Agreement::Open) => Some(format!("result: {due}")),
            (None, Agreement::Differs) => {
                Some("result: the record's does not follow from these rules".to_owned())
            }
            (None, _) => None,
        }
    }

    pub(super) fn to_json(&self, place: &Place<'_>) -> Value {
        let judgement = &self.judgement;
        let first = judgement.breaches.first();
        let article = first.and_then(|breach| breach.fault.article());
        let agrees = match judgement.agreement {
            Agreement::Agrees => Some(true),
            Agreement::Differs => Some(false),
            Agreement::Open => None,
        };
        json!({
            "file": place.source.to_string(),
            "game": place.number.unwrap_or(1),
            "legal": first.is_none(),
            "ply": first.map(|breach| breach.ply),
            "breach": first.map(|breach| breach.fault.name()),
            "message": first.map(|breach| breach.fault.to_string()),
            "article": article.map(|article| article.number),
            "subject": article.map(|article| article.subject),
            "repetition_ply": judgement.repetition_ply,
            "rules": self.preset.name(),
            "breaches": judgement.breaches.iter().map(breach).collect::<Vec<_>>(),
            "result": judgement.outcome.map(result),
            "stated": self.stated.as_ref().map(stated),
            "agrees": agrees,
        })
    }
}

fn told(breach: &Breach) -> String {
    match breach.fate {
        None => breach.to_string(),
        Some(fate) => format!("{breach}: the move {fate}"),
    }
}

fn breach(breach: &Breach) -> Value {
    let claimable_until = match breach.fate {
        Some(Fate::Lapsed { last }) => Some(last),
        _ => None,
    };
    json!({
        "ply": breach.ply,
        "breach": breach.fault.name(),
        "message": breach.fault.to_string(),
        "article": breach.fault.article().map(|article| article.number),
        "fate": breach.fate.map(Fate::name),
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
