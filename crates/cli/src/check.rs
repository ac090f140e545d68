//! `komadai check`: records before the laws of the board.

use crate::Answer;
use crate::args::CheckArgs;
use crate::files::{self, Complaint, Source};
use crate::parallel;
use komadai_kifu::ReadOptions;
use komadai_kifu::judge::{Judgement, judge};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;

pub(crate) fn run(args: &CheckArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let sources = files::gather(&args.inputs)?;
    let options = ReadOptions {
        format: None,
        variant: args.variant.variant,
    };
    let verdicts = parallel::map(&sources, |source| verdict(source, &options));
    let alone =
        args.inputs.len() == 1 && !args.inputs.iter().any(|input| Path::new(input).is_dir());
    let mut answer = Answer::Positive;
    for (source, verdict) in sources.iter().zip(&verdicts) {
        match verdict {
            Ok(games) => {
                for (i, game) in games.iter().enumerate() {
                    let number = (games.len() > 1).then_some(i + 1);
                    print(
                        out,
                        args,
                        &Place {
                            source,
                            number,
                            alone,
                        },
                        game,
                    )?;
                    if game.breach.is_some() {
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

fn verdict(source: &Source, options: &ReadOptions) -> Result<Vec<Judgement>, Complaint> {
    let reading = source.read(options)?;
    Ok(reading.records.iter().map(judge).collect())
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

fn print(
    out: &mut impl Write,
    args: &CheckArgs,
    place: &Place<'_>,
    judgement: &Judgement,
) -> io::Result<()> {
    if args.json {
        return writeln!(out, "{}", to_json(place, judgement));
    }
    let prefix = place.prefix();
    if let (Some(ply), None, true) = (judgement.repetition_ply, &judgement.breach, place.alone) {
        let note = "the position stands for the fourth time: a draw may be claimed, FESA 5.2";
        writeln!(out, "{prefix}note: ply {ply}: {note}")?;
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
