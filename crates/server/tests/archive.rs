//! The archive: found by everything it can be searched by, counted exactly, indexed once, and nothing left of games
//! without a log.

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use taijitu_protocol::{Code, GameId, PlayerId};
use taijitu_rules::canonical::renamed;
use taijitu_rules::playout::Random;
use taijitu_rules::record::Line;
use taijitu_rules::{AnyPlay, Audience, Options, Record, Side};
use taijitu_server::archive::index;
use taijitu_store::{FinishedGame, Participant, Winner};
use taijitu_testkit::*;

const GAMES: u64 = 300;
/// Games of the recount: enough that games share positions after their first turns too.
const MANY_GAMES: u64 = 600;

/// A server with games nobody played.
async fn filled(games: u64) -> (TestSite, Vec<FinishedGame>) {
    let site = TestSite::start().await;
    let games: Vec<FinishedGame> = (0..games).map(synthetic::game).collect();
    site.app().site.store.add_games(&games).await.unwrap();
    // The server does the same by itself; the first to come counts a game, and no game is counted twice.
    index::index_all(&site.app().site.store).await.unwrap();
    (site, games)
}

/// A match of Zen of two rounds: the first is won from a position near its end, the second is given up after some turns.
fn a_match(number: u64, setup: &str, wins: &str) -> FinishedGame {
    let kind = taijitu_rules::games::find("zen").unwrap();
    let options = Options::parse(kind.meta().options, ["variant=3", "first=white"]).unwrap();
    let mut play = kind.set_up(options, setup).unwrap();
    play.turn(wins).unwrap();
    play.next_round().unwrap();
    let mut random = Random::new(number);
    for _ in 0..number % 8 {
        play.random_turn(&mut random, 1).unwrap();
    }
    let loser = if number.is_multiple_of(2) { Side::White } else { Side::Black };
    play.resign(loser).unwrap();
    let mut game = synthetic::game(number);
    game.players.truncate(2);
    game.game.kind = "zen".into();
    game.game.options = "variant=3 first=white".into();
    game.game.turns = 1 + (number % 8) as i64;
    game.game.result = if loser == Side::White { Winner::Black } else { Winner::White };
    game.game.reason = "resigned".into();
    game.game.record = Record::of(&*play, Audience::Omniscient).to_string();
    game
}

/// Matches from every position of Zen that is won in one turn.
fn matches() -> Vec<FinishedGame> {
    let won = include_str!("../../search/tests/puzzles/zen.txt")
        .lines()
        .filter_map(|line| line.strip_prefix("1 | "));
    let won: Vec<(&str, &str)> = won.filter_map(|line| line.split_once(" | ")).collect();
    (MANY_GAMES..)
        .zip(won.iter().cycle())
        .take(24)
        .map(|(number, (setup, turn))| a_match(number, setup, turn))
        .collect()
}

/// Every page of a search, one after the other.
async fn search(browser: &Client, query: &str, limit: u32) -> Vec<String> {
    let mut found = vec![];
    let mut before = String::new();
    loop {
        let query = query.replace(' ', "%20");
        let page = browser.get(&format!("/api/archive?limit={limit}&{query}{before}")).await.ok();
        let games = page["games"].as_array().unwrap();
        assert!(games.len() <= limit as usize);
        found.extend(games.iter().map(|game| game["id"].as_str().unwrap().to_owned()));
        match page["next"].as_str() {
            Some(next) => before = format!("&before={next}"),
            None => return found,
        }
    }
}

