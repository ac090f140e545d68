//! Which article of the laws a breach offends.
//!
//! The numbers are those of the FESA Laws of Shogi, adopted on 4 August 2017 and amended on 23
//! September 2024. One table, so that a new edition changes one place.

use super::BreachKind;
use komadai_core::{Fault, Illegal, PieceKind};
use std::fmt;

/// An article of the FESA Laws of Shogi.
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

impl Article {
    /// Perpetual check.
    pub const PERPETUAL_CHECK: Article = article("3.12", "no perpetual check");
    /// The end by mate.
    pub const MATE: Article = article("5.1 (a)", "mate ends the game at once");
    /// The draw by a repeated position.
    pub const REPETITION: Article = article("5.2", "a draw by the fourth occurrence");
    /// The declaration.
    pub const DECLARATION: Article = article("5.3", "the 27-point declaration");
    /// Draws that the players agree on.
    pub const NO_OTHER_DRAW: Article = article("5.4", "no draw but by repetition");
    /// The claim of an illegal move.
    pub const CLAIM: Article = article("9.4", "an illegal move is claimed before it is answered");
    /// The taking of a king.
    pub const KING_TAKEN: Article = article("9.5", "taking a king left in check wins");
}

const fn article(number: &'static str, subject: &'static str) -> Article {
    Article { number, subject }
}

const TURNS: Article = article("1.1", "the players take turns to make one move each");
const KING_SAFETY: Article = article("1.2", "a king may not be left or put where it can be taken");
const SET: Article = article("2.2", "the pieces of each side");
const MOVES: Article = article("3", "the moves of the pieces");
const OWN_SQUARE: Article = article("3.1", "no move to a square with an own piece");
const PROMOTION: Article = article("3.2", "what promotes, where, and when it must");
const KING: Article = article("3.3", "the moves of the king");
const ROOK: Article = article("3.4", "the moves of the rook");
const BISHOP: Article = article("3.5", "the moves of the bishop");
const GOLD: Article = article("3.6", "the moves of the gold general");
const SILVER: Article = article("3.7", "the moves of the silver general");
const KNIGHT: Article = article("3.8", "the moves of the knight");
const LANCE: Article = article("3.9", "the moves of the lance");
const PAWN: Article = article("3.10", "the moves of the pawn");
const DROP: Article = article("3.11", "a piece in hand is dropped on an empty square");
const TWO_PAWNS: Article = article("3.11 (a)", "no second unpromoted pawn on a file");
const DEAD_END: Article = article("3.11 (b)", "no piece where it can never move");
const DROP_PAWN_MATE: Article = article("3.11 (c)", "no mate by the drop of a pawn");

pub(super) fn of(kind: &BreachKind) -> Article {
    match kind {
        BreachKind::Start(faults) => faults.0.first().map_or(SET, |fault| of_fault(*fault)),
        BreachKind::IllegalMove {
            reason: Illegal::NotAMoveOfThePiece,
            piece: Some(piece),
            ..
        } => of_piece(*piece),
        BreachKind::IllegalMove { reason, .. } => of_move(*reason),
        BreachKind::MoveAfterMate | BreachKind::NoMate | BreachKind::MatedSideWins => Article::MATE,
        BreachKind::PerpetualCheck { .. } => Article::PERPETUAL_CHECK,
        BreachKind::NoRepetition => Article::REPETITION,
        BreachKind::FailedDeclaration { .. } => Article::DECLARATION,
    }
}

fn of_fault(fault: Fault) -> Article {
    match fault {
        Fault::MissingKing(_) | Fault::SeveralKings(_) | Fault::TooMany(_) => SET,
        Fault::PromotedGold(_) => PROMOTION,
        Fault::TwoPawns(..) => TWO_PAWNS,
        Fault::DeadEnd(_) => DEAD_END,
        Fault::OpponentInCheck => KING_SAFETY,
    }
}

fn of_move(reason: Illegal) -> Article {
    match reason {
        Illegal::EmptySquare | Illegal::NotAMoveOfThePiece => MOVES,
        Illegal::NotYourTurn => TURNS,
        Illegal::OwnPieceOnTarget => OWN_SQUARE,
        Illegal::CannotPromote | Illegal::OutsidePromotionZone | Illegal::MustPromote => PROMOTION,
        Illegal::NotInHand | Illegal::SquareTaken => DROP,
        Illegal::DeadEnd => DEAD_END,
        Illegal::TwoPawns => TWO_PAWNS,
        Illegal::KingLeftInCheck => KING_SAFETY,
        Illegal::DropPawnMate => DROP_PAWN_MATE,
    }
}

fn of_piece(kind: PieceKind) -> Article {
    match kind {
        PieceKind::King => KING,
        PieceKind::Rook | PieceKind::Dragon => ROOK,
        PieceKind::Bishop | PieceKind::Horse => BISHOP,
        PieceKind::Gold | PieceKind::ProGold => GOLD,
        PieceKind::Silver | PieceKind::ProSilver => SILVER,
        PieceKind::Knight | PieceKind::ProKnight => KNIGHT,
        PieceKind::Lance | PieceKind::ProLance => LANCE,
        PieceKind::Pawn | PieceKind::ProPawn => PAWN,
    }
}
