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

/// The place where passwords are hashed and verified.
pub struct Passwords {
    hasher: Arc<Hasher>,
    pool: WorkPool,
    /// The hash of a password nobody has, computed when it is first needed.
    dummy: Arc<OnceLock<String>>,
    dummies: AtomicU64,
}

impl Passwords {
    /// A place with hashes of a cost.
    #[must_use]
    pub fn new(cost: PasswordCost) -> Self {
        let at_once = at_once();
        Self {
            hasher: Arc::new(Hasher::new(cost, at_once)),
            pool: WorkPool::for_hashes(at_once, WAITING),
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
        let (hasher, password) = (self.hasher.clone(), plain(password));
        self.run(move || hasher.hash(&password)).await?.ok_or_else(ApiError::unavailable)
    }

    /// Whether a password is the one that was hashed. Without a hash, because there is no such account, as much work is done
    /// for nothing: the time of the answer does not reveal whether the account exists.
    ///
    /// # Errors
    /// If too many wait.
    pub async fn verify(&self, password: &str, kept: Option<String>) -> Result<bool> {
        let (hasher, password, dummy) = (self.hasher.clone(), plain(password), self.dummy.clone());
        if kept.is_none() {
            self.dummies.fetch_add(1, Ordering::Relaxed);
        }
        self.run(move || match kept {
            Some(kept) => hasher.matches(&password, &kept),
            None => {
                hasher.matches(&password, made(&hasher, &dummy));
                false
            }
        })
        .await
    }

    /// Makes the first refusal as quick as the others, which find the dummy hash made.
    pub async fn prepare(&self) {
        let (hasher, dummy) = (self.hasher.clone(), self.dummy.clone());
        // If it cannot be made now it is made when it is needed.
        let _ = self.run(move || made(&hasher, &dummy).len()).await;
    }

    /// How often a password was verified against nothing.
    pub fn dummies(&self) -> u64 {
        self.dummies.load(Ordering::Relaxed)
    }

    /// Runs work that takes a core for a while, beside what serves requests. Everybody waits in one line.
    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        self.pool.run(WorkCaller::Player(None), move |_| work()).await
    }
}

/// Accents may be typed in two ways that look the same: they are the same password.
fn plain(password: &str) -> String {
    password.nfc().collect()
}

/// The hash of a password nobody has.
fn made<'a>(hasher: &Hasher, dummy: &'a OnceLock<String>) -> &'a str {
    dummy.get_or_init(|| hasher.hash("nobody has this password").unwrap_or_default())
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
    match common_passwords::weakness(name, &password) {
        None => Ok(()),
        Some(Weakness::Name) => Err(bad(
            "the password is not the name, nor the name with a few characters",
            "le mot de passe n’est pas le nom, ni le nom avec quelques caractères",
        )),
        Some(Weakness::Common) => Err(bad(
            "this password is among the first that are guessed; several words make a better one",
            "ce mot de passe est parmi les premiers qu’on devine ; plusieurs mots en font un meilleur",
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
        let hold = Arc::new(std::sync::Barrier::new(at_once() + 1));
        let busy = (0..at_once()).map(|_| {
            let (begun, begins) = tokio::sync::oneshot::channel();
            let hold = hold.clone();
            let work = passwords.run(move || {
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
            (0..WAITING).map(|_| Box::pin(passwords.verify("whatever", None))).collect();
        for work in &mut waiting {
            assert!(work.as_mut().now_or_never().is_none());
        }
        let refused = passwords.verify("whatever", None).await.unwrap_err();
        assert_eq!((refused.0.code, refused.0.retry), (Code::TooFast, Some(2)));
        hold.wait();
        for work in waiting {
            assert!(!work.await.unwrap());
        }
    }
}
