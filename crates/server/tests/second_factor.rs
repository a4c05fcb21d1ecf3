//! The second factor: enrolled, required, not replayed, not guessed, replaced by recovery codes.

use crate::recovery::account_with_codes;
use serde_json::json;
use taijitu_protocol::Code;
use taijitu_server::accounts::totp::code_at;
use taijitu_testkit::{Answer, Client, TestSite, credentials};

/// A step of codes, in milliseconds.
const STEP: i64 = 30_000;

/// An account with a second factor: its browser, its secret and its recovery codes.
async fn enrolled(site: &TestSite) -> (Client, String, Vec<String>) {
    let (ada, codes) = account_with_codes(site, "Ada").await;
    let begun = ada.post("/api/me/totp", json!({ "password": "password of Ada" })).await.ok();
    let secret = begun["secret"].as_str().unwrap().to_owned();
    ada.post("/api/me/totp/confirm", json!({ "code": code(site, &secret) })).await.ok();
    site.pass(2 * STEP).await;
    (ada, secret, codes)
}

fn code(site: &TestSite, secret: &str) -> String {
    code_at(secret, site.app().site.clock.now()).unwrap()
}

async fn sign_in(site: &TestSite, code: &str) -> Answer {
    let mut given = credentials("Ada");
    given["code"] = json!(code);
    site.browser().post("/api/login", given).await
}

#[tokio::test]
async fn it_is_confirmed_before_it_is_required() {
    let site = TestSite::start().await;
    let (ada, _) = account_with_codes(&site, "Ada").await;
    let other = site.browser();
    other.post("/api/login", credentials("Ada")).await.ok();
    ada.post("/api/me/totp", json!({ "password": "wrong" })).await.refused(Code::WrongPassword);
    ada.post("/api/me/totp/confirm", json!({ "code": "123456" })).await.refused(Code::NotNow);
    let begun = ada.post("/api/me/totp", json!({ "password": "password of Ada" })).await.ok();
    let secret = begun["secret"].as_str().unwrap();
    let uri = begun["uri"].as_str().unwrap();
    assert!(uri.starts_with("otpauth://totp/Taijitu:Ada?secret=") && uri.contains(secret), "{uri}");
    assert!(begun["qr"]["path"].as_str().unwrap().starts_with('M'));
    ada.post("/api/me/totp/confirm", json!({ "code": "not it" })).await.refused(Code::WrongCode);
    site.browser().post("/api/login", credentials("Ada")).await.ok();
    let me = ada.me().await["id"].as_str().unwrap().parse().unwrap();
    let accounts = &site.app().accounts;
    assert!(!accounts.has_second_factor(me).await.unwrap());
    let refused = accounts.check_moderators_second_factor(me).await.unwrap_err();
    assert_eq!(refused.0.code, Code::SecondFactorNeeded);
    ada.post("/api/me/totp/confirm", json!({ "code": code(&site, secret) })).await.ok();
    assert!(accounts.has_second_factor(me).await.unwrap());
    accounts.check_moderators_second_factor(me).await.unwrap();
    assert!(ada.get("/api/me/security").await.ok()["second_factor"].is_number());
    assert!(!ada.get("/api/me/export").await.text().contains(secret));
    other.get("/api/me").await.refused(Code::NotSignedIn);
    ada.post("/api/me/totp", json!({ "password": "password of Ada" })).await.refused(Code::NotNow);
}

#[tokio::test]
async fn a_site_may_exempt_moderators_from_the_second_factor() {
    let site = TestSite::with(|config| config.moderators_need_totp = false).await;
    let (ada, _) = account_with_codes(&site, "Ada").await;
    let me = ada.me().await["id"].as_str().unwrap().parse().unwrap();
    site.app().accounts.check_moderators_second_factor(me).await.unwrap();
}

