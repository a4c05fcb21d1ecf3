//! Games brought along: kept by link, once, refused with the line that is to blame.

use crate::finished::brought;
use serde_json::json;
use taijitu_protocol::Code;
use taijitu_testkit::TestSite;

/// A game in Boardspace's dialect: rings placed in one command or in two, times, comments, a result in another language.
const SGF: &str = "(;\nGM[24]VV[3]\nTC[None]\nCM[1,0]\nSU[Yinsh-Blitz]\nDT[Mon Jan 05 20:11:00 CET 2026]\nGN[Y-Ann-Bob-2026-01-05-2011]\n\
    RE[Gewonnen von Ann]\nP0[id \"Ann\"]\nP1[id \"Bob\"]\n; P1[0 Start White]\n; P1[1 place wr  E 5]TM[800]C[a ring, to begin]\n\
    ; P1[2 Done ]TM[1200]\n; P0[3 Pick br]\n; P0[4 drop board  F 6]TM[900]\n; P0[5 Done ]TM[1000]\n; P1[6 Resign ]\n; P1[7 Done ]\n;\nP0[time 0:00:01 ]\nP1[time 0:00:01 ]\n)\n";

#[tokio::test]
async fn a_game_is_kept_once_and_found_by_its_link_only() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let id = brought(&browser, SGF).await;
    assert_eq!(brought(&browser, &format!("\u{feff}{SGF}\n")).await, id);
    let game = browser.get(&format!("/api/finished/{id}")).await.ok();
    assert_eq!(game["players"], json!([["white", { "named": "Bob" }], ["black", { "named": "Ann" }]]));
    assert_eq!(
        (&game["outcome"]["winner"], &game["outcome"]["reason"]),
        (&json!("black"), &json!("resigned"))
    );
    assert_eq!(
        (&game["turns"], &game["ended"], &game["table"]),
        (&json!(2), &json!(1_767_643_860_000_i64), &json!(null))
    );
    let replay = browser.get(&format!("/api/finished/{id}/replay")).await.ok();
    assert_eq!(
        (&replay["source"], &replay["frames"][1]["used"]),
        (&json!("Y-Ann-Bob-2026-01-05-2011"), &json!(1200))
    );
    // It is exported in the same dialect, and is the same game when it is imported again.
    let sgf = browser.get(&format!("/api/finished/{id}/record.sgf")).await.text();
    let text = browser.get(&format!("/api/finished/{id}/record.txt")).await.text();
    let again = brought(&browser, &sgf).await;
    assert_eq!(browser.get(&format!("/api/finished/{again}/record.txt")).await.text(), text);
    assert_eq!([again, brought(&browser, &text).await], [id.clone(), id]);
    let listed = browser.get("/api/finished").await.ok();
    assert_eq!(listed["games"], json!([]));
}

#[tokio::test]
async fn a_refusal_names_the_line_for_programs() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let cases = [
        ("hello".to_owned(), json!(1)),
        ("taijitu record 1\ngame: y\nrules: 1\n\n1. c3\n2. c3\n".to_owned(), json!(6)),
        (SGF.replace("F 6", "E 5"), json!(15)),
        ("{\n\"game\": 1}".to_owned(), json!(2)),
        ("taijitu record 1\ngame: y\nrules: 1\n\n".to_owned(), json!(null)),
    ];
    for (text, line) in cases {
        let problem = browser.post("/api/import", json!({ "text": text })).await.json();
        assert_eq!((&problem["field"], &problem["line"]), (&json!("text"), &line), "{problem}");
    }
}

#[tokio::test]
async fn malformed_games_are_refused_with_their_line() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let refused = async |text: &str| {
        let answer = browser.post("/api/import", json!({ "text": text })).await;
        answer.refused(Code::Invalid);
        let problem: serde_json::Value = serde_json::from_slice(&answer.body).unwrap();
        [
            problem["message"]["en"].as_str().unwrap().to_owned(),
            problem["message"]["fr"].as_str().unwrap().to_owned(),
        ]
    };
    let [en, fr] = refused("hello").await;
    assert_eq!(en, "line 1: a record begins with the line `taijitu record 1`");
    assert_eq!(fr, "ligne 1\u{a0}: une partie commence par la ligne «\u{a0}taijitu record 1\u{a0}»");
    let [en, fr] = refused("taijitu record 1\ngame: y\nrules: 1\n\n1. c3\n2. c3\n").await;
    assert_eq!(en, "line 6: `c3`: c3 is occupied");
    assert!(fr.starts_with("ligne 6\u{a0}: «\u{a0}c3\u{a0}»\u{a0}: "), "{fr}");
    let [en, fr] = refused(&SGF.replace("F 6", "E 5")).await;
    assert!(en.starts_with("line 15: `4 drop board  E 5`: "), "{en}");
    assert!(fr.starts_with("ligne 15\u{a0}: "), "{fr}");
    let json = r#"{"format":"taijitu record 1","game":"y","rules":1,"lines":[{"turn":"c3"},{"turn":"c3"}]}"#;
    let [en, fr] = refused(json).await;
    assert_eq!(en, "entry 2 of `lines`: `c3`: c3 is occupied");
    assert!(fr.starts_with("élément 2 de «\u{a0}lines\u{a0}»\u{a0}: "), "{fr}");
    assert!(refused("{\"game\": 1}").await[0].starts_with("not a record in JSON: "));
    assert_eq!(
        refused("taijitu record 1\ngame: y\nrules: 1\n\n").await[0],
        "nothing was played in this game"
    );
    refused("taijitu record 1\ngame: y\nrules: 1\nwhite: \0\n\n1. c3\n").await;
    let long = format!("taijitu record 1\ngame: y\nrules: 1\nnote: {}\n\n1. c3\n", "x".repeat(20_000));
    brought(&browser, &long).await;
    let too_long = json!({ "text": "x".repeat(70_000) });
    browser.post("/api/import", too_long).await.refused(Code::TooLarge);
    let elsewhere = json!({ "game": "x".repeat(20_000) });
    site.guest().await.post("/api/tables", elsewhere).await.refused(Code::TooLarge);
}
