//! Where generated moves go.

use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveList, Promotion};
use crate::piece::HandKind;
use crate::square::Square;
use std::convert::Infallible;
use std::ops::ControlFlow;

/// A set of legal moves of one shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveSet {
    /// One piece, several targets.
    Piece {
        /// Where the piece stands.
        from: Square,
        /// Where it may go.
        to: Bitboard,
        /// Whether it is turned over.
        promotion: Promotion,
    },
    /// Several pieces that all move by the same step.
    Shifted {
        /// Where they may go.
        to: Bitboard,
        /// Index of a target minus index of its origin.
        step: i8,
        /// Whether they are turned over.
        promotion: Promotion,
    },
    /// A kind in hand, several targets.
    Drop {
        /// What is dropped.
        kind: HandKind,
        /// Where it may be dropped.
        to: Bitboard,
    },
}

impl MoveSet {
    /// The targets.
    #[inline]
    pub fn targets(self) -> Bitboard {
        match self {
            MoveSet::Piece { to, .. } | MoveSet::Shifted { to, .. } | MoveSet::Drop { to, .. } => {
                to
            }
        }
    }

    /// Number of moves.
    #[inline]
    pub fn len(self) -> usize {
        self.targets().len() as usize
    }

    /// Is there no move?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.targets().is_empty()
    }

    /// The move to one of the targets.
    #[inline]
    pub fn to_square(self, to: Square) -> Option<Move> {
        if !self.targets().contains(to) {
            return None;
        }
        match self {
            MoveSet::Drop { kind, .. } => Some(Move::drop(kind, to)),
            MoveSet::Piece {
                from, promotion, ..
            } => Move::board(from, to, promotion),
            MoveSet::Shifted {
                step, promotion, ..
            } => {
                let from = Square::from_index((to.index() as i32 - i32::from(step)) as usize)?;
                Move::board(from, to, promotion)
            }
        }
    }

    /// The moves one by one.
    pub fn iter(self) -> impl Iterator<Item = Move> {
        self.targets()
            .iter()
            .filter_map(move |to| self.to_square(to))
    }
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
    /// What a sink that stops early has found; `Infallible` for sinks that never do.
    type Break;

    /// Takes a set, which may be empty. No move is given twice.
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
pub(super) struct FirstMove;

impl MoveSink for FirstMove {
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
        let mut write = |to: Square| {
            let mv = match moves {
                MoveSet::Drop { kind, .. } => Move::drop(kind, to),
                MoveSet::Piece {
                    from, promotion, ..
                } => Move::board_unchecked(from, to, promotion),
                MoveSet::Shifted {
                    step, promotion, ..
                } => {
                    // SAFETY: the generator shifted an own piece's square by this step to reach `to`.
                    let from = unsafe {
                        Square::from_index_unchecked((to as u8).wrapping_sub(step as u8))
                    };
                    Move::board_unchecked(from, to, promotion)
                }
            };
            // SAFETY: a position has fewer moves than the list has room for.
            unsafe {
                cursor.write(mv);
                cursor = cursor.add(1);
            }
        };
        moves.targets().iter().for_each(&mut write);
        self.cursor = cursor;
        ControlFlow::Continue(())
    }
}
