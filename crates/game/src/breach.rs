//! Breaches of the rules by an act at the board.

use crate::offence::Offence;
use komadai_core::Illegal;
use std::fmt;

/// The rule that a deed breaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Breach {
    /// Played out of turn, including White first where Black begins.
    OutOfTurn,
    /// A piece of the opponent was moved.
    OpponentsPiece,
    /// A piece was placed on an own piece.
    OwnPieceTaken,
    /// The piece cannot move that way.
    NotAMove,
    /// A promotion outside the zone.
    WrongPromotion,
    /// A piece that can never move again was not promoted.
    MissedPromotion,
    /// A drop onto an occupied square.
    DropOnPiece,
    /// A drop where the piece can never move.
    DeadEndDrop,
    /// A piece was dropped with its promoted side up.
    PromotedDrop,
    /// A second unpromoted pawn on a file (二歩).
    TwoPawns,
    /// The own king was left in check or moved into it.
    KingInCheck,
    /// Mate by a pawn drop (打ち歩詰め).
    DropPawnMate,
    /// The fourth repetition by continuous checks (連続王手の千日手).
    PerpetualCheck,
}

impl Breach {
    /// Every breach.
    pub const ALL: [Breach; 13] = [
        Breach::OutOfTurn,
        Breach::OpponentsPiece,
        Breach::OwnPieceTaken,
        Breach::NotAMove,
        Breach::WrongPromotion,
        Breach::MissedPromotion,
        Breach::DropOnPiece,
        Breach::DeadEndDrop,
        Breach::PromotedDrop,
        Breach::TwoPawns,
        Breach::KingInCheck,
        Breach::DropPawnMate,
        Breach::PerpetualCheck,
    ];

    /// Its row in the table.
    pub const fn offence(self) -> &'static Offence {
        match self {
            Breach::OutOfTurn => &Offence::OUT_OF_TURN,
            Breach::OpponentsPiece => &Offence::OPPONENTS_PIECE,
            Breach::OwnPieceTaken => &Offence::OWN_PIECE_TAKEN,
            Breach::NotAMove => &Offence::NOT_A_MOVE,
            Breach::WrongPromotion => &Offence::WRONG_PROMOTION,
            Breach::MissedPromotion => &Offence::MISSED_PROMOTION,
            Breach::DropOnPiece => &Offence::DROP_ON_PIECE,
            Breach::DeadEndDrop => &Offence::DEAD_END_DROP,
            Breach::PromotedDrop => &Offence::PROMOTED_DROP,
            Breach::TwoPawns => &Offence::TWO_PAWNS,
            Breach::KingInCheck => &Offence::KING_IN_CHECK,
            Breach::DropPawnMate => &Offence::DROP_PAWN_MATE,
            Breach::PerpetualCheck => &Offence::PERPETUAL_CHECK,
        }
    }

    /// Its name in data.
    pub const fn name(self) -> &'static str {
        self.offence().name
    }

    /// The breach with this name.
    pub fn from_name(name: &str) -> Option<Breach> {
        Breach::ALL.into_iter().find(|breach| breach.name() == name)
    }
}

impl From<Illegal> for Breach {
    fn from(reason: Illegal) -> Breach {
        match reason {
            Illegal::NotYourTurn => Breach::OpponentsPiece,
            Illegal::OwnPieceOnTarget => Breach::OwnPieceTaken,
            Illegal::EmptySquare | Illegal::NotAMoveOfThePiece => Breach::NotAMove,
            Illegal::CannotPromote | Illegal::OutsidePromotionZone => Breach::WrongPromotion,
            Illegal::MustPromote => Breach::MissedPromotion,
            Illegal::NotInHand | Illegal::SquareTaken => Breach::DropOnPiece,
            Illegal::DeadEnd => Breach::DeadEndDrop,
            Illegal::TwoPawns => Breach::TwoPawns,
            Illegal::KingLeftInCheck => Breach::KingInCheck,
            Illegal::DropPawnMate => Breach::DropPawnMate,
        }
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.offence().words)
    }
}
