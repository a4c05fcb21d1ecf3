//! Garbage, oversized, endlessly fragmented, binary, unmasked and otherwise wrong frames.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use crate::abuse::wire::{BINARY, CLOSE, CONTINUATION, RawSocket, TEXT, frame};
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use std::cell::RefCell;
use std::time::Duration;

/// How long an answer is waited for.
const PATIENCE: Duration = Duration::from_millis(300);

/// The attack.
pub(super) struct FramesAttack;

impl Attack for FramesAttack {
    fn name(&self) -> &'static str {
        "frames"
    }

    fn about(&self) -> &'static str {
        "garbage, oversized, endlessly fragmented, binary, unmasked and otherwise wrong frames"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let strangers: Vec<usize> = (0..10).map(|_| field.stranger()).collect();
    let mutator = RefCell::new(field.mutator());
    field
        .run_attackers(field.many(60), Duration::from_millis(200), async |attacker, _| {
            let stranger = strangers[attacker % strangers.len()];
            let mut socket = RawSocket::over(field.wire(stranger).await?, field, stranger, None).await?;
            let kind = mutator.borrow_mut().below(8);
            let parts = wrong(kind, || mutator.borrow_mut().below(256) as u8);
            for part in &parts {
                field.sent(1);
                socket.send(part).await?;
            }
            if socket.drain(PATIENCE).await {
                field.closed();
            }
            Ok(())
        })
        .await;
    Ok(())
}

/// Wrong frames of a kind.
fn wrong(kind: usize, mut byte: impl FnMut() -> u8) -> Vec<Vec<u8>> {
    let text = br#"{"type":"pong","ping":1}"#;
    match kind {
        0 => vec![(0..2000).map(|_| byte()).collect()],
        1 => vec![frame(true, TEXT, &vec![b'x'; 20_000])],
        2 => vec![frame(true, TEXT, &vec![b'x'; 2_000_000])],
        3 => {
            let mut parts = vec![frame(false, TEXT, b"{")];
            parts.extend((0..500).map(|_| frame(false, CONTINUATION, &[b' '; 100])));
            parts
        }
        4 => vec![frame(true, BINARY, text), frame(true, TEXT, b"\xff\xfe\xfd")],
        // Without a mask, and with reserved bits.
        5 => vec![[&[0x81, text.len() as u8], &text[..]].concat()],
        6 => vec![[&[0xf1, 0x80 | 4, 0, 0, 0, 0], &b"text"[..]].concat()],
        _ => vec![frame(true, CLOSE, &[byte(), byte(), byte()]), frame(true, TEXT, text)],
    }
}
