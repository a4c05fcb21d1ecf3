//! Moderation: reports, actions of moderators and the host, and their signals to every node.
//!
//! Every action is one row of the audit log, written in the transaction that carries it out. Every node
//! follows that log, by a signal or by reading it every two seconds, and applies each row: it ends sockets,
//! drops cached data, removes a message from open pages. So `taijitu admin`, which is a node without a bus,
//! needs nothing else.

mod actions;
mod follow;
pub(crate) mod reports;
mod tournaments;
mod views;

pub(crate) use actions::ModerationActor;

use crate::accounts::Accounts;
use crate::archive::Archive;
use crate::error::{ApiError, Result};
use crate::site::Site;
use crate::tables::Tables;
use crate::text;
use crate::tournaments::Tournaments;
use std::ops::Deref;
use std::sync::Arc;
use taijitu_protocol::{Code, NOTE_LIMIT, PlayerId};
use tokio::sync::Mutex;

/// The fewest characters of a moderator's reason.
const REASON_LEAST: usize = 3;

/// Moderation of a node; cheap to clone.
#[derive(Clone)]
pub struct Moderation(Arc<ModerationInner>);

/// What is behind the handle.
pub struct ModerationInner {
    site: Site,
    accounts: Accounts,
    tables: Tables,
    archive: Archive,
    tournaments: Tournaments,
    /// The last row of the audit log applied by this node; `None` before the first.
    followed: Mutex<Option<i64>>,
}

impl Deref for Moderation {
    type Target = ModerationInner;
    fn deref(&self) -> &ModerationInner {
        &self.0
    }
}

impl Moderation {
    /// Moderation on a node.
    #[must_use]
    pub fn new(
        site: Site,
        accounts: Accounts,
        tables: Tables,
        archive: Archive,
        tournaments: Tournaments,
    ) -> Self {
        let followed = Mutex::default();
        Self(Arc::new(ModerationInner { site, accounts, tables, archive, tournaments, followed }))
    }

    /// Checks that a player may moderate. Every route for moderators calls this first.
    ///
    /// # Errors
    /// `not_moderator` if the host has not appointed the account; `second_factor_needed` for a moderator
    /// without a second factor where one is required; `unavailable` if the database fails.
    pub(crate) async fn check_moderator(&self, player: PlayerId) -> Result<()> {
        if self.site.store.is_moderator(player).await? {
            return self.accounts.check_moderators_second_factor(player).await;
        }
        Err(ApiError::new(
            Code::NotModerator,
            "only moderators may do this; the host appoints them",
            "réservé aux modérateurs ; c’est l’hôte du site qui les désigne",
        ))
    }
}

/// The cleaned note of a report; empty if nothing visible remains.
///
/// # Errors
/// `too_large` if it is too long.
fn check_note(note: &str) -> Result<String> {
    let note = text::clean(note).unwrap_or_default();
    if note.chars().count() > NOTE_LIMIT {
        return Err(ApiError::new(
            Code::TooLarge,
            format!("a note has at most {NOTE_LIMIT} characters"),
            format!("une note compte au plus {NOTE_LIMIT} caractères"),
        )
        .with_field("note"));
    }
    Ok(note)
}

/// The cleaned reason of an action.
///
/// # Errors
/// `invalid` if it is too short or too long.
fn check_reason(reason: &str) -> Result<String> {
    let reason = text::clean(reason).unwrap_or_default();
    if !(REASON_LEAST..=NOTE_LIMIT).contains(&reason.chars().count()) {
        return Err(ApiError::new(
            Code::Invalid,
            format!("a reason has {REASON_LEAST} to {NOTE_LIMIT} characters"),
            format!("un motif compte de {REASON_LEAST} à {NOTE_LIMIT} caractères"),
        )
        .with_field("reason"));
    }
    Ok(reason)
}

fn no_such(en: &str, fr: &str) -> ApiError {
    ApiError::new(Code::NoSuchThing, en, fr)
}

fn no_such_player() -> ApiError {
    no_such("there is no such player", "ce joueur n’existe pas")
}

fn no_such_report() -> ApiError {
    no_such("there is no such report", "ce signalement n’existe pas")
}

fn no_such_message() -> ApiError {
    no_such("there is no such message", "ce message n’existe pas")
}

fn cannot(en: &str, fr: &str) -> ApiError {
    ApiError::new(Code::CannotModerate, en, fr)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_and_reasons_are_plain_and_bounded() {
        assert_eq!(check_note("  a\u{202e}b\tc\n").unwrap(), "ab c");
        assert_eq!(check_note("").unwrap(), "");
        assert_eq!(check_note(&"é".repeat(NOTE_LIMIT + 1)).unwrap_err().0.code, Code::TooLarge);
        assert_eq!(check_reason(" \u{200f}ab ").unwrap_err().0.code, Code::Invalid);
        assert_eq!(check_note("\u{200b}\u{3164}").unwrap(), "", "nobody would see it");
        assert_eq!(check_reason("\u{200b}\u{2800}\u{3164}\u{ffa0}").unwrap_err().0.code, Code::Invalid);
        assert!(check_reason("abc").is_ok() && check_reason(&"é".repeat(NOTE_LIMIT + 1)).is_err());
    }
}
