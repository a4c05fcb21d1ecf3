//! `taijitu doctor`: looks at a site as a knowledgeable friend would, and says what to change.
//!
//! It changes nothing, makes no site, and talks to nobody but the addresses it is given.

mod client;
mod data;
mod finding;
mod machine;
mod mail;
mod web;

use super::serve::runtime;
use crate::cli::DoctorArgs;
use crate::clock;
use crate::output;
use anyhow::Result;
use finding::{Finding, Severity};

pub(crate) fn run(asked: &DoctorArgs) -> Result<()> {
    let database = asked.data.database()?;
    let mail = asked.mail.settings()?;
    let mut findings = vec![machine::file_limit()];
    runtime()?.block_on(async {
        let now = clock::since_1970();
        findings.extend(data::look(&database, asked.data.data.is_some(), asked.url.is_some(), now).await);
        findings.extend(data::backups(&database, asked.backups.as_deref(), now).await);
        match &asked.url {
            Some(url) => findings.extend(web::look(url).await),
            None => findings.push(
                Finding::warning("site", "its address was not given, so nothing was asked there")
                    .because("proxy, https and cookies can only be seen from outside")
                    .change("taijitu doctor --url https://club.example"),
            ),
        }
        if let Some(mail) = &mail {
            findings.push(mail::look(mail).await);
        }
    });
    output::print(&if asked.json { finding::json(&findings)? } else { finding::text(&findings) })?;
    if findings.iter().any(|finding| finding.status == Severity::Wrong) {
        std::process::exit(1);
    }
    Ok(())
}
