//! People's turns while the engines have more to do than they can.

use super::site::LoadSite;
use super::turns::{TurnPace, Turns, run};
use anyhow::{Context, Result};
use serde_json::json;
use taijitu_testkit::{Guest, Manners};
use tokio::task::JoinSet;

/// Opens tables at which somebody answers an engine of the highest level at once, so that engines always think, and
/// measures others who play each other meanwhile.
///
/// # Errors
/// If the server refuses something it should not.
pub async fn beside_engines(site: &LoadSite, engines: u64, pace: TurnPace) -> Result<Turns> {
    let address = site.addresses().first().copied().context("a node")?;
    let mut busy = JoinSet::new();
    for seed in 0..engines {
        let manners = Manners { socket: true, ..Manners::default() };
        let mut guest = Guest::new(address, manners, seed).await?;
        guest.open(&json!({"game": "yinsh", "seat": 1, "engines": [8], "start": true})).await?;
        busy.spawn(async move { guest.play(u32::MAX).await });
    }
    let measured = run(site, pace).await;
    busy.abort_all();
    measured
}
