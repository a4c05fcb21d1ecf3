//! Guests, accounts and tokens without end, from one address and from many.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::json;
use std::time::Duration;

/// The attack.
pub(super) struct AccountsAttack;

impl Attack for AccountsAttack {
    fn name(&self) -> &'static str {
        "accounts"
    }

    fn about(&self) -> &'static str {
        "guests, accounts and tokens without end, from one address and from many"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let strangers: Vec<usize> = (0..field.many(20)).map(|_| field.stranger()).collect();
    field
        .run_attackers(field.many(40), Duration::from_millis(50), async |attacker, round| {
            // Half of them have one address.
            let stranger =
                if attacker % 2 == 0 { strangers[0] } else { strangers[attacker % strangers.len()] };
            let browser = field.browser(stranger);
            field.post(&browser, "/api/guest", &json!({})).await;
            let account =
                json!({"name": format!("Zq{attacker}x{round}"), "password": "a long enough password"});
            field.post(&browser, "/api/register", &account).await;
            for number in 0..3 {
                field.post(&browser, "/api/tokens", &json!({"label": number.to_string()})).await;
            }
            Ok(())
        })
        .await;
    Ok(())
}
