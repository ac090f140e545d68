//! A progress bar for long work.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// Shorter work shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// A progress bar that appears after a second.
pub(crate) struct Bar {
    bar: ProgressBar,
    start: Instant,
    is_terminal: bool,
}

impl Bar {
    pub(crate) fn new(len: usize) -> Bar {
        let bar = ProgressBar::with_draw_target(Some(len as u64), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {eta} {msg}") {
            bar.set_style(style);
        }
        Bar {
            bar,
            start: Instant::now(),
            is_terminal: io::stderr().is_terminal(),
        }
    }

    pub(crate) fn step(&self) {
        self.bar.inc(1);
        if self.is_terminal && self.bar.is_hidden() && self.start.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Prints a message above the bar.
    pub(crate) fn say(&self, text: String) {
        self.bar.set_message(text);
    }

    /// Runs work that writes to the terminal.
    pub(crate) fn beside<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
