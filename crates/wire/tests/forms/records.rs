//! What record files say about the winner.

use crate::events::causes;
use komadai_core::Color;
use komadai_game::{Outcome, Verdict};
use komadai_kifu::record::{Builder, Record};
use komadai_kifu::{Format, ReadOptions, WriteOptions, read, write};

const VERDICTS: [Verdict; 5] = [
    Verdict::Wins(Color::Black),
    Verdict::Wins(Color::White),
    Verdict::Draw,
    Verdict::BothLose,
    Verdict::NoContest,
];

/// A game that ends after these moves.
fn record(moves: &[&str], outcome: Outcome) -> Record {
    let mut builder = Builder::new(Record::default());
    for mv in moves {
        builder.play(mv.parse().expect("a move"));
    }
    let last = builder.at();
    builder.tree_mut().push_ending(last, outcome.ending());
    builder.finish()
}

fn read_again(record: &Record, format: Format) -> Record {
    let written = write(record, format, &WriteOptions::default()).expect("every format writes it");
    let options = ReadOptions {
        format: Some(format),
        ..ReadOptions::default()
    };
    let reading = read(&written.bytes, &options).expect("it is a record");
    reading.records.into_iter().next().expect("it holds a game")
}

/// Every cause, verdict and side to move, after a legal and an illegal last move.
#[test]
fn no_file_names_a_wrong_winner() {
    for moves in [&[][..], &["7g7f"], &["7g7f", "3c3d"], &["7g7e"]] {
        for cause in causes() {
            for verdict in VERDICTS {
                let outcome = Outcome { verdict, cause };
                let record = record(moves, outcome);
                for format in Format::ALL {
                    let winner = read_again(&record, format).winner();
                    let exact = matches!(
                        format,
                        Format::Kif | Format::Ki2 | Format::Csa | Format::Jkf | Format::Western
                    );
                    let expected = verdict.winner();
                    assert!(
                        winner == expected || (winner.is_none() && !exact),
                        "{format} after {moves:?}: {outcome:?}, but read {winner:?}"
                    );
                }
            }
        }
    }
}
