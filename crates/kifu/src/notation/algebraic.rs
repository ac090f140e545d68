//! Algebraic moves as XBoard writes them: `c4`, `Bxh8+`, `Gde2`, `Sh9=`, `S@i8`, `+Bd4`.
//!
//! Files are lettered from Sente's left, ranks numbered from Sente's side.

use super::text::{MoveText, Origin, Suffix, Target};
use crate::position::RecordPosition;
use komadai_core::{File, HandKind, Move, PieceKind, Rank, Square};
use std::fmt;

/// Reads a move; `None` if the text is none.
pub(crate) fn parse(text: &str) -> Option<MoveText> {
    let (text, suffix) = match text.as_bytes().last()? {
        b'+' => (text.get(..text.len() - 1)?, Some(Suffix::Promote)),
        b'=' => (text.get(..text.len() - 1)?, Some(Suffix::Keep)),
        _ => (text, None),
    };
    let (text, promoted) = match text.strip_prefix('+') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let letter = text.chars().next()?;
    let base = match letter {
        'K' => Some(PieceKind::King),
        letter if letter.is_ascii_uppercase() => Some(HandKind::from_letter(letter)?.piece_kind()),
        _ => None,
    };
    let rest = if base.is_some() { text.get(1..)? } else { text };
    let base = base.unwrap_or(PieceKind::Pawn);
    let kind = if promoted { base.promoted()? } else { base };
    let (origin, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
    let mut mv = MoveText::new(Target::Square(square(to)?), kind);
    if origin == "@" || origin == "*" {
        mv.dropped_kind().filter(|_| suffix.is_none())?;
        mv.suffix = Some(Suffix::Drop);
        return Some(mv);
    }
    mv.suffix = suffix;
    mv.capture = origin.ends_with('x');
    let origin = origin.strip_suffix(['x', '-']).unwrap_or(origin);
    mv.origin = match origin.as_bytes() {
        [] => Origin::NONE,
        [c] => Origin {
            file: file(*c),
            rank: rank(*c),
        },
        [a, b] => Origin {
            file: Some(file(*a)?),
            rank: Some(rank(*b)?),
        },
        _ => return None,
    };
    (origin.is_empty() || mv.origin != Origin::NONE).then_some(mv)
}

fn file(c: u8) -> Option<File> {
    File::from_index(usize::from(b'i'.checked_sub(c)?))
}

fn rank(c: u8) -> Option<Rank> {
    Rank::from_index(usize::from(b'9'.checked_sub(c)?))
}

fn square(text: &str) -> Option<Square> {
    match text.as_bytes() {
        [a, b] => Some(Square::new(file(*a)?, rank(*b)?)),
        _ => None,
    }
}

/// The text of a move.
pub(crate) fn write(out: &mut impl fmt::Write, board: &RecordPosition, mv: Move) -> fmt::Result {
    let text = MoveText::with_origin(board, mv, None);
    let to = mv.to();
    let Some(from) = mv.from() else {
        write!(out, "{}@", text.kind.letter())?;
        return write_square(out, to);
    };
    let origin = shortened(board, &text, from, to);
    if text.kind.is_promoted() {
        out.write_char('+')?;
    }
    // A pawn has no letter unless its square is given in full, as for illegal moves.
    if text.kind != PieceKind::Pawn || origin.rank.is_some() {
        out.write_char(text.kind.letter())?;
    }
    if let Some(file) = origin.file {
        out.write_char(file_letter(file))?;
    }
    if let Some(rank) = origin.rank {
        write!(out, "{}", 10 - rank.number())?;
    }
    if text.capture {
        out.write_char('x')?;
    }
    write_square(out, to)?;
    let choice = || board.choice(text.kind, from, to);
    out.write_str(match text.suffix.or_else(choice) {
        Some(Suffix::Promote) => "+",
        Some(Suffix::Keep) => "=",
        Some(Suffix::Drop) | None => "",
    })
}

/// As much of the origin as tells the piece from others; all of it if the piece cannot go there.
fn shortened(board: &RecordPosition, text: &MoveText, from: Square, to: Square) -> Origin {
    let Origin { file, rank } = text.origin;
    let reach = board.reach(text.kind, to);
    if !reach.contains(from) {
        return text.origin;
    }
    let others = || reach.without(from.into()).iter();
    let (file, rank) = if text.kind == PieceKind::Pawn {
        // Only one pawn can reach a square; its file stands before the sign of a capture.
        (file.filter(|_| text.capture), None)
    } else if others().next().is_none() {
        (None, None)
    } else if others().all(|other| other.file() != from.file()) {
        (file, None)
    } else if others().all(|other| other.rank() != from.rank()) {
        (None, rank)
    } else {
        (file, rank)
    };
    Origin { file, rank }
}

fn file_letter(file: File) -> char {
    char::from(b'j' - file.number())
}

fn write_square(out: &mut impl fmt::Write, square: Square) -> fmt::Result {
    let rank = 10 - square.rank().number();
    write!(out, "{}{rank}", file_letter(square.file()))
}
