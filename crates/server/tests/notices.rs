//! Notices of players: the bell, the stream of their own events, push messages, mail.

use crate::push_sink::{Browser, PushSink};
use serde_json::{Value, json};
use taijitu_protocol::Code;
use taijitu_server::MailSettings;
use taijitu_testkit::*;
use tokio::net::TcpListener;

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;

async fn put(client: &Client, path: &str, body: &Value) -> Answer {
    client.send("PUT", path, Some("application/json"), body.to_string().as_bytes()).await
}

/// A running game by correspondence; the first player is White, at seat 1.
async fn slow_game(white: &Client, black: &Client, game: &str, days: u32) -> String {
    let time = json!({ "kind": "days", "days": days });
    let table = white.open(json!({ "game": game, "seat": 1, "time": time })).await;
    black.act(&table, json!({ "do": "join" })).await.ok();
    white.act(&table, json!({ "do": "start" })).await.ok();
    table
}

async fn notices(client: &Client) -> Vec<Value> {
    client.get("/api/me/notices").await.ok()["notices"].as_array().unwrap().clone()
}

/// The kinds of a player's notices, the latest first.
async fn kinds(client: &Client) -> Vec<String> {
    notices(client).await.iter().map(|notice| notice["kind"].as_str().unwrap().to_owned()).collect()
}

async fn until_kinds(client: &Client, expected: &[&str]) {
    until(&format!("{expected:?}"), async || (kinds(client).await == expected).then_some(())).await;
}

/// Which of two has to act, and the other one.
async fn to_act<'a>(table: &str, one: &'a Client, other: &'a Client) -> (&'a Client, &'a Client) {
    let view = one.look(table).await;
    let acts = view["game"]["scene"]["acts"][0].clone();
    if view["yours"][0] == acts { (one, other) } else { (other, one) }
}

async fn first_turn(who: &Client, table: &str) -> String {
    who.get(&format!("/api/tables/{table}/turns")).await.ok()[0].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_turn_by_correspondence_is_notified_until_it_is_played() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let table = slow_game(&ada, &bob, "y", 3).await;
    let (first, second) = to_act(&table, &ada, &bob).await;
    until_kinds(first, &["turn"]).await;
    let latest = &notices(first).await[0];
    assert_eq!((&latest["table"], &latest["read"]), (&json!(table), &json!(false)));
    let opponent = if second.me().await["name"] == json!("Bob") { "Bob" } else { "Ada" };
    assert_eq!(latest["words"]["en"], format!("Your turn: Y against {opponent}"));

    // Read on one device, it is read on the other one too, which gets an update at once.
    let mut elsewhere = first.socket().await;
    assert_eq!(elsewhere.next_of("notices").await["unread"], 1);
    first.post("/api/me/notices/read", json!({ "upto": latest["n"] })).await.ok();
    assert_eq!(elsewhere.next_of("notices").await, json!({ "type": "notices", "unread": 0, "latest": null }));
    assert_eq!(notices(first).await[0]["read"], true);

    let turn = first_turn(first, &table).await;
    first.play(&table, 1, &turn).await.ok();
    until_kinds(second, &["turn"]).await;
    until_kinds(first, &[]).await;
    second.act(&table, json!({ "do": "resign" })).await.ok();
    until_kinds(first, &["end"]).await;
    until_kinds(second, &["end"]).await;
    assert!(notices(first).await[0]["words"]["en"].as_str().unwrap().starts_with("You have won: Y"));
}

#[tokio::test]
async fn live_games_ring_no_bell() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let table = ada.open(json!({ "game": "y", "seat": 1 })).await;
    bob.act(&table, json!({ "do": "join" })).await.ok();
    ada.act(&table, json!({ "do": "start" })).await.ok();
    let slow = slow_game(&ada, &bob, "yinsh", 2).await;
    let (first, _) = to_act(&slow, &ada, &bob).await;
    until_kinds(first, &["turn"]).await;
    assert_eq!(notices(first).await[0]["table"], json!(slow), "what came before it would be there");
}

