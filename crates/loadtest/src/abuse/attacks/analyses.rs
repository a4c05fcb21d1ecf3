//! Analyses of a minute with five lines, by clients that stay and by clients that leave at once; reviews; exact solutions of Yin Yang.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::json;
use std::time::Duration;

/// The attack.
pub(super) struct AnalysesAttack;

impl Attack for AnalysesAttack {
    fn name(&self) -> &'static str {
        "analyses"
    }

    fn about(&self) -> &'static str {
        "analyses of a minute with five lines, by clients that stay and by clients that leave at once; reviews; exact solutions of Yin Yang"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let guests = field.guests(field.many(40)).await?;
    let games = ["yinsh", "quinta", "sexta", "zen", "y"];
    let laws = json!({"laws_black": "bbbb>bbb. bwbw>* w...>.... b...>....", "laws_white": "wwww>www. wbwb>* b...>.... w...>...."});
    field
        .run_attackers(guests.len(), Duration::from_millis(200), async |attacker, round| {
            let guest = guests[attacker].at(field.address());
            let game = games[(attacker + round as usize) % games.len()];
            let study = match round % 4 {
                3 => json!({"game": "yinyang", "options": laws, "lines": 5, "seconds": 60}),
                _ => json!({"game": game, "lines": 5, "seconds": 60}),
            };
            let stays = if attacker % 2 == 0 { Duration::from_millis(50) } else { Duration::from_secs(3) };
            let _ = tokio::time::timeout(stays, field.post(&guest, "/api/analysis", &study)).await;
            if let Some(page) = field.get(&guest, "/api/archive?limit=1").await
                && let Some(game) = page.value()["games"][0]["id"].as_str()
            {
                let (path, body) = (format!("/api/finished/{game}/review"), json!({}));
                let _ = tokio::time::timeout(stays, field.post(&guest, &path, &body)).await;
            }
            Ok(())
        })
        .await;
    Ok(())
}
