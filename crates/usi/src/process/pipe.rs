//! The pipes to and from a process, each served by a thread.

use super::error::Tail;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

/// Longer lines are truncated. A mate in five thousand plies is shorter.
const LINE_LIMIT: usize = 64 * 1024;

/// Lines that are buffered before the engine blocks. Together with the line limit this bounds memory.
const LINES_WAITING: usize = 256;

/// Number of last lines kept for errors, and the length kept of each.
const TAIL_LINES: usize = 20;
const TAIL_COLUMNS: usize = 300;

/// A line of output, and when it arrived.
#[derive(Clone, Debug)]
pub(super) struct OutputLine {
    pub(super) text: String,
    pub(super) at: Instant,
}

/// The last lines of both outputs, filled by the reading threads.
#[derive(Clone, Debug, Default)]
pub(super) struct Tails {
    stdout: Arc<Mutex<VecDeque<String>>>,
    stderr: Arc<Mutex<VecDeque<String>>>,
}

impl Tails {
    pub(super) fn get(&self) -> Box<Tail> {
        let copy = |lines: &Mutex<VecDeque<String>>| lock(lines).iter().cloned().collect();
        Box::new(Tail {
            stdout: copy(&self.stdout),
            stderr: copy(&self.stderr),
        })
    }
}

fn lock(lines: &Mutex<VecDeque<String>>) -> MutexGuard<'_, VecDeque<String>> {
    lines.lock().unwrap_or_else(PoisonError::into_inner)
}

fn remember(lines: &Mutex<VecDeque<String>>, line: &str) {
    let mut lines = lock(lines);
    if lines.len() == TAIL_LINES {
        lines.pop_front();
    }
    lines.push_back(shown(line));
}

/// The part of a line that an error repeats.
pub(super) fn shown(line: &str) -> String {
    match line.char_indices().nth(TAIL_COLUMNS) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// Starts a thread that writes the lines sent to the channel, in order.
pub(super) fn write_to(mut stdin: ChildStdin) -> io::Result<Sender<String>> {
    let (sender, lines) = channel::<String>();
    let run = move || {
        for mut line in lines {
            line.push('\n');
            // A dead engine is detected by the end of its output.
            if stdin
                .write_all(line.as_bytes())
                .and_then(|()| stdin.flush())
                .is_err()
            {
                break;
            }
        }
    };
    thread::Builder::new()
        .name("usi-write".to_owned())
        .spawn(run)?;
    Ok(sender)
}

/// The lines of an engine's output; the channel closes when the output does.
pub(super) fn read_from(stdout: ChildStdout, tails: &Tails) -> io::Result<Receiver<OutputLine>> {
    let (sender, receiver) = sync_channel(LINES_WAITING);
    let tail = Arc::clone(&tails.stdout);
    let run = move || forward(stdout, &tail, &sender);
    thread::Builder::new()
        .name("usi-read".to_owned())
        .spawn(run)?;
    Ok(receiver)
}

fn forward(stdout: ChildStdout, tail: &Mutex<VecDeque<String>>, sender: &SyncSender<OutputLine>) {
    each_line(stdout, |text| {
        let at = Instant::now();
        remember(tail, &text);
        sender.send(OutputLine { text, at }).is_ok()
    });
}

/// Reads the error output so that the engine never blocks on it; the channel closes when it ends.
pub(super) fn drain(stderr: ChildStderr, tails: &Tails) -> io::Result<Receiver<()>> {
    let (sender, receiver) = channel();
    let tail = Arc::clone(&tails.stderr);
    let run = move || {
        let _open = sender;
        each_line(stderr, |text| {
            remember(&tail, &text);
            true
        });
    };
    thread::Builder::new()
        .name("usi-stderr".to_owned())
        .spawn(run)?;
    Ok(receiver)
}

/// Passes each line to `take` until it stops or there are no more.
fn each_line(input: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    while let Ok(Some(())) = read_line(&mut input, &mut line) {
        let text = String::from_utf8_lossy(&line);
        if !take(text.trim_end().to_owned()) {
            return;
        }
        line.clear();
    }
}

/// Reads a line without its line break; text beyond the limit is dropped.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<()>> {
    let mut seen = false;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if buffer.is_empty() {
            return Ok(seen.then_some(()));
        }
        seen = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        let room = LINE_LIMIT.saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<String> {
        let mut all = Vec::new();
        each_line(input, |line| {
            all.push(line);
            true
        });
        all
    }

    #[test]
    fn lines_end_with_any_ending_or_none() {
        assert_eq!(lines(b"a\r\nb\n\nc"), ["a", "b", "", "c"]);
        assert_eq!(lines(b""), [""; 0]);
        assert_eq!(lines(b"\xff\n"), ["\u{fffd}"]);
    }

    #[test]
    fn long_lines_are_cut_and_the_next_one_is_whole() {
        let mut input = vec![b'x'; 3 * LINE_LIMIT];
        input.extend_from_slice(b"\nreadyok\n");
        let lines = lines(&input);
        assert_eq!(lines[0].len(), LINE_LIMIT);
        assert_eq!(lines[1], "readyok");
    }
}
