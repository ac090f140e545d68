//! Resolves the text of a move, such as `５八金右`, in a position.

use super::board::NotationBoard;
use super::text::{MoveText, Origin, Suffix};
use super::words::Words;
use super::{MoveTextError, ResolveError};
use crate::error::WarningKind;
use crate::position::RecordPosition;
use komadai_core::{Bitboard, Color, HandKind, IllegalMove, Move, Promotion, Square};

/// How well a text must fit the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Strictness {
    /// As records are read. An origin counts, whatever stands there; marks of sides do not; of several
    /// pieces that fit the first is taken. What does not fit is a [doubt](Resolved::doubt).
    Record,
    /// The text must fit: the side, the piece on the origin, one piece only. The move may break a rule,
    /// for records end in illegal moves.
    Exact,
    /// As people type: the move must also be legal.
    Legal,
}

/// The move that a text means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resolved {
    /// The move.
    pub mv: Move,
    /// Why it would not be taken by a reader that is more [strict](Strictness).
    pub doubt: Option<ResolveError>,
}

impl Resolved {
    /// What a reader of records says about the doubt.
    pub(crate) fn warning(&self) -> Option<WarningKind> {
        match self.doubt? {
            ResolveError::WrongPiece { .. } => Some(WarningKind::PieceName),
            // A move from an empty square is illegal, and said to be.
            ResolveError::EmptyOrigin { .. } => None,
            _ => Some(WarningKind::AmbiguousMove { taken: self.mv }),
        }
    }

    /// Turns doubts into errors unless a record is read.
    pub(super) fn judged(
        self,
        side: Option<Color>,
        board: &RecordPosition,
        strictness: Strictness,
    ) -> Result<Resolved, MoveTextError> {
        if strictness == Strictness::Record {
            return Ok(self);
        }
        if let Some(written) = side.filter(|&side| side != board.turn()) {
            return Err(ResolveError::WrongSide { written }.into());
        }
        if let Some(error) = self.doubt {
            return Err(error.into());
        }
        if strictness == Strictness::Legal {
            let mv = self.mv;
            let illegal = |reason| IllegalMove { mv, reason };
            board.explain(mv).map_err(illegal)?;
        }
        Ok(self)
    }
}

impl MoveText {
    /// The move that the text means in a position. `previous` is where the move before went, for 同.
    ///
    /// Words count among all pieces that reach the square, pinned ones too. If that leaves several, those
    /// that may legally move decide. A word that fits no piece is a slip where only one can be meant.
    ///
    /// # Errors
    /// Returns an error if the text is not a move here, or is less exact than `strictness` requires.
    #[inline]
    pub fn resolve(
        &self,
        board: &impl NotationBoard,
        previous: Option<Square>,
        strictness: Strictness,
    ) -> Result<Resolved, MoveTextError> {
        let board = &*board.board();
        self.find(board, previous)?
            .judged(self.side, board, strictness)
    }

    #[inline]
    fn find(
        &self,
        board: &RecordPosition,
        previous: Option<Square>,
    ) -> Result<Resolved, ResolveError> {
        let to = self.target.square(previous)?;
        if self.suffix == Some(Suffix::Drop) {
            return self.drop_to(to, None);
        }
        match self.origin.square() {
            Some(from) => self.move_from(board, from, to),
            None => self.choose(board, to),
        }
    }

    fn drop_to(&self, to: Square, doubt: Option<ResolveError>) -> Result<Resolved, ResolveError> {
        let kind = self.dropped_kind().ok_or(self.no_such_move(to))?;
        let mv = Move::drop(kind, to);
        Ok(Resolved { mv, doubt })
    }

    fn no_such_move(&self, to: Square) -> ResolveError {
        let kind = self.kind;
        ResolveError::NoSuchMove { kind, to }
    }

    #[inline]
    fn board_move(&self, from: Square, to: Square) -> Result<Move, ResolveError> {
        let promotion = match self.suffix {
            Some(Suffix::Promote) => Promotion::Promote,
            _ => Promotion::Keep,
        };
        Move::board(from, to, promotion).ok_or(ResolveError::SameSquare { square: to })
    }

    /// Whether the piece moves so is not asked: a record may end in an illegal move, and must say which.
    #[inline]
    fn move_from(
        &self,
        board: &RecordPosition,
        from: Square,
        to: Square,
    ) -> Result<Resolved, ResolveError> {
        let mv = self.board_move(from, to)?;
        let doubt = match board.piece_on(from).map(|piece| piece.kind()) {
            Some(kind) if kind == self.kind => None,
            Some(found) => Some(ResolveError::WrongPiece {
                origin: from,
                found,
            }),
            None => Some(ResolveError::EmptyOrigin { origin: from }),
        };
        Ok(Resolved { mv, doubt })
    }

    /// Finds the piece that is meant, or a drop if no piece on the board reaches the square.
    fn choose(&self, board: &RecordPosition, to: Square) -> Result<Resolved, ResolveError> {
        let mut reach = board.reach(self.kind, to);
        if self.origin != Origin::NONE {
            reach = filtered(reach, |from| self.origin.fits(from));
        }
        if reach.is_empty() {
            return self.unsaid_drop(board, to);
        }
        let chosen = self.words.select(board.turn(), to, reach);
        let pieces = if chosen.is_empty() { reach } else { chosen };
        if !pieces.has_several() {
            return self.certain(pieces, to);
        }
        let is_legal = |from| {
            let mv = self.board_move(from, to);
            mv.is_ok_and(|mv| board.explain(mv).is_ok())
        };
        let legal = filtered(pieces, is_legal);
        if !legal.is_empty() && !legal.has_several() {
            return self.certain(legal, to);
        }
        let first = if legal.is_empty() { pieces } else { legal };
        let doubt = match chosen.is_empty() {
            true => self.no_such_move(to),
            false => ResolveError::Ambiguous {
                kind: self.kind,
                to,
                candidates: pieces,
            },
        };
        Ok(Resolved {
            doubt: Some(doubt),
            ..self.certain(first, to)?
        })
    }

    /// The move of the first of some pieces.
    #[inline]
    fn certain(&self, pieces: Bitboard, to: Square) -> Result<Resolved, ResolveError> {
        let from = pieces.first().ok_or(self.no_such_move(to))?;
        let mv = self.board_move(from, to)?;
        Ok(Resolved { mv, doubt: None })
    }

    /// A drop that is not said to be one: no piece on the board can be meant.
    fn unsaid_drop(&self, board: &RecordPosition, to: Square) -> Result<Resolved, ResolveError> {
        let none = self.no_such_move(to);
        let is_bare = self.suffix.is_none() && self.origin == Origin::NONE;
        let could = |kind: &HandKind| is_bare && board.can_put(*kind, to);
        match self.dropped_kind().filter(could) {
            Some(_) => {
                let has_words = !matches!(self.words, Words::NONE | Words::GOES);
                self.drop_to(to, has_words.then_some(none))
            }
            None => Err(none),
        }
    }
}

fn filtered(pieces: Bitboard, keep: impl Fn(Square) -> bool) -> Bitboard {
    pieces.iter().filter(|&square| keep(square)).collect()
}