#[tokio::test]
async fn finds_games_by_everything_and_pages_without_gaps() {
    let (site, games) = filled(GAMES).await;
    let browser = site.browser();
    let played =
        |game: &FinishedGame, who: &str| game.players.iter().any(|row| row.player.to_string() == who);
    let won = |game: &FinishedGame, who: &str| {
        game.players
            .iter()
            .any(|row| row.player.to_string() == who && Some(row.side) == game.game.result.side())
    };
    let first_turn = |game: &FinishedGame| {
        game.game.record.split("1. ").nth(1).map(|rest| rest.lines().next().unwrap().to_owned())
    };
    let opening = games
        .iter()
        .find(|game| game.game.kind == "yinsh" && index::variant("yinsh", &game.game.options).is_empty());
    let opening = first_turn(opening.unwrap()).unwrap();
    type Fits<'a> = Box<dyn Fn(&FinishedGame) -> bool + 'a>;
    let day = 24 * 60 * 60 * 1000;
    let cases: Vec<(String, Fits<'_>)> = vec![
        (String::new(), Box::new(|_| true)),
        ("game=zen".into(), Box::new(|game| game.game.kind == "zen")),
        (
            "game=zen&variant=standard".into(),
            Box::new(|game| game.game.kind == "zen" && index::variant("zen", &game.game.options).is_empty()),
        ),
        (
            "game=zen&variant=variant=2 announce=manual".into(),
            Box::new(|game| index::variant("zen", &game.game.options) == "announce=manual variant=2"),
        ),
        ("player=Ada".into(), Box::new(|game| played(game, "name:Ada"))),
        ("player=engine:3".into(), Box::new(|game| played(game, "engine:3"))),
        ("player=Ada&result=won".into(), Box::new(|game| won(game, "name:Ada"))),
        ("result=draw".into(), Box::new(|game| game.game.result == Winner::Nobody)),
        (
            "result=black&reason=resigned&game=y".into(),
            Box::new(|game| {
                (game.game.result.as_str(), game.game.reason.as_str(), game.game.kind.as_str())
                    == ("black", "resigned", "y")
            }),
        ),
        ("least=10&most=12".into(), Box::new(|game| (10..=12).contains(&game.game.turns))),
        (
            "from=2020-01-01&to=2020-01-01".into(),
            Box::new(|game| (0..day).contains(&(game.game.ended - 1_577_836_800_000))),
        ),
    ];
    for (query, fits) in cases {
        let expected: BTreeSet<String> =
            games.iter().filter(|game| fits(game)).map(|game| game.game.id.to_string()).collect();
        for limit in [7, 100] {
            let found = search(&browser, &query, limit).await;
            let distinct: BTreeSet<String> = found.iter().cloned().collect();
            assert_eq!(found.len(), distinct.len(), "none twice: {query}");
            assert_eq!(distinct, expected, "{query}");
        }
    }
    let found = search(&browser, &format!("game=yinsh&opening={opening}"), 100).await;
    assert!(!found.is_empty());
    let numbers = browser.post("/api/positions", json!({ "game": "yinsh", "turns": [opening] })).await.ok();
    let ends: u64 = numbers["ends"].as_object().unwrap().values().filter_map(Value::as_u64).sum();
    assert_eq!((found.len() as u64, numbers["games"].as_array().unwrap().len()), (ends, found.len().min(10)));
    let setup = browser.post("/api/study", json!({ "game": "yinsh", "turns": [opening] })).await.ok();
    let setup = setup["setup"].as_str().unwrap().to_owned();
    assert_eq!(search(&browser, &format!("game=yinsh&position={setup}"), 100).await, found);
}

/// A position written so that its mirror images are written the same, and where each turn leads in that writing: by
/// trying all images as texts.
fn images(play: &dyn AnyPlay) -> Vec<String> {
    let setup = play.setup(Audience::Omniscient);
    let sorted = |text: String| {
        let word = |word: &str| {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let mut parts: Vec<&str> = value.split(',').collect();
            parts.sort_unstable();
            format!("{key}={}", parts.join(","))
        };
        text.split([' ', ';']).map(word).collect::<Vec<_>>().join(" ")
    };
    let variant = play.options().unusual(play.meta().options);
    let named = |text: String| format!("{} {variant} {}", play.meta().id, sorted(text));
    match play.symmetries() {
        [_] => vec![named(setup)],
        maps => maps.iter().map(|map| named(renamed(play.board(), map, &setup))).collect(),
    }
}

