//! Lists of all turns of Y with a handicap of 4 to 8, asked for again and again by clients that leave before the answer.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::json;
use std::time::Duration;

/// How long a client waits before it leaves.
const PATIENCE: Duration = Duration::from_millis(1500);

/// The attack.
pub(super) struct TurnsListAttack;

impl Attack for TurnsListAttack {
    fn name(&self) -> &'static str {
        "turns-list"
    }

    fn about(&self) -> &'static str {
        "lists of all turns of Y with a handicap of 4 to 8, asked for again and again by clients that leave before the answer"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let mut tables = vec![];
    for (guest, handicap) in field.guests(5).await?.into_iter().zip(4..=8) {
        let options = json!({"pie": "off", "handicap": handicap.to_string()});
        let open = json!({"game": "y", "options": options, "hotseat": true, "start": true});
        let table = field.open(&guest, &open).await?;
        tables.push((guest, table));
    }
    field
        .run_attackers(field.many(40), Duration::from_millis(300), async |attacker, _| {
            let (guest, table) = &tables[attacker % tables.len()];
            let guest = guest.at(field.address());
            let path = format!("/api/tables/{table}/turns");
            let _ = tokio::time::timeout(PATIENCE, field.get(&guest, &path)).await;
            Ok(())
        })
        .await;
    Ok(())
}
