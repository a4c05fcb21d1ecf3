//! What hosts see of a server, logs and metrics: no secret is in them.
//!
//! Both are installed once for a whole process, so these tests have one of their own.

use serde_json::json;
use std::fmt::{Debug, Write};
use std::sync::Mutex;
use taijitu_protocol::Code;
use taijitu_testkit::TestSite;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Everything the server logs, as text.
struct Heard;

static HEARD: Mutex<String> = Mutex::new(String::new());

struct Fields<'a>(&'a mut String);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        writeln!(self.0, "{field}={value:?}").unwrap();
    }
}

impl Subscriber for Heard {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }
    fn new_span(&self, span: &Attributes<'_>) -> Id {
        span.record(&mut Fields(&mut HEARD.lock().unwrap()));
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, values: &Record<'_>) {
        values.record(&mut Fields(&mut HEARD.lock().unwrap()));
    }
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, event: &Event<'_>) {
        event.record(&mut Fields(&mut HEARD.lock().unwrap()));
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[tokio::test]
async fn no_secret_is_logged() {
    // The other test of this file may be heard too; it has other secrets.
    tracing::subscriber::set_global_default(Heard).unwrap();
    let site = TestSite::start().await;
    let ada = site.browser();
    let given = json!({ "name": "Marguerite", "password": "a most secret word" });
    ada.post("/api/register", given.clone()).await.ok();
    ada.post("/api/login", given).await.ok();
    ada.post("/api/login", json!({ "name": "Marguerite", "password": "a most wrong word" }))
        .await
        .refused(Code::WrongPassword);
    ada.post("/api/login", json!({ "name": 5, "password": "a most odd word" }))
        .await
        .refused(Code::BadRequest);
    let token = ada.post("/api/tokens", json!({ "label": "x" })).await.ok()["token"].clone();
    let program = site.bearer(token.as_str().unwrap());
    let table = program.open(json!({ "game": "y" })).await;
    ada.socket().await.watch(&table).await;
    ada.post(&format!("/api/tables/{table}/chat"), json!({ "text": "between us" })).await.ok();
    ada.get("/api/me/export").await.ok();
    let id: taijitu_protocol::PlayerId = ada.me().await["id"].as_str().unwrap().parse().unwrap();
    let row = site.app().site.store.player(id).await.unwrap().unwrap();
    let cookie = ada.cookie().unwrap();
    let mut secrets: Vec<String> =
        ["a most secret word", "a most wrong word", "a most odd word", "between us", "Marguerite"]
            .map(str::to_owned)
            .to_vec();
    secrets.extend([
        token.as_str().unwrap().into(),
        cookie.split_once('=').unwrap().1.into(),
        row.password.unwrap(),
    ]);
    secrets.extend(site.app().site.store.sessions(id).await.unwrap().into_iter().map(|session| session.hash));
    secrets.extend(site.app().site.store.tokens(id).await.unwrap().into_iter().map(|token| token.hash));
    let log = HEARD.lock().unwrap().clone();
    assert!(!log.is_empty(), "something is logged");
    for secret in secrets {
        assert!(!log.contains(&secret), "{secret} was logged");
    }
}

#[tokio::test]
async fn metrics_name_nobody_and_nothing() {
    // The recorder is one for the whole process: the other test of this file is measured too.
    let recorder = metrics_exporter_prometheus::PrometheusBuilder::new().install_recorder().unwrap();
    let site = TestSite::measured(recorder).await;
    let (ada, bob) = (site.account("Ada").await, site.guest().await);
    let table = ada.open(json!({ "game": "yinyang", "seat": 1 })).await;
    bob.act(&table, json!({ "do": "join" })).await.ok();
    ada.act(&table, json!({ "do": "start" })).await.ok();
    ada.play(&table, 1, "laws wwww>www. wbwb>* b...>.... w...>....").await.ok();
    bob.get("/api/tables/nonsense?law=wbwb").await;
    for n in 0..50 {
        bob.send(&format!("INVENTED{n}"), "/healthz", None, b"").await;
        bob.send(&format!("INVENTED{n}"), &format!("/invented/{n}"), None, b"").await;
    }
    bob.post("/api/study", json!({ "game": "y" })).await.ok();
    bob.post("/api/study/reply", json!({ "game": "y", "level": 1 })).await.ok();
    let metrics = site.browser().get("/metrics").await.text();
    for kind in ["study", "hint"] {
        let counted = format!("taijitu_position_requests_total{{kind=\"{kind}\"}} 1\n");
        assert!(metrics.contains(&counted), "{counted}: {metrics}");
    }
    assert!(metrics.contains("taijitu_turns_total") && metrics.contains("/api/tables/{id}/do"), "{metrics}");
    assert!(metrics.contains("method=\"other\"") && metrics.contains("route=\"none\""), "{metrics}");
    for secret in ["Ada", "wbwb", "wwww", "yinyang", "nonsense", "INVENTED", "invented"] {
        assert!(!metrics.contains(secret), "{secret}: {metrics}");
    }
    let is_id = |word: &str| word.parse::<taijitu_protocol::TableId>().is_ok();
    let mut words = metrics.split(|c: char| !c.is_ascii_alphanumeric());
    assert!(!words.any(is_id), "no table, game or player");
}
