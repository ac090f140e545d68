//! Piece values in exchanges, without distinction between opening and endgame.

use super::layout::{BOARD, FIRST, HAND};
use super::numbers::{Numbers, numbers};
use komadai_core::{ExchangeValues, PieceKind, Rules, Seireigi, Shogi, Variant};

/// Values of pieces, by [`PieceKind::index`].
#[derive(Debug)]
pub(crate) struct Values {
    board: [i32; 16],
    /// Values for exchanges: a captured piece leaves one side's board and enters the other's hand.
    pub(crate) exchange: ExchangeValues,
}

impl Values {
    /// From the means of the fitted numbers.
    const fn new(numbers: &Numbers) -> Values {
        let mut board = [0; 16];
        let mut exchange = [0; 16];
        let mut kind = 1;
        while kind < 16 {
            board[kind] = numbers.mean(BOARD + kind);
            let hand = numbers.mean(HAND + kind % 8);
            // A kind is already in hand about half of the time.
            let first = numbers.mean(FIRST + kind % 8);
            exchange[kind] = board[kind] + hand + first / 2;
            kind += 1;
        }
        exchange[PieceKind::King as usize] = 15_000;
        Values {
            board,
            exchange: ExchangeValues(exchange),
        }
    }

    /// The gain of capturing a piece of a kind.
    #[inline]
    pub(crate) fn capture(&self, kind: PieceKind) -> i32 {
        self.exchange.0[kind.index()]
    }

    /// The gain of promoting a piece of a kind.
    #[inline]
    pub(crate) fn promotion(&self, kind: PieceKind) -> i32 {
        kind.promoted().map_or(0, |promoted| {
            self.board[promoted.index()] - self.board[kind.index()]
        })
    }
}

static SHOGI: Values = Values::new(numbers::<Shogi>());
static SEIREIGI: Values = Values::new(numbers::<Seireigi>());

/// The values of a variant.
#[inline]
pub(crate) const fn values<R: Rules>() -> &'static Values {
    match R::VARIANT {
        Variant::Shogi => &SHOGI,
        Variant::Seireigi => &SEIREIGI,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promotion_never_costs_anything() {
        let kinds = [
            PieceKind::Pawn,
            PieceKind::Lance,
            PieceKind::Knight,
            PieceKind::Silver,
            PieceKind::Bishop,
            PieceKind::Rook,
        ];
        for kind in kinds {
            assert!(values::<Shogi>().promotion(kind) >= 0, "{kind:?}");
            assert!(values::<Seireigi>().promotion(kind) >= 0, "{kind:?}");
        }
        assert!(values::<Seireigi>().promotion(PieceKind::Gold) > 100);
    }

    #[test]
    fn a_promoted_pawn_gives_the_taker_a_pawn() {
        let shogi = values::<Shogi>();
        let [plain, promoted] =
            [PieceKind::Pawn, PieceKind::ProPawn].map(|kind| shogi.capture(kind));
        assert_eq!(promoted - plain, shogi.promotion(PieceKind::Pawn));
    }
}
