//! Requests: what was acknowledged happened once and there; what was refused did not happen, and was refused rightly.

use super::Violations;
use crate::faults::story::{ClientRequest, Fate, Story};
use std::collections::BTreeMap;
use taijitu_protocol::{Command, PlayerId, Seat};
use taijitu_table::{LogEntry, LogEvent};

/// An answer is on its way for a while: what was committed so shortly before it was heard may have come later.
const ON_ITS_WAY: i64 = 250;

pub(super) fn check(story: &Story, found: &mut Violations) {
    let mut by_request: BTreeMap<(PlayerId, &str), Vec<&LogEntry>> = BTreeMap::new();
    for entry in &story.log {
        if let Some((player, id)) = &entry.request {
            by_request.entry((*player, id)).or_default().push(entry);
        }
    }
    for ((_, id), entries) in &by_request {
        if let [_, second, ..] = entries[..] {
            let how = format!("request {id} made {} events", entries.len());
            found.add("a request happens once", how, Some(second.at));
        }
    }
    for witness in &story.witnesses {
        let Some(player) = witness.player() else { continue };
        for asked in &witness.asked {
            let made = by_request.get(&(player, asked.id.as_str())).map_or(&[][..], Vec::as_slice);
            one(
                &format!("{}, request {}", witness.name(), asked.id),
                asked,
                made,
                story,
                witness.seat,
                found,
            );
        }
    }
}

fn one(
    who: &str,
    asked: &ClientRequest,
    made: &[&LogEntry],
    story: &Story,
    seat: Option<Seat>,
    found: &mut Violations,
) {
    let at = Some(asked.answered);
    match &asked.fate {
        Fate::Done(n) => {
            let there =
                made.first().filter(|entry| entry.n == *n && fits(&entry.event, &asked.command, seat));
            if there.is_none() {
                let is = story.log.iter().find(|entry| entry.n == *n).map(|entry| &entry.event);
                let how =
                    format!("{who}: {:?} was acknowledged as event {n}, which is {is:?}", asked.command);
                found.add("what was acknowledged is in the log", how, at);
            }
        }
        Fate::Refused(code) => {
            if let Some(entry) = made.first() {
                let how = format!("{who} was refused ({code}) and happened as event {}", entry.n);
                found.add("what was refused did not happen", how, at);
            } else if is_right(asked, seat, &story.log) {
                let how =
                    format!("{who}: {:?} was refused ({code}) after event {}", asked.command, asked.knew);
                found.add("what is right is not refused", how, at);
            }
        }
        Fate::Unanswered => (),
    }
}

/// Whether an event is what a command asks for.
fn fits(event: &LogEvent, command: &Command, seat: Option<Seat>) -> bool {
    let own = |by: Seat| Some(by) == seat;
    match (command, event) {
        (Command::Play { turn, .. }, LogEvent::Played { turn: played, seat: by, .. }) => {
            // Laws are written at once, all as turn 1.
            own(*by) && (turn == played || *turn == 1)
        }
        (Command::Join { .. }, LogEvent::Seated { seat: by, .. })
        | (Command::Resign, LogEvent::Resigning { seat: by }) => own(*by),
        (Command::Start, LogEvent::Started { .. }) | (Command::Resign, LogEvent::Ended { .. }) => true,
        _ => false,
    }
}

/// Whether a turn was refused although it was its player's turn, with the right number, and nothing else had happened:
/// the node that refused it did not know how the game stood.
fn is_right(asked: &ClientRequest, seat: Option<Seat>, log: &[LogEntry]) -> bool {
    let (Command::Play { turn, .. }, Some(seat)) = (&asked.command, seat) else { return false };
    let (before, after): (Vec<&LogEntry>, Vec<&LogEntry>) =
        log.iter().partition(|entry| entry.n <= asked.knew);
    if after.first().is_some_and(|next| next.at <= asked.answered + ON_ITS_WAY) {
        return false;
    }
    let stands = before.iter().rev().find_map(|entry| match &entry.event {
        LogEvent::Started { acts, .. } => Some((1, acts)),
        LogEvent::Played { turn, acts, .. } => Some((turn + 1, acts)),
        _ => None,
    });
    stands.is_some_and(|(next, acts)| next == *turn && acts.contains(&seat))
}
