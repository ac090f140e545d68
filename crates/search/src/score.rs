//! What a position is worth: numbers inside the search, a [`Score`] outside.

/// How deep a line may get, in plies from the root.
pub const MAX_PLY: usize = 120;

/// The value of having mated at the root itself; every ply further away is worth one less.
pub(crate) const MATE: i32 = 32_000;
/// Beyond every value.
pub(crate) const INFINITE: i32 = MATE + 1;
/// From here on a value is a mate.
pub(crate) const MATE_BOUND: i32 = MATE - 2 * MAX_PLY as i32;
/// The largest value that is not a mate.
pub(crate) const EVAL_LIMIT: i32 = MATE_BOUND - 1;
/// The value of a draw.
pub(crate) const DRAW: i32 = 0;
/// What a pawn is worth inside, to be scaled to 100 outside.
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

/// Is the value a mate for either side?
#[inline]
pub(crate) const fn is_mate(value: i32) -> bool {
    value.abs() >= MATE_BOUND
}

/// What a line is worth to the side to move at the root.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Score {
    /// The opponent mates in so many plies.
    Mated(u32),
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The side to move mates, or wins by declaration, in so many plies.
    Mate(u32),
}

impl Score {
    pub(crate) fn from_value(value: i32) -> Score {
        if value >= MATE_BOUND {
            Score::Mate((MATE - value).max(0) as u32)
        } else if value <= -MATE_BOUND {
            Score::Mated((MATE + value).max(0) as u32)
        } else {
            Score::Centipawns(value * 100 / PAWN)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_told_in_plies() {
        assert_eq!(Score::from_value(mate_at(5)), Score::Mate(5));
        assert_eq!(Score::from_value(mated_at(2)), Score::Mated(2));
        assert_eq!(Score::from_value(90), Score::Centipawns(100));
        assert_eq!(Score::from_value(EVAL_LIMIT), Score::Centipawns(35_287));
    }
}
