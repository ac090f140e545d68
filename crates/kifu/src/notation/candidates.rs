//! Which pieces a text may mean: those of a kind that reach a square.
//!
//! "Reach" leaves checks and pins aside, as the Japan Shogi Association's rules of notation do: a
//! pinned gold counts as another gold that could go there.

use super::ResolveError;
use komadai_core::{Bitboard, Move, Piece, PieceKind, Position, Promotion, Rules, Square};

/// The pieces of the side to move, of a kind, that reach a square.
pub(super) fn reach<R: Rules>(position: &Position<R>, kind: PieceKind, to: Square) -> Bitboard {
    let us = position.turn();
    position.attackers(us, to, position.occupied()) & position.pieces(us) & position.kind(kind)
}

/// Could a piece, going from here to there, be turned over?
pub(super) fn may_promote<R: Rules>(piece: Piece, from: Square, to: Square) -> bool {
    let zone = |square: Square| square.in_promotion_zone(piece.color());
    R::PROMOTABLE.contains(piece.kind()) && (zone(from) || zone(to))
}

/// A board move whose origin the text gives. Whether the piece moves so is not asked: a record may
/// end in an illegal move, and must say which.
pub(super) fn from_origin<R: Rules>(
    position: &Position<R>,
    kind: PieceKind,
    from: Square,
    to: Square,
    promotion: Promotion,
) -> Result<Move, ResolveError> {
    match position.piece_on(from) {
        None => Err(ResolveError::EmptyOrigin { origin: from }),
        Some(piece) if piece.kind() != kind => Err(ResolveError::WrongPiece {
            origin: from,
            found: piece.kind(),
        }),
        Some(_) => Move::board(from, to, promotion).ok_or(ResolveError::SameSquare { square: to }),
    }
}

/// The board move to a square by the one piece among these that the text can mean. Where several are
/// left, the text was written by someone who counts legal moves only, if that leaves one.
pub(super) fn choose<R: Rules>(
    position: &Position<R>,
    kind: PieceKind,
    candidates: Bitboard,
    to: Square,
    promotion: Promotion,
) -> Result<Move, ResolveError> {
    let moves = || {
        candidates
            .iter()
            .filter_map(|from| Move::board(from, to, promotion))
    };
    if let Some(mv) = only(moves()) {
        return Ok(mv);
    }
    if candidates.is_empty() {
        return Err(ResolveError::NoSuchMove { kind, to });
    }
    only(moves().filter(|&mv| position.is_legal(mv))).ok_or(ResolveError::Ambiguous {
        kind,
        to,
        candidates,
    })
}

/// The item of an iterator that has exactly one.
fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next()?;
    items.next().is_none().then_some(first)
}
