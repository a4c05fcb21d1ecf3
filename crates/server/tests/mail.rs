//! Mail addresses and links: confirmed, used once, expired, and silent about who exists.

use serde_json::json;
use taijitu_protocol::Code;
use taijitu_server::MailSettings;
use taijitu_testkit::{Client, MailSink, TestSite, credentials};

const HOUR: i64 = 60 * 60 * 1000;

/// A site that sends its mail to a sink.
async fn site_with_mail(sink: &MailSink, rate_factor: u32) -> TestSite {
    let mail = MailSettings::new(&sink.url(), "Club <club@example.org>").unwrap();
    TestSite::with(|config| {
        config.mail = Some(mail);
        config.public_url = Some("http://club.example".into());
        config.rate_factor = rate_factor;
    })
    .await
}

/// Gives an address and follows the link.
async fn confirm(ada: &Client, sink: &MailSink, address: &str) {
    let given = json!({ "address": address, "password": "password of Ada" });
    ada.post("/api/me/mail", given).await.ok();
    let token = sink.next().await.token();
    ada.post("/api/mail/confirm", json!({ "token": token })).await.ok();
}

#[tokio::test]
async fn without_a_mail_server_no_address_is_requested() {
    let site = TestSite::start().await;
    let ada = site.account("Ada").await;
    assert_eq!(site.browser().get("/api/recover").await.ok(), json!({ "mail": false }));
    assert_eq!(ada.get("/api/me/security").await.ok()["mail"], json!(null));
    let given = json!({ "address": "ada@example.org", "password": "password of Ada" });
    ada.post("/api/me/mail", given).await.refused(Code::MailOff);
    site.browser().post("/api/recover/mail", json!({ "address": "a@b.c" })).await.refused(Code::MailOff);
}

#[tokio::test]
async fn an_address_is_confirmed_by_its_link() {
    let sink = MailSink::start().await;
    let site = site_with_mail(&sink, 100_000).await;
    let ada = site.account("Ada").await;
    assert_eq!(site.browser().get("/api/recover").await.ok(), json!({ "mail": true }));
    let give = |address: &str, lang: &str| json!({ "address": address, "password": "password of Ada", "lang": lang });
    ada.post("/api/me/mail", give("no address", "en")).await.refused(Code::Invalid);
    ada.post("/api/me/mail", give("a@b.c\r\nBcc: x@y.z", "en")).await.refused(Code::Invalid);
    ada.post("/api/me/mail", json!({ "address": "a@b.c", "password": "wrong" }))
        .await
        .refused(Code::WrongPassword);
    ada.post("/api/me/mail", give("Ada@Example.org", "en")).await.ok();
    let first = sink.next().await;
    assert_eq!(first.to, ["ada@example.org"]);
    assert!(first.text.contains("http://club.example/en/confirm#"), "{}", first.text);
    assert!(first.head.contains("From: Club <club@example.org>"), "{}", first.head);
    assert!(first.head.contains("Auto-Submitted: auto-generated"), "{}", first.head);
    ada.post("/api/me/mail", give("ada@example.net", "fr")).await.ok();
    let second = sink.next().await;
    assert!(second.text.contains("http://club.example/fr/confirm#"), "{}", second.text);
    assert!(second.text.contains("l’adresse n’est pas utilisée"), "{}", second.text);
    let mail = |address: Option<&str>, unconfirmed: Option<&str>| json!({ "address": address, "unconfirmed": unconfirmed });
    let shown = async || ada.get("/api/me/security").await.ok()["mail"].clone();
    assert_eq!(shown().await, mail(None, Some("ada@example.net")));
    let follow =
        async |token: &str| site.browser().post("/api/mail/confirm", json!({ "token": token })).await;
    follow(&first.token()).await.refused(Code::WrongCode);
    follow(&second.token()).await.ok();
    follow(&second.token()).await.refused(Code::WrongCode);
    assert_eq!(shown().await, mail(Some("ada@example.net"), None));
    ada.post("/api/me/mail", give("ada@example.com", "en")).await.ok();
    let late = sink.next().await.token();
    site.pass(24 * HOUR).await;
    follow(&late).await.refused(Code::WrongCode);
    assert_eq!(shown().await, mail(Some("ada@example.net"), None));
    assert!(ada.get("/api/me/export").await.text().contains("ada@example.net"));
    ada.delete("/api/me/mail", json!({ "password": "password of Ada" })).await.ok();
    assert_eq!(shown().await, mail(None, None));
}

