//! Acknowledged means synced: the system calls of a real server, traced, show it for every turn.

use crate::PROGRAM;
use std::collections::HashSet;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use taijitu_testkit::{Client, ServerProcess};
use tokio::process::{Child, Command};

const TURNS: usize = 25;

/// Something the trace shows.
#[derive(Debug, PartialEq, Eq)]
enum Seen {
    /// A turn came in.
    Turn,
    /// The write-ahead log was synced.
    Synced,
    /// An acknowledgement went out.
    Acknowledged,
}

/// Attaches to a running server; returns once it has.
async fn trace(server: &ServerProcess, file: &Path) -> Child {
    let calls = "trace=read,readv,recvfrom,recvmsg,fdatasync,fsync,sendto,sendmsg,write,writev";
    let started = Command::new("strace")
        .args(["-f", "-y", "-s", "2000", "-e", calls, "-p", &server.pid().unwrap().to_string(), "-o"])
        .arg(file)
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn();
    let strace = started.expect("install strace");
    // Every thread of the server has strace for its tracer before the first turn is sent.
    let tracer = format!("TracerPid:\t{}", strace.id().unwrap());
    let attached = || {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", server.pid().unwrap())).unwrap();
        let is_traced = |status: String| status.contains(&tracer);
        tasks.flatten().all(|task| std::fs::read_to_string(task.path().join("status")).is_ok_and(is_traced))
    };
    for _ in 0..1000 {
        if attached() {
            return strace;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("strace did not attach");
}

/// What a line of the trace shows. A call of one thread may be shown in two parts, others in between.
fn read(line: &str, syncing: &mut HashSet<String>) -> Option<Seen> {
    let (thread, call) = line.split_once(' ')?;
    let call = call.trim_start();
    let is_sync = call.starts_with("fdatasync(") || call.starts_with("fsync(");
    if is_sync && call.contains("-wal>") && call.contains("<unfinished") {
        syncing.insert(thread.to_owned());
        return None;
    }
    let resumed =
        (call.starts_with("<... fdatasync") || call.starts_with("<... fsync")) && syncing.remove(thread);
    if (resumed || is_sync && call.contains("-wal>")) && call.trim_end().ends_with("= 0") {
        return Some(Seen::Synced);
    }
    // A request is seen when it has been read, an answer when its writing begins. The first bytes of a connection are
    // read by themselves, so the method may stand in another line.
    if call.contains("/do HTTP/1.1") {
        return Some(Seen::Turn);
    }
    let writes = ["sendto(", "sendmsg(", "write(", "writev("].iter().any(|name| call.starts_with(name));
    (writes && call.contains("{\\\"n\\\":")).then_some(Seen::Acknowledged)
}

/// Plays turns at a hot seat, one after the other.
async fn play(browser: &Client) {
    let open = r#"{ "game": "y", "hotseat": true, "start": true }"#.parse().unwrap();
    let door = browser.post("/api/tables", &open).await.ok();
    let table = door["table"].as_str().unwrap().to_owned();
    for turn in 1..=TURNS {
        let turns = browser.get(&format!("/api/tables/{table}/turns")).await.ok();
        let text = turns[0].as_str().unwrap();
        let play = format!(r#"{{ "do": "play", "game": 1, "turn": {turn}, "text": "{text}" }}"#);
        browser.post(&format!("/api/tables/{table}/do"), &play.parse().unwrap()).await.ok();
    }
}

#[tokio::test]
async fn a_turn_is_synced_before_it_is_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let server = ServerProcess::start(Path::new(PROGRAM), folder.path(), &[]).await.unwrap();
    let browser = Client::guest(server.address()).await.unwrap();
    let file = folder.path().join("trace");
    let mut strace = trace(&server, &file).await;
    play(&browser).await;
    strace.kill().await.unwrap();
    let mut syncing = HashSet::new();
    let text = String::from_utf8_lossy(&std::fs::read(&file).unwrap()).into_owned();
    let seen: Vec<Seen> = text.lines().filter_map(|line| read(line, &mut syncing)).collect();
    let mut acknowledged = 0;
    for (at, _) in seen.iter().enumerate().filter(|(_, seen)| **seen == Seen::Acknowledged) {
        let came = seen[..at].iter().rposition(|seen| *seen == Seen::Turn).expect("a turn before its answer");
        assert!(
            seen[came..at].contains(&Seen::Synced),
            "turn {acknowledged} was answered unsynced: {seen:?}"
        );
        acknowledged += 1;
    }
    assert_eq!(acknowledged, TURNS, "{seen:?}");
}