#[tokio::test]
async fn challenges_and_offers_are_notified_with_their_answers() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let terms = json!({ "game": "y", "time": { "kind": "days", "days": 3 }, "colour": "white" });
    let challenge = json!({ "to": "Bob", "terms": terms });
    let id = ada.post("/api/challenges", &challenge).await.ok()["id"].clone();
    until_kinds(&bob, &["challenge"]).await;
    assert_eq!(notices(&bob).await[0]["words"]["fr"], "Ada vous défie à Y");
    assert_eq!(notices(&bob).await[0]["challenge"], id);
    let decline = format!("/api/challenges/{}/decline", id.as_str().unwrap());
    bob.post(&decline, json!({ "reason": "later" })).await.ok();
    until_kinds(&bob, &[]).await;
    until_kinds(&ada, &["answer"]).await;
    let id = ada.post("/api/challenges", &challenge).await.ok()["id"].as_str().unwrap().to_owned();
    let table = bob.post(&format!("/api/challenges/{id}/accept"), json!({})).await.ok()["table"].clone();
    let table = table.as_str().unwrap();
    let (first, second) = to_act(table, &ada, &bob).await;
    until("a turn", async || kinds(first).await.contains(&"turn".to_owned()).then_some(())).await;
    second.act(table, json!({ "do": "draw" })).await.ok();
    until("an offer", async || kinds(first).await.contains(&"offer".to_owned()).then_some(())).await;
    first.act(table, json!({ "do": "refuse" })).await.ok();
    until("an answer", async || kinds(second).await.contains(&"offer".to_owned()).then_some(())).await;
    until("it is settled", async || (!kinds(first).await.contains(&"offer".to_owned())).then_some(())).await;
    let words = notices(second).await[0]["words"]["en"].clone();
    assert_eq!(words, "Y: your draw offer was declined");
}

#[tokio::test]
async fn a_challenge_that_is_over_rings_no_bell() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let live = json!({ "game": "y", "time": { "kind": "total", "seconds": 300 } });
    let challenge = json!({ "to": "Bob", "terms": live });
    ada.post("/api/challenges", &challenge).await.ok();
    until_kinds(&bob, &["challenge"]).await;
    // Blocked, she is not heard of again: the challenge is withdrawn, and with it the notice.
    bob.send("PUT", "/api/me/blocks/Ada", None, b"").await.ok();
    assert_eq!(kinds(&bob).await, Vec::<String>::new());
    bob.delete("/api/me/blocks/Ada", json!({})).await.ok();

    ada.post("/api/challenges", &challenge).await.ok();
    until_kinds(&bob, &["challenge"]).await;
    site.pass(15 * MINUTE).await;
    site.tick().await;
    assert_eq!(kinds(&bob).await, Vec::<String>::new(), "it has expired");
}

#[tokio::test]
async fn a_game_about_to_be_lost_on_time_is_notified_once() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let table = slow_game(&ada, &bob, "y", 1).await;
    let (first, second) = to_act(&table, &ada, &bob).await;
    until_kinds(first, &["turn"]).await;
    site.pass(17 * HOUR).await;
    site.tick().await;
    assert_eq!(kinds(first).await, ["turn"], "seven hours are left of twenty-four");
    site.pass(2 * HOUR).await;
    for _ in 0..3 {
        site.tick().await;
    }
    assert_eq!(kinds(first).await, ["time", "turn"]);
    assert!(kinds(second).await.is_empty());
    let turn = first_turn(first, &table).await;
    first.play(&table, 1, &turn).await.ok();
    until_kinds(first, &[]).await;
}

#[tokio::test]
async fn notices_are_bounded_and_grow_old() {
    let site = TestSite::start().await;
    let ada = site.account("Ada").await;
    let player = ada.me().await["id"].as_str().unwrap().parse().unwrap();
    let store = &site.app().site.store;
    for n in 0..150 {
        let challenge = format!("{n:0>26}");
        let body = json!({ "t": "challenged", "challenge": challenge, "from": challenge, "game": "y" });
        let notice = taijitu_store::NewNotice {
            player,
            subject: format!("challenge {n}"),
            version: 1,
            kind: "challenge".into(),
            body: body.to_string(),
            at: site.app().site.clock.now(),
        };
        store.put_notice(&notice, 100).await.unwrap();
    }
    let page = ada.get("/api/me/notices").await.ok();
    assert_eq!((page["notices"].as_array().unwrap().len(), &page["unread"]), (100, &json!(100)));
    site.pass(31 * 24 * HOUR).await;
    site.tick().await;
    assert!(notices(&ada).await.is_empty());
}

