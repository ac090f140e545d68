//! Receivers of generated moves.

use crate::attacks::lines::straight_ahead;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::hand::HandKinds;
use crate::moves::{Move, MoveList, Promotion};
use crate::square::Square;
use std::convert::Infallible;
use std::ops::ControlFlow;

/// A set of legal moves of one shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveSet {
    /// One piece, several targets.
    Piece {
        /// The origin.
        from: Square,
        /// The targets.
        to: Bitboard,
        /// Whether it promotes.
        promotion: Promotion,
    },
    /// Several pieces that all move by the same step.
    Shifted {
        /// The targets.
        to: Bitboard,
        /// Index of a target minus index of its origin.
        step: i8,
        /// Whether they promote.
        promotion: Promotion,
    },
    /// Several lances, which slide straight ahead.
    Lances {
        /// The origins.
        from: Bitboard,
        /// The targets; each is reached by the nearest lance behind it.
        to: Bitboard,
        /// Their owner.
        color: Color,
        /// Whether they promote.
        promotion: Promotion,
    },
    /// Kinds in hand that may all be dropped on the same squares.
    Drop {
        /// The kinds that may be dropped.
        kinds: HandKinds,
        /// The target.
        to: Bitboard,
    },
}

impl MoveSet {
    /// The targets.
    #[inline]
    pub fn targets(self) -> Bitboard {
        match self {
            MoveSet::Piece { to, .. }
            | MoveSet::Shifted { to, .. }
            | MoveSet::Lances { to, .. }
            | MoveSet::Drop { to, .. } => to,
        }
    }

    /// Number of moves.
    #[inline]
    pub fn len(self) -> usize {
        let targets = self.targets().len() as usize;
        match self {
            MoveSet::Drop { kinds, .. } => targets * kinds.len() as usize,
            _ => targets,
        }
    }

    /// Returns whether the set has no move.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Calls `f` with each move.
    ///
    /// Always inlined: where a generator calls, the shape of the set is known.
    #[inline(always)]
    pub fn for_each(self, mut f: impl FnMut(Move)) {
        match self {
            MoveSet::Piece {
                from,
                to,
                promotion,
            } => {
                each(to, |to| f(Move::board_unchecked(from, to, promotion)));
            }
            MoveSet::Shifted {
                to,
                step,
                promotion,
            } => each(to, |to| {
                // SAFETY: the generator shifted an own piece's square by this step to reach `to`.
                let from =
                    unsafe { Square::from_index_unchecked((to as u8).wrapping_sub(step as u8)) };
                f(Move::board_unchecked(from, to, promotion));
            }),
            MoveSet::Lances {
                from: lances,
                to,
                color,
                promotion,
            } => each(lances, |from| {
                let ahead = straight_ahead(color, from);
                // Beyond a lance in front the targets are that one's.
                let beyond = (ahead & lances).union_of(|other| straight_ahead(color, other));
                let own = (to & ahead).without(beyond);
                each(own, |to| f(Move::board_unchecked(from, to, promotion)));
            }),
            MoveSet::Drop { kinds, to } => {
                for kind in kinds.iter() {
                    each(to, |to| f(Move::drop(kind, to)));
                }
            }
        }
    }
}

#[inline(always)]
fn each(squares: Bitboard, mut f: impl FnMut(Square)) {
    let _: ControlFlow<Infallible> = squares.try_each(|square| {
        f(square);
        ControlFlow::Continue(())
    });
}

/// Receives sets of legal moves.
///
/// ```
/// use komadai_core::{MoveSet, MoveSink, Position, Shogi, Targets};
/// use std::ops::ControlFlow;
///
/// /// Stops at the first drop.
/// struct AnyDrop;
/// impl MoveSink for AnyDrop {
///     type Break = ();
///     fn accept(&mut self, moves: MoveSet) -> ControlFlow<()> {
///         match moves {
///             MoveSet::Drop { .. } if !moves.is_empty() => ControlFlow::Break(()),
///             _ => ControlFlow::Continue(()),
///         }
///     }
/// }
/// let position = Position::<Shogi>::default();
/// assert!(position.generate(&Targets::all(&position), &mut AnyDrop).is_continue());
/// ```
pub trait MoveSink {
    /// The result of a sink that stops early; `Infallible` for sinks that never do.
    type Break;

    /// Receives a set, which may be empty. No move is passed twice.
    fn accept(&mut self, moves: MoveSet) -> ControlFlow<Self::Break>;
}

/// Counts moves.
pub(super) struct Counter(pub(super) usize);

impl MoveSink for Counter {
    type Break = Infallible;

    #[inline(always)]
    fn accept(&mut self, moves: MoveSet) -> ControlFlow<Infallible> {
        self.0 += moves.len();
        ControlFlow::Continue(())
    }
}

/// Stops at the first move.
pub(super) struct StopAtFirst;

impl MoveSink for StopAtFirst {
    type Break = ();

    #[inline(always)]
    fn accept(&mut self, moves: MoveSet) -> ControlFlow<()> {
        if moves.is_empty() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

/// Appends moves to a list.
pub(super) struct ListWriter<'l> {
    list: &'l mut MoveList,
    /// A copy of the list's end that the compiler can keep in a register.
    cursor: *mut Move,
}

impl<'l> ListWriter<'l> {
    #[inline]
    pub(super) fn new(list: &'l mut MoveList) -> ListWriter<'l> {
        let cursor = list.cursor();
        ListWriter { list, cursor }
    }

    #[inline]
    pub(super) fn finish(self) {
        // SAFETY: the cursor started at the list's own and moved one on with each move written; a
        // position has fewer moves than the list has room for (see `MoveList::CAPACITY`).
        unsafe { self.list.written_to(self.cursor) }
    }
}

impl MoveSink for ListWriter<'_> {
    type Break = Infallible;

    #[inline(always)]
    fn accept(&mut self, moves: MoveSet) -> ControlFlow<Infallible> {
        let mut cursor = self.cursor;
        moves.for_each(|mv| {
            // SAFETY: a position has fewer moves than the list has room for.
            unsafe {
                cursor.write(mv);
                cursor = cursor.add(1);
            }
        });
        self.cursor = cursor;
        ControlFlow::Continue(())
    }
}
