//! The transposition table, shared by all threads.

use crate::memory::{Zeroable, Zeroed};
use crate::score::{MATE_BOUND, MAX_PLY};
use komadai_core::Move;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// The relation of a stored value to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum HashBound {
    /// The true value is at most this.
    Upper = 1,
    /// The true value is at least this.
    Lower = 2,
    /// The true value is exactly this.
    Exact = 3,
}

impl HashBound {
    /// Returns whether a stored value with this bound decides if the true value reaches `beta`.
    #[inline]
    pub(crate) fn settles(self, value: i32, beta: i32) -> bool {
        if value >= beta {
            self != HashBound::Upper
        } else {
            self != HashBound::Lower
        }
    }
}

/// An entry of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HashEntry {
    pub(crate) mv: Option<Move>,
    /// The value, with mates counted from the root.
    pub(crate) value: i32,
    pub(crate) eval: Option<i32>,
    pub(crate) depth: i32,
    pub(crate) bound: HashBound,
    pub(crate) was_pv: bool,
}

/// An entry in two words. The first is the key XORed with the second, so that a slot written by two
/// threads at once matches no key (Hyatt and Mann 2002).
#[derive(Default)]
struct HashSlot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Cluster([HashSlot; 4]);

const _: () = assert!(size_of::<Cluster>() == 64);

// SAFETY: a cluster is made of atomic numbers.
unsafe impl Zeroable for Cluster {}

/// Depths are stored above this one.
const DEPTH_OFFSET: i32 = -8;
const NO_EVAL: i16 = i16::MIN;
const AGE_MASK: u8 = 31;

/// The table.
pub(crate) struct HashTable {
    clusters: Zeroed<Cluster>,
    age: AtomicU8,
}

impl std::fmt::Debug for HashTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({} clusters)", self.clusters.len())
    }
}

impl HashTable {
    /// A table of about this many mebibytes, at least one cluster.
    pub(crate) fn new(mebibytes: usize) -> HashTable {
        let count = mebibytes.saturating_mul(1 << 20) / size_of::<Cluster>();
        HashTable {
            clusters: Zeroed::new(count),
            age: AtomicU8::new(0),
        }
    }

    /// Clears everything.
    pub(crate) fn clear(&mut self) {
        self.clusters.clear();
        self.age = AtomicU8::new(0);
    }

    /// Ages all stored entries.
    pub(crate) fn new_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Prefetches the memory of a key.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster: *const Cluster = self.cluster(key);
            // SAFETY: a prefetch touches no memory that the program could see, and SSE is part of x86-64.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(cluster.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// The entry of a position `ply` plies from the root.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<HashEntry> {
        let slot = |slot: &HashSlot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.check.load(Ordering::Relaxed) ^ data == key && data != 0).then_some(data)
        };
        let data = self.cluster(key).0.iter().find_map(slot)?;
        unpack(data, ply)
    }

    /// Stores an entry, replacing an older or shallower one.
    #[inline]
    pub(crate) fn store(&self, key: u64, ply: usize, entry: HashEntry) {
        let age = self.age.load(Ordering::Relaxed) & AGE_MASK;
        let mut mv = entry.mv;
        let mut victim = 0;
        let mut least = i32::MAX;
        let cluster = &self.cluster(key).0;
        for (index, slot) in cluster.iter().enumerate() {
            let data = slot.data.load(Ordering::Relaxed);
            if data != 0 && slot.check.load(Ordering::Relaxed) ^ data == key {
                let stored_depth = depth_of(data);
                let keeps = entry.bound != HashBound::Exact
                    && age_of(data) == age
                    && entry.depth + 4 + 2 * i32::from(entry.was_pv) <= stored_depth;
                if keeps {
                    return;
                }
                mv = mv.or(Move::from_bits(data as u16));
                victim = index;
                break;
            }
            let worth = if data == 0 {
                i32::MIN
            } else {
                let older = i32::from(age.wrapping_sub(age_of(data)) & AGE_MASK);
                depth_of(data) - 4 * older
            };
            if worth < least {
                least = worth;
                victim = index;
            }
        }
        let data = pack(HashEntry { mv, ..entry }, ply, age);
        cluster[victim].data.store(data, Ordering::Relaxed);
        cluster[victim].check.store(key ^ data, Ordering::Relaxed);
    }

    /// The part of the table written by this search, in per mille.
    pub(crate) fn fullness(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed) & AGE_MASK;
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let slots = sample.iter().flat_map(|cluster| &cluster.0);
        let used = slots.filter(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && age_of(data) == age
        });
        (used.count() * 1000 / (sample.len() * 4)) as u32
    }
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8) + DEPTH_OFFSET
}

