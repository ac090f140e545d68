//! Moves in any of the Western spellings, on any board.

use crate::ki2::resolve::{Resolution, resolve};
use crate::kif::move_text::{MoveText, Target, Words};
use crate::notation::{self, Mark, WesternMove, hodges, hosking};
use crate::position::AnyPosition;
use crate::psn::san;
use komadai_core::{AnyPosition as Checked, Move, MoveAction, Piece, PieceKind, Promotion, Square};

/// How moves are spelt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spelling {
    /// `P-7f`
    Hodges,
    /// `P76`
    Hosking,
    /// `c4`, as XBoard has it.
    Algebraic,
}

/// Is a word spelt as a move is?
pub(crate) fn is_move(word: &str) -> bool {
    syntax(word).is_some() || san::parse(word).is_some() || word.parse::<Move>().is_ok()
}

fn syntax(word: &str) -> Option<WesternMove> {
    hodges::parse(word).or_else(|_| hosking::parse(word)).ok()
}

/// Finds the move that a word means; `None` if it is not spelt as a move.
pub(crate) fn read(position: &AnyPosition, word: &str) -> Option<Resolution> {
    if let Some(mv) = syntax(word) {
        return Some(resolve(position, &move_text(mv)?, None));
    }
    if let Some(san) = san::parse(word) {
        return Some(san.resolve(position));
    }
    word.parse().ok().map(Resolution::Move)
}

/// The same words as Japanese text would have.
fn move_text(mv: WesternMove) -> Option<MoveText> {
    let mut text = MoveText {
        target: Target::Same,
        kind: PieceKind::Pawn,
        words: Words::NONE,
        promotion: None,
        dropped: false,
        from: None,
    };
    match mv {
        WesternMove::Drop { kind, to } => {
            text.target = Target::Square(to);
            text.kind = kind.piece_kind();
            text.dropped = true;
        }
        WesternMove::Board {
            kind,
            origin,
            target,
            promotion,
            ..
        } => {
            let notation::Target::Square(to) = target else {
                return None;
            };
            text.target = Target::Square(to);
            text.kind = kind;
            text.from = origin;
            text.promotion = promotion;
        }
    }
    Some(text)
}

/// Writes a move.
pub(super) fn push(out: &mut String, spelling: Spelling, position: &AnyPosition, mv: Move) {
    use std::fmt::Write;
    // Writing to a string does not fail.
    let _ = match spelling {
        Spelling::Hodges => write!(out, "{}", hodges::display(western(position, mv))),
        Spelling::Hosking => write!(out, "{}", hosking::display(western(position, mv))),
        Spelling::Algebraic => write!(out, "{}", san::write(position, mv)),
    };
}

fn western(position: &AnyPosition, mv: Move) -> WesternMove {
    let legal = position.explain(mv).is_ok();
    let written = match position {
        AnyPosition::Checked(Checked::Shogi(position)) if legal => {
            WesternMove::of(position, mv).ok()
        }
        AnyPosition::Checked(Checked::Seireigi(position)) if legal => {
            WesternMove::of(position, mv).ok()
        }
        _ => None,
    };
    written.unwrap_or_else(|| with_origin(position, mv))
}

/// An illegal move, or one on a board that no set can show: only the squares tell for sure.
fn with_origin(position: &AnyPosition, mv: Move) -> WesternMove {
    match mv.action() {
        MoveAction::Drop { kind, to } => WesternMove::Drop { kind, to },
        MoveAction::Board {
            from,
            to,
            promotion,
        } => WesternMove::Board {
            kind: kind_on(position, from),
            origin: Some(from),
            mark: match position.piece_on(to) {
                Some(_) => Mark::Capture,
                None => Mark::Move,
            },
            target: notation::Target::Square(to),
            promotion: (promotion == Promotion::Promote).then_some(promotion),
        },
    }
}

/// What stands on a square; a piece that is not there is called a pawn.
pub(crate) fn kind_on(position: &AnyPosition, square: Square) -> PieceKind {
    position
        .piece_on(square)
        .map_or(PieceKind::Pawn, Piece::kind)
}
