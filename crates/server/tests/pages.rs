//! Where the page answers that a server is handed, and where it is never asked.

use crate::help::Site;
use axum::http::header;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use taijitu_protocol::Code;

/// Answers everything but `POST` with what was asked for.
fn echo(request: &Parts) -> Option<Response> {
    let cache = [(header::CACHE_CONTROL, "no-cache")];
    (request.method != "POST").then(|| (cache, format!("page of {}", request.uri.path())).into_response())
}

#[tokio::test]
async fn the_page_answers_what_is_not_the_servers_own() {
    let site = Site::with(|config| config.pages = echo).await;
    let browser = site.browser();
    for path in ["/", "/fr", "/table/x", "/apiary", "/healthz/x", "/assets/x.js", "/../x", "/%2e%2e/x"] {
        let page = browser.get(path).await;
        assert_eq!((page.status, page.text()), (200, format!("page of {path}")));
        assert_eq!(
            page.header("cache-control"),
            Some("no-cache"),
            "{path}: the page says how long it is kept"
        );
        assert_eq!(page.header("x-content-type-options"), Some("nosniff"), "{path}");
        let policy = page.header("content-security-policy").unwrap();
        assert!(
            policy.contains("script-src 'self';") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
    }
    assert_eq!(browser.get("/healthz").await.text(), "ok\n");
    assert!(browser.get("/readyz").await.text().contains("ready"));
    assert!(browser.get("/metrics").await.text().contains("metrics are off"));
    assert!(browser.get("/api/docs").await.text().contains("<h1>Taijitu: the interface</h1>"));
    assert!(browser.get("/api/docs.css").await.text().contains("color-scheme"));
}

#[tokio::test]
async fn below_api_errors_are_json() {
    let site = Site::with(|config| config.pages = echo).await;
    let browser = site.browser().with_header("accept", "text/html");
    for path in ["/api", "/api/", "/api/nowhere", "/api/docs/x", "/api//games"] {
        browser.get(path).await.refused(Code::NoSuchPage);
    }
    browser.send("PUT", "/api/me", None, b"").await.refused(Code::WrongMethod);
    browser.send("POST", "/healthz", None, b"").await.refused(Code::WrongMethod);
    browser.get("/api/tables/x").await.refused(Code::NoSuchTable);
}

#[tokio::test]
async fn what_the_page_does_not_answer_is_refused() {
    let site = Site::with(|config| config.pages = echo).await;
    site.browser().send("POST", "/nowhere", None, b"").await.refused(Code::NoSuchPage);
    let without = Site::start().await;
    without.browser().get("/").await.refused(Code::NoSuchPage);
}
