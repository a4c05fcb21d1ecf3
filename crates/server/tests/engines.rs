//! Engines at the table: they answer in every game, give way, and never keep people waiting.

use serde_json::{Value, json};
use taijitu_protocol::Code;
use taijitu_rules::games;
use taijitu_testkit::*;

/// How many turns the table has, from the log alone: asking the table would wake it.
async fn turns(site: &TestSite, table: &str) -> usize {
    let log = site.app().site.store.events(table.parse().unwrap(), 0, i64::MAX).await.unwrap();
    log.iter().filter(|row| row.body.contains("\"played\"")).count()
}

async fn reaches(site: &TestSite, table: &str, count: usize, what: &str) {
    until(what, async || (turns(site, table).await >= count).then_some(())).await;
}

/// A turn built touch by touch, as a page does.
async fn a_turn(client: &Client, table: &str, turn: usize, game: &str) -> String {
    if game == "yinyang" && turn == 1 {
        return "laws wwww>www. wbwb>* b...>.... w...>....".into();
    }
    let mut touches: Vec<Value> = vec![];
    loop {
        let path = format!("/api/tables/{table}/branch");
        let branches = client.post(&path, json!(touches)).await.ok();
        let first = branches[0].clone();
        if let Some(turn) = first["turn"].as_str() {
            return turn.to_owned();
        }
        touches.push(first["touch"].clone());
    }
}

/// Plays whenever it is the turn of seat 1, until the given number of turns has been played.
async fn play_along(site: &TestSite, client: &Client, table: &str, game: &str, count: usize) {
    until(game, async || {
        let view = client.look(table).await;
        if view["state"] != "running" || turns(site, table).await >= count {
            return Some(());
        }
        if view["game"]["scene"]["acts"].as_array().unwrap().contains(&json!(1)) {
            let number = view["game"]["turns"].as_array().unwrap().len() + 1;
            // Both write their laws as turn 1.
            let number = if game == "yinyang" && number == 2 { 1 } else { number };
            let text = a_turn(client, table, number, game).await;
            client.play(table, u32::try_from(number).unwrap(), &text).await.ok();
        }
        None
    })
    .await;
}

#[tokio::test]
async fn an_engine_plays_every_game() {
    let mut site = TestSite::start().await;
    let ada = site.guest().await;
    for kind in games::GAMES {
        let game = kind.meta().id;
        let table = ada.open(json!({ "game": game, "seat": 1, "engines": [1], "start": true })).await;
        play_along(&site, &ada, &table, game, 6).await;
        // An illegal turn would not have been committed.
        let seats: Vec<Value> = ada.events(&table).await.iter().map(|event| event["seat"].clone()).collect();
        assert!(seats.iter().filter(|seat| **seat == 2).count() > 2, "{game}: {seats:?}");
    }
    let four = json!({ "game": "zen", "options": { "players": "4" }, "seat": 1, "engines": [1, 1, 1], "start": true });
    let four = ada.open(four).await;
    play_along(&site, &ada, &four, "zen", 8).await;
    site.stop().await;
}

#[tokio::test]
async fn an_engine_of_yin_yang_keeps_its_laws_to_itself() {
    let mut site = TestSite::start().await;
    let ada = site.guest().await;
    let open = json!({ "game": "yinyang", "seat": 2, "engines": [1], "start": true });
    let table = ada.open(open).await;
    ada.play(&table, 1, "laws bbbb>bbb. bwbw>* w...>.... b...>....").await.ok();
    reaches(&site, &table, 2, "the engine's laws").await;
    let view = ada.look(&table).await;
    let laws = view["game"]["scene"]["laws"].as_array().unwrap().clone();
    assert!(laws.iter().filter(|law| law["owner"] == "white").all(|law| law["text"].is_null()), "{laws:?}");
    assert!(view["game"]["turns"].to_string().contains("laws ? ? ? ?"), "{}", view["game"]["turns"]);
    ada.play(&table, 3, "L1@a1").await.ok();
    reaches(&site, &table, 4, "the engine's answer").await;
    site.stop().await;
}

/// Ada is White, the engine Black, who begins.
async fn against_engine(client: &Client, level: u8) -> String {
    let open =
        json!({ "game": "y", "options": { "pie": "off" }, "seat": 1, "engines": [level], "start": true });
    client.open(open).await
}

#[tokio::test]
async fn an_engine_answers_offers() {
    let mut site = TestSite::start().await;
    let ada = site.guest().await;
    let table = against_engine(&ada, 1).await;
    reaches(&site, &table, 1, "the first turn").await;
    ada.act(&table, json!({ "do": "draw" })).await.ok();
    until("an answer", async || {
        let last = ada.events(&table).await.last().unwrap().clone();
        (last["type"] == "declined" && last["seat"] == 2).then_some(())
    })
    .await;
    // Taking back is free, across the reply.
    let text = free_point(&ada, &table).await;
    ada.play(&table, 2, &text).await.ok();
    reaches(&site, &table, 3, "the reply").await;
    ada.act(&table, json!({ "do": "takeback" })).await.ok();
    let view = ada.look(&table).await;
    assert_eq!(view["game"]["turns"].as_array().unwrap().len(), 1);
    assert_eq!(view["game"]["scene"]["acts"], json!([1]));
    let text = free_point(&ada, &table).await;
    ada.play(&table, 2, &text).await.ok();
    until("another reply", async || {
        (ada.look(&table).await["game"]["turns"].as_array().unwrap().len() == 3).then_some(())
    })
    .await;
    ada.act(&table, json!({ "do": "resign" })).await.ok();
    ada.act(&table, json!({ "do": "rematch" })).await.ok();
    assert_eq!(ada.look(&table).await["game"]["number"], 2, "it is always ready for another");
    site.stop().await;
}

