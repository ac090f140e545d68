//! What pieces are worth in exchange, where opening and endgame are not told apart.

use super::layout::{BOARD, COUNT, FIRST, HAND};
use super::{seireigi, shogi};
use komadai_core::{ExchangeValues, PieceKind, Rules, Variant};

/// Values of pieces, by [`PieceKind::index`].
#[derive(Debug)]
pub(crate) struct Values {
    board: [i32; 16],
    /// What a capture changes: a piece leaves one side's board and enters the other's hand.
    pub(crate) exchange: ExchangeValues,
}

impl Values {
    /// The means of the two lists of fitted numbers.
    const fn new(opening: &[i16; COUNT], endgame: &[i16; COUNT]) -> Values {
        const fn mean(opening: &[i16; COUNT], endgame: &[i16; COUNT], index: usize) -> i32 {
            (opening[index] as i32 + endgame[index] as i32) / 2
        }
        let mut board = [0; 16];
        let mut exchange = [0; 16];
        let mut kind = 1;
        while kind < 16 {
            board[kind] = mean(opening, endgame, BOARD + kind);
            let hand = mean(opening, endgame, HAND + kind % 8);
            // A kind is in hand about every other time.
            let first = mean(opening, endgame, FIRST + kind % 8);
            exchange[kind] = board[kind] + hand + first / 2;
            kind += 1;
        }
        exchange[PieceKind::King as usize] = 15_000;
        Values {
            board,
            exchange: ExchangeValues(exchange),
        }
    }

    /// What taking a piece of a kind gains.
    #[inline]
    pub(crate) fn capture(&self, kind: PieceKind) -> i32 {
        self.exchange.0[kind.index()]
    }

    /// What turning a piece of a kind over gains.
    #[inline]
    pub(crate) fn promotion(&self, kind: PieceKind) -> i32 {
        kind.promoted().map_or(0, |promoted| {
            self.board[promoted.index()] - self.board[kind.index()]
        })
    }
}

static SHOGI: Values = Values::new(&shogi::OPENING, &shogi::ENDGAME);
static SEIREIGI: Values = Values::new(&seireigi::OPENING, &seireigi::ENDGAME);

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
    use komadai_core::{Seireigi, Shogi};

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
