//! What must not be possible: other sites' requests, floods, bad input that breaks something, secrets that get out.

use serde_json::{Value, json};
use taijitu_protocol::Code;
use taijitu_testkit::{Answer, Client, OriginHeader, TestSite, credentials};

fn other_site() -> OriginHeader {
    OriginHeader::Other("https://evil.example".into())
}

#[tokio::test]
async fn other_sites_cannot_write_with_a_cookie() {
    let site = TestSite::start().await;
    let ada = site.account("Ada").await;
    let address = site.address();
    let wrong = [
        other_site(),
        OriginHeader::None,
        OriginHeader::Other("null".into()),
        OriginHeader::Other(format!("http://{address}.evil.example")),
        OriginHeader::Other(format!("ftp://{address}")),
        OriginHeader::Other(address.to_string()),
        OriginHeader::Other(String::new()),
    ];
    for origin in wrong {
        let forged = ada.on_page_of(origin);
        forged.post("/api/tables", json!({ "game": "y" })).await.refused(Code::WrongOrigin);
        forged.post("/api/logout", json!({})).await.refused(Code::WrongOrigin);
        forged.post("/api/logout-everywhere", json!({})).await.refused(Code::WrongOrigin);
        forged.post("/api/tokens", json!({ "label": "x" })).await.refused(Code::WrongOrigin);
        forged.delete("/api/me", json!({ "password": "password of Ada" })).await.refused(Code::WrongOrigin);
        let refused = forged.try_socket().await.err().expect("no socket for another site");
        refused.refused(Code::WrongOrigin);
        forged.me().await;
    }
    ada.socket().await;
}

#[tokio::test]
async fn other_sites_cannot_sign_anybody_in() {
    let site = TestSite::start().await;
    site.account("Ada").await;
    let victim = site.browser().on_page_of(other_site());
    victim.post("/api/login", credentials("Ada")).await.refused(Code::WrongOrigin);
    victim.post("/api/register", credentials("Bob")).await.refused(Code::WrongOrigin);
    victim.post("/api/guest", json!({})).await.refused(Code::WrongOrigin);
    assert!(victim.try_socket().await.is_err());
    let program = site.browser().on_page_of(OriginHeader::None);
    program.post("/api/login", credentials("Ada")).await.ok();
}

#[tokio::test]
async fn programs_need_no_origin() {
    let site = TestSite::start().await;
    let ada = site.account("Ada").await;
    let program = site.program(&ada).await;
    program.open(json!({ "game": "y" })).await;
    program.socket().await;
    site.bearer("wrong").get("/api/me").await.refused(Code::NotSignedIn);
    site.bearer("wrong").get("/api/lobby/open").await.refused(Code::NotSignedIn);
    let cookie = ada.cookie().unwrap();
    site.bearer(cookie.split_once('=').unwrap().1).get("/api/me").await.refused(Code::NotSignedIn);
    let token = ada.post("/api/tokens", json!({ "label": "x" })).await.ok()["token"].clone();
    site.bearer(token.as_str().unwrap()).me().await;
    let browser = site.browser();
    browser.set_cookie(Some(&format!("taijitu={}", token.as_str().unwrap())));
    browser.get("/api/me").await.refused(Code::NotSignedIn);
}

#[tokio::test]
async fn cookies_are_kept_from_scripts_and_other_sites() {
    let site = TestSite::start().await;
    let plain = site.browser().post("/api/guest", json!({})).await;
    let cookie = plain.header("set-cookie").unwrap();
    let (pair, rest) = cookie.split_once(';').unwrap();
    assert_eq!(pair.len(), "taijitu=".len() + 64, "256 bits");
    assert_eq!(rest, " Path=/; HttpOnly; SameSite=Lax; Max-Age=34560000");
    let site = TestSite::with(|config| config.public_url = Some("https://club.example".into())).await;
    let own = OriginHeader::Other("https://club.example".into());
    let secure = site.browser().on_page_of(own.clone()).post("/api/guest", json!({})).await;
    let cookie = secure.header("set-cookie").unwrap();
    assert!(cookie.starts_with("__Host-taijitu=") && cookie.ends_with("; Secure"), "{cookie}");
    let browser = site.browser();
    browser.post("/api/guest", json!({})).await.refused(Code::WrongOrigin);
    let guest = browser.on_page_of(own);
    guest.post("/api/guest", json!({})).await.ok();
    guest.me().await;
}

