//! What pieces are worth.

use komadai_core::{ExchangeValues, HandKind, PieceKind, Rules, Variant};

/// Values of pieces, by [`PieceKind::index`] and [`HandKind::index`].
#[derive(Debug)]
pub(crate) struct Values {
    pub(crate) board: [i32; 16],
    pub(crate) hand: [i32; 8],
    /// What a capture changes: a piece leaves one side's board and enters the other's hand.
    pub(crate) exchange: ExchangeValues,
}

impl Values {
    const fn new(board: [i32; 16], hand: [i32; 8]) -> Values {
        let mut exchange = [0; 16];
        let mut kind = 1;
        while kind < 16 {
            exchange[kind] = board[kind] + hand[kind % 8];
            kind += 1;
        }
        exchange[PieceKind::King as usize] = 15_000;
        Values {
            board,
            hand,
            exchange: ExchangeValues(exchange),
        }
    }

    #[inline]
    pub(crate) fn hand(&self, kind: HandKind) -> i32 {
        self.hand[kind.index()]
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

/// A piece in hand may go anywhere: it is worth a little more than the same piece on the board.
static SHOGI: Values = Values::new(
    [
        0, 81, 283, 364, 445, 770, 890, 486, 0, 486, 486, 486, 486, 850, 1255, 0,
    ],
    [0, 90, 315, 405, 495, 855, 990, 540],
);

/// Lances, knights, silvers and golds promote to strong pieces, so they are worth more as well.
static SEIREIGI: Values = Values::new(
    [
        0, 81, 330, 430, 520, 770, 890, 580, 0, 500, 900, 860, 820, 880, 1255, 860,
    ],
    [0, 90, 370, 480, 580, 855, 990, 650],
);

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
        for values in [values::<Shogi>(), values::<Seireigi>()] {
            for kind in [PieceKind::Pawn, PieceKind::Silver, PieceKind::Rook] {
                assert!(values.promotion(kind) >= 0);
            }
        }
        assert_eq!(values::<Seireigi>().promotion(PieceKind::Gold), 280);
    }

    #[test]
    fn a_capture_counts_on_the_board_and_in_hand() {
        assert_eq!(values::<Shogi>().capture(PieceKind::ProPawn), 486 + 90);
    }
}
