//! The rules a move can break, each asked in turn.

use super::Oracle;
use super::board::{Square, is_dead_end};
use super::moves::{Move, Promotion};
use super::pieces::{Kind, Piece};

impl Oracle {
    /// Every legal move, found by trying all that can be written.
    pub(super) fn lawful(&self) -> impl Iterator<Item = Move> {
        Move::all().filter(|&m| self.judge(m).is_ok())
    }

    pub(super) fn judge(&self, m: Move) -> Result<(), &'static str> {
        self.judge_before_drop_pawn_mate(m)?;
        if self.is_drop_pawn_mate(m) {
            return Err("uchifuzume");
        }
        Ok(())
    }

    fn judge_before_drop_pawn_mate(&self, m: Move) -> Result<(), &'static str> {
        match m {
            Move::Board {
                from,
                to,
                promotion,
            } => self.judge_board_move(from, to, promotion)?,
            Move::Drop { kind, to } => self.judge_drop(kind, to)?,
        }
        if self.after(m).board.king_attacked(self.variant, self.turn) {
            return Err("king-left-in-check");
        }
        Ok(())
    }

    fn judge_board_move(
        &self,
        from: Square,
        to: Square,
        promotion: Promotion,
    ) -> Result<(), &'static str> {
        let piece = self.board.at(from).ok_or("empty-square")?;
        if piece.color != self.turn {
            return Err("not-your-piece");
        }
        if self
            .board
            .at(to)
            .is_some_and(|other| other.color == self.turn)
        {
            return Err("own-piece-on-target");
        }
        if !self.board.reaches(self.variant, from, to) {
            return Err("piece-does-not-move-so");
        }
        match promotion {
            Promotion::Promote => self.judge_promotion(piece, from, to),
            Promotion::Keep if is_dead_end(self.variant, piece, to) => Err("must-promote"),
            Promotion::Keep => Ok(()),
        }
    }

    fn judge_promotion(&self, piece: Piece, from: Square, to: Square) -> Result<(), &'static str> {
        if piece.promoted || !piece.kind.can_promote(self.variant) {
            return Err("cannot-promote");
        }
        if !from.in_promotion_zone(self.turn) && !to.in_promotion_zone(self.turn) {
            return Err("outside-promotion-zone");
        }
        Ok(())
    }

    fn judge_drop(&self, kind: Kind, to: Square) -> Result<(), &'static str> {
        if self.hands[self.turn as usize][kind as usize] == 0 {
            return Err("not-in-hand");
        }
        if self.board.at(to).is_some() {
            return Err("square-taken");
        }
        let dropped = Piece {
            color: self.turn,
            kind,
            promoted: false,
        };
        if is_dead_end(self.variant, dropped, to) {
            return Err("dead-end");
        }
        if kind == Kind::Pawn && self.board.has_pawn_on_file(self.turn, to.file) {
            return Err("nifu");
        }
        Ok(())
    }

    /// Whether an otherwise legal move is a pawn drop that mates by the pawn's own check.
    fn is_drop_pawn_mate(&self, m: Move) -> bool {
        let Move::Drop {
            kind: Kind::Pawn,
            to,
        } = m
        else {
            return false;
        };
        let next = self.after(m);
        next.pawn_gives_check(to) && next.has_no_reply()
    }

    fn pawn_gives_check(&self, pawn: Square) -> bool {
        self.board
            .king(self.turn)
            .is_some_and(|king| self.board.reaches(self.variant, pawn, king))
    }

    /// Whether a side in check from a pawn has nothing to answer.
    ///
    /// A reply is not asked whether it is itself a drop-pawn mate: no drop answers a check from
    /// the next square, so such a reply is refused before, and the question cannot go round.
    fn has_no_reply(&self) -> bool {
        !Move::all().any(|reply| self.judge_before_drop_pawn_mate(reply).is_ok())
    }
}
