//! 500 requests for events that wait 25 seconds each.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::json;
use std::time::Duration;

/// The attack.
pub(super) struct LongPollsAttack;

impl Attack for LongPollsAttack {
    fn name(&self) -> &'static str {
        "long-polls"
    }

    fn about(&self) -> &'static str {
        "500 requests for events that wait 25 seconds each"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let host = field.guest(field.stranger()).await?;
    let table = field.open(&host, &json!({"game": "y", "public": true})).await?;
    let head = host.look(&table).await["head"].clone();
    let strangers: Vec<usize> = (0..10).map(|_| field.stranger()).collect();
    field
        .run_attackers(field.many(500), Duration::from_secs(1), async |attacker, _| {
            let browser = field.browser(strangers[attacker % strangers.len()]);
            field.sent(1);
            let path = format!("/api/tables/{table}/events?since={head}&wait=25");
            field.noted(&path, &browser.try_get(&path).await?);
            Ok(())
        })
        .await;
    Ok(())
}
