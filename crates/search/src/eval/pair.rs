//! A value for the opening and one for the endgame, added and subtracted as one number.

use super::layout::ENDGAME;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A value for the opening and one for the endgame: `endgame << 32 + opening`. Sums and multiples of
/// pairs are those of both values, as long as each stays within 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(transparent)]
pub(crate) struct Pair(i64);

impl Pair {
    pub(crate) const fn new(opening: i32, endgame: i32) -> Pair {
        Pair(((endgame as i64) << 32) + opening as i64)
    }

    pub(super) const fn opening(self) -> i32 {
        self.0 as i32
    }

    pub(super) const fn endgame(self) -> i32 {
        ((self.0 + 0x8000_0000) >> 32) as i32
    }

    /// The interpolated value for a number of pieces off the board, in fractions of [`ENDGAME`].
    #[inline]
    pub(crate) fn tapered(self, off_board: u32) -> i32 {
        let late = off_board.min(ENDGAME) as i32;
        self.opening() * (ENDGAME as i32 - late) + self.endgame() * late
    }
}

impl Add for Pair {
    type Output = Pair;

    #[inline]
    fn add(self, other: Pair) -> Pair {
        Pair(self.0 + other.0)
    }
}

impl Sub for Pair {
    type Output = Pair;

    #[inline]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0 - other.0)
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Pair) {
        self.0 += other.0;
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Pair) {
        self.0 -= other.0;
    }
}

impl Neg for Pair {
    type Output = Pair;

    #[inline]
    fn neg(self) -> Pair {
        Pair(-self.0)
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;

    #[inline]
    fn mul(self, factor: i32) -> Pair {
        Pair(self.0 * i64::from(factor))
    }
}

/// A pair of small numbers in half the space: `endgame << 16 + opening`.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(crate) struct SmallPair(i32);

impl SmallPair {
    pub(crate) const fn new(opening: i16, endgame: i16) -> SmallPair {
        SmallPair(((endgame as i32) << 16) + opening as i32)
    }

    #[inline]
    pub(crate) const fn pair(self) -> Pair {
        let opening = self.0 as i16 as i32;
        Pair::new(opening, (self.0 - opening) >> 16)
    }

    /// The numbers for the opening and for the endgame.
    #[cfg(feature = "fit")]
    pub(crate) const fn both(self) -> [i16; 2] {
        let pair = self.pair();
        [pair.opening() as i16, pair.endgame() as i16]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_values_add_and_multiply_alone() {
        for (a, b) in [(3, 5), (-7, 12), (30_000, -30_000), (-1, 0), (0, -1)] {
            for (c, d) in [(1, -1), (-8, 9), (-20_000, 1)] {
                let sum = Pair::new(a, b) * 3 - Pair::new(c, d) + -Pair::new(1, 2);
                assert_eq!(sum.opening(), 3 * a - c - 1);
                assert_eq!(sum.endgame(), 3 * b - d - 2);
            }
            let small = SmallPair::new(a as i16, b as i16).pair();
            assert_eq!((small.opening(), small.endgame()), (a, b));
        }
    }

    #[test]
    fn pieces_off_the_board_lead_from_one_to_the_other() {
        let pair = Pair::new(10, -6);
        assert_eq!(pair.tapered(0), 160);
        assert_eq!(pair.tapered(8), 32);
        assert_eq!(pair.tapered(40), -96);
    }
}
