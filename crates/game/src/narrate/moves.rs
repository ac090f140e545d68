//! Deeds in the notations of people.
//!
//! A notation gives a piece's origin where the piece alone does not tell the move, which includes moves
//! that the piece cannot make. Here the origin is left out of those, so that an illegal move reads like
//! a legal one.

use super::Language;
use crate::deed::Deed;
use crate::game::Game;
use komadai_core::{AnyPosition, Color, HandKind, Move, Square, Tolerance};
use komadai_kifu::notation::{Notation, pieces};

/// A deed of a side in the notation of a language.
pub(super) fn deed(language: Language, before: &Game, color: Color, deed: Deed) -> String {
    let previous = before.moves.last().map(|played| target(played.deed));
    match deed {
        Deed::Move(mv) => as_seen_by(before.position(), color)
            .and_then(|position| {
                notation(language)
                    .format_as_legal(&position, mv, previous)
                    .ok()
            })
            .unwrap_or_else(|| mv.to_string()),
        Deed::PromotedDrop { kind, to } => promoted_drop(language, before, color, kind, to),
    }
}

/// A move of the side that has the move.
pub(super) fn next_move(language: Language, before: &Game, mv: Move) -> String {
    deed(language, before, before.turn(), Deed::Move(mv))
}

fn target(deed: Deed) -> Square {
    match deed {
        Deed::Move(mv) => mv.to(),
        Deed::PromotedDrop { to, .. } => to,
    }
}

/// The position with a side to move that may not have the move.
fn as_seen_by(position: &AnyPosition, color: Color) -> Option<AnyPosition> {
    if position.turn() == color {
        return Some(*position);
    }
    let mut setup = position.to_setup();
    setup.turn = color;
    AnyPosition::from_setup(position.variant(), &setup, Tolerance::IllegalPlay).ok()
}

const fn notation(language: Language) -> Notation {
    match language {
        Language::English => Notation::Hodges,
        Language::Japanese => Notation::Japanese,
    }
}

/// No notation has a promoted drop, since there is no such move.
fn promoted_drop(
    language: Language,
    before: &Game,
    color: Color,
    kind: HandKind,
    to: Square,
) -> String {
    let plain = deed(language, before, color, Deed::Move(Move::drop(kind, to)));
    let promoted = kind.piece_kind().promoted();
    let names = promoted.map(|kind| pieces::of(before.position().variant(), kind));
    match (language, names) {
        (_, None) => plain,
        (Language::English, Some(_)) => format!("+{plain}"),
        (Language::Japanese, Some(names)) => {
            let unpromoted = pieces::of(before.position().variant(), kind.piece_kind());
            plain.replacen(unpromoted.in_moves, names.in_moves, 1)
        }
    }
}
