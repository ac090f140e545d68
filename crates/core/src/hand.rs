//! Pieces in hand (持ち駒).

use crate::color::{ByColor, Color};
use crate::piece::HandKind;
use std::fmt;

/// One side's pieces in hand: seven small counters packed in 32 bits.
///
/// A guard bit above each counter is always clear, so that one subtraction compares two hands for every
/// kind ([`dominates`](Hand::dominates)).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Hand(u32);

/// Both hands, in the layout that [`Hands::code`] requires.
pub type Hands = ByColor<Hand>;

/// Lowest bit of each counter, by kind; index 0 (the king's) is unused and adds nothing.
const UNIT: [u32; 8] = [0, 1, 1 << 6, 1 << 10, 1 << 14, 1 << 18, 1 << 21, 1 << 24];

/// Width of each counter, by kind.
const WIDTH: [u32; 8] = [0, 5, 3, 3, 3, 2, 2, 3];

/// The guard bit above each counter.
const GUARDS: u32 = {
    let mut guards = 0;
    let mut kind = 1;
    while kind < 8 {
        guards |= UNIT[kind] << WIDTH[kind];
        kind += 1;
    }
    guards
};

/// The lowest bit of every counter.
const UNITS: u32 = {
    let mut units = 0;
    let mut kind = 1;
    while kind < 8 {
        units |= UNIT[kind];
        kind += 1;
    }
    units
};

/// A set of kinds that can be in hand, as the guard bits of a [`Hand`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct HandKinds(u32);

impl HandKinds {
    /// The set of these kinds.
    pub const fn new(kinds: &[HandKind]) -> HandKinds {
        let mut bits = 0;
        let mut i = 0;
        while i < kinds.len() {
            let index = kinds[i].index();
            bits |= UNIT[index] << WIDTH[index];
            i += 1;
        }
        HandKinds(bits)
    }

    /// The kinds that are in both sets.
    #[inline]
    pub const fn and(self, other: HandKinds) -> HandKinds {
        HandKinds(self.0 & other.0)
    }

    /// Returns whether the set contains the kind.
    #[inline]
    pub const fn contains(self, kind: HandKind) -> bool {
        self.and(HandKinds::new(&[kind])).0 != 0
    }

    /// Number of kinds.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = HandKind> {
        HandKind::ALL
            .into_iter()
            .filter(move |&kind| self.contains(kind))
    }
}

impl fmt::Debug for HandKinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Hand {
    /// An empty hand.
    pub const EMPTY: Hand = Hand(0);

    /// The number of pieces of a kind.
    #[inline]
    pub const fn count(self, kind: HandKind) -> u8 {
        let index = kind.index();
        ((self.0 / UNIT[index]) & ((1 << WIDTH[index]) - 1)) as u8
    }

    /// Returns whether the hand has at least one piece of a kind.
    #[inline]
    pub const fn has(self, kind: HandKind) -> bool {
        let index = kind.index();
        self.0 & (UNIT[index] * ((1 << WIDTH[index]) - 1)) != 0
    }

    /// Returns whether the hand is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The hand with `count` pieces of a kind, or `None` if a full set does not have that many.
    pub const fn with(self, kind: HandKind, count: u8) -> Option<Hand> {
        if count > kind.set_size() {
            return None;
        }
        let index = kind.index();
        let field = UNIT[index] * ((1 << WIDTH[index]) - 1);
        Some(Hand((self.0 & !field) | (UNIT[index] * count as u32)))
    }

    /// Returns whether this hand has at least as many pieces of every kind as the other.
    #[inline]
    pub const fn dominates(self, other: Hand) -> bool {
        (self.0 | GUARDS).wrapping_sub(other.0) & GUARDS == GUARDS
    }

    /// The kinds with at least one piece.
    #[inline]
    pub const fn kinds(self) -> HandKinds {
        // A counter and one less than its guard together reach the guard unless the counter is zero.
        HandKinds((self.0 + (GUARDS - UNITS)) & GUARDS)
    }

    /// The kinds in hand with their counts.
    pub fn iter(self) -> impl Iterator<Item = (HandKind, u8)> {
        HandKind::ALL
            .into_iter()
            .map(move |kind| (kind, self.count(kind)))
            .filter(|&(_, count)| count > 0)
    }

