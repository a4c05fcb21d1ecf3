//! Illegal turns, wrong numbers, offers made and withdrawn, at a table of the attackers' own.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::json;
use std::time::Duration;

/// The attack.
pub(super) struct IllegalTurnsAttack;

impl Attack for IllegalTurnsAttack {
    fn name(&self) -> &'static str {
        "illegal-turns"
    }

    fn about(&self) -> &'static str {
        "illegal turns, wrong numbers, offers made and withdrawn, at a table of the attackers' own"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let guests = field.guests(2).await?;
    let table = field.open(&guests[0], &json!({"game": "yinsh", "seat": 1})).await?;
    let path = format!("/api/tables/{table}/do");
    field.post(&guests[1], &path, &json!({"do": "join"})).await;
    field.post(&guests[0], &path, &json!({"do": "start"})).await;
    field
        .run_attackers(field.many(20), Duration::from_millis(40), async |attacker, round| {
            let play = |turn: u64, text: &str| json!({"do": "play", "game": 1, "turn": turn, "text": text});
            let action = match round % 6 {
                0 => play(1, "z99"),
                1 => play(round, "e5"),
                2 => play(1, &"e5;".repeat(4000)),
                3 => json!({"do": "draw"}),
                4 => json!({"do": "refuse"}),
                _ => json!({"do": "time", "seat": 1 + attacker % 2, "seconds": 15}),
            };
            field.post(&guests[attacker % 2], &path, &action).await;
            Ok(())
        })
        .await;
    Ok(())
}
