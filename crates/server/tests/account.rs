//! Guests and accounts: every route and every refusal.

use serde_json::{Value, json};
use taijitu_protocol::Code;
use taijitu_testkit::{Client, TestSite, credentials};

const DAY: i64 = 24 * 60 * 60 * 1000;

fn name(me: &Value) -> &str {
    me["name"].as_str().unwrap()
}

/// A running game of Y between two players, the first one at seat 1.
async fn game(host: &Client, other: &Client) -> String {
    let table = host.open(json!({ "game": "y", "seat": 1, "public": true })).await;
    other.act(&table, json!({ "do": "join" })).await.ok();
    host.act(&table, json!({ "do": "start" })).await.ok();
    table
}

async fn look(viewer: &Client, table: &str) -> Value {
    viewer.get(&format!("/api/tables/{table}")).await.ok()
}

#[tokio::test]
async fn a_guest_has_a_name_and_stays_who_they_are() {
    let site = TestSite::start().await;
    let ada = site.browser();
    ada.get("/api/me").await.refused(Code::NotSignedIn);
    let made = ada.post("/api/guest", json!({})).await.ok();
    assert_eq!(made["guest"], true);
    let (word, digits) = name(&made).split_once('-').unwrap();
    assert!(word.chars().all(char::is_alphabetic) && digits.len() == 4, "{made}");
    assert_eq!(ada.me().await, made);
    assert_eq!(ada.clone().post("/api/guest", json!({})).await.ok(), made, "another tab is the same guest");
    let bob = site.guest().await.me().await;
    assert!(bob["id"] != made["id"] && bob["name"] != made["name"]);
    let forged = site.browser();
    forged.set_cookie(Some("taijitu=0000"));
    forged.get("/api/me").await.refused(Code::NotSignedIn);
}

#[tokio::test]
async fn an_account_is_a_name_and_a_password() {
    let site = TestSite::start().await;
    let ada = site.browser();
    let mut made =
        ada.post("/api/register", json!({ "name": " Éloïse ", "password": "ça va bien" })).await.ok();
    assert!(made.as_object_mut().unwrap().remove("recovery_codes").is_some());
    assert_eq!((name(&made), &made["guest"]), ("Éloïse", &json!(false)));
    assert_eq!(ada.me().await, made);
    let elsewhere = site.browser();
    for spelling in ["Éloïse", "éloïse", "Eloise"] {
        let given = json!({ "name": spelling, "password": "ça va bien" });
        assert_eq!(elsewhere.post("/api/login", given).await.ok(), made);
    }
    assert_eq!(ada.me().await, made, "signing in elsewhere does not sign out here");
    ada.post("/api/register", credentials("Another")).await.refused(Code::NotNow);
}

#[tokio::test]
async fn names_and_passwords_that_cannot_be() {
    let site = TestSite::start().await;
    site.account("Bernard").await;
    let guest = site.guest().await.me().await;
    let cases = [
        ("x", "long enough", Code::BadName),
        ("Admin", "long enough", Code::BadName),
        ("Taijitu 8", "long enough", Code::BadName),
        ("Ада", "long enough", Code::BadName),
        ("a\u{0}b", "long enough", Code::BadName),
        ("Ada", "short", Code::BadPassword),
        ("Adalovelace", "adaLovelace", Code::BadPassword),
        ("Ada", &"wxo4".repeat(65), Code::BadPassword),
        ("Ada", "12345678", Code::BadPassword),
        ("Ada", "Motdepasse1!", Code::BadPassword),
        ("Stockfish", "long enough", Code::BadName),
        ("Bernard", "long enough", Code::NameTaken),
        ("B-e-m-a-r-d", "long enough", Code::NameTaken),
        ("bèrnard", "long enough", Code::NameTaken),
        (name(&guest), "long enough", Code::NameTaken),
        (&name(&guest).replace('-', "."), "long enough", Code::NameTaken),
    ];
    for (name, password, code) in cases {
        let wanted = json!({ "name": name, "password": password });
        let answer = site.browser().post("/api/register", wanted.clone()).await;
        answer.refused(code);
        assert_eq!(answer.json()["field"], if code == Code::BadPassword { "password" } else { "name" });
        site.guest().await.post("/api/register", wanted).await.refused(code);
    }
}

