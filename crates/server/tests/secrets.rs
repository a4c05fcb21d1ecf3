//! Secrets over the wire: two houses that differ only in what one player keeps secret say the same to everybody else,
//! byte for byte, on every road out of the server.

use serde_json::{Value, json};
use taijitu_protocol::Code;
use taijitu_rules::games::yinyang::Law;
use taijitu_rules::playout::Random;
use taijitu_rules::{AnyPlay, Options, Side, games};
use taijitu_testkit::*;

/// Times differ between two runs, whatever happens in them; the clocks' exact numbers are compared where the tables
/// themselves are tested, with a time that stands still. How many numbers there are is compared here too.
fn without_times(value: &mut Value) {
    match value {
        Value::Number(number) if number.as_i64().is_some_and(|n| n > 1_600_000_000_000) => *value = json!(0),
        Value::Array(values) => values.iter_mut().for_each(without_times),
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::Array(left) if name == "left" => left.fill(json!(0)),
                    value => without_times(value),
                }
            }
        }
        _ => (),
    }
}

fn plain(mut value: Value) -> String {
    without_times(&mut value);
    value.to_string()
}

/// An answer with everything in it but the time and its length in digits.
fn whole(answer: &Answer) -> String {
    let headers: Vec<_> =
        answer.headers.iter().filter(|(name, _)| name != "date" && name != "content-length").collect();
    let body = serde_json::from_slice(&answer.body).map_or_else(|_| answer.text(), plain);
    format!("{} {headers:?} {body}", answer.status)
}

/// One of the two houses: Ada has secrets, Bob plays against her, Eve watches, and nobody is signed in somewhere.
struct Stage {
    site: TestSite,
    ada: Client,
    others: [Client; 3],
    table: String,
    sockets: Vec<Socket>,
    play: Box<dyn AnyPlay>,
    turn: u32,
}

impl Stage {
    async fn new() -> Self {
        let site = TestSite::seeded(7).await;
        let (ada, bob, eve) = (site.account("Ada").await, site.account("Bob").await, site.guest().await);
        let others = [bob.clone(), eve, site.browser()];
        let time = json!({ "kind": "total", "seconds": 900, "increment": 5 });
        let table = ada.open(json!({ "game": "yinyang", "seat": 1, "public": true, "time": time })).await;
        bob.act(&table, json!({ "do": "join" })).await.ok();
        let kind = games::find("yinyang").unwrap();
        let play = kind.start(Options::parse(kind.meta().options, []).unwrap()).unwrap();
        let mut stage = Self { site, ada, others, table, sockets: vec![], play, turn: 1 };
        // Ada's own, so that she counts as present; what it receives is not compared.
        stage.watch(0, stage.ada.clone(), true).await;
        for (at, client) in stage.others.clone().into_iter().enumerate() {
            stage.watch(2 * at + 1, client.clone(), false).await;
            stage.watch(2 * at + 2, client, true).await;
        }
        stage.ada.act(&stage.table, json!({ "do": "start" })).await.ok();
        stage
    }

    async fn watch(&mut self, at: usize, client: Client, scenes: bool) {
        let mut socket = client.socket().await;
        socket.send(json!({ "type": "watch", "table": self.table, "scenes": scenes })).await;
        assert_eq!(socket.so_far().await[0]["type"], "snapshot");
        self.sockets.insert(at, socket);
    }

    async fn turn(&mut self, side: Side, text: &str) {
        let client = if side == Side::White { &self.ada } else { &self.others[0] };
        // Both write their laws at once, as turn 1.
        let number = if self.turn <= 2 { 1 } else { self.turn };
        client.play(&self.table, number, text).await.ok();
        self.play.turn_by(side, text).unwrap();
        self.turn += 1;
    }