async fn free_point(client: &Client, table: &str) -> String {
    let turns = client.get(&format!("/api/tables/{table}/turns")).await.ok();
    turns[0].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_end_of_a_game_ends_the_thinking() {
    let mut site = TestSite::start().await;
    let ada = site.guest().await;
    // One thread: while the strongest engine searches, no other engine would get a turn.
    let mut ended = vec![];
    for _ in 0..10 {
        let table = against_engine(&ada, 8).await;
        ada.act(&table, json!({ "do": "resign" })).await.ok();
        ended.push((turns(&site, &table).await, table));
    }
    let table = against_engine(&ada, 1).await;
    reaches(&site, &table, 1, "a turn at another table").await;
    for (before, table) in ended {
        assert_eq!(turns(&site, &table).await, before, "no turn comes after the end");
    }
    site.stop().await;
}

/// A table at which three strong engines play before it is the client's turn.
async fn busy_table(client: &Client) -> String {
    let options = json!({ "players": "4", "first": "white" });
    let open = json!({ "game": "zen", "options": options, "seat": 4, "engines": [8, 8, 8], "start": true });
    client.open(open).await
}

#[tokio::test(flavor = "multi_thread")]
async fn people_do_not_wait_for_engines() {
    let mut site = TestSite::start().await;
    let (ada, bob) = (site.guest().await, site.guest().await);
    for _ in 0..30 {
        busy_table(&ada).await;
    }
    let table = ada.open(json!({ "game": "y", "seat": 1, "options": { "pie": "off" } })).await;
    bob.act(&table, json!({ "do": "join" })).await.ok();
    ada.act(&table, json!({ "do": "start" })).await.ok();
    // Where jobs still wait after a turn, the turn did not wait for them. How long it takes is measured elsewhere.
    let mut unhindered = 0;
    for turn in 1..=60 {
        let mover = if turn % 2 == 1 { &bob } else { &ada };
        let text = free_point(mover, &table).await;
        mover.play(&table, turn, &text).await.ok();
        if site.app().engines.waiting() > 0 {
            unhindered += 1;
        }
    }
    site.stop().await;
    assert!(unhindered >= 10, "the pool was busy for {unhindered} turns");
}

#[tokio::test]
async fn a_restart_wakes_the_engines() {
    let mut site = TestSite::start().await;
    let ada = site.guest().await;
    // With a minute on the clock the strongest engine thinks for two seconds, and the server is stopped before.
    let time = json!({ "kind": "total", "seconds": 60 });
    let open = json!({
        "game": "y", "options": { "pie": "off" }, "seat": 1, "engines": [8], "time": time, "start": true
    });
    let table = ada.open(open).await;
    site.restart().await;
    reaches(&site, &table, 1, "a turn after the restart, though nobody came").await;
    site.stop().await;
}

#[tokio::test]
async fn advice_is_for_those_who_play_against_engines_or_alone() {
    let mut site = TestSite::start().await;
    let (ada, bob) = (site.guest().await, site.guest().await);
    let hint = async |client: &Client, table: &str| {
        client.post(&format!("/api/tables/{table}/hint"), json!({})).await
    };
    // Against an engine: a turn that can be played.
    let table = ada.open(json!({ "game": "quinta", "seat": 2, "engines": [1], "start": true })).await;
    let advice = hint(&ada, &table).await.ok();
    assert_eq!(advice["points"].as_array().unwrap().len(), 2, "{advice}");
    hint(&bob, &table).await.refused(Code::NotSeated);
    ada.play(&table, 1, advice["turn"].as_str().unwrap()).await.ok();
    // Of one's own laws, before they are written, at a hot seat.
    let alone = ada.open(json!({ "game": "yinyang", "hotseat": true, "start": true })).await;
    let laws = hint(&ada, &alone).await.ok();
    assert!(laws["turn"].as_str().unwrap().starts_with("laws "), "{laws}");
    // Not in a game against a person, for neither player; nor in another player's turn.
    let two = ada.open(json!({ "game": "quinta", "seat": 2 })).await;
    hint(&ada, &two).await.refused(Code::NotRunning);
    bob.act(&two, json!({ "do": "join" })).await.ok();
    ada.act(&two, json!({ "do": "start" })).await.ok();
    hint(&ada, &two).await.refused(Code::NotNow);
    hint(&bob, &two).await.refused(Code::NotNow);
    site.stop().await;
}

/// How many tables there are whose engine has begun.
async fn begun(site: &TestSite) -> usize {
    let running = Some(taijitu_store::TableState::Running);
    let tables = site.app().site.store.list_tables(running, 1000).await.unwrap();
    tables.iter().filter(|table| table.head > 4).count()
}

#[tokio::test]
async fn one_table_does_not_wait_for_all_tables_of_others() {
    let site = TestSite::start().await;
    let begins = |level: u8| {
        let options = json!({ "pie": "off" });
        json!({ "game": "y", "seat": 1, "options": options, "engines": [level], "start": true })
    };
    let mut opening = vec![];
    for _ in 0..6 {
        let guest = site.guest().await;
        for _ in 0..20 {
            let (guest, open) = (guest.clone(), begins(8));
            opening.push(tokio::spawn(async move { guest.open(open).await }));
        }
    }
    for opened in opening {
        opened.await.unwrap();
    }
    let ada = site.guest().await;
    let before = begun(&site).await;
    let table = ada.open(begins(1)).await;
    until("the engine's turn", async || (ada.look(&table).await["head"] == 5).then_some(())).await;
    let ahead = begun(&site).await - before;
    // One of each of the six, the one that ran, and those that ended between two looks.
    assert!(ahead <= 20, "{before} were done before, {ahead} more before hers");
}
