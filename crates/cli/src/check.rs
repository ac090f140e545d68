//! `komadai check`: judges records by the laws of the board or a rule set.

mod report;

use crate::Answer;
use crate::args::CheckArgs;
use crate::files::{self, Complaint, Source};
use crate::parallel;
use komadai_game::Preset;
use komadai_kifu::ReadOptions;
use report::CheckReport;
use serde_json::json;
use std::io::{self, Write};
use std::path::Path;

pub(crate) fn run(args: &CheckArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let sources = files::gather(&args.inputs)?;
    let options = ReadOptions {
        format: None,
        variant: args.variant.variant,
    };
    let reports = parallel::map(&sources, |source| reports(source, &options, args.rules));
    let alone =
        args.inputs.len() == 1 && !args.inputs.iter().any(|input| Path::new(input).is_dir());
    let mut answer = Answer::Positive;
    for (source, reports) in sources.iter().zip(&reports) {
        match reports {
            Ok(reports) => {
                for (i, report) in reports.iter().enumerate() {
                    let number = (reports.len() > 1).then_some(i + 1);
                    let place = Place {
                        source,
                        number,
                        alone,
                    };
                    match args.json {
                        true => writeln!(out, "{}", report.to_json(&place))?,
                        false => report.print(out, &place)?,
                    }
                    answer = answer.or(report.answer());
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

fn reports(
    source: &Source,
    options: &ReadOptions,
    rules: Option<Preset>,
) -> Result<Vec<CheckReport>, Complaint> {
    let records = source.read(options)?.records;
    let report = |record| CheckReport::new(record, rules);
    Ok(records.iter().map(report).collect())
}

/// The game whose judgement is printed.
struct Place<'s> {
    source: &'s Source,
    /// The number of the game, if the file contains several.
    number: Option<usize>,
    /// Whether it is the only file.
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
