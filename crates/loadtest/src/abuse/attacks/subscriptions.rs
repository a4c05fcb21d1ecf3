//! Browsers that subscribe to push messages without end, at addresses of neighbours and of nobody, and are challenged.

use super::challenges::player_id;
use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::json;
use std::time::Duration;

/// Where messages must not be sent, and where nobody is.
const HOSTS: [&str; 8] = [
    "127.0.0.1",
    "[::1]",
    "169.254.169.254",
    "localhost",
    "0x7f.1",
    "printer.local",
    "push.invalid",
    "127.0.0.1.nip.invalid",
];

/// A public key and a secret that are well formed.
const KEY: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const SECRET: &str = "BTBZMqHH6r4Tts7J_aSIgg";

/// The attack.
pub(super) struct SubscriptionsAttack;

impl Attack for SubscriptionsAttack {
    fn name(&self) -> &'static str {
        "subscriptions"
    }

    fn about(&self) -> &'static str {
        "browsers that subscribe to push messages without end, at addresses of neighbours and of nobody, and are challenged"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
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
            let host = HOSTS[(attacker + round as usize) % HOSTS.len()];
            let endpoint = format!("https://{host}/{attacker}/{round}/{}", "x".repeat(800));
            let browser = json!({"endpoint": endpoint, "p256dh": KEY, "auth": SECRET}).to_string();
            let kind = Some("application/json");
            field.send(guest, "PUT", "/api/me/push", kind, browser.as_bytes()).await;
            field.send(guest, "DELETE", "/api/me/push", kind, browser.as_bytes()).await;
            field.get(guest, "/api/me/push").await;
            let to = &players[(attacker + 1) % players.len()];
            field.post(guest, "/api/challenges", &json!({"to": to, "terms": {"game": "y"}})).await;
            Ok(())
        })
        .await;
    Ok(())
}
