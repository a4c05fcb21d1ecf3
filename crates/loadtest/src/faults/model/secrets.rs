//! Checks secrets: no client except its owner receives a law of Yin Yang before it was used.
//!
//! Every message and answer that a client received is searched for the texts of the others' laws, as written and as they
//! lie on the board. A law may appear with the event that uses it, and all laws once the game has ended.

use super::Violations;
use crate::faults::table_history::{ClientHistory, TableHistory};
use taijitu_protocol::Seat;
use taijitu_rules::Side;
use taijitu_rules::games::yinyang::Law;
use taijitu_table::{LogEntry, LogEvent};

/// A secret law.
struct Secret {
    /// The owner's seat, from 0.
    seat: Seat,
    words: Vec<String>,
    /// The number of the event that reveals it.
    shown: u64,
}

pub(super) fn check(history: &TableHistory, found: &mut Violations) {
    let secrets = secrets(&history.log);
    for client in &history.clients {
        for secret in secrets.iter().filter(|secret| client.seat != Some(secret.seat)) {
            search(client, secret, found);
        }
    }
}

fn search(client: &ClientHistory, secret: &Secret, found: &mut Violations) {
    let early = client.messages.iter().filter(|message| message.reach < secret.shown);
    for message in early {
        if let Some(words) = secret.words.iter().find(|words| message.text.contains(words.as_str())) {
            let how = format!(
                "{} received `{words}` of seat {} before event {}: {}",
                client.name(),
                secret.seat,
                secret.shown,
                message.text
            );
            return found.add("no secret is sent", how, None);
        }
    }
}

/// The laws of a game whose texts no other player's laws have.
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

/// Whether this entry ends the game: a turn after which no side acts ends it, and reveals everything.
fn ends(entry: &LogEntry) -> bool {
    match &entry.event {
        LogEvent::Ended { .. } => true,
        LogEvent::Played { acts, .. } => acts.is_empty(),
        _ => false,
    }
}

/// The laws in an entry, with their numbers; one that replaces another has number 5.
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
