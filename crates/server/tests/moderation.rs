//! Reports, moderators, mutes and bans, deleted messages, the audit log.

use serde_json::{Value, json};
use taijitu_protocol::Code;
use taijitu_server::Bus;
use taijitu_server::admin::Admin;
use taijitu_testkit::*;

const MINUTE: i64 = 60_000;

/// A server whose limits no test reaches, and whose moderators need no second factor.
async fn relaxed() -> TestSite {
    TestSite::with(|config| {
        config.rate_factor = 100_000;
        config.moderators_need_totp = false;
    })
    .await
}

async fn admin(site: &TestSite) -> Admin {
    Admin::open(&format!("sqlite:{}", site.folder().join("site.db").display())).await.unwrap()
}

/// An account the host has named a moderator.
async fn moderator(site: &TestSite, name: &str) -> Client {
    let client = site.account(name).await;
    let admin = admin(site).await;
    admin.set_moderator(name, true, "the host").await.unwrap();
    admin.done().await;
    site.tick().await;
    client
}

async fn id(client: &Client) -> String {
    client.me().await["id"].as_str().unwrap().to_owned()
}

async fn act(moderator: &Client, action: Value) -> Answer {
    let body = json!({ "do": action, "reason": "it was rude" });
    moderator.post("/api/moderation/actions", body).await
}

async fn reports(moderator: &Client) -> Vec<Value> {
    moderator.get("/api/moderation/reports").await.ok()["reports"].as_array().unwrap().clone()
}

async fn report_message(reporter: &Client, table: &str, message: &Value) -> Answer {
    let subject = json!({ "what": "message", "table": table, "message": message });
    let report = json!({ "subject": subject, "reason": "insult", "note": "look at this" });
    reporter.post("/api/reports", report).await
}

/// Says something; the id of the message.
async fn say(client: &Client, table: &str, text: &str) -> Value {
    client.say(table, text).await.ok()["id"].clone()
}

/// Ada and Bob at a table of Y, which has not begun.
async fn two(site: &TestSite) -> (Client, Client, String) {
    let (ada, bob) = (site.guest().await, site.guest().await);
    let table = ada.open(json!({ "game": "y", "seat": 1 })).await;
    bob.act(&table, json!({ "do": "join" })).await.ok();
    (ada, bob, table)
}

#[tokio::test]
async fn a_report_has_what_was_said_before_and_after() {
    let site = relaxed().await;
    let (ada, bob, table) = two(&site).await;
    let eve = moderator(&site, "Eve").await;
    for n in 0..15 {
        say(&ada, &table, &format!("before {n}")).await;
    }
    let rude = say(&bob, &table, "you are a fool").await;
    say(&ada, &table, "after").await;
    assert_eq!(report_message(&ada, &table, &rude).await.ok(), json!({ "joined": false }));
    assert_eq!(report_message(&site.guest().await, &table, &rude).await.ok(), json!({ "joined": true }));
    assert_eq!(report_message(&ada, &table, &rude).await.ok(), json!({ "joined": true }));
    report_message(&bob, &table, &rude).await.refused(Code::Invalid);
    report_message(&ada, &table, &json!("0".repeat(26))).await.refused(Code::NoSuchThing);
    site.browser().post("/api/reports", json!({})).await.refused(Code::NotSignedIn);

    let reports = reports(&eve).await;
    assert_eq!(reports.len(), 1, "the same is reported once: {reports:?}");
    let report = &reports[0];
    let texts: Vec<&str> =
        report["excerpt"].as_array().unwrap().iter().map(|line| line["text"].as_str().unwrap()).collect();
    assert_eq!(texts.len(), 12);
    assert_eq!((texts[0], &texts[9..]), ("before 5", &["before 14", "you are a fool", "after"][..]));
    assert_eq!(report["excerpt"][10]["reported"], true);
    assert_eq!(report["about"][0]["player"]["id"], json!(id(&bob).await));
    assert_eq!(report["complaints"].as_array().unwrap().len(), 2);
    assert_eq!(report["complaints"][0]["note"], "look at this");
    assert_eq!(report["complaints"][0]["reason"], "insult");

    // What is stored about oneself has it too.
    let export = ada.get("/api/me/export").await.ok();
    assert_eq!(
        (&export["reports"][0]["note"], &export["reports"][1]),
        (&json!("look at this"), &json!(null))
    );
    act(&eve, json!({ "action": "dismiss", "report": report["id"] })).await.ok();
    act(&eve, json!({ "action": "dismiss", "report": report["id"] })).await.refused(Code::NotNow);
    assert!(self::reports(&eve).await.is_empty());
    let closed = eve.get("/api/moderation/reports?closed=true").await.ok();
    assert_eq!(closed["reports"][0]["settled"]["upheld"], false);
}

