//! Which requests the page of a server answers, and which it never gets.

use axum::http::header;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use taijitu_protocol::Code;
use taijitu_server::http::Pages;
use taijitu_testkit::TestSite;

/// Answers everything but `POST` with the path of the request.
fn echo(request: &Parts, head: Option<&str>) -> Option<Response> {
    let cache = [(header::CACHE_CONTROL, "no-cache")];
    let page = format!("page of {}{}", request.uri.path(), head.unwrap_or_default());
    (request.method != "POST").then(|| (cache, page).into_response())
}

#[tokio::test]
async fn the_page_answers_what_is_not_the_servers_own() {
    let site = TestSite::with_pages(Pages(echo)).await;
    let browser = site.browser();
    for path in ["/", "/fr", "/watch/x", "/apiary", "/healthz/x", "/assets/x.js", "/../x", "/%2e%2e/x"] {
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
            policy.contains("script-src 'self' 'wasm-unsafe-eval';")
                && policy.contains("frame-ancestors 'none'"),
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
    let site = TestSite::with_pages(Pages(echo)).await;
    let browser = site.browser().with_header("accept", "text/html");
    for path in ["/api", "/api/", "/api/nowhere", "/api/docs/x", "/api//games"] {
        browser.get(path).await.refused(Code::NoSuchPage);
    }
    browser.send("PUT", "/api/me", None, b"").await.refused(Code::WrongMethod);
    browser.send("POST", "/healthz", None, b"").await.refused(Code::WrongMethod);
    browser.get("/api/tables/x").await.refused(Code::NoSuchTable);
}

#[tokio::test]
async fn previews_are_limited_and_pages_are_not() {
    let site = TestSite::with_pages(Pages(echo)).await;
    let browser = site.browser().with_header("x-forwarded-for", "203.0.113.9").keeping_connection();
    let text = "taijitu record 1\ngame: y\nrules: 1\nwhite: Ada\n\n1. c7\n2. d8\nresult: white (resigned)\n";
    let game = browser.post("/api/import", serde_json::json!({ "text": text })).await.ok();
    let path = format!("/game/{}", game["id"].as_str().unwrap());
    assert!(browser.get(&path).await.text().contains("og:title"));
    for _ in 0..20_000 {
        let page = browser.get(&path).await;
        assert_eq!(page.status, 200);
        if !page.text().contains("og:title") {
            // Whether another game exists is not looked up either, but for the few requests that are allowed again by now.
            for unread in ["/embed/00000000000000000000000000", "/table/00000000000000000000000000"] {
                let mut statuses = vec![];
                for _ in 0..50 {
                    statuses.push(browser.get(unread).await.status);
                }
                assert!(statuses.contains(&200), "{unread}");
            }
            assert_eq!(browser.get("/new/chess").await.status, 404, "that takes no reading");
            return;
        }
    }
    panic!("the game was read 20,000 times");
}

#[tokio::test]
async fn requests_without_an_answer_are_refused() {
    let site = TestSite::with_pages(Pages(echo)).await;
    site.browser().send("POST", "/nowhere", None, b"").await.refused(Code::NoSuchPage);
    let without = TestSite::start().await;
    without.browser().get("/").await.refused(Code::NoSuchPage);
}

#[tokio::test]
async fn a_link_to_a_game_has_a_preview() {
    let site = TestSite::with_pages(Pages(echo)).await;
    let browser = site.browser();
    let text = "taijitu record 1\ngame: y\nrules: 1\nwhite: Ada \"><script>\nblack: Bob\n\n1. c3\n2. d8\nresult: black (resigned)\n";
    let id = crate::finished::brought(&browser, text).await;
    let page = browser.get(&format!("/fr/game/{id}/1")).await.text();
    let host = site.address();
    for tag in [
        "<meta property=\"og:title\" content=\"Ada &quot;&gt;&lt;script&gt; – Bob · Y\" />",
        "<meta property=\"og:description\" content=\"Les Noirs ont gagné (abandon) après 2 coups.\" />",
        &format!(
            "<meta property=\"og:image\" content=\"http://{host}/api/finished/{id}/1.png?width=1200&amp;lang=fr\" />"
        ),
        &format!("<meta property=\"og:url\" content=\"http://{host}/fr/game/{id}/1\" />"),
        "<meta name=\"twitter:card\" content=\"summary_large_image\" />",
        "<meta name=\"robots\" content=\"noindex\" />",
    ] {
        assert!(page.contains(tag), "{tag} in {page}");
    }
    let whole = browser.get(&format!("/game/{id}")).await.text();
    assert!(
        whole.contains("/last.png?width=1200") && whole.contains("Black won (resigned) after 2 moves."),
        "{whole}"
    );
    assert_eq!(browser.get("/game/nowhere").await.text(), "page of /game/nowhere");
    assert_eq!(browser.get(&format!("/table/{id}")).await.text(), format!("page of /table/{id}"));
}

#[tokio::test]
async fn games_and_tables_that_do_not_exist_are_answered_with_the_page_and_404() {
    let site = TestSite::with_pages(Pages(echo)).await;
    let browser = site.browser();
    for path in [
        "/fr/game/nowhere",
        "/game/00000000000000000000000000/3",
        "/en/embed/x",
        "/fr/new/chess",
        "/rules/go",
        "/fr/table/nowhere",
        "/table/00000000000000000000000000",
    ] {
        let page = browser.get(path).await;
        assert_eq!((page.status, page.text()), (404, format!("page of {path}")));
    }
    for path in ["/fr/new/yinsh", "/rules/y", "/learn", "/fr/learn/zen"] {
        assert_eq!(browser.get(path).await.status, 200, "{path}");
    }
    let table = site.guest().await.open(json!({ "game": "y" })).await;
    assert_eq!(browser.get(&format!("/fr/table/{table}")).await.status, 200);
}

#[tokio::test]
async fn a_link_to_a_table_has_a_preview() {
    let site = TestSite::with_pages(Pages(echo)).await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let time = json!({ "kind": "total", "seconds": 600, "increment": 5 });
    let table = ada.open(json!({ "game": "yinsh", "seat": 1, "time": time })).await;
    let host = site.address();
    let page = bob.get(&format!("/table/{table}?lang=fr")).await.text();
    for tag in [
        "<meta property=\"og:title\" content=\"Ada vous invite à jouer à YINSH\" />",
        "<meta property=\"og:description\" content=\"10 min + 5 s par joueur. Aucun compte nécessaire.\" />",
        &format!("<meta property=\"og:url\" content=\"http://{host}/fr/table/{table}\" />"),
        "<meta name=\"twitter:card\" content=\"summary_large_image\" />",
        "<meta name=\"robots\" content=\"noindex\" />",
    ] {
        assert!(page.contains(tag), "{tag} in {page}");
    }
    // The picture is there.
    let address = format!("http://{host}");
    let image = page.split("og:image\" content=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let image = image.replace("&amp;", "&");
    let picture = bob.get(image.strip_prefix(&address).unwrap()).await;
    assert_eq!((picture.status, picture.header("content-type")), (200, Some("image/png")));
    bob.act(&table, json!({ "do": "join" })).await.ok();
    ada.act(&table, json!({ "do": "start" })).await.ok();
    let running = bob.get(&format!("/table/{table}")).await.text();
    assert!(running.contains("content=\"Watch this game live.\"") && !running.contains("Ada"), "{running}");
}

#[tokio::test]
async fn a_table_has_an_invitation_with_a_code_to_scan() {
    let site = TestSite::start().await;
    let ada = site.guest().await;
    let table = ada.open(json!({ "game": "y" })).await;
    let path = format!("/api/tables/{table}/invitation");
    let plain = ada.get(&path).await.ok();
    assert_eq!(plain["link"], format!("http://{}/table/{table}", site.address()));
    let french = site.browser().get(&format!("{path}?lang=fr")).await.ok();
    assert_eq!(french["link"], format!("http://{}/table/{table}?lang=fr", site.address()));
    assert!(french["qr"]["size"].as_u64().unwrap() > 33 && french["qr"]["path"] != plain["qr"]["path"]);
    let nowhere = format!("/api/tables/{}/invitation", "0".repeat(26));
    site.browser().get(&nowhere).await.refused(Code::NoSuchTable);
}

#[tokio::test]
async fn players_who_are_connected_are_counted() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.guest().await, site.guest().await);
    let players = async || site.browser().get("/api/online").await.ok()["players"].clone();
    assert_eq!(players().await, 0);
    let _tabs = [ada.socket().await, ada.socket().await, bob.socket().await, site.browser().socket().await];
    assert_eq!(players().await, 2);
}

#[tokio::test]
async fn only_a_replay_may_be_framed() {
    let site = TestSite::with_pages(Pages(echo)).await;
    let policy = async |path: &str| {
        let page = site.browser().get(path).await;
        assert_eq!(page.header("x-frame-options"), None);
        page.header("content-security-policy").unwrap().to_owned()
    };
    for path in ["/embed/x", "/fr/embed/x", "/en/embed/x/3"] {
        let policy = policy(path).await;
        assert!(
            policy.ends_with("frame-ancestors *") && policy.contains("script-src 'self' 'wasm-unsafe-eval';"),
            "{policy}"
        );
    }
    for path in ["/", "/embed", "/game/x", "/fr/table/embed", "/table/embed/x"] {
        assert!(policy(path).await.ends_with("frame-ancestors 'none'"), "{path}");
    }
}
