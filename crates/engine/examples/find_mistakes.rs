//! Finds the mistakes in a record from standard input, in any format.
//!
//! ```sh
//! cargo run --release -p komadai-engine --example find_mistakes <game.kif
//! ```

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use komadai_core::Color;
use komadai_engine::analysis::{Better, Effort, OwnAnalyst, analyze};
use komadai_kifu::{ReadOptions, read};
use std::error::Error;
use std::io::{self, Read};

fn main() -> Result<(), Box<dyn Error>> {
    let mut file = Vec::new();
    io::stdin().read_to_end(&mut file)?;
    let reading = read(&file, &ReadOptions::default())?;
    let record = reading.records.first().ok_or("no game")?;

    let mut analyst = OwnAnalyst::new(record.variant, Effort::Nodes(20_000));
    let mut progress = |progress: komadai_engine::analysis::Progress| {
        eprint!("\r{} of {} positions", progress.done, progress.all);
    };
    let analysis = analyze(record, &mut analyst, &mut progress)?;
    eprintln!();

    for report in &analysis.moves {
        let (Some(grade), Some(loss)) = (report.grade(), report.loss()) else {
            continue;
        };
        let better = match &report.better {
            Some(Better::Line(line)) => line.first().map(ToString::to_string),
            Some(Better::Declaration) => Some("a declaration".to_owned()),
            None => None,
        };
        let better = better.unwrap_or_else(|| "nothing".to_owned());
        let (ply, color, mv) = (report.ply, report.color, report.mv);
        let percent = 100.0 * loss;
        println!("{ply:>3} {color} {mv}: {grade}, {percent:.0} % lost; better: {better}");
    }
    for color in [Color::Black, Color::White] {
        let accuracy = 100.0 * analysis.players[color].accuracy;
        println!("{color}: accuracy {accuracy:.0} %");
    }
    Ok(())
}
