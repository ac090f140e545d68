//! Random numbers from a seed, the same on every machine.

/// SplitMix64 (Steele, Lea, Flood 2014). Every seed, zero included, gives a sequence of its own.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    pub const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; 0 if that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // The slight bias of the remainder does not matter to tests.
        (self.next_u64() % bound.max(1) as u64) as usize
    }

    /// True in so many of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// True in one of so many cases.
    pub fn one_in(&mut self, cases: usize) -> bool {
        self.below(cases) == 0
    }

    /// One of the items.
    ///
    /// # Panics
    /// If there are none.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        *self.try_pick(items).expect("items to pick from")
    }

    /// One of the items, if there are any.
    pub fn try_pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let index = self.below(items.len());
        items.get(index)
    }
}