#[tokio::test]
async fn a_program_lives_by_its_stream() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let bot = site.program(&bob).await;
    let mut stream = bot.stream("/api/me/events").await;
    let terms = json!({ "game": "y", "time": { "kind": "total", "seconds": 300 }, "colour": "black" });
    let id = ada.post("/api/challenges", json!({ "to": "Bob", "terms": terms })).await.ok()["id"].clone();
    let latest = stream.next().await.unwrap();
    assert_eq!((&latest["type"], &latest["challenge"]["id"]), (&json!("challenge"), &id));
    let accept = format!("/api/challenges/{}/accept", id.as_str().unwrap());
    let table = bot.post(&accept, json!({})).await.ok()["table"].as_str().unwrap().to_owned();
    let mut seen = vec![];
    while seen.len() < 2 {
        let event = stream.next().await.unwrap();
        if event["type"] != json!("ping") {
            seen.push(event["type"].as_str().unwrap().to_owned());
        }
    }
    seen.sort();
    assert_eq!(seen, ["challenge_over", "game_start"], "Black begins Y, and Ada is Black");
    let (first, second) = to_act(&table, &ada, &bob).await;
    let turn = first_turn(first, &table).await;
    first.play(&table, 1, &turn).await.ok();
    let event = next_of(&mut stream, "turn").await;
    assert_eq!((&event["table"]["id"], &event["table"]["turns"]), (&json!(table), &json!(1)));
    // A new stream begins with the current state.
    let mut again = bot.stream("/api/me/events").await;
    assert_eq!(again.next().await.unwrap()["type"], "game_start");
    assert_eq!(again.next().await.unwrap()["type"], "turn");
    second.act(&table, json!({ "do": "resign" })).await.ok();
    assert_eq!(next_of(&mut stream, "game_end").await["table"], json!(table));
    site.browser().get("/api/me/events").await.refused(Code::NotSignedIn);
}

async fn next_of(stream: &mut Lines, kind: &str) -> Value {
    loop {
        let event = stream.next().await.unwrap();
        if event["type"] == json!(kind) {
            return event;
        }
        assert_eq!(event["type"], "ping", "{event}");
    }
}

/// A site that may push to this machine.
async fn pushing() -> TestSite {
    TestSite::with(|config| {
        config.rate_factor = 100_000;
        config.push_to_loopback = true;
    })
    .await
}

#[tokio::test]
async fn a_push_message_is_encrypted_and_has_no_secrets() {
    let site = pushing().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let sink = PushSink::start().await;
    let browser = Browser::new();
    put(&ada, "/api/me/push", &browser.subscription(&sink.endpoint("ada"), true)).await.ok();
    let info = ada.get("/api/me/push").await.ok();
    assert_eq!((&info["browsers"], &info["mail"]), (&json!(1), &json!(false)));
    let table = slow_game(&ada, &bob, "yinyang", 3).await;
    bob.say(&table, "a secret word").await.ok();
    let received = sink.next().await;
    assert_eq!(received.header("content-encoding"), Some("aes128gcm"));
    assert!(received.header("ttl").is_some());
    let authorization = received.header("authorization").unwrap();
    assert!(authorization.ends_with(&format!("k={}", info["key"].as_str().unwrap())), "{authorization}");
    let message = browser.decrypt(&received.body);
    assert_eq!(message["body"], "À vous de jouer\u{a0}: Yin Yang contre Bob");
    assert_eq!(message["url"], format!("/fr/table/{table}"));
    let fields: Vec<&String> = message.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["body", "kind", "unread", "url"], "and nothing else");
}

#[tokio::test]
async fn a_deleted_subscription_is_dropped_and_a_failed_push_is_repeated() {
    let site = pushing().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let sink = PushSink::start().await;
    put(&ada, "/api/me/push", &Browser::new().subscription(&sink.endpoint("a"), false)).await.ok();
    sink.answer_with(500);
    let challenge = json!({ "to": "Ada", "terms": { "game": "y" } });
    let id = bob.post("/api/challenges", &challenge).await.ok()["id"].as_str().unwrap().to_owned();
    sink.next().await;
    site.pass(30_000).await;
    site.tick().await;
    assert!(sink.is_empty().await, "not at once");
    site.pass(MINUTE).await;
    site.tick().await;
    sink.next().await;
    sink.answer_with(410);
    site.pass(6 * MINUTE).await;
    site.tick().await;
    sink.next().await;
    let browsers = async || ada.get("/api/me/push").await.ok()["browsers"].clone();
    until("it is forgotten", async || (browsers().await == json!(0)).then_some(())).await;
    assert_eq!(ada.get(&format!("/api/challenges/{id}")).await.ok()["status"], "open");
}