#[tokio::test]
async fn it_is_required_after_the_password_and_no_code_is_used_twice() {
    let site = TestSite::start().await;
    let (_, secret, _) = enrolled(&site).await;
    let challenge_answer = site.browser().post("/api/login", credentials("Ada")).await;
    challenge_answer.refused(Code::SecondFactorNeeded);
    assert_eq!(
        (challenge_answer.json()["field"].as_str(), challenge_answer.header("set-cookie")),
        (Some("code"), None)
    );
    let wrong = json!({ "name": "Ada", "password": "wrong", "code": code(&site, &secret) });
    site.browser().post("/api/login", wrong).await.refused(Code::WrongPassword);
    let now = code(&site, &secret);
    sign_in(&site, &now).await.ok();
    sign_in(&site, &now).await.refused(Code::WrongCode);
    let before = code_at(&secret, site.app().site.clock.now() - STEP).unwrap();
    sign_in(&site, &before).await.refused(Code::WrongCode);
    site.pass(STEP).await;
    let spaced = code(&site, &secret);
    sign_in(&site, &format!("{} {}", &spaced[..3], &spaced[3..])).await.ok();
    site.pass(10 * STEP).await;
    sign_in(&site, &spaced).await.refused(Code::WrongCode);
}

#[tokio::test]
async fn a_recovery_code_stands_in_for_the_phone() {
    let site = TestSite::start().await;
    let (ada, secret, codes) = enrolled(&site).await;
    sign_in(&site, &codes[0]).await.ok();
    sign_in(&site, &codes[0]).await.refused(Code::WrongCode);
    // Without the password, too, two proofs are needed.
    let recover = |code: Option<&str>| {
        let mut given = json!({ "name": "Ada", "recovery_code": codes[1], "password": "password of Ada" });
        if let Some(code) = code {
            given["code"] = json!(code);
        }
        given
    };
    let lost = site.browser();
    lost.post("/api/recover", recover(None)).await.refused(Code::SecondFactorNeeded);
    lost.post("/api/recover", recover(Some(&codes[1]))).await.refused(Code::SecondFactorNeeded);
    lost.post("/api/recover", recover(Some("000000"))).await.refused(Code::WrongCode);
    lost.post("/api/recover", recover(Some(&code(&site, &secret)))).await.ok();
    ada.get("/api/me").await.refused(Code::NotSignedIn);
    assert_eq!(lost.get("/api/me/security").await.ok()["recovery_codes"], 8);
    let off = |code: &str| json!({ "password": "password of Ada", "code": code });
    lost.delete("/api/me/totp", off("000000")).await.refused(Code::WrongCode);
    lost.delete("/api/me/totp", json!({ "password": "wrong", "code": codes[2] }))
        .await
        .refused(Code::WrongPassword);
    lost.delete("/api/me/totp", off(&codes[2])).await.ok();
    site.browser().post("/api/login", credentials("Ada")).await.ok();
}

#[tokio::test]
async fn codes_of_the_app_are_not_guessed() {
    let site = TestSite::with(|config| config.rate_factor = 3).await;
    let (_, secret, _) = enrolled(&site).await;
    let right = code(&site, &secret);
    let mut refusals = vec![];
    for n in 0..25 {
        let guess = format!("{:06}", (right.parse::<u32>().unwrap() + 17 + n) % 1_000_000);
        refusals.push(sign_in(&site, &guess).await.code());
    }
    assert_eq!(refusals[0], Code::WrongCode);
    assert_eq!(refusals.last(), Some(&Code::TooFast));
    sign_in(&site, &right).await.refused(Code::TooFast);
}

#[tokio::test]
async fn the_code_that_turns_it_on_is_used_up() {
    let site = TestSite::start().await;
    let (ada, _) = account_with_codes(&site, "Ada").await;
    let begun = ada.post("/api/me/totp", json!({ "password": "password of Ada" })).await.ok();
    let secret = begun["secret"].as_str().unwrap().to_owned();
    let first = code(&site, &secret);
    ada.post("/api/me/totp/confirm", json!({ "code": first })).await.ok();
    sign_in(&site, &first).await.refused(Code::WrongCode);
    site.pass(STEP).await;
    sign_in(&site, &code(&site, &secret)).await.ok();
}

