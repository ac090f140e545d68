//! The words 右 左 直 上 寄 引 that tell pieces of a kind apart, by the published rules.

use komadai_core::{Bitboard, Color, PieceKind, Square};

/// Where the moved piece stood, seen by its owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relative {
    /// 右
    Right,
    /// 左
    Left,
    /// 直: straight behind the target.
    Straight,
}

/// How the piece moves, seen by its owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Motion {
    /// 上 (also 行, 入): forward by a rank or more.
    Up,
    /// 寄: along its rank.
    Sideways,
    /// 引: back by a rank or more.
    Down,
}

impl Relative {
    /// The word.
    pub const fn word(self) -> char {
        match self {
            Relative::Right => '右',
            Relative::Left => '左',
            Relative::Straight => '直',
        }
    }

    /// The side of `reference` on which a square lies.
    fn of(us: Color, square: Square, reference: Square) -> Relative {
        let (square, reference) = match us {
            Color::Black => (square, reference),
            Color::White => (square.rotated(), reference.rotated()),
        };
        match square.file().cmp(&reference.file()) {
            std::cmp::Ordering::Less => Relative::Right,
            std::cmp::Ordering::Equal => Relative::Straight,
            std::cmp::Ordering::Greater => Relative::Left,
        }
    }
}

impl Motion {
    /// The word.
    pub const fn word(self) -> char {
        match self {
            Motion::Up => '上',
            Motion::Sideways => '寄',
            Motion::Down => '引',
        }
    }

    fn of(us: Color, from: Square, to: Square) -> Motion {
        let (from, to) = (from.rank().from_far_edge(us), to.rank().from_far_edge(us));
        match to.cmp(&from) {
            std::cmp::Ordering::Less => Motion::Up,
            std::cmp::Ordering::Equal => Motion::Sideways,
            std::cmp::Ordering::Greater => Motion::Down,
        }
    }
}

/// The words of a move.
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
pub struct Words {
    /// 右, 左 or 直.
    pub relative: Option<Relative>,
    /// 上, 寄 or 引.
    pub motion: Option<Motion>,
}

/// All pieces of one kind that a side could move to a square.
#[derive(Clone, Copy)]
pub(super) struct Contest {
    pub(super) us: Color,
    pub(super) kind: PieceKind,
    pub(super) to: Square,
    pub(super) candidates: Bitboard,
}

impl Contest {
    /// The words for the piece on `from`, or `None` where words cannot tell it from the others.
    pub(super) fn words(&self, from: Square) -> Option<Words> {
        let rivals = self.candidates.without(from.into());
        if rivals.is_empty() {
            return Some(Words::default());
        }
        let motion = Motion::of(self.us, from, self.to);
        let unlike = |words: &Words| !rivals.iter().any(|rival| self.fits(rival, *words));
        let by_motion = Words {
            relative: None,
            motion: Some(motion),
        };
        if unlike(&by_motion) {
            return Some(by_motion);
        }
        if self.is_of_a_pair() {
            return self.words_in_pair(from, rivals);
        }
        let relative = Relative::of(self.us, from, self.to);
        if relative == Relative::Straight && motion != Motion::Up {
            return None;
        }
        let by_side = Words {
            relative: Some(relative),
            motion: None,
        };
        let by_both = Words {
            relative: Some(relative),
            motion: Some(motion),
        };
        if unlike(&by_side) {
            return Some(by_side);
        }
        // 直 says the motion already.
        Some(by_both).filter(|words| relative != Relative::Straight && unlike(words))
    }

    /// Of rooks, bishops, dragons and horses there are only two.
    fn is_of_a_pair(&self) -> bool {
        use PieceKind::{Bishop, Dragon, Horse, Rook};
        matches!(self.kind, Rook | Bishop | Dragon | Horse)
    }

