//! Results of games, and the difference in strength that they show.
//!
//! Elo is logistic: a score `s` (wins and half the draws, as a part of all games) is worth
//! `400 log10(s / (1 - s))`. The interval of 95 % is that of the mean of pairs of games, if there are
//! any (the pentanomial model: a pair yields 0, ½, 1, 1½ or 2 points), and of single games otherwise
//! (trinomial). The two games of a pair are not independent, so the variance of pairs is the correct one.
//! Where the normal approximation would exceed the possible scores, Wilson's interval for single games
//! is used.

use std::fmt;

/// Quantile of the normal distribution that leaves 5 % outside on both sides.
const Z95: f64 = 1.959_963_984_540_054;

/// The points of a player for a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Points {
    /// Nothing.
    Loss,
    /// Half a point.
    Draw,
    /// A point.
    Win,
}

impl Points {
    /// The same game for the opponent.
    #[must_use]
    pub const fn reversed(self) -> Points {
        match self {
            Points::Loss => Points::Win,
            Points::Draw => Points::Draw,
            Points::Win => Points::Loss,
        }
    }

    const fn halves(self) -> usize {
        match self {
            Points::Loss => 0,
            Points::Draw => 1,
            Points::Win => 2,
        }
    }
}

/// The results of one player against others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MatchTally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Pairs of games of one opening by their points: 0, ½, 1, 1½ and 2.
    pub pairs: [u32; 5],
}

/// How the variance of results is measured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Model {
    /// By pairs of games.
    Pentanomial,
    /// By single games.
    Trinomial,
    /// By single games and Wilson's formula, where the others would exceed the possible scores.
    Wilson,
}

/// A difference in strength with its 95 % interval, which is unbounded without a win or without a loss.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The most likely difference.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The model of the interval.
    pub model: Model,
}

impl Elo {
    /// Half the length of the interval, printed after `±`.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl MatchTally {
    /// Adds a game.
    pub fn add(&mut self, points: Points) {
        match points {
            Points::Win => self.wins += 1,
            Points::Draw => self.draws += 1,
            Points::Loss => self.losses += 1,
        }
    }

    /// Counts two games that [were added](MatchTally::add) as a pair.
    pub fn add_pair(&mut self, first: Points, second: Points) {
        self.pairs[first.halves() + second.halves()] += 1;
    }

    /// Adds another tally.
    pub fn merge(&mut self, other: &MatchTally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (own, others) in self.pairs.iter_mut().zip(other.pairs) {
            *own += others;
        }
    }

    /// The same games for the opponent.
    #[must_use]
    pub fn reversed(&self) -> MatchTally {
        let mut pairs = self.pairs;
        pairs.reverse();
        MatchTally {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            pairs,
        }
    }

    /// Number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points as a fraction of all games.
    pub fn score(&self) -> Option<f64> {
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        (self.games() > 0).then(|| points / f64::from(self.games()))
    }

    /// The model: pairs if there are any. Games whose pair is unfinished then do not count yet.
    fn model(&self) -> Model {
        match self.pairs == [0; 5] {
            true => Model::Trinomial,
            false => Model::Pentanomial,
        }
    }

    /// The observed scores, from 0 to 1, with their frequencies.
    pub(super) fn distribution(&self) -> Vec<(f64, f64)> {
        match self.model() {
            Model::Pentanomial => {
                let scores = [0.0, 0.25, 0.5, 0.75, 1.0].into_iter();
                scores.zip(self.pairs.map(f64::from)).collect()
            }
            Model::Trinomial | Model::Wilson => vec![
                (0.0, f64::from(self.losses)),
                (0.5, f64::from(self.draws)),
                (1.0, f64::from(self.wins)),
            ],
        }
    }

    /// The difference in strength; `None` without games.
    pub fn elo(&self) -> Option<Elo> {
        let score = self.score()?;
        let scores = self.distribution();
        let n: f64 = scores.iter().map(|(_, count)| count).sum();
        let mean = scores
            .iter()
            .map(|(value, count)| value * count)
            .sum::<f64>()
            / n;
        let square = |(value, count): &(f64, f64)| count * (value - mean).powi(2);
        let variance = scores.iter().map(square).sum::<f64>() / n;
        let reach = Z95 * (variance / n).sqrt();
        let fits = reach > 0.0 && score - reach > 0.0 && score + reach < 1.0;
        let (low, high, model) = match fits {
            true => (score - reach, score + reach, self.model()),
            false => {
                let (low, high) = wilson(score, f64::from(self.games()));
                (low, high, Model::Wilson)
            }
        };
        Some(Elo {
            value: elo_of(score),
            low: elo_of(low),
            high: elo_of(high),
            model,
        })
    }
}