#[derive(Default)]
struct Recounted {
    ends: [u64; 3],
    next: BTreeMap<String, [u64; 3]>,
    /// The options and the set-up of a game that reached it.
    found: Option<(BTreeMap<String, String>, String)>,
}

/// Counts positions the plain way: each once a game, with what was played there first and the end of its round.
fn recount(games: &[FinishedGame]) -> BTreeMap<String, Recounted> {
    let mut counts: BTreeMap<String, Recounted> = BTreeMap::new();
    for game in games {
        let record = Record::read(&game.game.record).unwrap();
        let options: BTreeMap<String, String> = record
            .options
            .iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(key, value)| (key.into(), value.into()))
            .collect();
        let mut play = record.start().unwrap();
        let (mut seen, mut turns) = (BTreeSet::new(), 0);
        let rounds: Vec<&[Line]> = record.lines.split(|line| matches!(line, Line::Round(_))).collect();
        for (number, lines) in rounds.iter().enumerate() {
            if number > 0 {
                play.next_round().unwrap();
            }
            let own_end = lines.iter().find_map(|line| match line {
                Line::Result(outcome) => Some(outcome.winner.map_or("draw", |side| side.name().en)),
                _ => None,
            });
            let result = game.game.result.as_str();
            let end = if rounds.len() > 1 { own_end.unwrap_or(result) } else { result };
            let end = ["white", "black", "draw"].iter().position(|word| *word == end).unwrap();
            let texts = lines.iter().filter_map(|line| match line {
                Line::Turn { text, .. } => Some(text),
                _ => None,
            });
            let texts: Vec<&String> = texts.take(40 - turns).collect();
            turns += texts.len();
            for text in texts.into_iter().map(Some).chain([None]) {
                let at = images(&*play);
                let least = at.iter().min().unwrap().clone();
                let counted = seen.insert(least.clone()).then(|| counts.entry(least.clone()).or_default());
                let setup = play.setup(Audience::Omniscient);
                if let Some(text) = text {
                    play.turn(text).unwrap();
                }
                let Some(counted) = counted else { continue };
                counted.ends[end] += 1;
                counted.found = Some((options.clone(), setup));
                if text.is_some() {
                    let next = images(&*play);
                    let to = at.iter().zip(&next).filter(|(at, _)| **at == least).map(|(_, next)| next);
                    counted.next.entry(to.min().unwrap().clone()).or_default()[end] += 1;
                }
            }
            if turns == 40 {
                break;
            }
            if let Some(outcome) = lines.iter().find_map(|line| match line {
                Line::Result(outcome) => Some(*outcome),
                _ => None,
            }) && play.outcome().is_none()
            {
                play.end(outcome).unwrap();
            }
        }
    }
    counts
}