#[tokio::test]
async fn two_who_want_the_same_name_at_once() {
    let site = TestSite::start().await;
    let (one, two) = (site.guest().await, site.browser());
    let (first, second) = tokio::join!(
        one.post("/api/register", credentials("Wanda")),
        two.post("/api/register", credentials("VVanda")),
    );
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
}

#[tokio::test]
async fn a_guest_becomes_an_account_and_keeps_the_game() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.guest().await, site.guest().await);
    let before = ada.me().await;
    let table = game(&ada, &bob).await;
    let mut socket = ada.socket().await;
    socket.watch(&table).await;
    let made = ada.post("/api/register", credentials("Ada")).await.ok();
    assert_eq!((&made["id"], name(&made), &made["guest"]), (&before["id"], "Ada", &json!(false)));
    let view = look(&ada, &table).await;
    assert_eq!(view["yours"], json!([1]));
    let sitter = look(&bob, &table).await["seats"][0]["sitter"]["player"].clone();
    assert_eq!((name(&sitter), &sitter["guest"]), ("Ada", &json!(false)), "others see the new name");
    let resigned = socket.act(&table, "1", json!({ "do": "resign" })).await;
    assert_eq!(resigned["type"], "done", "the open socket goes on: {resigned}");
    let games = ada.get("/api/me/games").await.ok();
    assert_eq!(games["games"].as_array().unwrap().len(), 1);
    let taken = json!({ "name": name(&before), "password": "long enough" });
    site.browser().post("/api/register", taken).await.ok();
}

#[tokio::test]
async fn a_session_outlives_the_server() {
    let mut site = TestSite::start().await;
    let (ada, bob) = (site.guest().await, site.account("Bob").await);
    let before = [ada.me().await, bob.me().await];
    let table = game(&ada, &bob).await;
    site.restart().await;
    assert_eq!([ada.me().await, bob.me().await], before);
    assert_eq!(look(&bob, &table).await["yours"], json!([2]));
    site.app().site.clock.step(399 * 24 * 60 * 60 * 1000);
    assert_eq!(ada.me().await, before[0], "a session lasts a year and is renewed by use");
    site.app().site.clock.step(399 * 24 * 60 * 60 * 1000);
    assert_eq!(ada.me().await, before[0]);
    bob.get("/api/me").await.refused(Code::NotSignedIn);
}

#[tokio::test]
async fn signing_in_tells_nobody_who_exists() {
    let site = TestSite::start().await;
    site.account("Ada").await;
    let guest = site.guest().await.me().await;
    let passwords = &site.app().accounts.passwords;
    let mut answers = vec![];
    let tries = [("Ada", 0), ("Nobody Here", 1), (name(&guest), 2), ("", 3), ("\u{0}", 4)];
    for (name, dummies) in tries {
        let given = json!({ "name": name, "password": "wrong password" });
        let answer = site.browser().post("/api/login", given).await;
        answer.refused(Code::WrongPassword);
        assert_eq!(answer.header("set-cookie"), None);
        assert_eq!(passwords.dummies(), dummies, "a password is verified against nothing for {name:?}");
        answers.push(answer.text());
    }
    answers.dedup();
    assert_eq!(answers.len(), 1, "{answers:?}");
}

#[tokio::test]
async fn signing_in_as_somebody_else_leaves_the_guests_seat() {
    let site = TestSite::start().await;
    let account = site.account("Ada").await.me().await;
    let (browser, bob) = (site.guest().await, site.guest().await);
    let old = site.browser();
    old.set_cookie(browser.cookie().as_deref());
    let table = game(&browser, &bob).await;
    let mut socket = browser.socket().await;
    assert_eq!(browser.post("/api/login", credentials("Ada")).await.ok(), account);
    assert_eq!(look(&browser, &table).await["yours"], json!([]));
    old.get("/api/me").await.refused(Code::NotSignedIn);
    assert_eq!(socket.next_of("goodbye").await["reason"], "signed-out");
    assert_eq!(look(&bob, &table).await["state"], "running");
}

