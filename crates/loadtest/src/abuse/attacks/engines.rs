//! Six guests who open 20 tables each with engines of level 8 that play each other or have the first turn.

use crate::abuse::attack::Attack;
use crate::abuse::field::Field;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::json;
use std::time::Duration;

/// The attack.
pub(super) struct Engines;

impl Attack for Engines {
    fn name(&self) -> &'static str {
        "engines"
    }

    fn about(&self) -> &'static str {
        "six guests who open 20 tables each with engines of level 8 that play each other or have the first turn"
    }

    fn run<'a>(&'a self, field: &'a Field) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &Field) -> Result<()> {
    let guests = field.guests(6).await?;
    let tables = field.many(20) as u64;
    field
        .crowd(guests.len(), Duration::from_millis(100), async |attacker, round| {
            if round < tables {
                let game = ["yinsh", "y", "quinta", "sexta"][round as usize % 4];
                let alone = round % 2 == 0;
                let open = if alone {
                    json!({"game": game, "seat": 0, "engines": [8, 8], "start": true})
                } else {
                    json!({"game": game, "seat": 2, "engines": [8], "start": true})
                };
                // A cap on open tables refuses some of them.
                field.post(&guests[attacker], "/api/tables", &open).await;
            }
            Ok(())
        })
        .await;
    Ok(())
}
