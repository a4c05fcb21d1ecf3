//! Ten guests who say as much as they can at one table, by HTTP and by sockets, with long lines and direction marks.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use crate::abuse::wire::{RawSocket, TEXT, frame};
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::json;
use std::time::Duration;

/// The attack.
pub(super) struct ChatAttack;

impl Attack for ChatAttack {
    fn name(&self) -> &'static str {
        "chat"
    }

    fn about(&self) -> &'static str {
        "ten guests who say as much as they can at one table, by HTTP and by sockets, with long lines and direction marks"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let host = field.guest(field.stranger()).await?;
    let table = field.open(&host, &json!({"game": "y", "public": true})).await?;
    let guests = field.guests(10).await?;
    let path = format!("/api/tables/{table}/chat");
    let words =
        ["x".repeat(500), "\u{202e}\u{200b}".repeat(200), "y".repeat(15_000), "/help".into(), "/who".into()];
    field
        .run_attackers(field.many(40).max(2), Duration::from_millis(50), async |attacker, round| {
            let guest = &guests[attacker % guests.len()];
            let text = &words[round as usize % words.len()];
            if attacker % 2 == 0 {
                field.post(guest, &path, &json!({"text": text})).await;
                return Ok(());
            }
            let stranger = field.stranger();
            let mut socket =
                RawSocket::over(field.wire(stranger).await?, field, stranger, Some(guest)).await?;
            for number in 0..50 {
                let say = json!({"type": "say", "table": table, "id": number.to_string(), "text": text});
                socket.send(&frame(true, TEXT, say.to_string().as_bytes())).await?;
                field.sent(1);
            }
            socket.drain(Duration::from_millis(500)).await;
            Ok(())
        })
        .await;
    Ok(())
}