    /// Everything the others can get.
    async fn everything(&mut self) -> Vec<String> {
        let mut seen = vec![];
        // Ada's own socket says something, or the server closes it after 40 s: on a slow machine one site would count her, and the
        // other not.
        self.sockets[0].so_far().await;
        for socket in &mut self.sockets[1..] {
            seen.extend(socket.so_far().await.into_iter().map(plain));
        }
        let game = self.ada.look(&self.table).await["game"]["id"].as_str().unwrap_or("none").to_owned();
        for client in &self.others {
            for path in paths(&self.table, &game) {
                let answer = client.get(&path).await;
                assert!(answer.status < 500);
                seen.push(format!("{path}: {}", whole(&answer)));
            }
            for (path, body) in wrong(&self.table, self.turn) {
                let answer = client.post(&path, body.clone()).await;
                assert!((400..500).contains(&answer.status), "{path} {body}: {}", answer.text());
                seen.push(format!("{path} {body}: {}", whole(&answer)));
            }
        }
        for client in &self.others {
            for touch in questions() {
                let answer = client.post(&format!("/api/tables/{}/why", self.table), touch.clone()).await;
                assert!(answer.status < 500);
                seen.push(format!("why {touch}: {}", whole(&answer)));
            }
        }
        for socket in &mut self.sockets[1..] {
            for (_, command) in
                wrong(&self.table, self.turn).into_iter().filter(|(path, _)| path.ends_with("/do"))
            {
                let answer = socket.act(&self.table, "wrong", command).await;
                assert_eq!(answer["type"], "refused");
                seen.push(plain(answer));
            }
            // Watching again from the beginning, and anew.
            for since in [json!(1), json!(null), json!(1_000_000)] {
                let mut watch = json!({ "type": "watch", "table": self.table, "scenes": true });
                if !since.is_null() {
                    watch["since"] = since;
                }
                socket.send(watch).await;
                seen.extend(socket.so_far().await.into_iter().map(plain));
            }
        }
        seen
    }
}

fn paths(table: &str, game: &str) -> Vec<String> {
    let mut paths: Vec<String> =
        ["", "?scenes=true", "/events", "/events?since=4", "/chat", "/turns", "/games"]
            .iter()
            .map(|end| format!("/api/tables/{table}{end}"))
            .collect();
    paths.extend(
        [
            "/api/lobby/open",
            "/api/lobby/running",
            "/api/lobby/finished",
            "/api/finished",
            "/api/me",
            "/api/me/tables",
            "/api/me/games",
            "/api/me/export",
            "/metrics",
            "/readyz",
        ]
        .map(str::to_owned),
    );
    paths.extend(described(table, game));
    paths
}

/// Every route of the description that answers to `GET`, with the table, the game and its players in its places: a route that is
/// added is compared too.
fn described(table: &str, game: &str) -> Vec<String> {
    let description = serde_json::to_value(taijitu_server::http::openapi()).unwrap();
    let routes = description["paths"].as_object().unwrap().iter();
    let mut paths = vec![];
    // A stream has no end, and the key for push messages is another one at each site.
    let is_whole = |path: &str| !["/api/me/events", "/api/me/push"].contains(&path);
    for (path, _) in routes.filter(|(path, methods)| methods.get("get").is_some() && is_whole(path)) {
        let id = match path.split('/').nth(2) {
            Some("tables") => table,
            Some("boards") => "yinyang",
            Some("puzzles") => "yinyang-1",
            _ => game,
        };
        let path = path
            .replace("{id}", id)
            .replace("{state}", "running")
            .replace("{game}", "yinyang")
            .replace("{name}", "Ada")
            .replace("{player}", "Ada")
            .replace("{class}", "yinyang")
            .replace("{pairing}", "1")
            .replace("{picture}", "yinyang.svg");
        let files = ["record.txt", "record.json", "record.sgf", "0.svg", "last.svg", "last.png", "game.gif"];
        let files = if path.contains("{file}") { &files[..] } else { &[""] };
        paths.extend(files.iter().map(|file| path.replace("{file}", file)));
    }
    assert!(paths.len() > 30 && !paths.iter().any(|path| path.contains('{')), "{paths:?}");
    paths
}

/// How many pairs of answers are compared.
const ANSWERS: usize = 13_824;

/// Touches whose reasons mention laws, blocks and the corner.
fn questions() -> Vec<Value> {
    let law = |number: u8| json!({ "touches": [], "touch": { "law": number } });
    let mut questions: Vec<Value> = (1..=4).map(law).collect();
    questions.extend((0..16).map(|point| json!({ "touch": { "point": point } })));
    questions.push(json!({ "touches": [{ "law": 1 }], "touch": { "point": 5 } }));
    questions
}

/// Requests that are refused to each of the others.
fn wrong(table: &str, turn: u32) -> Vec<(String, Value)> {
    let act = format!("/api/tables/{table}/do");
    let branch = format!("/api/tables/{table}/branch");
    let played = |turn: u32, text: &str| json!({ "do": "play", "game": 1, "turn": turn, "text": text });
    let mut wrong: Vec<(String, Value)> = [
        played(turn + 5, "L3@a1"),
        played(turn, "L9@a1"),
        played(turn, "?"),
        played(turn, ""),
        played(turn, "round 2"),
        played(turn, "laws ? ? ? ?"),
        played(turn, "laws wwww>www. wbwb>* wwww>www. zzzz>*"),
        json!({ "do": "option", "name": "laws_white", "value": "?" }),
        json!({ "do": "claim", "what": "win" }),
        json!({ "do": "accept" }),
        json!({ "do": "rematch" }),
        json!({ "do": "free", "seat": 1 }),
        json!({ "do": "close" }),
    ]
    .into_iter()
    .map(|command| (act.clone(), command))
    .collect();
    wrong.push((format!("/api/tables/{table}/hint"), json!({})));
    wrong.push((branch.clone(), json!([{ "law": 99 }])));
    wrong.push((branch, json!([{ "point": 9999 }])));
    wrong
}

