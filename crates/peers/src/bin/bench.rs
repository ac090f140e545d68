//! `bench-core`: prints our perft speed beside the peers'.

#![expect(clippy::print_stdout, reason = "the table is what the program is for")]

use komadai_peers::bench::{PerftEffort, run, to_json, to_table};
use std::process::ExitCode;

const USAGE: &str = "usage: bench-core [--quick] [--json] [FILTER]

  --quick   fewer and shorter measurements
  --json    one object per row instead of a table
  FILTER    only the cases whose names contain this";

fn main() -> ExitCode {
    let mut effort = PerftEffort::FULL;
    let mut json = false;
    let mut filter = String::new();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--quick" => effort = PerftEffort::QUICK,
            "--json" => json = true,
            text if !text.starts_with('-') && filter.is_empty() => filter = argument,
            _ => {
                eprintln!("{USAGE}");
                return ExitCode::from(2);
            }
        }
    }
    let rows = run(effort, &filter);
    if json {
        println!("{:#}", to_json(&rows));
    } else {
        print!("{}", to_table(&rows));
    }
    ExitCode::SUCCESS
}
