//! A program of newer rules beside an older one, on the same database: each plays its own tables, refuses the other's, and what is
//! finished is in one archive.

use crate::PROGRAM;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;
use taijitu_testkit::{Client, ServerProcess};

async fn act(browser: &Client, table: &str, command: Value) {
    browser.post(&format!("/api/tables/{table}/do"), &command).await.ok();
}

/// A game of Y of one turn, still running.
async fn begin(server: &ServerProcess) -> ([Client; 2], String) {
    let ada = Client::guest(server.address()).await.unwrap();
    let bob = Client::guest(server.address()).await.unwrap();
    let open = json!({ "game": "y", "seat": 1, "public": true, "options": { "pie": "off" } });
    let door = ada.post("/api/tables", &open).await.ok();
    let table = door["table"].as_str().unwrap().to_owned();
    act(&bob, &table, json!({ "do": "join" })).await;
    act(&ada, &table, json!({ "do": "start" })).await;
    act(&bob, &table, json!({ "do": "play", "game": 1, "turn": 1, "text": "c7" })).await;
    ([ada, bob], table)
}

async fn refuses(server: &ServerProcess, table: &str) {
    let answer = Client::new(server.address()).get(&format!("/api/tables/{table}")).await;
    assert_eq!((answer.status, answer.refusal()), (503, Some("unavailable".into())), "{}", answer.text());
    assert!(answer.text().contains("rules that this server does not have"), "{}", answer.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn older_and_newer_rules_share_a_log() {
    let folder = tempfile::tempdir().unwrap();
    let (program, data) = (Path::new(PROGRAM), folder.path());
    let shared = ["--share-data"];
    let old = ServerProcess::start(program, data, &shared).await.unwrap();
    let newer = [("TAIJITU_RULES_NEWER_BY", "1")];
    let new = ServerProcess::start_in(program, data, &shared, &newer).await.unwrap();
    let ([ada, bob], of_old) = begin(&old).await;
    let ([eve, _], of_new) = begin(&new).await;
    refuses(&new, &of_old).await;
    refuses(&old, &of_new).await;
    // Nobody's game suffers from the other's presence.
    act(&ada, &of_old, json!({ "do": "play", "game": 1, "turn": 2, "text": "c8" })).await;
    act(&bob, &of_old, json!({ "do": "resign" })).await;
    act(&eve, &of_new, json!({ "do": "resign" })).await;
    for server in [&old, &new] {
        let anybody = Client::new(server.address());
        let mut listed = 0;
        for _ in 0..300 {
            let page = anybody.get("/api/archive?game=y").await.ok();
            listed = page["games"].as_array().unwrap().len();
            if listed == 2 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        assert_eq!(listed, 2);
    }
    // The newer game was indexed by the newer program, which knows how to replay it.
    let reached = json!({ "game": "y", "options": { "pie": "off" }, "turns": ["c7"] });
    let counts = Client::new(new.address()).post("/api/positions", &reached).await.ok();
    let ends = &counts["ends"];
    let games: u64 = ["white", "black", "draws"].iter().filter_map(|key| ends[key].as_u64()).sum();
    assert!(games >= 1, "{counts}");
}
