//! A bar that shows how far long work is.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// Work that is done sooner shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar on a terminal that shows itself after a second.
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

    /// Says something beside the bar.
    pub(crate) fn say(&self, text: String) {
        self.bar.set_message(text);
    }

    /// Does something that writes to the terminal, too.
    pub(crate) fn beside<T>(&self, work: impl FnOnce() -> T) -> T {
        self.bar.suspend(work)
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
