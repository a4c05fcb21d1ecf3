//! 150 sockets that never read and watch a table again and again, each time for a snapshot with what may be touched.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use crate::abuse::wire::{RawSocket, TEXT, frame};
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::json;
use std::time::Duration;

/// The attack.
pub(super) struct DeafSocketsAttack;

impl Attack for DeafSocketsAttack {
    fn name(&self) -> &'static str {
        "deaf-sockets"
    }

    fn about(&self) -> &'static str {
        "150 sockets that never read and watch a table again and again, each time for a snapshot with what may be touched"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let host = field.guest(field.stranger()).await?;
    let open = json!({"game": "quinta", "hotseat": true, "start": true, "public": true});
    let table = field.open(&host, &open).await?;
    for _ in 0..8 {
        let message = json!({"text": "x".repeat(500)});
        field.post(&host, &format!("/api/tables/{table}/chat"), &message).await;
    }
    let watch = json!({"type": "watch", "table": table, "scenes": true}).to_string();
    let watch = frame(true, TEXT, watch.as_bytes());
    let strangers: Vec<usize> = (0..10).map(|_| field.stranger()).collect();
    field
        .run_attackers(field.many(150), Duration::from_secs(1), async |attacker, _| {
            let stranger = strangers[attacker % strangers.len()];
            let stream = field.narrow_wire(stranger).await?;
            // Every second one as the host, who gets the tree of touches.
            let client = (attacker % 2 == 0).then_some(&host);
            let mut socket = RawSocket::over(stream, field, stranger, client).await?;
            socket.send(&watch.repeat(60)).await?;
            field.sent(60);
            loop {
                // Waits without a limit once the server does not take any more, until that closes.
                socket.send(&watch).await?;
                field.sent(1);
                tokio::time::sleep(Duration::from_millis(40)).await;
            }
        })
        .await;
    Ok(())
}
