//! Conditions: what a line of the tables asks of the board and of the game so far.

use super::story::{Story, seen_by};
use crate::position::RecordPosition;
use komadai_core::{Bitboard, Color, PieceKind, Square};

/// A condition and whether it is to hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    pub(super) test: Test,
    pub(super) wanted: bool,
}

/// A question about a position or the way to it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Test {
    /// Does one of these pieces stand on one of these squares?
    On(Pieces),
    /// Has one of these pieces moved to one of these squares?
    Went(Pieces),
    /// Has one of these pieces captured on one of these squares?
    Took(Pieces),
    /// Has one of these pieces been dropped on one of these squares?
    Dropped(Pieces),
    /// Was the last move such a piece's to such a square?
    Now(Pieces),
    /// Was this side's move with this number, from 0, such a piece's to such a square?
    Nth(u8, Pieces),
    /// Are all these squares empty?
    Empty(Bitboard),
    /// Were bishops exchanged, by this side if one is named, not later than this ply?
    Traded(Option<TermSide>, u32),
    /// Have no more than so many pieces, pawns and exchanged bishops apart, been captured?
    Calm(u32),
    /// Was the last move the first such capture?
    Clash,
    /// Is it not later than this ply?
    Until(u32),
    /// Did this side move first?
    Opened,
}

/// Pieces of a side on squares, as the side whose shape it is sees the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pieces {
    pub(super) side: TermSide,
    pub(super) kinds: Kinds,
    pub(super) squares: Bitboard,
}

/// The side whose shape it is, or the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TermSide {
    Own,
    Foe,
}

/// A set of kinds of piece that can be built in constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kinds(u16);

impl Kinds {
    pub(super) const NONE: Kinds = Kinds(0);

    pub(super) const fn with(self, kind: PieceKind) -> Kinds {
        Kinds(self.0 | 1 << kind as u16)
    }

    pub(super) const fn contains(self, kind: PieceKind) -> bool {
        self.0 >> kind as u16 & 1 != 0
    }

    fn iter(self) -> impl Iterator<Item = PieceKind> {
        PieceKind::ALL
            .into_iter()
            .filter(move |&kind| self.contains(kind))
    }
}

/// A moment of a game, seen by one side.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'g> {
    pub(super) position: &'g RecordPosition,
    pub(super) story: &'g Story,
    pub(super) color: Color,
    pub(super) ply: u32,
}

impl View<'_> {
    const fn color_of(&self, side: TermSide) -> Color {
        match side {
            TermSide::Own => self.color,
            TermSide::Foe => self.color.opponent(),
        }
    }

    fn shows(&self, pieces: &Pieces) -> bool {
        let color = self.color_of(pieces.side);
        pieces.squares.iter().any(|square| {
            self.position
                .piece_on(seen_by(self.color, square))
                .is_some_and(|piece| piece.color() == color && pieces.kinds.contains(piece.kind()))
        })
    }

    fn is_empty(&self, square: Square) -> bool {
        self.position
            .piece_on(seen_by(self.color, square))
            .is_none()
    }
}

impl Pieces {
    /// Is one of the squares in what is remembered of the side's pieces of these kinds?
    fn among(&self, remembered: &[Bitboard]) -> bool {
        let squares = self.squares_seen_by_owner();
        self.kinds.iter().any(|kind| {
            remembered
                .get(kind.index())
                .is_some_and(|set| set.intersects(squares))
        })
    }

    /// Is a piece of this kind on this square, as its owner sees it, one of these?
    fn include(&self, kind: PieceKind, square: Square) -> bool {
        self.kinds.contains(kind) && self.squares_seen_by_owner().contains(square)
    }

    fn squares_seen_by_owner(&self) -> Bitboard {
        match self.side {
            TermSide::Own => self.squares,
            TermSide::Foe => self.squares.iter().map(Square::rotated).collect(),
        }
    }
}

impl Term {
    /// Is the condition met?
    pub(super) fn is_met(&self, view: &View<'_>) -> bool {
        self.test.holds(view) == self.wanted
    }

    /// The squares where a move can make the condition true.
    pub(super) const fn squares(&self) -> Bitboard {
        match &self.test {
            Test::On(pieces)
            | Test::Went(pieces)
            | Test::Took(pieces)
            | Test::Dropped(pieces)
            | Test::Now(pieces)
            | Test::Nth(_, pieces) => pieces.squares,
            Test::Empty(squares) => *squares,
            // These come true by moves anywhere, and stay so.
            Test::Traded(..) | Test::Clash if self.wanted => Bitboard::FULL,
            // These never come true by a move.
            Test::Traded(..) | Test::Clash | Test::Calm(_) | Test::Until(_) | Test::Opened => {
                Bitboard::EMPTY
            }
        }
    }
}

impl Test {
    fn holds(&self, view: &View<'_>) -> bool {
        let story = view.story;
        let deeds = |side| &story.deeds[view.color_of(side)];
        match self {
            Test::On(pieces) => view.shows(pieces),
            Test::Went(pieces) => pieces.among(&deeds(pieces.side).went),
            Test::Took(pieces) => pieces.among(&deeds(pieces.side).took),
            Test::Dropped(pieces) => pieces.among(&deeds(pieces.side).dropped),
            Test::Now(pieces) => story.last.is_some_and(|(color, kind, to)| {
                color == view.color_of(pieces.side) && pieces.include(kind, to)
            }),
            Test::Nth(number, pieces) => deeds(pieces.side)
                .first
                .get(usize::from(*number))
                .copied()
                .flatten()
                .is_some_and(|(kind, to)| pieces.include(kind, to)),
            Test::Empty(squares) => squares.iter().all(|square| view.is_empty(square)),
            Test::Traded(by, until) => story.trade.is_some_and(|trade| {
                trade.ply <= *until && by.is_none_or(|side| view.color_of(side) == trade.by)
            }),
            Test::Calm(most) => story.clashes <= *most,
            Test::Clash => story.just_clashed && story.clashes == 1,
            Test::Until(ply) => view.ply <= *ply,
            Test::Opened => story.opener == view.color,
        }
    }
}
