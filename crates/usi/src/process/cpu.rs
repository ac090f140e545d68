//! The CPU time of another process.
//!
//! Linux reports it in `/proc`: `schedstat` of each living thread, in nanoseconds (updated a few hundred
//! times per second), and `stat` of the process in hundredths of a second, including threads that have
//! ended. The difference is the time of ended threads, which is imprecise but rarely changes; the exact
//! times of living threads are added to it. Child processes count as well, so that an engine may be
//! wrapped in a script. On other systems there is no answer, and callers use the wall clock.

use std::cell::Cell;
use std::time::Duration;

/// Measures the CPU time of a process and of those it started.
#[derive(Debug)]
pub(super) struct CpuMeter {
    pid: u32,
    /// CPU time of threads and processes that have ended.
    ended: Cell<Duration>,
}

/// The times reported by the system.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    /// Exact, without ended threads.
    living: Duration,
    /// Imprecise, the total.
    all: Duration,
}

impl CpuMeter {
    pub(super) fn new(pid: u32) -> CpuMeter {
        CpuMeter {
            pid,
            ended: Cell::new(Duration::ZERO),
        }
    }

    /// The CPU time used so far, if the system reports it.
    pub(super) fn read(&self) -> Option<Duration> {
        let times = tree_times(self.pid)?;
        let ended = self.ended.get().max(times.all.saturating_sub(times.living));
        self.ended.set(ended);
        Some(times.living + ended)
    }
}

#[cfg(target_os = "linux")]
fn tree_times(pid: u32) -> Option<Times> {
    linux::tree_times(pid, linux::GENERATIONS)
}

#[cfg(not(target_os = "linux"))]
fn tree_times(_pid: u32) -> Option<Times> {
    None
}

#[cfg(target_os = "linux")]
mod linux {
    use super::Times;
    use std::fs;
    use std::path::Path;
    use std::time::Duration;

    /// Maximum depth of child processes that are followed.
    pub(super) const GENERATIONS: u32 = 4;

    /// The unit of times in `stat`: the kernel reports a hundred ticks per second on every platform.
    const TICK: Duration = Duration::from_millis(10);

    pub(super) fn tree_times(pid: u32, generations: u32) -> Option<Times> {
        let folder = format!("/proc/{pid}");
        let mut times = Times {
            all: ticks(&fs::read_to_string(format!("{folder}/stat")).ok()?)?,
            living: Duration::ZERO,
        };
        let tasks = fs::read_dir(format!("{folder}/task")).into_iter().flatten();
        for task in tasks.flatten() {
            times.living += thread_time(&task.path()).unwrap_or_default();
            if generations > 0 {
                add_children(&task.path(), generations - 1, &mut times);
            }
        }
        Some(times)
    }

    fn thread_time(task: &Path) -> Option<Duration> {
        let text = fs::read_to_string(task.join("schedstat")).ok()?;
        let nanos = text.split_ascii_whitespace().next()?.parse().ok()?;
        Some(Duration::from_nanos(nanos))
    }

    fn add_children(task: &Path, generations: u32, times: &mut Times) {
        let text = fs::read_to_string(task.join("children")).unwrap_or_default();
        let pids = text.split_ascii_whitespace().flat_map(str::parse);
        for child in pids.flat_map(|pid| tree_times(pid, generations)) {
            times.living += child.living;
            times.all += child.all;
        }
    }

    /// User and system time of the process and of its children that have ended.
    pub(super) fn ticks(stat: &str) -> Option<Duration> {
        // The second field is the program name in parentheses, which may contain any character.
        let (_, fields) = stat.rsplit_once(')')?;
        let times = fields.split_ascii_whitespace().skip(11).take(4);
        let ticks: Vec<u32> = times.map(str::parse).collect::<Result<_, _>>().ok()?;
        (ticks.len() == 4).then(|| TICK * ticks.iter().sum::<u32>())
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn names_with_brackets_do_not_confuse() {
            let stat = "7 (a) b (c)) S 1 7 7 0 -1 4194304 99 0 0 0 12 3 4 5 20 0 1 0";
            assert_eq!(ticks(stat), Some(Duration::from_millis(240)));
            assert_eq!(ticks("7 (a) S 1"), None);
        }

        fn work() {
            let mut sum = 0u64;
            for n in 0..100_000_000u64 {
                sum = std::hint::black_box(sum ^ n);
            }
        }

        #[test]
        fn time_grows_with_work_and_outlives_threads() {
            let meter = super::super::CpuMeter::new(std::process::id());
            let before = meter.read().unwrap();
            work();
            let middle = meter.read().unwrap();
            assert!(middle > before, "{before:?} {middle:?}");
            std::thread::spawn(work).join().unwrap();
            let after = meter.read().unwrap();
            // What is known of ended threads is rough by a tick for each kind of time.
            assert!(after + 4 * TICK > middle, "{middle:?} {after:?}");
            work();
            assert!(meter.read().unwrap() > middle);
        }
    }
}
