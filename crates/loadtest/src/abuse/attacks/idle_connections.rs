//! 1,200 connections from six addresses on which nothing is sent.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use std::time::Duration;
use tokio::io::AsyncReadExt;

/// The attack.
pub(super) struct IdleConnectionsAttack;

impl Attack for IdleConnectionsAttack {
    fn name(&self) -> &'static str {
        "idle-connections"
    }

    fn about(&self) -> &'static str {
        "1,200 connections from six addresses on which nothing is sent"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let strangers: Vec<usize> = (0..6).map(|_| field.stranger()).collect();
    field
        .run_attackers(field.many(1200), Duration::from_secs(1), async |attacker, _| {
            field.sent(1);
            let mut stream = field.wire(strangers[attacker % strangers.len()]).await?;
            // Nothing comes before the server closes.
            let _ = stream.read(&mut [0; 64]).await;
            anyhow::bail!("closed")
        })
        .await;
    Ok(())
}
