//! Six guests who open 20 tables each with an engine of level 8 that has the first turn, and begin one game after the other there.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::json;
use std::cell::RefCell;
use std::time::Duration;

/// Games, and the seat of the guest: the other one begins.
const GAMES: [(&str, u8); 4] = [("yinsh", 2), ("y", 1), ("quinta", 1), ("sexta", 1)];

/// The attack.
pub(super) struct EnginesAttack;

impl Attack for EnginesAttack {
    fn name(&self) -> &'static str {
        "engines"
    }

    fn about(&self) -> &'static str {
        "six guests who open 20 tables each with an engine of level 8 that has the first turn, and begin one game after the other there"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let guests = field.guests(6).await?;
    let wanted = field.many(20) as u64;
    let tables: RefCell<Vec<Vec<String>>> = RefCell::new(vec![vec![]; guests.len()]);
    field
        .run_attackers(guests.len(), Duration::from_millis(100), async |attacker, round| {
            let guest = &guests[attacker];
            if round < wanted {
                let (game, seat) = GAMES[round as usize % GAMES.len()];
                let open = json!({"game": game, "seat": seat, "engines": [8], "start": true});
                // A cap on open tables refuses some of them.
                if let Some(answer) = field.post(guest, "/api/tables", &open).await
                    && let Some(table) = answer.value()["table"].as_str()
                {
                    tables.borrow_mut()[attacker].push(table.to_owned());
                }
                return Ok(());
            }
            let own = tables.borrow()[attacker].clone();
            if let Some(table) = own.get(round as usize / 2 % own.len().max(1)) {
                let action = if round % 2 == 0 { json!({"do": "resign"}) } else { json!({"do": "rematch"}) };
                field.post(guest, &format!("/api/tables/{table}/do"), &action).await;
            }
            Ok(())
        })
        .await;
    Ok(())
}
