//! A finished game: replayed as each side saw it, drawn, animated, taken along.

use flate2::read::GzDecoder;
use serde_json::{Value, json};
use std::io::Read;
use taijitu_protocol::Code;
use taijitu_rules::playout::Random;
use taijitu_rules::{Audience, Record};
use taijitu_testkit::{Answer, Client, TestSite};

const BLACK_LAWS: &str = "laws bbbb>bbb. bwbw>* w...>.... b...>....";
const WHITE_LAWS: &str = "laws wwww>www. wbwb>* b...>.... w...>....";

/// Brings a game along; its id.
pub(crate) async fn brought(browser: &Client, text: &str) -> String {
    let imported = browser.post("/api/import", json!({ "text": text })).await.ok();
    imported["id"].as_str().unwrap().to_owned()
}

async fn replay(browser: &Client, id: &str, query: &str) -> Value {
    browser.get(&format!("/api/finished/{id}/replay{query}")).await.ok()
}

fn laws(frame: &Value, owner: &str) -> Vec<String> {
    let laws = frame["scene"]["laws"].as_array().unwrap().iter();
    laws.filter(|law| law["owner"] == owner && law["text"].is_string())
        .map(|law| law["text"].as_str().unwrap().to_owned())
        .collect()
}

const Y: &str = "taijitu record 1\ngame: y\nrules: 1\noptions: board=triangle-5 pie=on\ntime: 300+2\nwhite: Ada\n\
                 black: Bob <b>\n\n1. c3 {0:01.500}\n2. swap {0:02.000}\n* white offers a draw\n* black declines the draw\n\
                 3. b2\n* black resigns\nresult: white (resigned)\n";

#[tokio::test]
async fn a_replay_has_a_position_for_every_turn() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let id = brought(&browser, Y).await;
    let replay = replay(&browser, &id, "").await;
    assert_eq!(replay["time"], json!({ "kind": "total", "seconds": 300, "increment": 2 }));
    assert_eq!((&replay["options"]["pie"], &replay["eyes"]), (&json!("on"), &Value::Null));
    assert_eq!(replay["line"]["outcome"]["winner"], "white");
    assert_eq!(replay["line"]["players"][1], json!(["black", { "named": "Bob <b>" }]));
    let frames = replay["frames"].as_array().unwrap();
    let turns: Vec<&Value> = frames.iter().map(|frame| &frame["turn"]).collect();
    assert_eq!(turns, [&Value::Null, &json!("c3"), &json!("swap"), &json!("b2")]);
    // Seat 1 ends as White, so it began as Black; the swap exchanges the colours, not the seats.
    let seats: Vec<(&Value, &Value)> = frames.iter().map(|frame| (&frame["by"], &frame["seat"])).collect();
    let expected = [
        (json!(null), json!(null)),
        (json!("black"), json!(1)),
        (json!("white"), json!(2)),
        (json!("white"), json!(1)),
    ];
    assert_eq!(seats, expected.iter().map(|(by, seat)| (by, seat)).collect::<Vec<_>>());
    assert_eq!(frames[1]["scene"]["sides"], json!(["black", "white"]));
    assert_eq!(frames[2]["scene"]["sides"], json!(["white", "black"]));
    assert_eq!(
        [&frames[1]["used"], &frames[2]["used"], &frames[3]["used"]],
        [&json!(1500), &json!(2000), &Value::Null]
    );
    assert_eq!(frames[3]["events"][0]["en"], "White offers a draw");
    assert_eq!(frames[3]["events"][2], json!({ "en": "Black resigns", "fr": "Les Noirs abandonnent" }));
    assert_eq!((&frames[2]["scene"]["acts"], &frames[3]["scene"]["acts"]), (&json!([1]), &json!([])));
    assert_eq!(frames[2]["setup"], "b=c3 act=white");
    for (number, frame) in frames.iter().enumerate() {
        assert_eq!((&frame["scene"]["turn"], &frame["round"]), (&json!(number), &json!(1)));
        assert!(frame["scene"].get("next").is_none());
    }
    browser.get(&format!("/api/finished/{id}/replay?eyes=red")).await.refused(Code::BadRequest);
    browser.get("/api/finished/nowhere/replay").await.refused(Code::NoSuchGame);
}