#[tokio::test]
async fn every_answer_has_its_policy() {
    let site = TestSite::start().await;
    let ada = site.guest().await;
    let answers = [
        ada.get("/").await,
        ada.get("/api/docs").await,
        ada.get("/api/openapi.json").await,
        ada.get("/api/me").await,
        ada.get("/healthz").await,
        ada.get("/metrics").await,
        ada.get("/nowhere").await,
        ada.get("/api/tables/x").await,
        ada.get("/api/lobby/open?before=%00").await,
        ada.get("/api/socket").await,
        ada.send("PUT", "/api/me", None, b"").await,
        ada.post("/api/tables", json!([])).await,
        ada.on_page_of(other_site()).post("/api/tables", json!({})).await,
    ];
    for answer in answers {
        let policy = answer.header("content-security-policy").unwrap();
        // The page compiles its module; it never evaluates text.
        let policy = policy.replace("'wasm-unsafe-eval'", "");
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("same-origin"));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
    }
}

/// Whether an answer is one that bad input may get: success, or a refusal with a code; never a failure of ours.
fn check(what: &str, answer: &Answer) {
    assert!(answer.status < 500, "{what}: {} {}", answer.status, answer.text());
    if answer.status >= 400 {
        let code = answer.json()["code"].clone();
        let code: Code = serde_json::from_value(code).unwrap_or_else(|_| panic!("{what}: {}", answer.text()));
        assert!(Code::ALL.contains(&code) && code.status() == answer.status, "{what}");
        let words = &answer.json()["message"];
        assert!(words["en"].is_string() && words["fr"].is_string(), "{what}");
    }
}

/// Bodies no route expects.
fn bad_bodies() -> Vec<Vec<u8>> {
    let values = [
        json!(null),
        json!(true),
        json!([]),
        json!({}),
        json!("text"),
        json!(1e300),
        json!({ "name": 1, "password": [] }),
        json!({ "name": "Ada" }),
        json!({ "name": "\u{0}", "password": "\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}" }),
        json!({ "old": null, "new": {} }),
        json!({ "label": { "a": 1 } }),
        json!({ "game": "no such game" }),
        json!({ "game": "y", "seat": 300, "time": { "total": { "seconds": -1 } } }),
        json!({ "game": "y", "options": { "board": "x".repeat(10_000) } }),
        json!({ "game": "y", "engines": [9, 0, 255, 8, 8, 8, 8, 8] }),
        json!({ "do": "play", "game": 4_294_967_295u32, "turn": 0, "text": "\u{202e}" }),
        json!({ "do": "nonsense" }),
        json!({ "do": "join", "seat": "nowhere", "id": "x".repeat(100) }),
        json!({ "do": "option", "name": "", "value": "\u{0}" }),
        json!({ "text": "", "id": "" }),
        json!({ "text": "/nonsense \u{0}" }),
        json!([{ "point": "zz99" }, 1, null]),
    ];
    let mut bodies: Vec<Vec<u8>> = values.iter().map(|value| value.to_string().into_bytes()).collect();
    bodies.extend([
        vec![],
        b"{".to_vec(),
        b"{\"name\":\"\xff\xfe\"}".to_vec(),
        vec![0; 100],
        b"[".repeat(10_000),
        b"{\"a\":".repeat(2_000),
        format!("{{\"game\":{}}}", "9".repeat(4000)).into_bytes(),
        b"{\"name\":\"a\",\"name\":\"b\"}".to_vec(),
        b"{\"name\":\"\\ud800\"}".to_vec(),
    ]);
    bodies
}

/// Every route of the description with every method, ids put in.
fn routes(description: &Value, id: &str) -> Vec<(String, String)> {
    let paths = description["paths"].as_object().unwrap();
    let mut routes = vec![];
    for (path, methods) in paths {
        // A stream of one's own events has no end.
        if path == "/api/me/events" {
            continue;
        }
        let named = [
            "{id}",
            "{state}",
            "{picture}",
            "{file}",
            "{game}",
            "{name}",
            "{player}",
            "{class}",
            "{pairing}",
        ];
        let path = named.iter().fold(path.clone(), |path, name| path.replace(name, id));
        assert!(!path.contains('{'), "{path}");
        routes
            .extend(methods.as_object().unwrap().keys().map(|method| (method.to_uppercase(), path.clone())));
    }
    routes
}

