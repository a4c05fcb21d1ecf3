//! A fast hash for positions: a multiply and a fold for each word, mixed at the end.
//!
//! Position counts and playouts hash millions of positions a second; the standard hasher is several times
//! slower, and its protection against chosen keys is not needed here.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// The hasher.
#[derive(Clone, Copy, Debug, Default)]
pub struct PositionHasher(u64);

/// For hash maps and sets keyed by positions.
pub type PositionHasherBuilder = BuildHasherDefault<PositionHasher>;

const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// What words are multiplied by.
const FACTOR: u64 = ODD ^ 0xd6e8_feb8_6659_fd93;

/// The low and the high half of a product with [`FACTOR`].
#[cfg(not(target_family = "wasm"))]
#[inline(always)]
const fn product(word: u64) -> (u64, u64) {
    let product = word as u128 * FACTOR as u128;
    (product as u64, (product >> 64) as u64)
}

/// The same from products of halves: WebAssembly multiplies no more than 64 bits, and the compiler would call a function.
#[cfg(any(target_family = "wasm", test))]
#[inline(always)]
const fn product_of_halves(word: u64) -> (u64, u64) {
    const HALF: u64 = u32::MAX as u64;
    let (low, high) = (word & HALF, word >> 32);
    let (low_high, high_low) = (low * (FACTOR >> 32), high * (FACTOR & HALF));
    let middle = ((low * (FACTOR & HALF)) >> 32) + (low_high & HALF) + high_low;
    (word.wrapping_mul(FACTOR), high * (FACTOR >> 32) + (low_high >> 32) + (middle >> 32))
}

#[cfg(target_family = "wasm")]
#[inline(always)]
const fn product(word: u64) -> (u64, u64) {
    product_of_halves(word)
}

/// The hash of a value, stable within one build.
pub fn of<T: Hash>(value: &T) -> u64 {
    let mut hasher = PositionHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

impl PositionHasher {
    #[inline(always)]
    fn add(&mut self, word: u64) {
        let (low, high) = product(self.0 ^ word ^ ODD);
        self.0 = low ^ high.rotate_left(23);
    }
}

impl Hasher for PositionHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }
    #[inline(always)]
    fn write_u8(&mut self, n: u8) {
        self.add(u64::from(n));
    }
    #[inline(always)]
    fn write_u16(&mut self, n: u16) {
        self.add(u64::from(n));
    }
    #[inline(always)]
    fn write_u32(&mut self, n: u32) {
        self.add(u64::from(n));
    }
    #[inline(always)]
    fn write_u64(&mut self, n: u64) {
        self.add(n);
    }
    #[inline(always)]
    fn write_u128(&mut self, n: u128) {
        self.add(n as u64);
        self.add((n >> 64) as u64);
    }
    #[inline(always)]
    fn write_usize(&mut self, n: usize) {
        self.add(n as u64);
    }
    #[inline(always)]
    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ (mixed >> 32)
    }
}

/// A map by positions. Only comparing and storing positions is compiled for each game; the hash table is the same code for
/// all of them.
#[derive(Clone, Debug)]
pub struct PositionMap<G, V> {
    entries: Vec<(G, V)>,
    chains: HashChains,
}

/// A set of positions.
pub type PositionSet<G> = PositionMap<G, ()>;

impl<G, V> Default for PositionMap<G, V> {
    fn default() -> Self {
        Self { entries: vec![], chains: HashChains::default() }
    }
}

impl<G: Hash + Eq, V> PositionMap<G, V> {
    /// The value of a position, and whether it has just been made.
    pub fn get_or_insert(&mut self, position: G, value: V) -> (&mut V, bool) {
        let Self { entries, chains } = self;
        let hash = of(&position);
        let known = chains.find(hash, &|at| entries[at].0 == position);
        let at = known.unwrap_or_else(|| {
            chains.add(hash);
            entries.push((position, value));
            entries.len() - 1
        });
        (&mut self.entries[at].1, known.is_none())
    }

    /// Whether a position is there.
    #[must_use]
    pub fn contains(&self, position: &G) -> bool {
        self.chains.find(of(position), &|at| self.entries[at].0 == *position).is_some()
    }

    /// The number of positions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no position.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The positions with their values, in the order in which they came.
    #[must_use]
    pub fn entries(&self) -> &[(G, V)] {
        &self.entries
    }

    /// The same as a list.
    #[must_use]
    pub fn into_entries(self) -> Vec<(G, V)> {
        self.entries
    }
}

impl<G: Hash + Eq> PositionSet<G> {
    /// Adds a position; false if it is there.
    pub fn insert(&mut self, position: G) -> bool {
        self.get_or_insert(position, ()).1
    }
}

/// The places of values in a list, by their hashes. Values with the same hash are a chain.
#[derive(Clone, Debug, Default)]
struct HashChains {
    /// The last place with a hash, plus one.
    last: HashMap<u64, u32, PositionHasherBuilder>,
    /// For each place the one before it with the same hash, plus one; 0 if there is none.
    before: Vec<u32>,
}

impl HashChains {
    /// The place with this hash of which `is_it` is true.
    fn find(&self, hash: u64, is_it: &dyn Fn(usize) -> bool) -> Option<usize> {
        let mut next = self.last.get(&hash).copied().unwrap_or(0);
        while let Some(at) = (next as usize).checked_sub(1) {
            if is_it(at) {
                return Some(at);
            }
            next = self.before[at];
        }
        None
    }

    /// Adds the next place.
    fn add(&mut self, hash: u64) {
        let number = self.before.len() as u32 + 1;
        self.before.push(self.last.insert(hash, number).unwrap_or(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_is_the_same_from_halves() {
        let mut random = crate::playout::Random::new(3);
        let words = (0..1000).map(|_| random.next()).chain([0, 1, u64::MAX, 1 << 32, u64::from(u32::MAX)]);
        for word in words {
            assert_eq!(product_of_halves(word), product(word), "{word:x}");
        }
    }

    /// A value whose hash many others share.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Crowded(u32);

    impl Hash for Crowded {
        fn hash<H: Hasher>(&self, state: &mut H) {
            state.write_u32(self.0 % 3);
        }
    }

    #[test]
    fn values_with_the_same_hash_are_distinguished() {
        let mut map = PositionMap::default();
        for value in 0..50 {
            assert!(!map.contains(&Crowded(value)));
            assert_eq!(map.get_or_insert(Crowded(value), 2 * value), (&mut (2 * value), true));
            assert_eq!(map.get_or_insert(Crowded(value), 7), (&mut (2 * value), false));
        }
        assert_eq!(map.len(), 50);
        assert!(map.entries().iter().all(|(key, value)| 2 * key.0 == *value));
    }
}
