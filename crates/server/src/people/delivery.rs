//! What is sent outside the page: push messages and mail about notices.
//!
//! A message to send is a row with the time at which it is due. Any node takes it over, by one statement, so that it is sent
//! once; a failed attempt is repeated later, a few times. No turn waits for any of this.

use super::People;
use crate::error::{ApiError, Result};
use crate::site::mail::Mail;
use crate::site::push::{self, BrowserKeys, PushOutcome, PushTarget, VapidKey};
use data_encoding::BASE64URL_NOPAD;
use futures_util::future::join_all;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::json;
use sha2::{Digest, Sha256};
use taijitu_protocol::{Code, Notice, NoticeChoices, NoticeKind, PlayerId, PushSubscription, QuietHours};
use taijitu_store::PushEndpointRow;

/// Browsers of one player that get push messages.
pub(crate) const BROWSERS_MOST: i64 = 10;
/// Messages sent at the same time. A service that does not answer occupies one of them until the request times out.
const PUSHES_AT_ONCE: i64 = 64;
/// A browser is deleted after this number of failed attempts in a row.
const ATTEMPTS_MOST: i64 = 20;
/// How long after an attempt that was not reported another node takes a message over, in milliseconds.
const CLAIMED_FOR_MS: i64 = MINUTE;
/// How long after each failure the next attempt is made, in milliseconds; after the last one nothing is sent.
const RETRIES: [i64; 4] = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR];
/// How long a notice may stay unread before it is mailed, in milliseconds.
const MAILED_AFTER_MS: i64 = 5 * MINUTE;
/// The least time between two mails to a player, in milliseconds.
pub(crate) const MAIL_PAUSE: i64 = HOUR;
/// How long after a failed attempt a mail is tried again, in milliseconds.
const MAIL_RETRY_MS: i64 = 10 * MINUTE;
/// How long after it was due a mail is given up, in milliseconds.
const MAIL_GIVEN_UP_MS: i64 = 24 * HOUR;
/// Mails sent in one round, and notices in one mail.
const MAILS_AT_ONCE: i64 = 20;
const NOTICES_PER_MAIL: i64 = 20;
const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;

impl People {
    /// The public key with which browsers subscribe.
    pub(crate) fn push_key(&self) -> Option<String> {
        self.vapid.get().map(VapidKey::public)
    }

