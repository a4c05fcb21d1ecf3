//! 400 requests whose headers come a byte at a time and never end.

use super::trickle::trickle;
use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;

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
        let begin = |_, _, _| "GET /api/games HTTP/1.1\r\nhost: a\r\nx-slow: ".to_owned();
        trickle(field, b'a', begin).boxed_local()
    }
}