#[tokio::test]
async fn a_link_sets_a_new_password_once() {
    let sink = MailSink::start().await;
    let site = site_with_mail(&sink, 100_000).await;
    let ada = site.account("Ada").await;
    confirm(&ada, &sink, "ada@example.org").await;
    let program = site.program(&ada).await;
    let ask = async |address: &str| {
        site.browser().post("/api/recover/mail", json!({ "address": address, "lang": "fr" })).await.text()
    };
    let known = ask("ADA@example.org").await;
    let mail = sink.next().await;
    assert!(mail.text.contains("http://club.example/fr/recover#"), "{}", mail.text);
    assert!(mail.text.contains("Bonjour Ada"), "{}", mail.text);
    assert_eq!(ask("nobody@example.org").await, known, "the answer tells nobody who exists");
    assert_eq!(ask("ada@example.org").await, known);
    let newer = sink.next().await;
    assert!(!sink.has_mail().await, "nobody else gets a mail");
    let follow = async |token: &str, password: &str| {
        let browser = site.browser();
        let answer = browser.post("/api/recover/link", json!({ "token": token, "password": password })).await;
        (browser, answer)
    };
    follow(&mail.token(), "a new password").await.1.refused(Code::WrongCode);
    follow(&newer.token(), "short").await.1.refused(Code::BadPassword);
    let (browser, answer) = follow(&newer.token(), "a new password").await;
    assert_eq!(answer.ok()["name"], "Ada");
    assert_eq!(browser.me().await["name"], "Ada");
    ada.get("/api/me").await.refused(Code::NotSignedIn);
    program.get("/api/me").await.refused(Code::NotSignedIn);
    follow(&newer.token(), "another password").await.1.refused(Code::WrongCode);
    ask("ada@example.org").await;
    let late = sink.next().await.token();
    site.pass(HOUR).await;
    follow(&late, "another password").await.1.refused(Code::WrongCode);
}

#[tokio::test]
async fn a_mailbox_is_not_flooded_and_a_dead_mail_server_stops_nobody() {
    let sink = MailSink::start().await;
    let site = site_with_mail(&sink, 1).await;
    let ask = async |address: &str| {
        site.browser().post("/api/recover/mail", json!({ "address": address })).await.status
    };
    let mut answers = vec![];
    for _ in 0..6 {
        answers.push(ask("ada@example.org").await);
    }
    assert_eq!(answers, [200, 200, 200, 429, 429, 429]);
    assert_eq!(ask("bob@example.org").await, 200);
    let dead = MailSettings::new("smtp://127.0.0.1:9", "club@example.org").unwrap();
    let site = TestSite::with(|config| {
        config.mail = Some(dead);
        config.public_url = Some("http://club.example".into());
        config.rate_factor = 100_000;
    })
    .await;
    let ada = site.browser();
    ada.post("/api/register", credentials("Ada")).await.ok();
    for n in 0..100 {
        let given = json!({ "address": format!("ada{n}@example.org"), "password": "password of Ada" });
        ada.post("/api/me/mail", given).await.ok();
    }
}

#[tokio::test]
async fn one_stranger_does_not_send_mail_to_everybody() {
    let sink = MailSink::start().await;
    let site = site_with_mail(&sink, 1).await;
    let ada = site.account("Ada").await;
    let refused = async |client: &Client, path: &str, number: usize| {
        let address = format!("somebody{number}@example.org");
        let given = json!({ "address": address, "password": "password of Ada" });
        let given = if path == "/api/recover/mail" { json!({ "address": address }) } else { given };
        client.post(path, given).await.status == 429
    };
    let mut granted = 0;
    for number in 0..6 {
        granted += usize::from(!refused(&ada, "/api/me/mail", number).await);
    }
    assert_eq!(granted, 3, "of one account");
    // The machine itself has ten times the limits of another address.
    for number in 0..150 {
        granted += usize::from(!refused(&site.browser(), "/api/recover/mail", 100 + number).await);
    }
    assert!((100..=105).contains(&granted), "{granted} from one address");
}