    /// Makes the keys of the site, or reads those that were made before, by any node.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn load_keys(&self) -> Result<()> {
        let config = &self.site.config;
        let contact = config.public_url.clone().unwrap_or_else(|| "mailto:webmaster@localhost".into());
        let proposed = VapidKey::generate().map_err(|_| ApiError::unavailable())?;
        let text = self.site.store.site_key("vapid", &proposed).await?;
        match VapidKey::read(&text, contact) {
            // A second call sets the same key.
            Ok(key) => drop(self.vapid.set(key)),
            Err(error) => tracing::error!(%error, "there are no push messages"),
        }
        let random = [self.site.entropy.u128(), self.site.entropy.u128()];
        let proposed = random.map(|bits| format!("{bits:032x}")).concat();
        let _ = self.unsubscribe_key.set(self.site.store.site_key("unsubscribe", &proposed).await?);
        Ok(())
    }

    /// Adds a browser of a player.
    ///
    /// # Errors
    /// `invalid` if nothing may be sent to its address or its keys are malformed; `unavailable` if the database fails.
    pub(crate) async fn subscribe(&self, player: PlayerId, wanted: &PushSubscription) -> Result<()> {
        let wrong = |field: &str| {
            ApiError::new(
                Code::Invalid,
                "this push subscription cannot be used",
                "cet abonnement aux notifications ne peut pas être utilisé",
            )
            .with_field(field)
        };
        let target = PushTarget::read(&wanted.endpoint, self.site.config.push_to_loopback);
        target.ok_or_else(|| wrong("endpoint"))?;
        let keys = read_keys(&wanted.p256dh, &wanted.auth).ok_or_else(|| wrong("p256dh"))?;
        if keys.public.len() != 65 || keys.auth.len() != 16 {
            return Err(wrong("p256dh"));
        }
        let row = PushEndpointRow {
            id: endpoint_id(&wanted.endpoint),
            player,
            endpoint: wanted.endpoint.clone(),
            p256dh: BASE64URL_NOPAD.encode(&keys.public),
            auth: BASE64URL_NOPAD.encode(&keys.auth),
            lang: if wanted.french { "fr" } else { "en" }.to_owned(),
            created: self.site.clock.now(),
            failures: 0,
            due: None,
        };
        Ok(self.site.store.put_push_endpoint(&row, BROWSERS_MOST).await?)
    }

    /// Forgets a browser of a player.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn unsubscribe(&self, player: PlayerId, endpoint: &str) -> Result<()> {
        self.site.store.delete_push_endpoint(Some(player), &endpoint_id(endpoint)).await?;
        Ok(())
    }

    /// Schedules a notice of a kind for delivery, by the channels the player has chosen.
    pub(super) async fn schedule_delivery(&self, player: PlayerId, kind: NoticeKind) -> Result<()> {
        let (store, now) = (&self.site.store, self.site.clock.now());
        let choices = self.notice_choices(player).await?;
        let from = choices.quiet.and_then(|quiet| quiet_until(quiet, now)).unwrap_or(now);
        if choices.push.has(kind) {
            store.schedule_push(player, from).await?;
        }
        if choices.mail.has(kind) && self.accounts.sends_mail() && store.mail_address(player).await?.is_some()
        {
            let due = from.max(now + MAILED_AFTER_MS);
            store.schedule_notice_mail(player, due, MAIL_PAUSE).await?;
        }
        Ok(())
    }

    /// Sends the push messages that are due.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn send_pushes(&self) -> Result<()> {
        let Some(vapid) = self.vapid.get() else { return Ok(()) };
        let rows = self.site.store.push_due(self.site.clock.now(), PUSHES_AT_ONCE).await?;
        for sent in join_all(rows.iter().map(|row| self.send_push(row, vapid))).await {
            sent?;
        }
        Ok(())
    }

    async fn send_push(&self, row: &PushEndpointRow, vapid: &VapidKey) -> Result<()> {
        let (store, now) = (&self.site.store, self.site.clock.now());
        let claimed = now + CLAIMED_FOR_MS;
        if !store.claim_push(row, claimed).await? {
            return Ok(());
        }
        let choices = self.notice_choices(row.player).await?;
        // An attempt that is repeated may fall into quiet hours, or they were chosen since.
        if let Some(later) = choices.quiet.and_then(|quiet| quiet_until(quiet, now)) {
            return Ok(store.end_push(&row.id, claimed, row.failures, Some(later)).await?);
        }
        let unread = self.unread(row.player, |kind| choices.push.has(kind), 0).await?;
        let Some(latest) = unread.first() else {
            // The notice has been read since.
            return Ok(store.end_push(&row.id, claimed, 0, None).await?);
        };
        let target = PushTarget::read(&row.endpoint, self.site.config.push_to_loopback);
        let (Some(target), Some(keys)) = (target, read_keys(&row.p256dh, &row.auth)) else {
            store.delete_push_endpoint(None, &row.id).await?;
            return Ok(());
        };
        let message = push_message(latest, unread.len(), &row.lang);
        let outcome = push::send(&target, &keys, vapid, message.as_bytes(), now).await;
        count("push", outcome);
        match outcome {
            PushOutcome::Sent => store.end_push(&row.id, claimed, 0, None).await?,
            PushOutcome::Failed if row.failures + 1 < ATTEMPTS_MOST => {
                let failures = row.failures + 1;
                let pause = usize::try_from(row.failures).ok().and_then(|at| RETRIES.get(at));
                let due = pause.map(|pause| self.site.clock.now() + pause);
                store.end_push(&row.id, claimed, failures, due).await?;
            }
            PushOutcome::Gone | PushOutcome::Failed => {
                store.delete_push_endpoint(None, &row.id).await?;
            }
        }
        Ok(())
    }

    /// The notices of a player that were not read, of some kinds and after a number, the latest first.
    async fn unread(
        &self,
        player: PlayerId,
        wanted: impl Fn(NoticeKind) -> bool,
        after: i64,
    ) -> Result<Vec<Notice>> {
        let mut rows = self.site.store.notices(player, NOTICES_PER_MAIL).await?;
        rows.retain(|row| !row.is_read && row.n > after);
        let mut notices = self.shown(&rows).await?;
        notices.retain(|notice| wanted(notice.kind));
        Ok(notices)
    }

    /// Sends the mails about notices that are due.
    ///
    /// # Errors
    /// `unavailable` if the database fails.
    pub(crate) async fn send_mails(&self) -> Result<()> {
        if !self.accounts.sends_mail() {
            return Ok(());
        }
        let due = self.site.store.notice_mails_due(self.site.clock.now(), MAILS_AT_ONCE).await?;
        for (player, due, upto) in due {
            self.send_mail(player, due, upto).await?;
        }
        Ok(())
    }

    async fn send_mail(&self, player: PlayerId, due: i64, upto: i64) -> Result<()> {
        let (store, now) = (&self.site.store, self.site.clock.now());
        let choices = self.notice_choices(player).await?;
        if let Some(later) = choices.quiet.and_then(|quiet| quiet_until(quiet, now)) {
            return Ok(store.postpone_notice_mail(player, due, later).await?);
        }
        let notices = self.unread(player, |kind| choices.mail.has(kind), upto).await?;
        let address = store.mail_address(player).await?.map(|row| row.address);
        let (Some(first), Some(to)) = (notices.first(), address) else {
            // Everything has been read since, or there is no address to send it to.
            store.claim_notice_mail(player, due, None, upto).await?;
            return Ok(());
        };
        let last = first.n;
        if !store.claim_notice_mail(player, due, Some(now), last).await? {
            return Ok(());
        }
        let mail = self.notice_mail(player, to, &notices, choices.french);
        if let Err(error) = self.site.mailer.deliver(mail).await {
            tracing::warn!(error, "a mail about notices was not sent");
            if now < due + MAIL_GIVEN_UP_MS {
                store.retry_notice_mail(player, now + MAIL_RETRY_MS, upto).await?;
            }
        }
        Ok(())
    }

    fn notice_mail(&self, player: PlayerId, to: String, notices: &[Notice], french: bool) -> Mail {
        let site = self.site.config.public_url.clone().unwrap_or_default();
        let host = site.split_once("://").map_or(site.as_str(), |(_, host)| host);
        let token = self.unsubscribe_token(player);
        let lang = if french { "fr" } else { "en" };
        let say = |notice: &Notice| if french { notice.words.fr.clone() } else { notice.words.en.clone() };
        let line = |notice: &Notice| format!("{}\n{site}{}\n", say(notice), address_of(notice, lang));
        let lines: Vec<String> = notices.iter().map(line).collect();
        let first = notices.first().map(say).unwrap_or_default();
        let subject = mail_subject(host, &first, notices.len() - 1, french);
        let settings = format!("{site}/{lang}/notices");
        let leave = format!("{site}/{lang}/unsubscribe#{token}");
        let foot = if french {
            format!("Choisir vos notifications\u{a0}: {settings}\nSe désabonner\u{a0}: {leave}\n")
        } else {
            format!("Choose your notifications: {settings}\nUnsubscribe: {leave}\n")
        };
        Mail {
            id: format!("{:032x}", self.site.entropy.u128()),
            to,
            subject,
            body: format!("{}\n-- \n{foot}", lines.join("\n")),
            unsubscribe: Some(format!("{site}/api/mail/unsubscribe?token={token}")),
        }
    }

    /// The token in a mail that allows unsubscribing its player from mails.
    fn unsubscribe_token(&self, player: PlayerId) -> String {
        let key = self.unsubscribe_key.get().map(String::as_str).unwrap_or_default();
        format!("{player}{}", BASE64URL_NOPAD.encode(&signature(key, player)))
    }

    /// Ends all mails about notices of the player a token belongs to.
    ///
    /// # Errors
    /// `wrong_code` if the token is malformed or wrong, `unavailable` if the database fails.
    pub(crate) async fn unsubscribe_from_mail(&self, token: &str) -> Result<()> {
        let wrong = || {
            ApiError::new(
                Code::WrongCode,
                "this link does not come from an email",
                "ce lien ne vient pas d’un e-mail",
            )
        };
        let (player, _) = token.split_at_checked(PLAYER_DIGITS).ok_or_else(wrong)?;
        let player: PlayerId = player.parse().map_err(|_| wrong())?;
        let proof =
            token.get(PLAYER_DIGITS..).and_then(|proof| BASE64URL_NOPAD.decode(proof.as_bytes()).ok());
        let key = self.unsubscribe_key.get().ok_or_else(ApiError::unavailable)?;
        let mut mac = mac(key);
        mac.update(player.to_string().as_bytes());
        mac.verify_slice(&proof.ok_or_else(wrong)?).map_err(|_| wrong())?;
        let choices = self.notice_choices(player).await?;
        let mail = taijitu_protocol::NoticeKinds::all(false);
        self.set_notice_choices(player, NoticeChoices { mail, ..choices }).await
    }
}

