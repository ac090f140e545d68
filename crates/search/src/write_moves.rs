//! Writing generated moves into a picker's list.

use crate::movepick::{Arena, Scored};
use komadai_core::{
    Bitboard, Color, Move, MoveGen, MoveSet, MoveSink, PieceKind, Position, Promotion, Rules,
    Square, Targets,
};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// The requested targets of moves without promotion, and of promotions.
#[derive(Clone, Copy)]
pub(crate) struct WantedTargets {
    pub(crate) kept: Bitboard,
    pub(crate) promoted: Bitboard,
}

/// Appends moves to the arena. Not inlined: the generator is large, and a single copy stays in the cache.
#[inline(never)]
pub(crate) fn write_moves<R: Rules>(
    moves: &MoveGen<'_, R>,
    position: &Position<R>,
    targets: Targets,
    wanted: WantedTargets,
    table_move: Option<Move>,
    arena: &mut Arena,
) {
    let mut sink = MoveWriter {
        position,
        arena,
        table_move,
        wanted,
        us: position.turn(),
    };
    let ControlFlow::Continue(()) = moves.generate(&targets, &mut sink);
}

/// Writes generated moves into the arena, except the hash move and pointless moves.
struct MoveWriter<'w, R: Rules> {
    position: &'w Position<R>,
    arena: &'w mut Arena,
    table_move: Option<Move>,
    wanted: WantedTargets,
    us: Color,
}

/// The targets where declining promotion is pointless: for pawns, bishops and rooks wherever they could
/// promote, for lances the last two ranks.
#[inline(always)]
fn must_promote(us: Color, kind: PieceKind, from: Square) -> Bitboard {
    match kind {
        PieceKind::Bishop | PieceKind::Rook if from.in_promotion_zone(us) => Bitboard::FULL,
        PieceKind::Bishop | PieceKind::Rook | PieceKind::Pawn => Bitboard::promotion_zone(us),
        PieceKind::Lance => Bitboard::far_ranks(us, 2),
        _ => Bitboard::EMPTY,
    }
}

/// Returns whether a move pointlessly declines a promotion.
pub(crate) fn is_foolish<R: Rules>(position: &Position<R>, mv: Move) -> bool {
    let Some(from) = mv.from() else { return false };
    let kind = position.piece_on(from).map(|piece| piece.kind());
    !mv.is_promotion()
        && kind.is_some_and(|kind| must_promote(position.turn(), kind, from).contains(mv.to()))
}

impl<R: Rules> MoveWriter<'_, R> {
    /// The moves of a set that are worth searching.
    #[inline(always)]
    fn sensible(&self, set: MoveSet) -> MoveSet {
        let wanted = |promotion, to: Bitboard, foolish: Bitboard| match promotion {
            Promotion::Promote => to & self.wanted.promoted,
            Promotion::Keep => (to & self.wanted.kept).without(foolish),
        };
        match set {
            MoveSet::Drop { .. } => set,
            MoveSet::Shifted {
                to,
                step,
                promotion,
            } => MoveSet::Shifted {
                to: wanted(promotion, to, Bitboard::promotion_zone(self.us)),
                step,
                promotion,
            },
            MoveSet::Lances {
                from,
                to,
                color,
                promotion,
            } => MoveSet::Lances {
                from,
                to: wanted(promotion, to, Bitboard::far_ranks(self.us, 2)),
                color,
                promotion,
            },
            MoveSet::Piece {
                from,
                to,
                promotion,
            } => {
                let foolish = match (promotion, self.position.piece_on(from)) {
                    (Promotion::Keep, Some(piece)) => must_promote(self.us, piece.kind(), from),
                    _ => Bitboard::EMPTY,
                };
                MoveSet::Piece {
                    from,
                    to: wanted(promotion, to, foolish),
                    promotion,
                }
            }
        }
    }
}

impl<R: Rules> MoveSink for MoveWriter<'_, R> {
    type Break = Infallible;

    #[inline(always)]
    fn accept(&mut self, set: MoveSet) -> ControlFlow<Infallible> {
        if !set.targets().is_empty() {
            let table_move = self.table_move;
            self.sensible(set).for_each(|mv| {
                if Some(mv) != table_move {
                    self.arena.push(Scored { mv, score: 0 });
                }
            });
        }
        ControlFlow::Continue(())
    }
}
