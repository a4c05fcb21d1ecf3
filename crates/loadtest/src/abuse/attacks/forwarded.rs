//! One address that writes another client address into its headers each time, well-formed, with ports, in brackets and as garbage.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::json;
use std::time::Duration;

/// The attack.
pub(super) struct ForwardedAttack;

impl Attack for ForwardedAttack {
    fn name(&self) -> &'static str {
        "forwarded"
    }

    fn about(&self) -> &'static str {
        "one address that writes another client address into its headers each time, well-formed, with ports, in brackets and as garbage"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let stranger = field.stranger();
    field
        .run_attackers(field.many(20), Duration::from_millis(20), async |attacker, round| {
            let number = round as usize * 64 + attacker;
            let forged = match attacker % 6 {
                0 => format!("10.{}.{}.1", number / 256 % 256, number % 256),
                1 => format!("1.2.3.{}:1234", number % 256),
                2 => format!("[2001:db8::{:x}]:80", number % 65536),
                3 => "garbage".to_owned(),
                4 => format!("{}, unknown", "9.9.9.9, ".repeat(200)),
                _ => format!("for=\"_hidden{number}\""),
            };
            let browser = field.forging_browser(stranger, &forged);
            field.post(&browser, "/api/guest", &json!({})).await;
            Ok(())
        })
        .await;
    Ok(())
}
