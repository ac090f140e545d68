//! Boards with more pieces than a set holds, as files that teach show them.
//!
//! The rules are told here a second time, slowly and plainly, for `core` holds one set of pieces only.

use crate::record::{Crowd, Surplus};
use komadai_core::{
    Bitboard, BySquare, Color, Hand, HandKind, Hands, Illegal, Move, MoveAction, Piece, PieceKind,
    Promotion, Rules, Seireigi, Setup, Shogi, Square, Variant, attacks,
};
use std::fmt;

/// Any board at all, with a side to move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LoosePosition {
    variant: Variant,
    board: BySquare<Option<Piece>>,
    hands: Hands,
    /// What the hands hold beyond a full set; only where they hold the full set.
    surplus: Surplus,
    turn: Color,
    move_number: u32,
}

impl LoosePosition {
    pub(super) fn new(variant: Variant, setup: &Setup) -> LoosePosition {
        let Setup {
            board,
            hands,
            turn,
            move_number,
        } = setup.clone();
        LoosePosition {
            variant,
            board,
            hands,
            surplus: Surplus::default(),
            turn,
            move_number,
        }
    }

    pub(super) fn crowded(variant: Variant, crowd: &Crowd) -> LoosePosition {
        LoosePosition {
            surplus: crowd.surplus,
            ..LoosePosition::new(variant, &crowd.setup)
        }
    }

    pub(super) fn variant(&self) -> Variant {
        self.variant
    }

    pub(super) fn to_setup(self) -> Setup {
        Setup {
            board: self.board,
            hands: self.hands,
            turn: self.turn,
            move_number: self.move_number,
        }
    }

    pub(super) fn turn(&self) -> Color {
        self.turn
    }

    pub(super) fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square]
    }

    pub(super) fn hand(&self, color: Color) -> Hand {
        self.hands[color]
    }

    pub(super) fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        let wanted = Some(Piece::new(kind, color));
        Square::ALL
            .into_iter()
            .filter(|&square| self.board[square] == wanted)
            .collect()
    }

    pub(super) fn explain(&self, mv: Move) -> Result<(), Illegal> {
        match self.variant {
            Variant::Shogi => self.explain_in::<Shogi>(mv),
            Variant::Seireigi => self.explain_in::<Seireigi>(mv),
        }
    }

    fn explain_in<R: Rules>(&self, mv: Move) -> Result<(), Illegal> {
        match mv.action() {
            MoveAction::Board {
                from,
                to,
                promotion,
            } => {
                self.explain_board_move::<R>(from, to, promotion)?;
            }
            MoveAction::Drop { kind, to } => self.explain_drop(kind, to)?,
        }
        let after = self.after(mv);
        if after.can_take_king::<R>() {
            return Err(Illegal::KingLeftInCheck);
        }
        if mv.action()
            == (MoveAction::Drop {
                kind: HandKind::Pawn,
                to: mv.to(),
            })
            && after.is_mated::<R>()
        {
            return Err(Illegal::DropPawnMate);
        }
        Ok(())
    }

    fn explain_board_move<R: Rules>(
        &self,
        from: Square,
        to: Square,
        promotion: Promotion,
    ) -> Result<(), Illegal> {
        let us = self.turn;
        let piece = self.board[from].ok_or(Illegal::EmptySquare)?;
        if piece.color() != us {
            return Err(Illegal::NotYourTurn);
        }
        if self.board[to].is_some_and(|target| target.color() == us) {
            return Err(Illegal::OwnPieceOnTarget);
        }
        if !attacks::<R>(us, piece.kind(), from, self.occupied()).contains(to) {
            return Err(Illegal::NotAMoveOfThePiece);
        }
        let in_zone = from.in_promotion_zone(us) || to.in_promotion_zone(us);
        match promotion {
            Promotion::Promote if !R::PROMOTABLE.contains(piece.kind()) => {
                Err(Illegal::CannotPromote)
            }
            Promotion::Promote if !in_zone => Err(Illegal::OutsidePromotionZone),
            Promotion::Keep if piece.kind().is_dead_end(us, to) => Err(Illegal::MustPromote),
            _ => Ok(()),
        }
    }

    fn explain_drop(&self, kind: HandKind, to: Square) -> Result<(), Illegal> {
        let us = self.turn;
        let own_pawns = self.pieces(us, PieceKind::Pawn);
        if !self.hands[us].has(kind) {
            Err(Illegal::NotInHand)
        } else if self.board[to].is_some() {
            Err(Illegal::SquareTaken)
        } else if kind.piece_kind().is_dead_end(us, to) {
            Err(Illegal::DeadEnd)
        } else if kind == HandKind::Pawn && own_pawns.intersects(Bitboard::file(to.file())) {
            Err(Illegal::TwoPawns)
        } else {
            Ok(())
        }
    }

    fn occupied(&self) -> Bitboard {
        Square::ALL
            .into_iter()
            .filter(|&square| self.board[square].is_some())
            .collect()
    }

    /// The squares that the side to move attacks.
    fn attacked<R: Rules>(&self) -> Bitboard {
        let occupied = self.occupied();
        let ours = occupied
            .iter()
            .filter_map(|square| Some((square, self.board[square]?)));
        ours.filter(|(_, piece)| piece.color() == self.turn)
            .fold(Bitboard::EMPTY, |set, (square, piece)| {
                set | attacks::<R>(self.turn, piece.kind(), square, occupied)
            })
    }

    fn can_take_king<R: Rules>(&self) -> bool {
        self.attacked::<R>()
            .intersects(self.pieces(!self.turn, PieceKind::King))
    }

    /// Is the side to move mated? Asked only after a pawn drop: nothing can be put between.
    fn is_mated<R: Rules>(&self) -> bool {
        let passed = LoosePosition {
            turn: !self.turn,
            ..*self
        };
        if !passed.can_take_king::<R>() {
            return false;
        }
        let escapes = |from: Square, to: Square| {
            let promotions = [Promotion::Keep, Promotion::Promote];
            promotions
                .into_iter()
                .filter_map(|promotion| Move::board(from, to, promotion))
                .any(|mv| {
                    let MoveAction::Board {
                        from,
                        to,
                        promotion,
                    } = mv.action()
                    else {
                        return false;
                    };
                    self.explain_board_move::<R>(from, to, promotion).is_ok()
                        && !self.after(mv).can_take_king::<R>()
                })
        };
        !self
            .occupied()
            .iter()
            .any(|from| Square::ALL.into_iter().any(|to| escapes(from, to)))
    }

    /// The position after a move, legal or not.
    pub(super) fn after(&self, mv: Move) -> LoosePosition {
        let mut after = LoosePosition {
            turn: !self.turn,
            move_number: self.move_number.wrapping_add(1),
            ..*self
        };
        let us = self.turn;
        let placed = match mv.action() {
            MoveAction::Drop { kind, .. } => {
                after.set_count(us, kind, self.count(us, kind).saturating_sub(1));
                Some(kind.piece_kind())
            }
            MoveAction::Board {
                from, promotion, ..
            } => {
                let kind = after.board[from].take().map(Piece::kind);
                let promoted = kind
                    .filter(|_| promotion == Promotion::Promote)
                    .and_then(PieceKind::promoted);
                promoted.or(kind)
            }
        };
        let Some(kind) = placed else { return after };
        if let Some(taken) = self.board[mv.to()].and_then(|piece| piece.kind().hand_kind()) {
            after.set_count(us, taken, after.count(us, taken).saturating_add(1));
        }
        after.board[mv.to()] = Some(Piece::new(kind, us));
        after
    }

    /// How many of a kind a side holds.
    fn count(&self, color: Color, kind: HandKind) -> u8 {
        self.hands[color]
            .count(kind)
            .saturating_add(self.surplus.count(color, kind))
    }

    fn set_count(&mut self, color: Color, kind: HandKind, count: u8) {
        let held = count.min(kind.set_size());
        self.hands[color] = self.hands[color]
            .with(kind, held)
            .unwrap_or(self.hands[color]);
        self.surplus.set(color, kind, count - held);
    }
}

