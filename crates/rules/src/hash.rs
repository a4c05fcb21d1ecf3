//! A fast hash for positions: a multiply and a fold for each word, mixed well at the end.
//!
//! Position counts and playouts hash millions of positions a second; the standard hasher is several times
//! slower, and its protection against chosen keys is not needed here.

use std::hash::{BuildHasherDefault, Hash, Hasher};

/// The hasher.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mix(u64);

/// For hash maps and sets keyed by positions.
pub type Build = BuildHasherDefault<Mix>;

const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The hash of a value, stable within one build.
pub fn of<T: Hash>(value: &T) -> u64 {
    let mut hasher = Mix::default();
    value.hash(&mut hasher);
    hasher.finish()
}

impl Mix {
    #[inline]
    fn add(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ ODD) * u128::from(ODD ^ 0xd6e8_feb8_6659_fd93);
        self.0 = (product as u64) ^ ((product >> 64) as u64).rotate_left(23);
    }
}

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }
    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.add(u64::from(n));
    }
    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.add(u64::from(n));
    }
    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.add(u64::from(n));
    }
    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.add(n);
    }
    #[inline]
    fn write_u128(&mut self, n: u128) {
        self.add(n as u64);
        self.add((n >> 64) as u64);
    }
    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.add(n as u64);
    }
    #[inline]
    fn finish(&self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ (mixed >> 32)
    }
}
