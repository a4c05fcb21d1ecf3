//! 400 requests whose bodies come a byte at a time and never end.

use super::trickle::trickle;
use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;

/// Routes that read a body.
const PATHS: [&str; 4] = ["/api/study", "/api/import", "/api/login", "/api/tables"];

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
        let begin = |attacker: usize, stranger, round: u64| {
            let path = PATHS[(attacker + round as usize) % PATHS.len()];
            let forwarded = field.forwarded_line(stranger);
            format!(
                "POST {path} HTTP/1.1\r\nhost: a\r\n{forwarded}content-type: application/json\r\n\
                 content-length: 16000\r\n\r\n{{"
            )
        };
        trickle(field, b' ', begin).boxed_local()
    }
}
