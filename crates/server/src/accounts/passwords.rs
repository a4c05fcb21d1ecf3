//! Passwords: Argon2id, a few at a time, and nothing told by how long it takes.

use crate::error::{Refused, Result};
use crate::site::config::PasswordCost;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use taijitu_protocol::Code;
use tokio::sync::{Semaphore, TryAcquireError};
use unicode_normalization::UnicodeNormalization;

/// The fewest characters of a password.
const LEAST: usize = 8;
/// The most bytes of a password.
const MOST: usize = 256;
/// Hashes computed at the same time: each takes a core and its memory.
const AT_ONCE: usize = 2;
/// Who may wait for one; more are sent away.
const WAITING: usize = 32;

fn hasher(cost: PasswordCost) -> Argon2<'static> {
    // Costs out of range are a configuration mistake; the crate's own are taken then.
    let params = Params::new(cost.memory, cost.passes, 1, None).unwrap_or(Params::DEFAULT);
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

/// The place where passwords are hashed and verified.
pub struct Passwords {
    cost: PasswordCost,
    places: Arc<Semaphore>,
    workers: Arc<Semaphore>,
    /// The hash of a password nobody has, computed when it is first needed.
    dummy: Arc<OnceLock<String>>,
    dummies: AtomicU64,
}

impl Passwords {
    /// A place with hashes of a cost.
    #[must_use]
    pub fn new(cost: PasswordCost) -> Self {
        Self {
            cost,
            places: Arc::new(Semaphore::new(AT_ONCE + WAITING)),
            workers: Arc::new(Semaphore::new(AT_ONCE)),
            dummy: Arc::default(),
            dummies: AtomicU64::new(0),
        }
    }

    /// The hash under which a password is kept.
    ///
    /// # Errors
    /// If it cannot be used, or too many wait.
    pub async fn hash(&self, name: &str, password: &str) -> Result<String> {
        check(name, password)?;
        let (cost, password) = (self.cost, plain(password));
        self.run(move || hash(cost, &password)).await?.ok_or_else(Refused::unavailable)
    }

    /// Whether a password is the one that was hashed. Without a hash, because there is no such account, as much work is done
    /// for nothing: how long the answer takes tells nothing.
    ///
    /// # Errors
    /// If too many wait.
    pub async fn verify(&self, password: &str, kept: Option<String>) -> Result<bool> {
        let (cost, password, dummy) = (self.cost, plain(password), self.dummy.clone());
        if kept.is_none() {
            self.dummies.fetch_add(1, Ordering::Relaxed);
        }
        self.run(move || match kept {
            Some(kept) => matches(cost, &password, &kept),
            None => {
                matches(cost, &password, made(cost, &dummy));
                false
            }
        })
        .await
    }

    /// Makes the first refusal as quick as the others, which find the dummy hash made.
    pub async fn prepare(&self) {
        let (cost, dummy) = (self.cost, self.dummy.clone());
        // If it cannot be made now it is made when it is needed.
        let _ = self.run(move || made(cost, &dummy).len()).await;
    }

    /// How often a password was verified against nothing.
    pub fn dummies(&self) -> u64 {
        self.dummies.load(Ordering::Relaxed)
    }

    /// Runs work that takes a core for a while, beside what serves requests.
    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let place = self.places.clone().try_acquire_owned().map_err(|error| match error {
            TryAcquireError::NoPermits => Refused::too_fast(2),
            TryAcquireError::Closed => Refused::unavailable(),
        })?;
        let worker = self.workers.clone().acquire_owned().await.map_err(|_| Refused::unavailable())?;
        // The permits go with the work: whoever hangs up does not make room for more of it.
        let done = tokio::task::spawn_blocking(move || {
            let _held = (place, worker);
            work()
        });
        done.await.map_err(|_| Refused::unavailable())
    }
}

/// Accents may be typed in two ways that look the same: they are the same password.
fn plain(password: &str) -> String {
    password.nfc().collect()
}

fn hash(cost: PasswordCost, password: &str) -> Option<String> {
    hasher(cost).hash_password(password.as_bytes()).map(|hash| hash.to_string()).ok()
}

/// The hash of a password nobody has.
fn made(cost: PasswordCost, dummy: &OnceLock<String>) -> &str {
    dummy.get_or_init(|| hash(cost, "nobody has this password").unwrap_or_default())
}

fn matches(cost: PasswordCost, password: &str, kept: &str) -> bool {
    hasher(cost).verify_password(password.as_bytes(), kept).is_ok()
}

/// Whether a password may be used.
fn check(name: &str, password: &str) -> Result<()> {
    let password = plain(password);
    if password.chars().count() < LEAST {
        return Err(bad(
            format!("a password has at least {LEAST} characters"),
            format!("un mot de passe a au moins {LEAST} caractères"),
        ));
    }
    if password.len() > MOST {
        return Err(bad(
            format!("a password has at most {MOST} bytes"),
            format!("un mot de passe a au plus {MOST} octets"),
        ));
    }
    if password.to_lowercase() == name.to_lowercase() {
        return Err(bad("the password is not the name", "le mot de passe n'est pas le nom"));
    }
    Ok(())
}

fn bad(en: impl Into<String>, fr: impl Into<String>) -> Refused {
    Refused::new(Code::BadPassword, en, fr).with_field("password")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(name: &str, password: &str) -> Option<Code> {
        check(name, password).err().map(|refused| refused.0.code)
    }

    #[test]
    fn short_and_endless_passwords_are_refused() {
        assert_eq!(code("Ada", "1234567"), Some(Code::BadPassword));
        assert_eq!(code("Ada", "ééééééé"), Some(Code::BadPassword), "characters count, not bytes");
        assert_eq!(code("Ada", "éééééééé"), None);
        assert_eq!(code("Ada", &"x".repeat(MOST)), None);
        assert_eq!(code("Ada", &"x".repeat(MOST + 1)), Some(Code::BadPassword));
        assert_eq!(code("AdaLovelace", "adalovelace"), Some(Code::BadPassword));
    }

    #[tokio::test]
    async fn a_password_is_known_again_and_no_other() {
        let passwords = Passwords::new(PasswordCost::CHEAP);
        let kept = passwords.hash("Ada", "caf\u{e9} noir").await.unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=8,t=1,p=1$"), "{kept}");
        assert_ne!(kept, passwords.hash("Ada", "caf\u{e9} noir").await.unwrap(), "salted");
        assert!(passwords.verify("cafe\u{301} noir", Some(kept.clone())).await.unwrap());
        assert!(!passwords.verify("cafe noir", Some(kept)).await.unwrap());
        assert!(!passwords.verify("cafe noir", Some("not a hash".into())).await.unwrap());
        assert_eq!(passwords.dummies(), 0);
    }

    #[tokio::test]
    async fn nobody_is_verified_with_the_same_work() {
        let passwords = Passwords::new(PasswordCost::CHEAP);
        assert!(!passwords.verify("nobody has this password", None).await.unwrap());
        assert_eq!(passwords.dummies(), 1);
    }

    #[tokio::test]
    async fn too_many_at_once_are_sent_away() {
        let passwords = Passwords::new(PasswordCost::CHEAP);
        let all = passwords.places.clone().acquire_many_owned((AT_ONCE + WAITING) as u32).await.unwrap();
        let refused = passwords.verify("whatever", None).await.unwrap_err();
        assert_eq!((refused.0.code, refused.0.retry), (Code::TooFast, Some(2)));
        drop(all);
        assert!(passwords.verify("whatever", None).await.is_ok());
    }
}
