//! Secrets: no client hears a law of Yin Yang before its owner has used it, unless it is the owner's own.
//!
//! Everything that came through a client's socket or was answered to it is searched for the words of the others' laws, as
//! they were written and as they lie on the board. A law may be heard with the event that uses it, and all of them once
//! the game has ended.

use super::Violations;
use crate::faults::story::{Story, Witness};
use taijitu_protocol::Seat;
use taijitu_rules::Side;
use taijitu_rules::games::yinyang::Law;
use taijitu_table::{LogEntry, LogEvent};

/// A law that somebody keeps secret.
struct Secret {
    /// Whose, from 0.
    seat: Seat,
    words: Vec<String>,
    /// The event that shows it.
    shown: u64,
}

pub(super) fn check(story: &Story, found: &mut Violations) {
    let secrets = secrets(&story.log);
    for witness in &story.witnesses {
        for secret in secrets.iter().filter(|secret| witness.seat != Some(secret.seat)) {
            search(witness, secret, found);
        }
    }
}

fn search(witness: &Witness, secret: &Secret, found: &mut Violations) {
    let told = witness.heard.iter().filter(|heard| heard.reach < secret.shown);
    for heard in told {
        if let Some(words) = secret.words.iter().find(|words| heard.text.contains(words.as_str())) {
            let how = format!(
                "{} heard `{words}` of seat {} before event {}: {}",
                witness.name(),
                secret.seat,
                secret.shown,
                heard.text
            );
            return found.add("no secret leaves the house", how, None);
        }
    }
}

/// The laws of a game that cannot be mistaken for somebody else's.
fn secrets(log: &[LogEntry]) -> Vec<Secret> {
    let written: Vec<(Seat, usize, Law)> = log.iter().flat_map(laws_in).collect();
    let ended = log.iter().find(|entry| ends(entry)).map(|entry| entry.n);
    let forms = |law: Law| [law.to_string(), law.on_board(Side::White).to_string()];
    let mut secrets = vec![];
    for (seat, number, law) in &written {
        let words = forms(*law);
        let is_shared = written
            .iter()
            .any(|(other, _, law)| other != seat && forms(*law).iter().any(|form| words.contains(form)));
        if *number <= 4 && !is_shared {
            let used = log.iter().find(|entry| uses(entry, *seat, *number)).map(|entry| entry.n);
            let shown = used.unwrap_or(u64::MAX).min(ended.unwrap_or(u64::MAX));
            secrets.push(Secret { seat: *seat, words: words.into(), shown });
        }
    }
    secrets
}

/// Whether the game is over with this entry: a turn after which nobody acts ends it, and shows everything.
fn ends(entry: &LogEntry) -> bool {
    match &entry.event {
        LogEvent::Ended { .. } => true,
        LogEvent::Played { acts, .. } => acts.is_empty(),
        _ => false,
    }
}

/// The laws an entry speaks of, with their numbers; one that is written in the place of another has number 5.
fn laws_in(entry: &LogEntry) -> Vec<(Seat, usize, Law)> {
    let LogEvent::Played { seat, text, .. } = &entry.event else { return vec![] };
    let law = |number: usize, word: &str| Law::parse(word).ok().map(|law| (*seat, number, law));
    match text.strip_prefix("laws ") {
        Some(laws) => (1..).zip(laws.split(' ')).filter_map(|(number, word)| law(number, word)).collect(),
        None => text.split([' ', ':']).filter_map(|word| law(5, word)).collect(),
    }
}

fn uses(entry: &LogEntry, by: Seat, number: usize) -> bool {
    matches!(&entry.event, LogEvent::Played { seat, text, .. } if *seat == by && text.contains(&format!("L{number}@")))
}
