//! A cheap test for mate in one, for use at every node of a search.

use super::{BlackToMove, ToMove, WhiteToMove, danger};
use crate::attacks::attacks;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::moves::{Move, Promotion};
use crate::piece::{HandKind, PieceKind};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Rules;

impl<R: Rules> Position<R> {
    /// A move that mates immediately by a protected piece next to the king or by a knight, if there is one.
    ///
    /// It ignores distant mates and discovered checks, so it costs a fraction of
    /// [`mate_in_one`](Position::mate_in_one). Returns `None` if the side to move is in check.
    #[inline]
    pub fn close_mate(&self) -> Option<Move> {
        match self.turn() {
            Color::Black => self.close_mate_by::<BlackToMove, WhiteToMove>(),
            Color::White => self.close_mate_by::<WhiteToMove, BlackToMove>(),
        }
    }

    #[inline(always)]
    fn close_mate_by<S: ToMove, T: ToMove>(&self) -> Option<Move> {
        let king = self.king(S::THEM)?;
        let guarded = danger::<R, T>(self, king, self.occupied().without(king.into()));
        let around = R::STEPS.get(S::THEM, PieceKind::King, king);
        let flights = around.without(self.pieces(S::THEM) | guarded);
        let contacts = (around & guarded).without(self.pieces(S::US));
        let jumps = if flights.is_empty() {
            R::STEPS
                .get(S::THEM, PieceKind::Knight, king)
                .without(self.pieces(S::US))
        } else {
            // A knight that gives check takes no flight away.
            Bitboard::EMPTY
        };
        if (contacts | jumps).is_empty() {
            return None;
        }
        self.mate_on::<S>(king, contacts, jumps, flights)
    }

    #[inline(never)]
    fn mate_on<S: ToMove>(
        &self,
        king: Square,
        contacts: Bitboard,
        jumps: Bitboard,
        flights: Bitboard,
    ) -> Option<Move> {
        if self.is_in_check() {
            return None;
        }
        let pinned = self.blockers(S::THEM);
        let free_defenders = self.pieces(S::THEM).without(pinned | king.into());
        let without_king = self.occupied().without(king.into());
        for to in contacts | jumps {
            // Whoever may take the piece breaks the mate; the king may not, since the square is guarded.
            let defended =
                self.attackers(S::THEM, to, self.occupied() | to.into()) & free_defenders;
            if !defended.is_empty() {
                continue;
            }
            let rest = flights.without(to.into());
            let closes = |kind: PieceKind, occupied: Bitboard| {
                let reach = attacks::<R>(S::US, kind, to, occupied);
                reach.contains(king) && rest.without(reach).is_empty()
            };
            if !self.occupied().contains(to) {
                for kind in DROPS {
                    let fits =
                        self.hand(S::US).has(kind) && closes(kind.piece_kind(), without_king);
                    let mv = Move::drop(kind, to);
                    if fits && !kind.piece_kind().is_dead_end(S::US, to) && self.mates(mv) {
                        return Some(mv);
                    }
                }
            }
            let movers = self.attackers(S::US, to, self.occupied());
            for from in movers.without(self.kings()) {
                if let Some(mv) = self.mate_by_mover::<S>(from, to, closes, without_king) {
                    return Some(mv);
                }
            }
        }
        None
    }

    #[inline(always)]
    fn mate_by_mover<S: ToMove>(
        &self,
        from: Square,
        to: Square,
        closes: impl Fn(PieceKind, Bitboard) -> bool,
        without_king: Bitboard,
    ) -> Option<Move> {
        let kind = self.piece_on(from)?.kind();
        let occupied = without_king.without(from.into());
        let promotes = R::PROMOTABLE.contains(kind)
            && (from.in_promotion_zone(S::US) || to.in_promotion_zone(S::US));
        let promoted = kind.promoted().filter(|_| promotes);
        let kept = Some(kind).filter(|kind| !kind.is_dead_end(S::US, to));
        for (placed, promotion) in [(promoted, Promotion::Promote), (kept, Promotion::Keep)] {
            if placed.is_some_and(|placed| closes(placed, occupied)) {
                let mv = Move::board(from, to, promotion)?;
                if self.is_legal(mv) && self.mates(mv) {
                    return Some(mv);
                }
            }
        }
        None
    }

    /// Returns whether a legal move leaves the opponent without a legal move.
    fn mates(&self, mv: Move) -> bool {
        let mut next = *self;
        let _ = next.play_unchecked(mv);
        !next.has_legal_move()
    }
}

/// What can mate when dropped; a pawn may not.
const DROPS: [HandKind; 6] = [
    HandKind::Gold,
    HandKind::Silver,
    HandKind::Rook,
    HandKind::Bishop,
    HandKind::Lance,
    HandKind::Knight,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{Seireigi, Shogi};
    use komadai_testkit::Rng;

    fn check(sfen: &str, mate: Option<&str>) {
        let position: Position<Shogi> = sfen.parse().unwrap();
        let mate = mate.map(|mv| mv.parse().unwrap());
        assert_eq!(position.close_mate(), mate, "{sfen}");
    }

    #[test]
    fn guarded_pieces_next_to_the_king_mate() {
        check("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", Some("G*5b"));
        check("4k4/9/4P4/9/9/9/9/9/4K4 b S 1", None);
        check("4k4/9/9/9/9/9/9/9/4K4 b G 1", None);
        check("3gk4/9/4P4/9/9/9/9/9/4K4 b G 1", None);
        check("4k4/9/3G5/4N4/9/9/9/9/4K4 b - 1", None);
        check("4k4/9/3G5/9/1B7/9/9/9/4K4 b - 1", Some("6c5b"));
    }

    #[test]
    fn a_knight_mates_from_afar() {
        check("6snk/6ppn/9/9/9/9/9/9/4K4 b N 1", None);
        check("6snk/6psp/9/9/9/9/9/9/4K4 b N 1", None);
        check("7nk/7pp/9/9/9/9/9/9/4K4 b N 1", None);
        check("7lk/7np/9/9/9/9/9/9/4K4 b N 1", Some("N*2c"));
    }

    #[test]
    fn a_pawn_is_never_dropped_to_mate() {
        check("7lk/7n1/8G/9/9/9/9/9/4K4 b P 1", None);
    }

    /// In random games: what is found is legal and mates, and where it finds nothing there is no
    /// mate by a drop of a gold.
    fn agree<R: Rules>(seed: u64) -> usize {
        let mut rng = Rng::new(seed);
        let mut found = 0;
        let mut position = Position::<R>::default();
        for _ in 0..2000 {
            if let Some(mv) = position.close_mate() {
                found += 1;
                assert!(
                    position.is_legal(mv) && position.mates(mv),
                    "{position} {mv}"
                );
            } else if !position.is_in_check() {
                let missed = position.legal_moves().iter().copied().find(|&mv| {
                    mv.is_drop()
                        && position.placed_kind(mv) == Some(PieceKind::Gold)
                        && position.mates(mv)
                });
                assert_eq!(missed, None, "{position}");
            }
            match rng.try_pick(&position.legal_moves()) {
                Some(&mv) => drop(position.play_unchecked(mv)),
                None => position = Position::default(),
            }
        }
        found
    }

    #[test]
    fn what_is_found_is_mate() {
        let found: usize = (0..20).map(agree::<Shogi>).sum();
        assert!(found > 20, "{found}");
        let found: usize = (0..20).map(agree::<Seireigi>).sum();
        assert!(found > 20, "{found}");
    }
}
