//! Positions without a table: lessons and analysis.

use serde_json::{Value, json};
use taijitu_protocol::{Code, StudyView};
use taijitu_testkit::*;

fn header<'a>(answer: &'a Answer, name: &str) -> Option<&'a str> {
    answer.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

const LAWS: [&str; 2] = ["bbbb>bb.b,bwbw>b.bw,wwbb>*,b..b>bwwb", "bbbb>.bbb,bwbw>*,.b..>bbw.,wwbw>.wbw"];

#[tokio::test]
async fn a_position_is_played_out_and_shown() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let request = json!({ "game": "y", "options": { "board": "triangle-5" }, "turns": ["C3", "swap", "a1"] });
    let view: StudyView = serde_json::from_value(browser.post("/api/study", request).await.ok()).unwrap();
    assert_eq!(view.turns, ["c3", "swap", "a1"]);
    assert_eq!((view.scene.turn, view.scene.pieces.len(), view.outcome), (3, 2, None));
    assert_eq!(view.setup, "w=a1 b=c3 act=black");
    assert_eq!(view.scene.next.expect("the side to act may touch").len(), 13);
    // With the other side's eyes there is nothing to touch.
    let other = json!({ "game": "quinta", "side": "white" });
    assert_eq!(browser.post("/api/study", other).await.ok()["scene"]["next"], json!(null));
    let over = json!({ "game": "y", "options": { "board": "triangle-3", "pie": "off" },
        "turns": ["b2", "a3", "a2", "c3", "b3"] });
    let over = browser.post("/api/study", over).await.ok();
    assert_eq!((&over["outcome"]["winner"], &over["scene"]["acts"]), (&json!("black"), &json!([])));
    assert_eq!(over["outcome"]["reason"], "three sides");
}

#[tokio::test]
async fn branches_and_reasons_of_a_position() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let branch = json!({ "game": "quinta", "touches": [{ "point": 0 }] });
    let next = browser.post("/api/study/branch", branch).await.ok();
    assert!(next[0]["turn"].as_str().unwrap().starts_with("a1-"));
    let why = json!({ "game": "quinta", "touch": { "point": 2 } });
    let response = browser.post("/api/study/why", why).await.ok();
    assert_eq!(response["message"]["en"], "the piece on a3 is not yours");
    let why = json!({ "game": "quinta", "touches": [{ "point": 0 }], "touch": { "point": 1 } });
    assert_eq!(browser.post("/api/study/why", why).await.ok()["rule"], "occupied");
    let wrong = json!({ "game": "quinta", "touches": [{ "point": 2 }] });
    browser.post("/api/study/branch", wrong).await.refused(Code::IllegalTurn);
}

#[tokio::test]
async fn impossible_input_is_refused_with_its_place() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let problem = async |study: Value, code: Code| {
        let answer = browser.post("/api/study", study).await;
        answer.refused(code);
        answer.json()["message"]["en"].as_str().unwrap().to_owned()
    };
    assert!(problem(json!({ "game": "chess" }), Code::BadOption).await.starts_with("unknown game `chess`"));
    let option = json!({ "game": "y", "options": { "board": "round" } });
    assert!(problem(option, Code::BadOption).await.contains("`round` is not a value"));
    let conflict = json!({ "game": "y", "options": { "handicap": "3" } });
    assert_eq!(problem(conflict, Code::BadOption).await, "handicap stones need the swap rule off (pie=off)");
    let setup = json!({ "game": "quinta", "setup": "w=z9 act=white" });
    assert_eq!(problem(setup, Code::Invalid).await, "set-up: `z9` in w=: no such point on the 93-node board");
    let turn = json!({ "game": "y", "turns": ["a1", "a2", "a2"] });
    assert_eq!(problem(turn, Code::IllegalTurn).await, "turn 3: `a2`: a2 is occupied");
    problem(json!({ "game": "y", "turns": vec!["a1"; 501] }), Code::TooLarge).await;
    problem(json!({ "game": "y", "colour": "red" }), Code::BadRequest).await;
    problem(json!({ "game": "y", "setup": "x".repeat(20_000) }), Code::TooLarge).await;
}

#[tokio::test]
async fn yin_yang_is_studied_with_one_sides_eyes() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let options = json!({ "laws_black": LAWS[0], "laws_white": LAWS[1] });
    let seen = async |side: &str| {
        let request = json!({ "game": "yinyang", "options": options, "side": side });
        browser.post("/api/study", request).await.ok()
    };
    let (white, black) = (seen("white").await, seen("black").await);
    let texts = |view: &Value, owner: &str| {
        let laws = view["scene"]["laws"].as_array().unwrap().iter();
        laws.filter(|law| law["owner"] == owner && law["text"].is_string()).count()
    };
    assert_eq!([texts(&black, "black"), texts(&black, "white")], [4, 0]);
    assert_eq!([texts(&white, "black"), texts(&white, "white")], [0, 4]);
    assert!(black["scene"]["next"].as_array().is_some_and(|next| !next.is_empty()));
    assert!(!black.to_string().contains(".b..>bbw."), "a law of White's");
}

