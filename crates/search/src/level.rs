//! Twenty levels of play: fewer nodes, evaluation noise, human-like oversights, and for beginners moves made
//! without looking.

use komadai_core::{Color, Move, Position, Rules, Square};

/// A level from 1 (knows the moves) to 20 (full strength).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// A number is not a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelError(pub u32);

impl std::fmt::Display for LevelError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no level {}: expected 1 to 20", self.0)
    }
}

impl std::error::Error for LevelError {}

impl TryFrom<u32> for Level {
    type Error = LevelError;

    fn try_from(number: u32) -> Result<Level, LevelError> {
        match u8::try_from(number) {
            Ok(level @ 1..=20) => Ok(Level(level)),
            _ => Err(LevelError(number)),
        }
    }
}

impl Level {
    /// The strongest.
    pub const FULL: Level = Level(20);

    /// The level's number.
    pub const fn number(self) -> u32 {
        self.0 as u32
    }

    /// The handicap of a level; none at full strength.
    pub(crate) fn weakness(self, seed: u64) -> Option<Weakness> {
        if self == Level::FULL {
            return None;
        }
        // How far above the first level that always looks.
        let steps = f64::from(self.0.saturating_sub(FIRST_CAREFUL)) * CAREFUL_STEP;
        let below = 19.0 - steps;
        let early = (below - 7.0).max(0.0);
        let careless = CARELESS.get(usize::from(self.0) - 1).copied();
        Some(Weakness {
            nodes: (100.0 * 1.4_f64.powf(steps)) as u64,
            noise: (below * 4.0 + early * early * 2.0) as i32,
            oversight: (early * early * 2.5 + below) as u32,
            careless: careless.unwrap_or(0),
            seed,
        })
    }
}

/// How often the first levels move without looking, in per mille.
const CARELESS: [u32; 7] = [930, 860, 780, 690, 570, 420, 220];
/// The first level that looks before every move.
const FIRST_CAREFUL: u8 = CARELESS.len() as u8 + 1;
/// The step from a careful level to the next: the node budget grows by 1.4 to this power, from 100 nodes to about
/// 43,000 at level 19.
const CAREFUL_STEP: f64 = 18.0 / (19 - FIRST_CAREFUL) as f64;

/// The handicap of a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weakness {
    nodes: u64,
    /// Maximum evaluation noise.
    noise: i32,
    /// Probability, in per mille, that a move that is hard to see is overlooked.
    oversight: u32,
    /// Probability, in per mille, that a move is made without looking.
    careless: u32,
    seed: u64,
}

impl Weakness {
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The index of the move that is made without looking, if it is: any of `count` moves. The result depends
    /// only on the position, its number in the game and the seed.
    pub(crate) fn careless<R: Rules>(&self, position: &Position<R>, count: usize) -> Option<usize> {
        let number = u64::from(position.move_number());
        let bits = mix(position.key() ^ self.seed.rotate_left(16) ^ number << 48);
        let looks = bits % 1000 >= u64::from(self.careless);
        (!looks).then(|| (bits >> 32) as usize % count)
    }

    /// The evaluation noise of a position: the sum of two dice, a function of the position and the seed.
    pub(crate) fn noise(&self, key: u64) -> i32 {
        let bits = mix(key ^ self.seed);
        let die = |bits: u64| (bits % (self.noise as u64 + 1)) as i32;
        die(bits & 0xffff_ffff) - die(bits >> 32)
    }

    /// Returns whether a move is overlooked. The next own move never is; deeper in the tree, moves that people
    /// miss are: long-range captures, backward moves, drops into the camp. The result depends only on the
    /// position, the move and the seed.
    pub(crate) fn overlooks<R: Rules>(&self, position: &Position<R>, mv: Move, ply: usize) -> bool {
        if ply == 0 {
            return false;
        }
        let chance = self.oversight * difficulty(position, mv) / 4;
        let bits = mix(position.key() ^ self.seed.rotate_left(32) ^ u64::from(mv.to_bits()) << 40);
        bits % 1000 < u64::from(chance)
    }
}

/// How likely a move is missed, from 1 to 8.
fn difficulty<R: Rules>(position: &Position<R>, mv: Move) -> u32 {
    let us = position.turn();
    let Some(from) = mv.from() else {
        // Drops into the opponent's camp are harder to see.
        return if mv.to().in_promotion_zone(us) { 4 } else { 3 };
    };
    let to = mv.to();
    let mut difficulty = 2;
    if distance(from, to) > 3 {
        difficulty += 3;
    }
    if is_backward(us, from, to) {
        difficulty += 3;
    }
    if position.piece_on(to).is_some() && difficulty == 2 {
        // Short captures are easy to see.
        difficulty = 1;
    }
    difficulty
}

fn distance(a: Square, b: Square) -> usize {
    let files = a.file().index().abs_diff(b.file().index());
    let ranks = a.rank().index().abs_diff(b.rank().index());
    files.max(ranks)
}

fn is_backward(us: Color, from: Square, to: Square) -> bool {
    to.rank().from_far_edge(us) > from.rank().from_far_edge(us)
}

/// The finaliser of SplitMix64.
fn mix(mut x: u64) -> u64 {
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_core::Shogi;

    #[test]
    fn there_are_twenty_levels() {
        assert_eq!(Level::try_from(0), Err(LevelError(0)));
        assert_eq!(Level::try_from(21), Err(LevelError(21)));
        assert_eq!(Level::try_from(300), Err(LevelError(300)));
        assert_eq!(Level::try_from(20), Ok(Level::FULL));
        assert!(Level::FULL.weakness(1).is_none());
    }

    #[test]
    fn every_level_sees_more_than_the_one_below() {
        let weaknesses: Vec<Weakness> = (1..20)
            .map(|number| Level(number).weakness(0).unwrap())
            .collect();
        for pair in weaknesses.windows(2) {
            assert!(pair[0].careless > pair[1].careless || pair[0].nodes < pair[1].nodes);
            assert!(pair[0].careless >= pair[1].careless);
            assert!(pair[0].nodes <= pair[1].nodes);
            assert!(pair[0].noise >= pair[1].noise);
            assert!(pair[0].oversight >= pair[1].oversight);
        }
    }

    #[test]
    fn oversights_are_the_same_for_the_same_seed_and_never_at_the_root() {
        let position = Position::<Shogi>::default();
        let weak = |seed| Level(1).weakness(seed).unwrap();
        let missed = |seed, ply| -> Vec<Move> {
            let moves = position.legal_moves();
            let missed = |mv: &Move| weak(seed).overlooks(&position, *mv, ply);
            moves.iter().copied().filter(missed).collect()
        };
        assert_eq!(missed(1, 0), []);
        assert_eq!(missed(1, 3), missed(1, 3));
        assert!((1..20).any(|seed| missed(seed, 1) != missed(seed + 1, 1)));
        assert!((0..1000).all(|key| weak(5).noise(key).abs() <= weak(5).noise));
    }
}
