//! Recovery codes: given out once, used once, and what a reset ends.

use serde_json::{Value, json};
use taijitu_protocol::Code;
use taijitu_testkit::{Client, TestSite, credentials};

/// A new account and its recovery codes.
pub(crate) async fn account_with_codes(site: &TestSite, name: &str) -> (Client, Vec<String>) {
    let browser = site.browser();
    let made = browser.post("/api/register", credentials(name)).await.ok();
    (browser, strings(&made["recovery_codes"]))
}

fn strings(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned()).collect()
}

fn recover(name: &str, code: &str) -> Value {
    json!({ "name": name, "recovery_code": code, "password": "a quite new password" })
}

#[tokio::test]
async fn an_account_gets_codes_once() {
    let site = TestSite::start().await;
    let (ada, codes) = account_with_codes(&site, "Ada").await;
    assert_eq!(codes.len(), 10);
    assert_eq!(ada.get("/api/me/security").await.ok()["recovery_codes"], 10);
    let guest = site.guest().await;
    let made = guest.post("/api/register", credentials("Bob")).await.ok();
    assert_eq!(strings(&made["recovery_codes"]).len(), 10, "a guest who becomes an account gets some too");
    for secret in ["recovery_codes\":[", codes[0].as_str()] {
        assert!(!ada.get("/api/me/export").await.text().contains(secret), "they are not shown again");
    }
    ada.post("/api/me/recovery-codes", json!({ "password": "wrong password" }))
        .await
        .refused(Code::WrongPassword);
    let again = ada.post("/api/me/recovery-codes", json!({ "password": "password of Ada" })).await.ok();
    let again = strings(&again["codes"]);
    assert!(again.len() == 10 && !again.contains(&codes[0]));
    let lost = site.browser();
    lost.post("/api/recover", recover("Ada", &codes[0])).await.refused(Code::WrongCode);
    lost.post("/api/recover", recover("Ada", &again[0])).await.ok();
    site.guest()
        .await
        .post("/api/me/recovery-codes", json!({ "password": "" }))
        .await
        .refused(Code::GuestsCannot);
}

#[tokio::test]
async fn a_code_leads_back_in_and_ends_everything_else() {
    let site = TestSite::start().await;
    let (ada, codes) = account_with_codes(&site, "Ada").await;
    let me = ada.me().await;
    let program = site.program(&ada).await;
    let mut socket = ada.socket().await;
    let lost = site.guest().await;
    let old_guest = lost.cookie();
    let typed = format!(" {} ", codes[3].replace('-', " ").to_uppercase());
    assert_eq!(lost.post("/api/recover", recover("ada", &typed)).await.ok(), me);
    assert_eq!(lost.me().await, me, "signed in");
    ada.get("/api/me").await.refused(Code::NotSignedIn);
    program.get("/api/me").await.refused(Code::NotSignedIn);
    assert_eq!(socket.next_of("goodbye").await["reason"], "signed-out");
    let guest = site.browser();
    guest.set_cookie(old_guest.as_deref());
    guest.get("/api/me").await.refused(Code::NotSignedIn);
    assert_eq!(lost.get("/api/me/security").await.ok()["recovery_codes"], 9);
    site.browser().post("/api/login", credentials("Ada")).await.refused(Code::WrongPassword);
    let new = json!({ "name": "Ada", "password": "a quite new password" });
    site.browser().post("/api/login", new).await.ok();
    site.browser().post("/api/recover", recover("Ada", &codes[3])).await.refused(Code::WrongCode);
}

#[tokio::test]
async fn what_does_not_lead_back_in() {
    let site = TestSite::start().await;
    let (_, codes) = account_with_codes(&site, "Ada").await;
    let (_, others) = account_with_codes(&site, "Bob").await;
    let lost = site.browser();
    for (name, code) in [("Ada", others[0].as_str()), ("Ada", ""), ("Nobody Here", &codes[0]), ("\0", "\0")] {
        let answer = lost.post("/api/recover", recover(name, code)).await;
        answer.refused(Code::WrongCode);
        assert_eq!(answer.json()["field"], "recovery_code");
    }
    let short = json!({ "name": "Ada", "recovery_code": codes[0], "password": "short" });
    lost.post("/api/recover", short).await.refused(Code::BadPassword);
    let more = json!({ "name": "Ada", "recovery_code": codes[0], "password": "long enough", "x": 1 });
    lost.post("/api/recover", more).await.refused(Code::BadRequest);
    lost.post("/api/recover", recover("Ada", &codes[0])).await.ok();
}

#[tokio::test]
async fn codes_are_not_guessed() {
    let site = TestSite::with(|_| ()).await;
    account_with_codes(&site, "Ada").await;
    let lost = site.browser();
    let mut refusals = vec![];
    for n in 0..30 {
        refusals.push(lost.post("/api/recover", recover("Ada", &format!("guess {n}"))).await.code());
    }
    assert_eq!(refusals[0], Code::WrongCode);
    assert_eq!(refusals.last(), Some(&Code::TooFast));
}
