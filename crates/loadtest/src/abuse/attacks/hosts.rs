//! Hosts who change, pause and call off tournaments continually, and invite one player to every team.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::{Context, Result};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::{Value, json};
use std::time::Duration;
use taijitu_testkit::Client;

/// The attack.
pub(super) struct HostsAttack;

impl Attack for HostsAttack {
    fn name(&self) -> &'static str {
        "hosts"
    }

    fn about(&self) -> &'static str {
        "hosts who change the settings of tournaments, pause them and call them off without end, and invite one player to every team"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

fn settings(teams: bool) -> Value {
    let (game, options) = if teams { ("zen", json!({"players": "4"})) } else { ("y", json!({})) };
    json!({"name": "Tuesday", "notes": "\u{1f600}".repeat(500), "kind": {"kind": "swiss", "rounds": 30}, "game": game,
        "options": options, "teams": teams, "places": 300, "time": {"kind": "total", "seconds": 60}, "public": true})
}

/// A host with an account, who has made a tournament.
async fn host(field: &AttackField, number: usize) -> Result<(Client, String)> {
    let host = field.guest(field.stranger()).await?;
    let name = format!("Ashfield{}x{number}", field.address().port());
    let account = json!({"name": name, "password": "a long evening of games"});
    field.post(&host, "/api/register", &account).await.context("an account")?;
    let made =
        field.post(&host, "/api/tournaments", &settings(number % 2 == 1)).await.context("an answer")?;
    let id = made.success()?["tournament"].as_str().context("an id")?.to_owned();
    Ok((host, format!("/api/tournaments/{id}/do")))
}

async fn attack(field: &AttackField) -> Result<()> {
    let mut hosts = vec![];
    for number in 0..4 {
        hosts.push(host(field, number).await?);
    }
    let guests = field.guests(field.many(40)).await?;
    let invited = guests[0].try_get("/api/me").await?.success()?["id"].clone();
    field
        .run_attackers(guests.len(), Duration::from_millis(20), async |attacker, round| {
            let (host, path) = &hosts[attacker % hosts.len()];
            let guest = &guests[attacker];
            match round % 6 {
                0 => drop(field.post(guest, path, &json!({"do": "enter"})).await),
                1 => {
                    let team =
                        json!({"do": "enter", "partner": invited, "team": format!("{attacker}-{round}")});
                    field.post(guest, path, &team).await;
                }
                2 => drop(field.post(guest, path, &json!({"do": "withdraw"})).await),
                3 => {
                    let change = json!({"do": "change", "settings": settings(attacker % 2 == 1)});
                    field.post(host, path, &change).await;
                }
                4 => {
                    for command in ["start", "pause", "resume"] {
                        field.post(host, path, &json!({"do": command})).await;
                    }
                }
                _ => {
                    if let Some(made) = field.post(host, "/api/tournaments", &settings(false)).await
                        && let Some(id) = made.value()["tournament"].as_str()
                    {
                        let off = json!({"do": "call-off", "reason": "r".repeat(300)});
                        field.post(host, &format!("/api/tournaments/{id}/do"), &off).await;
                    }
                }
            }
            Ok(())
        })
        .await;
    Ok(())
}
