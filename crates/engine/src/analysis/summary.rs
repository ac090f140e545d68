//! Statistics of a player.

use super::{MoveGrade, MoveReport, accuracy};
use komadai_core::Color;

/// Statistics of one side. Moves without a score do not count.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerSummary {
    /// Moves that count.
    pub moves: usize,
    /// The mean loss of win probability.
    pub mean_loss: f64,
    /// The mean accuracy of the moves, from 0 to 1.
    pub accuracy: f64,
    /// The number of inaccuracies, mistakes and blunders.
    pub grades: [usize; MoveGrade::ALL.len()],
    /// The worst mistake: the number of the move and its loss.
    pub worst: Option<(usize, f64)>,
}

impl PlayerSummary {
    pub(super) fn of(color: Color, moves: &[MoveReport]) -> PlayerSummary {
        let own = moves.iter().filter(|report| report.color == color);
        let losses: Vec<(usize, f64)> = own
            .filter_map(|report| Some((report.ply, report.loss()?)))
            .collect();
        let mean = |value: fn(f64) -> f64| match losses.len() {
            0 => None,
            count => Some(losses.iter().map(|&(_, loss)| value(loss)).sum::<f64>() / count as f64),
        };
        let count = |grade: MoveGrade| {
            let graded = losses
                .iter()
                .filter(|&&(_, loss)| MoveGrade::of(loss) == Some(grade));
            graded.count()
        };
        // The first of equal ones.
        let worst = losses
            .iter()
            .rev()
            .max_by(|(_, a), (_, b)| a.total_cmp(b))
            .filter(|(_, loss)| MoveGrade::of(*loss).is_some());
        PlayerSummary {
            moves: losses.len(),
            mean_loss: mean(|loss| loss).unwrap_or(0.0),
            accuracy: mean(accuracy).unwrap_or(1.0),
            grades: MoveGrade::ALL.map(count),
            worst: worst.copied(),
        }
    }

    /// The number of moves with this grade.
    pub fn count(&self, grade: MoveGrade) -> usize {
        self.grades[grade as usize]
    }
}
