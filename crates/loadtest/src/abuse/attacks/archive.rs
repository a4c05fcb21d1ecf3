//! Searches of the archive for everything and for nothing, positions, statistics, exports, the whole archive as a file.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::json;
use std::time::Duration;

/// The attack.
pub(super) struct ArchiveAttack;

impl Attack for ArchiveAttack {
    fn name(&self) -> &'static str {
        "archive"
    }

    fn about(&self) -> &'static str {
        "searches of the archive for everything and for nothing, positions, statistics, exports, the whole archive as a file"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let guests = field.guests(field.many(40)).await?;
    let paths = [
        "/api/archive?limit=100&game=yinsh&least=1&most=500&from=1970-01-01&to=2100-01-01",
        "/api/archive?player=nobody&opponent=engine:5&result=lost&limit=100",
        "/api/archive?game=y&opening=c3,swap,d4,e5&limit=100",
        "/api/archive?game=yinsh&position=b%3De5%20w%3De6&limit=100",
        "/api/archive/all.txt.gz",
        "/api/players/engine:8",
        "/api/numbers/yinsh",
        "/api/me/export",
        "/api/finished?before=1",
        "/api/lobby/finished?game=zen",
    ];
    let turns = json!(["c7", "d8", "e9", "f7"]);
    field
        .run_attackers(guests.len(), Duration::from_millis(50), async |attacker, round| {
            let guest = &guests[attacker];
            match paths.get((attacker + round as usize) % (paths.len() + 1)) {
                Some(path) => field.get(guest, path).await,
                None => field.post(guest, "/api/positions", &json!({"game": "y", "turns": turns})).await,
            };
            Ok(())
        })
        .await;
    Ok(())
}
