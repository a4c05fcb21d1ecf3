//! 300 connections that ask for large answers again and again and read none of them.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use std::time::Duration;
use tokio::io::AsyncWriteExt;

/// Large answers.
const PATHS: [&str; 5] =
    ["/api/openapi.json", "/api/laws", "/api/games", "/api/archive/all.txt.gz", "/api/docs"];

/// The attack.
pub(super) struct SlowReadersAttack;

impl Attack for SlowReadersAttack {
    fn name(&self) -> &'static str {
        "slow-readers"
    }

    fn about(&self) -> &'static str {
        "300 connections that ask for large answers again and again and read none of them"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let strangers: Vec<usize> = (0..10).map(|_| field.stranger()).collect();
    field
        .run_attackers(field.many(300), Duration::from_secs(1), async |attacker, _| {
            let stranger = strangers[attacker % strangers.len()];
            let mut stream = field.narrow_wire(stranger).await?;
            let forwarded = field.forwarded_line(stranger);
            // Ends when the server does not take any more requests, and then when it closes.
            for path in PATHS.iter().cycle().take(2000) {
                let request = format!("GET {path} HTTP/1.1\r\nhost: a\r\n{forwarded}\r\n");
                stream.write_all(request.as_bytes()).await?;
                field.sent(1);
            }
            Ok(())
        })
        .await;
    Ok(())
}