    /// The number of pieces in hand.
    pub fn len(self) -> u32 {
        self.iter().map(|(_, count)| u32::from(count)).sum()
    }

    /// Takes one piece up; index as in `PieceKind::base_index`, the king's adds nothing.
    #[inline]
    pub(crate) fn add_base(&mut self, base_index: usize) {
        self.0 += UNIT[base_index & 7];
    }

    /// Puts one piece down.
    #[inline]
    pub(crate) fn remove(&mut self, kind: HandKind) {
        debug_assert!(self.has(kind));
        self.0 -= UNIT[kind.index()];
    }
}

/// How many pieces of each kind a diagram shows in a hand: up to 99, whatever a set holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct HandCounts([u8; HandKind::COUNT + 1]);

impl HandCounts {
    /// The largest count of a kind.
    pub const MAX: u8 = 99;

    /// How many of a kind there are.
    #[inline]
    pub const fn count(self, kind: HandKind) -> u8 {
        self.0[kind.index()]
    }

    /// Replaces the count of a kind; it stops at [`MAX`](HandCounts::MAX).
    pub const fn set(&mut self, kind: HandKind, count: u8) {
        self.0[kind.index()] = if count > HandCounts::MAX {
            HandCounts::MAX
        } else {
            count
        };
    }

    /// Adds pieces of a kind; the count stops at [`MAX`](HandCounts::MAX).
    pub const fn add(&mut self, kind: HandKind, count: u8) {
        self.set(kind, self.count(kind).saturating_add(count));
    }

    /// Takes one piece of a kind away, if there is one.
    pub const fn remove(&mut self, kind: HandKind) {
        self.set(kind, self.count(kind).saturating_sub(1));
    }

    /// Is the hand empty?
    pub fn is_empty(self) -> bool {
        self == HandCounts::default()
    }

    /// Kinds with their counts, empty ones left out.
    pub fn iter(self) -> impl Iterator<Item = (HandKind, u8)> {
        HandKind::ALL
            .into_iter()
            .map(move |kind| (kind, self.count(kind)))
            .filter(|&(_, count)| count > 0)
    }

    /// As much of it as one set holds.
    pub(crate) fn to_hand(self) -> Hand {
        self.iter().fold(Hand::EMPTY, |hand, (kind, count)| {
            hand.with(kind, count.min(kind.set_size())).unwrap_or(hand)
        })
    }
}

impl From<Hand> for HandCounts {
    fn from(hand: Hand) -> HandCounts {
        let mut counts = HandCounts::default();
        for (kind, count) in hand.iter() {
            counts.set(kind, count);
        }
        counts
    }
}

impl fmt::Debug for HandCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl Hands {
    /// Both hands as one number.
    #[inline]
    pub const fn code(self) -> u64 {
        self.0[Color::Black.index()].0 as u64 | ((self.0[Color::White.index()].0 as u64) << 32)
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_do_not_touch_each_other() {
        let mut hand = Hand::EMPTY;
        for kind in HandKind::ALL {
            hand = hand.with(kind, kind.set_size()).unwrap();
        }
        for kind in HandKind::ALL {
            assert_eq!(hand.count(kind), kind.set_size());
            assert_eq!(hand.with(kind, kind.set_size() + 1), None);
            let without = hand.with(kind, 0).unwrap();
            assert!(!without.has(kind));
            assert!(hand.kinds().contains(kind) && !without.kinds().contains(kind));
            assert_eq!((hand.kinds().len(), without.kinds().len()), (7, 6));
            assert!(hand.dominates(without) && !without.dominates(hand));
        }
        assert_eq!(hand.len(), 38);
        assert_eq!(hand.0 & GUARDS, 0);
    }

    #[test]
    fn dominance_is_kind_by_kind() {
        let pawns = Hand::EMPTY.with(HandKind::Pawn, 3).unwrap();
        let gold = Hand::EMPTY.with(HandKind::Gold, 1).unwrap();
        assert!(!pawns.dominates(gold) && !gold.dominates(pawns));
        assert!(pawns.dominates(Hand::EMPTY) && pawns.dominates(pawns));
    }
}
