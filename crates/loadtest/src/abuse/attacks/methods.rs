//! Invented methods and paths on one connection, then `/metrics`.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// Requests sent at once.
const BATCH: u64 = 100;
/// What is behind a closed set of labels has at most this many bytes.
const METRICS_LIMIT: usize = 1 << 20;

/// The attack.
pub(super) struct MethodsAttack;

impl Attack for MethodsAttack {
    fn name(&self) -> &'static str {
        "methods"
    }

    fn about(&self) -> &'static str {
        "invented methods and paths on one connection, then `/metrics`"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let stranger = field.stranger();
    field
        .run_attackers(2, Duration::from_millis(20), async |attacker, round| {
            if attacker == 1 {
                return metrics(field, stranger).await;
            }
            let mut stream = field.wire(stranger).await?;
            let mut requests = String::new();
            for number in 0..BATCH {
                let last = if number + 1 == BATCH { "connection: close\r\n" } else { "" };
                let method = format!("M{round}X{number}");
                requests += &format!("{method} /{method} HTTP/1.1\r\nhost: a\r\n{last}\r\n");
            }
            field.sent(BATCH);
            stream.write_all(requests.as_bytes()).await?;
            let mut answers = vec![];
            stream.read_to_end(&mut answers).await?;
            Ok(())
        })
        .await;
    Ok(())
}

/// Reads the metrics, which must not grow with what clients invent.
async fn metrics(field: &AttackField, stranger: usize) -> Result<()> {
    tokio::time::sleep(Duration::from_millis(500)).await;
    if let Some(answer) = field.get(&field.browser(stranger), "/metrics").await
        && answer.body.len() > METRICS_LIMIT
    {
        field.fail(format!("/metrics has {} bytes", answer.body.len()));
    }
    Ok(())
}
