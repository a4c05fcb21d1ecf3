//! People's turns while the engines have more to do than they can.

use super::turns::{Pace, Turns, run};
use crate::guest::{Guest, Manners};
use anyhow::Result;
use serde_json::json;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::task::JoinSet;

/// Turns a second of the people who are measured.
const RATE: f64 = 200.0;

/// Opens tables at which somebody answers an engine of the highest level at once, so that engines always think, and
/// measures others who play each other meanwhile.
///
/// # Errors
/// If the server refuses something it should not.
pub async fn beside_engines(
    address: SocketAddr,
    engines: u64,
    tables: usize,
    time: Duration,
) -> Result<Turns> {
    let mut busy = JoinSet::new();
    for seed in 0..engines {
        let manners = Manners { socket: true, ..Manners::default() };
        let mut guest = Guest::new(address, manners, seed).await?;
        guest.open(&json!({"game": "yinsh", "seat": 1, "engines": [8], "start": true})).await?;
        busy.spawn(async move { guest.play(u32::MAX).await });
    }
    let measured = run(address, Pace { tables, rate: Some(RATE), time }).await;
    busy.abort_all();
    measured
}
