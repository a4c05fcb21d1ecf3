//! Reviews: they point at the turn that lost a game, are made once, and are shared.

use serde_json::{Value, json};
use taijitu_protocol::Code;
use taijitu_rules::{AnyPlay, Options, Record, Side, games};
use taijitu_store::{FinishedGame, GamePlayerRow, GameRow, Participant, Source, Winner};
use taijitu_testkit::*;

/// Plays turns from a set-up, then the side to act resigns unless the game is over, and puts the game into the archive.
async fn finished(site: &TestSite, number: u32, game: &str, setup: Option<&str>, turns: &[&str]) -> String {
    let kind = games::find(game).unwrap();
    let options = Options::parse(kind.meta().options, []).unwrap();
    let mut play = match setup {
        Some(setup) => kind.set_up(options, setup).unwrap(),
        None => kind.start(options).unwrap(),
    };
    for turn in turns {
        play.turn(turn).unwrap_or_else(|error| panic!("{turn}: {error}"));
    }
    if play.outcome().is_none() {
        play.resign(play.to_act().side()).unwrap();
    }
    let record = Record::of(&*play, taijitu_rules::Audience::Omniscient).to_string();
    let id = taijitu_protocol::GameId(u128::from(number));
    let player = |seat: i64, side| GamePlayerRow { player: Participant::Engine(1), seat, side };
    let winner = play.outcome().and_then(|outcome| outcome.winner);
    let row = FinishedGame {
        game: GameRow {
            id,
            table: Some(taijitu_protocol::TableId(u128::from(number))),
            number: 1,
            kind: game.into(),
            options: String::new(),
            revision: i64::from(kind.meta().revision()),
            result: match winner {
                Some(Side::White) => Winner::White,
                Some(Side::Black) => Winner::Black,
                None => Winner::Nobody,
            },
            reason: "resigned".into(),
            started: 1,
            ended: 2,
            turns: turns.len() as i64,
            logged: true,
            public: true,
            source: Source::Table,
            record,
        },
        players: vec![
            player(0, taijitu_store::StoredSide::White),
            player(1, taijitu_store::StoredSide::Black),
        ],
    };
    site.app().site.store.add_games(&[row]).await.unwrap();
    id.to_string()
}

async fn review(client: &Client, id: &str) -> Vec<Value> {
    client.lines(&format!("/api/finished/{id}/review"), json!({})).await.rest().await
}

/// Positions with a forced win, each proved by trying everything in the tests of the engines; and the puzzles, proved by
/// theirs.
const WON: [(&str, [&str; 2]); 9] = [
    (
        "yinsh",
        [include_str!("../../search/tests/puzzles/yinsh.txt"), include_str!("../../study/puzzles/yinsh.txt")],
    ),
    ("y", [include_str!("../../search/tests/puzzles/y.txt"), include_str!("../../study/puzzles/y.txt")]),
    (
        "aliens",
        [
            include_str!("../../search/tests/puzzles/aliens.txt"),
            include_str!("../../study/puzzles/aliens.txt"),
        ],
    ),
    (
        "singularity",
        [
            include_str!("../../search/tests/puzzles/singularity.txt"),
            include_str!("../../study/puzzles/singularity.txt"),
        ],
    ),
    (
        "leapover",
        [
            include_str!("../../search/tests/puzzles/leapover.txt"),
            include_str!("../../study/puzzles/leapover.txt"),
        ],
    ),
    (
        "tetra",
        [include_str!("../../search/tests/puzzles/tetra.txt"), include_str!("../../study/puzzles/tetra.txt")],
    ),
    (
        "quinta",
        [
            include_str!("../../search/tests/puzzles/quinta.txt"),
            include_str!("../../study/puzzles/quinta.txt"),
        ],
    ),
    (
        "sexta",
        [include_str!("../../search/tests/puzzles/sexta.txt"), include_str!("../../study/puzzles/sexta.txt")],
    ),
    (
        "zen",
        [include_str!("../../search/tests/puzzles/zen.txt"), include_str!("../../study/puzzles/zen.txt")],
    ),
];

/// The position after a turn.
fn after(play: &dyn AnyPlay, turn: &str) -> Box<dyn AnyPlay> {
    let mut next = play.boxed_clone();
    next.turn(turn).unwrap_or_else(|error| panic!("{turn}: {error}"));
    next
}