fn age_of(data: u64) -> u8 {
    (data >> 59) as u8 & AGE_MASK
}

/// Bits 0–15 the move, 16–31 the value, 32–47 the evaluation, 48–55 the depth, 56–57 the bound, 58
/// whether it was on a principal variation, 59–63 the age.
#[inline]
fn pack(entry: HashEntry, ply: usize, age: u8) -> u64 {
    let mv = entry.mv.map_or(0, Move::to_bits);
    let value = to_table(entry.value, ply) as i16;
    let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16);
    let depth = (entry.depth - DEPTH_OFFSET).clamp(0, 255);
    u64::from(mv)
        | u64::from(value as u16) << 16
        | u64::from(eval as u16) << 32
        | (depth as u64) << 48
        | (entry.bound as u64) << 56
        | u64::from(entry.was_pv) << 58
        | u64::from(age) << 59
}

#[inline]
fn unpack(data: u64, ply: usize) -> Option<HashEntry> {
    let eval = (data >> 32) as u16 as i16;
    Some(HashEntry {
        mv: Move::from_bits(data as u16),
        value: from_table(i32::from((data >> 16) as u16 as i16), ply),
        eval: (eval != NO_EVAL).then_some(i32::from(eval)),
        depth: depth_of(data),
        bound: match data >> 56 & 3 {
            1 => HashBound::Upper,
            2 => HashBound::Lower,
            3 => HashBound::Exact,
            _ => return None,
        },
        was_pv: data >> 58 & 1 != 0,
    })
}

/// Mates are stored relative to the position, since it may recur at another ply.
#[inline]
fn to_table(value: i32, ply: usize) -> i32 {
    if value >= MATE_BOUND {
        value + ply as i32
    } else if value <= -MATE_BOUND {
        value - ply as i32
    } else {
        value
    }
}

#[inline]
fn from_table(value: i32, ply: usize) -> i32 {
    debug_assert!(ply <= MAX_PLY);
    if value >= MATE_BOUND {
        value - ply as i32
    } else if value <= -MATE_BOUND {
        value + ply as i32
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{mate_at, mated_at};
    use komadai_testkit::Rng;

    fn entry(value: i32, depth: i32) -> HashEntry {
        HashEntry {
            mv: "7g7f".parse().ok(),
            value,
            eval: Some(-5),
            depth,
            bound: HashBound::Exact,
            was_pv: true,
        }
    }

    #[test]
    fn entries_come_back_as_stored() {
        let table = HashTable::new(1);
        for (key, value) in [(1, 0), (2, -77), (u64::MAX, 31_000), (1 << 63, -31_000)] {
            table.store(key, 3, entry(value, 7));
            assert_eq!(table.probe(key, 3), Some(entry(value, 7)));
        }
        assert_eq!(table.probe(99, 0), None);
    }

    #[test]
    fn mates_are_relative_to_the_position() {
        let table = HashTable::new(1);
        table.store(5, 10, entry(mate_at(13), 1));
        assert_eq!(table.probe(5, 4).unwrap().value, mate_at(7));
        table.store(5, 10, entry(mated_at(12), 2));
        assert_eq!(table.probe(5, 0).unwrap().value, mated_at(2));
    }

    #[test]
    fn the_smallest_table_keeps_four_entries_and_drops_the_shallowest() {
        let table = HashTable::new(0);
        for key in 1..=4 {
            table.store(key, 0, entry(0, key as i32));
        }
        table.store(5, 0, entry(0, 9));
        assert_eq!(table.probe(1, 0), None);
        assert!((2..=5).all(|key| table.probe(key, 0).is_some()));
        assert_eq!(table.fullness(), 1000);
    }

    #[test]
    fn no_bits_of_a_slot_read_as_an_impossible_move() {
        let mut rng = Rng::new(1);
        for _ in 0..100_000 {
            if let Some(HashEntry { mv: Some(mv), .. }) = unpack(rng.next_u64(), 0) {
                assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
            }
        }
    }
}
