//! Parallel map over all cores, with a progress bar.

use crate::progress::Bar;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Maps all items in parallel; results are in the order of the items.
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
        // This thread works as well.
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
