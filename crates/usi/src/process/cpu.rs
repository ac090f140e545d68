//! The CPU time of another process.
//!
//! Linux tells it in `/proc`: `schedstat` of each thread in nanoseconds (brought up to date a few
//! hundred times a second), and `stat` of the process in hundredths of a second, which includes
//! threads that have ended. The larger of the two is taken. Processes that the process started
//! count as well, so that an engine may be wrapped in a script. Elsewhere there is no answer, and
//! callers use the wall clock.

use std::time::Duration;

/// The CPU time that a process and those it started have used, if the system tells it.
#[cfg(target_os = "linux")]
pub(crate) fn cpu_time(pid: u32) -> Option<Duration> {
    linux::tree_time(pid, linux::GENERATIONS)
}

/// The CPU time that a process and those it started have used, if the system tells it.
#[cfg(not(target_os = "linux"))]
pub(crate) fn cpu_time(_pid: u32) -> Option<Duration> {
    None
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::path::Path;
    use std::time::Duration;

    /// Scripts that start scripts are followed so deep.
    pub(super) const GENERATIONS: u32 = 4;

    /// The unit of times in `stat`: the kernel's interface has a hundred ticks a second everywhere.
    const TICK: Duration = Duration::from_millis(10);

    pub(super) fn tree_time(pid: u32, generations: u32) -> Option<Duration> {
        let folder = format!("/proc/{pid}");
        let ticks = ticks(&fs::read_to_string(format!("{folder}/stat")).ok()?)?;
        let mut threads = Duration::ZERO;
        let mut children = Duration::ZERO;
        let tasks = fs::read_dir(format!("{folder}/task")).into_iter().flatten();
        for task in tasks.flatten() {
            threads += thread_time(&task.path()).unwrap_or_default();
            if generations > 0 {
                children += children_time(&task.path(), generations - 1);
            }
        }
        Some(threads.max(ticks) + children)
    }

    fn thread_time(task: &Path) -> Option<Duration> {
        let text = fs::read_to_string(task.join("schedstat")).ok()?;
        let nanos = text.split_ascii_whitespace().next()?.parse().ok()?;
        Some(Duration::from_nanos(nanos))
    }

    fn children_time(task: &Path, generations: u32) -> Duration {
        let text = fs::read_to_string(task.join("children")).unwrap_or_default();
        let pids = text.split_ascii_whitespace().flat_map(str::parse);
        pids.flat_map(|pid| tree_time(pid, generations)).sum()
    }

    /// User and system time of the process and of its children that have ended.
    pub(super) fn ticks(stat: &str) -> Option<Duration> {
        // The second field is the program's name in brackets, which may hold anything.
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

        #[test]
        fn our_own_time_grows_with_work() {
            let pid = std::process::id();
            let before = super::super::cpu_time(pid).unwrap();
            let mut sum = 0u64;
            for n in 0..200_000_000u64 {
                sum = std::hint::black_box(sum ^ n);
            }
            let after = super::super::cpu_time(pid).unwrap();
            assert!(after > before, "{before:?} {after:?} {sum}");
        }
    }
}
