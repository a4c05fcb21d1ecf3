//! Guests who sit down at a table and stand up again, thousands of times.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::json;
use std::time::Duration;

/// The attack.
pub(super) struct JoinsAttack;

impl Attack for JoinsAttack {
    fn name(&self) -> &'static str {
        "joins"
    }

    fn about(&self) -> &'static str {
        "guests who sit down at a table and stand up again, thousands of times"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let host = field.guest(field.stranger()).await?;
    let table = field
        .open(&host, &json!({"game": "zen", "options": {"players": "4"}, "seat": 0, "public": true}))
        .await?;
    let guests = field.guests(field.many(60)).await?;
    let path = format!("/api/tables/{table}/do");
    field
        .run_attackers(guests.len(), Duration::from_millis(60), async |attacker, round| {
            let action = if round % 2 == 0 { json!({"do": "join"}) } else { json!({"do": "leave"}) };
            field.post(&guests[attacker], &path, &action).await;
            Ok(())
        })
        .await;
    Ok(())
}
