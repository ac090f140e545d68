//! Static exchange evaluation: what a series of captures on one square gains.

use super::Position;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::moves::{Move, MoveAction};
use crate::piece::PieceKind;
use crate::square::Square;
use crate::variant::Rules;

/// What each kind is worth in an exchange, by [`PieceKind::index`]. Index 0 is unused.
///
/// A captured piece changes hands, so its value counts once for leaving the board and once for
/// arriving in hand; a caller who wants that gives values which contain both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExchangeValues(pub [i32; 16]);

impl ExchangeValues {
    /// The value of a kind.
    #[inline]
    pub fn get(&self, kind: PieceKind) -> i32 {
        self.0[kind.index()]
    }
}

impl<R: Rules> Position<R> {
    /// Does a move gain at least `threshold` if both sides go on taking on its target with their
    /// least valuable piece, each stopping when that is better? Pins and promotions in the course of
    /// the exchange are left aside.
    pub fn exchange_gains(&self, mv: Move, threshold: i32, values: &ExchangeValues) -> bool {
        let (Some(placed), to) = (self.placed_kind(mv), mv.to()) else {
            return false;
        };
        let captured = self
            .piece_on(to)
            .map_or(0, |piece| values.get(piece.kind()));
        let mut occupied = self.occupied() | to.into();
        let mut promotion_gain = 0;
        if let MoveAction::Board { from, .. } = mv.action() {
            occupied = occupied.without(from.into());
            if let Some(piece) = self.piece_on(from) {
                promotion_gain = values.get(placed) - values.get(piece.kind());
            }
        }
        // `balance` is what the side that just moved is ahead of the threshold.
        let mut balance = captured + promotion_gain - threshold;
        if balance < 0 {
            return false;
        }
        let mut at_stake = values.get(placed);
        let mut side = !self.turn();
        let mut mover_ahead = true;
        loop {
            // If even the loss of the piece just placed keeps the mover ahead, the reply is idle.
            if balance - at_stake >= 0 {
                return mover_ahead;
            }
            let Some((from, kind)) = self.least_attacker(side, to, occupied, values) else {
                return mover_ahead;
            };
            if kind == PieceKind::King && self.guarded_after(side, from, to, occupied) {
                return mover_ahead;
            }
            balance = at_stake - balance - 1;
            at_stake = values.get(kind);
            occupied = occupied.without(from.into());
            side = !side;
            mover_ahead = !mover_ahead;
        }
    }

    fn least_attacker(
        &self,
        side: Color,
        to: Square,
        occupied: Bitboard,
        values: &ExchangeValues,
    ) -> Option<(Square, PieceKind)> {
        let attackers = self.attackers(side, to, occupied) & occupied;
        let kind_of = |square: Square| self.piece_on(square).map(|piece| (square, piece.kind()));
        let value = |kind| {
            if kind == PieceKind::King {
                i32::MAX
            } else {
                values.get(kind)
            }
        };
        attackers
            .iter()
            .filter_map(kind_of)
            .min_by_key(|&(_, kind)| value(kind))
    }

    /// May a king not take on the square because the other side still guards it?
    fn guarded_after(&self, side: Color, from: Square, to: Square, occupied: Bitboard) -> bool {
        let occupied = occupied.without(from.into());
        !(self.attackers(!side, to, occupied) & occupied)
            .without(to.into())
            .is_empty()
    }
}
