//! Checks that the events each client received, and the answers of the nodes after the run, are the log as that viewer may
//! see it.

use super::Violations;
use crate::faults::table_history::{ClientHistory, NodeAnswer, TableHistory};
use serde_json::Value;
use std::collections::HashMap;
use taijitu_table::{Names, Table, Viewer};

const RECEIVED: &str = "every received event is in the log";
const CONVERGED: &str = "all clients and nodes catch up";
const SAME: &str = "all nodes return the same";

pub(super) fn check(history: &TableHistory, table: &Table, found: &mut Violations) {
    let profiles = history.clients.iter().filter_map(|client| client.profile.clone());
    let names = Names(profiles.map(|profile| (profile.id, profile)).collect::<HashMap<_, _>>());
    let head = history.log.len() as u64;
    for client in &history.clients {
        let viewer = Viewer(client.player());
        let right: Vec<Value> = history
            .log
            .iter()
            .filter_map(|entry| serde_json::to_value(table.event(entry, viewer, &names)).ok())
            .collect();
        check_received(client, &right, found);
        if client.head() != head {
            let how =
                format!("{} knows events up to {}, the log ends at {head}", client.name(), client.head());
            found.add(CONVERGED, how, None);
        }
        for answered in &client.answers {
            check_answers(client, answered, &right, found);
        }
        for pair in client.answers.windows(2) {
            if let [one, other] = pair
                && one.view != other.view
            {
                let (one, other) = (one.node + 1, other.node + 1);
                found.add(
                    SAME,
                    format!("{}: nodes {one} and {other} show different tables", client.name()),
                    None,
                );
            }
        }
    }
}

fn check_received(client: &ClientHistory, right: &[Value], found: &mut Violations) {
    for (n, event) in &client.events {
        let is = usize::try_from(*n).ok().and_then(|n| right.get(n.checked_sub(1)?));
        if is != Some(event) {
            let how = format!("{} received {event} as event {n}, which is {is:?}", client.name());
            found.add(RECEIVED, how, event["at"].as_i64());
        }
    }
}

fn check_answers(client: &ClientHistory, answered: &NodeAnswer, right: &[Value], found: &mut Violations) {
    let who = format!("{} at node {}", client.name(), answered.node + 1);
    if answered.events.len() != right.len() {
        let how = format!("{who} gets {} events of {}", answered.events.len(), right.len());
        return found.add(CONVERGED, how, None);
    }
    if let Some((is, events)) = right.iter().zip(&answered.events).find(|(is, events)| is != events) {
        found.add(SAME, format!("{who} gets {events}, which is {is}"), is["at"].as_i64());
    }
    if answered.view["head"].as_u64() != Some(right.len() as u64) {
        found.add(CONVERGED, format!("{who} gets a table at {}", answered.view["head"]), None);
    }
}