impl fmt::Display for LoosePosition {
    /// Writes SFEN, with hands as large as they are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.to_setup().to_string();
        let mut fields = text.split(' ');
        let (board, turn) = (
            fields.next().unwrap_or_default(),
            fields.next().unwrap_or_default(),
        );
        write!(f, "{board} {turn} ")?;
        let mut empty = true;
        for color in Color::ALL {
            for kind in HandKind::SFEN_ORDER {
                let count = self.count(color, kind);
                if count > 1 {
                    write!(f, "{count}")?;
                }
                if count > 0 {
                    empty = false;
                    write!(f, "{}", Piece::new(kind.piece_kind(), color))?;
                }
            }
        }
        write!(f, "{} {}", if empty { "-" } else { "" }, self.move_number)
    }
}

impl fmt::Debug for LoosePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {self}", self.variant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::Position;

    /// The slow rules and those of `core` judge every move of these positions alike.
    #[test]
    fn the_slow_rules_agree_with_those_of_core() {
        let positions = [
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
            "6n1k/8p/8P/9/9/9/9/9/K8 b P2rb4g4s3n4l15p 1",
            "8k/9/8S/9/9/9/9/9/K8 b P 1",
            "7nk/7g1/8S/9/9/9/9/9/K8 b PL 1",
        ];
        for sfen in positions {
            let setup: Setup = sfen.parse().unwrap();
            let position: Position<Shogi> = sfen.parse().unwrap();
            let loose = LoosePosition::new(Variant::Shogi, &setup);
            for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
                assert_eq!(loose.explain(mv), position.explain(mv), "{sfen} {mv}");
                if position.explain(mv).is_ok() {
                    let mut next = position;
                    let _ = next.play_unchecked(mv);
                    assert_eq!(loose.after(mv).to_setup(), next.to_setup(), "{sfen} {mv}");
                }
            }
        }
    }
}
