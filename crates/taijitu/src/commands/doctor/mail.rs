//! The mail server.

use super::finding::Finding;
use taijitu_server::MailSettings;

/// Connects to the mail server and signs in; nothing is sent.
pub(super) async fn check(mail: &MailSettings) -> Finding {
    match mail.test().await {
        Ok(()) => Finding::ok("mail", "the mail server accepts the login"),
        Err(error) => Finding::wrong("mail", format!("the mail server refuses the login: {error}"))
            .because("links for lost passwords are not sent")
            .change(
                "check --smtp-url: host, port, name and password; smtps:// for port 465, smtp:// for 587",
            ),
    }
}