/// The subject of a mail: the site, the first notice and how many there are besides.
fn mail_subject(host: &str, first: &str, more: usize, french: bool) -> String {
    let colon = if french { "\u{a0}:" } else { ":" };
    let others = if more == 0 { String::new() } else { format!(" (+{more})") };
    format!("{host}{colon} {first}{others}")
}

/// Digits of the id of a player.
const PLAYER_DIGITS: usize = 26;

fn mac(key: &str) -> Hmac<Sha256> {
    Hmac::new_from_slice(key.as_bytes()).expect("a key may have any length")
}

fn signature(key: &str, player: PlayerId) -> Vec<u8> {
    let mut mac = mac(key);
    mac.update(player.to_string().as_bytes());
    mac.finalize().into_bytes().to_vec()
}

/// The id of an endpoint: addresses are long.
fn endpoint_id(endpoint: &str) -> String {
    BASE64URL_NOPAD.encode(&Sha256::digest(endpoint.as_bytes()))
}

/// The keys of a browser, which may be padded.
fn read_keys(public: &str, auth: &str) -> Option<BrowserKeys> {
    let decode = |text: &str| BASE64URL_NOPAD.decode(text.trim_end_matches('=').as_bytes()).ok();
    Some(BrowserKeys { public: decode(public)?, auth: decode(auth)? })
}

