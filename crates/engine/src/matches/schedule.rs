//! The schedule of a match.

use super::config::Pairings;
use komadai_core::{ByColor, Color};

/// A scheduled game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fixture {
    /// The number of the game, from 0.
    pub(super) number: usize,
    /// The pairing to which it belongs.
    pub(super) pairing: usize,
    /// The two games of an opening and a pairing share this number.
    pub(super) pair: usize,
    /// The player of each side.
    pub(super) players: ByColor<usize>,
    /// The opening, counted from the first of the match; wraps around.
    pub(super) opening: usize,
}

/// All pairings; results are counted for the first of each.
pub(super) fn pairings(players: usize, pairings: Pairings) -> Vec<(usize, usize)> {
    let firsts = match pairings {
        Pairings::RoundRobin => players,
        Pairings::Gauntlet => 1,
    };
    let seconds = |first| (first + 1..players).map(move |second| (first, second));
    (0..firsts).flat_map(seconds).collect()
}

/// All games: each pairing plays an opening with both colors before the next opening.
pub(super) fn fixtures(pairings: &[(usize, usize)], games: u32) -> Vec<Fixture> {
    let mut fixtures = Vec::new();
    for opening in 0..games.div_ceil(2) as usize {
        for (pairing, &(first, second)) in pairings.iter().enumerate() {
            let pair = opening * pairings.len() + pairing;
            for players in [[first, second], [second, first]] {
                let is_last_half = players[0] == second && opening * 2 + 1 == games as usize;
                if is_last_half {
                    continue;
                }
                fixtures.push(Fixture {
                    number: fixtures.len(),
                    pairing,
                    pair,
                    players: ByColor(players),
                    opening,
                });
            }
        }
    }
    fixtures
}

impl Fixture {
    /// The side of a player.
    pub(super) fn side(&self, player: usize) -> Color {
        match self.players[Color::Black] == player {
            true => Color::Black,
            false => Color::White,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_or_the_first_meets_all() {
        let all = pairings(4, Pairings::RoundRobin);
        assert_eq!(all, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
        assert_eq!(pairings(3, Pairings::Gauntlet), [(0, 1), (0, 2)]);
    }

    #[test]
    fn each_opening_is_played_with_both_colours() {
        let fixtures = fixtures(&[(0, 1), (0, 2)], 4);
        assert_eq!(fixtures.len(), 8);
        let sides: Vec<_> = fixtures.iter().map(|game| game.players.0).collect();
        assert_eq!(sides[..4], [[0, 1], [1, 0], [0, 2], [2, 0]]);
        let pairs: Vec<_> = fixtures.iter().map(|game| game.pair).collect();
        assert_eq!(pairs, [0, 0, 1, 1, 2, 2, 3, 3]);
        assert_eq!(fixtures[7].opening, 1);
        assert_eq!(fixtures[1].side(0), Color::White);
    }

    #[test]
    fn an_odd_number_of_games_leaves_one_alone() {
        let fixtures = fixtures(&[(0, 1)], 3);
        let sides: Vec<_> = fixtures.iter().map(|game| game.players.0).collect();
        assert_eq!(sides, [[0, 1], [1, 0], [0, 1]]);
    }
}
