//! The state after the run: the logs in the database, and the answers of every node to every client.

use super::client::RoamingClient;
use super::table_history::{NodeAnswer, TableHistory};
use super::tables::PlayedTable;
use crate::clock::now;
use anyhow::{Context, Result};
use futures_util::{StreamExt, TryStreamExt, stream};
use serde_json::Value;
use std::time::Duration;
use taijitu_store::Store;
use taijitu_table::LogEntry;

/// Tables read at the same time.
const AT_ONCE: usize = 6;
/// How long a node may take to catch up once no fault is in effect.
const CONVERGE: Duration = Duration::from_secs(20);

/// Reads the histories of all tables.
pub(super) async fn histories(
    parties: Vec<PlayedTable>,
    store: &Store,
    nodes: usize,
) -> Result<Vec<TableHistory>> {
    stream::iter(parties)
        .map(|party| history(party, store, nodes))
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await
}

async fn history(party: PlayedTable, store: &Store, nodes: usize) -> Result<TableHistory> {
    let id = party.id;
    let rows = store.events(id, 0, i64::MAX).await?;
    let log: Vec<LogEntry> = rows
        .iter()
        .map(|row| LogEntry::read(row.n.unsigned_abs(), row.at, &row.body).context("an unreadable event"))
        .collect::<Result<_>>()?;
    let heads = store.heads(&[id]).await?;
    let head = heads.first().map_or(0, |(_, head)| head.unsigned_abs());
    let finished = store.games_of_table(id).await?;
    let mut clients = vec![];
    for mut client in party.clients {
        for node in 0..nodes {
            match answers(&mut client, node, head).await {
                Ok(answered) => client.history.answers.push(answered),
                Err(error) => {
                    client.history.wrong.push(format!("node {} in the end: {error:#}", node + 1));
                }
            }
        }
        clients.push(client.history);
    }
    Ok(TableHistory { id: party.id, game: party.game, clients, log, head, finished })
}

/// The answers of a node, once it has caught up or the time for that is over.
async fn answers(client: &mut RoamingClient, node: usize, head: u64) -> Result<NodeAnswer> {
    let began = now();
    loop {
        let path = client.path("?scenes=true");
        let mut view = client.ask_at(node, &path).await?;
        if view["head"].as_u64() == Some(head) || began.elapsed() > CONVERGE {
            blank(&mut view);
            return Ok(NodeAnswer { node, events: events(client, node, head).await?, view });
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

async fn events(client: &mut RoamingClient, node: usize, head: u64) -> Result<Vec<Value>> {
    let mut all: Vec<Value> = vec![];
    loop {
        let since = all.last().map_or(0, |event| event["n"].as_u64().unwrap_or(0));
        let path = client.path(&format!("/events?since={since}"));
        let page = client.ask_at(node, &path).await?;
        let events = page["events"].as_array().context("events")?;
        all.extend(events.iter().cloned());
        if events.is_empty() || all.len() as u64 >= head {
            return Ok(all);
        }
    }
}

/// Removes fields that change with time or with the connected clients.
fn blank(view: &mut Value) {
    match view {
        Value::Object(fields) => {
            fields.retain(|name, _| !["now", "watching", "present", "clocks"].contains(&name.as_str()));
            fields.values_mut().for_each(blank);
        }
        Value::Array(values) => values.iter_mut().for_each(blank),
        _ => (),
    }
}
