//! Attacks on squares and kings: checkers, pins, discovered-check candidates.

use super::Position;
use crate::attacks::lines::{self, between, line};
use crate::attacks::{attacks, sliders};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::moves::{Move, MoveAction};
use crate::piece::{HandKind, KindSet, PieceKind};
use crate::square::Square;
use crate::variant::Rules;

impl<R: Rules> Position<R> {
    /// The pieces of a side that attack a square, with these squares taken as occupied.
    #[inline]
    pub fn attackers(&self, by: Color, square: Square, occupied: Bitboard) -> Bitboard {
        self.head.colors[by]
            & (self.step_attackers(by, square) | self.slide_attackers(by, square, occupied))
    }

    /// Returns whether a side attacks a square.
    #[inline]
    pub fn is_attacked(&self, by: Color, square: Square) -> bool {
        !self.attackers(by, square, self.occupied()).is_empty()
    }

    /// Candidates, of both sides, for steps and jumps of `by` to a square.
    ///
    /// A piece of one side steps from a to b exactly if one of the other side steps from b to a.
    #[inline]
    pub(crate) fn step_attackers(&self, by: Color, square: Square) -> Bitboard {
        let steps = |kind| R::STEPS.get(!by, kind, square);
        let unpromoted = steps(PieceKind::Pawn) & self.base(HandKind::Pawn)
            | steps(PieceKind::Knight) & self.base(HandKind::Knight)
            | steps(PieceKind::Silver) & self.base(HandKind::Silver);
        let mut set = unpromoted.without(self.not_plain())
            | steps(PieceKind::Gold) & self.gold_movers()
            | steps(PieceKind::King) & self.king_movers();
        for kind in PieceKind::ALL {
            if R::SPECIAL_MOVERS.contains(kind) {
                set |= steps(kind) & self.kind(kind);
            }
        }
        set
    }

    /// Candidates, of both sides, for slides of `by` to a square.
    #[inline]
    fn slide_attackers(&self, by: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let theirs = self.head.colors[by];
        let rooks = self.base(HandKind::Rook) & theirs & sliders::ROOK_RAYS[square.index()];
        let bishops = self.base(HandKind::Bishop) & theirs & sliders::BISHOP_RAYS[square.index()];
        let lances = self.kind(PieceKind::Lance) & theirs & lines::straight_ahead(!by, square);
        let mut set = Bitboard::EMPTY;
        if !rooks.is_empty() {
            set |= sliders::rook(square, occupied) & rooks;
        }
        if !bishops.is_empty() {
            set |= sliders::bishop(square, occupied) & bishops;
        }
        if !lances.is_empty() {
            set |= sliders::file(square, occupied) & lances;
        }
        for kind in PieceKind::ALL {
            if R::SPECIAL_MOVERS.contains(kind) && !(self.kind(kind) & theirs).is_empty() {
                set |= crate::attacks::special_slides::<R>(!by, kind, square, occupied)
                    & self.kind(kind);
            }
        }
        set
    }

    /// The sliders of a side that would attack a square if nothing stood between.
    #[inline(always)]
    pub(crate) fn snipers(&self, by: Color, square: Square) -> Bitboard {
        let rook_rays = sliders::ROOK_RAYS[square.index()];
        let bishop_rays = sliders::BISHOP_RAYS[square.index()];
        let mut set = self.base(HandKind::Rook) & rook_rays
            | self.base(HandKind::Bishop) & bishop_rays
            | (self.base(HandKind::Lance) & lines::straight_ahead(!by, square))
                .without(self.not_plain());
        if !(self.special_movers() & self.head.colors[by]).is_empty() {
            set |= self.special_snipers(by, square);
        }
        set & self.head.colors[by]
    }

