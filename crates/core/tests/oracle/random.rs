//! Random play from a seed, the same on every machine.

use super::Game;
use super::Oracle;
use super::setter::Setter;

/// A xorshift generator: small, repeatable and good enough to pick moves with.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Starts a sequence; every seed, zero included, gives its own.
    pub fn new(seed: u64) -> Rng {
        // Xorshift would stay at zero for ever, and its first numbers mirror a small seed.
        let mut rng = Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5DEE_CE66_D1CE_4E5B);
        if rng.0 == 0 {
            rng.0 = 1;
        }
        for _ in 0..8 {
            rng.next_u64();
        }
        rng
    }

    /// The next number of the sequence.
    pub fn next_u64(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number from zero to one less than `bound`, which must not be zero.
    pub fn below(&mut self, bound: usize) -> usize {
        // The high bits are the better ones; the slight bias of the remainder does not matter.
        (self.next_u64() >> 33) as usize % bound
    }

    /// True so many times in a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the items, or nothing if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() {
            return None;
        }
        items.get(self.below(items.len()))
    }
}

/// How many times as many positions as usual to compare, for long runs: the variable `KOMADAI_SOAK`.
///
/// # Panics
///
/// The variable is no number.
pub fn soak() -> usize {
    match std::env::var("KOMADAI_SOAK") {
        Ok(text) => text.parse().expect("KOMADAI_SOAK is a number"),
        Err(_) => 1,
    }
}

/// Plays random legal moves and returns each with the position it leads to.
///
/// Ends early where there is no legal move.
pub fn playout(start: &Oracle, rng: &mut Rng, plies: usize) -> Vec<(String, Oracle)> {
    let mut played: Vec<(String, Oracle)> = Vec::new();
    for _ in 0..plies {
        let here = played.last().map_or(start, |(_, position)| position);
        let moves = here.legal_moves();
        let Some(usi) = rng.pick(&moves) else {
            break;
        };
        let next = here.play(usi).expect("the move was just listed as legal");
        played.push((usi.clone(), next));
    }
    played
}

/// The end of a random game of at most `max_plies` plies from the start position.
pub fn random_position(game: Game, rng: &mut Rng, max_plies: usize) -> Oracle {
    let start = Oracle::start(game);
    let plies = rng.below(max_plies + 1);
    let last = playout(&start, rng, plies).pop();
    last.map_or(start, |(_, position)| position)
}

/// A random position in which a pawn can be dropped at the king's head (頭).
///
/// About a fifth of them hold a drop-pawn mate; most others miss it by a flight, a defender, a
/// false pin or a guard that is not there.
/// The material is that of one set or less, no piece is at a dead end, no file has two pawns, and
/// the side not to move is not in check.
pub fn drop_pawn_mate_candidate(game: Game, rng: &mut Rng) -> Oracle {
    let position = Setter::new(game, rng).set_up();
    if rng.chance(50) {
        position.turned()
    } else {
        position
    }
}

/// So many [`drop_pawn_mate_candidate`]s from a seed.
pub fn drop_pawn_mate_candidates(
    game: Game,
    seed: u64,
    count: usize,
) -> impl Iterator<Item = Oracle> {
    let mut rng = Rng::new(seed);
    (0..count).map(move |_| drop_pawn_mate_candidate(game, &mut rng))
}