#[tokio::test]
async fn an_attempt_that_is_repeated_waits_for_the_end_of_quiet_hours() {
    let site = pushing().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let sink = PushSink::start().await;
    put(&ada, "/api/me/push", &Browser::new().subscription(&sink.endpoint("a"), false)).await.ok();
    sink.answer_with(500);
    bob.post("/api/challenges", json!({ "to": "Ada", "terms": { "game": "y" } })).await.ok();
    sink.next().await;
    sink.answer_with(201);
    // It is quiet from this hour on, for two hours.
    let hour = u8::try_from(site.app().site.clock.now() / HOUR % 24).unwrap();
    let quiet = json!({ "quiet": { "from": hour, "to": (hour + 2) % 24, "offset": 0 } });
    put(&ada, "/api/me/notices/choices", &quiet).await.ok();
    let slow = json!({ "to": "Ada", "terms": { "game": "yinsh", "time": { "kind": "days", "days": 3 } } });
    for _ in 0..3 {
        site.pass(2 * MINUTE).await;
        site.tick().await;
    }
    assert!(sink.is_empty().await, "it is quiet");
    site.account("Cem").await.post("/api/challenges", slow).await.ok();
    site.pass(2 * HOUR).await;
    site.tick().await;
    sink.next().await;
}

#[tokio::test]
async fn a_push_service_that_never_answers_stops_no_turn() {
    let site = pushing().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = silent.local_addr().unwrap();
    for who in [&ada, &bob] {
        let name = who.me().await["name"].as_str().unwrap().to_owned();
        for n in 0..10 {
            let endpoint = format!("http://{address}/{name}/{n}");
            put(who, "/api/me/push", &Browser::new().subscription(&endpoint, false)).await.ok();
        }
    }
    let table = slow_game(&ada, &bob, "y", 3).await;
    // A message is being sent and is never taken; both go on playing meanwhile.
    let (_waiting, _) = tokio::time::timeout(PATIENCE, silent.accept()).await.unwrap().unwrap();
    for number in 1..=10 {
        let (who, _) = to_act(&table, &ada, &bob).await;
        let turn = first_turn(who, &table).await;
        who.play(&table, number, &turn).await.ok();
        site.pass(MINUTE).await;
    }
}

#[tokio::test]
async fn nothing_is_sent_to_a_neighbour() {
    let site = TestSite::start().await;
    let ada = site.account("Ada").await;
    for endpoint in [
        "http://127.0.0.1:9/x",
        "https://127.0.0.1/x",
        "https://localhost/x",
        "https://169.254.169.254/latest",
        "https://[::1]/x",
        "https://printer.local/x",
        "http://push.example/x",
        "https://push.example:8080/x",
        "gopher://push.example/x",
        "",
    ] {
        let subscription = Browser::new().subscription(endpoint, false);
        put(&ada, "/api/me/push", &subscription).await.refused(Code::Invalid);
    }
    let good = Browser::new().subscription("https://push.example/x", false);
    for field in ["p256dh", "auth"] {
        let mut wrong = good.clone();
        wrong[field] = json!("AAAA");
        put(&ada, "/api/me/push", &wrong).await.refused(Code::Invalid);
    }
    put(&ada, "/api/me/push", &good).await.ok();
    put(&site.program(&ada).await, "/api/me/push", &good).await.refused(Code::NotSignedIn);
    for n in 0..12 {
        let more = Browser::new().subscription(&format!("https://push.example/{n}"), false);
        put(&ada, "/api/me/push", &more).await.ok();
    }
    assert_eq!(ada.get("/api/me/push").await.ok()["browsers"], 10, "the last ones");
    let export = ada.get("/api/me/export").await.ok();
    assert_eq!(export["push"].as_array().unwrap().len(), 10);
}

/// A site that sends mail, and an account with a confirmed address.
async fn with_mail(sink: &MailSink) -> (TestSite, Client) {
    let mail = MailSettings::new(&sink.url(), "Club <club@example.org>").unwrap();
    let site = TestSite::with(|config| {
        config.rate_factor = 100_000;
        config.public_url = Some("http://club.example".into());
        config.mail = Some(mail);
    })
    .await;
    let ada = site.account("Ada").await;
    let given = json!({ "address": "ada@example.org", "password": "password of Ada", "lang": "en" });
    ada.post("/api/me/mail", given).await.ok();
    let token = sink.next().await.token();
    site.browser().post("/api/mail/confirm", json!({ "token": token })).await.ok();
    (site, ada)
}

