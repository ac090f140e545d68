//! What goes wrong with an engine.

use crate::error::LineError;
use crate::option::OptionError;
use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;

/// What an engine was asked to do when something went wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Doing {
    /// `usi` up to `usiok`.
    Handshake,
    /// `isready` up to `readyok`.
    GettingReady,
    /// `go` up to the answer.
    Thinking,
    /// `stop` up to the answer.
    Stopping,
}

impl fmt::Display for Doing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Doing::Handshake => "in the handshake",
            Doing::GettingReady => "getting ready",
            Doing::Thinking => "thinking",
            Doing::Stopping => "after stop",
        })
    }
}

/// The last lines that an engine said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tail {
    /// On its standard output.
    pub stdout: Vec<String>,
    /// On its standard error.
    pub stderr: Vec<String>,
}

impl fmt::Display for Tail {
    /// Writes each line after a line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, lines) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            for line in lines {
                write!(f, "\n  {name}: {line}")?;
            }
        }
        Ok(())
    }
}

/// Why an engine cannot be used, or can no longer.
///
/// The last lines it said are in [`tail`](EngineError::tail), not in the message.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The process does not start.
    #[error("cannot start {command}: {error}")]
    Start {
        /// The command.
        command: String,
        /// The system's reason.
        error: io::Error,
    },
    /// The process ended, or closed its output.
    #[error("the engine ended {doing}{}", status_text(.status))]
    Exited {
        /// What it was asked to do.
        doing: Doing,
        /// How it ended; `None` if it was still running and had to be killed.
        status: Option<ExitStatus>,
        /// What it said last.
        tail: Box<Tail>,
    },
    /// The engine did not answer in time, and was killed.
    #[error("the engine did not answer {doing} for {} ms", .waited.as_millis())]
    Hung {
        /// What it was asked to do.
        doing: Doing,
        /// How long was waited.
        waited: Duration,
        /// What it said last.
        tail: Box<Tail>,
    },
    /// The answer cannot be read.
    #[error("the engine answered {line:?}: {error}")]
    Answer {
        /// The line; a long one is cut.
        line: String,
        /// What is wrong with it.
        error: LineError,
        /// What it said last.
        tail: Box<Tail>,
    },
    /// The engine has no such option, or the option takes no such value.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The caller asked for something that does not fit what the engine does.
    #[error("{0}")]
    Misuse(&'static str),
}

impl EngineError {
    /// What the engine said last.
    pub fn tail(&self) -> Option<&Tail> {
        match self {
            EngineError::Exited { tail, .. }
            | EngineError::Hung { tail, .. }
            | EngineError::Answer { tail, .. } => Some(tail),
            EngineError::Start { .. } | EngineError::Option(_) | EngineError::Misuse(_) => None,
        }
    }
}

fn status_text(status: &Option<ExitStatus>) -> String {
    match status {
        Some(status) => format!(" ({status})"),
        None => " (it closed its output)".to_owned(),
    }
}
