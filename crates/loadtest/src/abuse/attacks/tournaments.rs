//! Public tournaments whose players enter and leave continually and never play, beside clients that read all their pages.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::{Context, Result};
use futures_util::FutureExt;
use futures_util::future::{LocalBoxFuture, join};
use serde_json::{Value, json};
use std::time::Duration;
use taijitu_testkit::Client;

/// The attack.
pub(super) struct TournamentsAttack;

impl Attack for TournamentsAttack {
    fn name(&self) -> &'static str {
        "tournaments"
    }

    fn about(&self) -> &'static str {
        "tournaments whose players enter and leave without end and come to no game, and whose pages, walls, files and pictures are read without end"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

/// What is read.
const PAGES: [&str; 12] = [
    "",
    "/me",
    "/wall",
    "/standings",
    "/cross-table",
    "/pairings",
    "/entrants",
    "/log",
    "/standings.csv",
    "/standings.json",
    "/standings.png",
    "/sheet",
];

fn settings(number: usize) -> Value {
    let kind = match number % 3 {
        0 => json!({"kind": "arena", "minutes": 60}),
        1 => json!({"kind": "swiss", "rounds": 30}),
        _ => json!({"kind": "roundrobin", "twice": true}),
    };
    let places = if number.is_multiple_of(3) { 1000 } else { 300 };
    json!({"name": "Tuesday\u{202e}", "notes": "x".repeat(500), "kind": kind, "game": "y", "places": places,
        "time": {"kind": "total", "seconds": 60}, "public": true, "late_entry": true, "next_round": {"after": 0}})
}

async fn attack(field: &AttackField) -> Result<()> {
    let host = field.guest(field.stranger()).await?;
    let name = format!("Oakfield{}", field.address().port());
    let account = json!({"name": name, "password": "a long evening of games"});
    field.post(&host, "/api/register", &account).await.context("an account")?;
    let mut tournaments = vec![];
    for number in 0..3 {
        let made = field.post(&host, "/api/tournaments", &settings(number)).await.context("an answer")?;
        tournaments.push(made.success()?["tournament"].as_str().context("an id")?.to_owned());
    }
    let guests = field.guests(field.many(100)).await?;
    let players = field.run_attackers(guests.len(), Duration::from_millis(50), async |attacker, round| {
        let tournament = &tournaments[(attacker + round as usize / 5) % tournaments.len()];
        let command = match round % 5 {
            1 => "absent",
            2 => "return",
            3 if attacker % 4 > 0 => "withdraw",
            _ => "enter",
        };
        act(field, &guests[attacker], tournament, command).await;
        if attacker == 0 {
            act(field, &host, tournament, "start").await;
        }
        Ok(())
    });
    let readers = field.run_attackers(field.many(40), Duration::from_millis(20), async |attacker, round| {
        let reader = &guests[attacker % guests.len()];
        let page = PAGES[(attacker + round as usize) % PAGES.len()];
        let tournament = &tournaments[attacker % tournaments.len()];
        field.get(reader, &format!("/api/tournaments/{tournament}{page}")).await;
        Ok(())
    });
    join(players, readers).await;
    Ok(())
}

async fn act(field: &AttackField, who: &Client, tournament: &str, command: &str) {
    field.post(who, &format!("/api/tournaments/{tournament}/do"), &json!({"do": command})).await;
}
