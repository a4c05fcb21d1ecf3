//! Games, boards and laws as the server describes them to the page, which has no rules; and why something cannot be touched.

use flate2::read::GzDecoder;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::Read;
use taijitu_protocol::{BoardData, Code, GameKind, LawBook};
use taijitu_testkit::*;

fn game<'a>(games: &'a Value, id: &str) -> &'a Value {
    games.as_array().unwrap().iter().find(|game| game["id"] == id).unwrap()
}

#[tokio::test]
async fn games_and_boards_are_packed_for_those_who_can_unpack() {
    let site = TestSite::start().await;
    let browser = site.browser();
    for path in ["/api/games", "/api/boards/yinsh", "/api/laws"] {
        let plain = browser.get(path).await.ok();
        let packed = browser.with_header("accept-encoding", "gzip").get(path).await;
        assert_eq!(packed.header("content-encoding"), Some("gzip"), "{path}");
        let mut text = String::new();
        GzDecoder::new(&packed.body[..]).read_to_string(&mut text).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), plain, "{path}");
    }
}

#[tokio::test]
async fn games_say_what_a_page_shows_of_them() {
    let site = TestSite::start().await;
    let games = site.browser().get("/api/games").await.ok();
    let kinds: Vec<GameKind> = serde_json::from_value(games.clone()).unwrap();
    assert!(kinds.iter().all(|kind| !kind.blurb.en.is_empty() && !kind.pieces.is_empty()));
    assert_eq!(game(&games, "yinsh")["pieces"]["ring"], json!({ "en": "ring", "fr": "anneau" }));
    assert_eq!(
        game(&games, "y")["words"],
        json!({ "swap": { "en": "Swap colours", "fr": "Échanger les couleurs" } })
    );
    let keys =
        |id: &str| kinds.iter().find(|kind| kind.id == id).unwrap().palette.iter().map(|entry| &*entry.key);
    assert_eq!(keys("yinsh").collect::<BTreeSet<_>>(), BTreeSet::from(["wr", "br", "wm", "bm"]));
    assert_eq!(keys("zen").collect::<Vec<_>>(), ["w", "b", "zen"]);
    assert_eq!(
        game(&games, "aliens")["palette"][1],
        json!({ "key": "b", "piece": "amazon", "side": "black" })
    );
    assert_eq!(game(&games, "yinsh")["first"], "white");
    assert_eq!(game(&games, "y")["first"], "black");
    assert_eq!(game(&games, "zen")["first"], json!(null), "chosen, or drawn by lot");
    assert_eq!(game(&games, "yinsh")["seats"], json!([{ "players": 2, "options": {} }]));
    let zen = json!([{ "players": 2, "options": { "players": "2" } }, { "players": 4, "options": { "players": "4" } }]);
    assert_eq!(game(&games, "zen")["seats"], zen);
    let premoves: Vec<&str> = kinds.iter().filter(|kind| kind.placement).map(|kind| &*kind.id).collect();
    assert_eq!(premoves, ["y"]);
    let variant = &game(&games, "yinsh")["options"][0];
    assert_eq!(variant["choices"], json!(["standard", "blitz"]));
    assert_eq!(variant["labels"]["blitz"], json!({ "en": "blitz (one ring)", "fr": "blitz (un anneau)" }));
    for option in kinds.iter().flat_map(|kind| &kind.options) {
        let choices: BTreeSet<&String> = option.choices.iter().flatten().collect();
        assert_eq!(choices, option.labels.keys().collect(), "every choice has a label: {}", option.name);
        let ways = [option.choices.is_some(), option.range.is_some(), option.form.is_some()];
        assert_eq!(ways.iter().filter(|way| **way).count(), 1, "{}", option.name);
    }
    assert!(!games.to_string().contains("laws_"), "what only tests use is not offered");
}

#[tokio::test]
async fn boards_say_how_they_look_and_turn() {
    let site = TestSite::start().await;
    let browser = site.browser();
    for (id, points, rotations) in [
        ("yinsh", 85, vec![60, 120, 180, 240, 300]),
        ("kadon", 93, vec![120, 240]),
        ("triangle-4", 10, vec![120, 240]),
        ("zen", 121, vec![90, 180, 270]),
        ("yinyang", 16, vec![90, 180, 270]),
    ] {
        let board = browser.get(&format!("/api/boards/{id}")).await.ok();
        assert!(board["points"][0].get("ahead").is_none(), "geometry of the rules stays there");
        let board: BoardData = serde_json::from_value(board).unwrap();
        assert_eq!((board.points.len(), board.rotations), (points, rotations), "{id}");
        assert_ne!(board.title.en, board.title.fr);
        let touches = |&(a, b): &(u16, u16)| board.points[usize::from(a)].neighbours.contains(&b);
        assert!(board.lines.iter().all(touches), "{id}");
    }
    browser.get("/api/boards/triangle-99").await.refused(Code::NoSuchThing);
}