/// Where a notice leads, on this site.
fn address_of(notice: &Notice, lang: &str) -> String {
    match (notice.table, notice.challenge, notice.tournament) {
        (Some(table), ..) => format!("/{lang}/table/{table}"),
        (None, Some(_), _) => format!("/{lang}/people"),
        (None, None, Some(tournament)) => format!("/{lang}/tournament/{tournament}"),
        (None, None, None) => format!("/{lang}/notices"),
    }
}

/// The text of a push message: a sentence and the address it leads to, nothing else.
fn push_message(notice: &Notice, unread: usize, lang: &str) -> String {
    let words = if lang == "fr" { &notice.words.fr } else { &notice.words.en };
    json!({ "body": words, "url": address_of(notice, lang), "kind": notice.kind, "unread": unread })
        .to_string()
}

/// When quiet hours end, if it is quiet.
fn quiet_until(quiet: QuietHours, now: i64) -> Option<i64> {
    let local = now + i64::from(quiet.offset) * MINUTE;
    let (midnight, hour) = (local - local.rem_euclid(24 * HOUR), local.rem_euclid(24 * HOUR) / HOUR);
    let (from, to) = (i64::from(quiet.from), i64::from(quiet.to));
    let is_quiet = if from <= to { (from..to).contains(&hour) } else { hour >= from || hour < to };
    let ends = midnight + to * HOUR + if hour < to { 0 } else { 24 * HOUR };
    is_quiet.then(|| ends - i64::from(quiet.offset) * MINUTE)
}

fn count(what: &'static str, outcome: PushOutcome) {
    let outcome = match outcome {
        PushOutcome::Sent => "sent",
        PushOutcome::Gone => "gone",
        PushOutcome::Failed => "failed",
    };
    metrics::counter!("taijitu_deliveries", "what" => what, "outcome" => outcome).increment(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_sent_in_quiet_hours() {
        let at = |hour: i64, minute: i64| hour * HOUR + minute * MINUTE;
        let night = QuietHours { from: 22, to: 7, offset: 0 };
        assert_eq!(quiet_until(night, at(21, 59)), None);
        assert_eq!(quiet_until(night, at(22, 0)), Some(at(31, 0)));
        assert_eq!(quiet_until(night, at(24, 30)), Some(at(31, 0)));
        assert_eq!(quiet_until(night, at(6, 59)), Some(at(7, 0)));
        assert_eq!(quiet_until(night, at(7, 0)), None);
        let noon = QuietHours { from: 12, to: 14, offset: 120 };
        assert_eq!(quiet_until(noon, at(10, 30)), Some(at(12, 0)), "two hours east of Greenwich");
        assert_eq!(quiet_until(noon, at(12, 0)), None);
        assert_eq!(quiet_until(QuietHours { from: 5, to: 5, offset: 0 }, at(5, 0)), None, "no hours at all");
    }

    #[test]
    fn a_subject_has_the_spaces_of_its_language() {
        assert_eq!(mail_subject("club.example", "Your turn", 0, false), "club.example: Your turn");
        assert_eq!(mail_subject("club.example", "À vous", 0, true), "club.example\u{a0}: À vous");
        assert_eq!(mail_subject("club.example", "À vous", 2, true), "club.example\u{a0}: À vous (+2)");
    }
}
