//! Breaches of the rules by an act at the board.

use crate::article::Article;
use komadai_core::Illegal;
use std::fmt;

/// How a deed breaks the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Breach {
    /// Played without having the move; also White first where Black begins.
    OutOfTurn,
    /// A piece of the opponent was moved.
    OpponentsPiece,
    /// A piece was put on one of the player's own.
    OwnPieceTaken,
    /// The piece does not move so.
    NotAMove,
    /// A promotion outside the zone.
    WrongPromotion,
    /// A piece that can never move again was not promoted.
    MissedPromotion,
    /// A drop onto a square that is taken.
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

    /// A short name for data.
    pub const fn name(self) -> &'static str {
        match self {
            Breach::OutOfTurn => "out-of-turn",
            Breach::OpponentsPiece => "opponents-piece",
            Breach::OwnPieceTaken => "own-piece-taken",
            Breach::NotAMove => "not-a-move",
            Breach::WrongPromotion => "wrong-promotion",
            Breach::MissedPromotion => "missed-promotion",
            Breach::DropOnPiece => "drop-on-piece",
            Breach::DeadEndDrop => "dead-end-drop",
            Breach::PromotedDrop => "promoted-drop",
            Breach::TwoPawns => "two-pawns",
            Breach::KingInCheck => "king-in-check",
            Breach::DropPawnMate => "drop-pawn-mate",
            Breach::PerpetualCheck => "perpetual-check",
        }
    }

    /// The breach with a name.
    pub fn from_name(name: &str) -> Option<Breach> {
        Breach::ALL.into_iter().find(|breach| breach.name() == name)
    }

    /// The article of the FESA Laws that it breaks.
    pub const fn article(self) -> Article {
        match self {
            Breach::OutOfTurn | Breach::OpponentsPiece => Article::new("1.1"),
            Breach::OwnPieceTaken => Article::new("3.1"),
            Breach::NotAMove => Article::new("3"),
            Breach::WrongPromotion | Breach::MissedPromotion => Article::new("3.2"),
            Breach::DropOnPiece | Breach::PromotedDrop => Article::new("3.11"),
            Breach::TwoPawns => Article::new("3.11a"),
            Breach::DeadEndDrop => Article::new("3.11b"),
            Breach::DropPawnMate => Article::new("3.11c"),
            Breach::KingInCheck => Article::new("1.2"),
            Breach::PerpetualCheck => Article::new("3.12"),
        }
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
        f.write_str(match self {
            Breach::OutOfTurn => "played out of turn",
            Breach::OpponentsPiece => "moved a piece of the opponent",
            Breach::OwnPieceTaken => "put a piece on one of his own",
            Breach::NotAMove => "moved a piece as it does not move",
            Breach::WrongPromotion => "promoted outside the promotion zone",
            Breach::MissedPromotion => "did not promote a piece that can never move again",
            Breach::DropOnPiece => "dropped a piece on an occupied square",
            Breach::DeadEndDrop => "dropped a piece where it can never move",
            Breach::PromotedDrop => "dropped a piece with its promoted side up",
            Breach::TwoPawns => "two pawns on one file (nifu)",
            Breach::KingInCheck => "left or put the own king in check",
            Breach::DropPawnMate => "mated by a pawn drop (uchifuzume)",
            Breach::PerpetualCheck => "repeated the position by continuous checks",
        })
    }
}