#[tokio::test]
async fn signing_out_ends_this_session_only() {
    let site = TestSite::start().await;
    let (here, there) = (site.account("Ada").await, site.browser());
    there.post("/api/login", credentials("Ada")).await.ok();
    let cookie = here.cookie();
    let mut sockets = [here.socket().await, there.socket().await];
    here.post("/api/logout", json!({})).await.ok();
    assert_eq!(here.cookie(), None, "the cookie is cleared");
    here.set_cookie(cookie.as_deref());
    here.get("/api/me").await.refused(Code::NotSignedIn);
    assert_eq!(sockets[0].next_of("goodbye").await["reason"], "signed-out");
    there.me().await;
    sockets[1].send(json!({ "type": "say", "table": "x", "id": "1", "text": "" })).await;
    assert_eq!(sockets[1].next().await.unwrap()["type"], "refused", "the other socket is still served");
    site.browser().post("/api/logout", json!({})).await.ok();
}

#[tokio::test]
async fn signing_out_everywhere_does() {
    let site = TestSite::start().await;
    let (here, there, bob) = (site.account("Ada").await, site.browser(), site.account("Bob").await);
    there.post("/api/login", credentials("Ada")).await.ok();
    let program = site.program(&here).await;
    let table = game(&there, &bob).await;
    let mut sockets = [here.socket().await, there.socket().await];
    let mut others = [bob.socket().await, program.socket().await];
    let cookies = [here.cookie(), there.cookie()];
    here.post("/api/logout-everywhere", json!({})).await.ok();
    for cookie in cookies {
        let browser = site.browser();
        browser.set_cookie(cookie.as_deref());
        browser.get("/api/me").await.refused(Code::NotSignedIn);
        browser.act(&table, json!({ "do": "resign" })).await.refused(Code::NotSignedIn);
    }
    for socket in &mut sockets {
        socket.send(json!({ "type": "do", "table": table, "id": "1", "command": { "do": "resign" } })).await;
        assert_eq!(socket.next().await.unwrap()["type"], "goodbye", "no message is acted upon any more");
        assert_eq!(socket.next().await, None);
    }
    for socket in &mut others {
        socket.watch(&table).await;
    }
    assert_eq!(look(&bob, &table).await["state"], "running");
    site.browser().post("/api/logout-everywhere", json!({})).await.refused(Code::NotSignedIn);
    program.post("/api/logout-everywhere", json!({})).await.refused(Code::NotSignedIn);
}

#[tokio::test]
async fn a_new_password_signs_out_the_others() {
    let site = TestSite::start().await;
    let (here, there) = (site.account("Ada").await, site.browser());
    there.post("/api/login", credentials("Ada")).await.ok();
    let mut socket = there.socket().await;
    let change = |old: &str, new: &str| json!({ "old": old, "new": new });
    let old = "password of Ada";
    let wrong = here.post("/api/password", change("wrong", "another password")).await;
    wrong.refused(Code::WrongPassword);
    assert_eq!(wrong.json()["field"], "old");
    let bad = here.post("/api/password", change(old, "short")).await;
    bad.refused(Code::BadPassword);
    assert_eq!(bad.json()["field"], "new");
    there.me().await;
    here.post("/api/password", change(old, "another password")).await.ok();
    here.me().await;
    there.get("/api/me").await.refused(Code::NotSignedIn);
    assert_eq!(socket.next_of("goodbye").await["reason"], "signed-out");
    there.post("/api/login", credentials("Ada")).await.refused(Code::WrongPassword);
    there.post("/api/login", json!({ "name": "Ada", "password": "another password" })).await.ok();
    site.guest()
        .await
        .post("/api/password", change(old, "another password"))
        .await
        .refused(Code::GuestsCannot);
    site.browser().post("/api/password", change(old, "another password")).await.refused(Code::NotSignedIn);
}

