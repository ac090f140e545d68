//! tsshogi, in a process of Node that waits for its turn.

use super::corpus::{Corpus, Family};
use serde_json::Value;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// A running `tools/bench-records/bench.mjs`.
#[derive(Debug)]
pub struct NodeScript {
    process: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl NodeScript {
    /// Starts the script; it reads the corpus by itself.
    ///
    /// # Errors
    /// If Node is not there.
    pub fn start(script: &Path, corpus: &Corpus) -> io::Result<NodeScript> {
        let mut process = Command::new("node")
            .arg(script)
            .arg(corpus.folder())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let requests = process.stdin.take();
        let answers = process.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(NodeScript {
            process,
            requests,
            answers: BufReader::new(answers),
        })
    }

    /// The paths of the files that tsshogi reads.
    ///
    /// # Errors
    /// If the script stopped.
    pub fn readable(&mut self, family: Family) -> io::Result<Vec<String>> {
        let answer = self.ask("readable", family)?;
        serde_json::from_value(answer).map_err(io::Error::other)
    }

    /// Time for reading these files once.
    ///
    /// # Errors
    /// If the script stopped.
    pub fn round(&mut self, family: Family) -> io::Result<Duration> {
        let seconds = self.ask("round", family)?.as_f64();
        seconds
            .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
            .ok_or_else(|| io::Error::other("no time from the script"))
    }

    fn ask(&mut self, what: &str, family: Family) -> io::Result<Value> {
        let requests = self.requests.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        writeln!(requests, "{what} {}", family.name())?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        serde_json::from_str(&answer).map_err(io::Error::other)
    }
}

impl Drop for NodeScript {
    /// The script ends with its input.
    fn drop(&mut self) {
        self.requests = None;
        let _ = self.process.wait();
    }
}
