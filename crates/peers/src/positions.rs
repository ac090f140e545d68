//! The positions that the benchmark and the tests start from.

/// The start position, 平手.
pub const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// 指し手生成祭り, a position with many moves that programs have long been timed on.
pub const MATSURI: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";

/// A position with the side to move in check.
#[derive(Clone, Copy, Debug)]
pub struct InCheck {
    /// What it shows.
    pub name: &'static str,
    /// The position.
    pub sfen: &'static str,
    /// A depth with enough leaves to be timed.
    pub depth: u32,
}

/// Positions in check: by a slider, by a knight, by two pieces, and from random games.
pub fn in_check() -> impl Iterator<Item = InCheck> {
    rows(include_str!("../positions/in_check.tsv")).map(|row| match row[..] {
        [name, sfen, depth] => InCheck {
            name,
            sfen,
            depth: depth.parse().expect("a depth is a number"),
        },
        _ => panic!("a row has three columns: {row:?}"),
    })
}

/// The rows of a table with a heading, cut into columns.
pub fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().skip(1).map(|line| line.split('\t').collect())
}