    /// The snipers among the variant's special pieces.
    fn special_snipers(&self, by: Color, square: Square) -> Bitboard {
        let rook_rays = sliders::ROOK_RAYS[square.index()];
        let bishop_rays = sliders::BISHOP_RAYS[square.index()];
        let mut set = Bitboard::EMPTY;
        for kind in PieceKind::ALL {
            if R::RANK_SLIDERS.contains(kind) {
                set |= self.kind(kind) & rook_rays & Bitboard::rank(square.rank());
            } else if R::FILE_SLIDERS.contains(kind) {
                set |= self.kind(kind) & rook_rays & Bitboard::file(square.file());
            } else if R::FORWARD_DIAGONAL_SLIDERS.contains(kind) {
                set |= self.kind(kind) & bishop_rays & lines::ahead(!by, square);
            }
        }
        set
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        match self.king(self.head.turn) {
            Some(king) => self.attackers(!self.head.turn, king, self.occupied()),
            None => Bitboard::EMPTY,
        }
    }

    /// Returns whether the side to move is in check.
    #[inline]
    pub fn is_in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Returns whether the side to move could take the opponent's king, which never happens in a legal game.
    pub fn is_opponent_in_check(&self) -> bool {
        self.king(!self.head.turn)
            .is_some_and(|king| self.is_attacked(self.head.turn, king))
    }

    /// The pieces of either side that are the only ones between a king and an enemy slider.
    ///
    /// Those of the king's own side are pinned; those of the other side give a discovered check when they leave the line.
    pub fn blockers(&self, king_color: Color) -> Bitboard {
        let Some(king) = self.king(king_color) else {
            return Bitboard::EMPTY;
        };
        let occupied = self.occupied();
        self.snipers(!king_color, king)
            .iter()
            .map(|sniper| between(king, sniper) & occupied)
            .filter(|between| !between.has_several())
            .fold(Bitboard::EMPTY, |set, between| set | between)
    }

    /// The pieces of the side to move that may not leave their line to its king.
    pub fn pinned(&self) -> Bitboard {
        self.blockers(self.head.turn) & self.head.colors[self.head.turn]
    }

    /// The squares to which a pinned piece may go without leaving its line to the king.
    #[inline]
    pub(crate) fn pin_line(&self, king_color: Color, king: Square, pinned: Square) -> Bitboard {
        if R::SPECIAL_MOVERS == KindSet::EMPTY {
            return line(king, pinned);
        }
        // A Heavenly Horse could jump along the line over the pinner or over its own king.
        let pinner = |sniper: &Square| between(king, *sniper) & self.occupied() == pinned.into();
        let snipers = self.snipers(!king_color, king);
        snipers
            .iter()
            .find(pinner)
            .map_or(Bitboard::EMPTY, |sniper| {
                between(king, sniper) | sniper.into()
            })
    }

    /// The pieces of the side to move that give check by leaving their line to the enemy king.
    pub fn discoverers(&self) -> Bitboard {
        self.blockers(!self.head.turn) & self.head.colors[self.head.turn]
    }

    /// Returns whether a legal move gives check.
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.head.turn;
        let (Some(king), Some(kind)) = (self.king(!us), self.placed_kind(mv)) else {
            return false;
        };
        let to = mv.to();
        let occupied = match mv.action() {
            MoveAction::Drop { .. } => self.occupied() | to.into(),
            MoveAction::Board { from, .. } => self.occupied().without(from.into()) | to.into(),
        };
        if attacks::<R>(us, kind, to, occupied).contains(king) {
            return true;
        }
        let MoveAction::Board { from, .. } = mv.action() else {
            return false;
        };
        let others = self.head.colors[us].without(from.into());
        !(self.slide_attackers(us, king, occupied) & others).is_empty()
    }

    /// Returns whether the king of `us` would be attacked with these squares occupied and without this set
    /// of the opponent's pieces.
    #[inline]
    pub(crate) fn king_exposed(&self, us: Color, occupied: Bitboard, taken: Bitboard) -> bool {
        self.king(us).is_some_and(|king| {
            !self
                .attackers(!us, king, occupied)
                .without(taken)
                .is_empty()
        })
    }
}
