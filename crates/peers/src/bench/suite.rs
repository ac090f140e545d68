//! What is measured, and what we want to reach.

use super::report::PerftRow;
use super::sample::{PerftContest, PerftContestant, PerftEffort};
use crate::peer::{HaitakaBoard, PeerBoard, RsshogiPosition};
use crate::positions::{InCheck, MATSURI, START, in_check};
use komadai_core::{Leaves, Position, Seireigi, Shogi};

/// A perft that several programs compute.
#[derive(Clone, Debug)]
struct PerftCase {
    group: CaseGroup,
    name: String,
    sfen: &'static str,
    depth: u32,
    leaves: Leaves,
    /// How many times as fast as the first other program we want to be.
    target: Option<f64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CaseGroup {
    /// Stands for itself.
    Single,
    /// Positions in check and what comes after them.
    InCheck,
    /// The evasions of a check and nothing else.
    Evasions,
    /// Seireigi beside our own shogi: the price of the variant.
    Variant,
}

/// Measures the cases whose names contain `filter`.
///
/// # Panics
///
/// Programs count different leaves.
pub fn run(effort: PerftEffort, filter: &str) -> Vec<PerftRow> {
    let mut contests: Vec<(PerftCase, PerftContest)> = cases()
        .into_iter()
        .filter(|case| case.name.contains(filter))
        .map(|case| (case.clone(), PerftContest::new(case.contestants(), effort)))
        .collect();
    for _ in 1..effort.rounds {
        for (_, contest) in &mut contests {
            contest.play_round();
        }
    }
    let rows: Vec<(CaseGroup, PerftRow)> = contests
        .iter()
        .map(|(case, contest)| (case.group, case.row(contest)))
        .collect();
    with_means(rows)
}

fn cases() -> Vec<PerftCase> {
    let single = |place, sfen, depth, leaves, target| {
        PerftCase::new(CaseGroup::Single, place, sfen, depth, leaves).with_target(target)
    };
    let variant = |place, sfen, depth| {
        PerftCase::new(CaseGroup::Variant, place, sfen, depth, Leaves::Bulk).with_target(0.7)
    };
    let checked = |group, depth: fn(&InCheck) -> u32| {
        in_check().map(move |it| PerftCase::new(group, it.name, it.sfen, depth(&it), Leaves::Bulk))
    };
    let mut cases = vec![
        single("start", START, 5, Leaves::Bulk, 4.5),
        single("start", START, 5, Leaves::Made, 4.0),
        single("matsuri", MATSURI, 3, Leaves::Bulk, 3.5),
        single("matsuri", MATSURI, 4, Leaves::Bulk, 3.5),
        single("matsuri", MATSURI, 3, Leaves::Made, 3.5),
        variant("Seireigi start", START, 5),
        variant("Seireigi matsuri", MATSURI, 3),
    ];
    cases.extend(checked(CaseGroup::InCheck, |position| position.depth));
    cases.extend(checked(CaseGroup::Evasions, |_| 1));
    cases
}

/// Adds the geometric means of the groups that are judged as a whole, if they are whole.
fn with_means(rows: Vec<(CaseGroup, PerftRow)>) -> Vec<PerftRow> {
    let mean = |group, name, target| {
        let members: Vec<&PerftRow> = rows
            .iter()
            .filter(|(of, _)| *of == group)
            .map(|(_, row)| row)
            .collect();
        (members.len() == in_check().count())
            .then(|| PerftRow::geometric_mean(name, &members, target))
    };
    let means = [
        mean(CaseGroup::InCheck, "in check, geometric mean", Some(3.0)),
        mean(CaseGroup::Evasions, "evasions, geometric mean", None),
    ];
    rows.into_iter()
        .map(|(_, row)| row)
        .chain(means.into_iter().flatten())
        .collect()
}

impl PerftCase {
    fn new(
        group: CaseGroup,
        place: &str,
        sfen: &'static str,
        depth: u32,
        leaves: Leaves,
    ) -> PerftCase {
        let how = match leaves {
            Leaves::Bulk => "bulk",
            Leaves::Made => "made",
        };
        let name = format!("{place} d{depth} {how}");
        PerftCase {
            group,
            name,
            sfen,
            depth,
            leaves,
            target: None,
        }
    }

    fn with_target(self, target: f64) -> PerftCase {
        PerftCase {
            target: Some(target),
            ..self
        }
    }

    /// Ours first.
    fn contestants(&self) -> Vec<PerftContestant> {
        match self.group {
            CaseGroup::Variant => vec![
                self.contestant::<Position<Seireigi>>("seireigi"),
                self.contestant::<Position<Shogi>>("shogi"),
            ],
            CaseGroup::Single | CaseGroup::InCheck | CaseGroup::Evasions => vec![
                self.contestant::<Position<Shogi>>(Position::<Shogi>::NAME),
                self.contestant::<HaitakaBoard>(HaitakaBoard::NAME),
                self.contestant::<RsshogiPosition>(RsshogiPosition::NAME),
            ],
        }
    }

    fn contestant<P: PeerBoard + 'static>(&self, name: &'static str) -> PerftContestant {
        PerftContestant::new::<P>(name, self.sfen, self.depth, self.leaves)
    }

    /// The result; ours and rsshogi's leaves must agree.
    ///
    /// haitaka's may differ, as it overlooks most drop-pawn mates (打ち歩詰め); the row shows it.
    fn row(&self, contest: &PerftContest) -> PerftRow {
        let speeds = contest.speeds();
        if let [ours, _, rsshogi] = &speeds[..] {
            assert_eq!(ours.leaves, rsshogi.leaves, "leaves of {}", self.name);
        }
        PerftRow::new(self.name.clone(), speeds, self.target)
    }
}
