//! `komadai analyze`: engine analysis of a record.

use crate::Answer;
use crate::args::AnalyzeArgs;
use crate::files::{self, Source, printable};
use crate::progress::Bar;
use crate::save::{Existing, save};
use anyhow::{Context, bail};
use komadai_core::{Color, Variant};
use komadai_engine::analysis::{
    Analysis, Analyst, Appraisal, Better, Effort, MoveGrade, MoveReport, OwnAnalyst, PlayerSummary,
    Understanding, UsiAnalyst, analyze,
};
use komadai_kifu::names::NameKind;
use komadai_kifu::{Format, ReadOptions, Record, WriteOptions, write};
use komadai_usi::UsiScore;
use komadai_usi::process::{EngineCommand, Timeouts};
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// An engine that searches fewer positions per second counts as hung.
const SLOWEST: u64 = 1000;

pub(crate) fn run(args: &AnalyzeArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    // Reject unsupported output formats before searching.
    let format = args.output.as_deref().map_or(Ok(Format::Kif), format)?;
    let source = Source::one(&args.input)?;
    let record = read(&source, args)?;
    let analysis = examine(&record, args).with_context(|| source.to_string())?;
    let annotated = analysis.annotate(&record);
    let written =
        write(&annotated, format, &WriteOptions::default()).with_context(|| source.to_string())?;
    for notice in &written.notices {
        let _ = writeln!(io::stderr(), "{source}: notice: {notice}");
    }
    if let Some(path) = &args.output {
        save(Path::new(path), &written.bytes, Existing::Replace)?;
    }
    if args.json {
        writeln!(out, "{}", to_json(&analysis, &record, args))?;
    } else if args.output.is_some() {
        write!(out, "{}", to_text(&analysis, &record))?;
    } else {
        out.write_all(&written.bytes)?;
    }
    Ok(match analysis.illegal {
        None => Answer::Positive,
        Some((ply, breach)) => {
            let _ = writeln!(
                io::stderr(),
                "{source}: move {ply} is illegal ({breach}); the analysis stops before it"
            );
            Answer::Negative
        }
    })
}

/// The format of a file with this name.
fn format(output: &OsStr) -> anyhow::Result<Format> {
    let extension = Path::new(output).extension().and_then(OsStr::to_str);
    match extension.map(str::to_ascii_lowercase).as_deref() {
        Some("kif" | "kifu") => Ok(Format::Kif),
        Some("jkf" | "json") => Ok(Format::Jkf),
        _ => bail!(
            "{}: expected a name that ends in .kif, .kifu, .jkf or .json",
            output.display()
        ),
    }
}

fn read(source: &Source, args: &AnalyzeArgs) -> anyhow::Result<Record> {
    let options = ReadOptions {
        format: None,
        variant: args.variant.variant,
    };
    let mut reading = source.read(&options)?;
    for warning in files::warnings(source, &reading) {
        let _ = writeln!(io::stderr(), "{warning}");
    }
    match (reading.records.pop(), reading.records.len()) {
        (Some(record), 0) => Ok(record),
        (_, rest) => bail!(
            "{source}: contains {} games; `convert -o FOLDER` writes one file for each",
            rest + 1
        ),
    }
}

fn effort(args: &AnalyzeArgs) -> Effort {
    let time = args
        .time
        .map(|time| Effort::Time(Duration::from_millis(time)));
    time.or(args.nodes.map(Effort::Nodes)).unwrap_or_default()
}

fn examine(record: &Record, args: &AnalyzeArgs) -> anyhow::Result<Analysis> {
    let effort = effort(args);
    let Some(command) = &args.engine else {
        return watch(record, &mut OwnAnalyst::new(record.variant, effort));
    };
    let mut engine = start(command, record.variant, effort)?;
    let analysis = watch(record, &mut engine)?;
    engine.quit();
    Ok(analysis)
}

