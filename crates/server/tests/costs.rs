//! What a stranger can make the server do is bounded.

use serde_json::{Value, json};
use taijitu_protocol::Code;
use taijitu_testkit::{Client, TestSite};

/// A table against an engine at which it is the client's turn.
async fn against_engine(client: &Client, game: &str, options: Value) -> String {
    let table = json!({ "game": game, "options": options, "seat": 2, "engines": [1], "colours": "chosen", "start": true });
    client.open(table).await
}

#[tokio::test]
async fn more_turns_than_can_be_listed_are_not() {
    let mut site = TestSite::start().await;
    let ada = site.guest().await;
    let turns = async |handicap: &str, board: &str| {
        let options = json!({ "board": board, "pie": "off", "handicap": handicap });
        let table = against_engine(&ada, "y", options).await;
        (ada.get(&format!("/api/tables/{table}/turns")).await, table)
    };
    let (few, _) = turns("2", "kadon").await;
    assert_eq!(few.ok().as_array().unwrap().len(), 93 * 92 / 2);
    for (handicap, board) in [("3", "kadon"), ("4", "kadon"), ("8", "kadon"), ("8", "triangle-25")] {
        let (many, table) = turns(handicap, board).await;
        many.refused(Code::TooManyToList);
        assert_eq!(many.status, 422);
        // It is played all the same: point by point, or written.
        let next = ada.post(&format!("/api/tables/{table}/branch"), json!([{ "point": 0 }])).await.ok();
        assert!(!next.as_array().unwrap().is_empty(), "{next}");
    }
    let (_, table) = turns("4", "kadon").await;
    ada.play(&table, 1, "a1 a2 a3 a4").await.ok();
    site.stop().await;
}

#[tokio::test]
async fn laws_have_no_list() {
    let mut site = TestSite::start().await;
    let ada = site.guest().await;
    let table = against_engine(&ada, "yinyang", json!({})).await;
    assert_eq!(ada.get(&format!("/api/tables/{table}/turns")).await.ok(), json!([]));
    site.stop().await;
}