#[tokio::test]
async fn counts_what_a_recount_counts() {
    let (site, mut games) = filled(MANY_GAMES).await;
    let matches = matches();
    assert!(matches.iter().all(|game| game.game.record.contains("\nround 2")));
    site.app().site.store.add_games(&matches).await.unwrap();
    index::index_all(&site.app().site.store).await.unwrap();
    games.extend(matches);
    let ends = |value: &Value| ["white", "black", "draws"].map(|key| value[key].as_u64().unwrap());
    let mut shared = 0;
    for (position, counted) in recount(&games) {
        let (options, setup) = counted.found.unwrap();
        let often: u64 = counted.ends.iter().sum();
        // One in fifty of those that one game has reached, and all others.
        if often == 1 && position.len() % 50 != 0 {
            continue;
        }
        shared += u64::from(often > 1);
        let (key, _) = position.split_once(' ').unwrap();
        let request = json!({ "game": key, "options": options, "setup": setup });
        let reply = site.browser().post("/api/positions", request).await.ok();
        assert_eq!(ends(&reply["ends"]), counted.ends, "{position}");
        let mut next: Vec<[u64; 3]> =
            reply["next"].as_array().unwrap().iter().map(|next| ends(&next["ends"])).collect();
        let mut expected: Vec<[u64; 3]> = counted.next.into_values().collect();
        next.sort_unstable();
        expected.sort_unstable();
        expected = if expected.len() > 50 { next.clone() } else { expected };
        assert_eq!(next, expected, "{position}");
    }
    assert!(shared > 100, "{shared} positions are shared");
    for kind in taijitu_rules::games::GAMES {
        let id = kind.meta().id;
        let reply = site.browser().get(&format!("/api/numbers/{id}")).await.ok();
        let of_kind: Vec<&FinishedGame> = games.iter().filter(|game| game.game.kind == id).collect();
        let count =
            |result: &str| of_kind.iter().filter(|game| game.game.result.as_str() == result).count() as u64;
        assert_eq!(ends(&reply["ends"]), [count("white"), count("black"), count("draw")], "{id}");
        let sum = |list: &Value| {
            list.as_array().unwrap().iter().map(|row| row["count"].as_u64().unwrap()).sum::<u64>()
        };
        assert_eq!(
            (sum(&reply["lengths"]), sum(&reply["reasons"])),
            (of_kind.len() as u64, of_kind.len() as u64)
        );
        let firsts = reply["first_won"].as_u64().unwrap() + reply["first_lost"].as_u64().unwrap();
        assert_eq!(firsts, count("white") + count("black"));
    }
    let ada = site.browser().get("/api/players/Ada").await.ok();
    let sum: u64 = ada["games"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|game| {
            ["white", "black"]
                .map(|side| game[side].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum::<u64>())
        })
        .sum();
    let seats: BTreeSet<(GameId, taijitu_store::StoredSide)> = games
        .iter()
        .flat_map(|game| {
            let hers = game.players.iter().filter(|row| row.player.to_string() == "name:Ada");
            hers.map(|row| (game.game.id, row.side))
        })
        .collect();
    assert_eq!(sum, seats.len() as u64);
    assert!(
        ada["games"].as_array().unwrap().iter().any(|game| !game["openings"].as_array().unwrap().is_empty())
    );
}

#[tokio::test]
async fn an_indexer_that_dies_leaves_nothing_half_counted() {
    let site = TestSite::start().await;
    let store = site.app().site.store.clone();
    let games: Vec<FinishedGame> = (0..200).map(synthetic::game).collect();
    store.add_games(&games).await.unwrap();
    store.prepare_index(index::REVISION).await.unwrap();
    for milliseconds in [1, 3, 7, 15] {
        let one = tokio::spawn({
            let store = store.clone();
            async move { while index::index_batch(&store, 5).await.unwrap() > 0 {} }
        });
        tokio::time::sleep(std::time::Duration::from_millis(milliseconds)).await;
        one.abort();
        let _ = one.await;
    }
    let nodes = [store.clone(), store.clone()]
        .map(|store| tokio::spawn(async move { index::index_all(&store).await }));
    for node in nodes {
        node.await.unwrap().unwrap();
    }
    let mut counted = 0;
    for kind in taijitu_rules::games::GAMES {
        let reply = site.browser().get(&format!("/api/numbers/{}", kind.meta().id)).await.ok();
        counted += reply["ends"].as_object().unwrap().values().filter_map(Value::as_u64).sum::<u64>();
    }
    assert_eq!(counted, 200);
    assert_eq!(search(&site.browser(), "", 100).await.len(), 200);
}