#[tokio::test]
async fn yin_yang_is_replayed_as_each_side_saw_it() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let turns = ["laws bbbb>bbb. bwbw>* w...>.... b...>....", "laws wwww>www. wbwb>* b...>.... w...>...."];
    let mut text = "taijitu record 1\ngame: yinyang\nrules: 1\n\n".to_owned();
    for (number, turn) in (1..).zip(turns) {
        text += &format!("{number}. {turn}\n");
    }
    let play = Record::read(&text).unwrap().replay().unwrap();
    // Black applies the first law: it lies face up from then on.
    let applied = play.turns().unwrap().into_iter().find(|turn| turn.contains("L1@")).unwrap();
    text += &format!("3. {applied}\n");
    let id = brought(&browser, &format!("{text}* white resigns\nresult: black (resigned)\n")).await;
    let (all, white, black) = (
        replay(&browser, &id, "").await,
        replay(&browser, &id, "?eyes=white").await,
        replay(&browser, &id, "?eyes=black").await,
    );
    let frame = |replay: &Value, number: usize| replay["frames"][number].clone();
    let known = |replay: &Value, number| {
        [laws(&frame(replay, number), "white").len(), laws(&frame(replay, number), "black").len()]
    };
    assert_eq!([known(&all, 1), known(&all, 2)], [[0, 4], [4, 4]]);
    assert_eq!([known(&white, 1), known(&white, 2)], [[0, 0], [4, 0]]);
    assert_eq!([known(&black, 1), known(&black, 2)], [[0, 4], [0, 4]]);
    assert!(frame(&all, 1)["turn"].as_str().unwrap().contains("bwbw>*"));
    assert!(!frame(&white, 1)["turn"].as_str().unwrap().contains("bwbw>*"));
    assert!(!frame(&black, 2)["turn"].as_str().unwrap().contains("wbwb>*"));
    // The end shows everything to everybody, as it did then.
    assert_eq!([known(&white, 3), known(&black, 3)], [[4, 4], [4, 4]]);
    assert_eq!(
        (&white["eyes"], &frame(&white, 3)["events"][0]["en"]),
        (&json!("white"), &json!("White resigns"))
    );
    let drawn = async |file: &str| browser.get(&format!("/api/finished/{id}/{file}")).await;
    assert_ne!(drawn("2.svg").await.text(), drawn("2.svg?eyes=white").await.text());
    assert_ne!(drawn("2.svg?eyes=black").await.text(), drawn("2.svg?eyes=white").await.text());
}

#[tokio::test]
async fn a_game_of_a_table_is_replayed_with_its_clock() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let table = ada
        .open(json!({ "game": "yinyang", "colours": "chosen", "public": true, "time": { "kind": "total", "seconds": 60 } }))
        .await;
    bob.act(&table, json!({ "do": "join" })).await.ok();
    ada.act(&table, json!({ "do": "start" })).await.ok();
    ada.play(&table, 1, WHITE_LAWS).await.ok();
    bob.play(&table, 1, BLACK_LAWS).await.ok();
    bob.act(&table, json!({ "do": "resign" })).await.ok();
    let id = ada.look(&table).await["game"]["id"].as_str().unwrap().to_owned();
    let replay = replay(&site.browser(), &id, "?eyes=black").await;
    assert_eq!(replay["time"], json!({ "kind": "total", "seconds": 60, "increment": 0 }));
    let frames = replay["frames"].as_array().unwrap();
    assert_eq!(
        (frames[1]["seat"].clone(), frames[1]["by"].clone()),
        (json!(2), json!("black")),
        "Black's stand first"
    );
    assert!(frames[1]["used"].is_number() && replay["source"].is_null());
    let record = site.browser().get(&format!("/api/finished/{id}/record.txt")).await;
    let text = record.text();
    assert!(text.contains("\nwhite: Ada\nblack: Bob\ndate: 20"), "{text}");
    assert!(text.contains("\ntime: 60\n"), "{text}");
    assert_eq!(
        record.header("content-disposition"),
        Some(&*format!("attachment; filename=\"yinyang-{id}.txt\""))
    );
    // An exported game is imported unchanged, twice over.
    let again = brought(&bob, &text).await;
    assert_ne!(again, id);
    let copy = bob.get(&format!("/api/finished/{again}/record.txt")).await.text();
    assert_eq!(copy, text);
    let json = bob.get(&format!("/api/finished/{id}/record.json")).await.text();
    assert_eq!(brought(&bob, &json).await, again);
}

#[tokio::test]
async fn pictures_and_animations_may_be_kept_for_a_day() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let id = brought(&browser, Y).await;
    let file = async |name: &str| browser.get(&format!("/api/finished/{id}/{name}")).await;
    let kept = |answer: &Answer| answer.header("cache-control") == Some("public, max-age=86400");
    let (start, last) = (file("0.svg").await, file("3.svg?lang=fr&names=all").await);
    assert!(
        kept(&start) && start.text().starts_with("<svg") && start.text().contains("Black to play"),
        "{}",
        start.text()
    );
    assert_eq!((last.status, last.text() == start.text()), (200, false));
    // As on the page: a wooden board with names above it, and the result below its end.
    assert!(start.text().contains("url(#plate)") && !start.text().contains("class=\"result\""));
    assert!(last.text().contains("class=\"result\""), "{}", last.text());
    let png = file("last.png?width=120").await;
    assert_eq!((&png.body[1..4], &png.body[16..20], kept(&png)), (&b"PNG"[..], &[0, 0, 0, 120][..], true));
    assert_eq!(png.body, file("3.png?width=120").await.body);
    let gif = file("game.gif?width=120&delay=200").await;
    assert_eq!(
        (gif.status, &gif.body[..6], gif.header("content-type")),
        (200, &b"GIF89a"[..], Some("image/gif"))
    );
    assert!(kept(&gif));
    for (name, code) in [
        ("4.svg", Code::NoSuchThing),
        ("x.svg", Code::NoSuchPage),
        ("-1.svg", Code::NoSuchPage),
        ("3.jpg", Code::NoSuchPage),
        ("record.pdf", Code::NoSuchPage),
        ("record.sgf", Code::Invalid),
        ("3.png?width=9", Code::Invalid),
        ("game.gif?width=900", Code::Invalid),
        ("game.gif?delay=1", Code::Invalid),
    ] {
        file(name).await.refused(code);
    }
}

