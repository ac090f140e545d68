//! What has happened in a game so far, as far as names depend on it.

use crate::position::RecordPosition;
use komadai_core::{Bitboard, ByColor, Color, Move, Piece, PieceKind, Square};

/// How many of a side's first moves are remembered one by one.
pub(super) const REMEMBERED: usize = 4;

/// Squares by kind of piece; kinds are numbered from 1.
type ByKind = [Bitboard; PieceKind::COUNT + 1];

/// What one side's pieces have done; squares as that side sees the board.
#[derive(Clone, Debug)]
pub(super) struct Deeds {
    /// Where pieces of a kind have moved to.
    pub(super) went: ByKind,
    /// Where pieces of a kind have captured.
    pub(super) took: ByKind,
    /// Where pieces of a kind have been dropped.
    pub(super) dropped: ByKind,
    /// The first moves, from the first.
    pub(super) first: [Option<(PieceKind, Square)>; REMEMBERED],
    moves: usize,
}

/// An exchange of bishops.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trade {
    /// The side that took first.
    pub(super) by: Color,
    /// The ply of the first capture.
    pub(super) ply: u32,
}

/// Both sides' deeds and the events between them.
#[derive(Clone, Debug)]
pub(super) struct Story {
    pub(super) deeds: ByColor<Deeds>,
    /// The first exchange of bishops.
    pub(super) trade: Option<Trade>,
    /// Captures of anything but pawns, the exchange of bishops left aside.
    pub(super) clashes: u32,
    /// Was the last move such a capture?
    pub(super) just_clashed: bool,
    /// The side that moved first.
    pub(super) opener: Color,
    /// The last move: whose, of what, and where to, as that side sees the board.
    pub(super) last: Option<(Color, PieceKind, Square)>,
    /// A bishop that took a bishop with the last move.
    pending: Option<(Square, Trade)>,
}

impl Deeds {
    const NONE: Deeds = Deeds {
        went: [Bitboard::EMPTY; PieceKind::COUNT + 1],
        took: [Bitboard::EMPTY; PieceKind::COUNT + 1],
        dropped: [Bitboard::EMPTY; PieceKind::COUNT + 1],
        first: [None; REMEMBERED],
        moves: 0,
    };

    fn note(&mut self, kind: PieceKind, to: Square, how: How) {
        let squares = Bitboard::from_square(to);
        match how {
            How::Drop => self.dropped[kind.index()] |= squares,
            How::Move => self.went[kind.index()] |= squares,
            How::Capture => {
                self.went[kind.index()] |= squares;
                self.took[kind.index()] |= squares;
            }
        }
        if let Some(slot) = self.first.get_mut(self.moves) {
            *slot = Some((kind, to));
        }
        self.moves += 1;
    }
}

/// How a piece came to a square.
#[derive(Clone, Copy)]
enum How {
    Move,
    Capture,
    Drop,
}

impl Story {
    /// Nothing has happened.
    pub(super) const fn new(opener: Color) -> Story {
        Story {
            deeds: ByColor([Deeds::NONE; 2]),
            trade: None,
            clashes: 0,
            just_clashed: false,
            opener,
            last: None,
            pending: None,
        }
    }

    /// Adds a legal move to the story; the position is the one before it.
    pub(super) fn add(&mut self, before: &RecordPosition, mv: Move, ply: u32) {
        let us = before.turn();
        let captured = before.piece_on(mv.to()).map(Piece::kind);
        let (kind, how) = match (mv.from(), captured) {
            (None, _) => (dropped_kind(mv), How::Drop),
            (Some(from), None) => (before.piece_on(from).map(Piece::kind), How::Move),
            (Some(from), Some(_)) => (before.piece_on(from).map(Piece::kind), How::Capture),
        };
        let Some(kind) = kind else { return };
        let to = seen_by(us, mv.to());
        self.deeds[us].note(kind, to, how);
        self.last = Some((us, kind, to));
        self.note_capture(us, kind, captured, mv.to(), ply);
    }

    fn note_capture(
        &mut self,
        us: Color,
        kind: PieceKind,
        captured: Option<PieceKind>,
        to: Square,
        ply: u32,
    ) {
        let pending = self.pending.take();
        self.just_clashed = false;
        if let Some((_, trade)) = pending.filter(|&(square, _)| square == to && captured.is_some())
        {
            self.trade = self.trade.or(Some(trade));
            return;
        }
        // A bishop that took a bishop and was not taken itself has won it.
        if pending.is_some() {
            self.clashes += 1;
        }
        match captured {
            None | Some(PieceKind::Pawn) => {}
            Some(PieceKind::Bishop) if kind == PieceKind::Bishop => {
                self.pending = Some((to, Trade { by: us, ply }));
            }
            Some(_) => {
                self.clashes += 1;
                self.just_clashed = true;
            }
        }
    }
}

fn dropped_kind(mv: Move) -> Option<PieceKind> {
    match mv.action() {
        komadai_core::MoveAction::Drop { kind, .. } => Some(kind.piece_kind()),
        komadai_core::MoveAction::Board { .. } => None,
    }
}

/// A square as a side sees it: White turns the board.
#[inline]
pub(super) const fn seen_by(color: Color, square: Square) -> Square {
    match color {
        Color::Black => square,
        Color::White => square.rotated(),
    }
}