#[tokio::test]
async fn a_law_editor_knows_every_law_and_every_block() {
    let site = TestSite::start().await;
    let book = site.browser().get("/api/laws").await.ok();
    let book: LawBook = serde_json::from_value(book).unwrap();
    assert_eq!(book.laws.len(), 513);
    let kind = |text: &str| {
        let law = book.laws.iter().find(|law| law.text == text).unwrap_or_else(|| panic!("no law {text}"));
        serde_json::to_value(law.kind).unwrap()
    };
    assert_eq!(
        [kind("wb..>w..."), kind("b...>bwb."), kind("bb.w>*")],
        ["destruction", "peopling", "adaptation"]
    );
    assert_eq!((book.blocks.white.len(), book.blocks.black.len()), (9, 9));
    // a1 is 0, b1 is 1, a2 is 4, b2 is 5.
    let block = |blocks: &[taijitu_protocol::Block]| (blocks[0].at, blocks[0].points);
    assert_eq!(block(&book.blocks.black), (0, [4, 5, 0, 1]));
    assert_eq!(block(&book.blocks.white), (0, [1, 0, 5, 4]), "from the other side of the table");
}

#[tokio::test]
async fn a_refusal_gives_the_player_the_reason() {
    let site = TestSite::start().await;
    let (ada, bob, eve) = (site.guest().await, site.guest().await, site.guest().await);
    let table = ada.open(json!({ "game": "y", "options": { "board": "triangle-5" }, "seat": 2 })).await;
    bob.act(&table, json!({ "do": "join" })).await.ok();
    let path = format!("/api/tables/{table}/why");
    let ask = json!({ "touches": [], "touch": { "point": 5 } });
    ada.post(&path, ask.clone()).await.refused(Code::NotRunning);
    ada.act(&table, json!({ "do": "start" })).await.ok();
    assert_eq!(ada.post(&path, ask.clone()).await.ok()["rule"], "possible");
    let reply = bob.post(&path, ask.clone()).await.ok();
    assert_eq!(reply["message"], json!({ "en": "it is Black’s turn", "fr": "c’est aux Noirs de jouer" }));
    ada.play(&table, 1, "c3").await.ok();
    let reply = bob.post(&path, ask.clone()).await.ok();
    assert_eq!(
        reply,
        json!({ "message": { "en": "c3 is occupied", "fr": "c3 est occupé" }, "rule": "occupied" })
    );
    eve.post(&path, ask).await.refused(Code::NotSeated);
    bob.post(&path, json!({ "touch": { "word": "fly" } })).await.refused(Code::Invalid);
    bob.post(&path, json!({ "touches": [{ "point": 5 }], "touch": { "point": 6 } }))
        .await
        .refused(Code::IllegalTurn);
    let off = bob.post(&path, json!({ "touch": { "point": 65_000 } })).await.ok();
    assert_eq!(off["rule"], "no-such-point");
    let mut socket = bob.socket().await;
    socket.send(json!({ "type": "why", "table": table, "id": "w", "touch": { "point": 5 } })).await;
    let answers = socket.so_far().await;
    let why = answers.iter().find(|answer| answer["type"] == "why").expect("an answer");
    assert_eq!((&why["id"], &why["why"]["rule"]), (&json!("w"), &json!("occupied")));
}

#[tokio::test]
async fn a_half_built_turn_says_what_follows() {
    let site = TestSite::start().await;
    let rings = "wr=e5,e9,a2,k7,k10 br=g5,b1,c1,d1,e1 wm=g6,g7,g8,g9,g10 act=white";
    let browser = site.browser();
    let view = browser.post("/api/study", json!({ "game": "yinsh", "setup": rings })).await.ok();
    let first = &view["scene"]["next"][0];
    assert_eq!(first["prompt"]["en"], "choose the last marker of the row");
    assert_eq!(first["next"][0]["prompt"]["en"], "choose the ring you take off for this row");
    let ring = &first["next"][0]["next"][0];
    assert_eq!(ring["prompt"]["fr"], "déplacez un anneau");
}
