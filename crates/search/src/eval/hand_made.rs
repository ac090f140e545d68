//! The hand-made evaluation: material, placement, attacks around the kings.

use super::{Evaluation, attack, placement, values};
use crate::features::{Feature, Features};
use crate::score::EVAL_LIMIT;
use komadai_core::{
    ByColor, Color, HandKind, Move, MoveAction, Piece, PieceKind, Position, Promotion, Rules,
    Square,
};

/// What it is worth to be on move.
const TEMPO: i32 = 20;

/// Sums that follow the moves, as Black sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sums {
    material: i32,
    placement: i32,
}

/// The hand-made evaluation: material with hands, where pieces stand from the two kings, and
/// attacks around the kings. The first two are kept up to date move by move.
#[derive(Clone, Debug, Default)]
pub struct HandMade {
    sums: Vec<Sums>,
    features: Features,
}

impl HandMade {
    fn current(&self) -> Sums {
        self.sums.last().copied().unwrap_or_default()
    }
}

impl<R: Rules> Evaluation<R> for HandMade {
    fn reset(&mut self, position: &Position<R>) {
        self.sums.clear();
        self.sums.push(Sums::of(position));
    }

    #[inline]
    fn push(&mut self, before: &Position<R>, mv: Move, after: &Position<R>) {
        let next = self.current().after(before, mv, after);
        debug_assert_eq!(next, Sums::of(after), "{before} {mv}");
        self.sums.push(next);
    }

    #[inline]
    fn push_pass(&mut self) {
        self.sums.push(self.current());
    }

    #[inline]
    fn pop(&mut self) {
        self.sums.pop();
    }

    #[inline]
    fn evaluate(&mut self, position: &Position<R>) -> i32 {
        let sums = self.current();
        let mut black = sums.material;
        if self.features.has(Feature::Placement) {
            black += sums.placement;
        }
        if self.features.has(Feature::KingAttack) {
            black += attack::value(position);
        }
        let own = match position.turn() {
            Color::Black => black,
            Color::White => -black,
        };
        (own + TEMPO).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    fn set_features(&mut self, features: Features) {
        self.features = features;
    }
}

/// What a piece of a side counts for Black.
#[inline]
fn signed(color: Color, value: i32) -> i32 {
    match color {
        Color::Black => value,
        Color::White => -value,
    }
}

impl Sums {
    fn of<R: Rules>(position: &Position<R>) -> Sums {
        let mut material = 0;
        for color in Color::ALL {
            for square in position.pieces(color) {
                if let Some(piece) = position.piece_on(square) {
                    material += signed(color, values::<R>().board[piece.kind().index()]);
                }
            }
            for kind in HandKind::ALL {
                let count = i32::from(position.hand(color).count(kind));
                material += signed(color, count * values::<R>().hand(kind));
            }
        }
        Sums {
            material,
            placement: placement_of(position),
        }
    }

    #[inline]
    fn after<R: Rules>(self, before: &Position<R>, mv: Move, after: &Position<R>) -> Sums {
        let us = before.turn();
        let worth = values::<R>();
        let kings = ByColor(Color::ALL.map(|color| after.king(color)));
        let place = |piece: Piece, square: Square| place(&kings, piece, square);
        let Sums {
            mut material,
            mut placement,
        } = self;
        match mv.action() {
            MoveAction::Drop { kind, to } => {
                let piece = Piece::new(kind.piece_kind(), us);
                material += signed(us, worth.board[kind.index()] - worth.hand(kind));
                placement += place(piece, to);
            }
            MoveAction::Board {
                from,
                to,
                promotion,
            } => {
                let (Some(piece), Some(placed)) = (before.piece_on(from), after.piece_on(to))
                else {
                    return Sums::of(after);
                };
                if promotion == Promotion::Promote {
                    material += signed(us, worth.promotion(piece.kind()));
                }
                let captured = before.piece_on(to);
                if let Some(captured) = captured {
                    material += signed(us, worth.capture(captured.kind()));
                }
                if piece.kind() == PieceKind::King {
                    placement = placement_of(after);
                } else {
                    placement += place(placed, to) - place(piece, from);
                    if let Some(captured) = captured {
                        placement -= place(captured, to);
                    }
                }
            }
        }
        Sums {
            material,
            placement,
        }
    }
}

/// What a piece's place counts for Black.
#[inline]
fn place(kings: &ByColor<Option<Square>>, piece: Piece, square: Square) -> i32 {
    let color = piece.color();
    let value = placement::value(color, piece.kind(), square, kings[color], kings[!color]);
    signed(color, value)
}

fn placement_of<R: Rules>(position: &Position<R>) -> i32 {
    let kings = ByColor(Color::ALL.map(|color| position.king(color)));
    position
        .occupied()
        .iter()
        .filter_map(|square| Some(place(&kings, position.piece_on(square)?, square)))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::{Seireigi, Setup, Shogi};

    fn evaluate<R: Rules>(position: &Position<R>) -> i32 {
        let mut eval = HandMade::default();
        eval.reset(position);
        eval.evaluate(position)
    }

    /// Along random games the sums stay true, and a board turned round is worth the same.
    fn follow<R: Rules>(seed: u64) {
        let mut state = seed;
        let mut position = Position::<R>::default();
        let mut eval = HandMade::default();
        Evaluation::<R>::reset(&mut eval, &position);
        for _ in 0..300 {
            let moves = position.legal_moves();
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let Some(&mv) = moves.get((state >> 33) as usize % moves.len().max(1)) else {
                return;
            };
            let mut next = position;
            let _ = next.play_unchecked(mv);
            eval.push(&position, mv, &next);
            assert_eq!(eval.current(), Sums::of(&next), "{position} {mv}");
            let rotated: Setup = next.to_setup().rotated();
            let rotated = Position::<R>::from_setup(&rotated).unwrap();
            assert_eq!(evaluate(&next), evaluate(&rotated), "{next}");
            position = next;
        }
    }

    #[test]
    fn sums_follow_the_moves_and_sides_are_alike() {
        for seed in 0..10 {
            follow::<Shogi>(seed);
            follow::<Seireigi>(seed);
        }
    }

    #[test]
    fn the_start_is_even() {
        assert_eq!(evaluate(&Position::<Shogi>::default()), TEMPO);
        assert_eq!(evaluate(&Position::<Seireigi>::default()), TEMPO);
    }
}