/// Wilson's 95 % interval for a proportion of `n`.
fn wilson(part: f64, n: f64) -> (f64, f64) {
    let z2 = Z95 * Z95;
    let middle = (part + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let spread = part * (1.0 - part) / n + z2 / (4.0 * n * n);
    let reach = Z95 * spread.sqrt() / (1.0 + z2 / n);
    ((middle - reach).max(0.0), (middle + reach).min(1.0))
}

/// The difference in Elo that gives a score.
pub(super) fn elo_of(score: f64) -> f64 {
    // Rounding must not make a clean score finite.
    match score {
        score if score < 1e-9 => f64::NEG_INFINITY,
        score if score > 1.0 - 1e-9 => f64::INFINITY,
        score => 400.0 * (score / (1.0 - score)).log10(),
    }
}

/// The score that a difference in Elo gives.
pub(super) fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl fmt::Display for MatchTally {
    /// Writes `W D L elo E ± X`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.wins, self.draws, self.losses)?;
        match self.elo() {
            Some(elo) => write!(f, " elo {:.1} ± {:.1}", elo.value, elo.error()),
            None => f.write_str(" elo 0.0 ± inf"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u32, draws: u32, losses: u32) -> MatchTally {
        MatchTally {
            wins,
            draws,
            losses,
            pairs: [0; 5],
        }
    }

    fn near(value: f64, expected: f64, within: f64) {
        assert!((value - expected).abs() < within, "{value} {expected}");
    }

    #[test]
    fn scores_and_elo_are_the_same_thing() {
        near(elo_of(0.75), 190.848, 0.001);
        near(elo_of(0.64), 99.951, 0.001);
        near(elo_of(0.5), 0.0, 1e-9);
        near(score_of(100.0), 0.640_065, 1e-6);
        for elo in [-300.0, -1.5, 0.0, 42.0] {
            near(elo_of(score_of(elo)), elo, 1e-9);
        }
    }

    #[test]
    fn the_interval_of_single_games_is_that_of_their_mean() {
        // 60, 20, 20: mean 0.7, variance 0.16, reach 1.96 × 0.04.
        let elo = tally(60, 20, 20).elo().unwrap();
        assert_eq!(elo.model, Model::Trinomial);
        near(elo.value, 147.19, 0.01);
        near(elo.low, elo_of(0.7 - Z95 * 0.04), 1e-9);
        near(elo.high, elo_of(0.7 + Z95 * 0.04), 1e-9);
        assert!(elo.low < elo.value && elo.value < elo.high);
    }

    #[test]
    fn pairs_that_cancel_out_narrow_the_interval() {
        let split = MatchTally {
            pairs: [0, 0, 49, 1, 0],
            ..tally(50, 1, 49)
        };
        let elo = split.elo().unwrap();
        assert_eq!(elo.model, Model::Pentanomial);
        let single = tally(50, 1, 49).elo().unwrap();
        near(elo.value, single.value, 1e-9);
        assert!(elo.error() * 10.0 < single.error());
    }

    #[test]
    fn a_game_whose_other_half_is_missing_counts_for_the_score_only() {
        let whole = MatchTally {
            pairs: [1, 2, 30, 4, 3],
            ..tally(40, 6, 34)
        };
        let mut more = whole;
        more.add(Points::Win);
        let (whole, more) = (whole.elo().unwrap(), more.elo().unwrap());
        assert_eq!(more.model, Model::Pentanomial);
        assert!(more.value > whole.value);
        near(more.error(), whole.error(), 0.1);
    }

    #[test]
    fn a_clean_score_has_an_interval_without_end() {
        let elo = tally(10, 0, 0).elo().unwrap();
        assert_eq!((elo.value, elo.high), (f64::INFINITY, f64::INFINITY));
        assert_eq!(elo.model, Model::Wilson);
        // Wilson: 10 of 10 is at least 72.2 %.
        near(elo.low, elo_of(0.722_467), 0.01);
        assert_eq!(tally(10, 0, 0).to_string(), "10 0 0 elo inf ± inf");
        assert_eq!(tally(0, 0, 4).elo().unwrap().value, f64::NEG_INFINITY);
        assert_eq!(tally(0, 0, 0).elo(), None);
    }

    #[test]
    fn the_opponent_sees_the_same_games_turned_round() {
        let mut own = tally(2, 1, 1);
        own.add_pair(Points::Win, Points::Draw);
        own.add_pair(Points::Win, Points::Loss);
        assert_eq!(own.pairs, [0, 0, 1, 1, 0]);
        let other = own.reversed();
        assert_eq!((other.wins, other.pairs), (1, [0, 1, 1, 0, 0]));
        near(other.elo().unwrap().value, -own.elo().unwrap().value, 1e-9);
        let mut both = own;
        both.merge(&other);
        near(both.score().unwrap(), 0.5, 1e-12);
    }
}