fn start(command: &EngineCommand, variant: Variant, effort: Effort) -> anyhow::Result<UsiAnalyst> {
    let mut timeouts = Timeouts::default();
    if let Effort::Nodes(nodes) = effort {
        timeouts.search = timeouts.search.max(Duration::from_secs(nodes / SLOWEST));
    }
    let (engine, understanding) = UsiAnalyst::start(command, variant, effort, timeouts)?;
    if understanding == Understanding::Assumed {
        let name = printable(engine.name());
        let _ = writeln!(
            io::stderr(),
            "komadai: {name} does not declare support for {variant}; assuming that it plays it"
        );
    }
    Ok(engine)
}

fn watch(record: &Record, analyst: &mut dyn Analyst) -> anyhow::Result<Analysis> {
    let bar = Bar::new(record.main_line().count() + 1);
    let analysis = analyze(record, analyst, &mut |_| bar.step());
    bar.finish();
    Ok(analysis?)
}

fn to_text(analysis: &Analysis, record: &Record) -> String {
    let mut lines = vec![format!("Analyst: {}", printable(&analysis.analyst))];
    for report in &analysis.moves {
        lines.extend(mistake(analysis, report));
    }
    for color in Color::ALL {
        lines.push(player(analysis, record, color));
    }
    for found in &analysis.names {
        let side = found.color.map_or("Both".to_owned(), english);
        let name = found.name;
        let (english, japanese, ply) = (name.english, name.japanese, found.ply);
        lines.push(format!("{side}: {english} ({japanese}), move {ply}"));
    }
    lines.push(String::new());
    lines.join("\n")
}

fn mistake(analysis: &Analysis, report: &MoveReport) -> Option<String> {
    let grade = report.grade();
    if grade.is_none() && report.missed_mate.is_none() {
        return None;
    }
    let mut text = format!("{:4} {}", report.ply, analysis.move_text(report.ply));
    if let Some(grade) = grade {
        text += &format!(", {grade}");
    }
    if let Some(plies) = report.missed_mate {
        let length = plies.map_or(String::new(), |plies| format!(" in {plies}"));
        text += &format!(", missed mate{length}");
    }
    if let Some([before, after]) = report.win {
        text += &format!(" ({:.0}% -> {:.0}%)", before * 100.0, after * 100.0);
    }
    if report.better.is_some() {
        text += &format!(", better {}", analysis.better_text(report.ply));
    }
    Some(text)
}

fn player(analysis: &Analysis, record: &Record, color: Color) -> String {
    let player = &analysis.players[color];
    let name = name(record, color).map_or(String::new(), |name| format!(" ({})", printable(&name)));
    let mut text = format!(
        "{}{name}: {} moves, accuracy {:.1}%, mean loss {:.1}%",
        english(color),
        player.moves,
        player.accuracy * 100.0,
        player.mean_loss * 100.0,
    );
    for grade in MoveGrade::ALL {
        text += &format!(
            ", {} {}",
            player.count(grade),
            plural(grade, player.count(grade))
        );
    }
    if let Some((ply, loss)) = player.worst {
        let mv = analysis.move_text(ply);
        text += &format!(", worst move {ply} {mv} (-{:.0}%)", loss * 100.0);
    }
    text
}

fn plural(grade: MoveGrade, count: usize) -> String {
    match (grade, count) {
        (_, 1) => grade.to_string(),
        (MoveGrade::Inaccuracy, _) => "inaccuracies".to_owned(),
        (MoveGrade::Mistake | MoveGrade::Blunder, _) => format!("{grade}s"),
    }
}

/// A player's name; handicap games use different keys.
fn name(record: &Record, color: Color) -> Option<String> {
    let keys = match color {
        Color::Black => ["先手", "下手"],
        Color::White => ["後手", "上手"],
    };
    let name = keys.into_iter().find_map(|key| record.headers.get(key));
    name.map(str::to_owned)
}

