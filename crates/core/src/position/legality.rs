//! Legality of single moves, and the rule that an illegal move breaks.

use super::Position;
use crate::attacks::{attacks, sliders};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::moves::{Move, MoveAction, Promotion};
use crate::piece::{HandKind, Piece, PieceKind};
use crate::square::Square;
use crate::variant::Rules;
use std::fmt;

/// The rule that a move breaks. If it breaks several, the first in this order is reported.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Illegal {
    /// The origin is empty.
    #[error("there is no piece on the origin")]
    EmptySquare,
    /// The piece on the origin is the opponent's: playing out of turn.
    #[error("the piece belongs to the side that is not to move")]
    NotYourTurn,
    /// An own piece stands on the target.
    #[error("the target is occupied by an own piece")]
    OwnPieceOnTarget,
    /// The piece cannot move that way, or is blocked.
    #[error("the piece cannot move that way")]
    NotAMoveOfThePiece,
    /// A kind that does not promote, or is promoted already.
    #[error("the piece cannot promote")]
    CannotPromote,
    /// A promotion that neither starts nor ends in the promotion zone.
    #[error("neither origin nor target is in the promotion zone")]
    OutsidePromotionZone,
    /// A piece that could never move again has to promote.
    #[error("the piece must promote")]
    MustPromote,
    /// The dropped kind is not in hand.
    #[error("no such piece in hand")]
    NotInHand,
    /// A drop on an occupied square.
    #[error("the square is occupied")]
    SquareTaken,
    /// A dropped piece that could never move (行き所のない駒).
    #[error("the dropped piece could never move")]
    DeadEnd,
    /// A second unpromoted pawn on a file (二歩).
    #[error("two pawns on one file (nifu)")]
    TwoPawns,
    /// The own king is in check after the move.
    #[error("the king is left in check")]
    KingLeftInCheck,
    /// A pawn drop that gives mate (打ち歩詰め).
    #[error("mate by a pawn drop (uchifuzume)")]
    DropPawnMate,
}

/// A move that is not legal in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// The rule it breaks.
    pub reason: Illegal,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move {}: {}", self.mv, self.reason)
    }
}

impl std::error::Error for IllegalMove {}

