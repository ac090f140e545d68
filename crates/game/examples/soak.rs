//! Random games under all rules until so many commands were given; none may fail.
//!
//! `cargo run --release -p komadai-game --example soak -- 10000000 [FIRST SEED]`

#[path = "../tests/random/mod.rs"]
mod random;

use random::coverage::Coverage;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut number = |otherwise| match arguments.next() {
        None => Some(otherwise),
        Some(text) => text.parse().ok(),
    };
    let (Some(commands), Some(mut seed)) = (number(10_000_000), number(1 << 32)) else {
        let _ = writeln!(std::io::stderr(), "usage: soak [COMMANDS] [FIRST SEED]");
        return ExitCode::from(2);
    };
    let began = Instant::now();
    let mut coverage = Coverage::default();
    while coverage.commands < commands {
        let game = std::panic::AssertUnwindSafe(|| random::run::game(seed, &mut coverage));
        if std::panic::catch_unwind(game).is_err() {
            let _ = writeln!(std::io::stderr(), "the game of seed {seed} failed");
            return ExitCode::FAILURE;
        }
        seed += 1;
    }
    let mut out = std::io::stdout();
    let seconds = began.elapsed().as_secs_f64();
    let _ = writeln!(out, "{coverage}soak: none failed, {seconds:.0} s");
    ExitCode::SUCCESS
}
