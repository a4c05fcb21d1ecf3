//! Guests who challenge one player and each other, take challenges back, decline and accept them, without end.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::{Context, Result};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::{Value, json};
use std::time::Duration;
use taijitu_testkit::Client;

/// The attack.
pub(super) struct ChallengesAttack;

impl Attack for ChallengesAttack {
    fn name(&self) -> &'static str {
        "challenges"
    }

    fn about(&self) -> &'static str {
        "guests who challenge one player and each other, take challenges back, decline and accept them, without end"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

/// The id of the player of a client.
pub(super) async fn player_id(client: &Client) -> Result<String> {
    let me = client.try_get("/api/me").await?.success()?;
    Ok(me["id"].as_str().context("an id")?.to_owned())
}

/// Terms of challenges, some of them not possible.
fn terms(round: u64) -> Value {
    match round % 5 {
        0 => json!({"game": "y", "time": {"kind": "total", "seconds": 60}}),
        1 => json!({"game": "yinyang", "time": {"kind": "days", "days": 3}, "colour": "white"}),
        2 => json!({"game": "zen", "options": {"players": "4"}}),
        3 => json!({"game": "y", "options": {"board": "x".repeat(10_000)}}),
        _ => json!({"game": "quinta", "rated": true}),
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let guests = field.guests(field.many(40)).await?;
    let mut players = vec![];
    for guest in &guests {
        players.push(player_id(guest).await?);
    }
    field
        .run_attackers(guests.len(), Duration::from_millis(50), async |attacker, round| {
            let guest = &guests[attacker];
            // Half of them challenge the first one, who sometimes declines or accepts.
            let to = if attacker % 2 == 0 { 0 } else { (attacker + round as usize) % players.len() };
            let made = json!({"to": players[to], "terms": terms(round)});
            let answer = field.post(guest, "/api/challenges", &made).await;
            let made = answer.filter(|answer| answer.status == 200).map(|answer| answer.json());
            let id = made.as_ref().and_then(|made| made["id"].as_str());
            let Some(id) = id else {
                field.get(guest, "/api/me/challenges").await;
                field.get(guest, "/api/me/notices").await;
                return Ok(());
            };
            let path = format!("/api/challenges/{id}");
            match round % 3 {
                0 => drop(field.send(guest, "DELETE", &path, Some("application/json"), b"{}").await),
                1 => {
                    let declined = json!({"reason": "later"});
                    field.post(&guests[to], &format!("{path}/decline"), &declined).await;
                }
                _ => drop(field.post(&guests[to], &format!("{path}/accept"), &json!({})).await),
            }
            Ok(())
        })
        .await;
    Ok(())
}
