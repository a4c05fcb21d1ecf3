//! Sockets that are opened and dropped at once, hundreds a second.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use crate::abuse::wire::RawSocket;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use std::time::Duration;

/// The attack.
pub(super) struct ReconnectsAttack;

impl Attack for ReconnectsAttack {
    fn name(&self) -> &'static str {
        "reconnects"
    }

    fn about(&self) -> &'static str {
        "sockets that are opened and dropped at once, hundreds a second"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let strangers: Vec<usize> = (0..5).map(|_| field.stranger()).collect();
    field
        .run_attackers(field.many(40), Duration::from_millis(100), async |attacker, _| {
            let stranger = strangers[attacker % strangers.len()];
            field.sent(1);
            RawSocket::over(field.wire(stranger).await?, field, stranger, None).await.map(drop)
        })
        .await;
    Ok(())
}
