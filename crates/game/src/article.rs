//! The articles of the FESA Laws of Shogi that the program refers to.
//!
//! The numbers are those of the edition of 4 August 2017, amended on 23 September 2024. One table, so
//! that a new edition changes one place.

use komadai_core::{Fault, PieceKind};
use std::fmt;

/// An article of the FESA Laws of Shogi. It is written as `FESA 3.11 (a)`.
///
/// The Laws refer to some of their own articles by old numbers: 8.7's 12.4 means 13.4, 8.8's 7.3 means
/// 8.3, and 8.11's 11.1 means 12.2. The numbers here are the intended ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Article {
    /// Its number: `3.11 (a)`.
    pub number: &'static str,
    /// What it is about, in our words.
    pub subject: &'static str,
}

impl fmt::Display for Article {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FESA {}", self.number)
    }
}

/// The constants and the list of all from one table.
macro_rules! articles {
    ($($name:ident $number:literal $subject:literal)*) => {
        impl Article {
            $(
                #[doc = concat!($number, ": ", $subject)]
                pub const $name: Article = Article { number: $number, subject: $subject };
            )*

            /// Every article that the program refers to.
            pub const ALL: &[Article] = &[$(Article::$name),*];
        }
    };
}

articles! {
    TURNS "1.1" "the players take turns to make one move each"
    KING_SAFETY "1.2" "a king may not be left or put where it can be taken"
    SET "2.2" "the pieces of each side"
    MOVES "3" "the moves of the pieces"
    OWN_SQUARE "3.1" "no move to a square with an own piece"
    PROMOTION "3.2" "what promotes, where, and when it must"
    KING "3.3" "the moves of the king"
    ROOK "3.4" "the moves of the rook"
    BISHOP "3.5" "the moves of the bishop"
    GOLD "3.6" "the moves of the gold general"
    SILVER "3.7" "the moves of the silver general"
    KNIGHT "3.8" "the moves of the knight"
    LANCE "3.9" "the moves of the lance"
    PAWN "3.10" "the moves of the pawn"
    DROP "3.11" "a piece in hand is dropped on an empty square"
    TWO_PAWNS "3.11 (a)" "no second unpromoted pawn on a file"
    DEAD_END "3.11 (b)" "no piece where it can never move"
    DROP_PAWN_MATE "3.11 (c)" "no mate by the drop of a pawn"
    PERPETUAL_CHECK "3.12" "no perpetual check"
    RELEASED "4.3" "a piece that was released stays"
    END "5.1" "what ends the game"
    MATE "5.1 (a)" "mate ends the game at once"
    REPETITION "5.2" "a draw by the fourth occurrence"
    DECLARATION "5.3" "the 27-point declaration"
    NO_OTHER_DRAW "5.4" "no draw but by repetition"
    FURIGOMA "7.1" "the piece toss"
    FURIGOMA_BY_ARBITER "7.2" "the arbiter tosses for an absent player"
    CLAIM_ON_TIME "8.3" "a win on time is claimed"
    CLOCK_SIDE "8.4" "who places the clock"
    CLOCK_STARTED "8.5" "who starts the clock"
    ARRIVAL "8.6" "a player who comes late"
    PRESS "8.7" "the player stops his clock after his move"
    FLAG_POINTED_OUT "8.8" "only the players point out a fallen flag"
    CLOCK_SET "8.10" "the arbiter sets the clock right"
    INTERRUPTION "8.12" "when the clocks are stopped"
    DISPLACEMENT "9.2" "displaced pieces are put back"
    CLAIM "9.4" "an illegal move is claimed before it is answered"
    KING_TAKEN "9.5" "taking a king left in check wins"
    ARRANGED_HAND "9.6" "a player may ask to see the opponent's hand"
    OUTSIDERS "9.7" "nobody else may point out an illegal move"
    RULINGS "13.3" "what the arbiter decides"
    ARBITER_SILENT "13.6" "the arbiter does not intervene"
}

impl Article {
    /// The article about the moves of a piece.
    pub(crate) const fn of_piece(kind: PieceKind) -> Article {
        match kind {
            PieceKind::King => Article::KING,
            PieceKind::Rook | PieceKind::Dragon => Article::ROOK,
            PieceKind::Bishop | PieceKind::Horse => Article::BISHOP,
            PieceKind::Gold | PieceKind::ProGold => Article::GOLD,
            PieceKind::Silver | PieceKind::ProSilver => Article::SILVER,
            PieceKind::Knight | PieceKind::ProKnight => Article::KNIGHT,
            PieceKind::Lance | PieceKind::ProLance => Article::LANCE,
            PieceKind::Pawn | PieceKind::ProPawn => Article::PAWN,
        }
    }

    /// The article that a position offends.
    pub(crate) const fn of_fault(fault: Fault) -> Article {
        match fault {
            Fault::MissingKing(_) | Fault::SeveralKings(_) | Fault::TooMany(_) => Article::SET,
            Fault::PromotedGold(_) => Article::PROMOTION,
            Fault::TwoPawns(..) => Article::TWO_PAWNS,
            Fault::DeadEnd(_) => Article::DEAD_END,
            Fault::OpponentInCheck => Article::KING_SAFETY,
        }
    }
}
