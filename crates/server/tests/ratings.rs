//! Ratings from the outside: who may play rated games, what is shown afterwards, what remains of a deleted account.

use serde_json::{Value, json};
use taijitu_protocol::Code;
use taijitu_server::admin::Admin;
use taijitu_testkit::*;

/// Opens a rated table of Y and seats an opponent; the game starts by itself.
async fn rated_table(host: &Client, guest: &Client) -> String {
    let table = host.open(json!({ "game": "y", "rated": true, "public": true, "autostart": true })).await;
    guest.act(&table, json!({ "do": "join" })).await.ok();
    table
}

/// Both play a turn, then one resigns.
async fn play_and_resign(table: &str, game: u32, winner: &Client, loser: &Client) {
    for (turn, point) in [(1, "a1"), (2, "a3")] {
        let command = json!({ "do": "play", "game": game, "turn": turn, "text": point });
        let first = winner.act(table, command.clone()).await;
        if first.status != 200 {
            loser.act(table, command).await.ok();
        }
    }
    loser.act(table, json!({ "do": "resign" })).await.ok();
}

async fn rated_game(winner: &Client, loser: &Client) -> Value {
    let table = rated_table(winner, loser).await;
    play_and_resign(&table, 1, winner, loser).await;
    winner.look(&table).await
}

async fn ratings(site: &TestSite, name: &str) -> Value {
    site.browser().get(&format!("/api/players/{name}/ratings")).await.ok()
}

#[tokio::test]
async fn a_rated_game_changes_both_ratings_and_shows_it() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let view = rated_game(&ada, &bob).await;
    let changes = view["game"]["ratings"].as_array().unwrap();
    assert_eq!(changes[0]["before"], json!({ "value": 1500, "deviation": 350, "provisional": true }));
    assert_eq!((&changes[0]["seat"], &changes[0]["after"]["value"]), (&json!(1), &json!(1662)));
    assert_eq!((&changes[1]["seat"], &changes[1]["after"]["value"]), (&json!(2), &json!(1338)));
    assert_eq!(view["seats"][0]["sitter"]["player"]["rating"]["value"], 1662, "beside the name");
    // Lists show them: the lobby, the archive, the profile.
    let lobby = site.browser().get("/api/lobby/finished").await.ok();
    assert_eq!(lobby["tables"][0]["seats"][1]["player"]["rating"]["value"], 1338);
    assert_eq!(lobby["tables"][0]["setup"]["rated"], true);
    let game = view["game"]["id"].as_str().unwrap();
    let mine = ada.get("/api/me/games").await.ok();
    assert_eq!(mine["games"][0]["ratings"], view["game"]["ratings"]);
    let whole = ada.get(&format!("/api/finished/{game}")).await.ok();
    assert_eq!(whole["ratings"], view["game"]["ratings"]);
    let own = ratings(&site, "Ada").await;
    let line = &own["ratings"][0];
    assert_eq!((&line["class"]["id"], &line["game"], &line["games"]), (&json!("y"), &json!("y"), &json!(1)));
    assert_eq!((&line["rating"]["value"], &line["won"], &line["lost"]), (&json!(1662), &json!(1), &json!(0)));
    let history = site.browser().get("/api/players/Bob/ratings/y").await.ok();
    assert_eq!(history["points"][0]["game"], game);
    assert_eq!(history["points"][0]["rating"]["value"], 1338);
    assert_eq!(history["next"], Value::Null);
    // A provisional rating is not on the leaderboard.
    assert_eq!(site.browser().get("/api/leaderboards/y").await.ok()["players"], json!([]));
}

#[tokio::test]
async fn ratings_stand_beside_the_names_of_challenges_and_tournaments() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    rated_game(&ada, &bob).await;
    let (of_ada, of_bob) = (
        json!({ "value": 1662, "deviation": 290, "provisional": true }),
        json!({ "value": 1338, "deviation": 290, "provisional": true }),
    );
    let wanted = |game: &str| json!({ "to": "Bob", "terms": { "game": game } });
    let made = ada.post("/api/challenges", wanted("y")).await.ok();
    assert_eq!((&made["from"]["rating"], &made["to"]["rating"]), (&of_ada, &of_bob));
    assert_eq!(bob.get("/api/me/challenges").await.ok()["received"][0]["from"]["rating"], of_ada);
    let settings = |game: &str| {
        json!({ "name": "Tuesday", "kind": { "kind": "swiss", "rounds": 1 }, "game": game,
            "public": true })
    };
    for (game, expected) in [("y", &of_ada), ("tetra", &Value::Null)] {
        let made = ada.post("/api/tournaments", settings(game)).await.ok();
        let path = format!("/api/tournaments/{}", made["tournament"].as_str().unwrap());
        ada.post(&format!("{path}/do"), json!({ "do": "enter" })).await.ok();
        let view = ada.get(&path).await.ok();
        let page = ada.get(&format!("{path}/entrants")).await.ok();
        for entrants in [&view["entrants"], &page["entrants"]] {
            assert_eq!(&entrants[0]["players"][0]["player"]["rating"], expected, "{game}: {entrants}");
        }
    }
}

