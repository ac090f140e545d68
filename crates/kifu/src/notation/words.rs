//! The words 右 左 直 上 寄 引 that tell pieces of a kind apart, by the published rules.

use komadai_core::{Bitboard, Color, PieceKind, Square};
use std::cmp::Ordering;

/// The words of a move: a set.
///
/// The rules are those that the Japan Shogi Association publishes (棋譜の表記方法), seen from the mover:
///
/// 1. If no other piece of the kind reaches the square, there is no word.
/// 2. If no other arrives by the same motion, the motion is the word: 上 (forward), 寄 (sideways) or
///    引 (back).
/// 3. Otherwise the side it comes from is: 右 or 左, or 直 for one that goes straight forward. Rooks,
///    bishops, dragons and horses, of which there are never more than two, are right and left of each
///    other and never 直; all others are right or left of the square they go to.
/// 4. If others come from that side too, side and motion are both written: 左上, 右寄.
///
/// In shogi this always suffices. Some promoted pieces of Seireigi jump, so that two may come from one
/// side by one motion, and some go straight back beside others that go back; there the origin is
/// written as well.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Words(u8);

/// Each word in the order in which they are written, with its kanji and its letter in JKF.
const TABLE: [(Words, char, char); 6] = [
    (Words::RIGHT, '右', 'R'),
    (Words::LEFT, '左', 'L'),
    (Words::STRAIGHT, '直', 'C'),
    (Words::UP, '上', 'U'),
    (Words::SIDEWAYS, '寄', 'M'),
    (Words::DOWN, '引', 'D'),
];

impl Words {
    /// No word.
    pub const NONE: Words = Words(0);
    /// 右
    pub const RIGHT: Words = Words(1);
    /// 左
    pub const LEFT: Words = Words(2);
    /// 直: straight forward.
    pub const STRAIGHT: Words = Words(4);
    /// 上 (also 行, 入): forward by a rank or more.
    pub const UP: Words = Words(8);
    /// 寄: along its rank.
    pub const SIDEWAYS: Words = Words(16);
    /// 引 (also 下, 退): back by a rank or more.
    pub const DOWN: Words = Words(32);

    /// 行 after 角: forward, if a bishop comes that way, or else the end of the name 角行.
    pub(super) const GOES: Words = Words(64);

    const SIDES: Words = Words(1 | 2);
    const MOTIONS: Words = Words(8 | 16 | 32);

    /// Is one of these words among them?
    pub const fn has(self, words: Words) -> bool {
        self.0 & words.0 != 0
    }

    /// All words of both.
    #[must_use]
    pub const fn and(self, other: Words) -> Words {
        Words(self.0 | other.0)
    }

    /// Adds a word. A second side, a second motion or a word said twice is refused.
    pub(super) fn add(&mut self, word: Words) -> bool {
        let sort = [Words::SIDES, Words::STRAIGHT, Words::MOTIONS];
        let is_new = !sort.iter().any(|sort| self.has(*sort) && word.has(*sort));
        if is_new {
            *self = self.and(word);
        }
        is_new
    }

    #[inline]
    pub(super) fn of_kanji(word: char) -> Option<Words> {
        Some(match word {
            '右' => Words::RIGHT,
            '左' => Words::LEFT,
            '直' => Words::STRAIGHT,
            '上' | '行' | '入' => Words::UP,
            '寄' => Words::SIDEWAYS,
            '引' | '下' | '退' => Words::DOWN,
            _ => return None,
        })
    }

    /// The words of JKF's letters; letters that are none are passed over.
    pub(crate) fn of_letters(letters: &str) -> Words {
        let of = |letter| TABLE.iter().find(|(_, _, known)| *known == letter);
        let words = letters.chars().filter_map(of);
        words.fold(Words::NONE, |words, (word, ..)| words.and(*word))
    }

    /// The words as they are written.
    pub(super) fn kanji(self) -> impl Iterator<Item = char> {
        let goes = self.has(Words::GOES).then_some('行');
        let said = TABLE.into_iter().filter(move |(word, ..)| self.has(*word));
        goes.into_iter().chain(said.map(|(_, kanji, _)| kanji))
    }

    /// The words as letters of JKF.
    pub(crate) fn letters(self) -> impl Iterator<Item = char> {
        let said = TABLE.into_iter().filter(move |(word, ..)| self.has(*word));
        said.map(|(_, _, letter)| letter)
    }

    /// The motion of a piece, seen by its owner.
    fn motion(us: Color, from: Square, to: Square) -> Words {
        let (from, to) = (from.rank().from_far_edge(us), to.rank().from_far_edge(us));
        match to.cmp(&from) {
            Ordering::Less => Words::UP,
            Ordering::Equal => Words::SIDEWAYS,
            Ordering::Greater => Words::DOWN,
        }
    }

    /// The side of `reference` on which a square lies; none on the same file.
    fn side(us: Color, square: Square, reference: Square) -> Words {
        let right = match us {
            Color::Black => square.file().cmp(&reference.file()),
            Color::White => reference.file().cmp(&square.file()),
        };
        match right {
            Ordering::Less => Words::RIGHT,
            Ordering::Equal => Words::NONE,
            Ordering::Greater => Words::LEFT,
        }
    }

