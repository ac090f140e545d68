//! `komadai load`: many games at once against a running server.

use crate::Answer;
use crate::serve::{raise_file_limit, runtime};
use komadai_server::load::{self, Plan};
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;

/// Put a server under load: many games at once with legal moves
///
/// Guests are made, games begun, and in each game moves are made at a steady pace. What is measured
/// is the time from sending a move to the answer that says that it is on disk, and the memory that
/// the server takes for each game. Before that the speed of bare SQLite commits is measured. Exits
/// with 1 if anything went wrong. The last line is `moves_per_second R of W p99_ms L errors E`.
#[derive(clap::Args, Debug)]
pub(crate) struct LoadArgs {
    /// The server
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8181")]
    server: SocketAddr,
    /// Games at once; each has two sockets
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=30_000))]
    games: u32,
    /// Moves a second, in each game
    #[arg(long, value_name = "R", default_value_t = 1.0)]
    moves_per_second: f64,
    /// For how long
    #[arg(long, value_name = "S", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// Folder on the server's disk in which bare commits are measured
    #[arg(long, value_name = "DIR", default_value = ".")]
    disk: PathBuf,
    /// What the moves are chosen by
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &LoadArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    raise_file_limit();
    let plan = Plan {
        server: args.server,
        games: args.games as usize,
        moves_per_second: args.moves_per_second,
        seconds: args.seconds,
        disk: args.disk.clone(),
        seed: args.seed,
    };
    let tell = |text: &str| {
        // Whether anyone reads it does not matter.
        let _ = writeln!(io::stderr(), "{text}");
    };
    let report = runtime()?.block_on(load::run(&plan, tell))?;
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
