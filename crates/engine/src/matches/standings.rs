//! The table of a match.

use super::game::{PlayedGame, SideStats};
use super::ruling::MatchRuling;
use super::schedule::Fixture;
use super::tally::{MatchTally, Points};
use komadai_core::Color;
use std::collections::{BTreeMap, HashMap};

/// The results of a pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairStanding {
    /// The player whose results these are.
    pub first: usize,
    /// The opponent.
    pub second: usize,
    /// The results.
    pub tally: MatchTally,
}

/// The table of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// The players.
    pub names: Vec<String>,
    /// The results of each pairing.
    pub pairings: Vec<PairStanding>,
    /// The statistics of each player.
    pub stats: Vec<SideStats>,
    /// The number of games by reason.
    pub reasons: BTreeMap<&'static str, u32>,
    /// The number of failures of each player: illegal moves, crashes, time.
    pub failures: Vec<u32>,
    /// Games with an opening of which the other game is not finished.
    halves: HashMap<usize, Points>,
}

impl Standings {
    pub(super) fn new(names: Vec<String>, pairings: &[(usize, usize)]) -> Standings {
        let players = names.len();
        let standing = |&(first, second): &(usize, usize)| PairStanding {
            first,
            second,
            tally: MatchTally::default(),
        };
        Standings {
            names,
            pairings: pairings.iter().map(standing).collect(),
            stats: vec![SideStats::default(); players],
            reasons: BTreeMap::new(),
            failures: vec![0; players],
            halves: HashMap::new(),
        }
    }

    pub(super) fn add(&mut self, fixture: &Fixture, played: &PlayedGame) {
        let standing = &mut self.pairings[fixture.pairing];
        let points = points(&played.ruling, fixture.side(standing.first));
        standing.tally.add(points);
        match self.halves.remove(&fixture.pair) {
            Some(other) => standing.tally.add_pair(other, points),
            None => {
                self.halves.insert(fixture.pair, points);
            }
        }
        *self.reasons.entry(played.ruling.reason.word()).or_default() += 1;
        for color in Color::ALL {
            let player = fixture.players[color];
            self.stats[player].merge(&played.stats[color]);
            let failed = played.ruling.reason.is_failure() && played.ruling.winner == Some(!color);
            self.failures[player] += u32::from(failed);
        }
    }

    /// All results of a player.
    pub fn total(&self, player: usize) -> MatchTally {
        let mut total = MatchTally::default();
        for standing in &self.pairings {
            if standing.first == player {
                total.merge(&standing.tally);
            } else if standing.second == player {
                total.merge(&standing.tally.reversed());
            }
        }
        total
    }

    /// Number of games.
    pub fn games(&self) -> u32 {
        self.pairings.iter().map(|one| one.tally.games()).sum()
    }
}

fn points(ruling: &MatchRuling, side: Color) -> Points {
    match ruling.winner {
        None => Points::Draw,
        Some(winner) if winner == side => Points::Win,
        Some(_) => Points::Loss,
    }
}
