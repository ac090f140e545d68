//! The sequential probability ratio test: play until one of two hypotheses about strength is accepted.
//!
//! The log-likelihood ratio is that of the generalised test: for each of the two strengths the
//! distribution of results that is likeliest among those with the expected score, after
//! M. Van den Bergh, "Comments on normalized Elo" and "A practical introduction to the GSPRT".

use super::tally::{MatchTally, score_of};

/// The count for results that never occurred, to keep the ratio finite.
const NEVER: f64 = 1e-3;

/// A test between two differences in Elo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The null hypothesis.
    pub elo0: f64,
    /// The alternative hypothesis; larger.
    pub elo1: f64,
    /// The probability of accepting `elo1` if `elo0` is true.
    pub alpha: f64,
    /// The probability of accepting `elo0` if `elo1` is true.
    pub beta: f64,
}

/// The decision of a test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SprtDecision {
    /// Not decided yet.
    Continue,
    /// `elo0` is accepted.
    H0,
    /// `elo1` is accepted.
    H1,
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtState {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// At or below it, `elo0` is accepted.
    pub lower: f64,
    /// At or above it, `elo1` is accepted.
    pub upper: f64,
    /// The decision.
    pub decision: SprtDecision,
}

impl Sprt {
    /// A test with error probabilities of 5 %; `None` unless `elo0` is less than `elo1`.
    pub fn new(elo0: f64, elo1: f64) -> Option<Sprt> {
        let in_order = elo0.is_finite() && elo1.is_finite() && elo0 < elo1;
        in_order.then_some(Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
        })
    }

    /// The state of the test after these games.
    pub fn state(&self, tally: &MatchTally) -> SprtState {
        let llr = self.llr(tally);
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let decision = match llr {
            llr if llr >= upper => SprtDecision::H1,
            llr if llr <= lower => SprtDecision::H0,
            _ => SprtDecision::Continue,
        };
        SprtState {
            llr,
            lower,
            upper,
            decision,
        }
    }

    /// The log-likelihood ratio; by pairs of games, if there are any.
    pub fn llr(&self, tally: &MatchTally) -> f64 {
        if tally.games() == 0 {
            return 0.0;
        }
        let mut scores = tally.distribution();
        for (_, count) in &mut scores {
            *count = count.max(NEVER);
        }
        let weights = |elo: f64| likeliest(&scores, score_of(elo));
        let ratios = weights(self.elo1).into_iter().zip(weights(self.elo0));
        let log_ratio = |((_, count), (w1, w0)): (&(f64, f64), (f64, f64))| count * (w1 / w0).ln();
        scores.iter().zip(ratios).map(log_ratio).sum()
    }
}

/// The factors by which frequencies change in the likeliest distribution with mean `mean`.
///
/// The factors are `1 / (1 + x (value - mean))`, where `x` is chosen to match the mean. The sum below
/// decreases with `x`, so bisection finds it.
fn likeliest(scores: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let n: f64 = scores.iter().map(|(_, count)| count).sum();
    let excess = |x: f64| {
        let one =
            |(value, count): &(f64, f64)| count / n * (value - mean) / (1.0 + x * (value - mean));
        scores.iter().map(one).sum::<f64>()
    };
    // Beyond these a factor would be negative.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    let factor = |(value, _): &(f64, f64)| 1.0 / (1.0 + x * (value - mean));
    scores.iter().map(factor).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn llr(elo0: f64, elo1: f64, tally: MatchTally) -> f64 {
        Sprt::new(elo0, elo1).unwrap().llr(&tally)
    }

    fn single(wins: u32, draws: u32, losses: u32) -> MatchTally {
        MatchTally {
            wins,
            draws,
            losses,
            pairs: [0; 5],
        }
    }

    /// Only the pairs matter where there are any.
    fn paired(pairs: [u32; 5]) -> MatchTally {
        MatchTally {
            wins: 2 * pairs.iter().sum::<u32>(),
            pairs,
            ..MatchTally::default()
        }
    }

    fn near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 0.01, "{value} {expected}");
    }

    // The figures are those that fastchess expects of itself for the logistic model, to two places.

    #[test]
    fn ratios_of_single_games_are_those_of_other_programs() {
        near(llr(0.5, 2.5, single(21404, 40708, 21184)), -1.57);
        near(llr(0.0, 2.0, single(57433, 106_593, 57030)), -2.59);
    }

    #[test]
    fn ratios_of_pairs_are_those_of_other_programs() {
        near(llr(0.5, 2.5, paired([223, 9863, 21279, 10037, 246])), -3.07);
        near(
            llr(0.0, 2.0, paired([871, 26175, 55983, 26678, 821])),
            -4.98,
        );
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let sprt = Sprt::new(0.0, 5.0).unwrap();
        let state = sprt.state(&MatchTally::default());
        near(state.lower, -2.944);
        near(state.upper, 2.944);
        assert_eq!((state.llr, state.decision), (0.0, SprtDecision::Continue));
        assert_eq!(Sprt::new(5.0, 5.0), None);
        assert_eq!(Sprt::new(f64::NAN, 5.0), None);
    }

    #[test]
    fn one_sided_results_decide() {
        let sprt = Sprt::new(0.0, 50.0).unwrap();
        assert_eq!(sprt.state(&single(60, 0, 10)).decision, SprtDecision::H1);
        assert_eq!(sprt.state(&single(10, 0, 60)).decision, SprtDecision::H0);
        assert_eq!(
            sprt.state(&single(2, 0, 1)).decision,
            SprtDecision::Continue
        );
        // Results that never occurred do not break the arithmetic.
        assert!(sprt.llr(&single(5, 0, 0)).is_finite());
        assert!(sprt.llr(&paired([0, 0, 0, 0, 9])) > 0.0);
    }
}
