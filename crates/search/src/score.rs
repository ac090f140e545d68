//! Values of positions: integers inside the search, [`SearchScore`] outside.

/// The maximum length of a line, in plies from the root.
pub const MAX_PLY: usize = 120;

/// The value of a mate at the root; every ply of distance subtracts one.
pub(crate) const MATE: i32 = 32_000;
/// Larger than every value.
pub(crate) const INFINITE: i32 = MATE + 1;
/// Values from here on are mates.
pub(crate) const MATE_BOUND: i32 = MATE - 2 * MAX_PLY as i32;
/// The largest value that is not a mate.
pub(crate) const EVAL_LIMIT: i32 = MATE_BOUND - 1;
/// The value of a draw.
pub(crate) const DRAW: i32 = 0;
/// The internal value of a pawn, reported as 100.
const PAWN: i32 = 90;

/// The value of mating at a ply.
#[inline]
pub(crate) const fn mate_at(ply: usize) -> i32 {
    MATE - ply as i32
}

/// The value of being mated at a ply.
#[inline]
pub(crate) const fn mated_at(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Returns whether the value is a mate for either side.
#[inline]
pub(crate) const fn is_mate(value: i32) -> bool {
    value.abs() >= MATE_BOUND
}

/// The score of a line for the side to move at the root.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SearchScore {
    /// The opponent mates in this many plies.
    Mated(u32),
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The side to move mates or wins by declaration in this many plies.
    Mate(u32),
}

impl SearchScore {
    pub(crate) fn from_value(value: i32) -> SearchScore {
        if value >= MATE_BOUND {
            SearchScore::Mate((MATE - value).max(0) as u32)
        } else if value <= -MATE_BOUND {
            SearchScore::Mated((MATE + value).max(0) as u32)
        } else {
            SearchScore::Centipawns(value * 100 / PAWN)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_told_in_plies() {
        assert_eq!(SearchScore::from_value(mate_at(5)), SearchScore::Mate(5));
        assert_eq!(SearchScore::from_value(mated_at(2)), SearchScore::Mated(2));
        assert_eq!(SearchScore::from_value(90), SearchScore::Centipawns(100));
        assert_eq!(
            SearchScore::from_value(EVAL_LIMIT),
            SearchScore::Centipawns(35_287)
        );
    }
}
