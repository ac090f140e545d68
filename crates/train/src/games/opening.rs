//! Openings: random ones to test anything, sampled ones that look like real games.

use komadai_core::{Move, Position, Rules};
use komadai_search::{SearchInfo, SearchScore};
use komadai_testkit::Rng;

/// Moves of a random opening.
const RANDOM_MOVES: usize = 10;

/// A random opening in which nothing has been captured.
pub(crate) fn random_opening<R: Rules>(rng: &mut Rng) -> Vec<Move> {
    'again: loop {
        let mut position = Position::<R>::default();
        let mut moves = Vec::new();
        while moves.len() < RANDOM_MOVES {
            let legal = position.legal_moves();
            let mv = rng.pick(&legal);
            let undo = position.play_unchecked(mv);
            if undo.captured().is_some() || position.is_in_check() {
                continue 'again;
            }
            moves.push(mv);
        }
        if position.captures().is_empty() {
            return moves;
        }
    }
}

/// One of the best lines of a search, the better the likelier: with `temperature` centipawns less, a
/// move is chosen e times less often, and never beyond `margin`.
pub(crate) fn sampled_move(
    lines: &[SearchInfo],
    margin: i32,
    temperature: f64,
    rng: &mut Rng,
) -> Option<Move> {
    let candidates: Vec<(Move, i32)> = lines
        .iter()
        .filter_map(|line| match line.score {
            SearchScore::Centipawns(score) => Some((*line.pv.first()?, score)),
            SearchScore::Mate(_) | SearchScore::Mated(_) => None,
        })
        .collect();
    let best = candidates.iter().map(|&(_, score)| score).max()?;
    let weighted: Vec<(Move, f64)> = candidates
        .into_iter()
        .filter(|&(_, score)| best - score <= margin)
        .map(|(mv, score)| (mv, (f64::from(score - best) / temperature).exp()))
        .collect();
    let total: f64 = weighted.iter().map(|&(_, weight)| weight).sum();
    // 53 bits are as many as a double holds.
    let mut left = total * (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    let chosen = weighted.iter().find(|&&(_, weight)| {
        left -= weight;
        left < 0.0
    });
    chosen.or(weighted.last()).map(|&(mv, _)| mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn line(mv: &str, score: SearchScore) -> SearchInfo {
        SearchInfo {
            depth: 1,
            selective_depth: 1,
            multi_pv: 1,
            score,
            nodes: 1,
            time: Duration::ZERO,
            hash_full: 0,
            pv: vec![mv.parse().unwrap()],
        }
    }

    #[test]
    fn better_moves_are_sampled_more_often_and_bad_ones_never() {
        let lines = [
            line("7g7f", SearchScore::Centipawns(50)),
            line("2g2f", SearchScore::Centipawns(10)),
            line("9g9f", SearchScore::Centipawns(-200)),
            line("1g1f", SearchScore::Mated(3)),
        ];
        let mut rng = Rng::new(1);
        let mut counts = std::collections::BTreeMap::<String, u32>::new();
        for _ in 0..1000 {
            let mv = sampled_move(&lines, 100, 40.0, &mut rng).unwrap();
            *counts.entry(mv.to_string()).or_default() += 1;
        }
        // e times as often.
        assert_eq!(counts.keys().collect::<Vec<_>>(), ["2g2f", "7g7f"]);
        assert!((230..310).contains(&counts["2g2f"]), "{counts:?}");
        assert_eq!(sampled_move(&lines[3..], 100, 40.0, &mut rng), None);
    }
}
