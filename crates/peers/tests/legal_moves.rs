//! Ours, rsshogi and haitaka must agree about legal moves, check, mate and SFEN.

#![expect(
    clippy::print_stdout,
    reason = "how much was compared is part of the result"
)]

use komadai_core::{Move, Variant};
use komadai_peers::compare::{Comparison, Trio, read};
use komadai_peers::game::{Temper, pick};
use komadai_peers::positions::{MATSURI, START, column, handicaps, in_check};
use komadai_testkit::oracle::{drop_pawn_mate_candidates, soak};
use komadai_testkit::{Rng, testdata};
use std::path::Path;

/// Longer random games seldom bring anything new.
const LONGEST_GAME: usize = 300;

#[test]
fn random_games() {
    let positions = 1_000_000 * soak() as u64;
    let starts: Vec<Trio> = [START, MATSURI]
        .into_iter()
        .chain(handicaps())
        .chain(in_check().map(|position| position.sfen))
        .map(trio)
        .collect();
    let mut comparison = Comparison::default();
    let mut rng = Rng::new(1);
    for game in 0.. {
        if comparison.totals().positions >= positions {
            break;
        }
        let start = &starts[game / 2 % starts.len()];
        let temper = if game % 2 == 0 {
            Temper::Even
        } else {
            Temper::Fierce
        };
        play_game(start, temper, &mut rng, &mut comparison);
    }
    println!("random games: {}", comparison.totals());
}

#[test]
fn drop_pawn_mates() {
    let candidates = 40_000 * soak();
    let mut comparison = Comparison::default();
    for candidate in drop_pawn_mate_candidates(Variant::Shogi, 2, candidates) {
        check(&mut comparison, &trio(&candidate.to_sfen()));
    }
    println!("drop-pawn mates: {}", comparison.totals());
    assert!(comparison.totals().drop_pawn_mates > 0);
}

#[test]
fn recorded_positions() {
    let Some(folder) = testdata("") else { return };
    let mut comparison = Comparison::default();
    let (possible, impossible): (Vec<String>, Vec<String>) = recorded(&folder)
        .into_iter()
        .partition(|sfen| read(sfen).is_ok());
    for sfen in possible {
        check_with_children(&mut comparison, &trio(&sfen));
    }
    println!(
        "recorded positions: {}; {} impossible",
        comparison.totals(),
        impossible.len()
    );
}

fn trio(sfen: &str) -> Trio {
    read(sfen)
        .and_then(Trio::new)
        .unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

fn check<'c>(comparison: &'c mut Comparison, trio: &Trio) -> &'c [Move] {
    comparison
        .check(trio)
        .unwrap_or_else(|disagreement| panic!("{disagreement}"))
}

fn check_with_children(comparison: &mut Comparison, trio: &Trio) {
    for mv in check(comparison, trio).to_vec() {
        let mut next = trio.clone();
        next.play(mv);
        check(comparison, &next);
    }
}

fn play_game(start: &Trio, temper: Temper, rng: &mut Rng, comparison: &mut Comparison) {
    let mut trio = start.clone();
    for _ in 0..LONGEST_GAME {
        let moves = check(comparison, &trio);
        let Some(mv) = pick(trio.position(), moves, temper, rng) else {
            return;
        };
        let gives_check = trio.position().gives_check(mv);
        trio.play(mv);
        assert_eq!(
            trio.position().is_in_check(),
            gives_check,
            "{mv} to {:?}",
            trio.position()
        );
    }
}

/// The perft table, the first and last positions of the records, and the tsume problems.
fn recorded(folder: &Path) -> Vec<String> {
    let table = |name: &str| {
        let path = folder.join(name);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let mut sfens: Vec<String> = Vec::new();
    let mut add = |columns: &mut dyn Iterator<Item = &str>| {
        sfens.extend(columns.filter(|sfen| !sfen.is_empty()).map(str::to_owned));
    };
    add(&mut column(&table("perft/shogi.tsv"), "sfen"));
    let records = table("kifu/expected.tsv");
    add(&mut column(&records, "start_sfen"));
    add(&mut column(&records, "final_sfen"));
    for set in [
        "famous",
        "futile_interposition",
        "muso",
        "nomate",
        "short_1to15",
        "special",
        "zuko",
    ] {
        // These tables have no heading; the position is in the second column.
        let problems = table(&format!("tsume/{set}.tsv"));
        add(&mut problems.lines().filter_map(|line| line.split('\t').nth(1)));
    }
    sfens.sort_unstable();
    sfens.dedup();
    sfens
}
