//! 400 requests whose headers come a byte at a time and never end.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// The attack.
pub(super) struct SlowHeadersAttack;

impl Attack for SlowHeadersAttack {
    fn name(&self) -> &'static str {
        "slow-headers"
    }

    fn about(&self) -> &'static str {
        "400 requests whose headers come a byte at a time and never end"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let strangers: Vec<usize> = (0..4).map(|_| field.stranger()).collect();
    field
        .crowd(field.many(400), Duration::from_secs(1), async |attacker, _| {
            field.sent(1);
            let mut stream = field.wire(strangers[attacker % strangers.len()]).await?;
            stream.write_all(b"GET /api/games HTTP/1.1\r\nhost: a\r\nx-slow: ").await?;
            let (mut reader, mut writer) = stream.split();
            let write = async {
                loop {
                    tokio::time::sleep(Duration::from_millis(700)).await;
                    writer.write_all(b"a").await?;
                }
            };
            let mut answer = [0; 256];
            tokio::select! {
                // An answer comes only with the end of the connection.
                _ = reader.read(&mut answer) => anyhow::bail!("closed"),
                failed = write => failed,
            }
        })
        .await;
    Ok(())
}
