//! Links by mail: to confirm an address, and to set a new password.
//!
//! Links begin with the public address of the site, never with what a request calls it: a forged `Host` header must not
//! lead anybody elsewhere. The token is in the fragment, after `#`, which browsers do not send.

use super::Accounts;
use super::sessions::{draw_secret, hash};
use crate::error::{ApiError, Result};
use crate::site::mail::{Mail, normal_address};
use taijitu_protocol::{Code, MailLanguage, PlayerId};
use taijitu_store::{MailPurpose, MailTokenRow, PlayerRow};

/// How long an address can be confirmed, in milliseconds.
const CONFIRM_LASTS_MS: i64 = 24 * 60 * 60 * 1000;
/// How long a password can be set with a link, in milliseconds.
const RESET_LASTS_MS: i64 = 60 * 60 * 1000;
/// The most accounts with one address that get a link.
const ACCOUNTS: i64 = 5;

impl Accounts {
    /// Whether the site sends mail: it needs an SMTP server and a public address.
    #[must_use]
    pub(crate) fn sends_mail(&self) -> bool {
        self.site.mailer.is_on() && self.site.config.public_url.is_some()
    }

    /// Checks that the site sends mail and reads an address.
    ///
    /// # Errors
    /// `mail_off`, `invalid`, or `too_fast` after many mails to this address.
    pub(crate) fn check_mail_address(&self, text: &str) -> Result<String> {
        if !self.sends_mail() {
            return Err(mail_off());
        }
        let address = normal_address(text).ok_or_else(|| {
            ApiError::new(Code::Invalid, "this is not an email address", "ce n’est pas une adresse e-mail")
                .with_field("address")
        })?;
        self.site.limits.check_mail(&address)?;
        Ok(address)
    }

    /// Stores an address that waits for its confirmation, and sends the link.
    ///
    /// # Errors
    /// `unavailable` if the database fails. Whether the mail arrives is not known.
    pub(crate) async fn send_confirmation(
        &self,
        row: &PlayerRow,
        address: &str,
        lang: MailLanguage,
    ) -> Result<()> {
        let token = self.create_token(MailPurpose::Confirm, row.id, address, CONFIRM_LASTS_MS).await?;
        let (site, name) = (self.public_url(), row.name.clone().unwrap_or_default());
        let (subject, body) = confirmation(lang, &site, &name, &token);
        let mail = Mail { id: hash(&token), to: address.to_owned(), subject, body, unsubscribe: None };
        self.site.mailer.submit(async move { vec![mail] });
        Ok(())
    }

    /// Sends a link to every account with a confirmed address. All work, the look-up included, is queued, so
    /// the response time does not reveal whether such an account exists.
    pub(crate) fn send_reset_links(&self, address: String, lang: MailLanguage) {
        let accounts = self.clone();
        self.site.mailer.submit(async move {
            match accounts.reset_links(&address, lang).await {
                Ok(mails) => mails,
                Err(refused) => {
                    tracing::warn!(code = ?refused.0.code, "no reset link was made");
                    vec![]
                }
            }
        });
    }

    async fn reset_links(&self, address: &str, lang: MailLanguage) -> Result<Vec<Mail>> {
        let mut mails = vec![];
        for row in self.site.store.players_by_mail(address, ACCOUNTS).await? {
            let token = self.create_token(MailPurpose::Reset, row.id, address, RESET_LASTS_MS).await?;
            let (site, name) = (self.public_url(), row.name.unwrap_or_default());
            let (subject, body) = reset_link(lang, &site, &name, &token);
            mails.push(Mail { id: hash(&token), to: address.to_owned(), subject, body, unsubscribe: None });
        }
        Ok(mails)
    }

    async fn create_token(
        &self,
        purpose: MailPurpose,
        player: PlayerId,
        address: &str,
        lasts: i64,
    ) -> Result<String> {
        let token = draw_secret(&self.site.entropy);
        let expires = self.site.clock.now() + lasts;
        let row = MailTokenRow { hash: hash(&token), player, address: address.to_owned(), expires };
        self.site.store.create_mail_token(purpose, &row).await?;
        Ok(token)
    }

    fn public_url(&self) -> String {
        self.site.config.public_url.clone().unwrap_or_default()
    }
}

/// The site sends no mail.
pub(crate) fn mail_off() -> ApiError {
    ApiError::new(
        Code::MailOff,
        "this site sends no email; use a recovery code to get back into your account",
        "ce site n’envoie pas d’e-mails ; un code de secours permet de retrouver votre compte",
    )
}

/// The address of the site without `https://`, as people write it.
fn shown(site: &str) -> &str {
    site.split_once("://").map_or(site, |(_, host)| host)
}

fn confirmation(lang: MailLanguage, site: &str, name: &str, token: &str) -> (String, String) {
    let host = shown(site);
    match lang {
        MailLanguage::En => (
            format!("{host}: confirm your email address"),
            format!(
                "Hello {name},\n\n\
                 this email address was entered for the account {name} on {site}.\n\
                 Open this link within 24 hours to confirm it:\n\n\
                 {site}/en/confirm#{token}\n\n\
                 If this was not you, ignore this email: the address is not used unless the link is opened.\n"
            ),
        ),
        MailLanguage::Fr => (
            format!("{host}\u{a0}: confirmez votre adresse e-mail"),
            format!(
                "Bonjour {name},\n\n\
                 cette adresse e-mail a été indiquée pour le compte {name} sur {site}.\n\
                 Ouvrez ce lien dans les 24 heures pour la confirmer\u{a0}:\n\n\
                 {site}/fr/confirm#{token}\n\n\
                 Si ce n’était pas vous, ignorez cet e-mail\u{a0}: sans le lien, l’adresse n’est pas utilisée.\n"
            ),
        ),
    }
}

fn reset_link(lang: MailLanguage, site: &str, name: &str, token: &str) -> (String, String) {
    let host = shown(site);
    match lang {
        MailLanguage::En => (
            format!("{host}: a new password"),
            format!(
                "Hello {name},\n\n\
                 someone asked for a new password for the account {name} on {site}.\n\
                 Open this link within an hour to choose one; it works once:\n\n\
                 {site}/en/recover#{token}\n\n\
                 If this was not you, ignore this email: your password does not change.\n"
            ),
        ),
        MailLanguage::Fr => (
            format!("{host}\u{a0}: un nouveau mot de passe"),
            format!(
                "Bonjour {name},\n\n\
                 un nouveau mot de passe a été demandé pour le compte {name} sur {site}.\n\
                 Ouvrez ce lien dans l’heure pour en choisir un\u{a0}; il ne sert qu’une fois\u{a0}:\n\n\
                 {site}/fr/recover#{token}\n\n\
                 Si ce n’était pas vous, ignorez cet e-mail\u{a0}: votre mot de passe ne change pas.\n"
            ),
        ),
    }
}
