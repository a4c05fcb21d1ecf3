//! Argon2id in memory that is allocated once: a hash needs 24 MiB, and an allocator may keep what is freed.

use crate::site::config::PasswordCost;
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use std::sync::Mutex;

/// Hashes passwords, as many at a time as it has memory for.
pub(super) struct Hasher {
    params: Params,
    /// The memory of hashes that are not being computed. A caller that finds none allocates some.
    free: Mutex<Vec<Vec<Block>>>,
}

impl Hasher {
    /// A hasher with memory for this many hashes at a time.
    pub(super) fn new(cost: PasswordCost, at_once: usize) -> Self {
        // Parameters out of range are a configuration mistake; use the defaults of the crate then.
        let params = Params::new(cost.memory, cost.passes, 1, None).unwrap_or(Params::DEFAULT);
        let memory = || vec![Block::new(); params.block_count()];
        Self { free: Mutex::new((0..at_once).map(|_| memory()).collect()), params }
    }

    /// Hashes a password for storage; `None` if hashing fails.
    pub(super) fn hash(&self, password: &str) -> Option<String> {
        let salt = Salt::generate();
        let (algorithm, version) = (Algorithm::Argon2id, Version::V0x13);
        let output =
            self.compute(algorithm, version, &self.params, password, &salt, Params::DEFAULT_OUTPUT_LEN)?;
        let hash = PasswordHash {
            algorithm: algorithm.ident(),
            version: Some(version.into()),
            params: ParamsString::try_from(&self.params).ok()?,
            salt: Some(salt),
            hash: Some(output),
        };
        Some(hash.to_string())
    }

    /// Whether a password matches a stored hash, whatever parameters that hash was computed with. False if
    /// `kept` is not a hash.
    pub(super) fn matches(&self, password: &str, kept: &str) -> bool {
        self.verify(password, kept).unwrap_or(false)
    }

    fn verify(&self, password: &str, kept: &str) -> Option<bool> {
        let kept = PasswordHash::new(kept).ok()?;
        let algorithm = Algorithm::try_from(kept.algorithm.as_str()).ok()?;
        let version = kept.version.map_or(Some(Version::default()), |version| version.try_into().ok())?;
        let params = Params::try_from(&kept).ok()?;
        let (salt, hash) = (kept.salt?, kept.hash?);
        // Comparing outputs takes the same time wherever they differ.
        Some(self.compute(algorithm, version, &params, password, &salt, hash.len())? == hash)
    }

    fn compute(
        &self,
        algorithm: Algorithm,
        version: Version,
        params: &Params,
        password: &str,
        salt: &[u8],
        length: usize,
    ) -> Option<Output> {
        let argon2 = Argon2::new(algorithm, version, params.clone());
        let mut memory = self.take();
        memory.resize(memory.len().max(params.block_count()), Block::new());
        let mut output = [0; Output::MAX_LENGTH];
        let output = output.get_mut(..length)?;
        let done = argon2.hash_password_into_with_memory(password.as_bytes(), salt, output, &mut memory);
        self.free.lock().expect("no panic while the lock is held").push(memory);
        done.ok()?;
        Output::new(output).ok()
    }

    fn take(&self) -> Vec<Block> {
        self.free.lock().expect("no panic while the lock is held").pop().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use argon2::{PasswordHasher, PasswordVerifier};

    fn plain(cost: PasswordCost) -> Argon2<'static> {
        let params = Params::new(cost.memory, cost.passes, 1, None).unwrap();
        Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
    }

    #[test]
    fn hashes_are_those_of_the_library() {
        let cost = PasswordCost { memory: 64, passes: 2 };
        let hasher = Hasher::new(cost, 1);
        let ours = hasher.hash("analytical engine").unwrap();
        assert!(ours.starts_with("$argon2id$v=19$m=64,t=2,p=1$"), "{ours}");
        assert!(plain(cost).verify_password(b"analytical engine", ours.as_str()).is_ok());
        assert!(plain(cost).verify_password(b"difference engine", ours.as_str()).is_err());
        let theirs = plain(cost).hash_password(b"analytical engine").unwrap().to_string();
        assert!(hasher.matches("analytical engine", &theirs));
        assert!(!hasher.matches("difference engine", &theirs));
    }

    #[test]
    fn a_hash_of_another_cost_is_verified_at_that_cost() {
        let hasher = Hasher::new(PasswordCost::CHEAP, 1);
        let dear =
            plain(PasswordCost { memory: 256, passes: 3 }).hash_password(b"analytical engine").unwrap();
        assert!(hasher.matches("analytical engine", &dear.to_string()));
        assert!(hasher.matches("analytical engine", &hasher.hash("analytical engine").unwrap()));
    }

    #[test]
    fn memory_is_used_again() {
        let hasher = Hasher::new(PasswordCost::CHEAP, 2);
        let at = |hasher: &Hasher| -> Vec<*const Block> {
            let mut all: Vec<_> = hasher.free.lock().unwrap().iter().map(Vec::as_ptr).collect();
            all.sort();
            all
        };
        let before = at(&hasher);
        assert_eq!(before.len(), 2);
        for _ in 0..40 {
            let kept = hasher.hash("analytical engine").unwrap();
            assert!(hasher.matches("analytical engine", &kept));
            assert!(!hasher.matches("analytical engine", "not a hash"));
        }
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| hasher.hash("analytical engine").unwrap());
            }
        });
        assert_eq!(at(&hasher), before);
    }
}
