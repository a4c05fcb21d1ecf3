//! Sockets that send nothing but pings, thousands a second, and half of them read no pong.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use crate::abuse::wire::{PING, RawSocket, frame};
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use std::time::Duration;

/// The attack.
pub(super) struct PingsAttack;

impl Attack for PingsAttack {
    fn name(&self) -> &'static str {
        "pings"
    }

    fn about(&self) -> &'static str {
        "sockets that send nothing but pings, thousands a second, and half of them read no pong"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let strangers: Vec<usize> = (0..5).map(|_| field.stranger()).collect();
    let pings = frame(true, PING, &[7; 125]).repeat(50);
    field
        .run_attackers(field.many(40), Duration::from_secs(1), async |attacker, _| {
            let stranger = strangers[attacker % strangers.len()];
            let stream = if attacker % 2 == 0 {
                field.wire(stranger).await?
            } else {
                field.narrow_wire(stranger).await?
            };
            let mut socket = RawSocket::over(stream, field, stranger, None).await?;
            loop {
                socket.send(&pings).await?;
                field.sent(50);
                if attacker % 2 == 0 && socket.drain(Duration::from_millis(300)).await {
                    anyhow::bail!("closed");
                }
                tokio::time::sleep(Duration::from_millis(300)).await;
            }
        })
        .await;
    Ok(())
}
