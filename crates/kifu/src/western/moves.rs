//! Moves in any of the Western spellings, on any board.

use crate::notation::{MoveText, Notation, Resolved, Strictness, algebraic};
use crate::position::RecordPosition;
use komadai_core::Move;

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

/// Returns whether a word has the form of a move.
pub(crate) fn is_move(word: &str) -> bool {
    syntax(word).is_some() || word.parse::<Move>().is_ok()
}

fn syntax(word: &str) -> Option<MoveText> {
    let western = Notation::Hodges.syntax(word);
    let western = western.or_else(|_| Notation::Hosking.syntax(word));
    western.ok().or_else(|| algebraic::parse(word))
}

/// The move of a word; `None` if it is not a move here.
pub(crate) fn read(position: &RecordPosition, word: &str) -> Option<Resolved> {
    match syntax(word) {
        Some(text) => text.resolve(position, None, Strictness::Record).ok(),
        None => word.parse().ok().map(|mv| Resolved { mv, doubt: None }),
    }
}

/// Writes a move. If it starts from an empty square, only the squares are written.
pub(super) fn push(out: &mut String, spelling: Spelling, position: &RecordPosition, mv: Move) {
    let notation = match spelling {
        Spelling::Hodges => Notation::Hodges,
        Spelling::Hosking => Notation::Hosking,
        Spelling::Algebraic => {
            // Writing to a string does not fail.
            let _ = algebraic::write(out, position, mv);
            return;
        }
    };
    if notation.write(out, position, mv, None).is_err() {
        let text = MoveText::with_origin(position, mv, None);
        notation.push(out, &text, position.variant());
    }
}
