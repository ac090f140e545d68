//! The positions that the benchmark and the tests start from.

/// The start position, 平手.
pub const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// 指し手生成祭り, a position with many moves that programs have long been timed on.
pub const MATSURI: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1";

/// The handicaps (駒落ち) that records name, and 歩三兵, which begins with pawns in hand.
pub fn handicaps() -> impl Iterator<Item = &'static str> {
    column(include_str!("../positions/handicaps.tsv"), "sfen")
}

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
    let table = include_str!("../positions/in_check.tsv");
    let names = column(table, "name");
    let positions = column(table, "sfen").zip(column(table, "depth"));
    names.zip(positions).map(|(name, (sfen, depth))| InCheck {
        name,
        sfen,
        depth: depth.parse().expect("a depth is a number"),
    })
}

/// A column of a table with tabs between the columns and their names in the first line.
///
/// # Panics
///
/// There is no such column.
pub fn column<'t>(table: &'t str, name: &str) -> impl Iterator<Item = &'t str> {
    let mut lines = table.lines();
    let heading = lines.next().unwrap_or_default();
    let number = heading.split('\t').position(|column| column == name);
    let number = number.unwrap_or_else(|| panic!("no column {name} in {heading:?}"));
    lines.filter_map(move |line| line.split('\t').nth(number))
}
