//! Every metric of the server, with the text that `/metrics` shows beside it.

use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Counter,
    Gauge,
    Histogram,
}

const METRICS: [(Kind, &str, &str); 15] = [
    (Kind::Gauge, "komadai_connections", "open WebSockets"),
    (Kind::Gauge, "komadai_rooms", "games in memory"),
    (
        Kind::Gauge,
        "komadai_running_games",
        "games with a running clock",
    ),
    (Kind::Counter, "komadai_events_total", "stored events"),
    (
        Kind::Histogram,
        "komadai_append_seconds",
        "time from a decision until its events are on disk",
    ),
    (
        Kind::Histogram,
        "komadai_commit_seconds",
        "duration of a transaction",
    ),
    (
        Kind::Histogram,
        "komadai_commit_changes",
        "changes in a transaction",
    ),
    (
        Kind::Counter,
        "komadai_failed_changes_total",
        "changes that could not be stored",
    ),
    (
        Kind::Counter,
        "komadai_storage_failures_total",
        "failed attempts of games to store or load something",
    ),
    (
        Kind::Histogram,
        "komadai_engine_wait_seconds",
        "time that a computer player waits for a thread",
    ),
    (
        Kind::Counter,
        "komadai_slow_readers_total",
        "connections closed for reading too slowly",
    ),
    (
        Kind::Counter,
        "komadai_floods_total",
        "connections closed for sending too much",
    ),
    (
        Kind::Counter,
        "komadai_slowed_logins_total",
        "logins refused after too many wrong passwords",
    ),
    (Kind::Counter, "komadai_reports_total", "reports by players"),
    (
        Kind::Gauge,
        "process_resident_memory_bytes",
        "resident memory",
    ),
];

/// Exports all metrics from the start: a counter that appears with its first event has no rate.
pub(crate) fn register() {
    for (kind, name, text) in METRICS {
        match kind {
            Kind::Counter => {
                describe_counter!(name, text);
                counter!(name).increment(0);
            }
            Kind::Gauge => {
                describe_gauge!(name, text);
                gauge!(name).increment(0.0);
            }
            Kind::Histogram => {
                describe_histogram!(name, text);
                let _ = histogram!(name);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn for_each_source(folder: &Path, visit: &mut dyn FnMut(&str)) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                for_each_source(&path, visit);
            } else {
                visit(&std::fs::read_to_string(&path).expect("a source file"));
            }
        }
    }

    /// The metrics that a source file records, by the macro that records them.
    fn recorded(source: &str, by: &str) -> Vec<String> {
        let call = format!("{by}!(\"");
        let name = |part: &str| part.split('"').next().map(str::to_owned);
        source.split(&call).skip(1).filter_map(name).collect()
    }

    #[test]
    fn exactly_the_recorded_metrics_are_listed() {
        let mut found = Vec::new();
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        for_each_source(&sources, &mut |source| {
            for (kind, by) in [
                (Kind::Counter, "counter"),
                (Kind::Gauge, "gauge"),
                (Kind::Histogram, "histogram"),
            ] {
                found.extend(recorded(source, by).into_iter().map(|name| (name, kind)));
            }
        });
        for (name, kind) in &found {
            let is_listed = METRICS.iter().any(|(k, n, _)| (k, *n) == (kind, name));
            assert!(is_listed, "{kind:?} {name}");
        }
        for (kind, name, _) in METRICS {
            assert!(found.contains(&(name.to_owned(), kind)), "{name}");
        }
    }
}