#[tokio::test]
async fn a_mail_tells_what_was_not_read_and_no_more_than_once_an_hour() {
    let sink = MailSink::start().await;
    let (site, ada) = with_mail(&sink).await;
    let bob = site.account("Bob").await;
    let challenge = async |game: &str| {
        let made = bob.post("/api/challenges", json!({ "to": "Ada", "terms": { "game": game } })).await.ok();
        made["id"].as_str().unwrap().to_owned()
    };
    let first = challenge("y").await;
    site.tick().await;
    assert!(!sink.has_mail().await, "it may still be read");
    site.pass(6 * MINUTE).await;
    site.tick().await;
    let mail = sink.next().await;
    assert_eq!(mail.to, ["ada@example.org"]);
    assert!(mail.head.contains("Bob challenges you to Y"), "{}", mail.head);
    assert!(mail.text.contains("http://club.example/en/people"), "{}", mail.text);
    assert!(mail.head.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{}", mail.head);

    ada.post(&format!("/api/challenges/{first}/decline"), json!({})).await.ok();
    challenge("yinsh").await;
    site.pass(20 * MINUTE).await;
    site.tick().await;
    assert!(!sink.has_mail().await, "one an hour");
    site.pass(40 * MINUTE).await;
    site.tick().await;
    let mail = sink.next().await;
    assert!(mail.text.contains("YINSH") && !mail.text.contains("to Y\n"), "{}", mail.text);

    // One click, by a mail program, which has no cookies and sends a form.
    let link = mail.head.replace("\n ", "").replace('\n', " ");
    let token = link.split("unsubscribe?token=").nth(1).unwrap().split('>').next().unwrap().to_owned();
    let path = format!("/api/mail/unsubscribe?token={token}");
    let form = Some("application/x-www-form-urlencoded");
    let program = site.browser().on_page_of(OriginHeader::None);
    let wrong = format!("/api/mail/unsubscribe?token={}x", &token[..token.len() - 1]);
    program.send("POST", &wrong, form, b"List-Unsubscribe=One-Click").await.refused(Code::WrongCode);
    program.send("POST", &path, form, b"List-Unsubscribe=One-Click").await.ok();
    let choices = ada.get("/api/me/notices/choices").await.ok();
    let none =
        json!({ "challenge": false, "turn": false, "offer": false, "time": false, "tournament": false });
    assert_eq!(choices["mail"], none);
    let slow = slow_game(&ada, &bob, "y", 3).await;
    until("a turn or none", async || (!slow.is_empty()).then_some(())).await;
    site.pass(2 * HOUR).await;
    site.tick().await;
    assert!(!sink.has_mail().await);
}

#[tokio::test]
async fn nothing_is_mailed_in_quiet_hours_nor_what_was_read() {
    let sink = MailSink::start().await;
    let (site, ada) = with_mail(&sink).await;
    let bob = site.account("Bob").await;
    // It is quiet from this hour on, for two hours.
    let hour = u8::try_from(site.app().site.clock.now() / HOUR % 24).unwrap();
    let quiet = json!({ "from": hour, "to": (hour + 2) % 24, "offset": 0 });
    put(&ada, "/api/me/notices/choices", &json!({ "quiet": quiet, "french": true })).await.ok();
    put(&ada, "/api/me/notices/choices", &json!({ "quiet": { "from": 24, "to": 1, "offset": 0 } }))
        .await
        .refused(Code::Invalid);
    bob.post("/api/challenges", json!({ "to": "Ada", "terms": { "game": "y" } })).await.ok();
    site.pass(30 * MINUTE).await;
    site.tick().await;
    assert!(!sink.has_mail().await);
    site.pass(2 * HOUR).await;
    site.tick().await;
    let mail = sink.next().await;
    assert!(mail.text.contains("Bob vous défie à Y"), "{}", mail.text);
    // A game with secrets, and words at its table: the mail says that it is one's turn, and nothing else.
    let table = slow_game(&ada, &bob, "yinyang", 3).await;
    bob.say(&table, "a word between us").await.ok();
    site.pass(24 * HOUR - 10 * MINUTE).await;
    site.tick().await;
    let mail = sink.next().await;
    assert!(mail.text.contains(&table) && mail.text.contains("Yin Yang"), "{}", mail.text);
    assert!(!mail.text.contains("a word") && !mail.head.contains("a word"), "{}", mail.text);
    // What was read in time is not mailed.
    let eve = site.account("Eve").await;
    eve.post("/api/challenges", json!({ "to": "Ada", "terms": { "game": "y" } })).await.ok();
    let latest = notices(&ada).await;
    ada.post("/api/me/notices/read", json!({ "upto": latest[0]["n"] })).await.ok();
    site.pass(3 * HOUR).await;
    site.tick().await;
    assert!(!sink.has_mail().await);
}
