//! Quick pairing: everybody who can be paired is, at once and on any number of nodes, and nobody twice.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use taijitu_protocol::Code;
use taijitu_test_services::{Durability, Nats, Postgres};
use taijitu_testkit::*;

fn wish(game: &str) -> Value {
    json!({ "game": game, "time": { "kind": "total", "seconds": 300 } })
}

async fn ask(client: &Client, wish: &Value) -> (String, bool) {
    let paired = client.post("/api/pairing", wish).await.ok();
    (paired["table"].as_str().unwrap().to_owned(), paired["started"].as_bool().unwrap())
}

/// All players seek at the same moment; returns the tables they are given.
async fn ask_at_once(clients: &[Client], wish: &Value) -> Vec<(String, bool)> {
    let asking = clients.iter().map(|client| {
        let (client, wish) = (client.clone(), wish.clone());
        tokio::spawn(async move { ask(&client, &wish).await })
    });
    let mut answers = vec![];
    for answer in asking.collect::<Vec<_>>() {
        answers.push(answer.await.unwrap());
    }
    answers
}

/// The tables in some states that have a seated player.
async fn tables_of(client: &Client, states: &[&str]) -> Vec<Value> {
    let mine = client.get("/api/me/tables").await.ok();
    let is_in = |table: &&Value| states.contains(&table["state"].as_str().unwrap());
    mine.as_array().unwrap().iter().filter(is_in).map(|table| table["id"].clone()).collect()
}

/// Asserts that of an odd number of players all but one play each other, and that a repeated request changes nothing.
async fn all_but_one_play(clients: &[Client], answers: &[(String, bool)], wish: &Value) {
    let mut players: BTreeMap<&str, usize> = BTreeMap::new();
    for (table, _) in answers {
        *players.entry(table).or_default() += 1;
    }
    let alone: Vec<&str> =
        players.iter().filter(|(_, count)| **count == 1).map(|(table, _)| *table).collect();
    assert_eq!((players.len(), alone.len()), (clients.len() / 2 + 1, 1), "{players:?}");
    assert!(players.values().all(|&count| count <= 2));
    for (client, (table, _)) in clients.iter().zip(answers) {
        let again = ask(client, wish).await;
        assert_eq!(again, (table.clone(), table != alone[0]));
        assert_eq!(tables_of(client, &["open", "running"]).await, [json!(table)], "one table for each");
    }
}

#[tokio::test]
async fn forty_of_forty_one_simultaneous_seekers_play() {
    let site = TestSite::start().await;
    let mut clients = vec![];
    for _ in 0..41 {
        clients.push(site.guest().await);
    }
    let answers = ask_at_once(&clients, &wish("yinsh")).await;
    all_but_one_play(&clients, &answers, &wish("yinsh")).await;
    // All of them once more, at once: nobody gets a second game.
    let again = ask_at_once(&clients, &wish("y")).await;
    for ((table, _), (before, started)) in again.iter().zip(&answers) {
        assert!(
            table == before || !started,
            "a player in a paired game gets that game, whatever was asked for"
        );
    }
}

