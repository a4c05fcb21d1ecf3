//! Streams of own events that nobody reads, beside games whose every turn wakes them.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::{Context, Result};
use futures_util::FutureExt;
use futures_util::future::{LocalBoxFuture, join};
use serde_json::json;
use std::time::Duration;
use taijitu_testkit::Client;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// The attack.
pub(super) struct EventStreamsAttack;

impl Attack for EventStreamsAttack {
    fn name(&self) -> &'static str {
        "event-streams"
    }

    fn about(&self) -> &'static str {
        "500 streams of own events of which nothing is read, beside games whose every turn wakes them"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let strangers: Vec<usize> = (0..10).map(|_| field.stranger()).collect();
    let mut guests = vec![];
    for number in 0..field.many(60) {
        guests.push(field.guest(strangers[number % strangers.len()]).await?);
    }
    let streams = field.run_attackers(field.many(500), Duration::from_secs(1), async |attacker, _| {
        let number = attacker % guests.len();
        hold_stream(field, strangers[number % strangers.len()], &guests[number]).await
    });
    let games = field.run_attackers(guests.len(), Duration::from_millis(500), async |attacker, _| {
        let guest = &guests[attacker];
        let open = json!({"game": "y", "options": {"pie": "off"}, "hotseat": true, "start": true});
        let table = field.open(guest, &open).await?;
        for (number, point) in ["a1", "a2", "a3", "a4", "b2", "b3", "b4", "c3"].iter().enumerate() {
            let turn = json!({"do": "play", "game": 1, "turn": number + 1, "text": point});
            field.post(guest, &format!("/api/tables/{table}/do"), &turn).await;
        }
        field.post(guest, &format!("/api/tables/{table}/do"), &json!({"do": "resign"})).await;
        field.post(guest, &format!("/api/tables/{table}/do"), &json!({"do": "close"})).await;
        Ok(())
    });
    join(streams, games).await;
    Ok(())
}

/// Asks for a stream over a connection into which little fits, and reads nothing but its status.
async fn hold_stream(field: &AttackField, stranger: usize, guest: &Client) -> Result<()> {
    let mut stream = field.narrow_wire(stranger).await?;
    let (forwarded, cookie) = (field.forwarded_line(stranger), guest.cookie().context("a guest")?);
    let request = format!("GET /api/me/events HTTP/1.1\r\nhost: a\r\ncookie: {cookie}\r\n{forwarded}\r\n");
    stream.write_all(request.as_bytes()).await?;
    field.sent(1);
    let mut status = [0; 12];
    stream.read_exact(&mut status).await?;
    if !status.ends_with(b"200") {
        field.refused(&String::from_utf8_lossy(&status[9..]));
        return Ok(());
    }
    // Until the server closes, or the attack is over.
    while stream.writable().await.is_ok() && stream.write_all(b"\r\n").await.is_ok() {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    Ok(())
}