#[tokio::test]
async fn a_deleted_account_leaves_its_games_and_no_name() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let finished = game(&ada, &bob).await;
    ada.post(&format!("/api/tables/{finished}/chat"), json!({ "text": "hello" })).await.ok();
    ada.act(&finished, json!({ "do": "resign" })).await.ok();
    let running = game(&ada, &bob).await;
    let open = ada.open(json!({ "game": "y", "public": true })).await;
    let program = site.program(&ada).await;
    let mut sockets = [ada.socket().await, program.socket().await];
    ada.delete("/api/me", json!({ "password": "wrong" })).await.refused(Code::WrongPassword);
    let refused = ada.delete("/api/me", json!({})).await;
    refused.refused(Code::WrongPassword);
    assert_eq!(refused.json()["field"], "password");
    ada.send("DELETE", "/api/me", None, b"").await.refused(Code::WrongPassword);
    let cookie = ada.cookie();
    ada.delete("/api/me", json!({ "password": "password of Ada" })).await.ok();
    ada.set_cookie(cookie.as_deref());
    ada.get("/api/me").await.refused(Code::NotSignedIn);
    program.get("/api/me").await.refused(Code::NotSignedIn);
    for socket in &mut sockets {
        assert_eq!(socket.next_of("goodbye").await["reason"], "signed-out");
    }
    site.browser().post("/api/login", credentials("Ada")).await.refused(Code::WrongPassword);
    let view = look(&bob, &running).await;
    assert_eq!(
        (&view["state"], &view["seats"][0]["sitter"]["player"]["name"]),
        (&json!("running"), &Value::Null)
    );
    let freed = look(&bob, &open).await;
    assert_eq!(freed["seats"][0]["sitter"], Value::Null, "nobody waits for who will not come");
    let games = bob.get("/api/me/games").await.ok();
    let line = &games["games"][0];
    assert_eq!(line["players"][0][1]["player"]["name"], Value::Null);
    let whole = bob.get(&format!("/api/finished/{}", line["id"].as_str().unwrap())).await;
    let chat = bob.get(&format!("/api/tables/{finished}/chat")).await;
    let events = bob.get(&format!("/api/tables/{running}/events")).await;
    let lobby = bob.get("/api/lobby/running").await;
    assert_eq!(chat.ok()["lines"][0]["text"], "hello");
    for answer in [whole, chat, events, lobby] {
        answer.ok();
        assert!(!answer.text().contains("Ada"), "{}", answer.text());
    }
    site.browser().post("/api/register", credentials("ADA")).await.refused(Code::NameTaken);
    site.guest().await.post("/api/register", credentials("Ada")).await.refused(Code::NameTaken);
    site.pass(90 * DAY).await;
    site.tick().await;
    let again = site.account("Ada").await.me().await;
    assert_ne!(
        again["id"], line["players"][0][1]["player"]["id"],
        "the name is free after a while, the games are not"
    );
}