#[tokio::test]
async fn one_of_many_sign_ins_with_one_code_succeeds() {
    let site = TestSite::start().await;
    let (_, secret, codes) = enrolled(&site).await;
    for given in [code(&site, &secret), codes[0].clone()] {
        let answers = futures_util::future::join_all((0..8).map(|_| sign_in(&site, &given))).await;
        let accepted = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(accepted, 1, "{given}");
    }
}

#[tokio::test]
async fn a_phone_may_be_half_a_minute_ahead() {
    let site = TestSite::start().await;
    let (_, secret, _) = enrolled(&site).await;
    let now = site.app().site.clock.now();
    let at = |steps: i64| code_at(&secret, now + steps * STEP).unwrap();
    sign_in(&site, &at(2)).await.refused(Code::WrongCode);
    sign_in(&site, &at(-2)).await.refused(Code::WrongCode);
    sign_in(&site, &at(1)).await.ok();
    sign_in(&site, &at(0)).await.refused(Code::WrongCode);
    site.pass(STEP).await;
    sign_in(&site, &at(1)).await.refused(Code::WrongCode);
    sign_in(&site, &at(2)).await.ok();
}

/// The password and an open browser of the owner must not give access to codes that replace the phone.
#[tokio::test]
async fn new_recovery_codes_take_the_second_factor() {
    let site = TestSite::start().await;
    let (ada, secret, codes) = enrolled(&site).await;
    let make = |code: Option<&str>| json!({ "password": "password of Ada", "code": code });
    let path = "/api/me/recovery-codes";
    let refused = ada.post(path, json!({ "password": "password of Ada" })).await;
    refused.refused(Code::SecondFactorNeeded);
    assert_eq!(refused.json()["field"], "code");
    ada.post(path, make(Some("000000"))).await.refused(Code::WrongCode);
    assert_eq!(ada.get("/api/me/security").await.ok()["recovery_codes"], 10, "the old ones are still good");
    let made = ada.post(path, make(Some(&code(&site, &secret)))).await.ok();
    assert_eq!(made["codes"].as_array().unwrap().len(), 10);
    sign_in(&site, &codes[0]).await.refused(Code::WrongCode);
    sign_in(&site, made["codes"][0].as_str().unwrap()).await.ok();
}

/// Somebody who has the password and guesses codes from elsewhere uses up a limit of their own.
#[tokio::test]
async fn guesses_from_elsewhere_do_not_keep_the_owner_out() {
    let site = TestSite::with(|config| {
        config.rate_factor = 2;
        config.trust_proxy = true;
    })
    .await;
    let home = site.browser().with_header("x-forwarded-for", "203.0.113.9");
    home.post("/api/register", credentials("Ada")).await.ok();
    let begun = home.post("/api/me/totp", json!({ "password": "password of Ada" })).await.ok();
    let secret = begun["secret"].as_str().unwrap().to_owned();
    home.post("/api/me/totp/confirm", json!({ "code": code(&site, &secret) })).await.ok();
    site.pass(2 * STEP).await;
    let given = |code: String| json!({ "name": "Ada", "password": "password of Ada", "code": code });
    let mut last = None;
    for n in 1..=20 {
        // Other addresses each time: they share the limit.
        let elsewhere = site.browser().with_header("x-forwarded-for", &format!("198.51.100.{n}"));
        last = Some(elsewhere.post("/api/login", given(format!("{n:06}"))).await.code());
    }
    assert_eq!(last, Some(Code::TooFast));
    let owner = site.browser().with_header("x-forwarded-for", "203.0.113.9");
    owner.post("/api/login", given(code(&site, &secret))).await.ok();
}