#[tokio::test]
async fn bad_input_is_refused_with_a_code() {
    let site = TestSite::start().await;
    let (ada, bob) = (site.account("Ada").await, site.account("Bob").await);
    let description = site.browser().get("/api/openapi.json").await.ok();
    let table = bob.open(json!({ "game": "y" })).await;
    let clients = [site.browser(), ada];
    let unknown = "00000000000000000000000000";
    let known = routes(&description, &table).into_iter().filter(|(_, path)| path.contains(&table));
    for (method, path) in routes(&description, unknown).into_iter().chain(known) {
        // These would end the session the others are tried with.
        if path.contains("logout") {
            continue;
        }
        for client in &clients {
            if method == "GET" {
                let answer = client.send(&method, &path, None, b"").await;
                check(&format!("{method} {path}"), &answer);
                continue;
            }
            for body in bad_bodies() {
                let what = || String::from_utf8_lossy(&body[..body.len().min(80)]).into_owned();
                // A game is all it takes: an engine would think for a while.
                if path == "/api/analysis" && what().contains(r#""game":"y""#) && !what().contains("options")
                {
                    continue;
                }
                let answer = client.send(&method, &path, Some("application/json"), &body).await;
                check(&format!("{method} {path} {}", what()), &answer);
            }
        }
    }
    assert_eq!(clients[1].me().await["name"], "Ada", "the account of the client that tried is unchanged");
}

#[tokio::test]
async fn addresses_that_are_none_are_refused_with_a_code() {
    let site = TestSite::start().await;
    let ada = site.account("Ada").await;
    let description = site.browser().get("/api/openapi.json").await.ok();
    let long = "x".repeat(5000);
    let ids = [
        "xx",
        "%ff%fe",
        "%00",
        "..%2f..%2fetc",
        "'%20OR%201=1",
        "-1",
        "💥",
        &long,
        "8zzzzzzzzzzzzzzzzzzzzzzzzz",
    ];
    for id in ids.map(|id| id.replace('💥', "%F0%9F%92%A5")) {
        for (method, path) in routes(&description, &id) {
            if path.contains(&id) {
                let kind = Some("application/json").filter(|_| method != "GET");
                let answer = ada.send(&method, &path, kind, b"{}").await;
                check(&format!("{method} {path}"), &answer);
                assert!(answer.status >= 400, "{method} {path}: {}", answer.text());
            }
        }
    }
    let queries = [
        "/api/tables/x?scenes=maybe",
        "/api/tables/x/events?since=-1",
        "/api/tables/x/events?since=99999999999999999999999",
        "/api/tables/x/events?wait=soon",
        "/api/tables/x/chat?after=%ff",
        "/api/lobby/open?before=x",
        "/api/lobby/open?before=99999999999999999999-x",
        "/api/lobby/open?before=5-%00",
        "/api/lobby/open?game=%00",
        "/api/finished?game=y%00",
        "/api/finished?before=5-x%00",
        "/api/me/games?before=%00",
        "/api/me/games?game=%00",
        "/api/me/tables?before=5-%00",
        "/api/socket",
        "/api/",
        "/api/nowhere",
    ];
    for path in queries {
        let answer = ada.get(path).await;
        check(path, &answer);
        assert!(answer.status >= 400, "{path}");
    }
}

#[tokio::test]
async fn wrong_methods_and_kinds_are_refused_with_a_code() {
    let site = TestSite::start().await;
    let ada = site.account("Ada").await;
    let description = site.browser().get("/api/openapi.json").await.ok();
    let known = routes(&description, "x");
    for (_, path) in &known {
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "NONSENSE"] {
            if !known.contains(&(method.to_owned(), path.clone())) {
                ada.send(method, path, None, b"").await.refused(Code::WrongMethod);
            }
        }
    }
    for kind in
        [None, Some("text/plain"), Some("application/x-www-form-urlencoded"), Some("multipart/form-data")]
    {
        ada.send("POST", "/api/tables", kind, b"{\"game\":\"y\"}").await.refused(Code::NotJson);
        ada.send("POST", "/api/login", kind, b"{}").await.refused(Code::NotJson);
    }
}

#[tokio::test]
async fn ten_megabytes_are_too_many() {
    let site = TestSite::start().await;
    let ada = site.account("Ada").await;
    let body = vec![b' '; 10_000_000];
    for path in
        ["/api/register", "/api/login", "/api/password", "/api/tokens", "/api/tables", "/api/tables/x/do"]
    {
        ada.send("POST", path, Some("application/json"), &body).await.refused(Code::TooLarge);
    }
    ada.me().await;
}

/// Guests made from an address until that is refused; without one, without the header of a proxy.
async fn guests_from(site: &TestSite, address: &str) -> usize {
    for made in 0..100 {
        let browser = site.browser();
        let browser =
            if address.is_empty() { browser } else { browser.with_header("x-forwarded-for", address) };
        let answer = browser.post("/api/guest", json!({})).await;
        if answer.status != 200 {
            answer.refused(Code::TooFast);
            assert!(answer.header("retry-after").is_some() && answer.json()["retry"].is_u64());
            return made;
        }
    }
    100
}