#[tokio::test]
async fn says_what_is_wrong_with_a_search() {
    let site = TestSite::start().await;
    let browser = site.browser();
    for (query, code, words) in [
        ("game=chess", Code::Invalid, "yinsh"),
        ("variant=variant=blitz", Code::Invalid, "needs `game`"),
        ("game=yinsh&variant=blitz", Code::BadOption, "key=value"),
        ("game=yinsh&variant=colour=red", Code::BadOption, "variant"),
        ("player=Nobody", Code::NoSuchThing, "Nobody"),
        ("player=engine:9", Code::NoSuchThing, "engine:8"),
        ("result=won", Code::Invalid, "need `player`"),
        ("result=green", Code::Invalid, "white, black or draw"),
        ("reason=luck", Code::Invalid, "third ring"),
        ("opponent=Ada", Code::Invalid, "needs `player`"),
        ("from=yesterday", Code::Invalid, "2026-11-16"),
        ("from=2026-11-02&to=2026-11-01", Code::Invalid, "after"),
        ("least=5&most=4", Code::Invalid, "more than"),
        ("limit=101", Code::Invalid, "1 to 100"),
        ("before=x", Code::Invalid, "next"),
        ("opening=e5", Code::Invalid, "need `game`"),
        ("game=yinsh&opening=e5,e5", Code::IllegalTurn, "turn 2"),
        ("game=yinsh&opening=z9", Code::IllegalTurn, "z9"),
        ("game=yinsh&position=w=e5", Code::Invalid, "act"),
        ("game=yinsh&opening=e5&position=act=white", Code::Invalid, "not both"),
        ("colour=red", Code::BadRequest, "colour"),
    ] {
        let answer = browser.get(&format!("/api/archive?{query}")).await;
        answer.refused(code);
        assert!(answer.text().contains(words), "{query}: {}", answer.text());
    }
    browser.get("/api/numbers/chess").await.refused(Code::NoSuchGame);
    browser.get("/api/players/Nobody").await.refused(Code::NoSuchThing);
    let empty = browser.get("/api/archive?game=&player=&opening=").await.ok();
    assert_eq!((&empty["games"], &empty["next"]), (&json!([]), &json!(null)));
    let nothing = browser.post("/api/positions", json!({ "game": "y" })).await.ok();
    assert_eq!(nothing["ends"], json!({ "white": 0, "black": 0, "draws": 0 }));
}

#[tokio::test]
async fn first_stones_are_judged_where_they_may_be_swapped() {
    let site = TestSite::start().await;
    let browser = site.browser();
    let fairest = async |study: Value| browser.post("/api/positions", study).await.ok()["fairest"].clone();
    let judged = fairest(json!({ "game": "y" })).await;
    let judged = judged.as_array().expect("a list");
    assert_eq!(judged.len(), 20, "one for each first stone up to symmetry");
    let unfair = |stone: &Value| (stone["chance"].as_i64().expect("thousandths") - 500).abs();
    assert!(judged.windows(2).all(|pair| unfair(&pair[0]) <= unfair(&pair[1])), "{judged:?}");
    for elsewhere in [
        json!({ "game": "y", "turns": ["c7"] }),
        json!({ "game": "y", "options": { "pie": "off" } }),
        json!({ "game": "y", "options": { "board": "triangle-9" } }),
        json!({ "game": "yinsh" }),
    ] {
        assert_eq!(fairest(elsewhere.clone()).await, json!([]), "{elsewhere}");
    }
}

/// Bob begins and gives up after two turns.
async fn a_short_game(ada: &Client, bob: &Client, log: &str, public: bool) -> (String, String) {
    let table = ada
        .open(json!({ "game": "y", "seat": 1, "options": { "pie": "off" }, "time": { "kind": "none" },
        "log": log, "public": public }))
        .await;
    bob.act(&table, json!({ "do": "join" })).await.ok();
    ada.act(&table, json!({ "do": "start" })).await.ok();
    bob.play(&table, 1, "c7").await.ok();
    ada.play(&table, 2, "c8").await.ok();
    let game = ada.look(&table).await["game"]["id"].as_str().unwrap().to_owned();
    bob.act(&table, json!({ "do": "resign" })).await.ok();
    (table, game)
}

