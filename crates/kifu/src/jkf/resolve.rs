//! Moves: from JSON to the board and back.

use super::dto::{MoveDto, Place};
use super::start::{code, kind, side};
use crate::ki2::ki2_move_text;
use crate::ki2::resolve::{Resolution, resolve};
use crate::kif::move_text::{MoveText, Target, Words};
use crate::position::AnyPosition;
use komadai_core::{File, Illegal, Move, MoveAction, Piece, Promotion, Rank, Square};

/// What a move without an origin means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoOrigin {
    /// A drop: the file gives origins elsewhere.
    Drop,
    /// Any move, as KI2 says it.
    Spoken,
}

fn square(place: Place) -> Option<Square> {
    let (file, rank) = (File::from_number(place.x)?, Rank::from_number(place.y)?);
    Some(Square::new(file, rank))
}

fn place(square: Square) -> Place {
    Place {
        x: square.file().number(),
        y: square.rank().number(),
    }
}

/// Finds the move that a value means. `previous` is where the move before went.
pub(super) fn read(
    position: &AnyPosition,
    dto: &MoveDto,
    previous: Option<Square>,
    no_origin: NoOrigin,
) -> Resolution {
    let target = match dto.to.and_then(square) {
        Some(to) => Target::Square(to),
        None => Target::Same,
    };
    let from = dto.from.and_then(square);
    let relative = dto.relative.as_deref().unwrap_or_default();
    let on_origin = from
        .and_then(|from| position.piece_on(from))
        .map(Piece::kind);
    let Some(kind) = dto.piece.as_deref().and_then(kind).or(on_origin) else {
        return Resolution::Nothing;
    };
    let text = MoveText {
        target,
        kind,
        words: relative.chars().map(word).fold(Words::NONE, Words::and),
        promotion: dto.promote.map(|promote| match promote {
            true => Promotion::Promote,
            false => Promotion::Keep,
        }),
        dropped: relative.contains('H') || (from.is_none() && no_origin == NoOrigin::Drop),
        from,
    };
    resolve(position, &text, previous)
}

fn word(letter: char) -> Words {
    match letter {
        'L' => Words::LEFT,
        'C' => Words::STRAIGHT,
        'R' => Words::RIGHT,
        'U' => Words::UP,
        'M' => Words::SIDEWAYS,
        'D' => Words::DOWN,
        _ => Words::NONE,
    }
}

/// The value of a move with all that can be said about it.
pub(super) fn write(position: &AnyPosition, mv: Move, previous: Option<Square>) -> MoveDto {
    let to = mv.to();
    let mut dto = MoveDto {
        color: Some(side(position.turn())),
        to: Some(place(to)),
        same: (previous == Some(to)).then_some(true),
        relative: relative(position, mv),
        ..MoveDto::default()
    };
    match mv.action() {
        MoveAction::Drop { kind, .. } => dto.piece = Some(code(kind.piece_kind()).to_owned()),
        MoveAction::Board { from, .. } => {
            let piece = position.piece_on(from).map(Piece::kind);
            dto.from = Some(place(from));
            dto.piece = piece.map(|kind| code(kind).to_owned());
            dto.promote = promotion(position, mv);
            let taken = position.piece_on(to).map(Piece::kind);
            dto.capture = taken.map(|kind| code(kind).to_owned());
        }
    }
    dto
}

/// The letters of the words that tell pieces apart, as people would say them.
fn relative(position: &AnyPosition, mv: Move) -> Option<String> {
    let letter = |word| match word {
        '左' => Some('L'),
        '直' => Some('C'),
        '右' => Some('R'),
        '上' => Some('U'),
        '寄' => Some('M'),
        '引' => Some('D'),
        '打' => Some('H'),
        _ => None,
    };
    let said = ki2_move_text(position, mv, None);
    let letters: String = said.chars().filter_map(letter).collect();
    (!letters.is_empty()).then_some(letters)
}

/// Whether the piece promotes; nothing where it could not.
fn promotion(position: &AnyPosition, mv: Move) -> Option<bool> {
    if mv.is_promotion() {
        return Some(true);
    }
    let promoting = Move::board(mv.from()?, mv.to(), Promotion::Promote)?;
    let verdict = position.explain(promoting);
    matches!(verdict, Ok(()) | Err(Illegal::KingLeftInCheck)).then_some(false)
}
