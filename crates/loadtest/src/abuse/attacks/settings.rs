//! Own settings changed without end: lists, privacy, notices, vacations, conditional turns; and lists of the best, ratings, puzzles.

use super::challenges::player_id;
use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::{Value, json};
use std::time::Duration;

/// The attack.
pub(super) struct SettingsAttack;

impl Attack for SettingsAttack {
    fn name(&self) -> &'static str {
        "settings"
    }

    fn about(&self) -> &'static str {
        "own settings changed without end (lists, privacy, notices, vacations, conditional turns), leaderboards, ratings and \
         solutions of puzzles"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let guests = field.guests(field.many(20)).await?;
    let mut players = vec![];
    for (number, guest) in guests.iter().enumerate() {
        let account =
            json!({"name": format!("Zw{number}y{}", field.stranger()), "password": "a long enough password"});
        field.post(guest, "/api/register", &account).await;
        players.push(player_id(guest).await?);
    }
    let table = field.open(&guests[0], &json!({"game": "y", "time": {"kind": "days", "days": 1}})).await?;
    field
        .run_attackers(guests.len(), Duration::from_millis(50), async |attacker, round| {
            let (guest, other) = (&guests[attacker], &players[(attacker + round as usize) % players.len()]);
            let change = async |method: &str, path: &str, body: Value| {
                let body = body.to_string();
                field.send(guest, method, path, Some("application/json"), body.as_bytes()).await;
            };
            let is_quiet = round.is_multiple_of(2);
            let quiet = json!({"from": round % 24, "to": 8, "offset": 0});
            change("PUT", &format!("/api/me/follows/{other}"), json!({})).await;
            change("PUT", &format!("/api/me/blocks/{other}"), json!({})).await;
            change("DELETE", &format!("/api/me/blocks/{other}"), json!({})).await;
            change(
                "PUT",
                "/api/me/privacy",
                json!({"presence": if is_quiet { "nobody" } else { "everybody" }}),
            )
            .await;
            change("PUT", "/api/me/notices/choices", json!({"quiet": quiet})).await;
            change("POST", "/api/me/notices/read", json!({"upto": i64::MAX})).await;
            change("POST", "/api/me/vacation", json!({"days": 1})).await;
            change("DELETE", "/api/me/vacation", json!({})).await;
            let mut tree = json!([]);
            for _ in 0..8 {
                tree = json!([{"turn": "a1", "reply": "a2", "then": tree}]);
            }
            change("PUT", &format!("/api/tables/{table}/conditional"), json!({"tree": tree})).await;
            for path in [
                "/api/me/people".to_owned(),
                "/api/leaderboards/y".to_owned(),
                format!("/api/people/{other}"),
                format!("/api/players/{other}/ratings/y?before={}", i64::MAX),
                "/api/puzzles".to_owned(),
                "/api/puzzles/sexta-5/solution".to_owned(),
                "/api/online".to_owned(),
            ] {
                field.get(guest, &path).await;
            }
            Ok(())
        })
        .await;
    Ok(())
}
