//! What strangers can make a server process use: descriptors and memory.

use crate::PROGRAM;
use serde_json::json;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use taijitu_testkit::Client;

/// A server process with limits of open files.
struct Limited {
    child: Child,
    /// Kept open: the program says more than its address.
    _stdout: BufReader<ChildStdout>,
    address: SocketAddr,
}

impl Limited {
    fn start(folder: &Path, ulimit: &str, arguments: &str) -> Self {
        let line = format!(
            "{ulimit}; exec '{PROGRAM}' serve --listen 127.0.0.1:0 --engine-threads 1 --data '{}' {arguments}",
            folder.display()
        );
        let mut child = Command::new("sh")
            .args(["-c", &line])
            .env("TAIJITU_LOG", "error")
            .env("LANG", "C")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut greeting = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut greeting).unwrap();
        let port = greeting.trim().rsplit(':').next().unwrap().parse().unwrap();
        Self { child, _stdout: stdout, address: SocketAddr::from(([127, 0, 0, 1], port)) }
    }

    /// A line of a file about the process.
    fn line(&self, file: &str, begin: &str) -> Vec<String> {
        let text = std::fs::read_to_string(format!("/proc/{}/{file}", self.child.id())).unwrap();
        let line = text.lines().find(|line| line.starts_with(begin)).unwrap();
        line[begin.len()..].split_whitespace().map(str::to_owned).collect()
    }

    /// Resident memory in mebibytes.
    fn memory(&self) -> u64 {
        self.line("status", "VmRSS:")[0].parse::<u64>().unwrap() / 1024
    }
}

impl Drop for Limited {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_limit_of_open_files_is_raised_to_the_hard_one() {
    let folder = tempfile::tempdir().unwrap();
    let site = Limited::start(folder.path(), "ulimit -Sn 300", "");
    let limits = site.line("limits", "Max open files");
    assert_eq!(limits[0], limits[1]);
}

#[tokio::test]
async fn idle_connections_beyond_the_hard_limit_do_not_lock_clients_out() {
    let folder = tempfile::tempdir().unwrap();
    let site = Limited::start(folder.path(), "ulimit -n 300", "--rate-factor 100");
    let held: Vec<TcpStream> = (0..400).filter_map(|_| TcpStream::connect(site.address).ok()).collect();
    assert!(held.len() > 300, "{}", held.len());
    // It answers, and the database has descriptors left.
    let browser = Client::guest(site.address).await.unwrap();
    let table = browser.open(json!({ "game": "y" })).await;
    browser.look(&table).await;
}

#[tokio::test]
async fn passwords_take_constant_memory() {
    let folder = tempfile::tempdir().unwrap();
    let site = Limited::start(folder.path(), "true", "--rate-factor 100");
    let before = site.memory();
    let attempts: Vec<_> = (0..40)
        .map(|n| {
            let browser = Client::new(site.address);
            let given = json!({ "name": format!("Nobody {n}"), "password": "a wrong password" });
            tokio::spawn(async move { browser.post("/api/login", given).await.status })
        })
        .collect();
    for attempt in attempts {
        assert_eq!(attempt.await.unwrap(), 401);
    }
    let after = site.memory();
    assert!(after < before + 24, "{before} MiB before, {after} MiB after");
}
