//! Passwords: Argon2id, a few at a time, in a time that does not depend on whether the account exists.

use super::common_passwords::{self, Weakness};
use super::hasher::Hasher;
use crate::error::{ApiError, Result};
use crate::site::config::PasswordCost;
use crate::site::work::{WorkCaller, WorkPool};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use taijitu_protocol::Code;
use unicode_normalization::UnicodeNormalization;

/// The fewest characters of a password.
pub(crate) const LEAST: usize = 8;
/// The most bytes of a password.
pub(crate) const MOST: usize = 256;
/// Maximum number of waiting hashes; more are refused. Enough for a room full of people who sign up at once.
const WAITING: usize = 64;

/// Hashes computed at the same time: each takes a core, and 24 MiB that are never given back.
fn at_once() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).clamp(1, 2))
}

/// Hashes and verifies passwords on threads of its own.
pub struct Passwords {
    hasher: Arc<Hasher>,
    pool: WorkPool,
    /// A hash that matches no password, computed when it is first needed.
    dummy: Arc<OnceLock<String>>,
    dummies: AtomicU64,
}

impl Passwords {
    /// Hashes of this cost; their threads keep off one core if that is to stay free.
    #[must_use]
    pub fn new(cost: PasswordCost, leaves_a_core_free: bool) -> Self {
        let at_once = at_once();
        Self {
            hasher: Arc::new(Hasher::new(cost, at_once)),
            pool: WorkPool::for_hashes(at_once, WAITING, leaves_a_core_free),
            dummy: Arc::default(),
            dummies: AtomicU64::new(0),
        }
    }

    /// Hashes a password for storage.
    ///
    /// # Errors
    /// `bad_password` if the password may not be used, `too_fast` if too many hashes wait.
    pub(crate) async fn hash(&self, caller: WorkCaller, name: &str, password: &str) -> Result<String> {
        check(name, password)?;
        let (hasher, password) = (self.hasher.clone(), plain(password));
        self.run(caller, move || hasher.hash(&password)).await?.ok_or_else(ApiError::unavailable)
    }

    /// Whether a password matches a stored hash. Without a hash, because there is no such account, the same
    /// work is done for nothing, so the response time does not reveal whether the account exists.
    ///
    /// # Errors
    /// `too_fast` if too many hashes wait.
    pub(crate) async fn verify(
        &self,
        caller: WorkCaller,
        password: &str,
        kept: Option<String>,
    ) -> Result<bool> {
        let (hasher, password, dummy) = (self.hasher.clone(), plain(password), self.dummy.clone());
        if kept.is_none() {
            self.dummies.fetch_add(1, Ordering::Relaxed);
        }
        self.run(caller, move || match kept {
            Some(kept) => hasher.matches(&password, &kept),
            None => {
                hasher.matches(&password, made(&hasher, &dummy));
                false
            }
        })
        .await
    }

    /// Computes the dummy hash in advance, so that the first refusal takes as long as the others.
    pub async fn prepare(&self) {
        let (hasher, dummy) = (self.hasher.clone(), self.dummy.clone());
        // If this fails, the hash is computed on first use.
        let _ = self.run(WorkCaller::Player(None), move || made(&hasher, &dummy).len()).await;
    }

    /// How often a password was verified against the dummy hash.
    pub fn dummies(&self) -> u64 {
        self.dummies.load(Ordering::Relaxed)
    }

    /// Runs work that occupies a core for a while, apart from the threads that serve requests. Callers take turns.
    async fn run<T: Send + 'static>(
        &self,
        caller: WorkCaller,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        self.pool.run(caller, move |_| work()).await
    }
}

/// Normalises accents: two encodings of the same letters are the same password.
fn plain(password: &str) -> String {
    password.nfc().collect()
}

/// The dummy hash.
fn made<'a>(hasher: &Hasher, dummy: &'a OnceLock<String>) -> &'a str {
    dummy.get_or_init(|| hasher.hash("nobody has this password").unwrap_or_default())
}

