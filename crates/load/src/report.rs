//! The report of a load test.

use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// The results of one game or of all games.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Microseconds from move to answer.
    pub(super) latencies: Vec<u32>,
    pub(super) errors: u64,
    /// Errors by kind, with their number.
    pub(super) faults: BTreeMap<String, u64>,
}

impl Tally {
    pub(super) fn note(&mut self, latency: Duration) {
        let micros = u32::try_from(latency.as_micros()).unwrap_or(u32::MAX);
        self.latencies.push(micros);
    }

    pub(super) fn fail(&mut self, fault: String) {
        self.errors += 1;
        *self.faults.entry(fault).or_default() += 1;
    }

    pub(super) fn add(&mut self, other: Tally) {
        self.latencies.extend(other.latencies);
        self.errors += other.errors;
        for (fault, times) in other.faults {
            *self.faults.entry(fault).or_default() += times;
        }
    }

    pub(super) fn moves(&self) -> u64 {
        self.latencies.len() as u64
    }

    pub(super) fn latency(&self) -> Latency {
        let mut sorted = self.latencies.clone();
        sorted.sort_unstable();
        let at = |part: f64| {
            let last = sorted.len().saturating_sub(1);
            let rank = (part * last as f64).round() as usize;
            sorted.get(rank).map_or(0.0, |&us| f64::from(us) / 1e3)
        };
        Latency {
            p50_ms: at(0.5),
            p90_ms: at(0.9),
            p99_ms: at(0.99),
            p999_ms: at(0.999),
            max_ms: at(1.0),
        }
    }
}

/// Milliseconds from a move to the answer that it is on disk.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Latency {
    /// The median.
    pub p50_ms: f64,
    /// The 90th percentile.
    pub p90_ms: f64,
    /// The 99th percentile.
    pub p99_ms: f64,
    /// The 99.9th percentile.
    pub p999_ms: f64,
    /// The longest.
    pub max_ms: f64,
}

/// The results of a load test.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Concurrent games.
    pub games: usize,
    /// Open sockets.
    pub sockets: usize,
    /// The duration.
    pub seconds: f64,
    /// Answered moves.
    pub moves: u64,
    /// Answered moves per second.
    pub moves_per_second: f64,
    /// Requested moves per second.
    pub wanted_per_second: f64,
    /// Latency of the answers.
    pub latency: Latency,
    /// Number of errors.
    pub errors: u64,
    /// Errors by kind, with their number.
    pub faults: BTreeMap<String, u64>,
    /// Single-row commits per second with full sync.
    pub bare_commits_per_second: f64,
    /// Moves per second as a multiple of that.
    pub ratio: f64,
    /// Growth of the server's memory per game until all were set up, in bytes.
    pub memory_per_game_at_start: Option<u64>,
    /// Growth per game until the end.
    pub memory_per_game: Option<u64>,
    /// The server's memory at the end.
    pub memory: Option<u64>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Latency {
            p50_ms,
            p90_ms,
            p99_ms,
            p999_ms,
            max_ms,
        } = self.latency;
        for (fault, times) in &self.faults {
            writeln!(f, "fault {times}x {fault}")?;
        }
        writeln!(
            f,
            "games {} sockets {} seconds {:.1} moves {}",
            self.games, self.sockets, self.seconds, self.moves
        )?;
        writeln!(
            f,
            "latency_ms p50 {p50_ms:.1} p90 {p90_ms:.1} p99 {p99_ms:.1} p99.9 {p999_ms:.1} max {max_ms:.1}"
        )?;
        if let (Some(start), Some(end), Some(all)) = (
            self.memory_per_game_at_start,
            self.memory_per_game,
            self.memory,
        ) {
            writeln!(
                f,
                "memory_bytes_per_game {end} at_start {start} server {all}"
            )?;
        }
        writeln!(
            f,
            "bare_commits_per_second {:.0} ratio {:.2}",
            self.bare_commits_per_second, self.ratio
        )?;
        write!(
            f,
            "moves_per_second {:.1} of {:.1} p99_ms {p99_ms:.1} errors {}",
            self.moves_per_second, self.wanted_per_second, self.errors
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latency_percentiles_are_ranks() {
        let mut tally = Tally::default();
        for millis in (1..=100).rev() {
            tally.note(Duration::from_millis(millis));
        }
        let latency = tally.latency();
        assert!((latency.p50_ms - 51.0).abs() < 1.1, "{latency:?}");
        assert!((latency.p99_ms - 99.0).abs() < 1.1, "{latency:?}");
        assert!((latency.max_ms - 100.0).abs() < 1e-9, "{latency:?}");
        assert!(Tally::default().latency().max_ms.abs() < 1e-9);
    }
}
