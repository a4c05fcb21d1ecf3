//! Handing mail over to an SMTP server: a bounded queue and one task, which no request waits for.

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp::AsyncSmtpTransport;
use lettre::{Address, AsyncTransport, Tokio1Executor};
use std::fmt;
use std::pin::Pin;
use std::time::Duration;
use tokio::sync::mpsc;

/// Mails that may wait; more are dropped.
const WAITING: usize = 64;
/// How long the SMTP server may take for one answer.
const SMTP_TIMEOUT: Duration = Duration::from_secs(20);
/// The most characters of an address, as RFC 5321 has it.
const ADDRESS: usize = 254;

/// Why mail cannot be configured.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The address of the SMTP server is malformed.
    #[error("write the mail server as smtps://user:password@host:465 or smtp://user:password@host:587: {0}")]
    Url(String),
    /// The sender is malformed.
    #[error("`{0}` is not a valid sender: write name@host or Name <name@host>")]
    From(String),
}

/// The SMTP server, and the sender of the mail.
#[derive(Clone)]
pub struct MailSettings {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

impl fmt::Debug for MailSettings {
    /// Prints the sender only: the address of the server contains a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MailSettings {{ from: {} }}", self.from)
    }
}

impl MailSettings {
    /// Mail through `smtps://user:password@host:port` (TLS from the first byte) or `smtp://…` (STARTTLS,
    /// which is required unless the server is on this machine or the address ends in `?tls=none`). Does not
    /// connect yet.
    ///
    /// # Errors
    /// [`MailError`] if the address or the sender is malformed.
    pub fn new(url: &str, from: &str) -> Result<Self, MailError> {
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(&with_tls(url));
        let builder = builder.map_err(|error| MailError::Url(error.to_string()))?;
        let transport = builder.timeout(Some(SMTP_TIMEOUT)).build();
        let from = from.parse().map_err(|_| MailError::From(from.to_owned()))?;
        Ok(Self { transport, from })
    }

    /// Connects to the SMTP server and signs in, without sending anything.
    ///
    /// # Errors
    /// The error of the connection or the answer of the server, as text.
    pub async fn test(&self) -> Result<(), String> {
        match self.transport.test_connection().await {
            Ok(true) => Ok(()),
            Ok(false) => Err("the server does not answer as a mail server".into()),
            Err(error) => Err(error.to_string()),
        }
    }

    async fn send(&self, mail: Mail) -> Result<(), String> {
        let to: Address = mail.to.parse().map_err(|error| format!("{error}"))?;
        let built = Message::builder()
            .from(self.from.clone())
            .to(to.into())
            .subject(mail.subject)
            .message_id(Some(format!("<{}@{}>", mail.id, self.from.email.domain())))
            .header(ContentType::TEXT_PLAIN)
            .body(mail.body);
        let mut message = built.map_err(|error| error.to_string())?;
        // Prevents automatic replies.
        let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
        message.headers_mut().insert_raw(HeaderValue::new(automatic, "auto-generated".into()));
        if let Some(address) = mail.unsubscribe {
            // One click, as RFC 8058 has it: the mail program posts to the address.
            let one_click = "List-Unsubscribe=One-Click".into();
            let (list, post) = ("List-Unsubscribe", "List-Unsubscribe-Post");
            for (name, value) in [(list, format!("<{address}>")), (post, one_click)] {
                let name = HeaderName::new_from_ascii_str(name);
                message.headers_mut().insert_raw(HeaderValue::new(name, value));
            }
        }
        self.transport.send(message).await.map(drop).map_err(|error| error.to_string())
    }
}

/// Adds the encryption to the address: `smtp://` alone would send passwords in the clear.
fn with_tls(url: &str) -> String {
    if let Some(plain) = url.strip_suffix("?tls=none") {
        return plain.to_owned();
    }
    let host = url.strip_prefix("smtp://").map(|rest| {
        let authority = rest.split(['/', '?']).next().unwrap_or_default();
        authority.rsplit('@').next().unwrap_or_default()
    });
    let is_local = |host: &str| {
        ["localhost", "127.0.0.1", "[::1]"]
            .iter()
            .any(|local| host == *local || host.starts_with(&format!("{local}:")))
    };
    match host {
        Some(host) if !is_local(host) && !url.contains("tls=") => {
            format!("{url}{}tls=required", if url.contains('?') { '&' } else { '?' })
        }
        _ => url.to_owned(),
    }
}

