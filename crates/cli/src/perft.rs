//! `komadai perft`: counts sequences of legal moves.

use crate::Answer;
use crate::args::PerftArgs;
use crate::input::{last, parse_line};
use komadai_core::{Leaves, Move, Position, Rules, Seireigi, Shogi, Variant, perft, perft_divide};
use serde_json::{Map, Value, json};
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

pub(crate) fn run(args: &PerftArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let line = parse_line(&args.sfen)?;
    let count = match args.variant.variant {
        Variant::Shogi => Count::measure::<Shogi>(&last(&line)?, args),
        Variant::Seireigi => Count::measure::<Seireigi>(&last(&line)?, args),
    };
    if args.json {
        writeln!(out, "{}", count.to_json(args.divide))?;
    } else {
        count.write(args.divide, out)?;
    }
    Ok(Answer::Positive)
}

/// The count and the time it took.
struct Count {
    nodes: u64,
    by_move: Vec<(Move, u64)>,
    time: Duration,
}

impl Count {
    fn measure<R: Rules>(position: &Position<R>, args: &PerftArgs) -> Count {
        let leaves = if args.no_bulk {
            Leaves::Made
        } else {
            Leaves::Bulk
        };
        let start = Instant::now();
        let (nodes, mut by_move) = match args.depth {
            // The only sequence is empty.
            0 => (1, Vec::new()),
            1 if !args.divide => (perft(position, 1, leaves), Vec::new()),
            depth => {
                let by_move = divide(position, depth, leaves, args.threads);
                (by_move.iter().map(|&(_, nodes)| nodes).sum(), by_move)
            }
        };
        let time = start.elapsed();
        by_move.sort_by_cached_key(|(mv, _)| mv.to_string());
        Count {
            nodes,
            by_move,
            time,
        }
    }

    fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }

    fn write(&self, divide: bool, out: &mut impl Write) -> std::io::Result<()> {
        for (mv, nodes) in self.by_move.iter().filter(|_| divide) {
            writeln!(out, "{mv}: {nodes}")?;
        }
        let (nodes, time_ms, nps) = (self.nodes, self.time.as_millis(), self.nodes_per_second());
        writeln!(out, "nodes {nodes} time_ms {time_ms} nps {nps}")
    }

    fn to_json(&self, divide: bool) -> Value {
        let mut object = json!({
            "nodes": self.nodes,
            "time_ms": self.time.as_millis() as u64,
            "nps": self.nodes_per_second(),
        });
        if divide {
            let by_move = self.by_move.iter();
            let counts: Map<String, Value> = by_move
                .map(|(mv, nodes)| (mv.to_string(), json!(nodes)))
                .collect();
            object["divide"] = counts.into();
        }
        object
    }
}

/// The number of sequences that start with each legal move, counted by several threads.
fn divide<R: Rules>(
    position: &Position<R>,
    depth: u32,
    leaves: Leaves,
    threads: NonZeroUsize,
) -> Vec<(Move, u64)> {
    if depth < 3 || threads.get() == 1 {
        return perft_divide(position, depth, leaves);
    }
    let firsts: Vec<First<R>> = position
        .legal_moves()
        .iter()
        .map(|&mv| First::new(position, mv))
        .collect();
    let jobs: Vec<(&First<R>, Move)> = firsts
        .iter()
        .flat_map(|first| {
            let replies = first.position.legal_moves();
            replies
                .iter()
                .map(|&reply| (first, reply))
                .collect::<Vec<_>>()
        })
        .collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(&(first, reply)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let nodes = perft(&after(&first.position, reply), depth - 2, leaves);
            first.nodes.fetch_add(nodes, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        // This thread works as well.
        for _ in 1..threads.get().min(jobs.len()) {
            scope.spawn(work);
        }
        work();
    });
    firsts
        .into_iter()
        .map(|first| (first.mv, first.nodes.into_inner()))
        .collect()
}

/// A first move, its position and the sequences counted so far.
struct First<R: Rules> {
    mv: Move,
    position: Position<R>,
    nodes: AtomicU64,
}

impl<R: Rules> First<R> {
    fn new(position: &Position<R>, mv: Move) -> First<R> {
        First {
            mv,
            position: after(position, mv),
            nodes: AtomicU64::new(0),
        }
    }
}

/// The position after a legal move.
fn after<R: Rules>(position: &Position<R>, mv: Move) -> Position<R> {
    let mut next = *position;
    let _ = next.play_unchecked(mv);
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<R: Rules>(sfen: &str, depth: u32) {
        let position: Position<R> = sfen.parse().expect("a position");
        for leaves in [Leaves::Bulk, Leaves::Made] {
            let alone = perft_divide(&position, depth, leaves);
            for threads in [2, 3, 200] {
                let threads = NonZeroUsize::new(threads).expect("not zero");
                assert_eq!(divide(&position, depth, leaves, threads), alone);
            }
        }
    }

    #[test]
    fn threads_together_count_what_one_counts() {
        let promoted = "l3k3l/9/4+G4/9/9/9/9/9/4K4 b 2R 1";
        for depth in 1..=3 {
            check::<Shogi>("startpos", depth);
            check::<Seireigi>(promoted, depth);
        }
        let mate = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
        check::<Shogi>(mate, 3);
    }
}
