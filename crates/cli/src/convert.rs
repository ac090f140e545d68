//! `komadai convert`: records from one format to another.

use crate::Answer;
use crate::args::ConvertArgs;
use crate::files::{self, Complaint, Source};
use crate::parallel;
use crate::save::{Existing, save};
use anyhow::{Context, ensure};
use komadai_kifu::encoding::LineEnd;
use komadai_kifu::{Format, ReadOptions, Reading, WriteOptions, write};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub(crate) fn run(args: &ConvertArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let sources = files::gather(&args.inputs)?;
    let Some(target) = &args.output else {
        return to_stdout(args, &sources, out);
    };
    let jobs = plan(args, sources, Path::new(target))?;
    let reports = parallel::map(&jobs, |job| job.run(args));
    let mut stderr = io::stderr().lock();
    for complaint in reports.iter().flat_map(|report| &report.complaints) {
        let _ = writeln!(stderr, "{complaint}");
    }
    let summary = ConvertSummary::of(&reports);
    if args.json {
        writeln!(out, "{}", summary.to_json(&jobs, &reports))?;
    } else {
        writeln!(out, "{}", summary.to_text())?;
    }
    Ok(summary.answer())
}

/// A single file without an output path is printed.
fn to_stdout(
    args: &ConvertArgs,
    sources: &[Source],
    out: &mut impl Write,
) -> anyhow::Result<Answer> {
    ensure!(!args.json, "--json requires -o OUT");
    let is_folder = |argument: &&std::ffi::OsString| Path::new(argument).is_dir();
    ensure!(
        args.inputs.len() == 1 && !args.inputs.iter().any(|argument| is_folder(&argument)),
        "several files need a folder: -o FOLDER"
    );
    let [source] = sources else {
        anyhow::bail!("expected one file");
    };
    let report = Conversion::of(source, args);
    let many =
        "it holds several games, and the format one; a place for the files is needed: -o OUT";
    for complaint in &report.complaints {
        let _ = writeln!(io::stderr(), "{complaint}");
    }
    match report.files.as_slice() {
        _ if report.failed => return Ok(Answer::Negative),
        [bytes] => out.write_all(bytes)?,
        _ => anyhow::bail!("{source}: {many}"),
    }
    Ok(Answer::Positive)
}

/// An input file and its output file.
struct ConvertJob {
    source: Source,
    output: PathBuf,
}

/// Assigns each file a unique output path.
fn plan(
    args: &ConvertArgs,
    sources: Vec<Source>,
    target: &Path,
) -> anyhow::Result<Vec<ConvertJob>> {
    let single = match (args.inputs.as_slice(), sources.len()) {
        ([input], 1) => !Path::new(input).is_dir(),
        _ => false,
    };
    let names_folder = target.as_os_str().to_string_lossy().ends_with('/') || target.is_dir();
    let into_folder = !single || names_folder;
    ensure!(
        !into_folder || names_folder || !target.exists(),
        "{}: several files need a folder, and this is a file",
        target.display()
    );
    let mut taken = HashSet::new();
    let mut jobs = Vec::with_capacity(sources.len());
    for source in sources {
        let output = if into_folder {
            target.join(output_name(&source, args.to, &mut taken)?)
        } else {
            target.to_owned()
        };
        jobs.push(ConvertJob { source, output });
    }
    Ok(jobs)
}

/// The name below the target folder: the extension is replaced, or appended if that name is taken.
fn output_name(
    source: &Source,
    format: Format,
    taken: &mut HashSet<PathBuf>,
) -> anyhow::Result<PathBuf> {
    let below = match source {
        Source::Stdin => Path::new("stdin"),
        Source::Argument(_) => Path::new("game"),
        Source::File { below, .. } => below,
    };
    let changed = below.with_extension(extension(format));
    let mut added = below.as_os_str().to_owned();
    added.push(".");
    added.push(extension(format));
    [changed, PathBuf::from(added)]
        .into_iter()
        .find(|name| taken.insert(name.clone()))
        .with_context(|| format!("{source}: another file has the same name"))
}

/// The file extension of a format.
fn extension(format: Format) -> &'static str {
    match format {
        Format::Western => "txt",
        other => other.name(),
    }
}

impl ConvertJob {
    fn run(&self, args: &ConvertArgs) -> ConvertReport {
        let mut conversion = Conversion::of(&self.source, args);
        let existing = if args.force {
            Existing::Replace
        } else {
            Existing::Keep
        };
        let mut outputs = Vec::new();
        let many = conversion.files.len() > 1;
        for (i, bytes) in conversion.files.iter().enumerate() {
            let path = if many {
                numbered(&self.output, i + 1)
            } else {
                self.output.clone()
            };
            if let Err(error) = save(&path, bytes, existing) {
                conversion.complaints.push(Complaint {
                    source: self.source.to_string(),
                    place: None,
                    message: format!("{error:#}"),
                });
                conversion.failed = true;
                break;
            }
            outputs.push(path);
        }
        ConvertReport {
            outputs,
            format: conversion.format,
            games: conversion.games,
            failed: conversion.failed,
            lossy: conversion.lossy,
            complaints: conversion.complaints,
        }
    }
}