    /// Do 上, 寄, 引 and 直 describe the way of a piece?
    fn fit_motion(self, us: Color, from: Square, to: Square) -> bool {
        let motion = Words::motion(us, from, to);
        let straight = motion == Words::UP && from.file() == to.file();
        (!self.has(Words::MOTIONS) || self.has(motion)) && (!self.has(Words::STRAIGHT) || straight)
    }

    /// The pieces among `reach` that the words describe: motion first, then the rightmost or leftmost
    /// of what remains. Pieces on one file have no side.
    #[inline]
    pub(super) fn select(self, us: Color, to: Square, reach: Bitboard) -> Bitboard {
        if self == Words::NONE {
            return reach;
        }
        if self == Words::GOES {
            let forward = Words::UP.select(us, to, reach);
            return if forward.is_empty() { reach } else { forward };
        }
        let fits = |from: &Square| self.fit_motion(us, *from, to);
        let pieces: Bitboard = reach.iter().filter(fits).collect();
        let side = Words(self.0 & Words::SIDES.0);
        if side == Words::NONE {
            return pieces;
        }
        let beyond = |from| move |other| Words::side(us, other, from) == side;
        let is_outermost = |from: &Square| !pieces.iter().any(beyond(*from));
        pieces.iter().filter(is_outermost).collect()
    }

    /// The words for the piece on `from` among all of a kind that `reach` a square, or `None` where words
    /// cannot tell it from the others.
    pub(super) fn of(
        us: Color,
        kind: PieceKind,
        from: Square,
        to: Square,
        reach: Bitboard,
    ) -> Option<Words> {
        let rivals = reach.without(from.into());
        if rivals.is_empty() {
            return Some(Words::NONE);
        }
        let fits = |words: Words, rival: Square| {
            let side = Words::side(us, rival, to);
            words.fit_motion(us, rival, to) && (!words.has(Words::SIDES) || words.has(side))
        };
        let tells = |words: &Words| !rivals.iter().any(|rival| fits(*words, rival));
        let motion = Words::motion(us, from, to);
        if tells(&motion) {
            return Some(motion);
        }
        if is_of_a_pair(kind) {
            let rival = rivals.first().filter(|_| !rivals.has_several())?;
            return Some(Words::side(us, from, rival)).filter(|side| *side != Words::NONE);
        }
        match Words::side(us, from, to) {
            // 直 says the motion already.
            Words::NONE => {
                Some(Words::STRAIGHT).filter(|words| motion == Words::UP && tells(words))
            }
            side => [side, side.and(motion)].into_iter().find(tells),
        }
    }
}

/// Of rooks, bishops, dragons and horses there are only two.
fn is_of_a_pair(kind: PieceKind) -> bool {
    use PieceKind::{Bishop, Dragon, Horse, Rook};
    matches!(kind, Rook | Bishop | Dragon | Horse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use PieceKind::Rook;

    fn select(words: Words, to: Square, reach: &[Square]) -> Bitboard {
        words.select(Color::Black, to, reach.iter().copied().collect())
    }

    #[test]
    fn sides_and_motions_are_the_movers() {
        assert_eq!(
            Words::side(Color::Black, Square::S69, Square::S58),
            Words::LEFT
        );
        assert_eq!(
            Words::side(Color::White, Square::S61, Square::S52),
            Words::RIGHT
        );
        assert_eq!(
            Words::motion(Color::Black, Square::S69, Square::S58),
            Words::UP
        );
        assert_eq!(
            Words::motion(Color::White, Square::S61, Square::S52),
            Words::UP
        );
    }

    #[test]
    fn a_side_written_without_need_is_understood() {
        let golds = [Square::S69, Square::S48];
        let left = Words::LEFT.and(Words::UP);
        assert_eq!(select(left, Square::S58, &golds), Square::S69.into());
        assert_eq!(
            select(Words::RIGHT, Square::S58, &golds),
            Square::S48.into()
        );
    }

    #[test]
    fn a_straight_mover_may_be_called_right_of_the_other() {
        let silvers = [Square::S49, Square::S39];
        assert_eq!(
            select(Words::RIGHT, Square::S38, &silvers),
            Square::S39.into()
        );
    }

    #[test]
    fn rooks_on_one_file_have_no_sides() {
        let rooks = [Square::S58, Square::S52];
        assert_eq!(select(Words::RIGHT, Square::S55, &rooks).len(), 2);
        let reach = rooks.into_iter().collect();
        let words = Words::of(Color::Black, Rook, Square::S58, Square::S55, reach);
        assert_eq!(words, Some(Words::UP));
    }

    #[test]
    fn words_contradict_each_other_or_not() {
        let mut words = Words::NONE;
        assert!(words.add(Words::RIGHT) && words.add(Words::UP) && words.add(Words::STRAIGHT));
        assert!(!words.add(Words::LEFT) && !words.add(Words::UP) && !words.add(Words::DOWN));
        assert_eq!(words.kanji().collect::<String>(), "右直上");
        assert_eq!(Words::of_letters("RUCH"), words);
    }
}
