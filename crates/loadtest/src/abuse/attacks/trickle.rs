//! Requests that come a byte at a time and never end.

use crate::abuse::field::AttackField;
use anyhow::Result;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// How many such requests there are at once.
const REQUESTS: usize = 400;
/// The time between two bytes.
const PACE: Duration = Duration::from_millis(700);

/// Lets a crowd from four addresses send the beginning of a request each, which `begin` makes for an attacker, a stranger and a
/// round, and then one byte again and again until the server closes the connection.
pub(super) async fn trickle(
    field: &AttackField,
    byte: u8,
    begin: impl Fn(usize, usize, u64) -> String,
) -> Result<()> {
    let strangers: Vec<usize> = (0..4).map(|_| field.stranger()).collect();
    field
        .run_attackers(field.many(REQUESTS), Duration::from_secs(1), async |attacker, round| {
            field.sent(1);
            let stranger = strangers[attacker % strangers.len()];
            let mut stream = field.wire(stranger).await?;
            stream.write_all(begin(attacker, stranger, round).as_bytes()).await?;
            let (mut reader, mut writer) = stream.split();
            let write = async {
                loop {
                    tokio::time::sleep(PACE).await;
                    writer.write_all(&[byte]).await?;
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