#[tokio::test]
async fn a_rematch_is_rated_too_and_a_casual_game_is_not() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let table = rated_table(&ada, &bob).await;
    play_and_resign(&table, 1, &ada, &bob).await;
    ada.act(&table, json!({ "do": "rematch" })).await.ok();
    bob.act(&table, json!({ "do": "accept" })).await.ok();
    play_and_resign(&table, 2, &bob, &ada).await;
    assert_eq!(ratings(&site, "Ada").await["ratings"][0]["games"], 2);
    let casual = ada.open(json!({ "game": "y", "autostart": true })).await;
    bob.act(&casual, json!({ "do": "join" })).await.ok();
    play_and_resign(&casual, 1, &ada, &bob).await;
    assert_eq!(ada.look(&casual).await["game"]["ratings"], Value::Null);
    assert_eq!(ratings(&site, "Ada").await["ratings"][0]["games"], 2);
    // The names have ratings at casual tables too.
    assert!(ada.look(&casual).await["seats"][1]["sitter"]["player"]["rating"]["value"].is_number());
}

#[tokio::test]
async fn guests_play_no_rated_games() {
    let site = TestSite::start().await;
    let (ada, guest) = (site.account("Ada").await, site.guest().await);
    let rated = json!({ "game": "y", "rated": true });
    guest.post("/api/tables", &rated).await.refused(Code::GuestsCannot);
    guest.post("/api/pairing", &rated).await.refused(Code::GuestsCannot);
    let table = ada.open(rated).await;
    guest.act(&table, json!({ "do": "join" })).await.refused(Code::GuestsCannot);
    let casual = ada.open(json!({ "game": "y" })).await;
    guest.act(&casual, json!({ "do": "join" })).await.ok();
    let switch = json!({ "do": "option", "name": "rated", "value": "on" });
    ada.act(&casual, switch).await.refused(Code::GuestsCannot);
    ada.post("/api/tables", json!({ "game": "y", "rated": true, "engines": [1] }))
        .await
        .refused(Code::NotNow);
}

#[tokio::test]
async fn pairing_keeps_rated_and_casual_apart() {
    let site = TestSite::start().await;
    let (ada, bob, cem) = (site.account("Ada").await, site.account("Bob").await, site.account("Cem").await);
    let wish =
        |rated: bool| json!({ "game": "y", "time": { "kind": "total", "seconds": 300 }, "rated": rated });
    let waiting = ada.post("/api/pairing", wish(true)).await.ok();
    let apart = bob.post("/api/pairing", wish(false)).await.ok();
    assert_ne!(waiting["table"], apart["table"]);
    let paired = cem.post("/api/pairing", wish(true)).await.ok();
    assert_eq!((&paired["table"], &paired["started"]), (&waiting["table"], &json!(true)));
}

#[tokio::test]
async fn leaderboards_list_settled_players_who_are_active() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let is_settled = |ratings: &Value| ratings["ratings"][0]["rating"]["provisional"] != json!(true);
    for n in 0.. {
        assert!(n < 60, "a rating settles");
        let (winner, loser) = if n % 3 == 2 { (&bob, &ada) } else { (&ada, &bob) };
        rated_game(winner, loser).await;
        if n > 8 && is_settled(&ratings(&site, "Ada").await) && is_settled(&ratings(&site, "Bob").await) {
            break;
        }
    }
    site.pass(11_000).await;
    let best = site.browser().get("/api/leaderboards/y").await.ok();
    let names: Vec<&Value> =
        best["players"].as_array().unwrap().iter().map(|ranked| &ranked["player"]["name"]).collect();
    assert_eq!(names, ["Ada", "Bob"]);
    assert_eq!(best["class"], json!({ "id": "y", "name": { "en": "Y", "fr": "Y" } }));
    site.browser().get("/api/leaderboards/chess").await.refused(Code::NoSuchThing);
    // An account that is deleted is not listed any more, and its page is gone.
    ada.delete("/api/me", json!({ "password": "password of Ada" })).await.ok();
    let names: Vec<Value> = site.browser().get("/api/leaderboards/y").await.ok()["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|ranked| ranked["player"]["name"].clone())
        .collect();
    assert_eq!(names, ["Bob"]);
    site.browser().get("/api/players/Ada/ratings").await.refused(Code::NoSuchThing);
    // A month later nobody is active.
    site.pass(31 * 24 * 3_600_000).await;
    assert_eq!(site.browser().get("/api/leaderboards/y").await.ok()["players"], json!([]));
}

#[tokio::test]
async fn the_export_has_the_rated_games() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let view = rated_game(&ada, &bob).await;
    let export = ada.get("/api/me/export").await.ok();
    let [line] = export["ratings"].as_array().unwrap().as_slice() else { panic!("{export}") };
    assert_eq!((&line["class"], &line["game"]), (&json!("y"), &view["game"]["id"]));
    assert_eq!((&line["before"]["value"], &line["after"]["value"]), (&json!(1500), &json!(1662)));
}

#[tokio::test]
async fn the_host_rates_the_archive_again() {
    let site = TestSite::start().await;
    let (ada, bob, cem) = (site.account("Ada").await, site.account("Bob").await, site.account("Cem").await);
    for (winner, loser) in [(&ada, &bob), (&cem, &ada), (&bob, &cem), (&ada, &bob)] {
        rated_game(winner, loser).await;
    }
    let database = format!("sqlite:{}", site.folder().join("site.db").display());
    let admin = Admin::open(&database).await.unwrap();
    for recompute in [false, true] {
        let lines = admin.check_ratings(recompute).await.unwrap();
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].class, "y");
        let found = lines[0].found;
        assert_eq!((found.games, found.players, found.differing), (4, 3, 0));
    }
    admin.done().await;
}