/// Whether a password may be used.
fn check(name: &str, password: &str) -> Result<()> {
    let password = plain(password);
    if password.chars().count() < LEAST {
        return Err(bad(
            format!("a password has at least {LEAST} characters"),
            format!("un mot de passe compte au moins {LEAST} caractères"),
        ));
    }
    if password.len() > MOST {
        return Err(bad(
            format!("a password has at most {MOST} bytes"),
            format!("un mot de passe compte au plus {MOST} octets"),
        ));
    }
    match common_passwords::weakness(name, &password) {
        None => Ok(()),
        Some(Weakness::Name) => Err(bad(
            "the password must not be your name, or your name and a few characters",
            "le mot de passe ne doit pas être votre nom, ni votre nom suivi de quelques caractères",
        )),
        Some(Weakness::Common) => Err(bad(
            "this password is too easy to guess; use several words",
            "ce mot de passe est trop facile à deviner ; utilisez plusieurs mots",
        )),
    }
}

fn bad(en: impl Into<String>, fr: impl Into<String>) -> ApiError {
    ApiError::new(Code::BadPassword, en, fr).with_field("password")
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    const NOBODY: WorkCaller = WorkCaller::Player(None);

    fn code(name: &str, password: &str) -> Option<Code> {
        check(name, password).err().map(|refused| refused.0.code)
    }

    #[test]
    fn short_and_endless_passwords_are_refused() {
        assert_eq!(code("Ada", "1234567"), Some(Code::BadPassword));
        assert_eq!(code("Ada", "ééééééé"), Some(Code::BadPassword), "characters count, not bytes");
        assert_eq!(code("Ada", "éàùéàùoi"), None);
        assert_eq!(code("Ada", &"wxo4".repeat(MOST / 4)), None);
        assert_eq!(code("Ada", &"x".repeat(MOST + 1)), Some(Code::BadPassword));
        assert_eq!(code("AdaLovelace", "adalovelace"), Some(Code::BadPassword));
        assert_eq!(code("Ada", "Password1!"), Some(Code::BadPassword));
    }

    #[tokio::test]
    async fn a_password_is_known_again_and_no_other() {
        let passwords = Passwords::new(PasswordCost::CHEAP, false);
        let kept = passwords.hash(NOBODY, "Ada", "caf\u{e9} noir").await.unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=8,t=1,p=1$"), "{kept}");
        assert_ne!(kept, passwords.hash(NOBODY, "Ada", "caf\u{e9} noir").await.unwrap(), "salted");
        assert!(passwords.verify(NOBODY, "cafe\u{301} noir", Some(kept.clone())).await.unwrap());
        assert!(!passwords.verify(NOBODY, "cafe noir", Some(kept)).await.unwrap());
        assert!(!passwords.verify(NOBODY, "cafe noir", Some("not a hash".into())).await.unwrap());
        assert_eq!(passwords.dummies(), 0);
    }

    #[tokio::test]
    async fn nobody_is_verified_with_the_same_work() {
        let passwords = Passwords::new(PasswordCost::CHEAP, false);
        assert!(!passwords.verify(NOBODY, "nobody has this password", None).await.unwrap());
        assert_eq!(passwords.dummies(), 1);
    }

    #[tokio::test]
    async fn too_many_at_once_are_sent_away() {
        let passwords = Passwords::new(PasswordCost::CHEAP, false);
        let hold = Arc::new(std::sync::Barrier::new(at_once() + 1));
        let busy = (0..at_once()).map(|_| {
            let (begun, begins) = tokio::sync::oneshot::channel();
            let hold = hold.clone();
            let work = passwords.run(NOBODY, move || {
                let _ = begun.send(());
                hold.wait();
            });
            (Box::pin(work), begins)
        });
        let mut running = vec![];
        for (mut work, begins) in busy {
            assert!(work.as_mut().now_or_never().is_none());
            begins.await.unwrap();
            running.push(work);
        }
        let mut waiting: Vec<_> =
            (0..WAITING).map(|_| Box::pin(passwords.verify(NOBODY, "whatever", None))).collect();
        for work in &mut waiting {
            assert!(work.as_mut().now_or_never().is_none());
        }
        let refused = passwords.verify(NOBODY, "whatever", None).await.unwrap_err();
        assert_eq!((refused.0.code, refused.0.retry), (Code::TooFast, Some(2)));
        hold.wait();
        for work in waiting {
            assert!(!work.await.unwrap());
        }
    }
}
