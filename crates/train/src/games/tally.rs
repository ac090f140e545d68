//! The score of a match.

use super::Ending;
use komadai_core::Color;
use std::collections::BTreeMap;

/// Wins, draws and losses of the first of two engines.
#[derive(Default)]
pub(crate) struct Tally {
    wins: u32,
    draws: u32,
    losses: u32,
    /// Moves of all games.
    pub(crate) moves: u32,
    /// Why games ended, and how many.
    pub(crate) reasons: BTreeMap<&'static str, u32>,
}

impl Tally {
    pub(crate) fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    pub(crate) fn add(&mut self, ending: &Ending, first: Color) {
        self.moves += ending.moves;
        *self.reasons.entry(ending.reason).or_default() += 1;
        match ending.winner {
            None => self.draws += 1,
            Some(winner) if winner == first => self.wins += 1,
            Some(_) => self.losses += 1,
        }
    }

    pub(crate) fn score(&self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games().max(1))
    }

    /// Elo with the ends of its 95 % interval, by the normal distribution of the mean score.
    pub(crate) fn elo(&self) -> [f64; 3] {
        let n = f64::from(self.games().max(1));
        let score = self.score();
        let square = |x: f64| x * x;
        let variance = (f64::from(self.wins) * square(1.0 - score)
            + f64::from(self.draws) * square(0.5 - score)
            + f64::from(self.losses) * square(score))
            / n;
        let half = 1.96 * (variance / n).sqrt();
        [score, score - half, score + half].map(|score| {
            let score = score.clamp(0.001, 0.999);
            -400.0 * (1.0 / score - 1.0).log10()
        })
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [elo, low, high] = self.elo();
        let (wins, draws, losses) = (self.wins, self.draws, self.losses);
        let percent = 100.0 * self.score();
        write!(
            f,
            "+{wins} ={draws} -{losses} {percent:.1}% Elo {elo:+.0} [{low:+.0}, {high:+.0}]"
        )
    }
}