#[tokio::test]
async fn an_engine_replies_in_every_game_by_what_its_side_may_know() {
    let mut site = TestSite::start().await;
    let browser = site.browser();
    for kind in taijitu_rules::games::GAMES {
        let game = kind.meta().id;
        let reply = browser.post("/api/study/reply", json!({ "game": game, "level": 1 })).await.ok();
        let played = json!({ "game": game, "turns": [reply["turn"]] });
        let view = browser.post("/api/study", played).await.ok();
        assert_eq!(view["scene"]["turn"], 1, "{game}: {reply}");
        if game != "yinyang" {
            assert_eq!(view["scene"]["last"], reply["points"], "{game}");
        }
    }
    for level in [0, 4, 8] {
        browser.post("/api/study/reply", json!({ "game": "y", "level": level })).await.refused(Code::Invalid);
    }
    let waits = json!({ "game": "quinta", "level": 1, "side": "white" });
    browser.post("/api/study/reply", waits).await.refused(Code::NotNow);
    let over = json!({ "game": "y", "options": { "board": "triangle-3", "pie": "off" }, "level": 1,
        "turns": ["b2", "a3", "a2", "c3", "b3"] });
    browser.post("/api/study/reply", over).await.refused(Code::NotNow);
    site.stop().await;
}

#[tokio::test]
async fn nobody_keeps_the_engines_busy_alone() {
    let site = TestSite::with(|config| config.rate_factor = 1).await;
    let browser = site.guest().await;
    let asks = (0..80).map(|_| {
        let browser = browser.clone();
        let request = json!({ "game": "y", "options": { "board": "triangle-3" }, "level": 1 });
        tokio::spawn(async move { browser.post("/api/study/reply", request).await })
    });
    let (mut accepted, mut refused) = (0, 0);
    for ask in asks.collect::<Vec<_>>() {
        let answer = ask.await.unwrap();
        if answer.status == 200 {
            accepted += 1;
        } else {
            answer.refused(Code::TooFast);
            refused += 1;
        }
    }
    assert!(accepted >= 20 && refused > 0, "twenty at once, then one a second: {accepted}, {refused}");
}

#[tokio::test]
async fn boards_to_print() {
    let site = TestSite::start().await;
    let browser = site.browser();
    for game in browser.get("/api/games").await.ok().as_array().unwrap() {
        let (id, sheets) = (game["id"].as_str().unwrap(), game["sheets"].as_u64().unwrap());
        for page in 1..=sheets {
            let sheet = browser.get(&format!("/api/games/{id}/sheet.svg?lang=fr&page={page}")).await;
            assert_eq!(
                (sheet.status, header(&sheet, "content-type")),
                (200, Some("image/svg+xml; charset=utf-8"))
            );
            assert!(sheet.text().contains("210mm"), "{}", sheet.text());
        }
        browser
            .get(&format!("/api/games/{id}/sheet.svg?page={}", sheets + 1))
            .await
            .refused(Code::NoSuchThing);
        browser.get(&format!("/api/games/{id}/sheet.svg?page=0")).await.refused(Code::NoSuchThing);
    }
    browser.get("/api/games/chess/sheet.svg").await.refused(Code::NoSuchGame);
}

#[tokio::test]
async fn pictures_of_positions() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let svg = browser.get("/api/pictures/quinta.svg?turns=a1-b1;a3-b2&lang=fr&names=none").await;
    assert_eq!((svg.status, header(&svg, "content-type")), (200, Some("image/svg+xml; charset=utf-8")));
    assert_eq!(header(&svg, "cache-control"), Some("public, max-age=86400"));
    assert!(svg.text().starts_with("<svg") && svg.text().contains("Noir"), "{}", svg.text());
    let png = browser
        .get("/api/pictures/y.png?options=board=triangle-5,pie=off&setup=b=c3+act=white&width=120")
        .await;
    assert_eq!((png.status, header(&png, "content-type")), (200, Some("image/png")));
    assert_eq!((&png.body[1..4], &png.body[16..20]), (&b"PNG"[..], &[0, 0, 0, 120][..]));
    for (path, code) in [
        ("chess.svg", Code::BadOption),
        ("quinta", Code::NoSuchPage),
        ("quinta.gif", Code::NoSuchPage),
        ("quinta.svg?names=some", Code::Invalid),
        ("quinta.svg?width=9000", Code::Invalid),
        ("quinta.png?width=1", Code::Invalid),
        ("quinta.svg?turns=a1-a2", Code::IllegalTurn),
        ("quinta.svg?options=variant", Code::Invalid),
        ("quinta.svg?setup=w=z9", Code::Invalid),
        ("quinta.svg?lang=de", Code::BadRequest),
    ] {
        browser.get(&format!("/api/pictures/{path}")).await.refused(code);
    }
    // Both sides' laws are in the set-up, and a picture that everybody may keep shows none that is face down.
    let with = async |law: &str| {
        let laws =
            format!("lb={law},b...%3E....,bbbb%3E*,wwww%3E*+lw=b...%3E....,w...%3E....,bbbb%3E*,wwww%3E*");
        browser.get(&format!("/api/pictures/yinyang.svg?setup=b=a1+w=d4+{laws}+act=black")).await
    };
    let (one, other) = (with("wb..%3Ew...").await, with("bb.w%3E*").await);
    assert_eq!((one.status, one.text()), (200, other.text()));
}
