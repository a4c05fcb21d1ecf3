//! Requests with a hundred large headers, addresses of 60 kB, and queries of thousands of fields.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// The attack.
pub(super) struct HeadersAttack;

impl Attack for HeadersAttack {
    fn name(&self) -> &'static str {
        "headers"
    }

    fn about(&self) -> &'static str {
        "requests with a hundred large headers, addresses of 60 kB, and queries of thousands of fields"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let strangers: Vec<usize> = (0..5).map(|_| field.stranger()).collect();
    let many: String = (0..100).map(|number| format!("x-{number}: {}\r\n", "a".repeat(8000))).collect();
    let heads = [
        format!("GET /api/games HTTP/1.1\r\nhost: a\r\nconnection: close\r\n{many}\r\n"),
        format!("GET /{} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n", "a".repeat(60_000)),
        format!(
            "GET /api/archive?{} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
            "game=y&".repeat(8000)
        ),
        format!(
            "GET /api/me HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncookie: {}\r\n\r\n",
            "a=b; ".repeat(6000)
        ),
    ];
    field
        .run_attackers(field.many(20), Duration::from_millis(50), async |attacker, round| {
            let mut stream = field.wire(strangers[attacker % strangers.len()]).await?;
            field.sent(1);
            // The server may have seen enough before it has read everything.
            let _ = stream.write_all(heads[round as usize % heads.len()].as_bytes()).await;
            let mut answer = vec![];
            stream.read_to_end(&mut answer).await?;
            field.refused(&String::from_utf8_lossy(answer.get(9..12).unwrap_or(b"cut")));
            Ok(())
        })
        .await;
    Ok(())
}