#[tokio::test]
async fn names_tables_and_games_are_reported() {
    let site = relaxed().await;
    let (ada, bob, table) = two(&site).await;
    let eve = moderator(&site, "Eve").await;
    let report = async |subject: Value| {
        eve.post("/api/reports", json!({ "subject": subject, "reason": "other" })).await
    };
    report(json!({ "what": "name", "player": id(&bob).await })).await.ok();
    site.pass(1).await;
    report(json!({ "what": "table", "table": table })).await.ok();
    site.pass(1).await;
    ada.act(&table, json!({ "do": "start" })).await.ok();
    bob.act(&table, json!({ "do": "resign" })).await.ok();
    let game = ada.look(&table).await["game"]["id"].clone();
    report(json!({ "what": "game", "game": game })).await.ok();
    report(json!({ "what": "game", "game": "0".repeat(26) })).await.refused(Code::NoSuchGame);
    report(json!({ "what": "table", "table": "0".repeat(26) })).await.refused(Code::NoSuchTable);
    report(json!({ "what": "name", "player": "0".repeat(26) })).await.refused(Code::NoSuchThing);
    report(json!({ "what": "name", "player": id(&eve).await })).await.refused(Code::Invalid);
    report(json!({ "what": "weather" })).await.refused(Code::BadRequest);
    report(json!({ "what": "name", "player": id(&bob).await, "more": 1 })).await.refused(Code::BadRequest);
    let reports = reports(&eve).await;
    let whats: Vec<&Value> = reports.iter().map(|report| &report["subject"]["what"]).collect();
    assert_eq!(whats, ["game", "table", "name"]);
    assert_eq!(reports[0]["about"].as_array().unwrap().len(), 2, "both who played");
    assert_eq!(reports[2]["name"], bob.me().await["name"]);
}

#[tokio::test]
async fn a_flood_of_reports_is_refused() {
    let site = TestSite::with(|_| ()).await;
    let ada = site.guest().await;
    let names: Vec<String> = {
        let mut names = vec![];
        for _ in 0..8 {
            names.push(id(&site.guest().await).await);
        }
        names
    };
    let mut codes = vec![];
    for player in names {
        let subject = json!({ "what": "name", "player": player });
        codes.push(ada.post("/api/reports", json!({ "subject": subject, "reason": "name" })).await.status);
    }
    assert_eq!(codes, [200, 200, 200, 200, 200, 200, 429, 429]);
    let long = json!({ "subject": { "what": "name", "player": id(&ada).await }, "reason": "name", "note": "x".repeat(301) });
    site.guest().await.post("/api/reports", long).await.refused(Code::TooLarge);
}

