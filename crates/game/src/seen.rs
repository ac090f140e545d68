//! A filter for repeated positions.

use komadai_core::{AnyPosition, History};

/// Initial number of slots, a power of two: enough for most games.
const SLOTS: usize = 1024;

/// Minimum number of slots per position.
const SLOTS_PER_POSITION: usize = 4;

/// Earlier occurrences that make the current one the fourth.
const EARLIER: u8 = 3;

/// Counts positions by a few bits of their keys. If the count is low there is no repetition, and the history
/// need not be searched: in a game of a million moves that would take hours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Seen(Vec<u8>);

impl Seen {
    pub(crate) fn new(start: &AnyPosition) -> Seen {
        let mut seen = Seen(vec![0; SLOTS]);
        let _ = seen.add(start.board_key());
        seen
    }

    /// Adds the last position of a history. Returns whether it may be its fourth occurrence.
    pub(crate) fn push(&mut self, position: &AnyPosition, history: &History) -> bool {
        let fourth = self.add(position.board_key());
        if history.moves() * SLOTS_PER_POSITION > self.0.len() {
            self.grow(history);
        }
        fourth
    }

    /// Returns whether it may be the fourth occurrence.
    pub(crate) fn may_be_fourth(&self, position: &AnyPosition) -> bool {
        self.0[self.slot(position.board_key())] >= EARLIER
    }

    fn add(&mut self, key: u64) -> bool {
        let slot = self.slot(key);
        let before = self.0[slot];
        self.0[slot] = before.saturating_add(1);
        before >= EARLIER
    }

    fn slot(&self, key: u64) -> usize {
        key as usize & (self.0.len() - 1)
    }

    #[cold]
    fn grow(&mut self, history: &History) {
        self.0 = vec![0; self.0.len() * 8];
        for key in history.board_keys() {
            let _ = self.add(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::Variant;
    use komadai_testkit::Rng;
    use std::collections::HashMap;

    #[test]
    fn no_fourth_is_missed_and_few_searches_are_needless() {
        let mut position = AnyPosition::start(Variant::Shogi);
        let mut history = History::new(&position);
        let mut seen = Seen::new(&position);
        let mut counts = HashMap::from([(position.board_key(), 1)]);
        let mut rng = Rng::new(1);
        let (mut fourth, mut needless) = (0, 0);
        for round in 0..20_000 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                position = AnyPosition::start(Variant::Shogi);
                continue;
            }
            // Now and then few of the moves, so that positions come again.
            let choices = if round % 4_000 < 1_000 {
                3
            } else {
                moves.len()
            };
            let choice = rng.below(moves.len().min(choices));
            let _ = position.play_unchecked(moves[choice]);
            history.push(&position);
            let count = counts.entry(position.board_key()).or_insert(0);
            let expected = seen.may_be_fourth(&position);
            assert_eq!(seen.push(&position, &history), expected);
            assert!(expected || *count < 3);
            fourth += usize::from(*count >= 3);
            needless += usize::from(expected && *count < 3);
            *count += 1;
        }
        assert!(
            counts.len() > 5_000 && fourth > 10,
            "{} {fourth}",
            counts.len()
        );
        assert!(needless < 200, "{needless}");
    }
}
