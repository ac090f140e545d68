//! The hand-written evaluation: material, placement, attacks.

use super::layout::{BOARD, ENDGAME, FIRST, HAND, TEMPO};
use super::numbers::{Numbers, numbers};
use super::pair::Pair;
use super::{Evaluation, attack, placement};
use crate::features::{Feature, Features};
use crate::score::EVAL_LIMIT;
use komadai_core::{
    ByColor, Color, HandKind, Move, MoveAction, Piece, PieceKind, Position, Promotion, Rules,
    Square,
};

/// Incrementally updated sums, from Black's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sums {
    material: Pair,
    placement: Pair,
}

/// The hand-written evaluation with fitted weights: material and hands, placement relative to both
/// kings, attacks around the kings and on undefended pieces. The first two are updated incrementally.
#[derive(Clone, Debug, Default)]
pub struct HandMade {
    sums: Vec<Sums>,
    features: Features,
    #[cfg(feature = "fit")]
    others: Option<&'static Numbers>,
}

impl HandMade {
    /// The evaluation with custom weights.
    #[cfg(feature = "fit")]
    pub fn with_numbers(numbers: &'static Numbers) -> HandMade {
        HandMade {
            others: Some(numbers),
            ..HandMade::default()
        }
    }

    #[inline(always)]
    #[cfg_attr(
        not(feature = "fit"),
        expect(clippy::unused_self, reason = "its twin needs it")
    )]
    fn numbers<R: Rules>(&self) -> &'static Numbers {
        #[cfg(feature = "fit")]
        if let Some(numbers) = self.others {
            return numbers;
        }
        numbers::<R>()
    }

    fn current(&self) -> Sums {
        self.sums.last().copied().unwrap_or_default()
    }
}

impl<R: Rules> Evaluation<R> for HandMade {
    fn reset(&mut self, position: &Position<R>) {
        self.sums.clear();
        self.sums.push(Sums::of(self.numbers::<R>(), position));
    }

    #[inline]
    fn push(&mut self, before: &Position<R>, mv: Move, after: &Position<R>) {
        let numbers = self.numbers::<R>();
        let next = self.current().after(numbers, before, mv, after);
        debug_assert_eq!(next, Sums::of(numbers, after), "{before} {mv}");
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
        let numbers = self.numbers::<R>();
        let sums = self.current();
        let mut black = sums.material;
        if self.features.has(Feature::Placement) {
            black += sums.placement;
        }
        black = black * GRAIN;
        if self.features.has(Feature::KingAttack) {
            attack::terms(position, &mut |index, count| {
                black += numbers.few(index) * count;
            });
        }
        let tempo = numbers.few(TEMPO) * GRAIN;
        let own = tempo
            + match position.turn() {
                Color::Black => black,
                Color::White => -black,
            };
        let off_board = PIECES - position.occupied().len();
        let value = own.tapered(off_board) / (GRAIN * ENDGAME as i32);
        value.clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    fn set_features(&mut self, features: Features) {
        self.features = features;
    }
}

/// Weights of attacks are in fractions of this.
const GRAIN: i32 = 16;
/// Pieces of a set.
const PIECES: u32 = 40;

/// The value for Black of a side's piece.
#[inline]
fn signed(color: Color, value: Pair) -> Pair {
    match color {
        Color::Black => value,
        Color::White => -value,
    }
}

impl Sums {
    fn of<R: Rules>(numbers: &Numbers, position: &Position<R>) -> Sums {
        let mut sums = Sums::default();
        material_terms(position, &mut |index, count| {
            sums.material += numbers.few(index) * count;
        });
        placement_terms(position, &mut |index, count| {
            sums.placement += numbers.get(index) * count;
        });
        sums
    }

