//! Checks requests: an acknowledged one is in the log once, with the acknowledged number; a refused one is not in the log,
//! and was refused for a reason.

use super::Violations;
use crate::faults::table_history::{ClientRequest, RequestOutcome, TableHistory};
use std::collections::BTreeMap;
use taijitu_protocol::{Command, PlayerId, Seat};
use taijitu_table::{LogEntry, LogEvent};

/// The time an answer may travel: an event committed this shortly before the answer arrived may be later than the answer.
const ON_ITS_WAY: i64 = 250;

pub(super) fn check(history: &TableHistory, found: &mut Violations) {
    let mut by_request: BTreeMap<(PlayerId, &str), Vec<&LogEntry>> = BTreeMap::new();
    for entry in &history.log {
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
    for client in &history.clients {
        let Some(player) = client.player() else { continue };
        for request in &client.requests {
            let made = by_request.get(&(player, request.id.as_str())).map_or(&[][..], Vec::as_slice);
            one(
                &format!("{}, request {}", client.name(), request.id),
                request,
                made,
                history,
                client.seat,
                found,
            );
        }
    }
}

fn one(
    who: &str,
    request: &ClientRequest,
    made: &[&LogEntry],
    history: &TableHistory,
    seat: Option<Seat>,
    found: &mut Violations,
) {
    let at = Some(request.answered);
    match &request.outcome {
        RequestOutcome::Done(n) => {
            let there =
                made.first().filter(|entry| entry.n == *n && fits(&entry.event, &request.command, seat));
            if there.is_none() {
                let is = history.log.iter().find(|entry| entry.n == *n).map(|entry| &entry.event);
                let how =
                    format!("{who}: {:?} was acknowledged as event {n}, which is {is:?}", request.command);
                found.add("what was acknowledged is in the log", how, at);
            }
        }
        RequestOutcome::Refused(code) => {
            if let Some(entry) = made.first() {
                let how = format!("{who} was refused ({code}) and happened as event {}", entry.n);
                found.add("what was refused did not happen", how, at);
            } else if is_right(request, seat, &history.log) {
                let how = format!(
                    "{who}: {:?} was refused ({code}) after event {}",
                    request.command, request.known_head
                );
                found.add("what is right is not refused", how, at);
            }
        }
        RequestOutcome::Unanswered => (),
    }
}

/// Whether an event is the result of a command.
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

/// Whether a turn was refused although it was its player's turn, with the right number, and no other event came between:
/// the node that refused it was behind the log.
fn is_right(request: &ClientRequest, seat: Option<Seat>, log: &[LogEntry]) -> bool {
    let (Command::Play { turn, .. }, Some(seat)) = (&request.command, seat) else { return false };
    let (before, after): (Vec<&LogEntry>, Vec<&LogEntry>) =
        log.iter().partition(|entry| entry.n <= request.known_head);
    if after.first().is_some_and(|next| next.at <= request.answered + ON_ITS_WAY) {
        return false;
    }
    let stands = before.iter().rev().find_map(|entry| match &entry.event {
        LogEvent::Started { acts, .. } => Some((1, acts)),
        LogEvent::Played { turn, acts, .. } => Some((turn + 1, acts)),
        _ => None,
    });
    stands.is_some_and(|(next, acts)| next == *turn && acts.contains(&seat))
}
