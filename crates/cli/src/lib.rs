#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod admin;
mod analyze;
mod args;
mod backup;
mod bench;
mod board;
mod check;
mod convert;
mod diagram;
mod files;
mod input;
mod load;
mod matches;
mod parallel;
mod perft;
mod play;
mod progress;
mod save;
mod serve;
mod show;
mod usi;

use args::{Args, Command};
use clap::{CommandFactory, Parser};
use komadai_server::Page;
use std::io::{self, Write};
use std::process::ExitCode;

/// What a command has to say, beside what it printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    /// Done; where something was asked, yes.
    Positive,
    /// The input was understood, and something is wrong with what it describes.
    Negative,
    /// Some of the input was not understood; this has been said.
    BadInput,
}

impl Answer {
    /// The worse of two answers.
    fn or(self, other: Answer) -> Answer {
        match self {
            Answer::Positive => other,
            Answer::Negative if other == Answer::BadInput => other,
            Answer::Negative | Answer::BadInput => self,
        }
    }
}

/// The command line as clap knows it.
pub fn command() -> clap::Command {
    Args::command()
}

/// Runs the program with the arguments of the process; `page` is what the server shows in browsers.
pub fn main(page: Page) -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(message) => {
            // Help goes to stdout, complaints to stderr; whether anyone reads them does not matter.
            let _ = message.print();
            return ExitCode::from(if message.use_stderr() { 2 } else { 0 });
        }
    };
    // Not locked: other threads of some commands write as well.
    let mut out = io::BufWriter::new(io::stdout());
    let result = run(&args, page, &mut out).and_then(|answer| {
        out.flush()?;
        Ok(answer)
    });
    match result {
        Ok(Answer::Positive) => ExitCode::SUCCESS,
        Ok(Answer::Negative) => ExitCode::from(1),
        Ok(Answer::BadInput) => ExitCode::from(2),
        // The reader, `head` for one, has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "komadai: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args, page: Page, out: &mut impl Write) -> anyhow::Result<Answer> {
    match &args.command {
        Some(Command::Admin(args)) => admin::run(args, out),
        Some(Command::Analyze(args)) => analyze::run(args, out),
        Some(Command::Bench(args)) => bench::run(args, out),
        Some(Command::Check(args)) => check::run(args, out),
        Some(Command::Convert(args)) => convert::run(args, out),
        Some(Command::Diagram(args)) => diagram::run(args, out),
        Some(Command::Match(args)) => matches::run(args, out),
        Some(Command::Perft(args)) => perft::run(args, out),
        Some(Command::Play(args)) => play::run(args),
        Some(Command::Serve(args)) => serve::run(args, page, out),
        Some(Command::Backup(args)) => backup::run(args, out),
        Some(Command::Restore(args)) => backup::restore(args, out),
        Some(Command::Load(args)) => load::run(args, out),
        Some(Command::Show(args)) => show::run(args, out),
        Some(Command::Usi(_)) => usi::run(),
        None => {
            write!(out, "{}", command().render_help())?;
            Ok(Answer::Positive)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