#[tokio::test]
async fn a_game_without_a_log_has_no_replay() {
    let site = TestSite::start().await;
    let ada = site.guest().await;
    let table = ada.open(json!({ "game": "y", "hotseat": true, "start": true, "log": false })).await;
    ada.play(&table, 1, "c3").await.ok();
    ada.act(&table, json!({ "do": "resign" })).await.ok();
    let id = ada.look(&table).await["game"]["id"].as_str().unwrap().to_owned();
    for name in ["replay", "record.txt", "record.json", "0.svg", "0.png", "game.gif"] {
        ada.get(&format!("/api/finished/{id}/{name}")).await.refused(Code::NoSuchGame);
    }
}

#[tokio::test]
async fn a_replay_is_packed_for_those_who_can_unpack() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let id = brought(&browser, Y).await;
    let path = format!("/api/finished/{id}/replay");
    let plain = browser.get(&path).await.ok();
    let packed = browser.with_header("accept-encoding", "gzip").get(&path).await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    let mut text = String::new();
    GzDecoder::new(&packed.body[..]).read_to_string(&mut text).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), plain);
}

#[tokio::test]
async fn all_public_games_leave_in_one_stream() {
    let site = TestSite::start().await;
    let ada = site.account("Ada").await;
    let game = async |open: Value| {
        let table = ada.open(open).await;
        ada.play(&table, 1, "c3").await.ok();
        ada.act(&table, json!({ "do": "resign" })).await.ok();
        ada.look(&table).await["game"]["id"].as_str().unwrap().to_owned()
    };
    let public = game(json!({ "game": "y", "engines": [1], "seat": 2, "start": true, "public": true })).await;
    let private =
        game(json!({ "game": "y", "engines": [1], "seat": 2, "start": true, "public": true, "log": "link" }))
            .await;
    let unlogged =
        game(json!({ "game": "y", "engines": [1], "seat": 2, "start": true, "public": true, "log": false }))
            .await;
    let imported = brought(&ada, Y).await;
    let stream = async |query: &str| {
        let answer = ada.get(&format!("/api/archive/all.txt.gz{query}")).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/gzip")));
        let mut text = String::new();
        flate2::read::MultiGzDecoder::new(&answer.body[..]).read_to_string(&mut text).unwrap();
        text
    };
    let all = stream("").await;
    assert!(all.starts_with(&format!("# game {public}\ntaijitu record 1\ngame: y\n")), "{all}");
    assert!(all.contains("Ada") && all.contains("Taijitu level 1"), "{all}");
    assert!(![private, unlogged, imported].iter().any(|id| all.contains(id)), "{all}");
    assert_eq!((stream("?game=y").await, stream("?game=zen").await), (all, String::new()));
    ada.get("/api/archive/all.txt.gz?game=chess").await.refused(Code::Invalid);
}

/// A random game of the given number of turns, as a record.
fn random_record(game: &str, turns: usize, seed: u64) -> String {
    let kind = taijitu_rules::games::find(game).unwrap();
    let options = taijitu_rules::Options::parse(kind.meta().options, []).unwrap();
    let mut random = Random::new(seed);
    let mut play = kind.start(options).unwrap();
    while play.turns_in_round() < turns && play.outcome().is_none() {
        let all = play.turns().unwrap();
        play.turn(&all[random.below(all.len() as u32) as usize]).unwrap();
    }
    Record::of(&*play, Audience::Omniscient).to_string()
}

#[tokio::test]
async fn a_long_game_is_a_small_answer() {
    let site = TestSite::start().await;
    let browser = site.browser().with_header("accept-encoding", "gzip");
    for game in ["yinsh", "zen"] {
        let id = brought(&browser, &random_record(game, 200, 3)).await;
        let packed = browser.get(&format!("/api/finished/{id}/replay")).await;
        let mut text = String::new();
        GzDecoder::new(&packed.body[..]).read_to_string(&mut text).unwrap();
        let replay: Value = serde_json::from_str(&text).unwrap();
        let (frames, size) = (replay["frames"].as_array().unwrap().len(), packed.body.len());
        assert!(frames > 60 && size < 60_000, "{game}: {frames} frames, {size} bytes");
    }
}
