//! Errors of engine processes.

use crate::option::OptionError;
use komadai_core::LineError;
use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;

/// The activity during which an error occurred.
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
            Doing::Handshake => "during the handshake",
            Doing::GettingReady => "while getting ready",
            Doing::Thinking => "while thinking",
            Doing::Stopping => "after stop",
        })
    }
}

/// The last lines of an engine's output.
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

/// Error of an engine process.
///
/// The last lines of its output are in [`tail`](EngineError::tail), not in the message.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The process does not start.
    #[error("cannot start {command}: {error}")]
    Start {
        /// The command.
        command: String,
        /// The reason given by the system.
        error: io::Error,
    },
    /// The process ended, or closed its output.
    #[error("the engine exited {doing}{}", status_text(.status))]
    Exited {
        /// The activity at that time.
        doing: Doing,
        /// The exit status; `None` if it was still running and had to be killed.
        status: Option<ExitStatus>,
        /// The last lines of its output.
        tail: Box<Tail>,
    },
    /// The engine did not answer in time, and was killed.
    #[error("the engine did not answer {doing} for {} ms", .waited.as_millis())]
    Hung {
        /// The activity at that time.
        doing: Doing,
        /// The time waited.
        waited: Duration,
        /// The last lines of its output.
        tail: Box<Tail>,
    },
    /// The answer cannot be read.
    #[error("the engine answered {line:?}: {error}")]
    Answer {
        /// The line, truncated if long.
        line: String,
        /// Returns an error if the option does not accept the value.
        error: LineError,
        /// The last lines of its output.
        tail: Box<Tail>,
    },
    /// The engine has no such option, or the option does not accept the value.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The call is not valid in the engine's current state.
    #[error("{0}")]
    Misuse(&'static str),
}

impl EngineError {
    /// The last lines of the engine's output.
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