#[tokio::test]
async fn words_go_with_an_account_that_asks_for_it() {
    let site = TestSite::start().await;
    let (ada, bob, eve) = (site.account("Ada").await, site.account("Bob").await, site.guest().await);
    let table = game(&ada, &bob).await;
    let path = format!("/api/tables/{table}/chat");
    for (player, text) in [(&ada, "I am Ada"), (&bob, "I am Bob"), (&eve, "I am Eve")] {
        player.post(&path, json!({ "text": text })).await.ok();
    }
    let texts = async |viewer: &Client| {
        let chat = viewer.get(&path).await.ok();
        chat["lines"].as_array().unwrap().iter().map(|line| line["text"].clone()).collect::<Vec<_>>()
    };
    assert!(texts(&bob).await.contains(&json!("I am Ada")));
    let id = ada.me().await["id"].clone();
    let mut open_page = bob.socket().await;
    open_page.watch(&table).await;
    ada.delete("/api/me", json!({ "password": "password of Ada", "words": true })).await.ok();
    let withdrawn = json!({ "type": "withdrawn", "table": table, "author": id });
    assert_eq!(open_page.next_of("withdrawn").await, withdrawn, "open pages are told");
    assert!(
        !texts(&bob).await.contains(&json!("I am Ada")) && texts(&bob).await.contains(&json!("I am Bob"))
    );
    eve.delete("/api/me", json!({ "words": true })).await.ok();
    let rows = site.app().site.store.chat(table.parse().unwrap(), 0, 10).await.unwrap();
    let stored: Vec<&str> = rows.iter().map(|row| row.message.text.as_str()).collect();
    assert_eq!(stored, ["", "I am Bob", ""]);
    bob.post(&path, json!({ "text": "alone" })).await.ok();
    assert!(texts(&bob).await.ends_with(&[json!("alone")]));
}

#[tokio::test]
async fn a_guest_is_deleted_without_a_password() {
    let site = TestSite::start().await;
    let guest = site.guest().await;
    guest.send("DELETE", "/api/me", None, b"").await.ok();
    guest.get("/api/me").await.refused(Code::NotSignedIn);
    site.browser().send("DELETE", "/api/me", None, b"").await.refused(Code::NotSignedIn);
}

#[tokio::test]
async fn an_export_has_everything_and_no_secret() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.guest().await);
    site.browser().post("/api/login", credentials("Ada")).await.ok();
    let made = ada.post("/api/tokens", json!({ "label": "my bot" })).await.ok();
    let table = game(&ada, &bob).await;
    ada.post(&format!("/api/tables/{table}/chat"), json!({ "text": "bonne chance" })).await.ok();
    bob.post(&format!("/api/tables/{table}/chat"), json!({ "text": "merci" })).await.ok();
    ada.act(&table, json!({ "do": "resign" })).await.ok();
    let answer = ada.get("/api/me/export").await;
    assert!(answer.header("content-disposition").unwrap().starts_with("attachment; filename="));
    let export = answer.ok();
    assert_eq!(export["me"], ada.me().await);
    let count = |key: &str| export[key].as_array().unwrap().len();
    assert_eq!(["sessions", "tokens", "tables", "chat", "games"].map(count), [2, 1, 1, 1, 1]);
    assert_eq!(export["tokens"][0]["label"], "my bot");
    assert_eq!(export["tables"][0]["id"], json!(table));
    assert_eq!(
        (&export["chat"][0]["text"], &export["chat"][0]["table"]),
        (&json!("bonne chance"), &json!(table))
    );
    assert!(export["games"][0]["record"].as_str().unwrap().contains("Ada"));
    let this = export["sessions"].as_array().unwrap().iter().filter(|session| session["this"] == true);
    assert_eq!(this.count(), 1);
    let row = site.app().site.store.player_by_skeleton("ada").await.unwrap().unwrap();
    let cookie = ada.cookie().unwrap();
    let secrets =
        [made["token"].as_str().unwrap(), cookie.split_once('=').unwrap().1, row.password.as_ref().unwrap()];
    for secret in secrets {
        assert!(!answer.text().contains(secret));
    }
    for session in site.app().site.store.sessions(row.id).await.unwrap() {
        assert!(!answer.text().contains(&session.hash));
    }
    bob.get("/api/me/export").await.ok();
    site.browser().get("/api/me/export").await.refused(Code::NotSignedIn);
}