/// An address as it is stored and compared; `None` if it is malformed.
pub(crate) fn normal_address(text: &str) -> Option<String> {
    let address = text.trim().to_lowercase();
    let is_plain = address.len() <= ADDRESS && address.is_ascii() && address.parse::<Address>().is_ok();
    is_plain.then_some(address)
}

/// A mail in plain text.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Mail {
    /// Unique; becomes part of the message id.
    pub(crate) id: String,
    pub(crate) to: String,
    pub(crate) subject: String,
    pub(crate) body: String,
    /// The address to which a mail program posts if the recipient wants no more of these.
    pub(crate) unsubscribe: Option<String>,
}

/// A task that returns mails to send.
type MailBatch = Pin<Box<dyn Future<Output = Vec<Mail>> + Send>>;

/// Where mails are dropped off.
pub(crate) struct Mailer {
    drafts: Option<mpsc::Sender<MailBatch>>,
    settings: Option<MailSettings>,
}

impl Mailer {
    /// Starts the sending task if mail is configured.
    pub(crate) fn start(settings: Option<&MailSettings>) -> Self {
        let drafts = settings.cloned().map(|settings| {
            let (drafts, queue) = mpsc::channel(WAITING);
            tokio::spawn(send_all(settings, queue));
            drafts
        });
        Self { drafts, settings: settings.cloned() }
    }

    /// Sends a mail, and waits until the server has taken it.
    ///
    /// # Errors
    /// The error of the connection or the answer of the server, as text.
    pub(crate) async fn deliver(&self, mail: Mail) -> Result<(), String> {
        let Some(settings) = &self.settings else { return Err("no mail is sent".into()) };
        let sent = settings.send(mail).await;
        count(if sent.is_ok() { "sent" } else { "failed" });
        sent
    }

    /// Whether mail is sent at all.
    pub(crate) const fn is_on(&self) -> bool {
        self.drafts.is_some()
    }

    /// Queues a task that returns mails. Returns at once: what cannot be queued or sent is logged and
    /// dropped.
    pub(crate) fn submit(&self, draft: impl Future<Output = Vec<Mail>> + Send + 'static) {
        let Some(drafts) = &self.drafts else { return };
        if drafts.try_send(Box::pin(draft)).is_err() {
            count("dropped");
            tracing::warn!("too many mails wait: one was dropped");
        }
    }
}

async fn send_all(settings: MailSettings, mut queue: mpsc::Receiver<MailBatch>) {
    while let Some(draft) = queue.recv().await {
        for mail in draft.await {
            match settings.send(mail).await {
                Ok(()) => count("sent"),
                Err(error) => {
                    count("failed");
                    tracing::warn!(error, "a mail was not sent");
                }
            }
        }
    }
}

fn count(outcome: &'static str) {
    metrics::counter!("taijitu_mails", "outcome" => outcome).increment(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_do_not_travel_in_the_clear_unless_somebody_says_so() {
        assert_eq!(with_tls("smtp://u:p@mail.example:587"), "smtp://u:p@mail.example:587?tls=required");
        for kept in [
            "smtps://u:p@mail.example",
            "smtp://localhost:25",
            "smtp://127.0.0.1:2525",
            "smtp://mail.example?tls=opportunistic",
        ] {
            assert_eq!(with_tls(kept), kept);
        }
        assert_eq!(with_tls("smtp://mail.example?tls=none"), "smtp://mail.example");
    }

    #[test]
    fn settings_are_read_and_do_not_show_the_password() {
        let settings =
            MailSettings::new("smtps://ada:secret@mail.example", "Club <club@example.org>").unwrap();
        assert!(!format!("{settings:?}").contains("secret"));
        for url in ["mail.example", "http://mail.example", "smtp://", "smtp://mail.example?tls=maybe"] {
            assert!(matches!(MailSettings::new(url, "a@b.c"), Err(MailError::Url(_))), "{url}");
        }
        for from in ["", "club", "@example.org"] {
            assert!(matches!(MailSettings::new("smtp://localhost", from), Err(MailError::From(_))), "{from}");
        }
    }

    #[test]
    fn addresses_are_compared_in_small_letters() {
        assert_eq!(normal_address(" Ada@Example.ORG ").as_deref(), Some("ada@example.org"));
        let long = format!("{}@example.org", "a".repeat(250));
        for wrong in ["", "ada", "ada@", "@example.org", "a b@example.org", "a@b@c", "a@b\r\nBcc: x@y", &long]
        {
            assert_eq!(normal_address(wrong), None, "{wrong:?}");
        }
    }
}
