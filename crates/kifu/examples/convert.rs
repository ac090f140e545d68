//! Converts a record from standard input; its format and encoding are detected.
//!
//! ```sh
//! cargo run -p komadai-kifu --example convert -- csa <game.kif >game.csa
//! ```

use komadai_kifu::{Format, ReadOptions, WriteOptions, read, write_all};
use std::env;
use std::error::Error;
use std::io::{self, Read, Write};

fn main() -> Result<(), Box<dyn Error>> {
    let names = Format::ALL.map(Format::name).join(", ");
    let format = env::args()
        .nth(1)
        .ok_or(format!("expected one of {names}"))?;
    let format: Format = format.parse()?;

    let mut file = Vec::new();
    io::stdin().read_to_end(&mut file)?;
    let reading = read(&file, &ReadOptions::default())?;
    for warning in &reading.warnings {
        eprintln!("{warning}");
    }

    let written = write_all(&reading.records, format, &WriteOptions::default())?;
    for notice in &written.notices {
        eprintln!("{notice}");
    }
    io::stdout().write_all(&written.bytes)?;
    Ok(())
}