/// `game.kif` becomes `game-2.kif`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let part = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, extension) = (part(path.file_stem()), part(path.extension()));
    path.with_file_name(format!("{stem}-{number}.{extension}"))
}

/// The result of converting a file, before it is saved.
struct Conversion {
    /// The contents of each output file.
    files: Vec<Vec<u8>>,
    format: Option<Format>,
    games: usize,
    failed: bool,
    lossy: bool,
    complaints: Vec<Complaint>,
}

impl Conversion {
    fn of(source: &Source, args: &ConvertArgs) -> Conversion {
        let mut conversion = Conversion {
            files: Vec::new(),
            format: None,
            games: 0,
            failed: false,
            lossy: false,
            complaints: Vec::new(),
        };
        let options = ReadOptions {
            format: None,
            variant: args.variant.variant,
        };
        match source.read(&options) {
            Ok(reading) => conversion.write(source, &reading, args),
            Err(complaint) => conversion.fail(complaint),
        }
        conversion
    }

    fn fail(&mut self, complaint: Complaint) {
        self.files.clear();
        self.failed = true;
        self.complaints.push(complaint);
    }

    fn write(&mut self, source: &Source, reading: &Reading, args: &ConvertArgs) {
        self.format = Some(reading.format);
        self.games = reading.records.len();
        self.complaints = files::warnings(source, reading);
        let options = WriteOptions {
            encoding: args.encoding.into(),
            line_end: LineEnd::Lf,
        };
        for (i, record) in reading.records.iter().enumerate() {
            let game = match self.games {
                1 => String::new(),
                _ => format!("game {}: ", i + 1),
            };
            let say = |message: String| Complaint {
                source: source.to_string(),
                place: None,
                message: format!("{game}{message}"),
            };
            match write(record, args.to, &options) {
                Err(error) => return self.fail(say(error.to_string())),
                Ok(written) => {
                    self.lossy |= !written.notices.is_empty();
                    let notices = written.notices.iter();
                    self.complaints
                        .extend(notices.map(|notice| say(format!("notice: {notice}"))));
                    self.add(args.to, written.bytes);
                }
            }
        }
    }

    /// Adds a game: to the same file if the format supports several games, otherwise as a separate file.
    fn add(&mut self, format: Format, bytes: Vec<u8>) {
        match (format.separator(), self.files.last_mut()) {
            (Some(separator), Some(file)) => {
                file.extend_from_slice(separator.as_bytes());
                file.extend_from_slice(&bytes);
            }
            _ => self.files.push(bytes),
        }
    }
}

/// The result for a file.
struct ConvertReport {
    outputs: Vec<PathBuf>,
    format: Option<Format>,
    games: usize,
    failed: bool,
    lossy: bool,
    complaints: Vec<Complaint>,
}

impl ConvertReport {
    fn to_json(&self, source: &Source) -> Value {
        let complaints = self.complaints.iter().map(ToString::to_string);
        json!({
            "input": source.to_string(),
            "format": self.format.map(Format::name),
            "games": self.games,
            "outputs": self.outputs.iter().map(|path| path.display().to_string()).collect::<Vec<_>>(),
            "converted": !self.failed,
            "messages": complaints.collect::<Vec<_>>(),
        })
    }
}

/// Counts of converted and failed files.
struct ConvertSummary {
    converted: usize,
    failed: usize,
    lossy: usize,
    games: usize,
}

impl ConvertSummary {
    fn of(reports: &[ConvertReport]) -> ConvertSummary {
        let done = || reports.iter().filter(|report| !report.failed);
        ConvertSummary {
            converted: done().count(),
            failed: reports.len() - done().count(),
            lossy: done().filter(|report| report.lossy).count(),
            games: done().map(|report| report.games).sum(),
        }
    }

    fn to_text(&self) -> String {
        let ConvertSummary {
            converted,
            failed,
            lossy,
            games,
        } = self;
        let count = |number: usize, noun: &str| match number {
            1 => format!("1 {noun}"),
            _ => format!("{number} {noun}s"),
        };
        let (files, games) = (count(*converted, "file"), count(*games, "game"));
        format!("converted {files} ({games}), {lossy} with losses; {failed} failed")
    }

    fn to_json(&self, jobs: &[ConvertJob], reports: &[ConvertReport]) -> Value {
        let files = jobs.iter().zip(reports);
        json!({
            "converted": self.converted,
            "failed": self.failed,
            "lossy": self.lossy,
            "games": self.games,
            "files": files.map(|(job, report)| report.to_json(&job.source)).collect::<Vec<_>>(),
        })
    }

    fn answer(&self) -> Answer {
        match self.failed {
            0 => Answer::Positive,
            _ => Answer::Negative,
        }
    }
}
