//! What was told, and what is told in the end: for every viewer what the log says, as this viewer may see it.

use super::Violations;
use crate::faults::story::{NodeAnswer, Story, Witness};
use serde_json::Value;
use std::collections::HashMap;
use taijitu_table::{Names, Table, Viewer};

const TOLD: &str = "whatever anybody was told is in the log";
const CONVERGED: &str = "everybody knows everything in the end";
const SAME: &str = "all nodes tell the same";

pub(super) fn check(story: &Story, table: &Table, found: &mut Violations) {
    let profiles = story.witnesses.iter().filter_map(|witness| witness.profile.clone());
    let names = Names(profiles.map(|profile| (profile.id, profile)).collect::<HashMap<_, _>>());
    let head = story.log.len() as u64;
    for witness in &story.witnesses {
        let viewer = Viewer(witness.player());
        let right: Vec<Value> = story
            .log
            .iter()
            .filter_map(|entry| serde_json::to_value(table.event(entry, viewer, &names)).ok())
            .collect();
        along_the_way(witness, &right, found);
        if witness.head() != head {
            let how =
                format!("{} knows events up to {}, the log ends at {head}", witness.name(), witness.head());
            found.add(CONVERGED, how, None);
        }
        for answered in &witness.answers {
            in_the_end(witness, answered, &right, found);
        }
        for pair in witness.answers.windows(2) {
            if let [one, other] = pair
                && one.view != other.view
            {
                let (one, other) = (one.node + 1, other.node + 1);
                found.add(
                    SAME,
                    format!("{}: nodes {one} and {other} show different tables", witness.name()),
                    None,
                );
            }
        }
    }
}

fn along_the_way(witness: &Witness, right: &[Value], found: &mut Violations) {
    for (n, told) in &witness.told {
        let is = usize::try_from(*n).ok().and_then(|n| right.get(n.checked_sub(1)?));
        if is != Some(told) {
            let how = format!("{} was told {told} as event {n}, which is {is:?}", witness.name());
            found.add(TOLD, how, told["at"].as_i64());
        }
    }
}

fn in_the_end(witness: &Witness, answered: &NodeAnswer, right: &[Value], found: &mut Violations) {
    let who = format!("{} at node {}", witness.name(), answered.node + 1);
    if answered.events.len() != right.len() {
        let how = format!("{who} gets {} events of {}", answered.events.len(), right.len());
        return found.add(CONVERGED, how, None);
    }
    if let Some((is, told)) = right.iter().zip(&answered.events).find(|(is, told)| is != told) {
        found.add(SAME, format!("{who} gets {told}, which is {is}"), is["at"].as_i64());
    }
    if answered.view["head"].as_u64() != Some(right.len() as u64) {
        found.add(CONVERGED, format!("{who} gets a table at {}", answered.view["head"]), None);
    }
}
