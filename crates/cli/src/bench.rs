//! `komadai bench`: a fixed search that identifies the engine and measures its speed.

use crate::Answer;
use crate::args::BenchArgs;
use komadai_search::bench;
use serde_json::json;
use std::io::Write;
use std::time::Instant;

pub(crate) fn run(args: &BenchArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let start = Instant::now();
    let report = bench(args.variant.variant, args.depth);
    let time = start.elapsed();
    let nps = (report.nodes as f64 / time.as_secs_f64().max(1e-9)) as u64;
    let (positions, nodes, time_ms) = (report.positions, report.nodes, time.as_millis() as u64);
    if args.json {
        let object = json!({
            "positions": positions,
            "depth": args.depth,
            "nodes": nodes,
            "time_ms": time_ms,
            "nps": nps,
        });
        writeln!(out, "{object}")?;
    } else {
        writeln!(out, "{positions} positions to depth {}", args.depth)?;
        writeln!(out, "nodes {nodes} time_ms {time_ms} nps {nps}")?;
    }
    Ok(Answer::Positive)
}
