//! What an attacker was answered.

use std::collections::BTreeMap;
use taijitu_testkit::Answer;

/// Refusals a server may answer with a status of 500 or above.
const DOCUMENTED: [&str; 2] = ["closing", "unavailable"];
/// Failures that are kept with their words.
const KEPT: usize = 20;

/// What came of an attack, as the attacker saw it.
#[derive(Clone, Debug, Default)]
pub struct AttackTally {
    /// Requests and messages sent.
    pub sent: u64,
    /// Refusals by their code, or by their status if they have none.
    pub refused: BTreeMap<String, u64>,
    /// Connections that the server refused or closed.
    pub closed: u64,
    /// What a server must never do, in words.
    pub failures: Vec<String>,
}

impl AttackTally {
    /// Notes an answer to a request.
    pub(super) fn answer(&mut self, what: &str, answer: &Answer) {
        if answer.status < 400 {
            return;
        }
        let code = answer.refusal().unwrap_or_else(|| answer.status.to_string());
        if answer.status >= 500 && !DOCUMENTED.contains(&code.as_str()) {
            self.fail(format!("{what}: {} {}", answer.status, shortened(&answer.text())));
        }
        self.refuse(&code);
    }

    /// Notes a refusal.
    pub(super) fn refuse(&mut self, code: &str) {
        *self.refused.entry(code.to_owned()).or_default() += 1;
    }

    /// Notes something a server must never do.
    pub(super) fn fail(&mut self, words: String) {
        if self.failures.len() < KEPT {
            self.failures.push(words);
        }
    }

    /// How many requests were refused.
    #[must_use]
    pub fn refusals(&self) -> u64 {
        self.refused.values().sum()
    }

    /// Refusals with their codes, the most frequent first.
    #[must_use]
    pub fn codes(&self) -> String {
        let mut codes: Vec<(&String, &u64)> = self.refused.iter().collect();
        codes.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let codes: Vec<String> = codes.iter().map(|(code, count)| format!("{code} {count}")).collect();
        if codes.is_empty() { "–".into() } else { codes.join(", ") }
    }
}

/// The beginning of a long text.
pub(super) fn shortened(text: &str) -> String {
    text.chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, body: &str) -> Answer {
        Answer { status, headers: vec![], body: body.into() }
    }

    #[test]
    fn refusals_are_counted_by_code_and_only_undocumented_failures_are_failures() {
        let mut tally = AttackTally::default();
        tally.answer("GET /", &answer(200, "{}"));
        for _ in 0..2 {
            tally.answer("GET /", &answer(429, r#"{"code":"too_fast"}"#));
        }
        tally.answer("GET /", &answer(503, r#"{"code":"unavailable"}"#));
        assert_eq!((tally.refusals(), tally.codes().as_str()), (3, "too_fast 2, unavailable 1"));
        assert!(tally.failures.is_empty());
        tally.answer("GET /", &answer(500, "oh"));
        assert_eq!(tally.failures, ["GET /: 500 oh"]);
    }
}
