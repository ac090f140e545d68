//! Converts moves between JSON and the board.

use super::dto::{JkfSquare, MoveDto};
use super::start::{code, kind, side};
use crate::notation::{MoveText, Origin, Resolved, Strictness, Suffix, Target, Words};
use crate::position::RecordPosition;
use komadai_core::{File, Move, MoveAction, Piece, PieceKind, Rank, Square};

/// The meaning of a move without an origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoOrigin {
    /// A drop, because other moves of the file have origins.
    Drop,
    /// Any move, resolved as in KI2.
    Spoken,
}

fn square(place: JkfSquare) -> Option<Square> {
    let (file, rank) = (File::from_number(place.x)?, Rank::from_number(place.y)?);
    Some(Square::new(file, rank))
}

fn place(square: Square) -> JkfSquare {
    JkfSquare {
        x: square.file().number(),
        y: square.rank().number(),
    }
}

/// Resolves a move. `previous` is the target of the previous move.
pub(super) fn read(
    position: &RecordPosition,
    dto: &MoveDto,
    previous: Option<Square>,
    no_origin: NoOrigin,
) -> Option<Resolved> {
    let target = dto.to.and_then(square);
    let target = target.map_or(Target::Previous, Target::Square);
    let from = dto.from.and_then(square);
    let relative = dto.relative.as_deref().unwrap_or_default();
    // If there is an origin, the squares determine the move and the piece is not checked.
    let on_origin = |from| position.piece_on(from).map_or(PieceKind::Pawn, Piece::kind);
    let named = dto.piece.as_deref().and_then(kind);
    let dropped = from.is_none() && (relative.contains('H') || no_origin == NoOrigin::Drop);
    let text = MoveText {
        words: Words::of_letters(relative),
        suffix: match dto.promote {
            _ if dropped => Some(Suffix::Drop),
            Some(true) => Some(Suffix::Promote),
            Some(false) | None => None,
        },
        origin: from.map_or(Origin::NONE, Origin::from),
        ..MoveText::new(target, named.or_else(|| from.map(on_origin))?)
    };
    let resolved = text.resolve(position, previous, Strictness::Record);
    resolved.ok()
}

/// A move as JSON, with all fields.
pub(super) fn write(position: &RecordPosition, mv: Move, previous: Option<Square>) -> MoveDto {
    let to = mv.to();
    let said = MoveText::spoken(position, mv, previous);
    let mut dto = MoveDto {
        color: Some(side(position.turn())),
        to: Some(place(to)),
        same: (previous == Some(to)).then_some(true),
        relative: relative(&said),
        ..MoveDto::default()
    };
    match mv.action() {
        MoveAction::Drop { kind, .. } => dto.piece = Some(code(kind.piece_kind()).to_owned()),
        MoveAction::Board { from, .. } => {
            dto.from = Some(place(from));
            dto.piece = Some(code(said.kind).to_owned());
            dto.promote = match said.suffix {
                Some(Suffix::Promote) => Some(true),
                Some(Suffix::Keep) => Some(false),
                Some(Suffix::Drop) | None => None,
            };
            let taken = position.piece_on(to).map(Piece::kind);
            dto.capture = taken.map(|kind| code(kind).to_owned());
        }
    }
    dto
}

/// The letters of the qualifiers (右, 上 …).
fn relative(said: &MoveText) -> Option<String> {
    let dropped = (said.suffix == Some(Suffix::Drop)).then_some('H');
    let letters: String = said.words.letters().chain(dropped).collect();
    (!letters.is_empty()).then_some(letters)
}
