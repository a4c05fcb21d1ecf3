//! `taijitu migrate` as a host meets it: a running site moves, the command is killed and continued, typos create nothing.

use crate::PROGRAM;
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use taijitu_store::{Store, StoreSettings};
use taijitu_test_services::{Durability, Postgres};
use taijitu_testkit::{Client, ServerProcess, synthetic};

/// The command, with nothing of this machine's settings.
fn migrate(from: &str, to: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(["migrate", "--from", from, "--to", to]).env_remove("TAIJITU_DATA").env("LC_ALL", "C");
    command.stdin(Stdio::null());
    command
}

fn output_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What it prints when all is well.
fn prints(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", output_text(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// What it says when it is not.
fn refuses(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{command:?}: {}", output_text(&output));
    output_text(&output)
}

/// What a command says that opens a database: it may be a copy that is not to be used yet.
fn opening(data: &str) -> String {
    let mut command = Command::new(PROGRAM);
    refuses(command.args(["admin", "players", "--data", data]).stdin(Stdio::null()))
}

async fn serve(data: &str) -> ServerProcess {
    ServerProcess::start(Path::new(PROGRAM), Path::new(data), &["--engine-threads", "1"]).await.unwrap()
}

/// Writes finished games that nobody played into the site in a folder.
async fn add_games(data: &str, count: u64) {
    let store = Store::open(&format!("sqlite:{data}/taijitu.db"), StoreSettings::default()).await.unwrap();
    let games: Vec<_> = (0..count).map(synthetic::game).collect();
    store.add_games(&games).await.unwrap();
    store.close().await;
}

async fn post(browser: &Client, path: &str, body: Value) -> Value {
    browser.post(path, &body).await.ok()
}

async fn play(browser: &Client, table: &str, turn: u32, text: &str) {
    let turn = json!({ "do": "play", "game": 1, "turn": turn, "text": text });
    post(browser, &format!("/api/tables/{table}/do"), turn).await;
}

/// A site is copied while it is served, then, killed again and again, once more when it is not, and lives on in the target.
async fn a_site_moves(from: &str, to: &str) {
    let mut old = serve(from).await;
    let ada = Client::new(old.address());
    post(&ada, "/api/register", json!({ "name": "Ada", "password": "password of Ada" })).await;
    let table = post(&ada, "/api/tables", json!({ "game": "y", "hotseat": true, "start": true })).await;
    let table = table["table"].as_str().unwrap().to_owned();
    play(&ada, &table, 1, "c7").await;
    add_games(from, 3000).await;

    let printed = prints(&mut migrate(from, to));
    assert!(printed.contains("a server runs on the source: stop it"), "{printed}");
    assert!(printed.lines().any(|line| line.starts_with("players") && line.contains(" 1 ")), "{printed}");
    assert!(opening(to).contains("made while a server ran there"));
    play(&ada, &table, 2, "d8").await;
    old.kill().await.unwrap();

    // It waits for a heartbeat for three seconds, and so has not ended by then, however fast the machine is.
    for milliseconds in [30, 100, 300, 700, 1500] {
        let mut child = migrate(from, to).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        tokio::time::sleep(Duration::from_millis(milliseconds)).await;
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success());
        let refused = opening(to);
        assert!(refused.contains("unfinished copy") || refused.contains("while a server ran"), "{refused}");
    }
    let printed = prints(migrate(from, to).args(["--lang", "fr"]));
    assert!(printed.contains("la copie est complète"), "{printed}");

    let new = serve(to).await;
    let ada = Client::new(new.address());
    post(&ada, "/api/login", json!({ "name": "Ada", "password": "password of Ada" })).await;
    let view = ada.get(&format!("/api/tables/{table}")).await.ok();
    assert_eq!((&view["state"], &view["game"]["turns"]), (&json!("running"), &json!(["c7", "d8"])));
    play(&ada, &table, 3, "e9").await;
    let late = refuses(&mut migrate(from, to));
    assert!(late.contains("taken into use") && late.contains("not overwritten"), "{late}");
}

#[tokio::test]
async fn a_site_moves_to_another_file() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    a_site_moves(&place("old"), &place("new")).await;
}

#[tokio::test]
#[ignore = "needs PostgreSQL: run by cargo xtask test"]
async fn a_site_moves_to_postgresql_and_back() {
    let postgres = Postgres::start(Durability::Quick).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    a_site_moves(&place("old"), &postgres.url()).await;
    let back = format!("sqlite:{}/back.db", folder.path().display());
    let printed = prints(&mut migrate(&postgres.url(), &back));
    assert!(printed.contains("the copy is complete"), "{printed}");
}

#[tokio::test]
async fn typos_are_answered_and_make_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (old, new) = (place("old"), place("new"));
    assert!(refuses(&mut migrate(&old, &new)).contains("there is no database at"));
    for (from, to) in [(old.as_str(), "postgress://db/club"), ("mysql://db/club", new.as_str()), (&old, "")] {
        let output_text = refuses(&mut migrate(from, to));
        assert!(output_text.contains("postgres://"), "{from} {to}: {output_text}");
    }
    let alone = refuses(Command::new(PROGRAM).args(["migrate", "--from", &old]));
    assert!(alone.contains("--to"), "{alone}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is made");

    add_games(&old, 1).await;
    let same = refuses(&mut migrate(&old, &format!("sqlite:{old}/../old/taijitu.db")));
    assert!(same.contains("the same database"), "{same}");
    let nowhere = refuses(&mut migrate(&old, "postgres://ann:secret@127.0.0.1:1/club"));
    assert!(nowhere.contains("the target") && !nowhere.contains("secret"), "{nowhere}");
    let text = place("text");
    std::fs::write(&text, "no database at all, but long enough to look at: ".repeat(100)).unwrap();
    let strange = refuses(&mut migrate(&format!("sqlite:{text}"), &new));
    assert!(strange.contains("the source") && strange.contains("not a database"), "{strange}");
}
