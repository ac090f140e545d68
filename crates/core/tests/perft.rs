//! Counts of move paths on which independent programs agree.

use komadai_core::{AnyPosition, Leaves, Setup, Tolerance, Variant};
use komadai_testkit::testdata;

fn position(variant: Variant, sfen: &str) -> AnyPosition {
    let setup: Setup = sfen.parse().expect(sfen);
    AnyPosition::from_setup(variant, &setup, Tolerance::MissingKing).expect(sfen)
}

/// Checks the lines `SFEN; depth; leaves; source` of a fixture and tells how many there are.
fn check_fixture(variant: Variant, text: &str) -> usize {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let check = |line: &str| {
        let fields: Vec<&str> = line.split("; ").collect();
        let [sfen, depth, leaves, _source] = fields[..] else {
            panic!("four fields expected: {line}")
        };
        let depth = depth.parse().expect(line);
        let expected: u64 = leaves.parse().expect(line);
        let position = position(variant, sfen);
        assert_eq!(position.perft(depth, Leaves::Bulk), expected, "{line}");
        if expected < 50_000 {
            assert_eq!(position.perft(depth, Leaves::Made), expected, "{line}");
        }
    };
    lines.map(check).count()
}

#[test]
fn shogi_counts_are_right() {
    let text = include_str!("../testdata/perft/shogi.txt");
    assert!(check_fixture(Variant::Shogi, text) > 100);
}

#[test]
fn seireigi_counts_are_right() {
    let text = include_str!("../testdata/perft/seireigi.txt");
    assert!(check_fixture(Variant::Seireigi, text) > 50);
}

/// Counts that a table may lack.
const DEEP: [(&str, u32, u64); 3] = [
    ("startpos", 5, 19_861_490),
    ("matsuri", 4, 516_925_165),
    ("maxmoves593", 3, 53_393_368),
];

/// Where `KOMADAI_TESTDATA` names a folder, the full tables are counted, to all depths.
#[test]
fn full_tables_are_right() {
    let Some(folder) = testdata("perft") else {
        return;
    };
    for variant in Variant::ALL {
        let path = folder.join(format!("{variant}.tsv"));
        let table = std::fs::read_to_string(&path).expect("the corpus has perft tables");
        let counts: usize = table
            .lines()
            .skip(1)
            .map(|line| check_row(variant, line))
            .sum();
        eprintln!("perft corpus: {counts} counts of {variant} are right");
    }
}

/// Checks a row `name, SFEN, leaves at depth 1, 2, …`, separated by tabs.
fn check_row(variant: Variant, row: &str) -> usize {
    let mut fields = row.split('\t');
    let name = fields.next().expect(row);
    let position = position(variant, fields.next().expect(row));
    let mut counts: Vec<(u32, u64)> = (1..)
        .zip(fields)
        .filter(|(_, leaves)| !leaves.is_empty())
        .map(|(depth, leaves)| (depth, leaves.parse().expect(row)))
        .collect();
    if variant == Variant::Shogi {
        let deep = DEEP.iter().filter(|(deep, ..)| *deep == name);
        counts.extend(deep.map(|&(_, depth, leaves)| (depth, leaves)));
        counts.sort_unstable();
        counts.dedup();
    }
    for &(depth, leaves) in &counts {
        let counted = position.perft(depth, Leaves::Bulk);
        assert_eq!(counted, leaves, "{variant} {name}, depth {depth}");
    }
    counts.len()
}
