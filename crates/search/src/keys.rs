//! The positions of the game and of the line being searched, to find repetitions among them.

use crate::score::{DRAW, mate_at, mated_at};
use komadai_core::{ByColor, Color};

/// The number of earlier occurrences that ends a game.
const EARLIER_OCCURRENCES: usize = 3;

#[derive(Clone, Copy, Debug)]
struct KeyEntry {
    key: u64,
    /// For each side the index of the last entry that it reached by a move without check.
    last_quiet: ByColor<usize>,
}

/// Keys from the start of the game to the position being searched.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    entries: Vec<KeyEntry>,
    /// The first entry of the search tree: the root.
    root: usize,
    /// The number of entries by the low bits of their key. Zero, the case at nearly every node, means that
    /// there is no repetition to look for.
    seen: Box<[u8; Keys::SEEN]>,
}

impl Keys {
    const SEEN: usize = 1 << 12;

    pub(crate) fn new() -> Keys {
        Keys {
            entries: Vec::with_capacity(512),
            root: 0,
            seen: Box::new([0; Keys::SEEN]),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.seen.fill(0);
        self.root = 0;
    }

    /// The last entry so far is the root.
    pub(crate) fn set_root(&mut self) {
        self.root = self.entries.len().saturating_sub(1);
    }

    /// Adds a position in which `turn` is to move.
    #[inline]
    pub(crate) fn push(&mut self, key: u64, turn: Color, in_check: bool) {
        let index = self.entries.len();
        let mut last_quiet = self
            .entries
            .last()
            .map_or(ByColor([0; 2]), |entry| entry.last_quiet);
        if !in_check {
            last_quiet[!turn] = index;
        }
        self.entries.push(KeyEntry { key, last_quiet });
        let seen = &mut self.seen[key as usize % Keys::SEEN];
        *seen = seen.saturating_add(1);
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        if let Some(entry) = self.entries.pop() {
            let seen = &mut self.seen[entry.key as usize % Keys::SEEN];
            // A saturated counter stays saturated; it only costs an extra lookup.
            if *seen != u8::MAX {
                *seen -= 1;
            }
        }
    }

    /// The value of the last position, at `ply`, for the side to move `turn`, if it is a repetition.
    ///
    /// Within the tree a second occurrence counts like the fourth, since what was possible once is possible
    /// again. Of occurrences up to the root only the fourth ends the game.
    #[inline]
    pub(crate) fn repetition(&self, turn: Color, ply: usize) -> Option<i32> {
        let current = self.entries.last()?;
        if self.seen[current.key as usize % Keys::SEEN] < 2 {
            return None;
        }
        let first = self.first_that_counts(current.key)?;
        // A cycle is a draw, unless one side alone gave check with all its moves.
        let checked = |color: Color| current.last_quiet[color] <= first;
        Some(match (checked(turn), checked(!turn)) {
            (true, false) => mated_at(ply),
            (false, true) => mate_at(ply),
            _ => DRAW,
        })
    }

    /// The index of the occurrence from which the last position's moves are judged.
    #[cold]
    fn first_that_counts(&self, key: u64) -> Option<usize> {
        let mut found = 0;
        let mut index = self.entries.len() - 1;
        while index >= 2 {
            index -= 2;
            if self.entries[index].key == key {
                found += 1;
                if index > self.root || found == EARLIER_OCCURRENCES {
                    return Some(index);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two kings that walk to and fro: keys 0 1 2 3 0 1 2 3 …, Black to move at even ones; at the
    /// keys in `checks` the side to move is in check.
    fn walk(moves: usize, root: usize, checks: &[u64]) -> Keys {
        let mut keys = Keys::new();
        for index in 0..=moves {
            let key = index as u64 % 4;
            let turn = Color::ALL[index % 2];
            keys.push(key, turn, checks.contains(&key));
            if index == root {
                keys.set_root();
            }
        }
        keys
    }

    #[test]
    fn in_the_tree_the_second_occurrence_counts() {
        assert_eq!(walk(4, 0, &[]).repetition(Color::Black, 4), None);
        assert_eq!(walk(5, 0, &[]).repetition(Color::White, 5), Some(DRAW));
        assert_eq!(walk(3, 0, &[]).repetition(Color::White, 3), None);
    }

    #[test]
    fn in_the_game_the_fourth_counts() {
        assert_eq!(walk(8, 7, &[]).repetition(Color::Black, 1), None);
        assert_eq!(walk(12, 11, &[]).repetition(Color::Black, 1), Some(DRAW));
    }

    #[test]
    fn whoever_checks_throughout_loses() {
        // White to move is in check at keys 1 and 3: Black checked with every move.
        let keys = walk(5, 0, &[1, 3]);
        assert_eq!(keys.repetition(Color::White, 5), Some(mate_at(5)));
        let keys = walk(6, 0, &[1, 3]);
        assert_eq!(keys.repetition(Color::Black, 6), Some(mated_at(6)));
        let keys = walk(5, 0, &[0, 1, 2, 3]);
        assert_eq!(keys.repetition(Color::White, 5), Some(DRAW));
        let keys = walk(5, 0, &[1]);
        assert_eq!(keys.repetition(Color::White, 5), Some(DRAW));
    }

    #[test]
    fn what_is_taken_back_is_forgotten() {
        let mut keys = walk(5, 0, &[]);
        keys.pop();
        keys.push(9, Color::White, false);
        assert_eq!(keys.repetition(Color::White, 5), None);
    }
}
