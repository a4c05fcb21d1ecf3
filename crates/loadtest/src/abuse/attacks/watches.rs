//! Sockets that watch and leave tables as fast as they may, with numbers beyond the log and tables that do not exist.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use crate::abuse::wire::{RawSocket, TEXT, frame};
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::json;
use std::time::Duration;

/// The attack.
pub(super) struct WatchesAttack;

impl Attack for WatchesAttack {
    fn name(&self) -> &'static str {
        "watches"
    }

    fn about(&self) -> &'static str {
        "sockets that watch and leave tables as fast as they may, with numbers beyond the log and tables that do not exist"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let host = field.guest(field.stranger()).await?;
    let mut tables = vec!["00000000000000000000000000".to_owned()];
    for _ in 0..4 {
        tables.push(field.open(&host, &json!({"game": "quinta", "hotseat": true, "start": true})).await?);
    }
    let strangers: Vec<usize> = (0..10).map(|_| field.stranger()).collect();
    field
        .run_attackers(field.many(40), Duration::from_secs(1), async |attacker, _| {
            let stranger = strangers[attacker % strangers.len()];
            let mut socket = RawSocket::over(field.wire(stranger).await?, field, stranger, None).await?;
            for number in 0..100 {
                let table = &tables[number % tables.len()];
                let message = match number % 3 {
                    0 => json!({"type": "watch", "table": table, "scenes": true}),
                    1 => json!({"type": "watch", "table": table, "since": u64::MAX - 1}),
                    _ => json!({"type": "unwatch", "table": table}),
                };
                socket.send(&frame(true, TEXT, message.to_string().as_bytes())).await?;
                field.sent(1);
            }
            if socket.drain(Duration::from_millis(500)).await {
                anyhow::bail!("closed");
            }
            Ok(())
        })
        .await;
    Ok(())
}
