//! Lists the legal moves of a position, each with the number of sequences that start with it.
//!
//! ```sh
//! cargo run --release -p komadai-core --example legal_moves -- "4k4/9/4P4/9/9/9/9/9/4K4 b G 1" 3
//! ```
//!
//! Without arguments: the start position, to depth 1.

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use komadai_core::{Leaves, Position, Shogi, perft_divide};
use std::env;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let position: Position<Shogi> = match arguments.next() {
        Some(sfen) => sfen.parse()?,
        None => Position::default(),
    };
    let depth = match arguments.next() {
        Some(depth) => depth.parse()?,
        None => 1,
    };
    if position.is_mate() {
        println!("{} is mated", position.turn());
        return Ok(());
    }
    let mut total = 0;
    for (mv, count) in perft_divide(&position, depth, Leaves::Bulk) {
        let check = match position.gives_check(mv) {
            true => ", check",
            false => "",
        };
        println!("{mv}: {count}{check}");
        total += count;
    }
    println!("{} to move, {total} sequences", position.turn());
    Ok(())
}
