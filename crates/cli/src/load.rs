//! `komadai load`: load test of a running server.

use crate::Answer;
use crate::serve::{raise_file_limit, runtime};
use komadai_load::Plan;
use komadai_server::store::bare_commits;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Duration of the measurement of bare commits.
const BARE_COMMITS_TIME: Duration = Duration::from_secs(2);

/// Load-test a server with many concurrent games
///
/// Creates guests, starts games and plays legal moves at a steady rate. Measures the time from sending a
/// move to the answer that it is on disk, and the server's memory per game. The speed of bare SQLite
/// commits is measured first. The exit code is 1 if anything went wrong. The last line is
/// `moves_per_second R of W p99_ms L errors E`.
#[derive(clap::Args, Debug)]
pub(crate) struct LoadArgs {
    /// Address of the server
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8181")]
    server: SocketAddr,
    /// Address of the server's metrics (`--metrics` of `komadai serve`), to measure its memory
    #[arg(long, value_name = "ADDR")]
    metrics: Option<SocketAddr>,
    /// Concurrent games; each has two sockets
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=30_000))]
    games: u32,
    /// Moves per second in each game
    #[arg(long, value_name = "R", default_value_t = 1.0)]
    moves_per_second: f64,
    /// Duration of the test
    #[arg(long, value_name = "S", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// Folder on the server's disk where bare commits are measured
    #[arg(long, value_name = "DIR", default_value = ".")]
    disk: PathBuf,
    /// Seed for the choice of moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &LoadArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    raise_file_limit();
    let tell = |text: &str| {
        // A closed stderr does not matter.
        let _ = writeln!(io::stderr(), "{text}");
    };
    let report = runtime()?.block_on(async {
        let bare = bare_commits(&args.disk, BARE_COMMITS_TIME).await?;
        tell(&format!("{bare:.0} bare commits/s"));
        let plan = Plan {
            server: args.server,
            metrics: args.metrics,
            games: args.games as usize,
            moves_per_second: args.moves_per_second,
            seconds: args.seconds,
            bare_commits_per_second: bare,
            seed: args.seed,
        };
        anyhow::Ok(komadai_load::run(&plan, tell).await?)
    })?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        writeln!(out, "{report}")?;
    }
    Ok(match report.errors {
        0 => Answer::Positive,
        _ => Answer::Negative,
    })
}
