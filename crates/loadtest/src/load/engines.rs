//! People's turns while the engines have more to do than they can.

use super::site::LoadSite;
use super::turns::{TurnPace, Turns, run};
use anyhow::{Context, Result};
use serde_json::json;
use taijitu_testkit::{Guest, Misbehaviour};
use tokio::task::JoinSet;

/// Opens tables at which a client replies at once to an engine of the highest level, so that engines always
/// search, and measures other players meanwhile.
///
/// # Errors
/// If the server refuses a legal request.
pub async fn beside_engines(site: &LoadSite, engines: u64, pace: TurnPace) -> Result<Turns> {
    let address = site.addresses().first().copied().context("a node")?;
    let mut busy = JoinSet::new();
    for seed in 0..engines {
        let manners = Misbehaviour { socket: true, ..Misbehaviour::default() };
        let mut guest = Guest::new(address, manners, seed).await?;
        guest.open(&json!({"game": "yinsh", "seat": 1, "engines": [8], "start": true})).await?;
        busy.spawn(async move { guest.play(u32::MAX).await });
    }
    let measured = run(site, pace).await;
    busy.abort_all();
    measured
}
