//! Sets of squares.

mod lanes;

use crate::color::Color;
use crate::square::{File, Rank, Square};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, ControlFlow, Not};

/// A set of squares: files 1 to 7 in the first word (63 bits), files 8 and 9 in the second (18 bits).
///
/// Every file lies inside one word, so a step along a file is a shift by one in each word, and what
/// is done file by file (pawns, lances, two-pawn tests) never crosses words. Bits beyond the 63 and
/// the 18 are always clear.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(C, align(16))]
pub struct Bitboard([u64; 2]);

/// Squares in the first word.
const SPLIT: u32 = 63;
const WORD_MASKS: [u64; 2] = [(1 << SPLIT) - 1, (1 << (81 - SPLIT)) - 1];
const FILE_MASK: u64 = 0x1ff;
const NOT_FIRST_RANK: [u64; 2] = [
    WORD_MASKS[0] & !FILE_BASES[0],
    WORD_MASKS[1] & !FILE_BASES[1],
];
const LAST_RANK: [u64; 2] = [FILE_BASES[0] << 8, FILE_BASES[1] << 8];
const NOT_LAST_RANK: [u64; 2] = [
    WORD_MASKS[0] & !(FILE_BASES[0] << 8),
    WORD_MASKS[1] & !(FILE_BASES[1] << 8),
];

