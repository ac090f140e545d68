//! Random numbers from a seed, the same on every machine.

/// A xorshift generator: small, repeatable and good enough to pick moves with.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Starts a sequence; different seeds give different ones.
    pub fn new(seed: u64) -> Rng {
        // An odd multiple of an odd number is never zero, where xorshift would stay for ever.
        Rng((2 * seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below `bound`, which must not be zero.
    pub fn below(&mut self, bound: usize) -> usize {
        // The high bits are the better ones; the slight bias of the remainder does not matter.
        (self.next() >> 33) as usize % bound
    }

    /// One of the items, or nothing if there are none.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() {
            None
        } else {
            Some(items[self.below(items.len())])
        }
    }
}
