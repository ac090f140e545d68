//! What scores mean for the game, and what a move is called that gives some of it away.

use komadai_usi::Score;
use std::fmt;

/// The score, in hundredths of a pawn, at which the better side wins e times as often as it loses.
const SCALE: f64 = 600.0;

/// How quickly the accuracy of a move falls with its loss.
const ACCURACY_DECAY: f64 = 4.0;

/// What a move is called that loses something of the probability to win.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// 疑問手
    Inaccuracy,
    /// 悪手
    Mistake,
    /// 大悪手
    Blunder,
}

impl Grade {
    /// All grades, the mildest first.
    pub const ALL: [Grade; 3] = [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];

    /// The loss from which on a move is called so. In an even position a blunder gives away a silver, an
    /// inaccuracy a pawn.
    pub const fn threshold(self) -> f64 {
        match self {
            Grade::Inaccuracy => 0.05,
            Grade::Mistake => 0.10,
            Grade::Blunder => 0.20,
        }
    }

    /// The grade of a loss; a small one has none.
    pub fn of(loss: f64) -> Option<Grade> {
        Grade::ALL
            .into_iter()
            .rev()
            .find(|grade| loss >= grade.threshold())
    }

    /// In English.
    pub const fn english(self) -> &'static str {
        match self {
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }

    /// In Japanese.
    pub const fn japanese(self) -> &'static str {
        match self {
            Grade::Inaccuracy => "疑問手",
            Grade::Mistake => "悪手",
            Grade::Blunder => "大悪手",
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.english())
    }
}

/// The probability to win of the side to which the score belongs. A mate is certain, however long it is.
pub fn win_probability(score: Score) -> f64 {
    match score {
        Score::Centipawns(value) => 1.0 / (1.0 + (-f64::from(value) / SCALE).exp()),
        Score::MateIn(_) => 1.0,
        Score::MatedIn(_) => 0.0,
    }
}

/// How good a move is that loses so much: 1 if it loses nothing, 0.67 for a loss of 0.1.
pub fn accuracy(loss: f64) -> f64 {
    (-ACCURACY_DECAY * loss).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_begin_at_their_thresholds() {
        assert_eq!(Grade::of(0.0), None);
        assert_eq!(Grade::of(0.049), None);
        for grade in Grade::ALL {
            assert_eq!(Grade::of(grade.threshold()), Some(grade));
        }
        assert_eq!(Grade::of(1.0), Some(Grade::Blunder));
    }

    #[test]
    fn a_mate_is_worth_more_than_every_score_and_its_length_nothing() {
        assert!(win_probability(Score::Centipawns(30_000)) <= win_probability(Score::MateIn(None)));
        let [short, long] = [1, 31].map(|plies| win_probability(Score::MateIn(Some(plies))));
        assert_eq!(short, long);
        assert_eq!(win_probability(Score::MatedIn(Some(0))), 0.0);
    }

    #[test]
    fn both_sides_probabilities_make_one() {
        assert_eq!(win_probability(Score::Centipawns(0)), 0.5);
        for value in [-5000, -600, 35, 600] {
            let sum = [value, -value].map(|value| win_probability(Score::Centipawns(value)));
            assert!((sum[0] + sum[1] - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn a_silver_given_away_in_an_even_position_is_a_blunder() {
        let loss = 0.5 - win_probability(Score::Centipawns(-600));
        assert_eq!(Grade::of(loss), Some(Grade::Blunder));
        let loss = 0.5 - win_probability(Score::Centipawns(-130));
        assert_eq!(Grade::of(loss), Some(Grade::Inaccuracy));
    }
}
