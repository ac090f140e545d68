//! How many pieces of a side attack each square, for all squares at once.

use super::Position;
use crate::attacks::{attacks, sliders};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::movegen::{BlackToMove, ToMove, WhiteToMove};
use crate::piece::{HandKind, PieceKind};
use crate::square::Square;
use crate::variant::Rules;

/// The number of attackers of every square, up to seven, kept as three sets: the binary digits.
///
/// Pieces that step in the same direction are counted together, so that the whole board costs
/// about as much as asking for the attackers of three or four squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AttackCounts {
    digits: [Bitboard; 3],
}

impl AttackCounts {
    /// Counts one more attacker on each of these squares; seven stays seven.
    #[inline(always)]
    fn add(&mut self, set: Bitboard) {
        let [ones, twos, fours] = self.digits;
        let into_twos = ones & set;
        let into_fours = twos & into_twos;
        let full = fours & into_fours;
        self.digits = [
            (ones ^ set) | full,
            (twos ^ into_twos) | full,
            fours | into_fours,
        ];
    }

    /// The squares with at least one attacker.
    #[inline]
    pub fn attacked(&self) -> Bitboard {
        let [ones, twos, fours] = self.digits;
        ones | twos | fours
    }

    /// The squares with at least two attackers.
    #[inline]
    pub fn attacked_twice(&self) -> Bitboard {
        let [_, twos, fours] = self.digits;
        twos | fours
    }

    /// The sum of the counts over some squares.
    #[inline]
    pub fn total(&self, squares: Bitboard) -> u32 {
        let [ones, twos, fours] = self.digits;
        (ones & squares).len() + 2 * (twos & squares).len() + 4 * (fours & squares).len()
    }

    /// The count of one square.
    pub fn get(&self, square: Square) -> u8 {
        self.total(square.into()) as u8
    }
}

impl<R: Rules> Position<R> {
    /// The number of a side's pieces that attack each square, including squares of its own pieces.
    #[inline]
    pub fn attack_counts(&self, by: Color) -> AttackCounts {
        match by {
            Color::Black => self.attack_counts_of::<BlackToMove>(),
            Color::White => self.attack_counts_of::<WhiteToMove>(),
        }
    }

    #[inline(always)]
    fn attack_counts_of<S: ToMove>(&self) -> AttackCounts {
        let mut counts = AttackCounts::default();
        let forward = |set: Bitboard| set.forward(S::US);
        let back = |set: Bitboard| set.forward(S::THEM);
        let steppers = self.steppers(S::US);
        counts.add(forward(steppers.forward));
        counts.add(back(steppers.sideways_and_back));
        for set in [
            forward(steppers.forward_diagonal),
            steppers.sideways_and_back,
            back(steppers.backward_diagonal),
            forward(forward(steppers.knights)),
        ] {
            counts.add(set.left());
            counts.add(set.right());
        }
        let ours = self.pieces(S::US);
        let occupied = self.occupied();
        let lances = (ours & self.base(HandKind::Lance)).without(self.not_plain());
        // Lances on one file never share a square: the one behind stops at the one in front.
        counts.add(lances.slide_ahead(S::US, occupied));
        let beyond_steps = |slides: Bitboard, from: Square| {
            if self.not_plain().contains(from) {
                // A horse's and a dragon's steps have been counted.
                slides.without(R::STEPS.get(S::US, PieceKind::King, from))
            } else {
                slides
            }
        };
        for from in ours & self.base(HandKind::Bishop) {
            counts.add(beyond_steps(sliders::bishop(from, occupied), from));
        }
        for from in ours & self.base(HandKind::Rook) {
            counts.add(beyond_steps(sliders::rook(from, occupied), from));
        }
        let special = ours & self.special_movers();
        if !special.is_empty() {
            for kind in PieceKind::ALL {
                if R::SPECIAL_MOVERS.contains(kind) {
                    for from in special & self.kind(kind) {
                        counts.add(attacks::<R>(S::US, kind, from, occupied));
                    }
                }
            }
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{Seireigi, Shogi};
    use komadai_testkit::Rng;

    fn agree<R: Rules>(seed: u64) {
        let mut rng = Rng::new(seed);
        let mut position = Position::<R>::default();
        for _ in 0..300 {
            for color in Color::ALL {
                let counts = position.attack_counts(color);
                for square in Square::ALL {
                    let attackers = position.attackers(color, square, position.occupied());
                    let expected = attackers.len().min(7) as u8;
                    assert_eq!(counts.get(square), expected, "{position} {color} {square}");
                    assert_eq!(counts.attacked().contains(square), expected > 0);
                    assert_eq!(counts.attacked_twice().contains(square), expected > 1);
                }
            }
            match rng.try_pick(&position.legal_moves()) {
                Some(&mv) => drop(position.play_unchecked(mv)),
                None => position = Position::default(),
            }
        }
    }

    #[test]
    fn counts_are_the_numbers_of_attackers() {
        for seed in 0..10 {
            agree::<Shogi>(seed);
            agree::<Seireigi>(seed);
        }
    }

    #[test]
    fn seven_stays_seven() {
        let mut counts = AttackCounts::default();
        for _ in 0..20 {
            counts.add(Square::S55.into());
        }
        assert_eq!((counts.get(Square::S55), counts.get(Square::S54)), (7, 0));
    }
}
