//! A board that produces legal moves without ending the game.

use komadai_core::{AnyPosition, Move, Variant};

/// A board that produces legal moves without ending the game.
#[derive(Debug)]
pub struct Board {
    position: AnyPosition,
    keys: Vec<u64>,
    ply: u32,
    random: u64,
}

impl Board {
    /// The start of a game.
    pub fn new(seed: u64) -> Board {
        Board {
            position: AnyPosition::start(Variant::Shogi),
            keys: Vec::new(),
            ply: 0,
            random: seed,
        }
    }

    /// The number of moves made.
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// Plays a received move; returns whether it is legal.
    pub fn follow(&mut self, usi: &str) -> bool {
        let Ok(mv) = usi.parse::<Move>() else {
            return false;
        };
        let is_legal = self.position.play(mv).is_ok();
        if is_legal {
            self.keys.push(self.position.key());
            self.ply += 1;
        }
        is_legal
    }

    /// Plays a random legal move that neither mates nor approaches a repetition.
    pub fn choose(&mut self) -> Option<Move> {
        let moves = self.position.legal_moves();
        let offset = self.next_random() as usize % moves.len().max(1);
        let choice = moves.iter().cycle().skip(offset).take(moves.len());
        for &mv in choice {
            let undo = self.position.play_unchecked(mv);
            let key = self.position.key();
            let seen = self.keys.iter().filter(|&&other| other == key).count();
            if seen < 2 && self.position.has_legal_move() {
                self.keys.push(key);
                self.ply += 1;
                return Some(mv);
            }
            self.position.undo(undo);
        }
        None
    }

    /// SplitMix64.
    fn next_random(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