fn english(color: Color) -> String {
    match color {
        Color::Black => "Black".to_owned(),
        Color::White => "White".to_owned(),
    }
}

fn to_json(analysis: &Analysis, record: &Record, args: &AnalyzeArgs) -> Value {
    let effort = match effort(args) {
        Effort::Nodes(nodes) => json!({ "nodes": nodes }),
        Effort::Time(time) => json!({ "time_ms": time.as_millis() as u64 }),
    };
    let judged = analysis
        .moves
        .iter()
        .zip(analysis.judgements.iter().skip(1));
    let names = analysis.names.iter().map(|found| {
        json!({
            "id": found.name.id,
            "english": found.name.english,
            "japanese": found.name.japanese,
            "kind": match found.name.kind { NameKind::Castle => "castle", NameKind::Opening => "opening" },
            "side": found.color.map(|color| color.to_string()),
            "ply": found.ply,
        })
    });
    json!({
        "analyst": analysis.analyst,
        "limit": effort,
        "variant": record.variant.name(),
        "start": analysis.judgements.first().map(|start| score(start, record.start.turn())),
        "moves": judged.map(|(report, judgement)| move_json(analysis, report, judgement)).collect::<Vec<_>>(),
        "players": {
            "black": player_json(&analysis.players[Color::Black], name(record, Color::Black)),
            "white": player_json(&analysis.players[Color::White], name(record, Color::White)),
        },
        "names": names.collect::<Vec<_>>(),
        "illegal_ply": analysis.illegal.map(|(ply, _)| ply),
        "output": args.output.as_ref().map(|path| path.display().to_string()),
    })
}

/// A score from Black's view. A mate without a known length is `"+"` or `"-"`.
fn score(judgement: &Appraisal, turn: Color) -> Value {
    let score = judgement.score.map(|score| match turn {
        Color::Black => score,
        Color::White => score.reversed(),
    });
    match score {
        None => Value::Null,
        Some(UsiScore::Centipawns(value)) => json!({ "cp": value }),
        Some(UsiScore::MateIn(Some(plies))) if plies > 0 => json!({ "mate": plies }),
        Some(UsiScore::MatedIn(Some(plies))) if plies > 0 => json!({ "mate": -i64::from(plies) }),
        Some(UsiScore::MateIn(_)) => json!({ "mate": "+" }),
        Some(UsiScore::MatedIn(_)) => json!({ "mate": "-" }),
    }
}

fn move_json(analysis: &Analysis, report: &MoveReport, after: &Appraisal) -> Value {
    let usi = |line: &[komadai_core::Move]| -> Vec<String> {
        line.iter().map(ToString::to_string).collect()
    };
    json!({
        "ply": report.ply,
        "side": report.color.to_string(),
        "move": report.mv.to_string(),
        "text": analysis.move_text(report.ply),
        "score": score(after, !report.color),
        "win_before": report.win.map(|[before, _]| before),
        "win_after": report.win.map(|[_, after]| after),
        "loss": report.loss(),
        "grade": report.grade().map(MoveGrade::english),
        "missed_mate": report.missed_mate.map(|plies| plies.map_or(json!("+"), |plies| json!(plies))),
        "better": match &report.better {
            None => Value::Null,
            Some(Better::Declaration) => json!("win"),
            Some(Better::Line(line)) => json!(usi(line)),
        },
        "line": usi(&after.line),
        "depth": after.depth,
        "nodes": after.nodes,
    })
}

fn player_json(player: &PlayerSummary, name: Option<String>) -> Value {
    json!({
        "name": name,
        "moves": player.moves,
        "accuracy": player.accuracy,
        "mean_loss": player.mean_loss,
        "inaccuracies": player.count(MoveGrade::Inaccuracy),
        "mistakes": player.count(MoveGrade::Mistake),
        "blunders": player.count(MoveGrade::Blunder),
        "worst_ply": player.worst.map(|(ply, _)| ply),
    })
}