    #[inline]
    fn after<R: Rules>(
        self,
        numbers: &Numbers,
        before: &Position<R>,
        mv: Move,
        after: &Position<R>,
    ) -> Sums {
        let us = before.turn();
        let kings = ByColor(Color::ALL.map(|color| after.king(color)));
        let place = |piece: Piece, square: Square| place(numbers, &kings, piece, square);
        let Sums {
            mut material,
            mut placement,
        } = self;
        match mv.action() {
            MoveAction::Drop { kind, to } => {
                let piece = Piece::new(kind.piece_kind(), us);
                let left = after.hand(us).has(kind);
                let gone = numbers.in_hand(kind, !left);
                material += signed(us, numbers.on_board(piece.kind()) - gone);
                placement += place(piece, to);
            }
            MoveAction::Board {
                from,
                to,
                promotion,
            } => {
                let (Some(piece), Some(placed)) = (before.piece_on(from), after.piece_on(to))
                else {
                    return Sums::of(numbers, after);
                };
                if promotion == Promotion::Promote {
                    let gain = numbers.on_board(placed.kind()) - numbers.on_board(piece.kind());
                    material += signed(us, gain);
                }
                let captured = before.piece_on(to);
                if let Some(captured) = captured {
                    let mut gain = numbers.on_board(captured.kind());
                    if let Some(kind) = captured.kind().hand_kind() {
                        gain += numbers.in_hand(kind, !before.hand(us).has(kind));
                    }
                    material += signed(us, gain);
                }
                if piece.kind() == PieceKind::King {
                    placement = Sums::of(numbers, after).placement;
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

impl Numbers {
    #[inline]
    fn on_board(&self, kind: PieceKind) -> Pair {
        self.few(BOARD + kind.index())
    }

    /// The value of one more piece of a kind in hand.
    #[inline]
    fn in_hand(&self, kind: HandKind, is_first: bool) -> Pair {
        let each = self.few(HAND + kind.index());
        if is_first {
            each + self.few(FIRST + kind.index())
        } else {
            each
        }
    }
}

/// The value for Black of a piece's placement.
#[inline]
fn place(numbers: &Numbers, kings: &ByColor<Option<Square>>, piece: Piece, square: Square) -> Pair {
    let mut value = Pair::default();
    placement::terms(kings, piece, square, |index| value += numbers.get(index));
    signed(piece.color(), value)
}

fn sign(color: Color) -> i32 {
    match color {
        Color::Black => 1,
        Color::White => -1,
    }
}

fn material_terms<R: Rules>(position: &Position<R>, sink: &mut impl FnMut(usize, i32)) {
    for color in Color::ALL {
        for square in position.pieces(color) {
            if let Some(piece) = position.piece_on(square) {
                sink(BOARD + piece.kind().index(), sign(color));
            }
        }
        for kind in HandKind::ALL {
            let count = i32::from(position.hand(color).count(kind));
            if count > 0 {
                sink(HAND + kind.index(), sign(color) * count);
                sink(FIRST + kind.index(), sign(color));
            }
        }
    }
}

fn placement_terms<R: Rules>(position: &Position<R>, sink: &mut impl FnMut(usize, i32)) {
    let kings = ByColor(Color::ALL.map(|color| position.king(color)));
    for square in position.occupied() {
        if let Some(piece) = position.piece_on(square) {
            let sign = sign(piece.color());
            placement::terms(&kings, piece, square, |index| sink(index, sign));
        }
    }
}

/// Reports the weights that count for Black in a position and how often, except the tempo.
#[cfg(any(test, feature = "fit"))]
pub(crate) fn terms<R: Rules>(position: &Position<R>, sink: &mut impl FnMut(usize, i32)) {
    material_terms(position, sink);
    placement_terms(position, sink);
    attack::terms(position, sink);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::layout::{DEFENCE, SHELTER};
    use komadai_core::{Seireigi, Setup, Shogi};
    use komadai_testkit::Playout;

    fn evaluate<R: Rules>(position: &Position<R>) -> i32 {
        let mut eval = HandMade::default();
        eval.reset(position);
        eval.evaluate(position)
    }

    /// The evaluation as the fit sees it: every term times its weight.
    fn sum_of_terms<R: Rules>(position: &Position<R>) -> i32 {
        let numbers = numbers::<R>();
        let mut sum = Pair::default();
        terms(position, &mut |index, count| {
            let in_sixteenths = (DEFENCE..SHELTER).contains(&index);
            let grain = if in_sixteenths { 1 } else { GRAIN };
            sum += numbers.get(index) * (count * grain);
        });
        let own = signed(position.turn(), sum) + numbers.get(TEMPO) * GRAIN;
        own.tapered(40 - position.occupied().len()) / (GRAIN * ENDGAME as i32)
    }

    /// Along random games the sums stay true, and a board turned round is worth the same.
    fn follow<R: Rules>(seed: u64) {
        let mut eval = HandMade::default();
        Evaluation::<R>::reset(&mut eval, &Position::default());
        for (position, mv) in Playout::<R>::new(seed).take(300) {
            let mut next = position;
            let _ = next.play_unchecked(mv);
            eval.push(&position, mv, &next);
            let sums = Sums::of(numbers::<R>(), &next);
            assert_eq!(eval.current(), sums, "{position} {mv}");
            assert_eq!(evaluate(&next), sum_of_terms(&next), "{next}");
            let rotated: Setup = next.to_setup().rotated();
            let rotated = Position::<R>::from_setup(&rotated).unwrap();
            assert_eq!(evaluate(&next), evaluate(&rotated), "{next}");
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
        let tempo = |numbers: &Numbers| numbers.few(TEMPO).tapered(0) / ENDGAME as i32;
        let (shogi, seireigi) = (numbers::<Shogi>(), numbers::<Seireigi>());
        assert_eq!(evaluate(&Position::<Shogi>::default()), tempo(shogi));
        assert_eq!(evaluate(&Position::<Seireigi>::default()), tempo(seireigi));
    }
}
