//! Plays a hundred games at once on a running server for ten seconds, and prints the report.
//!
//! ```sh
//! cargo run --release -p komadai-load --example hundred_games -- 127.0.0.1:8181
//! ```

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use komadai_load::{Plan, run};
use std::env;
use std::error::Error;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let server = env::args()
        .nth(1)
        .ok_or("expected the address of a server")?;
    let plan = Plan {
        server: server.parse()?,
        metrics: None,
        games: 100,
        moves_per_second: 1.0,
        seconds: 10,
        // Measured only by `komadai load`.
        bare_commits_per_second: 0.0,
        seed: 1,
    };
    let report = run(&plan, |message| eprintln!("{message}")).await?;
    println!("{report}");
    Ok(())
}