impl<R: Rules> Position<R> {
    /// Returns whether the move is legal.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.explain(mv).is_ok()
    }

    /// Tests a single move without generating others.
    ///
    /// # Errors
    /// Returns the rule that the move breaks.
    ///
    /// ```
    /// use komadai_core::{Illegal, Position, Shogi};
    /// let position: Position<Shogi> = "4k4/9/9/9/4P4/9/9/9/4K4 b P 1".parse()?;
    /// assert_eq!(position.explain("P*5h".parse()?), Err(Illegal::TwoPawns));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(&self, mv: Move) -> Result<(), Illegal> {
        match mv.action() {
            MoveAction::Board {
                from,
                to,
                promotion,
            } => self.explain_board_move(from, to, promotion),
            MoveAction::Drop { kind, to } => self.explain_drop(kind, to),
        }
    }

    /// Returns whether the side to move has a pawn that can advance and is not on a line with its king.
    /// Unless the side is in check, that is a legal move, found without computing pins.
    #[inline]
    pub fn has_loose_pawn(&self) -> bool {
        let us = self.head.turn;
        let own = self.head.colors[us];
        let aligned = self.king(us).map_or(Bitboard::EMPTY, |king| {
            sliders::ROOK_RAYS[king.index()] | sliders::BISHOP_RAYS[king.index()]
        });
        let pawns = (self.kind(PieceKind::Pawn) & own).without(aligned);
        !pawns.forward(us).without(own).is_empty()
    }

    fn explain_board_move(
        &self,
        from: Square,
        to: Square,
        promotion: Promotion,
    ) -> Result<(), Illegal> {
        let us = self.head.turn;
        let piece = self.piece_on(from).ok_or(Illegal::EmptySquare)?;
        if piece.color() != us {
            return Err(Illegal::NotYourTurn);
        }
        let target = self.piece_on(to);
        if target.is_some_and(|target| target.color() == us) {
            return Err(Illegal::OwnPieceOnTarget);
        }
        let kind = piece.kind();
        if !attacks::<R>(us, kind, from, self.occupied()).contains(to) {
            return Err(Illegal::NotAMoveOfThePiece);
        }
        explain_promotion::<R>(us, kind, from, to, promotion)?;
        if self.leaves_king_in_check(kind, from, to) {
            return Err(Illegal::KingLeftInCheck);
        }
        Ok(())
    }

    #[inline]
    fn leaves_king_in_check(&self, kind: PieceKind, from: Square, to: Square) -> bool {
        let us = self.head.turn;
        let vacated = self.occupied().without(from.into());
        if kind == PieceKind::King {
            return !self
                .attackers(!us, to, vacated)
                .without(to.into())
                .is_empty();
        }
        self.king_exposed(us, vacated | to.into(), to.into())
    }

    fn explain_drop(&self, kind: HandKind, to: Square) -> Result<(), Illegal> {
        let us = self.head.turn;
        if !self.head.hands[us].has(kind) {
            return Err(Illegal::NotInHand);
        }
        if self.piece_on(to).is_some() {
            return Err(Illegal::SquareTaken);
        }
        if kind.piece_kind().is_dead_end(us, to) {
            return Err(Illegal::DeadEnd);
        }
        let own_pawns = self.kind(PieceKind::Pawn) & self.head.colors[us];
        if kind == HandKind::Pawn && own_pawns.intersects(Bitboard::file(to.file())) {
            return Err(Illegal::TwoPawns);
        }
        if self.king_exposed(us, self.occupied() | to.into(), Bitboard::EMPTY) {
            return Err(Illegal::KingLeftInCheck);
        }
        if kind == HandKind::Pawn && self.is_drop_pawn_mate(us, to) {
            return Err(Illegal::DropPawnMate);
        }
        Ok(())
    }

    /// Returns whether a pawn of `us` dropped on an empty square would give mate.
    ///
    /// The pawn's check is from the next square, so nothing can be put between: the opponent must
    /// take the pawn or move the king.
    pub(crate) fn is_drop_pawn_mate(&self, us: Color, to: Square) -> bool {
        let them = !us;
        let Some(king) = self.king(them) else {
            return false;
        };
        if Bitboard::from(to).forward(us) != Bitboard::from(king) {
            return false;
        }
        let with_pawn = self.occupied() | to.into();
        let without_king = with_pawn.without(king.into());
        if self.attackers(us, to, without_king).is_empty() {
            return false;
        }
        if self.can_take_with_a_piece(them, king, to) {
            return false;
        }
        let flights = R::STEPS
            .get(them, PieceKind::King, king)
            .without(self.head.colors[them] | to.into());
        flights.iter().all(|flight| {
            // A piece of ours that the king takes no longer guards anything, but stays in the way
            // of others as the king then does.
            !self
                .attackers(us, flight, without_king)
                .without(flight.into())
                .is_empty()
        })
    }

    /// Returns whether a piece of `them` other than the king can legally capture on a square next to the king.
    fn can_take_with_a_piece(&self, them: Color, king: Square, target: Square) -> bool {
        let defenders = self
            .attackers(them, target, self.occupied())
            .without(king.into());
        if defenders.is_empty() {
            return false;
        }
        let pinned = self.blockers(them);
        defenders.iter().any(|defender| {
            !pinned.contains(defender) || self.pin_line(them, king, defender).contains(target)
        })
    }

    /// Returns whether the side to move is in check and has no legal move.
    pub fn is_mate(&self) -> bool {
        self.is_in_check() && !self.has_legal_move()
    }
}

fn explain_promotion<R: Rules>(
    us: Color,
    kind: PieceKind,
    from: Square,
    to: Square,
    promotion: Promotion,
) -> Result<(), Illegal> {
    match promotion {
        Promotion::Promote if !R::PROMOTABLE.contains(kind) => Err(Illegal::CannotPromote),
        Promotion::Promote if !from.in_promotion_zone(us) && !to.in_promotion_zone(us) => {
            Err(Illegal::OutsidePromotionZone)
        }
        Promotion::Keep if kind.is_dead_end(us, to) => Err(Illegal::MustPromote),
        _ => Ok(()),
    }
}

impl<R: Rules> Position<R> {
    /// The piece that moves or is dropped.
    pub fn moving_piece(&self, mv: Move) -> Option<Piece> {
        match mv.action() {
            MoveAction::Board { from, .. } => self.piece_on(from),
            MoveAction::Drop { kind, .. } => Some(Piece::new(kind.piece_kind(), self.head.turn)),
        }
    }
}
