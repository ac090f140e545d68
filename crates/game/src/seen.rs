//! Which positions may have stood on the board before.

use komadai_core::AnyPosition;

/// Slots: more than moves in most games.
const SLOTS: usize = 512;

/// Occurrences before the present one that make a fourth.
const EARLIER: u8 = 3;

/// Counts positions by a few bits of their keys. Where the count is low there is no repetition, and the
/// history need not be searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Seen(Box<[u8; SLOTS]>);

impl Seen {
    pub(crate) fn new(start: &AnyPosition) -> Seen {
        let mut seen = Seen(Box::new([0; SLOTS]));
        let _ = seen.push(start);
        seen
    }

    /// Adds a position. May it be the fourth of its kind?
    pub(crate) fn push(&mut self, position: &AnyPosition) -> bool {
        let slot = &mut self.0[slot(position)];
        let before = *slot;
        *slot = before.saturating_add(1);
        before >= EARLIER
    }

    /// Would it be the fourth of its kind?
    pub(crate) fn may_be_fourth(&self, position: &AnyPosition) -> bool {
        self.0[slot(position)] >= EARLIER
    }
}

fn slot(position: &AnyPosition) -> usize {
    position.board_key() as usize % SLOTS
}