#[tokio::test]
async fn tokens_are_for_programs_of_accounts() {
    let site = TestSite::start().await;
    let (ada, bob, guest) = (site.account("Ada").await, site.account("Bob").await, site.guest().await);
    let label = |text: &str| json!({ "label": text });
    guest.post("/api/tokens", label("x")).await.refused(Code::GuestsCannot);
    guest.get("/api/tokens").await.refused(Code::GuestsCannot);
    site.browser().get("/api/tokens").await.refused(Code::NotSignedIn);
    for wrong in ["", "  ", "a\u{0}b", &"x".repeat(61)] {
        ada.post("/api/tokens", label(wrong)).await.refused(Code::Invalid);
    }
    let made = ada.post("/api/tokens", label(" bot ")).await.ok();
    let secret = made["token"].as_str().unwrap();
    assert_eq!(secret.len(), 64, "256 bits");
    let program = site.bearer(secret);
    assert_eq!(ada.get("/api/tokens").await.ok()[0]["seen"], Value::Null);
    assert_eq!(program.me().await, ada.me().await);
    let listed = ada.get("/api/tokens").await.ok();
    assert_eq!((&listed[0]["id"], &listed[0]["label"]), (&made["id"], &json!("bot")));
    assert!(listed[0]["seen"].is_i64() && !listed.to_string().contains(secret));
    let table = program.open(json!({ "game": "y" })).await;
    assert_eq!(look(&ada, &table).await["yours"], json!([1]));
    program.get("/api/tokens").await.refused(Code::NotSignedIn);
    program.post("/api/tokens", label("x")).await.refused(Code::NotSignedIn);
    program.get("/api/me/export").await.refused(Code::NotSignedIn);
    program.delete("/api/me", json!({ "password": "password of Ada" })).await.refused(Code::NotSignedIn);
    let path = format!("/api/tokens/{}", made["id"].as_str().unwrap());
    bob.delete(&path, json!({})).await.refused(Code::NoSuchThing);
    ada.delete("/api/tokens/nonsense", json!({})).await.refused(Code::NoSuchThing);
    program.me().await;
    let mut socket = program.socket().await;
    ada.delete(&path, json!({})).await.ok();
    program.get("/api/me").await.refused(Code::NotSignedIn);
    assert_eq!(socket.next_of("goodbye").await["reason"], "signed-out");
    ada.delete(&path, json!({})).await.refused(Code::NoSuchThing);
    for _ in 0..20 {
        ada.post("/api/tokens", label("one of many")).await.ok();
    }
    ada.post("/api/tokens", label("one too many")).await.refused(Code::TooMany);
}

#[tokio::test]
async fn many_tokens_at_once_are_counted_too() {
    let site = TestSite::start().await;
    let ada = site.account("Ada").await;
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..30 {
        let ada = ada.clone();
        tasks.spawn(async move { ada.post("/api/tokens", json!({ "label": "one of many" })).await });
    }
    let answers = tasks.join_all().await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 20);
    answers.iter().filter(|answer| answer.status != 200).for_each(|answer| answer.refused(Code::TooMany));
}

#[tokio::test]
async fn a_guest_who_registers_twice_at_once_gets_one_account() {
    let site = TestSite::start().await;
    let guest = site.guest().await;
    let register = |name: &'static str| guest.post("/api/register", credentials(name));
    let (ada, bob) = tokio::join!(register("Ada"), register("Bob"));
    let (won, lost, name) = if ada.status == 200 { (ada, bob, "Ada") } else { (bob, ada, "Bob") };
    assert_eq!(won.ok()["name"], name);
    lost.refused(Code::NotNow);
    assert_eq!(guest.me().await["name"], name);
    site.browser().post("/api/login", credentials(name)).await.ok();
}

#[tokio::test]
async fn sessions_are_bounded() {
    let site = TestSite::start().await;
    let first = site.account("Ada").await;
    let id = first.me().await["id"].as_str().unwrap().to_owned();
    for _ in 0..50 {
        site.app().site.clock.step(1);
        site.browser().post("/api/login", credentials("Ada")).await.ok();
    }
    assert_eq!(site.app().site.store.sessions(id.parse().unwrap()).await.unwrap().len(), 50);
    first.get("/api/me").await.refused(Code::NotSignedIn);
}
