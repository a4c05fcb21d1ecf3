//! Entropy: ids and secrets that cannot be guessed.

use std::sync::Mutex;
use taijitu_rules::playout::Random;

/// A source of randomness.
pub enum Entropy {
    /// The operating system.
    System,
    /// A seed, for tests that compare the output of two servers.
    Seeded(Mutex<Random>),
}

impl Entropy {
    /// 128 random bits.
    ///
    /// # Panics
    /// If the operating system provides no randomness: nothing could be kept secret then.
    pub fn u128(&self) -> u128 {
        match self {
            Self::System => {
                let mut bytes = [0; 16];
                getrandom::fill(&mut bytes).expect("the operating system gives random numbers");
                u128::from_le_bytes(bytes)
            }
            Self::Seeded(random) => {
                let mut random = random.lock().expect("nothing panics while it draws");
                (0..4).fold(0, |bits, _| bits << 32 | u128::from(random.below(u32::MAX)))
            }
        }
    }
}
