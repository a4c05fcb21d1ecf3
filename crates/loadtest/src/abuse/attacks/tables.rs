//! Tables opened, paired and left without end by six guests.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::json;
use std::time::Duration;

/// The attack.
pub(super) struct TablesAttack;

impl Attack for TablesAttack {
    fn name(&self) -> &'static str {
        "tables"
    }

    fn about(&self) -> &'static str {
        "tables opened, paired and left without end by six guests"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let guests = field.guests(6).await?;
    let games = ["yinsh", "y", "quinta", "zen", "yinyang", "tetra"];
    field
        .run_attackers(field.many(24), Duration::from_millis(50), async |attacker, round| {
            let guest = &guests[attacker % guests.len()];
            let game = games[round as usize % games.len()];
            if attacker % 3 == 0 {
                let time = json!({"kind": "total", "seconds": 60 + round});
                field.post(guest, "/api/pairing", &json!({"game": game, "time": time})).await;
            } else {
                field.post(guest, "/api/tables", &json!({"game": game, "public": true})).await;
            }
            Ok(())
        })
        .await;
    Ok(())
}
