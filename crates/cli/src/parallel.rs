//! The same work on many things, shared by all cores, with a bar if it takes long.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Work that is done sooner shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Does the work for each item; results come in the order of the items.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let bar = Bar::new(items.len());
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    let run = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { break };
            let result = work(item);
            results
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push((index, result));
            bar.step();
        }
    };
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    thread::scope(|scope| {
        // This thread works, too.
        for _ in 1..threads.min(items.len()) {
            scope.spawn(run);
        }
        run();
    });
    bar.finish();
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// A bar on a terminal that shows itself after a second.
struct Bar {
    bar: ProgressBar,
    start: Instant,
    is_terminal: bool,
}

impl Bar {
    fn new(len: usize) -> Bar {
        let bar = ProgressBar::with_draw_target(Some(len as u64), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {eta}") {
            bar.set_style(style);
        }
        Bar {
            bar,
            start: Instant::now(),
            is_terminal: io::stderr().is_terminal(),
        }
    }

    fn step(&self) {
        self.bar.inc(1);
        if self.is_terminal && self.bar.is_hidden() && self.start.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_keep_the_order() {
        let items: Vec<u64> = (0..1000).collect();
        let squares = super::map(&items, |n| n * n);
        assert!(
            squares
                .iter()
                .zip(&items)
                .all(|(square, n)| *square == n * n)
        );
        assert!(super::map(&[], |n: &u64| *n).is_empty());
    }
}
