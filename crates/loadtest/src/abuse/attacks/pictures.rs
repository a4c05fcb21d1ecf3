//! The largest pictures of the longest games, as PNG, SVG and GIF.

use crate::abuse::attack::Attack;
use crate::abuse::field::AttackField;
use anyhow::Result;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::json;
use std::time::Duration;
use taijitu_rules::playout::Random;
use taijitu_testkit::Client;
use taijitu_testkit::script::random_game;

/// The attack.
pub(super) struct PicturesAttack;

impl Attack for PicturesAttack {
    fn name(&self) -> &'static str {
        "pictures"
    }

    fn about(&self) -> &'static str {
        "the largest pictures of the longest games, as PNG, SVG and GIF"
    }

    fn run<'a>(&'a self, field: &'a AttackField) -> LocalBoxFuture<'a, Result<()>> {
        attack(field).boxed_local()
    }
}

async fn attack(field: &AttackField) -> Result<()> {
    let guests = field.guests(field.many(20)).await?;
    let turns = random_game("yinsh", 60, &mut Random::new(5)).join(";").replace(' ', "%20");
    let games = finished(field, &guests[0]).await;
    field
        .run_attackers(guests.len(), Duration::from_millis(50), async |attacker, round| {
            let path = match (round % 4, games.first()) {
                (0, _) => format!("/api/pictures/yinsh.png?width=1600&names=all&turns={turns}"),
                (1, _) => format!("/api/pictures/yinsh.svg?width=1600&names=all&turns={turns}"),
                (2, Some(game)) => format!("/api/finished/{game}/game.gif?width=1600&names=all"),
                (_, Some(game)) => format!("/api/finished/{game}/replay"),
                (_, None) => format!("/api/pictures/quinta.png?width={}", 1600 - attacker),
            };
            field.get(&guests[attacker].at(field.address()), &path).await;
            Ok(())
        })
        .await;
    Ok(())
}

/// A finished game as long as a table allows in a moment: both sides of a hot seat play, then resign.
async fn finished(field: &AttackField, guest: &Client) -> Vec<String> {
    let Ok(table) =
        field.open(guest, &json!({"game": "yinsh", "hotseat": true, "start": true, "public": true})).await
    else {
        return vec![];
    };
    for (turn, text) in (1..).zip(random_game("yinsh", 60, &mut Random::new(5))) {
        let play = json!({"do": "play", "game": 1, "turn": turn, "text": text});
        field.post(guest, &format!("/api/tables/{table}/do"), &play).await;
    }
    let Some(view) = field.get(guest, &format!("/api/tables/{table}")).await else { return vec![] };
    field.post(guest, &format!("/api/tables/{table}/do"), &json!({"do": "resign"})).await;
    view.value()["game"]["id"].as_str().map(str::to_owned).into_iter().collect()
}