fn has_won(play: &dyn AnyPlay, side: Side) -> bool {
    play.outcome().is_some_and(|outcome| outcome.winner == Some(side))
}

/// A turn after which the other side can win at once, and that win: it loses, whatever else is true.
fn losing(play: &dyn AnyPlay) -> Option<[String; 2]> {
    let other = play.to_act().side().other();
    let turns = play.turns().ok().filter(|turns| turns.len() < 400)?;
    turns.into_iter().find_map(|turn| {
        let next = after(play, &turn);
        let replies = if next.outcome().is_none() { next.turns().ok()? } else { vec![] };
        let reply = replies.into_iter().find(|reply| has_won(&*after(&*next, reply), other))?;
        Some([turn, reply])
    })
}

/// The set-ups in a file of proved positions: the column that says where pieces stand, of lines with the usual options.
fn set_ups(file: &'static str) -> impl Iterator<Item = &'static str> {
    let columns = file.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(" | "));
    columns.filter_map(|mut columns| match columns.nth(1)? {
        "-" => columns.next(),
        setup => setup.contains("act=").then_some(setup),
    })
}

/// A position with a forced win and a turn that throws it away.
fn blunder(game: &str, files: [&'static str; 2]) -> Option<(&'static str, [String; 2])> {
    let kind = games::find(game).unwrap();
    files.into_iter().flat_map(set_ups).find_map(|setup| {
        let play = kind.set_up(Options::parse(kind.meta().options, []).unwrap(), setup).unwrap();
        Some((setup, losing(&*play)?))
    })
}

#[tokio::test]
async fn a_review_points_at_the_turn_that_lost() {
    let mut site = TestSite::start().await;
    let ada = site.browser();
    let mut checked = vec![];
    for (number, (game, files)) in (1..).zip(WON) {
        let Some((setup, [bad, reply])) = blunder(game, files) else { continue };
        let id = finished(&site, number, game, Some(setup), &[&bad, &reply]).await;
        assert_eq!(
            ada.get(&format!("/api/finished/{id}/review")).await.ok(),
            json!(null),
            "none was made yet"
        );
        let lines = review(&ada, &id).await;
        let done = lines.last().unwrap();
        assert_eq!(done["is"], "done", "{lines:?}");
        let marks = done["marks"].as_array().unwrap();
        let [mark] = &marks[..] else { panic!("{game}: {done}") };
        let fields = [&mark["turn"], &mark["slip"], &mark["proved"], &mark["cost"]];
        assert_eq!(fields, [&json!(1), &json!("blunder"), &json!(true), &json!(1.0)], "{game}: {mark}");
        let side = mark["by"].as_str().unwrap();
        let better = &mark["better"];
        assert_eq!(
            (&better["score"]["is"], &better["score"]["side"]),
            (&json!("wins"), &json!(side)),
            "{game}"
        );
        assert!(better["turns"][0] != json!(bad) && !better["points"].as_array().unwrap().is_empty());
        assert_eq!(done["scores"].as_array().unwrap().len(), 3);
        let accuracy = &done["accuracy"][usize::from(side == "black")];
        assert!(accuracy.as_f64().unwrap() < 2.0, "{game}: {done}");
        // Position by position, from the last to the first.
        let frames = lines.iter().filter(|line| line["is"] == "position");
        assert_eq!(frames.map(|line| line["frame"].as_u64().unwrap()).collect::<Vec<_>>(), [2, 1, 0]);
        // It is kept.
        assert_eq!(ada.get(&format!("/api/finished/{id}/review")).await.ok()["marks"], done["marks"]);
        let again = review(&ada, &id).await;
        assert_eq!((again.len(), &again[0]["scores"]), (1, &done["scores"]));
        checked.push(game);
    }
    // In no proved position of the others can a turn let the other side win at once.
    assert_eq!(checked, ["yinsh", "singularity", "tetra", "quinta", "sexta", "zen"]);
    site.stop().await;
}

#[tokio::test]
async fn yin_yang_with_known_laws_is_reviewed_exactly() {
    let mut site = TestSite::start().await;
    let ada = site.browser();
    // White is two steps from the corner and so is Black; the slower one loses.
    let setup = "w=c1,d3 b=a3,b4 lb=wwww>w.ww,.www>..ww,w.ww>w..w,wwwb>w.wb \
                 lw=bbbb>b.bb,.bbb>..bb,b.bb>b..b,bbbw>b.bw act=white";
    let id = finished(&site, 1, "yinyang", Some(setup), &["c1-c2", "b4-c4"]).await;
    let done = review(&ada, &id).await.pop().unwrap();
    assert_eq!(done["nodes"], 0, "solved, not searched: {done}");
    assert_eq!(done["scores"][0], json!({ "is": "wins", "side": "white", "turns": 3 }));
    let mark = &done["marks"][0];
    assert_eq!(
        (&mark["turn"], &mark["by"], &mark["proved"]),
        (&json!(1), &json!("white"), &json!(true)),
        "{done}"
    );
    assert_eq!(mark["better"]["turns"][0], "c1-b1", "{mark}");
    // Where laws adapt, the engine says what it can.
    let adapting = "w=a3,c3,b4,d4 b=c1,b2,b3,c4 lb=wwbw>w.bw,wwww>w.ww,bwww>b.ww,bbbb>* \
                    lw=bbbb>b.bb,.bbb>..bb,b.bb>b..b,b..w>bwww up=b1,b2,b3,b4,w2,w4 act=white";
    let id = finished(&site, 2, "yinyang", Some(adapting), &["a3-a2"]).await;
    let done = review(&ada, &id).await.pop().unwrap();
    assert!(done["nodes"].as_u64().unwrap() > 0, "{done}");
    site.stop().await;
}

#[tokio::test]
async fn two_share_a_review_and_nobody_listening_ends_it() {
    let mut site = TestSite::start().await;
    let (ada, bob) = (site.guest().await, site.guest().await);
    let turns = ["f6", "e5", "g7", "d4", "h8", "c3", "g6", "e6", "f5", "f7"];
    let id = finished(&site, 1, "yinsh", None, &turns).await;
    let path = format!("/api/finished/{id}/review");
    assert_eq!(ada.get(&path).await.ok(), Value::Null);
    let mut first = ada.lines(&path, json!({})).await;
    first.next_of("position").await;
    drop(first);
    until("the end", async || (site.app().engines.background_jobs() == 0).then_some(())).await;
    assert_eq!(ada.get(&path).await.ok(), Value::Null);
    let (mut first, mut second) = (ada.lines(&path, json!({})).await, bob.lines(&path, json!({})).await);
    assert!(site.app().engines.background_jobs() <= 1, "they share one run");
    let (first, second) = (first.rest().await, second.rest().await);
    let frames = |lines: &[Value]| lines.iter().filter(|line| line["is"] == "position").count();
    assert_eq!(frames(&first), 11);
    // Each gets every update; a caller who comes after the end gets only the result.
    assert!(frames(&second) == 11 || second.len() == 1, "{second:?}");
    assert_eq!(first.last().unwrap(), second.last().unwrap());
    assert_eq!(first.last().unwrap()["is"], "done");
    // Another server comes to the same conclusions.
    let mut other = TestSite::start().await;
    let id = finished(&other, 1, "yinsh", None, &turns).await;
    assert_eq!(review(&other.browser(), &id).await.last(), first.last());
    other.stop().await;
    site.stop().await;
}

#[tokio::test]
async fn games_that_cannot_be_reviewed_are_refused() {
    let mut site = TestSite::start().await;
    let ada = site.guest().await;
    ada.post("/api/finished/nonsense/review", json!({})).await.refused(Code::NoSuchGame);
    let nobody = taijitu_protocol::GameId(7);
    ada.post(&format!("/api/finished/{nobody}/review"), json!({})).await.refused(Code::NoSuchGame);
    let open = json!({ "game": "quinta", "log": false, "hotseat": true, "start": true });
    let table = ada.open(open).await;
    ada.act(&table, json!({ "do": "resign" })).await.ok();
    let games = ada.get(&format!("/api/tables/{table}/games")).await.ok();
    let id = games["games"][0]["id"].as_str().unwrap_or_else(|| panic!("{games}")).to_owned();
    ada.post(&format!("/api/finished/{id}/review"), json!({})).await.refused(Code::NotNow);
    site.stop().await;
}