#[tokio::test]
async fn a_proxy_is_believed_only_if_it_is_to_be() {
    let trusting = TestSite::with(|config| config.trust_proxy = true).await;
    let limited = guests_from(&trusting, "198.51.100.7, 203.0.113.9").await;
    assert!((60..90).contains(&limited), "{limited}");
    assert!(guests_from(&trusting, "198.51.100.8, 203.0.113.9").await < 10, "only the last address counts");
    assert!(guests_from(&trusting, "203.0.113.10").await >= 60);
    let plain = TestSite::with(|_| ()).await;
    let limited = guests_from(&plain, "203.0.113.9").await;
    assert!((60..90).contains(&limited), "{limited}: a proxy on this machine that is not trusted");
    assert!(guests_from(&plain, "203.0.113.10").await < 10, "all its clients share one limit");
    assert_eq!(guests_from(&plain, "").await, 100, "the host of the site");
}

#[tokio::test]
async fn headers_of_a_proxy_are_read_and_malformed_ones_limited() {
    let site = TestSite::with(|config| config.trust_proxy = true).await;
    assert!(guests_from(&site, "203.0.113.9:1234").await >= 60);
    assert!(guests_from(&site, "203.0.113.9:5678").await < 10, "the port does not count");
    assert!(guests_from(&site, "[2001:db8::1]:80").await >= 60);
    assert!(guests_from(&site, "2001:db8::2").await < 10, "a home is one address");
    assert!((60..90).contains(&guests_from(&site, "garbage").await));
    for odd in ["[::1", "unknown", "127.0.0.1:port", "203.0.113.9, ?"] {
        assert!(guests_from(&site, odd).await < 10, "{odd}: those who cannot be told apart share one limit");
    }
    assert_eq!(guests_from(&site, "").await, 100, "the host of the site");
}

#[tokio::test]
async fn a_name_is_not_guessed_and_its_owner_not_kept_out() {
    let site = TestSite::with(|config| config.trust_proxy = true).await;
    let from = |address: &str| site.browser().with_header("x-forwarded-for", address);
    from("198.51.100.7").post("/api/register", credentials("Ada")).await.ok();
    let attempt = async |name: &str, address: &str| {
        let given = json!({ "name": name, "password": "a wrong guess" });
        from(address).post("/api/login", given).await.code()
    };
    for name in ["Ada", "No One"] {
        let mut codes = vec![];
        for _ in 0..15 {
            codes.push(attempt(name, if name == "Ada" { "203.0.113.1" } else { "203.0.113.2" }).await);
        }
        assert_eq!(codes[..10], [Code::WrongPassword; 10], "{name}");
        assert_eq!(codes[12..], [Code::TooFast; 3], "{name}: known or not, the same");
    }
    // Ten wrong passwords somewhere keep nobody out elsewhere, known there or not.
    from("198.51.100.8").post("/api/login", credentials("Ada")).await.ok();
    // Many addresses guess no faster than some.
    let mut refused = 0;
    for n in 10..30 {
        for _ in 0..10 {
            refused += usize::from(attempt("Ada", &format!("203.0.113.{n}")).await == Code::TooFast);
        }
    }
    assert!(refused > 50, "{refused} of 200 guesses were refused");
    // But from places where the owner has signed in before, it is still possible, even after mistakes.
    for home in ["198.51.100.7", "198.51.100.8"] {
        for _ in 0..12 {
            assert_eq!(attempt("Ada", home).await, Code::WrongPassword);
        }
        from(home).post("/api/login", credentials("Ada")).await.ok();
    }
}

#[tokio::test]
async fn other_peoples_seats_and_cookies() {
    let site = TestSite::start().await;
    let (ada, bob, eve) = (site.guest().await, site.guest().await, site.guest().await);
    let table = ada.open(json!({ "game": "y", "seat": 1 })).await;
    bob.act(&table, json!({ "do": "join" })).await.ok();
    ada.act(&table, json!({ "do": "start" })).await.ok();
    eve.act(&table, json!({ "do": "resign" })).await.refused(Code::NotSeated);
    let guess = |client: &Client| {
        let cookie = client.cookie().unwrap();
        let (name, secret) = cookie.split_once('=').unwrap();
        format!("{name}={}", secret.chars().rev().collect::<String>())
    };
    let forged = site.browser();
    forged.set_cookie(Some(&guess(&ada)));
    forged.act(&table, json!({ "do": "resign" })).await.refused(Code::NotSignedIn);
    let session = site
        .app()
        .site
        .store
        .sessions(ada.me().await["id"].as_str().unwrap().parse().unwrap())
        .await
        .unwrap();
    forged.set_cookie(Some(&format!("taijitu={}", session[0].hash)));
    forged.get("/api/me").await.refused(Code::NotSignedIn);
}
