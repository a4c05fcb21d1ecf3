//! `taijitu doctor`: checks a site and says what to change.
//!
//! It changes nothing, creates no site, and connects only to the addresses it is given.

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

pub(crate) fn run(args: &DoctorArgs) -> Result<()> {
    let database = args.data.database()?;
    let mail = args.mail.settings()?;
    let mut findings = vec![machine::file_limit()];
    runtime()?.block_on(async {
        let now = clock::since_1970();
        findings.extend(data::check(&database, args.data.data.is_some(), args.url.is_some(), now).await);
        findings.extend(data::backups(&database, args.backups.as_deref(), now).await);
        match &args.url {
            Some(url) => findings.extend(web::check(url).await),
            None => findings.push(
                Finding::warning("site", "no address was given, so nothing was checked there")
                    .because("proxy, https and cookies can only be seen from outside")
                    .change("taijitu doctor --url https://club.example"),
            ),
        }
        if let Some(mail) = &mail {
            findings.push(mail::check(mail).await);
        }
    });
    output::print(&if args.json { finding::json(&findings)? } else { finding::text(&findings) })?;
    if findings.iter().any(|finding| finding.status == Severity::Wrong) {
        std::process::exit(1);
    }
    Ok(())
}
