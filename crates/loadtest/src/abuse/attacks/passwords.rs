//! Wrong passwords for one name and for many, one after the other and 34 at once.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::json;
use std::time::Duration;

/// The attack.
pub(super) struct PasswordsAttack;

impl Attack for PasswordsAttack {
    fn name(&self) -> &'static str {
        "passwords"
    }

    fn about(&self) -> &'static str {
        "wrong passwords for one name and for many, one after the other and 34 at once"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let owner = field.guest(field.stranger()).await?;
    let account = json!({"name": "Quillon", "password": "correct horse battery staple"});
    field.post(&owner, "/api/register", &account).await;
    let strangers: Vec<usize> = (0..4).map(|_| field.stranger()).collect();
    field
        .run_attackers(34, Duration::from_millis(250), async |attacker, round| {
            let browser = field.browser(strangers[attacker % strangers.len()]);
            let name = if attacker < 17 { "Quillon".to_owned() } else { format!("Nobody-{attacker}") };
            let wrong = json!({"name": name, "password": format!("wrong password {round}")});
            field.post(&browser, "/api/login", &wrong).await;
            Ok(())
        })
        .await;
    Ok(())
}