    fn words_in_pair(&self, from: Square, rivals: Bitboard) -> Option<Words> {
        let rival = rivals.first().filter(|_| !rivals.has_several())?;
        let relative = Relative::of(self.us, from, rival);
        let words = Words {
            relative: Some(relative),
            motion: None,
        };
        (relative != Relative::Straight).then_some(words)
    }

    /// Do the words describe the way of the piece on `from`, seen from the target?
    fn fits(&self, from: Square, words: Words) -> bool {
        let motion = Motion::of(self.us, from, self.to);
        let relative = match words.relative {
            Some(Relative::Straight) => motion == Motion::Up,
            _ => true,
        };
        relative
            && words
                .relative
                .is_none_or(|relative| relative == Relative::of(self.us, from, self.to))
            && words.motion.is_none_or(|word| word == motion)
    }

    /// The candidates that the words describe.
    ///
    /// Where 右 and 左 say nothing of the target's sides, they are the sides of each other: that is the
    /// rule for dragons and horses, and some writers' habit for other pieces.
    pub(super) fn select(&self, words: Words) -> Bitboard {
        let seen_from_target = self.filtered(words);
        match words.relative {
            Some(side @ (Relative::Right | Relative::Left))
                if self.is_of_a_pair() || seen_from_target.is_empty() =>
            {
                self.outermost(
                    self.filtered(Words {
                        relative: None,
                        ..words
                    }),
                    side,
                )
            }
            _ => seen_from_target,
        }
    }

    fn filtered(&self, words: Words) -> Bitboard {
        self.candidates
            .iter()
            .filter(|&from| self.fits(from, words))
            .collect()
    }

    /// Those of some pieces that have none beyond them on a side. Pieces on one file have no side.
    fn outermost(&self, pieces: Bitboard, side: Relative) -> Bitboard {
        let beyond = |from| {
            pieces
                .iter()
                .any(|other| Relative::of(self.us, other, from) == side)
        };
        pieces.iter().filter(|&from| !beyond(from)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use PieceKind::{Gold, Rook, Silver};

    fn contest(kind: PieceKind, to: Square, candidates: &[Square]) -> Contest {
        Contest {
            us: Color::Black,
            kind,
            to,
            candidates: candidates.iter().copied().collect(),
        }
    }

    #[test]
    fn sides_and_motions_are_the_movers() {
        assert_eq!(
            Relative::of(Color::Black, Square::S69, Square::S58),
            Relative::Left
        );
        assert_eq!(
            Relative::of(Color::White, Square::S61, Square::S52),
            Relative::Right
        );
        assert_eq!(
            Motion::of(Color::Black, Square::S69, Square::S58),
            Motion::Up
        );
        assert_eq!(
            Motion::of(Color::White, Square::S61, Square::S52),
            Motion::Up
        );
    }

    #[test]
    fn a_side_written_without_need_is_understood() {
        let golds = contest(Gold, Square::S58, &[Square::S69, Square::S48]);
        let left = Words {
            relative: Some(Relative::Left),
            motion: Some(Motion::Up),
        };
        assert_eq!(golds.select(left), Square::S69.into());
        let right = Words {
            relative: Some(Relative::Right),
            motion: None,
        };
        assert_eq!(golds.select(right), Square::S48.into());
    }

    #[test]
    fn a_straight_mover_may_be_called_right_of_the_other() {
        let silvers = contest(Silver, Square::S38, &[Square::S49, Square::S39]);
        let right = Words {
            relative: Some(Relative::Right),
            motion: None,
        };
        assert_eq!(silvers.select(right), Square::S39.into());
    }

    #[test]
    fn rooks_on_one_file_have_no_sides() {
        let rooks = contest(Rook, Square::S55, &[Square::S58, Square::S52]);
        let right = Words {
            relative: Some(Relative::Right),
            motion: None,
        };
        assert_eq!(rooks.select(right).len(), 2);
        let up = Words {
            relative: None,
            motion: Some(Motion::Up),
        };
        assert_eq!(rooks.words(Square::S58), Some(up));
    }
}
