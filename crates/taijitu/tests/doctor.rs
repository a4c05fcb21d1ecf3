//! `taijitu doctor`: a site that is well, and sites that are not.

use crate::PROGRAM;
use serde_json::Value;
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use taijitu_testkit::{MailSink, ServerProcess};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// What the doctor says: the exit code, and the worst status of each check.
async fn doctor(arguments: &[&str]) -> (i32, BTreeMap<String, String>) {
    let mut command = Command::new(PROGRAM);
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("TAIJITU_")) {
        command.env_remove(name);
    }
    command.arg("doctor").args(arguments).arg("--json").stdin(Stdio::null());
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let mut worst = BTreeMap::new();
    for finding in report["findings"].as_array().unwrap() {
        let [check, status] = ["check", "status"].map(|field| finding[field].as_str().unwrap().to_owned());
        assert!(status == "ok" || (finding["why"].is_string() && finding["change"].is_string()), "{finding}");
        let bad = worst.entry(check).or_insert_with(|| status.clone());
        if status == "wrong" || bad == "ok" {
            *bad = status;
        }
    }
    (output.status.code().unwrap(), worst)
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[tokio::test]
async fn a_healthy_site_passes_every_check() {
    let folder = tempfile::tempdir().unwrap();
    let (data, backups) = (folder.path().join("data"), folder.path().join("backups"));
    std::fs::create_dir(&backups).unwrap();
    let server = ServerProcess::start(Path::new(PROGRAM), &data, &["--engine-threads", "1"]).await.unwrap();
    let backup = backups.join("today.db");
    let made = Command::new(PROGRAM).args(["backup", "--data", path(&data), path(&backup)]).output().unwrap();
    assert!(made.status.success());
    for file in [data.join("taijitu.db"), backup] {
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o600)).unwrap();
    }
    let sink = MailSink::start().await;
    let url = format!("http://{}", server.address());
    let arguments = [
        "--data",
        path(&data),
        "--url",
        &url,
        "--backups",
        path(&backups),
        "--smtp-url",
        &sink.url(),
        "--mail-from",
        "club@example.org",
    ];
    let (code, found) = doctor(&arguments).await;
    assert_eq!(code, 0, "{found:?}");
    let ok = [
        "client address",
        "clock",
        "cookie",
        "database settings",
        "https",
        "mail",
        "permissions",
        "proxy",
        "ready",
        "server",
        "site",
        "versions",
        "websocket",
    ];
    for check in ok {
        assert_eq!(found.get(check).map(String::as_str), Some("ok"), "{check}: {found:?}");
    }
    assert_eq!(found["backups"], "warning", "on the same disk");
}

#[tokio::test]
async fn a_site_that_is_missing_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("nowhere");
    let (code, found) = doctor(&["--data", path(&data)]).await;
    assert_eq!((code, found["database"].as_str()), (1, "wrong"));
    assert!(!data.exists());
    let (code, found) = doctor(&["--data", path(&data), "--backups", path(folder.path())]).await;
    assert_eq!((code, found["backups"].as_str()), (1, "wrong"), "an empty folder of backups");
}

#[tokio::test]
async fn a_folder_everybody_may_write_to_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let server =
        ServerProcess::start(Path::new(PROGRAM), folder.path(), &["--engine-threads", "1"]).await.unwrap();
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o777)).unwrap();
    let (code, found) = doctor(&["--data", path(folder.path())]).await;
    assert_eq!((code, found["permissions"].as_str()), (1, "wrong"), "{found:?}");
    drop(server);
}

#[tokio::test]
async fn a_proxy_that_passes_too_little_on_is_found_out() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let extra = ["--engine-threads", "1", "--trust-proxy", "--public-url", "http://club.example"];
    let server = ServerProcess::start(Path::new(PROGRAM), data, &extra).await.unwrap();
    // Without a proxy, `--trust-proxy` accepts an address from any client.
    let (code, found) =
        doctor(&["--data", path(data), "--url", &format!("http://{}", server.address())]).await;
    assert_eq!((code, found["client address"].as_str()), (1, "wrong"), "{found:?}");
    // A proxy that answers everything itself.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 4096]).await;
            let answer = "HTTP/1.1 200 OK\r\ndate: Thu, 01 Jan 2026 00:00:00 GMT\r\n\
                          set-cookie: taijitu=; Path=/\r\ncontent-length: 2\r\nconnection: close\r\n\r\nhi";
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    let (code, found) = doctor(&["--data", path(data), "--url", &url]).await;
    assert_eq!(code, 1);
    for check in ["site", "clock", "websocket", "cookie"] {
        assert_eq!(found[check], "wrong", "{check}: {found:?}");
    }
    // Nobody listens.
    let (code, found) = doctor(&["--data", path(data), "--url", "http://127.0.0.1:9"]).await;
    assert_eq!((code, found["site"].as_str()), (1, "wrong"));
    let mail = ["--smtp-url", "smtp://127.0.0.1:9", "--mail-from", "a@b.c"];
    let (code, found) = doctor(&[&["--data", path(data)], &mail[..]].concat()).await;
    assert_eq!((code, found["mail"].as_str()), (1, "wrong"));
}