#[tokio::test]
async fn two_nodes_on_one_store_pair_as_one() {
    let site = TestSite::start().await;
    for bus in [site.app().site.bus.clone(), taijitu_server::Bus::default()] {
        let node = site.node(bus).await;
        let mut clients = vec![];
        for n in 0..11 {
            let guest = site.guest().await;
            clients.push(if n % 2 == 0 { guest } else { guest.at(node.address()) });
        }
        let answers = ask_at_once(&clients, &wish("y")).await;
        all_but_one_play(&clients, &answers, &wish("y")).await;
        for (client, (table, _)) in clients.iter().zip(&answers) {
            // Nobody waits any more when the next round begins.
            client.act(table, json!({ "do": "abort" })).await;
            client.act(table, json!({ "do": "close" })).await;
        }
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL and NATS: run by cargo xtask test"]
async fn three_nodes_pair_as_one() {
    let (postgres, nats) = (Postgres::start(Durability::Quick).unwrap(), Nats::start().unwrap());
    let node = || async {
        TestSite::with(|config| {
            config.rate_factor = 100_000;
            (config.database, config.nats) = (postgres.url(), Some(nats.url()));
        })
        .await
    };
    let nodes = [node().await, node().await, node().await];
    for game in ["yinsh", "y", "zen"] {
        let mut clients = vec![];
        for n in 0..41 {
            clients.push(nodes[0].guest().await.at(nodes[n % 3].address()));
        }
        let began = tokio::time::Instant::now();
        let answers = ask_at_once(&clients, &wish(game)).await;
        println!("41 at three nodes, {game}: {:?}", began.elapsed());
        all_but_one_play(&clients, &answers, &wish(game)).await;
        // The same player at all nodes at once.
        let one = nodes[0].guest().await;
        let tabs = [0, 1, 2, 0, 1, 2].map(|n: usize| one.at(nodes[n].address()));
        let given =
            ask_at_once(&tabs, &json!({ "game": game, "time": { "kind": "total", "seconds": 600 } })).await;
        assert!(given.iter().all(|answer| *answer == given[0]), "{given:?}");
    }
}

#[tokio::test]
async fn waiting_players_are_paired_much_later_and_absent_ones_are_not() {
    let site = TestSite::start().await;
    let [ada, bob, cem] = [site.guest().await, site.guest().await, site.guest().await];
    let (of_ada, _) = ask(&ada, &wish("y")).await;
    site.pass(31_000).await;
    let (of_bob, started) = ask(&bob, &wish("y")).await;
    assert!(of_bob != of_ada && !started, "Ada has gone");
    let mut socket = bob.socket().await;
    socket.watch(&of_bob).await;
    site.pass(300_000).await;
    // Ada is back: she and Bob wait at two tables. The first of them to seek again finds the other.
    assert_eq!(ask(&ada, &wish("y")).await, (of_bob.clone(), true));
    assert_eq!(ada.look(&of_ada).await["state"], "closed");
    assert_eq!(ask(&bob, &wish("y")).await, (of_bob, true));
    assert!(!ask(&cem, &wish("y")).await.1);
}

#[tokio::test]
async fn seeking_another_game_ends_the_wait_for_the_first() {
    let site = TestSite::start().await;
    let [ada, bob, cem] = [site.guest().await, site.guest().await, site.guest().await];
    let (first, _) = ask(&ada, &wish("y")).await;
    let (second, _) = ask(&ada, &wish("yinsh")).await;
    assert_ne!(first, second);
    assert_eq!(tables_of(&ada, &["open"]).await, [json!(second)]);
    assert!(!ask(&bob, &wish("y")).await.1, "nobody waits for Y");
    assert_eq!(ask(&cem, &wish("yinsh")).await, (second.clone(), true));
    for game in ["y", "yinsh", "zen"] {
        assert_eq!(ask(&ada, &wish(game)).await, (second.clone(), true), "Ada plays");
    }
    ada.act(&second, json!({ "do": "resign" })).await.ok();
    assert!(ask(&ada, &wish("y")).await.1, "Bob still waits");
}

#[tokio::test]
async fn nobody_is_paired_who_plays_already() {
    let site = TestSite::start().await;
    let [ada, bob, cem] = [site.guest().await, site.guest().await, site.guest().await];
    let (of_ada, _) = ask(&ada, &wish("y")).await;
    // From the list of open tables, past the pairing.
    let (of_bob, _) = ask(&bob, &wish("yinsh")).await;
    ada.act(&of_bob, json!({ "do": "join" })).await.ok();
    let (of_cem, started) = ask(&cem, &wish("y")).await;
    assert!(of_cem != of_ada && !started, "Ada plays at another table");
    assert_eq!(tables_of(&ada, &["running"]).await, [json!(of_bob)]);
}

#[tokio::test]
async fn correspondence_continues_beside_other_games() {
    let site = TestSite::start().await;
    let [ada, bob] = [site.guest().await, site.guest().await];
    let slow = json!({ "game": "y", "options": { "pie": "off" }, "time": { "kind": "days", "days": 3 } });
    let (table, _) = ask(&ada, &slow).await;
    assert_eq!(ask(&bob, &slow).await, (table.clone(), true));
    assert_eq!(ask(&ada, &slow).await, (table.clone(), true), "nobody has played yet");
    for (turn, text) in [(1, "c7"), (2, "c8")] {
        if ada.play(&table, turn, text).await.status != 200 {
            bob.play(&table, turn, text).await.ok();
        }
    }
    let (another, started) = ask(&ada, &slow).await;
    assert!(another != table && !started);
    assert_eq!(ask(&bob, &slow).await, (another, true), "a second game of theirs");
    assert!(!ask(&ada, &wish("y")).await.1, "and a quick one meanwhile");
}

#[tokio::test]
async fn a_player_has_fifty_open_tables() {
    let site = TestSite::with(|_| ()).await;
    let ada = site.guest().await;
    let mut tables = vec![];
    for _ in 0..3 {
        let host = site.guest().await;
        for _ in 0..17 {
            tables.push(host.open(json!({ "game": "y" })).await);
        }
    }
    for table in &tables[..50] {
        ada.act(table, json!({ "do": "join" })).await.ok();
    }
    ada.post("/api/tables", json!({ "game": "y" })).await.refused(Code::TooMany);
    ada.post("/api/pairing", wish("y")).await.refused(Code::TooMany);
    ada.open(json!({ "game": "y", "time": { "kind": "days", "days": 1 } })).await;
    ada.act(&tables[0], json!({ "do": "leave" })).await.ok();
    // A table for others counts as well.
    ada.open(json!({ "game": "y", "seat": 0, "engines": [1, 1] })).await;
    ada.post("/api/tables", json!({ "game": "y" })).await.refused(Code::TooMany);
}

fn rated_wish() -> Value {
    json!({ "game": "y", "rated": true, "time": { "kind": "total", "seconds": 300 } })
}

/// Two accounts whose ratings are 324 points apart: one has won a rated game against the other.
async fn winner_and_loser(site: &TestSite) -> [Client; 2] {
    let pair = [site.account("Ada").await, site.account("Bob").await];
    let open =
        json!({ "game": "y", "options": { "board": "triangle-11" }, "rated": true, "autostart": true });
    let table = pair[0].open(open).await;
    pair[1].act(&table, json!({ "do": "join" })).await.ok();
    for (turn, text) in [(1, "a1"), (2, "a3")] {
        if pair[0].play(&table, turn, text).await.status != 200 {
            pair[1].play(&table, turn, text).await.ok();
        }
    }
    pair[1].act(&table, json!({ "do": "resign" })).await.ok();
    pair
}

async fn block(client: &Client, whom: &str) {
    client.send("PUT", &format!("/api/me/blocks/{whom}"), None, b"").await.ok();
}

async fn search(client: &Client) -> Value {
    client.get("/api/pairing").await.ok()
}

#[tokio::test]
async fn close_ratings_meet_at_once_and_distant_ones_after_a_wait() {
    let site = TestSite::start().await;
    let [ada, bob] = winner_and_loser(&site).await;
    assert_eq!(search(&ada).await, Value::Null);
    for wish in [rated_wish(), wish("y")] {
        let (of_ada, started) = ask(&ada, &wish).await;
        assert!(!started);
        let found = search(&ada).await;
        assert_eq!((&found["table"], &found["rating"]), (&json!(of_ada), &json!(1662)));
        let (of_bob, started) = ask(&bob, &wish).await;
        assert!(of_bob != of_ada && !started, "324 points are too many");
        site.pass(5_000).await;
        site.tick().await;
        assert_eq!(ask(&bob, &wish).await, (of_bob.clone(), false), "300 points");
        let within = search(&bob).await["within"].as_i64().unwrap();
        assert!((300..324).contains(&within), "{within}");
        site.pass(600).await;
        site.tick().await;
        // Bob has moved to the table of Ada, who has waited longer.
        assert_eq!(search(&bob).await["started"], true);
        assert_eq!(search(&ada).await["table"], json!(of_ada));
        assert_eq!(ask(&bob, &wish).await, (of_ada.clone(), true));
        assert_eq!(ask(&ada, &wish).await, (of_ada.clone(), true));
        assert_eq!(bob.look(&of_bob).await["state"], "closed");
        ada.act(&of_ada, json!({ "do": "abort" })).await.ok();
    }
}

#[tokio::test]
async fn the_seeker_of_the_closest_rating_is_chosen() {
    let site = TestSite::start().await;
    let [ada, _] = winner_and_loser(&site).await;
    let (eve, fay) = (site.account("Eve").await, site.account("Fay").await);
    block(&ada, "Eve").await;
    let (of_ada, _) = ask(&ada, &rated_wish()).await;
    site.pass(3_000).await;
    let (of_eve, started) = ask(&eve, &rated_wish()).await;
    assert!(of_eve != of_ada && !started);
    assert_eq!(ask(&fay, &rated_wish()).await, (of_eve, true), "Ada has waited longer, and would do");
    let gus = site.account("Gus").await;
    assert_eq!(ask(&gus, &rated_wish()).await, (of_ada, true), "220 points are accepted by now");
}

#[tokio::test]
async fn after_a_long_wait_any_unblocked_opponent_is_chosen() {
    let site = TestSite::start().await;
    let [ada, bob] = winner_and_loser(&site).await;
    block(&ada, "Bob").await;
    let (of_ada, _) = ask(&ada, &rated_wish()).await;
    let (of_bob, _) = ask(&bob, &rated_wish()).await;
    for _ in 0..3 {
        site.pass(10_000).await;
        site.tick().await;
        assert_eq!(ask(&ada, &rated_wish()).await, (of_ada.clone(), false));
        assert_eq!(ask(&bob, &rated_wish()).await, (of_bob.clone(), false));
    }
    assert_eq!(search(&bob).await["within"], Value::Null);
    ada.delete("/api/me/blocks/Bob", json!({})).await.ok();
    site.tick().await;
    assert_eq!(ask(&bob, &rated_wish()).await, (of_ada, true));
}

#[tokio::test]
async fn four_who_wait_at_two_tables_come_together() {
    let site = TestSite::start().await;
    let wish =
        json!({ "game": "zen", "options": { "players": "4" }, "time": { "kind": "total", "seconds": 300 } });
    let mut players = vec![];
    for name in ["Ada", "Bob", "Cem", "Dan"] {
        players.push(site.account(name).await);
    }
    // One has blocked another, so they wait at two tables.
    block(&players[0], "Cem").await;
    let mut given = vec![];
    for player in [&players[0], &players[2], &players[1], &players[3]] {
        given.push(ask(player, &wish).await);
    }
    assert!(given.iter().all(|(_, started)| !started));
    assert_ne!(given[0].0, given[1].0);
    players[0].delete("/api/me/blocks/Cem", json!({})).await.ok();
    site.tick().await;
    for player in &players {
        assert_eq!(ask(player, &wish).await, (given[0].0.clone(), true));
    }
}

#[tokio::test]
#[ignore = "needs PostgreSQL and NATS: run by cargo xtask test"]
async fn distant_ratings_at_three_nodes_meet_after_a_wait() {
    let (postgres, nats) = (Postgres::start(Durability::Quick).unwrap(), Nats::start().unwrap());
    let node = || async {
        TestSite::with(|config| {
            config.rate_factor = 100_000;
            (config.database, config.nats) = (postgres.url(), Some(nats.url()));
        })
        .await
    };
    let nodes = [node().await, node().await, node().await];
    let [ada, bob] = winner_and_loser(&nodes[0]).await;
    let (ada, bob) = (ada.at(nodes[1].address()), bob.at(nodes[2].address()));
    let (of_ada, _) = ask(&ada, &rated_wish()).await;
    let (of_bob, started) = ask(&bob, &rated_wish()).await;
    assert!(of_bob != of_ada && !started);
    // All nodes look at once.
    for node in &nodes {
        node.pass(6_000).await;
    }
    tokio::join!(nodes[0].tick(), nodes[1].tick(), nodes[2].tick());
    for client in [&ada, &bob] {
        assert_eq!(ask(client, &rated_wish()).await, (of_ada.clone(), true));
        assert_eq!(tables_of(client, &["open", "running"]).await, [json!(of_ada)]);
    }
}
