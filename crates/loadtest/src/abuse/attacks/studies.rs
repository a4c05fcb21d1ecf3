//! Studies of 500 turns, with questions what may be touched and why not, and an engine's replies.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::json;
use std::time::Duration;
use taijitu_rules::playout::Random;
use taijitu_testkit::script::random_game;

/// The attack.
pub(super) struct StudiesAttack;

impl Attack for StudiesAttack {
    fn name(&self) -> &'static str {
        "studies"
    }

    fn about(&self) -> &'static str {
        "studies of 500 turns, with questions what may be touched and why not, and an engine's replies"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let guests = field.guests(field.many(40)).await?;
    let scripts: Vec<(&str, Vec<String>)> = ["yinsh", "quinta", "zen", "y", "tetra"]
        .into_iter()
        .map(|game| (game, random_game(game, 200, &mut Random::new(3))))
        .collect();
    field
        .run_attackers(guests.len(), Duration::from_millis(50), async |attacker, round| {
            let (game, turns) = &scripts[(attacker + round as usize / 4) % scripts.len()];
            let half = &turns[..turns.len() / 2];
            let guest = &guests[attacker];
            match round % 4 {
                0 => field.post(guest, "/api/study", &json!({"game": game, "turns": turns})).await,
                1 => {
                    let touches = json!([{"point": attacker}]);
                    let study = json!({"game": game, "turns": half, "touches": touches});
                    field.post(guest, "/api/study/branch", &study).await
                }
                2 => {
                    let study = json!({"game": game, "turns": half, "touch": {"point": attacker}});
                    field.post(guest, "/api/study/why", &study).await
                }
                _ => {
                    let study = json!({"game": game, "turns": half, "level": 3});
                    field.post(guest, "/api/study/reply", &study).await
                }
            };
            Ok(())
        })
        .await;
    Ok(())
}