/// Two laws that are not the same.
fn two_laws(random: &mut Random) -> [String; 2] {
    let laws = Law::all();
    let mut any = || laws[random.below(laws.len() as u32) as usize].to_string();
    loop {
        let two = [any(), any()];
        if two[0] != two[1] {
            return two;
        }
    }
}

/// Two houses that differ in Ada's secrets, and how many of their answers were compared.
struct Twins([Stage; 2], usize);

impl Twins {
    async fn new() -> Self {
        Self([Stage::new().await, Stage::new().await], 0)
    }

    async fn compare(&mut self, when: &str) {
        let [a, b] = &mut self.0;
        let (a, b) = (a.everything().await, b.everything().await);
        assert!(a.len() > 100);
        for (a, b) in a.iter().zip(&b) {
            assert_eq!(a, b, "{when}");
        }
        assert_eq!(a.len(), b.len(), "{when}");
        self.1 += a.len();
    }

    /// Turns that look the same to Bob and leave the game running in both houses.
    fn a_turn(&self, random: &mut Random) -> Option<[String; 2]> {
        let [a, b] =
            self.0.each_ref().map(|stage| stage.play.turns_within(usize::MAX, &|| false).expect("few"));
        let mut pairs: Vec<[String; 2]> = vec![];
        if self.0[0].play.to_act().side() == Side::White {
            let tells = |text: &&String| text.contains("L3@") || text.contains("L4@") || text.contains('=');
            let same = a.iter().filter(|text| !tells(text) && b.contains(text));
            pairs.extend(same.map(|text| [text.clone(), text.clone()]));
            let starts: Vec<&str> = a.iter().filter_map(|text| Some(text.split_once("=L3:")?.0)).collect();
            for start in starts.into_iter().filter(|start| !start.contains("L3@") && !start.contains("L4@")) {
                if b.iter().any(|text| text.starts_with(&format!("{start}=L3:"))) {
                    let number = 3 + random.below(2);
                    pairs.push(two_laws(random).map(|law| format!("{start}=L{number}:{law}")));
                }
            }
        } else {
            assert_eq!(a, b);
            pairs.extend(a.into_iter().map(|text| [text.clone(), text]));
        }
        let goes_on = |pair: &[String; 2]| {
            self.0.iter().zip(pair).all(|(stage, text)| {
                let mut play = stage.play.boxed_clone();
                play.turn(text).is_ok() && play.outcome().is_none()
            })
        };
        for _ in 0..50 {
            let at = random.below((pairs.len() as u32).max(1)) as usize;
            let pair = pairs.get(at)?;
            if goes_on(pair) {
                return Some(pair.clone());
            }
            pairs.swap_remove(at);
        }
        None
    }
}

/// Plays a game in both houses: Ada's hidden laws differ, and what she rewrites.
async fn play_twins(twins: &mut Twins, random: &mut Random) -> usize {
    let (third, fourth) = (two_laws(random), two_laws(random));
    twins.compare("before the laws").await;
    for (at, stage) in twins.0.iter_mut().enumerate() {
        stage.turn(Side::White, &format!("laws wwww>www. wbwb>* {} {}", third[at], fourth[at])).await;
    }
    twins.compare("one has written").await;
    for stage in &mut twins.0 {
        stage.turn(Side::Black, "laws bbbb>bbb. bwbw>* w...>.... b...>....").await;
    }
    let mut rewritten = 0;
    for turn in 0..12 {
        let Some(pair) = twins.a_turn(random) else { break };
        rewritten += usize::from(pair[0] != pair[1]);
        for (stage, text) in twins.0.iter_mut().zip(&pair) {
            let side = stage.play.to_act().side();
            stage.turn(side, text).await;
            stage.ada.say(&stage.table, &format!("that was turn {turn}")).await.ok();
            stage.others[turn % 2].say(&stage.table, "I see").await.ok();
        }
        if turn % 3 == 2 {
            for stage in &twins.0 {
                stage.ada.act(&stage.table, json!({ "do": "takeback" })).await.ok();
                stage.others[0].act(&stage.table, json!({ "do": "refuse" })).await.ok();
            }
        }
        twins.compare(&pair[0]).await;
    }
    rewritten
}

