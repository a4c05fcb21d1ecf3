//! 400 requests whose bodies come a byte at a time and never end.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// The attack.
pub(super) struct SlowBodiesAttack;

impl Attack for SlowBodiesAttack {
    fn name(&self) -> &'static str {
        "slow-bodies"
    }

    fn about(&self) -> &'static str {
        "400 requests whose bodies come a byte at a time and never end"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let strangers: Vec<usize> = (0..4).map(|_| field.stranger()).collect();
    field
        .crowd(field.many(400), Duration::from_secs(1), async |attacker, round| {
            field.sent(1);
            let stranger = strangers[attacker % strangers.len()];
            let mut stream = field.wire(stranger).await?;
            let path = ["/api/study", "/api/import", "/api/login", "/api/tables"][(attacker + round as usize) % 4];
            let head = format!(
                "POST {path} HTTP/1.1\r\nhost: a\r\n{}content-type: application/json\r\ncontent-length: 16000\r\n\r\n{{",
                field.forwarded_line(stranger)
            );
            stream.write_all(head.as_bytes()).await?;
            let (mut reader, mut writer) = stream.split();
            let write = async {
                loop {
                    tokio::time::sleep(Duration::from_millis(700)).await;
                    writer.write_all(b" ").await?;
                }
            };
            let mut answer = [0; 256];
            tokio::select! {
                _ = reader.read(&mut answer) => anyhow::bail!("closed"),
                failed = write => failed,
            }
        })
        .await;
    Ok(())
}
