//! Connections are limited in time and number, and those that are only held open lock nobody out.

use serde_json::json;
use std::net::SocketAddr;
use std::time::Duration;
use taijitu_protocol::Code;
use taijitu_server::ConnectionTimes;
use taijitu_testkit::{PATIENCE, TestSite, until};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Times that no test has to wait for.
fn short() -> ConnectionTimes {
    let short = Duration::from_millis(200);
    ConnectionTimes { head: short, body: short, write: short, ..ConnectionTimes::default() }
}

async fn connect(address: SocketAddr, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    stream
}

/// All that comes until the server closes the connection.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = vec![];
    // A connection that is reset is closed too.
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.expect("it is closed");
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn slow_and_idle_connections_are_closed() {
    let mut site = TestSite::with(|config| config.connection_times = short()).await;
    for begun in ["", "GET /heal", "GET /healthz HTTP/1.1\r\nhost: x\r\nx-slow: "] {
        let mut stream = connect(site.address(), begun).await;
        assert_eq!(rest(&mut stream).await, "", "{begun:?}");
    }
    let mut idle = connect(site.address(), "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await;
    let answer = rest(&mut idle).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("ok\n"), "{answer}");
    let head = "POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{";
    let answer = rest(&mut connect(site.address(), head).await).await;
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("\"too_slow\""), "{answer}");
    site.stop().await;
}

#[tokio::test]
async fn a_large_head_is_refused() {
    let mut site = TestSite::start().await;
    let status = async |name: &str, bytes: usize| {
        let head = match name {
            "path" => format!("GET /{} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", "a".repeat(bytes)),
            _ => format!(
                "GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx: {}\r\n\r\n",
                "a".repeat(bytes)
            ),
        };
        let mut stream = TcpStream::connect(site.address()).await.unwrap();
        // The server may answer before it has read all of it.
        let _ = stream.write_all(head.as_bytes()).await;
        rest(&mut stream).await.get(9..12).unwrap_or_default().to_owned()
    };
    assert_eq!((status("header", 60_000).await, status("path", 60_000).await), ("200".into(), "404".into()));
    for bytes in [65_536, 70_000, 100_000] {
        assert_eq!(status("header", bytes).await, "431", "{bytes}");
    }
    // The library has a limit for these, too.
    let answer = status("path", 65_536).await;
    assert!(["414", "431"].contains(&answer.as_str()), "{answer}");
    site.stop().await;
}

#[tokio::test]
async fn a_client_that_reads_nothing_is_dropped() {
    let mut site = TestSite::with(|config| {
        config.connection_times =
            ConnectionTimes { write: Duration::from_millis(200), ..ConnectionTimes::default() };
        config.rate_factor = 100_000;
    })
    .await;
    let mut stream = connect(site.address(), "").await;
    let requests =
        async { while stream.write_all(b"GET /api/laws HTTP/1.1\r\nhost: x\r\n\r\n").await.is_ok() {} };
    tokio::time::timeout(PATIENCE, requests).await.expect("the server closes the connection");
    site.stop().await;
}

#[tokio::test]
async fn idle_connections_make_room() {
    let mut site = TestSite::with(|config| config.max_connections_per_address = Some(1)).await;
    let mut held = vec![];
    // The machine itself may have ten.
    for _ in 0..10 {
        held.push(connect(site.address(), "GET /he").await);
    }
    let browser = site.guest().await;
    browser.me().await;
    assert_eq!(rest(&mut held[0]).await, "", "the oldest one is closed");
    site.stop().await;
}

#[tokio::test]
async fn sockets_count_and_are_not_put_out() {
    let mut site = TestSite::with(|config| config.max_connections_per_address = Some(1)).await;
    let browser = site.guest().await;
    let mut sockets = vec![];
    for _ in 0..10 {
        sockets.push(browser.socket().await);
    }
    let refused = browser.get("/api/me").await;
    refused.refused(Code::TooMany);
    assert!(refused.header("retry-after").is_some());
    sockets.pop();
    until("room for a request", async || (browser.get("/api/me").await.status == 200).then_some(())).await;
    site.stop().await;
}

#[tokio::test]
async fn a_full_server_says_so() {
    let mut site = TestSite::with(|config| config.max_connections = Some(2)).await;
    let browser = site.guest().await;
    let sockets = [browser.socket().await, browser.socket().await];
    browser.get("/api/me").await.refused(Code::Unavailable);
    drop(sockets);
    until("room for a request", async || (browser.get("/api/me").await.status == 200).then_some(())).await;
    site.stop().await;
}

#[tokio::test]
async fn metrics_have_an_address_of_their_own() {
    let site =
        TestSite::with(|config| config.metrics_listen = Some(SocketAddr::from(([127, 0, 0, 1], 0)))).await;
    assert_eq!(site.browser().get("/metrics").await.status, 404);
    let at = site.metrics_address().unwrap();
    let browser = site.browser().at(at);
    assert_eq!(browser.get("/metrics").await.text(), "metrics are off\n", "the test has installed none");
    assert_eq!(browser.get("/healthz").await.status, 404);
    site.browser().post("/api/guest", json!({})).await.ok();
}