#[tokio::test]
async fn without_a_log_no_turn_is_left_anywhere() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let (table, silent) = a_short_game(&ada, &bob, "off", true).await;
    let store = site.app().site.store.clone();
    let events = store.events(table.parse().unwrap(), 0, 1000).await.unwrap();
    assert!(
        events.iter().all(|event| !event.body.contains("\"c7\"") && !event.body.contains("\"c8\"")),
        "{events:?}"
    );
    let row = store.game(silent.parse().unwrap()).await.unwrap().unwrap();
    assert_eq!((row.game.record.as_str(), row.game.result), ("", Winner::White), "only the result stays");
    let (_, hidden) = a_short_game(&ada, &bob, "link", true).await;
    let (logged, kept) = a_short_game(&ada, &bob, "on", true).await;
    let events = store.events(logged.parse().unwrap(), 0, 1000).await.unwrap();
    assert!(events.iter().any(|event| event.body.contains("\"c7\"")), "with a log they are there");
    index::index_all(&store).await.unwrap();
    assert_eq!(
        search(&site.browser(), "player=Ada", 10).await,
        std::slice::from_ref(&kept),
        "neither {silent} nor {hidden}"
    );
    let request = json!({ "game": "y", "options": { "pie": "off" }, "turns": ["c7"] });
    let reply = site.browser().post("/api/positions", request).await.ok();
    assert_eq!(reply["ends"], json!({ "white": 1, "black": 0, "draws": 0 }));
    // The mirror through c7 exchanges c8, which was played, and c6: the first of them stands for both.
    let next = &reply["next"][0];
    assert_eq!((&next["turn"], &next["ends"]["white"]), (&json!("c6"), &json!(1)), "{next}");
    let bob_numbers = site.browser().get("/api/players/bob").await.ok();
    assert_eq!(bob_numbers["games"][0]["black"], json!([0, 1, 0]));
}

#[tokio::test]
async fn a_game_between_friends_is_found_and_its_table_is_not() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let (table, found) = a_short_game(&ada, &bob, "on", false).await;
    let (_, by_link) = a_short_game(&ada, &bob, "link", false).await;
    index::index_all(&site.app().site.store).await.unwrap();
    let stranger = site.browser();
    assert_eq!(search(&stranger, "player=Ada", 10).await, std::slice::from_ref(&found), "not {by_link}");
    let game = stranger.get(&format!("/api/finished/{found}")).await;
    assert!(game.ok()["table"].is_null() && !game.text().contains(&table), "{}", game.text());
    assert!(game.ok()["record"].as_str().unwrap().contains("c7"));
    let linked = stranger.get(&format!("/api/finished/{by_link}/replay")).await.ok();
    assert_eq!(linked["frames"].as_array().unwrap().len(), 3, "its link is enough");
}

#[tokio::test]
async fn the_numbers_go_with_the_account() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let (_, kept) = a_short_game(&ada, &bob, "on", true).await;
    let store = site.app().site.store.clone();
    // The server's own task does it, too.
    until("the game is found", async || {
        let found = search(&site.browser(), "player=Bob&result=lost", 10).await;
        (found == [kept.clone()]).then_some(())
    })
    .await;
    let id: PlayerId = bob.me().await["id"].as_str().unwrap().parse().unwrap();
    let scope = Participant::from(id);
    assert!(!store.tallies(Some(&scope), None).await.unwrap().is_empty());
    store.delete_player(id, taijitu_store::Deletion::default()).await.unwrap();
    site.app().accounts.player_changed(id);
    assert_eq!(store.tallies(Some(&scope), None).await.unwrap(), []);
    site.browser().get("/api/players/Bob").await.refused(Code::NoSuchThing);
    site.browser().get("/api/archive?player=Bob").await.refused(Code::NoSuchThing);
    let lines = site.browser().get("/api/archive?player=Ada").await.ok();
    assert_eq!(lines["games"][0]["id"], json!(kept));
    assert!(!lines.to_string().contains("Bob"));
    store.clear_index(index::REVISION).await.unwrap();
    index::index_all(&store).await.unwrap();
    assert_eq!(store.tallies(Some(&scope), None).await.unwrap(), [], "nor do they come back");
}