#[tokio::test]
async fn nobody_else_can_tell_what_ada_wrote() {
    let mut twins = Twins::new().await;
    let rewritten = play_twins(&mut twins, &mut Random::new(5)).await;
    let mut compared = twins.1;
    assert!(rewritten > 0, "something secret was rewritten too");
    for seed in 6..20 {
        if compared >= ANSWERS {
            break;
        }
        let mut more = Twins::new().await;
        play_twins(&mut more, &mut Random::new(seed)).await;
        compared += more.1;
    }
    assert!(compared >= ANSWERS, "{compared} answers were compared");
    let mut own = vec![];
    for stage in &twins.0 {
        own.push(stage.ada.look(&stage.table).await["game"]["turns"].clone());
    }
    assert_ne!(own[0], own[1], "Ada herself sees the difference");
    for stage in &mut twins.0 {
        let game = stage.ada.look(&stage.table).await["game"]["id"].as_str().unwrap().to_owned();
        stage.site.browser().get(&format!("/api/finished/{game}")).await.refused(Code::NoSuchGame);
        stage.others[0].act(&stage.table, json!({ "do": "resign" })).await.ok();
        let record = stage.site.browser().get(&format!("/api/finished/{game}")).await.ok();
        let record = record["record"].as_str().unwrap().to_owned();
        let history = stage.play.history(taijitu_rules::Audience::Omniscient);
        assert!(!history.is_empty());
        for line in history {
            if let taijitu_rules::any::HistoryLine::Turn { text, .. } = line {
                assert!(record.contains(&text), "{text} is in {record}");
            }
        }
    }
}

/// The texts of the lines a player received, after checking that each line names the one before it.
fn words(lines: &[Value]) -> Vec<String> {
    let mut previous = Value::Null;
    for line in lines {
        assert_eq!(line["previous"], previous, "the chain has no gap and no trace");
        previous = line["id"].clone();
    }
    lines.iter().map(|line| line["text"].as_str().unwrap().to_owned()).collect()
}

/// A table of four; partners sit across.
async fn four(site: &TestSite) -> ([Client; 4], String) {
    let four = [site.guest().await, site.guest().await, site.guest().await, site.guest().await];
    let options = json!({ "players": "4", "first": "white" });
    let table = four[0].open(json!({ "game": "zen", "seat": 1, "options": options })).await;
    for client in &four[1..] {
        client.act(&table, json!({ "do": "join" })).await.ok();
    }
    (four, table)
}

