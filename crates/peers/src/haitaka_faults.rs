//! The two faults of haitaka 0.3.2 in drop-pawn mate (打ち歩詰め), and nothing else.
//!
//! It tests only the first square of its pawn drops, only while not in check, and by the rank
//! alone: any pawn dropped on the rank before the king "gives check".

use crate::compare::Difference;
use komadai_core::{Bitboard, HandKind, Illegal, Move, MoveAction, Position, Shogi, Square};

/// The faults that explain a difference.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct HaitakaFaults {
    /// A drop-pawn mate on a square that haitaka did not test, or while in check.
    pub(crate) overlooked: Option<Move>,
    /// A pawn drop that gives no check, but leaves the opponent without a move on the board.
    pub(crate) lost: Option<Move>,
}

impl HaitakaFaults {
    /// The faults, if they explain the whole of the difference.
    pub(crate) fn explaining(position: &Position<Shogi>, difference: &Difference) -> Option<Self> {
        let overlooked = match difference.only_theirs[..] {
            [] => None,
            [mv] if Some(mv) == drop_pawn_mate(position) => Some(mv),
            _ => return None,
        };
        let lost = match difference.only_ours[..] {
            [] => None,
            [mv] if looks_like_mate_to_haitaka(position, mv) => Some(mv),
            _ => return None,
        };
        (difference.repeated == 0).then_some(HaitakaFaults { overlooked, lost })
    }
}

/// The pawn drop that gives check and would be mate, if there is one.
pub(crate) fn drop_pawn_mate(position: &Position<Shogi>) -> Option<Move> {
    let mv = Move::drop(HandKind::Pawn, enemy_head(position)?);
    let is_mate = position.explain(mv) == Err(Illegal::DropPawnMate);
    (is_mate && position.gives_check(mv)).then_some(mv)
}

/// The square before the opponent's king, from which a pawn would give check.
fn enemy_head(position: &Position<Shogi>) -> Option<Square> {
    let them = !position.turn();
    Bitboard::from(position.king(them)?).forward(them).first()
}

/// Whether a legal move is a pawn drop on the right rank but the wrong file, after which the
/// opponent could only drop pieces.
fn looks_like_mate_to_haitaka(position: &Position<Shogi>, mv: Move) -> bool {
    let MoveAction::Drop {
        kind: HandKind::Pawn,
        to,
    } = mv.action()
    else {
        return false;
    };
    let is_beside_head =
        enemy_head(position).is_some_and(|head| head != to && head.rank() == to.rank());
    let mut next = *position;
    let _ = next.play_unchecked(mv);
    is_beside_head && !position.is_in_check() && next.legal_moves().iter().all(|mv| mv.is_drop())
}
