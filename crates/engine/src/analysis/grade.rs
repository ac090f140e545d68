//! Win probabilities, and grades of moves that lose some of it.

use komadai_usi::UsiScore;
use std::fmt;

/// The score, in hundredths of a pawn, at which the better side wins e times as often as it loses.
const SCALE: f64 = 600.0;

/// How quickly the accuracy of a move falls with its loss.
const ACCURACY_DECAY: f64 = 4.0;

/// The grade of a move that loses win probability.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveGrade {
    /// 疑問手
    Inaccuracy,
    /// 悪手
    Mistake,
    /// 大悪手
    Blunder,
}

impl MoveGrade {
    /// All grades, the mildest first.
    pub const ALL: [MoveGrade; 3] = [
        MoveGrade::Inaccuracy,
        MoveGrade::Mistake,
        MoveGrade::Blunder,
    ];

    /// The minimum loss for this grade. In an even position a blunder loses a silver, an inaccuracy a pawn.
    pub const fn threshold(self) -> f64 {
        match self {
            MoveGrade::Inaccuracy => 0.05,
            MoveGrade::Mistake => 0.10,
            MoveGrade::Blunder => 0.20,
        }
    }

    /// The grade of a loss; `None` for a small one.
    pub fn of(loss: f64) -> Option<MoveGrade> {
        MoveGrade::ALL
            .into_iter()
            .rev()
            .find(|grade| loss >= grade.threshold())
    }

    /// In English.
    pub const fn english(self) -> &'static str {
        match self {
            MoveGrade::Inaccuracy => "inaccuracy",
            MoveGrade::Mistake => "mistake",
            MoveGrade::Blunder => "blunder",
        }
    }

    /// In Japanese.
    pub const fn japanese(self) -> &'static str {
        match self {
            MoveGrade::Inaccuracy => "疑問手",
            MoveGrade::Mistake => "悪手",
            MoveGrade::Blunder => "大悪手",
        }
    }
}

impl fmt::Display for MoveGrade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.english())
    }
}

/// The win probability for a score. A mate is certain, whatever its length.
pub fn win_probability(score: UsiScore) -> f64 {
    match score {
        UsiScore::Centipawns(value) => 1.0 / (1.0 + (-f64::from(value) / SCALE).exp()),
        UsiScore::MateIn(_) => 1.0,
        UsiScore::MatedIn(_) => 0.0,
    }
}

/// The accuracy of a move with this loss: 1 for no loss, 0.67 for a loss of 0.1.
pub fn accuracy(loss: f64) -> f64 {
    (-ACCURACY_DECAY * loss).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_begin_at_their_thresholds() {
        assert_eq!(MoveGrade::of(0.0), None);
        assert_eq!(MoveGrade::of(0.049), None);
        for grade in MoveGrade::ALL {
            assert_eq!(MoveGrade::of(grade.threshold()), Some(grade));
        }
        assert_eq!(MoveGrade::of(1.0), Some(MoveGrade::Blunder));
    }

    #[test]
    fn a_mate_is_worth_more_than_every_score_and_its_length_nothing() {
        assert!(
            win_probability(UsiScore::Centipawns(30_000))
                <= win_probability(UsiScore::MateIn(None))
        );
        let [short, long] = [1, 31].map(|plies| win_probability(UsiScore::MateIn(Some(plies))));
        assert_eq!(short, long);
        assert_eq!(win_probability(UsiScore::MatedIn(Some(0))), 0.0);
    }

    #[test]
    fn both_sides_probabilities_make_one() {
        assert_eq!(win_probability(UsiScore::Centipawns(0)), 0.5);
        for value in [-5000, -600, 35, 600] {
            let sum = [value, -value].map(|value| win_probability(UsiScore::Centipawns(value)));
            assert!((sum[0] + sum[1] - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn a_silver_given_away_in_an_even_position_is_a_blunder() {
        let loss = 0.5 - win_probability(UsiScore::Centipawns(-600));
        assert_eq!(MoveGrade::of(loss), Some(MoveGrade::Blunder));
        let loss = 0.5 - win_probability(UsiScore::Centipawns(-130));
        assert_eq!(MoveGrade::of(loss), Some(MoveGrade::Inaccuracy));
    }
}
