//! Static exchange evaluation: what a series of captures on one square gains.

use super::Position;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::moves::{Move, MoveAction};
use crate::piece::PieceKind;
use crate::square::Square;
use crate::variant::Rules;

/// The value of each kind in an exchange, by [`PieceKind::index`]. Index 0 is unused.
///
/// A captured piece changes sides, so it counts once for leaving the board and once for arriving in
/// hand; values should include both if the caller wants that.
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
    /// Returns whether a move gains at least `threshold` if both sides keep capturing on its target with
    /// their least valuable piece and each may stop. Pins and promotions during the exchange are ignored.
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

    /// Returns whether a king cannot capture on the square because the other side still defends it.
    fn guarded_after(&self, side: Color, from: Square, to: Square, occupied: Bitboard) -> bool {
        let occupied = occupied.without(from.into());
        !(self.attackers(!side, to, occupied) & occupied)
            .without(to.into())
            .is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{Seireigi, Shogi};
    use komadai_testkit::Rng;

    /// Pawn 1, lance 3, knight 4, silver 5, bishop 8, rook 10, gold 6; tokin 5, other promoted
    /// minors 6, horse 10, dragon 12.
    const VALUES: ExchangeValues =
        ExchangeValues([0, 1, 3, 4, 5, 8, 10, 6, 1000, 5, 6, 6, 6, 10, 12, 7]);

    /// What the side that just placed a piece worth `at_stake` keeps of it, if the other side
    /// goes on taking as it likes: the definition, by trying both choices.
    fn loss<R: Rules>(
        position: &Position<R>,
        side: Color,
        to: Square,
        occupied: Bitboard,
        at_stake: i32,
    ) -> i32 {
        let Some((from, kind)) = position.least_attacker(side, to, occupied, &VALUES) else {
            return 0;
        };
        if kind == PieceKind::King && position.guarded_after(side, from, to, occupied) {
            return 0;
        }
        let rest = occupied.without(from.into());
        0.max(at_stake - loss(position, !side, to, rest, VALUES.get(kind)))
    }

    fn gain<R: Rules>(position: &Position<R>, mv: Move) -> i32 {
        let to = mv.to();
        let placed = VALUES.get(position.placed_kind(mv).unwrap());
        let captured = position
            .piece_on(to)
            .map_or(0, |piece| VALUES.get(piece.kind()));
        let mut occupied = position.occupied() | to.into();
        let mut promotion = 0;
        if let Some(from) = mv.from() {
            occupied = occupied.without(from.into());
            promotion = placed - VALUES.get(position.piece_on(from).unwrap().kind());
        }
        captured + promotion - loss(position, !position.turn(), to, occupied, placed)
    }

    fn check(sfen: &str, mv: &str, expected: i32) {
        let position: Position<Shogi> = sfen.parse().unwrap();
        let mv: Move = mv.parse().unwrap();
        assert!(
            position.exchange_gains(mv, expected, &VALUES),
            "{sfen} {mv}"
        );
        assert!(
            !position.exchange_gains(mv, expected + 1, &VALUES),
            "{sfen} {mv}"
        );
    }

    #[test]
    fn a_free_piece_is_won() {
        check("4k4/9/9/4p4/9/9/9/4R4/4K4 b - 1", "5h5d", 1);
    }

    #[test]
    fn a_rook_for_a_guarded_pawn_is_a_loss() {
        check("4k4/9/4s4/4p4/9/9/9/4R4/4K4 b - 1", "5h5d", 1 - 10);
    }

    #[test]
    fn a_lance_behind_the_rook_takes_back() {
        check("4k4/9/4s4/4p4/9/9/9/4R4/4L3K b - 1", "5h5d", 1 - 10 + 5);
    }

    #[test]
    fn a_king_does_not_take_what_is_guarded() {
        check("9/4k4/4p4/9/4L4/9/9/4R4/4K4 b - 1", "5e5c", 1);
        check("9/4k4/4p4/9/4L4/9/9/9/4K4 b - 1", "5e5c", 1 - 3);
    }

    #[test]
    fn promotion_counts_and_is_at_stake() {
        check("3k5/9/9/9/9/9/9/4R4/4K4 b - 1", "5h5c+", 2);
        check("4k4/4g4/9/9/9/9/9/4R4/4K4 b - 1", "5h5c+", 2 - 12);
    }

    #[test]
    fn a_dropped_piece_may_be_lost() {
        check("4k4/4g4/9/9/9/9/9/9/4K4 b S 1", "S*5c", -5);
    }

    /// Every legal move of random games gains what the definition says.
    fn agree<R: Rules>(seed: u64) {
        let mut rng = Rng::new(seed);
        let mut position = Position::<R>::default();
        for _ in 0..400 {
            let moves = position.legal_moves();
            for mv in &moves {
                let gain = gain(&position, mv);
                assert!(
                    position.exchange_gains(mv, gain, &VALUES),
                    "{position} {mv} {gain}"
                );
                assert!(
                    !position.exchange_gains(mv, gain + 1, &VALUES),
                    "{position} {mv} {gain}"
                );
            }
            match rng.try_pick(&moves) {
                Some(&mv) => drop(position.play_unchecked(mv)),
                None => position = Position::default(),
            }
        }
    }

    #[test]
    fn exchanges_end_where_the_definition_says() {
        for seed in 0..10 {
            agree::<Shogi>(seed);
            agree::<Seireigi>(seed);
        }
    }
}