/// The lowest bit of every file in a word.
const FILE_BASES: [u64; 2] = {
    let mut bases = [0u64; 2];
    let mut file = 0;
    while file < 9 {
        bases[file / 7] |= 1 << (file % 7 * 9);
        file += 1;
    }
    bases
};

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard([0, 0]);
    /// All 81 squares.
    pub const FULL: Bitboard = Bitboard(WORD_MASKS);

    /// The set of one square.
    #[inline]
    pub const fn from_square(square: Square) -> Bitboard {
        SQUARES[square.index()]
    }

    /// The squares of a rank.
    #[inline]
    pub const fn rank(rank: Rank) -> Bitboard {
        Bitboard([FILE_BASES[0] << rank.index(), FILE_BASES[1] << rank.index()])
    }

    /// The squares of a file.
    #[inline]
    pub const fn file(file: File) -> Bitboard {
        let mut words = [0; 2];
        words[file.index() / 7] = FILE_MASK << (file.index() % 7 * 9);
        Bitboard(words)
    }

    /// The `count` ranks farthest from a side's own edge.
    pub const fn far_ranks(color: Color, count: usize) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        let mut i = 0;
        while i < count {
            let rank = match color {
                Color::Black => i,
                Color::White => 8 - i,
            };
            set = set.or(Bitboard::rank(Rank::ALL[rank]));
            i += 1;
        }
        set
    }

    /// A side's promotion zone: its three farthest ranks.
    #[inline]
    pub const fn promotion_zone(color: Color) -> Bitboard {
        const ZONES: [Bitboard; 2] = [
            Bitboard::far_ranks(Color::Black, 3),
            Bitboard::far_ranks(Color::White, 3),
        ];
        ZONES[color.index()]
    }

    /// The two words: files 1 to 7, then files 8 and 9.
    #[inline]
    pub const fn words(self) -> [u64; 2] {
        self.0
    }

    /// The set with these words; bits that are not squares are dropped.
    #[inline]
    pub const fn from_words(words: [u64; 2]) -> Bitboard {
        Bitboard([words[0] & WORD_MASKS[0], words[1] & WORD_MASKS[1]])
    }

    /// Returns whether the set contains the square.
    #[inline]
    pub fn contains(self, square: Square) -> bool {
        self.intersects(square.into())
    }

    /// Returns whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        lanes::are_zero(self.0)
    }

    /// Returns whether the two sets have a square in common.
    #[inline]
    pub fn intersects(self, other: Bitboard) -> bool {
        !lanes::are_zero(lanes::and(self.0, other.0))
    }

    /// Toggles the squares that are in both other sets.
    ///
    /// Deliberately scalar: compilers vectorize it over two sets when it is applied to several in a row.
    #[inline(always)]
    pub(crate) fn toggle_common(&mut self, a: Bitboard, b: Bitboard) {
        self.0[0] ^= a.0[0] & b.0[0];
        self.0[1] ^= a.0[1] & b.0[1];
    }

    /// Number of squares.
    #[inline]
    pub const fn len(self) -> u32 {
        // Counting the second word's 18 bits as 32 keeps compilers from counting both words at once in
        // vector registers, which without AVX-512 takes ten instructions instead of two.
        self.0[0].count_ones() + (self.0[1] as u32).count_ones()
    }

    /// Returns whether the set has at least two squares.
    #[inline]
    pub const fn has_several(self) -> bool {
        self.len() > 1
    }

    /// The lowest square, by index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        let index = if self.0[0] != 0 {
            self.0[0].trailing_zeros()
        } else if self.0[1] != 0 {
            SPLIT + self.0[1].trailing_zeros()
        } else {
            return None;
        };
        // SAFETY: words hold no bits beyond the 81 squares.
        Some(unsafe { Square::from_index_unchecked(index as u8) })
    }

    /// Set union, for constants: operators cannot be used there.
    pub(crate) const fn or(self, other: Bitboard) -> Bitboard {
        Bitboard([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// Set intersection, for constants.
    pub(crate) const fn and(self, other: Bitboard) -> Bitboard {
        Bitboard([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// Set difference, for constants.
    pub(crate) const fn minus(self, other: Bitboard) -> Bitboard {
        Bitboard([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    /// The set difference.
    #[inline]
    pub fn without(self, other: Bitboard) -> Bitboard {
        Bitboard(lanes::and_not(self.0, other.0))
    }

    /// Every square moved one rank up, towards rank 1.
    #[inline]
    pub fn up(self) -> Bitboard {
        Bitboard(lanes::and(lanes::shift_right::<1>(self.0), NOT_LAST_RANK))
    }

    /// Every square moved one rank down, towards rank 9.
    #[inline]
    pub fn down(self) -> Bitboard {
        Bitboard(lanes::and(lanes::shift_left::<1>(self.0), NOT_FIRST_RANK))
    }

    /// Every square moved one file to the left as Black sees the board, towards file 9.
    #[inline]
    pub fn left(self) -> Bitboard {
        let crossing = lanes::first_to_second(lanes::shift_right::<54>(self.0));
        Bitboard(lanes::and(
            lanes::or(lanes::shift_left::<9>(self.0), crossing),
            WORD_MASKS,
        ))
    }

    /// Every square moved one file to the right as Black sees the board, towards file 1.
    #[inline]
    pub fn right(self) -> Bitboard {
        let crossing = lanes::second_to_first(lanes::shift_left::<54>(self.0));
        Bitboard(lanes::and(
            lanes::or(lanes::shift_right::<9>(self.0), crossing),
            WORD_MASKS,
        ))
    }

    /// Every square moved one rank forward from the side's point of view.
    #[inline]
    pub fn forward(self, color: Color) -> Bitboard {
        match color {
            Color::Black => self.up(),
            Color::White => self.down(),
        }
    }

    /// The squares that pieces of this set reach straight ahead, each up to the first occupied square.
    ///
    /// All files at once. Down the board a subtraction runs from each piece to its blocker; up the
    /// board, where borrows do not run, the set is smeared in three doubling steps (Kogge and Stone).
    #[inline(always)]
    pub(crate) fn slide_ahead(self, color: Color, occupied: Bitboard) -> Bitboard {
        match color {
            Color::White => {
                // The last rank stops every borrow inside its own file.
                let stops = lanes::or(occupied.0, LAST_RANK);
                let starts = self.down().0;
                Bitboard(lanes::xor(stops, lanes::sub(stops, starts)))
            }
            Color::Black => {
                let mut free = lanes::and_not(NOT_LAST_RANK, occupied.0);
                let mut reached = self.0;
                reached = lanes::or(reached, lanes::and(free, lanes::shift_right::<1>(reached)));
                free = lanes::and(free, lanes::shift_right::<1>(free));
                reached = lanes::or(reached, lanes::and(free, lanes::shift_right::<2>(reached)));
                free = lanes::and(free, lanes::shift_right::<2>(free));
                reached = lanes::or(reached, lanes::and(free, lanes::shift_right::<4>(reached)));
                Bitboard(reached).up()
            }
        }
    }

    /// All squares of the files in which the set has a square.
    #[inline]
    pub fn files(self) -> Bitboard {
        // Adding 255 to a file's low eight squares carries into the ninth if any is set. The ninth
        // bit, doubled, less its lowest neighbour, is the whole file.
        let low_eight = const { [FILE_BASES[0] * 0xff, FILE_BASES[1] * 0xff] };
        let carried = lanes::add(lanes::and(self.0, low_eight), low_eight);
        let occupied = lanes::and(lanes::or(carried, self.0), LAST_RANK);
        Bitboard(lanes::sub(
            lanes::shift_left::<1>(occupied),
            lanes::shift_right::<8>(occupied),
        ))
    }

    /// The squares in order of their index.
    #[inline]
    pub const fn iter(self) -> Squares {
        Squares(self)
    }

    /// Calls `f` for each square in order until it breaks.
    ///
    /// For hot loops: unlike the iterator it does not check at every square which word is next.
    #[inline(always)]
    pub(crate) fn try_each<B>(self, mut f: impl FnMut(Square) -> ControlFlow<B>) -> ControlFlow<B> {
        for (mut word, base) in [(self.0[0], 0), (self.0[1], SPLIT)] {
            while word != 0 {
                // SAFETY: words hold no bits beyond their 63 and 18 squares.
                f(unsafe { Square::from_index_unchecked((base + word.trailing_zeros()) as u8) })?;
                word &= word - 1;
            }
        }
        ControlFlow::Continue(())
    }

    /// The union of the sets that `f` gives for each square.
    #[inline(always)]
    pub(crate) fn union_of(self, mut f: impl FnMut(Square) -> Bitboard) -> Bitboard {
        let mut union = Bitboard::EMPTY;
        let _: ControlFlow<()> = self.try_each(|square| {
            union |= f(square);
            ControlFlow::Continue(())
        });
        union
    }
}

static SQUARES: [Bitboard; 81] = {
    let mut sets = [Bitboard::EMPTY; 81];
    let mut i = 0;
    while i < 81 {
        sets[i].0[i / SPLIT as usize] = 1 << (i % SPLIT as usize);
        i += 1;
    }
    sets
};

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Bitboard {
        Bitboard::from_square(square)
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(lanes::and(self.0, other.0))
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(lanes::or(self.0, other.0))
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(lanes::xor(self.0, other.0))
    }
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard::FULL.without(self)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Bitboard) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Bitboard) {
        *self = *self | other;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Bitboard) {
        *self = *self ^ other;
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares
            .into_iter()
            .fold(Bitboard::EMPTY, |set, square| set | square.into())
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// Iterator over the squares of a [`Bitboard`].
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        let [low, high] = &mut self.0.0;
        if *low != 0 {
            *low &= *low - 1;
        } else {
            *high &= *high - 1;
        }
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

impl fmt::Debug for Bitboard {
    /// Draws the board as Black sees it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f)?;
        for rank in Rank::ALL {
            let row: Vec<&str> = File::ALL
                .iter()
                .rev()
                .map(|&file| {
                    if self.contains(Square::new(file, rank)) {
                        "X"
                    } else {
                        "."
                    }
                })
                .collect();
            writeln!(f, "{}", row.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_testkit::Rng;

    fn shifted(set: Bitboard, files: i8, ranks: i8) -> Bitboard {
        set.iter()
            .filter_map(|square| square.offset(files, ranks))
            .collect()
    }

    fn samples() -> impl Iterator<Item = Bitboard> {
        let mut rng = Rng::new(1);
        let mut next = move || rng.next_u64();
        let random = (0..500).map(move |_| Bitboard::from_words([next(), next()]));
        random
            .chain(Square::ALL.map(Bitboard::from))
            .chain([Bitboard::EMPTY, Bitboard::FULL])
    }

    #[test]
    fn shifts_move_every_square_and_drop_what_leaves_the_board() {
        for set in samples() {
            assert_eq!(set.up(), shifted(set, 0, -1));
            assert_eq!(set.down(), shifted(set, 0, 1));
            assert_eq!(set.left(), shifted(set, 1, 0));
            assert_eq!(set.right(), shifted(set, -1, 0));
        }
    }

    #[test]
    fn files_are_filled_whatever_they_hold() {
        for set in samples() {
            let slow: Bitboard = Square::ALL
                .into_iter()
                .filter(|square| set.iter().any(|other| other.file() == square.file()))
                .collect();
            assert_eq!(set.files(), slow);
        }
    }

    #[test]
    fn iteration_counting_and_membership_agree() {
        for set in samples() {
            let squares: Vec<Square> = set.iter().collect();
            assert_eq!(squares.len() as u32, set.len());
            assert_eq!(set.has_several(), set.len() > 1);
            assert_eq!(set.first(), squares.first().copied());
            assert!(
                Square::ALL
                    .iter()
                    .all(|sq| set.contains(*sq) == squares.contains(sq))
            );
            let mut tried = Vec::new();
            let end: ControlFlow<()> = set.try_each(|square| {
                tried.push(square);
                ControlFlow::Continue(())
            });
            assert!(end.is_continue());
            assert_eq!(tried, squares);
            assert_eq!(set.union_of(Bitboard::from), set);
            assert_eq!((!set).len(), 81 - set.len());
        }
    }
}