#[tokio::test]
async fn only_moderators_moderate() {
    let site = relaxed().await;
    let (eve, guest, bob) = (moderator(&site, "Eve").await, site.guest().await, site.account("Bob").await);
    let program = site.program(&eve).await;
    for path in ["reports", "audit", "bans", "players/Eve"] {
        let path = format!("/api/moderation/{path}");
        guest.get(&path).await.refused(Code::NotModerator);
        bob.get(&path).await.refused(Code::NotModerator);
        site.browser().get(&path).await.refused(Code::NotSignedIn);
        program.get(&path).await.refused(Code::NotSignedIn);
        eve.get(&path).await.ok();
    }
    act(&bob, json!({ "action": "revoke", "player": id(&eve).await })).await.refused(Code::NotModerator);
    assert_eq!((&eve.me().await["moderator"], bob.me().await.get("moderator")), (&json!(true), None));

    // Neither oneself nor other moderators; the host may.
    let dan = moderator(&site, "Dan").await;
    for player in [id(&eve).await, id(&dan).await] {
        for action in ["mute", "ban"] {
            let action = json!({ "action": action, "player": player, "minutes": 5 });
            act(&eve, action).await.refused(Code::CannotModerate);
        }
        act(&eve, json!({ "action": "revoke", "player": player })).await.refused(Code::CannotModerate);
        act(&eve, json!({ "action": "rename", "player": player })).await.refused(Code::CannotModerate);
    }
    let table = dan.open(json!({ "game": "y" })).await;
    let message_id = say(&dan, &table, "hello").await;
    let delete = json!({ "action": "delete-message", "table": table, "message": message_id });
    act(&eve, delete.clone()).await.refused(Code::CannotModerate);
    act(&dan, delete).await.ok();
    let host = admin(&site).await;
    assert_eq!(host.set_moderator("dan", false, "the host").await.unwrap(), ("Dan".to_owned(), true));
    host.done().await;
    site.tick().await;
    dan.get("/api/moderation/audit").await.refused(Code::NotModerator);
    act(&eve, json!({ "action": "mute", "player": id(&dan).await, "minutes": 5 })).await.ok();

    let lines = eve.get("/api/moderation/audit").await.ok()["lines"].clone();
    let actions: Vec<&str> =
        lines.as_array().unwrap().iter().map(|line| line["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["mute", "depose", "delete-message", "appoint", "appoint"]);
    assert_eq!((&lines[0]["by"]["name"], &lines[1]["by"]), (&json!("Eve"), &json!(null)));
    assert_eq!((&lines[0]["reason"], &lines[0]["n"]), (&json!("it was rude"), &json!(5)));
    for method in ["PUT", "PATCH", "DELETE", "POST"] {
        let answer = eve.send(method, "/api/moderation/audit", Some("application/json"), b"{}").await;
        answer.refused(Code::WrongMethod);
    }
    let wordless = json!({ "do": { "action": "unmute", "player": id(&dan).await }, "reason": " a " });
    eve.post("/api/moderation/actions", wordless).await.refused(Code::Invalid);
}

#[tokio::test]
async fn a_deleted_message_is_gone_for_everybody() {
    let site = relaxed().await;
    let (ada, bob, table) = two(&site).await;
    let eve = moderator(&site, "Eve").await;
    let node = site.node(site.app().site.bus.clone()).await;
    let (mut here, mut there) = (ada.socket().await, bob.at(node.address()).socket().await);
    here.watch(&table).await;
    there.watch(&table).await;
    let first = say(&ada, &table, "one").await;
    let rude =
        bob.post(&format!("/api/tables/{table}/chat"), json!({ "text": "rude", "id": "r1" })).await.ok();
    let rude = rude["id"].clone();
    let third = say(&ada, &table, "three").await;
    for socket in [&mut here, &mut there] {
        for id in [&first, &rude, &third] {
            assert_eq!(socket.next_of("chat").await["line"]["id"], *id);
        }
    }
    report_message(&ada, &table, &rude).await.ok();
    let delete = json!({ "action": "delete-message", "table": table, "message": rude });
    act(&eve, delete.clone()).await.ok();
    act(&eve, delete).await.refused(Code::NoSuchThing);
    for socket in [&mut here, &mut there] {
        assert_eq!(
            socket.next_of("retracted").await,
            json!({ "type": "retracted", "table": table, "id": rude })
        );
    }
    // It is on no route, and no message is linked to it.
    for client in [&ada, &bob.at(node.address())] {
        let page = client.get(&format!("/api/tables/{table}/chat")).await.ok();
        let links: Vec<(&Value, &Value)> =
            page["lines"].as_array().unwrap().iter().map(|line| (&line["id"], &line["previous"])).collect();
        assert_eq!(links, [(&first, &json!(null)), (&third, &first)]);
        assert_eq!(page["retracted"], json!([rude]));
        // A client whose last message is the deleted one gets the messages after it.
        let after = format!("/api/tables/{table}/chat?after={}", rude.as_str().unwrap());
        assert_eq!(client.get(&after).await.ok()["lines"][0]["id"], third);
    }
    assert!(!bob.get("/api/me/export").await.text().contains("rude"));
    report_message(&ada, &table, &rude).await.refused(Code::NoSuchThing);
    // Sent again it stays deleted, and the next message has a place of its own.
    let again =
        bob.post(&format!("/api/tables/{table}/chat"), json!({ "text": "rude", "id": "r1" })).await.ok();
    assert_eq!(again["id"], rude);
    let fourth = say(&ada, &table, "four").await;
    for socket in [&mut here, &mut there] {
        let line = socket.next_of("chat").await["line"].clone();
        assert_eq!((&line["id"], &line["previous"]), (&fourth, &third));
    }
    // A client that returns with old messages gets the ids of the deleted ones.
    let mut back = ada.socket().await;
    back.send(json!({ "type": "watch", "table": table, "chat": third })).await;
    assert_eq!(back.next_of("snapshot").await["chat"][0]["id"], fourth);
    assert_eq!(back.next_of("retracted").await["id"], rude);
    // The moderators still see what was said.
    assert_eq!(reports(&eve).await[0]["excerpt"][1]["text"], "rude");
    node.stop().await;
}

#[tokio::test]
async fn a_muted_player_is_shown_until_when() {
    let site = relaxed().await;
    let (ada, bob, table) = two(&site).await;
    let eve = moderator(&site, "Eve").await;
    let bob_id = id(&bob).await;
    let line = act(&eve, json!({ "action": "mute", "player": bob_id, "minutes": 10 })).await.ok();
    let refused = bob.say(&table, "but").await;
    assert_eq!((refused.code(), &refused.json()["until"]), (Code::Muted, &line["until"]));
    let words = refused.json()["message"].clone();
    assert!(
        words["en"].as_str().unwrap().contains("UTC") && words["fr"].as_str().unwrap().contains("UTC"),
        "{words}"
    );
    let mut socket = bob.socket().await;
    socket.send(json!({ "type": "say", "table": table, "id": "s1", "text": "but" })).await;
    assert_eq!(socket.next_of("refused").await["problem"]["until"], line["until"]);
    // Commands are not words, and others write on.
    say(&ada, &table, "quiet now").await;
    bob.say(&table, "/who").await.ok();
    assert_eq!(
        eve.get(&format!("/api/moderation/players/{bob_id}")).await.ok()["muted_until"],
        line["until"]
    );
    site.pass(10 * MINUTE + 1).await;
    say(&bob, &table, "sorry").await;
    for minutes in [0, 527_041] {
        act(&eve, json!({ "action": "mute", "player": bob_id, "minutes": minutes }))
            .await
            .refused(Code::Invalid);
    }
}

#[tokio::test]
async fn a_ban_takes_effect_at_once_on_every_node() {
    let site = relaxed().await;
    let (eve, bob) = (moderator(&site, "Eve").await, site.account("Bob").await);
    let near = site.node(site.app().site.bus.clone()).await;
    // This node gets no signal: it reads the audit log.
    let deaf = site.node(Bus::default()).await;
    let (bob_near, bob_deaf) = (bob.at(near.address()), bob.at(deaf.address()));
    let program = site.program(&bob).await;
    let open = bob.open(json!({ "game": "y" })).await;
    let ada = site.guest().await;
    let time = json!({ "kind": "total", "seconds": 60, "increment": 0 });
    let setup = json!({ "game": "y", "seat": 1, "options": { "pie": "off" }, "time": time });
    let running = ada.open(setup).await;
    bob.act(&running, json!({ "do": "join" })).await.ok();
    ada.act(&running, json!({ "do": "start" })).await.ok();
    bob.play(&running, 1, "c7").await.ok();
    ada.play(&running, 2, "c8").await.ok();
    let mut sockets =
        [bob.socket().await, bob_near.socket().await, bob_deaf.socket().await, program.socket().await];
    bob_deaf.get("/api/me").await.ok();

    let bob_id = id(&bob).await;
    let line = act(&eve, json!({ "action": "ban", "player": bob_id, "minutes": 60 })).await.ok();
    deaf.tick().await;
    for socket in &mut sockets {
        let goodbye = socket.next_of("goodbye").await;
        assert_eq!((&goodbye["reason"], &goodbye["problem"]["code"]), (&json!("banned"), &json!("banned")));
        assert_eq!(goodbye["problem"]["until"], line["until"]);
    }
    for client in [&bob, &bob_near, &bob_deaf, &program] {
        let refused = client.get("/api/me").await;
        assert_eq!((refused.code(), &refused.json()["until"]), (Code::Banned, &line["until"]));
        client.act(&running, json!({ "do": "resign" })).await.refused(Code::Banned);
        client.say(&running, "let me in").await.refused(Code::Banned);
        let pairing = json!({ "game": "y", "time": { "kind": "none" } });
        client.post("/api/pairing", pairing).await.refused(Code::Banned);
        client.post("/api/tables", json!({ "game": "y" })).await.refused(Code::Banned);
        client.post("/api/reports", json!({})).await.refused(Code::Banned);
        assert_eq!(client.try_socket().await.err().unwrap().code(), Code::Banned);
        // Reading is still allowed, as for everybody.
        client.get("/api/lobby/open").await.ok();
    }
    bob.post("/api/guest", json!({})).await.refused(Code::Banned);
    bob.post("/api/register", credentials("Rob")).await.refused(Code::Banned);
    let elsewhere = site.browser();
    elsewhere.post("/api/login", credentials("Bob")).await.refused(Code::Banned);
    elsewhere
        .post("/api/login", json!({ "name": "Bob", "password": "wrong" }))
        .await
        .refused(Code::WrongPassword);
    // Nobody waits for Bob at an open table; the running game goes on, and its clock.
    assert_eq!(ada.look(&open).await["seats"][0]["sitter"], json!(null));
    assert_eq!(ada.look(&running).await["state"], "running");

    site.pass(60 * MINUTE + 1).await;
    site.tick().await;
    bob.get("/api/me").await.ok();
    assert_eq!(ada.look(&running).await["state"], "finished", "lost on time");
    act(&eve, json!({ "action": "ban", "player": bob_id })).await.ok();
    let refused = bob.get("/api/me").await;
    assert_eq!((refused.code(), refused.json().get("until")), (Code::Banned, None));
    assert_eq!(eve.get("/api/moderation/bans").await.ok()["bans"][0]["player"]["name"], "Bob");
    act(&eve, json!({ "action": "unban", "player": bob_id })).await.ok();
    act(&eve, json!({ "action": "unban", "player": bob_id })).await.refused(Code::NoSuchThing);
    bob.get("/api/me").await.ok();
    near.stop().await;
    deaf.stop().await;
}

#[tokio::test]
async fn a_range_of_addresses_is_banned_with_an_end() {
    let site = TestSite::with(|config| {
        config.rate_factor = 100_000;
        config.trust_proxy = true;
        config.moderators_need_totp = false;
    })
    .await;
    let from = |client: &Client, address: &str| client.with_header("x-forwarded-for", address);
    let eve = from(&moderator(&site, "Eve").await, "192.0.2.1");
    site.account("Bob").await;
    let guest = from(&site.browser(), "203.0.113.7");
    guest.post("/api/guest", json!({})).await.ok();
    let table = guest.open(json!({ "game": "y" })).await;
    let (mut inside, mut nobody) =
        (guest.socket().await, from(&site.browser(), "203.0.113.9").socket().await);
    let mut outside = from(&site.guest().await, "203.0.114.7").socket().await;
    let seen = eve.get(&format!("/api/moderation/players/{}", id(&guest).await)).await.ok();
    assert_eq!(seen["network"], "203.0.113.7/32");

    let ban = |network: &str| json!({ "action": "ban-network", "network": network, "minutes": 30 });
    for wrong in ["203.0.0.0/15", "2001::/16", "127.0.0.1", "::1", "0.0.0.0/0", "here", "203.0.113.0/40"] {
        act(&eve, ban(wrong)).await.refused(Code::Invalid);
    }
    act(&eve, ban("192.0.2.0/24")).await.refused(Code::CannotModerate);
    let endless = json!({ "action": "ban-network", "network": "203.0.113.0/24" });
    act(&eve, endless).await.refused(Code::BadRequest);
    let line = act(&eve, ban("203.0.113.99/24")).await.ok();
    assert_eq!(line["network"], "203.0.113.0/24");
    for socket in [&mut inside, &mut nobody] {
        let goodbye = socket.next_of("goodbye").await;
        assert_eq!((&goodbye["reason"], &goodbye["problem"]["until"]), (&json!("banned"), &line["until"]));
    }
    let other = from(&site.browser(), "203.0.113.200");
    other.post("/api/guest", json!({})).await.refused(Code::Banned);
    other.post("/api/register", credentials("Rob")).await.refused(Code::Banned);
    other.post("/api/login", credentials("Bob")).await.refused(Code::Banned);
    let recover = json!({ "name": "Bob", "recovery_code": "0000", "password": "a quite new password" });
    other.post("/api/recover", recover).await.refused(Code::Banned);
    let link = json!({ "token": "0", "password": "a quite new password" });
    other.post("/api/recover/link", link).await.refused(Code::Banned);
    other
        .post("/api/recover/mail", json!({ "address": "bob@example.org", "lang": "en" }))
        .await
        .refused(Code::Banned);
    other.post("/api/mail/confirm", json!({ "token": "0" })).await.refused(Code::Banned);
    other.post("/api/import", json!({ "text": "a game" })).await.refused(Code::Banned);
    assert_eq!(other.try_socket().await.err().unwrap().code(), Code::Banned);
    guest.say(&table, "hello").await.refused(Code::Banned);
    guest.act(&table, json!({ "do": "close" })).await.refused(Code::Banned);
    other.get("/api/lobby/open").await.ok();
    assert!(outside.so_far().await.iter().all(|message| message["type"] != "goodbye"));
    from(&site.browser(), "203.0.114.1").post("/api/guest", json!({})).await.ok();
    assert_eq!(
        eve.get("/api/moderation/bans?networks=true").await.ok()["bans"][0]["network"],
        "203.0.113.0/24"
    );

    // Another node reads the list when it starts; the ban ends by itself.
    let node = site.node(Bus::default()).await;
    other.at(node.address()).post("/api/guest", json!({})).await.refused(Code::Banned);
    site.pass(30 * MINUTE + 1).await;
    other.post("/api/guest", json!({})).await.ok();
    act(&eve, ban("203.0.113.0/24")).await.ok();
    guest.say(&table, "hello").await.refused(Code::Banned);
    act(&eve, json!({ "action": "unban-network", "network": "203.0.113.0/24" })).await.ok();
    guest.say(&table, "hello").await.ok();
    node.stop().await;
}

#[tokio::test]
async fn a_moderator_who_plays_does_not_see_what_is_hidden_from_players() {
    let site = relaxed().await;
    let (eve, dan) = (moderator(&site, "Eve").await, moderator(&site, "Dan").await);
    let players = [eve.clone(), site.guest().await, site.guest().await, site.guest().await];
    let table = eve.open(json!({ "game": "zen", "options": { "players": "4" }, "seat": 1 })).await;
    for (player, seat) in players.iter().zip(1..).skip(1) {
        player.act(&table, json!({ "do": "join", "seat": seat })).await.ok();
    }
    eve.act(&table, json!({ "do": "start" })).await.ok();
    let spectator = site.guest().await;
    let message_id = say(&spectator, &table, "her partner should go left").await;
    report_message(&dan, &table, &message_id).await.ok();
    site.pass(1).await;
    let subject = json!({ "what": "table", "table": table });
    let note = json!({ "subject": subject, "reason": "other", "note": "his partner goes left" });
    spectator.post("/api/reports", note).await.ok();
    let (hers, his) = (reports(&eve).await, reports(&dan).await);
    assert_eq!((hers.len(), his.len()), (2, 2));
    let text = Value::from(hers.clone()).to_string();
    assert!(!text.contains("left"), "{text}");
    assert!(hers.iter().all(|report| report["withheld"] == true));
    assert!(his.iter().all(|report| report["withheld"] == false));
    assert_eq!(his[1]["excerpt"][0]["text"], "her partner should go left");
    let delete = json!({ "action": "delete-message", "table": table, "message": message_id });
    act(&eve, delete.clone()).await.refused(Code::CannotModerate);
    act(&eve, json!({ "action": "dismiss", "report": hers[0]["id"] })).await.refused(Code::CannotModerate);
    act(&eve, json!({ "action": "close-table", "table": table })).await.refused(Code::CannotModerate);
    act(&dan, delete).await.ok();
    act(&dan, json!({ "action": "close-table", "table": table })).await.ok();
    assert_eq!(dan.look(&table).await["state"], "closed");
    act(&dan, json!({ "action": "close-table", "table": table })).await.refused(Code::TableClosed);
    // A report about oneself is for others.
    let subject = json!({ "what": "name", "player": id(&eve).await });
    spectator.post("/api/reports", json!({ "subject": subject, "reason": "name" })).await.ok();
    assert_eq!((reports(&eve).await.len(), reports(&dan).await.len()), (2, 3));
}

#[tokio::test]
async fn a_player_is_renamed_and_signed_out() {
    let site = relaxed().await;
    let (eve, bob) = (moderator(&site, "Eve").await, site.account("Bobbing").await);
    site.account("Ada").await;
    let program = site.program(&bob).await;
    let player = id(&bob).await;
    let mut socket = bob.socket().await;
    let rename = |name: &str| json!({ "action": "rename", "player": player, "name": name });
    act(&eve, rename("Ada")).await.refused(Code::NameTaken);
    act(&eve, rename("admin")).await.refused(Code::BadName);
    let gone = site.account("Charles").await;
    gone.delete("/api/me", json!({ "password": "password of Charles" })).await.ok();
    act(&eve, rename("Chàrles")).await.refused(Code::NameTaken);
    let line = act(&eve, rename("Robert")).await.ok();
    assert_eq!((&line["detail"], &bob.me().await["name"]), (&json!("Bobbing"), &json!("Robert")));
    act(&eve, json!({ "action": "rename", "player": player })).await.ok();
    assert!(bob.me().await["name"].as_str().unwrap().contains('-'), "drawn as for a guest");
    act(&eve, json!({ "action": "revoke", "player": player })).await.ok();
    assert_eq!(socket.next_of("goodbye").await["reason"], "signed-out");
    bob.get("/api/me").await.refused(Code::NotSignedIn);
    program.get("/api/me").await.refused(Code::NotSignedIn);
    act(&eve, json!({ "action": "revoke", "player": "0".repeat(26) })).await.refused(Code::NoSuchThing);
}

#[tokio::test]
async fn the_command_line_does_the_same() {
    let site = relaxed().await;
    let (ada, bob, table) = two(&site).await;
    let mut socket = ada.socket().await;
    socket.watch(&table).await;
    let rude = say(&bob, &table, "you fool").await;
    report_message(&ada, &table, &rude).await.ok();
    let host = admin(&site).await;
    let listed = host.reports(false).await.unwrap().join("\n");
    assert!(
        listed.contains("> ") && listed.contains("you fool") && listed.contains(rude.as_str().unwrap()),
        "{listed}"
    );
    assert!(host.chat(&table).await.unwrap()[0].contains("you fool"));
    host.delete_message(&table, rude.as_str().unwrap(), "rude").await.unwrap();
    assert!(host.delete_message(&table, rude.as_str().unwrap(), "rude").await.is_err());
    site.tick().await;
    assert_eq!(socket.next_of("retracted").await["id"], rude);
    assert!(host.chat(&table).await.unwrap().is_empty());
    let name = bob.me().await["name"].as_str().unwrap().to_owned();
    host.ban(&name, Some(5), "rude").await.unwrap();
    site.tick().await;
    bob.get("/api/me").await.refused(Code::Banned);
    assert!(host.bans().await.unwrap()[0].contains(&name));
    host.unban(&name, "well").await.unwrap();
    assert!(host.unban(&name, "well").await.unwrap_err().to_string().contains("is not banned"));
    assert!(host.ban("203.0.113.0/24", None, "why").await.unwrap_err().to_string().contains("minutes"));
    host.ban("203.0.113.0/24", Some(5), "why").await.unwrap();
    let report = listed.split_whitespace().next().unwrap();
    host.settle(report, true, "done").await.unwrap();
    assert!(host.settle(report, true, "done").await.is_err());
    assert!(host.set_moderator(&name, true, "no").await.unwrap_err().to_string().contains("guest"));
    let (lines, forged) = host.audit(100).await.unwrap();
    assert_eq!((lines.len(), forged), (5, None), "{lines:?}");
    host.done().await;
}

#[tokio::test]
async fn a_password_reset_by_the_host_ends_everything_at_once_and_is_written_down() {
    let site = relaxed().await;
    let ada = site.account("Ada").await;
    let (program, mut socket) = (site.program(&ada).await, ada.socket().await);
    let host = admin(&site).await;
    let (name, password) = host.reset_password("ada", false).await.unwrap();
    let (lines, forged) = host.audit(10).await.unwrap();
    host.done().await;
    assert_eq!((name.as_str(), forged), ("Ada", None));
    assert!(lines[0].contains("revoke") && lines[0].contains("reset the password"), "{lines:?}");
    site.tick().await;
    assert_eq!(socket.next_of("goodbye").await["reason"], "signed-out");
    ada.get("/api/me").await.refused(Code::NotSignedIn);
    program.get("/api/me").await.refused(Code::NotSignedIn);
    site.browser().post("/api/login", json!({ "name": "Ada", "password": password })).await.ok();
}

fn tournament(name: &str) -> Value {
    json!({ "name": name, "notes": "come and see", "kind": { "kind": "swiss", "rounds": 2 }, "game": "y",
        "options": { "pie": "off", "board": "triangle-5" }, "public": true })
}

/// A tournament of a host; its path.
async fn hosted(host: &Client, settings: &Value) -> String {
    let made = host.post("/api/tournaments", settings).await.ok();
    format!("/api/tournaments/{}", made["tournament"].as_str().unwrap())
}

async fn audit(moderator: &Client) -> Vec<Value> {
    moderator.get("/api/moderation/audit").await.ok()["lines"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_tournament_is_reported_renamed_and_called_off() {
    let site = relaxed().await;
    let (host, ada, eve) = (site.account("Zoe").await, site.guest().await, moderator(&site, "Eve").await);
    let path = hosted(&host, &tournament("Something rude")).await;
    let (at, of) = (path.clone(), path.rsplit('/').next().unwrap());
    let subject = json!({ "what": "tournament", "tournament": of });
    let report = json!({ "subject": subject, "reason": "name", "note": "look" });
    assert_eq!(ada.post("/api/reports", &report).await.ok()["joined"], false);
    assert_eq!(site.guest().await.post("/api/reports", &report).await.ok()["joined"], true);
    host.post("/api/reports", &report).await.refused(Code::Invalid);
    let gone = json!({ "what": "tournament", "tournament": "0".repeat(26) });
    ada.post("/api/reports", json!({ "subject": gone, "reason": "name" })).await.refused(Code::NoSuchThing);

    let [seen] = &reports(&eve).await[..] else { panic!("one report") };
    assert_eq!((&seen["subject"], &seen["name"]), (&subject, &json!("Something rude")));
    assert_eq!((&seen["notes"], seen["complaints"].as_array().unwrap().len()), (&json!("come and see"), 2));
    assert_eq!(seen["about"][0]["player"]["name"], "Zoe", "the host");

    let rename = json!({ "action": "rename-tournament", "tournament": of });
    let line = act(&eve, rename.clone()).await.ok();
    assert_eq!((&line["action"], &line["tournament"]), (&json!("rename-tournament"), &json!(of)));
    assert_eq!(line["detail"], "Something rude");
    let view = ada.get(&at).await.ok();
    let neutral = format!("№ {}", &of[..4]);
    assert_eq!((&view["settings"]["name"], &view["settings"]["notes"]), (&json!(neutral), &json!("")));
    let listed = ada.get("/api/tournaments?when=next").await.ok();
    assert_eq!(listed["tournaments"][0]["settings"]["name"], json!(neutral));
    let back = json!({ "do": "change", "settings": tournament("Something rude") });
    host.post(&format!("{at}/do"), back).await.refused(Code::NotNow);

    act(&eve, json!({ "action": "close-tournament", "tournament": of })).await.ok();
    let view = ada.get(&at).await.ok();
    assert_eq!(view["phase"], "called-off");
    assert!(!view.to_string().contains("it was rude"), "the reason is for the audit log: {view}");
    act(&eve, json!({ "action": "close-tournament", "tournament": of })).await.refused(Code::NotNow);
    let named = json!({ "action": "rename-tournament", "tournament": of, "name": "An evening" });
    act(&eve, named).await.ok();
    assert_eq!(ada.get(&at).await.ok()["settings"]["name"], "An evening");
    let log = ada.get(&format!("{at}/log")).await.ok().to_string();
    assert!(log.contains("Renamed by the moderators") && !log.contains("Something rude"), "{log}");
    assert_eq!(audit(&eve).await.len(), 4, "three actions and the appointment");
    let mut site = site;
    site.restart().await;
    assert_eq!(ada.at(site.address()).get(&at).await.ok()["settings"]["name"], "An evening");
    let admin = admin(&site).await;
    assert_eq!(admin.audit(10).await.unwrap().1, None, "the log is whole");
    admin.done().await;
}

#[tokio::test]
async fn a_moderator_acts_as_host_only_elsewhere_and_it_is_logged() {
    let site = relaxed().await;
    let (host, eve) = (site.account("Zoe").await, moderator(&site, "Eve").await);
    let path = hosted(&host, &tournament("Tuesday")).await;
    let of = path.rsplit('/').next().unwrap();
    let send = format!("{path}/do");
    for _ in 0..2 {
        site.guest().await.post(&send, json!({ "do": "enter" })).await.ok();
    }
    eve.post(&send, json!({ "do": "start" })).await.ok();
    let lines = audit(&eve).await;
    let line = &lines[0];
    assert_eq!((&line["action"], &line["detail"]), (&json!("host-tournament"), &json!("start")));
    assert_eq!((&line["tournament"], &line["by"]["name"]), (&json!(of), &json!("Eve")));
    eve.post(&send, json!({ "do": "start" })).await.refused(Code::AlreadyStarted);
    assert_eq!(audit(&eve).await.len(), lines.len(), "what is refused is not written down");
    host.post(&send, json!({ "do": "rename", "name": "Mine" })).await.refused(Code::NotModerator);
    site.guest().await.post(&send, json!({ "do": "pause" })).await.refused(Code::NotHost);

    // As a player she is a player.
    let path = hosted(&host, &tournament("Wednesday")).await;
    let send = format!("{path}/do");
    for player in [&eve, &site.guest().await] {
        player.post(&send, json!({ "do": "enter" })).await.ok();
    }
    eve.post(&send, json!({ "do": "start" })).await.refused(Code::CannotModerate);
    let close = json!({ "action": "close-tournament", "tournament": path.rsplit('/').next().unwrap() });
    act(&eve, close).await.refused(Code::CannotModerate);
    let own = hosted(&eve, &tournament("Mine")).await;
    let own = json!({ "action": "rename-tournament", "tournament": own.rsplit('/').next().unwrap() });
    act(&eve, own).await.refused(Code::CannotModerate);
    eve.post(&send, json!({ "do": "withdraw" })).await.ok();
}
