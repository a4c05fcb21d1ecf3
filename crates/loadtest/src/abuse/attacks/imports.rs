//! Imports: long games under ever new names, 64 kB of nonsense, deeply nested JSON, bodies that say they are compressed.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::json;
use std::time::Duration;
use taijitu_rules::playout::Random;
use taijitu_rules::{Audience, Record, Side};
use taijitu_testkit::script::{random_game, start};

/// The attack.
pub(super) struct ImportsAttack;

impl Attack for ImportsAttack {
    fn name(&self) -> &'static str {
        "imports"
    }

    fn about(&self) -> &'static str {
        "imports: long games under ever new names, 64 kB of nonsense, deeply nested JSON, bodies that say they are compressed"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let guests = field.guests(field.many(20)).await?;
    let game = long_game()?;
    let nested = format!("{}{}", "[".repeat(30_000), "]".repeat(30_000));
    field
        .run_attackers(guests.len(), Duration::from_millis(100), async |attacker, round| {
            let guest = &guests[attacker];
            let json = Some("application/json");
            match round % 5 {
                0 => {
                    let record =
                        game.clone().with_header("white", &format!("N{attacker}-{round}")).to_string();
                    field.post(guest, "/api/import", &json!({"text": record})).await;
                }
                1 => {
                    field.post(guest, "/api/import", &json!({"text": "c3\n".repeat(20_000)})).await;
                }
                2 => {
                    field.send(guest, "POST", "/api/import", json, nested.as_bytes()).await;
                }
                3 => {
                    field.post(guest, "/api/import", &json!({"text": nested})).await;
                }
                _ => {
                    let guest = guest.with_header("content-encoding", "gzip").at(field.address());
                    field.send(&guest, "POST", "/api/import", json, &gzipped_zeros()).await;
                }
            }
            Ok(())
        })
        .await;
    Ok(())
}

/// A long game that White gave up.
fn long_game() -> Result<Record> {
    let mut play = start("yinsh", &[]);
    for turn in random_game("yinsh", 80, &mut Random::new(9)) {
        play.turn(&turn)?;
    }
    if play.outcome().is_none() {
        play.resign(Side::White)?;
    }
    Ok(Record::of(&*play, Audience::Omniscient))
}

/// The beginning of a gzip stream that unpacks to far more than it is: blocks of one repeated match.
fn gzipped_zeros() -> Vec<u8> {
    let mut bytes = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
    bytes.extend([0xed, 0xc1, 0x01, 0x01].iter().chain([0; 8000].iter()));
    bytes
}
