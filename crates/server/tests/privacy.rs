//! What is stored about a person: the export has all of it, and an account that is deleted leaves none of it.

use crate::push_sink::Browser;
use serde_json::{Value, json};
use taijitu_protocol::PlayerId;
use taijitu_store::PeopleList;
use taijitu_testkit::*;

async fn put(client: &Client, path: &str, body: &Value) {
    client.send("PUT", path, Some("application/json"), body.to_string().as_bytes()).await.ok();
}

/// A rated game that the first wins.
async fn rated_game(winner: &Client, loser: &Client) {
    let open = json!({ "game": "y", "rated": true, "autostart": true, "seat": 1, "colours": "chosen" });
    let table = winner.open(open).await;
    loser.act(&table, json!({ "do": "join" })).await.ok();
    for (turn, text) in [(1, "a1"), (2, "a3")] {
        if winner.play(&table, turn, text).await.status != 200 {
            loser.play(&table, turn, text).await.ok();
        }
    }
    loser.act(&table, json!({ "do": "resign" })).await.ok();
}

/// Has Ada do everything that leaves a row; Bob is the one she does it with.
async fn leave_traces(ada: &Client, bob: &Client) {
    put(ada, "/api/me/follows/Bob", &json!({})).await;
    put(bob, "/api/me/follows/Ada", &json!({})).await;
    put(ada, "/api/me/blocks/Eve", &json!({})).await;
    put(ada, "/api/me/privacy", &json!({ "games": "nobody" })).await;
    put(ada, "/api/me/notices/choices", &json!({ "french": true })).await;
    put(ada, "/api/me/push", &Browser::new().subscription("https://push.example/ada", true)).await;
    rated_game(ada, bob).await;
    for (from, to) in [(ada, "Bob"), (bob, "Ada")] {
        from.post("/api/challenges", json!({ "to": to, "terms": { "game": "y" } })).await.ok();
    }
    until("the bell rings", async || {
        (ada.get("/api/me/notices").await.ok()["unread"] == json!(1)).then_some(())
    })
    .await;
    ada.post("/api/me/vacation", json!({ "days": 2 })).await.ok();
    let slow = json!({ "game": "y", "options": { "board": "triangle-5", "pie": "off" }, "seat": 1, "colours": "chosen",
        "time": { "kind": "days", "days": 3 }, "autostart": true });
    let table = ada.open(slow).await;
    bob.act(&table, json!({ "do": "join" })).await.ok();
    let tree = json!({ "tree": [{ "turn": "c3", "reply": "b2" }] });
    put(ada, &format!("/api/tables/{table}/conditional"), &tree).await;
    let swiss = json!({ "name": "Evening", "kind": { "kind": "swiss", "rounds": 1 }, "game": "y" });
    let made = bob.post("/api/tournaments", swiss).await.ok();
    let path = format!("/api/tournaments/{}/do", made["tournament"].as_str().unwrap());
    ada.post(&path, json!({ "do": "enter" })).await.ok();
    let puzzle = ada.get("/api/puzzles/daily").await.ok()["id"].as_str().unwrap().to_owned();
    ada.get(&format!("/api/puzzles/{puzzle}/solution")).await.ok();
}

#[tokio::test]
async fn the_export_has_everything_and_a_deleted_account_leaves_none_of_it() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    site.account("Eve").await;
    let id: PlayerId = ada.me().await["id"].as_str().unwrap().parse().unwrap();
    leave_traces(&ada, &bob).await;

    let export = ada.get("/api/me/export").await.ok();
    let count = |value: &Value| value.as_array().map(Vec::len);
    let rows = ["push", "vacations", "conditional_turns", "games", "ratings", "puzzles", "tournaments"];
    for row in rows {
        assert_eq!(count(&export[row]), Some(1), "{row}: {}", export[row]);
    }
    let lists = [("people", "follows"), ("people", "blocks"), ("notices", "notices")];
    for (part, list) in lists {
        assert_eq!(count(&export[part][list]), Some(1), "{part}: {}", export[part]);
    }
    assert_eq!(export["privacy"]["games"], "nobody");
    assert_eq!(export["notice_choices"]["french"], true);
    assert!(export["challenges"].to_string().contains("Bob"), "{}", export["challenges"]);

    ada.delete("/api/me", json!({ "password": "password of Ada" })).await.ok();
    let store = &site.app().site.store;
    let bob_id: PlayerId = bob.me().await["id"].as_str().unwrap().parse().unwrap();
    for list in [PeopleList::Follows, PeopleList::Blocks] {
        assert!(store.list_of(list, id).await.unwrap().is_empty());
        assert!(
            store.listed_by(list, id, &[bob_id]).await.unwrap().is_empty(),
            "nor is she on a list of others"
        );
    }
    assert_eq!(store.preferences(id).await.unwrap(), None);
    assert!(store.challenges_of(id, 0, 0, 10).await.unwrap().is_empty());
    assert!(store.notices(id, 10).await.unwrap().is_empty());
    assert!(store.push_endpoints(id).await.unwrap().is_empty());
    assert!(store.vacations(id, 0).await.unwrap().is_empty());
    assert!(store.conditional_turns_of(id).await.unwrap().is_empty());
    assert!(store.puzzle_tries_of(id, "", 10).await.unwrap().is_empty());
    assert!(store.all_tournaments_of(id, None, 10).await.unwrap().is_empty(), "she has withdrawn");
    assert_eq!(store.solver_standing(id).await.unwrap(), None);
    // The numbers stay, because Bob's rating came from them; no name leads to them.
    assert_eq!(store.ratings_of(&[id]).await.unwrap().len(), 1);
    assert_eq!(store.player(id).await.unwrap().unwrap().name, None);
    assert_eq!(bob.get("/api/players/Ada/ratings").await.status, 404);
    for path in
        ["/api/me/people", "/api/me/challenges", "/api/me/notices", "/api/leaderboards/y", "/api/me/export"]
    {
        let answer = bob.get(path).await;
        answer.ok();
        assert!(!answer.text().contains("Ada"), "{path}: {}", answer.text());
    }
}