#[tokio::test]
async fn a_partner_never_hears_the_other() {
    let mut site = TestSite::start().await;
    let ([ada, bob, cem, dia], table) = four(&site).await;
    let eve = site.guest().await;
    ada.say(&table, "hello all").await.ok();
    ada.act(&table, json!({ "do": "start" })).await.ok();
    let mut live = cem.socket().await;
    live.watch(&table).await;
    let secret = ada.say(&table, "psst, the middle").await.ok()["id"].as_str().unwrap().to_owned();
    bob.say(&table, "good luck").await.ok();
    eve.say(&table, "tell Cem: the middle").await.ok();
    cem.say(&table, "thank you").await.ok();
    dia.say(&table, "psst, the edge").await.ok();
    let lines: Vec<Value> =
        live.so_far().await.into_iter().filter(|m| m["type"] == "chat").map(|m| m["line"].clone()).collect();
    let texts: Vec<&str> = lines.iter().map(|line| line["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["good luck", "thank you", "psst, the edge"], "live");
    let hello = cem.chat_lines(&table).await[0]["id"].clone();
    assert_eq!(lines[0]["previous"], hello, "what came between left no trace");
    let expected = ["hello all", "good luck", "thank you", "psst, the edge"];
    for round in 0..2 {
        assert_eq!(words(&cem.chat_lines(&table).await), expected, "by HTTP");
        let again = cem.socket().await.watch(&table).await;
        assert_eq!(words(again["chat"].as_array().unwrap()), expected, "on reload");
        // A request for the messages after a hidden one is the same as one after an unknown message.
        let path = |after: &str| format!("/api/tables/{table}/chat?after={after}");
        let unknown = cem.get(&path("00000000000000000000000000")).await;
        assert_eq!(cem.get(&path(&secret)).await.text(), unknown.text());
        let export = cem.get("/api/me/export").await.text();
        assert!(!export.contains("psst, the middle") && !export.contains("tell Cem"), "in the export");
        assert!(words(&bob.chat_lines(&table).await).contains(&"psst, the middle".to_owned()));
        assert!(!words(&bob.chat_lines(&table).await).contains(&"psst, the edge".to_owned()));
        if round == 0 {
            site.restart().await;
        }
    }
    for partner in [&bob, &dia] {
        partner.act(&table, json!({ "do": "resign" })).await.ok();
    }
    let all =
        ["hello all", "psst, the middle", "good luck", "tell Cem: the middle", "thank you", "psst, the edge"];
    assert_eq!(words(&cem.chat_lines(&table).await), all, "nothing is hidden when the game is over");
    ada.say(&table, "well played").await.ok();
    assert_eq!(words(&cem.chat_lines(&table).await)[6..], ["well played"], "afterwards they may talk");
}

#[tokio::test]
async fn at_a_hot_seat_each_side_sees_its_own_laws() {
    let site = TestSite::start().await;
    let (ada, eve) = (site.guest().await, site.guest().await);
    let hot = json!({ "game": "yinyang", "hotseat": true, "colours": "chosen", "start": true });
    let table = ada.open(hot).await;
    let read = async |client: &Client| {
        let view = client.look(&table).await;
        let laws = view["game"]["scene"]["laws"].as_array().unwrap().clone();
        let open = laws.iter().filter(|law| law["text"].is_string());
        open.map(|law| format!("{} {}", law["owner"].as_str().unwrap(), law["text"].as_str().unwrap()))
            .collect::<Vec<_>>()
    };
    ada.play(&table, 1, "laws bbbb>bbb. bwbw>* w...>.... b...>....").await.ok();
    assert!(read(&ada).await.is_empty(), "White writes and sees nothing of Black's");
    ada.play(&table, 2, "laws wwww>www. wbwb>* b...>.... w...>....").await.ok();
    let black = ["black bbbb>bbb.", "black bwbw>*", "black w...>....", "black b...>...."];
    assert_eq!(read(&ada).await, black);
    assert!(read(&eve).await.is_empty());
    ada.play(&table, 3, "L1@a1").await.ok();
    let mut white = read(&ada).await;
    white.retain(|law| law.starts_with("white"));
    assert_eq!(white, ["white wwww>www.", "white wbwb>*", "white b...>....", "white w...>...."]);
    assert_eq!(read(&ada).await.len(), 5, "and of Black's the one that lies open");
    assert_eq!(read(&eve).await, ["black bbbb>bbb."]);
    for client in [&ada, &eve] {
        let events = serde_json::to_string(&client.events(&table).await).unwrap();
        assert!(!events.contains("bwbw") && !events.contains("wbwb"), "{events}");
    }
}

#[tokio::test]
async fn a_private_table_is_known_by_its_link_alone() {
    let site = TestSite::start().await;
    let (ada, bob, eve) = (site.guest().await, site.guest().await, site.guest().await);
    let table = ada.open(json!({ "game": "y", "seat": 1, "log": "link" })).await;
    assert_eq!(table.len(), 26, "128 bits, five in each letter");
    let lists = async |client: &Client| {
        let mut all = String::new();
        for path in
            ["/api/lobby/open", "/api/lobby/running", "/api/lobby/finished", "/api/finished", "/metrics"]
        {
            all += &client.get(path).await.text();
        }
        all
    };
    assert!(!lists(&eve).await.contains(&table));
    let mut near = table.clone().into_bytes();
    near[25] = if near[25] == b'0' { b'1' } else { b'0' };
    let near = eve.get(&format!("/api/tables/{}", String::from_utf8(near).unwrap())).await;
    near.refused(Code::NoSuchTable);
    assert_eq!(near.text(), eve.get("/api/tables/nonsense").await.text(), "near is as far as anywhere");
    bob.act(&table, json!({ "do": "join" })).await.ok();
    ada.act(&table, json!({ "do": "start" })).await.ok();
    assert!(!lists(&eve).await.contains(&table));
    let game = ada.look(&table).await["game"]["id"].as_str().unwrap().to_owned();
    ada.act(&table, json!({ "do": "resign" })).await.ok();
    let after = lists(&eve).await;
    assert!(!after.contains(&table) && !after.contains(&game));
    let finished = eve.get(&format!("/api/finished/{game}")).await;
    assert!(finished.ok()["table"].is_null() && !finished.text().contains(&table), "{}", finished.text());
    assert!(eve.get("/api/me/tables").await.ok().as_array().unwrap().is_empty());
    let open = ada.open(json!({ "game": "y", "public": true })).await;
    assert!(lists(&eve).await.contains(&open), "a public one is there");
}
