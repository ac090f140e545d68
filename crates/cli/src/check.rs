//! `komadai check`: records before the laws of the board or of a rule set.

mod by_rules;

use crate::Answer;
use crate::args::CheckArgs;
use crate::files::{self, Complaint, Source};
use crate::parallel;
use komadai_game::{Preset, RuleSet};
use komadai_kifu::ReadOptions;
use komadai_kifu::judge::{Judgement, judge};
use komadai_kifu::record::Record;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;

pub(crate) fn run(args: &CheckArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let sources = files::gather(&args.inputs)?;
    let options = ReadOptions {
        format: None,
        variant: args.variant.variant,
    };
    let verdicts = parallel::map(&sources, |source| verdicts(source, &options, args.rules));
    let alone =
        args.inputs.len() == 1 && !args.inputs.iter().any(|input| Path::new(input).is_dir());
    let mut answer = Answer::Positive;
    for (source, verdicts) in sources.iter().zip(&verdicts) {
        match verdicts {
            Ok(games) => {
                for (i, game) in games.iter().enumerate() {
                    let number = (games.len() > 1).then_some(i + 1);
                    let place = Place {
                        source,
                        number,
                        alone,
                    };
                    game.print(out, args, &place)?;
                    if !game.is_legal() {
                        answer = answer.or(Answer::Negative);
                    }
                }
            }
            Err(complaint) => {
                answer = Answer::BadInput;
                let _ = writeln!(io::stderr(), "komadai: {complaint}");
                if args.json {
                    let error = complaint.to_string();
                    let object = json!({"file": source.to_string(), "legal": null, "error": error});
                    writeln!(out, "{object}")?;
                }
            }
        }
    }
    Ok(answer)
}

fn verdicts(
    source: &Source,
    options: &ReadOptions,
    rules: Option<Preset>,
) -> Result<Vec<Verdict>, Complaint> {
    let reading = source.read(options)?;
    let verdict = |record: &Record| Verdict::new(record, rules);
    Ok(reading.records.iter().map(verdict).collect())
}

/// What is found in one game.
enum Verdict {
    /// By the laws of the board.
    Board(Judgement),
    /// By a rule set.
    Rules(by_rules::Finding),
}

impl Verdict {
    fn new(record: &Record, rules: Option<Preset>) -> Verdict {
        match rules {
            None => Verdict::Board(judge(record)),
            Some(preset) => Verdict::Rules(by_rules::Finding {
                preset,
                judgement: komadai_game::judge::judge(record, RuleSet::preset(preset)),
                stated: record.ending().cloned(),
            }),
        }
    }

    fn is_legal(&self) -> bool {
        match self {
            Verdict::Board(judgement) => judgement.breach.is_none(),
            Verdict::Rules(finding) => finding.judgement.breaches.is_empty(),
        }
    }

    fn print(&self, out: &mut impl Write, args: &CheckArgs, place: &Place<'_>) -> io::Result<()> {
        match self {
            _ if args.json => writeln!(out, "{}", self.to_json(place)),
            Verdict::Board(judgement) => print(out, place, judgement),
            Verdict::Rules(finding) => finding.print(out, place),
        }
    }

    fn to_json(&self, place: &Place<'_>) -> Value {
        match self {
            Verdict::Board(judgement) => to_json(place, judgement),
            Verdict::Rules(finding) => finding.to_json(place),
        }
    }
}

/// Whose judgement is printed.
struct Place<'s> {
    source: &'s Source,
    /// The number of the game, if the file holds several.
    number: Option<usize>,
    /// Is it the only file?
    alone: bool,
}

impl Place<'_> {
    fn prefix(&self) -> String {
        let game = self.number.map(|number| format!("game {number}: "));
        let file = match self.alone {
            true => String::new(),
            false => format!("{}: ", self.source),
        };
        file + &game.unwrap_or_default()
    }
}

/// What is said of a position that stands for the fourth time.
const REPETITION_NOTE: &str =
    "the position stands for the fourth time: a draw may be claimed, FESA 5.2";

fn print(out: &mut impl Write, place: &Place<'_>, judgement: &Judgement) -> io::Result<()> {
    let prefix = place.prefix();
    if let (Some(ply), None, true) = (judgement.repetition_ply, &judgement.breach, place.alone) {
        writeln!(out, "{prefix}note: ply {ply}: {REPETITION_NOTE}")?;
    }
    match &judgement.breach {
        None => writeln!(out, "{prefix}legal"),
        Some(breach) => writeln!(out, "{prefix}{breach}"),
    }
}

fn to_json(place: &Place<'_>, judgement: &Judgement) -> Value {
    let breach = judgement.breach.as_ref();
    json!({
        "file": place.source.to_string(),
        "game": place.number.unwrap_or(1),
        "legal": breach.is_none(),
        "ply": breach.map(|breach| breach.ply),
        "breach": breach.map(|breach| breach.kind.name()),
        "message": breach.map(|breach| breach.kind.to_string()),
        "article": breach.map(|breach| breach.article().number),
        "subject": breach.map(|breach| breach.article().subject),
        "repetition_ply": judgement.repetition_ply,
    })
}
