//! Findings, and how they are printed.

use crate::output::harmless;
use anyhow::Result;
use serde_json::json;
use std::fmt::Write;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Severity {
    Ok,
    /// Worth checking; the site works.
    Warning,
    /// To be changed.
    Wrong,
}

impl Severity {
    const fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Wrong => "wrong",
        }
    }
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    /// The name of the check, in a word or two that stay the same.
    pub(super) check: &'static str,
    pub(super) status: Severity,
    /// The observation.
    pub(super) what: String,
    /// Why that matters.
    pub(super) why: Option<String>,
    /// What to change.
    pub(super) change: Option<String>,
}

impl Finding {
    pub(super) fn ok(check: &'static str, what: impl Into<String>) -> Self {
        Self { check, status: Severity::Ok, what: what.into(), why: None, change: None }
    }

    pub(super) fn warning(check: &'static str, what: impl Into<String>) -> Self {
        Self { status: Severity::Warning, ..Self::ok(check, what) }
    }

    pub(super) fn wrong(check: &'static str, what: impl Into<String>) -> Self {
        Self { status: Severity::Wrong, ..Self::ok(check, what) }
    }

    /// The same with the reason why it matters.
    pub(super) fn because(self, why: impl Into<String>) -> Self {
        Self { why: Some(why.into()), ..self }
    }

    /// The same with what to change.
    pub(super) fn change(self, change: impl Into<String>) -> Self {
        Self { change: Some(change.into()), ..self }
    }
}

/// For people: one line for what is fine, three for what is not, and the sum.
pub(super) fn text(findings: &[Finding]) -> String {
    let mut out = String::new();
    for Finding { check, status, what, why, change } in findings {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{:<8} {check}: {what}", status.word());
        if let Some(why) = why {
            let _ = writeln!(out, "{:9}why: {why}", "");
        }
        if let Some(change) = change {
            let _ = writeln!(out, "{:9}change: {change}", "");
        }
    }
    let count = |wanted| findings.iter().filter(|finding| finding.status == wanted).count();
    let (wrong, warnings, ok) = (count(Severity::Wrong), count(Severity::Warning), count(Severity::Ok));
    let _ = writeln!(out, "\n{wrong} wrong, {warnings} to look at, {ok} ok");
    harmless(&out)
}

/// For programs.
pub(super) fn json(findings: &[Finding]) -> Result<String> {
    let one = |Finding { check, status, what, why, change }: &Finding| json!({ "check": check, "status": status.word(), "what": what, "why": why, "change": change });
    let all: Vec<_> = findings.iter().map(one).collect();
    Ok(serde_json::to_string_pretty(&json!({ "findings": all }))? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passed_checks_are_one_line_and_control_characters_are_removed() {
        let bad = Finding::wrong("b", "seen \u{1b}[31m").because("it matters").change("do this");
        let text = text(&[Finding::ok("a", "fine"), bad.clone()]);
        assert_eq!(
            text,
            "ok       a: fine\nwrong    b: seen \u{fffd}[31m\n         why: it matters\n         change: do this\n\n\
             1 wrong, 0 to look at, 1 ok\n"
        );
        let parsed: serde_json::Value = serde_json::from_str(&json(&[bad]).unwrap()).unwrap();
        assert_eq!(parsed["findings"][0]["status"], "wrong");
    }
}
