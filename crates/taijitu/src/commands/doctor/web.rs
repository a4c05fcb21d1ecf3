//! The site as a browser sees it: address, protocol, proxy, cookies.

use super::client::{SiteAddress, SiteAnswer};
use super::data::judge_clock;
use super::finding::Finding;
use crate::clock;
use hyper::Method;
use std::net::IpAddr;
use std::time::UNIX_EPOCH;

/// An unassigned address from a block for documentation: a server that accepts it would accept any.
const FORGED: &str = "192.0.2.77";

/// Checks a site from outside.
pub(super) async fn check(url: &str) -> Vec<Finding> {
    let target = match SiteAddress::parse(url) {
        Ok(target) => target,
        Err(error) => return vec![no_answer(url, &error)],
    };
    let (sent_at, alive) = (clock::since_1970(), target.send(Method::GET, "/healthz", &[]).await);
    let alive = match alive {
        Ok(answer) => answer,
        Err(error) => return vec![no_answer(url, &error)],
    };
    let answered_at = clock::since_1970();
    let mut findings = vec![judge_alive(url, &alive)];
    findings
        .extend(date_of(&alive).map(|date| judge_clock("the site's clock", off(date, sent_at, answered_at))));
    findings.push(ready(&target).await);
    findings.push(https(&target).await);
    findings.push(socket(&target).await);
    findings.extend(cookies(&target).await);
    findings.push(forwarded(&target).await);
    findings.push(metrics(&target).await);
    findings
}

fn no_answer(url: &str, error: &str) -> Finding {
    let change = if error.starts_with("https:") {
        "check the proxy's certificate: its name, chain and expiry date"
    } else {
        "check name, port, firewall and proxy; `curl -v` says more"
    };
    Finding::wrong("site", format!("{url} does not answer: {error}"))
        .because("nobody can reach the site")
        .change(change)
}

fn judge_alive(url: &str, answer: &SiteAnswer) -> Finding {
    if answer.status == 200 && answer.body.trim() == "ok" {
        return Finding::ok("site", format!("{url} answers"));
    }
    Finding::wrong(
        "site",
        format!("{url}/healthz answers {}, which is not an answer of this program", answer.status),
    )
    .because("something else answers at this address, or the proxy does not reach the server")
    .change("let the proxy pass everything on to the address of --listen")
}

/// The time in an answer, in milliseconds since 1970; it is written in whole seconds.
fn date_of(answer: &SiteAnswer) -> Option<i64> {
    let date = httpdate::parse_http_date(answer.header("date")?).ok()?;
    i64::try_from(date.duration_since(UNIX_EPOCH).ok()?.as_millis()).ok()
}

/// How far a date of whole seconds is outside the time in which it was written.
fn off(date: i64, sent_at: i64, answered_at: i64) -> i64 {
    if date + 1000 < sent_at { date + 1000 - sent_at } else { (date - answered_at).max(0) }
}

async fn ready(target: &SiteAddress) -> Finding {
    match target.send(Method::GET, "/readyz", &[]).await {
        Ok(answer) if answer.status == 200 => Finding::ok("ready", answer.body.trim().to_owned()),
        Ok(answer) => Finding::wrong(
            "ready",
            format!("/readyz answers {}: {}", answer.status, answer.body.trim()),
        )
        .because("the server takes no requests")
        .change(
            "check the server's log; the usual reasons are a full disk and a database that does not answer",
        ),
        Err(error) => Finding::wrong("ready", format!("/readyz: {error}"))
            .because("monitoring cannot tell whether the site works")
            .change("let the proxy pass it on, and check the server's log"),
    }
}

/// Whether an address belongs to this machine or to a home network, where there are no certificates.
fn is_local(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    match host.parse::<IpAddr>() {
        Ok(IpAddr::V4(ip)) => ip.is_loopback() || ip.is_private() || ip.is_link_local(),
        Ok(IpAddr::V6(ip)) => ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local(),
        Err(_) => host == "localhost" || host.ends_with(".local") || host.ends_with(".lan"),
    }
}

async fn https(target: &SiteAddress) -> Finding {
    if !target.https {
        if is_local(&target.host) {
            return Finding::ok("https", "not on this machine's own network");
        }
        return Finding::wrong("https", "players use http")
            .because("passwords and cookies can be read on the way")
            .change("a proxy with a certificate (Caddy gets one by itself), and --public-url https://…");
    }
    match target.plain().send(Method::GET, "/", &[]).await {
        Err(_) => Finding::ok("https", "and nothing answers over http"),
        Ok(answer) if is_redirect(&answer) => Finding::ok("https", "and http leads there"),
        Ok(answer) => {
            Finding::wrong("https", format!("http://{}/ answers {} itself", target.host, answer.status))
                .because("players who type the name without https sign in over http, or reach nothing")
                .change("let the proxy answer port 80 with a redirect (301) to https")
        }
    }
}

fn is_redirect(answer: &SiteAnswer) -> bool {
    let to_https = answer.header("location").is_some_and(|place| place.starts_with("https://"));
    matches!(answer.status, 301 | 302 | 303 | 307 | 308) && to_https
}

async fn socket(target: &SiteAddress) -> Finding {
    let origin = target.origin();
    let headers = [
        ("connection", "Upgrade"),
        ("upgrade", "websocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ("origin", origin.as_str()),
    ];
    let failed = |seen: String| {
        Finding::wrong("websocket", seen).because("pages open, but do not update").change(
            "let the proxy pass WebSockets on (the headers Upgrade and Connection), as docs/HOSTING.md shows",
        )
    };
    match target.send(Method::GET, "/api/socket", &headers).await {
        Ok(answer) if answer.status == 101 => Finding::ok("websocket", "opens"),
        Ok(answer) if answer.body.contains("wrong_origin") => wrong_origin(&origin, "websocket"),
        Ok(answer) => failed(format!("it does not open: the answer is {}", answer.status)),
        Err(error) => failed(format!("it does not open: {error}")),
    }
}

fn wrong_origin(origin: &str, check: &'static str) -> Finding {
    Finding::wrong(check, format!("the server does not accept {origin} as its own address"))
        .because("every request of the page that changes something is refused with wrong_origin")
        .change(format!(
            "--public-url {origin} on the server, letter by letter; without --public-url the proxy has to pass Host on"
        ))
}

/// Signing out needs no account, changes nothing, and shows the cookie: it is cleared with the flags it is
/// set with.
async fn cookies(target: &SiteAddress) -> Vec<Finding> {
    let origin = target.origin();
    let answer =
        target.send(Method::POST, "/api/logout", &[("origin", &origin), ("content-length", "0")]).await;
    let answer = match answer {
        Ok(answer) => answer,
        Err(error) => {
            return vec![
                Finding::wrong("proxy", format!("POST /api/logout: {error}"))
                    .because("nobody can sign in or play")
                    .change("let the proxy pass all methods on"),
            ];
        }
    };
    if answer.body.contains("wrong_origin") {
        return vec![wrong_origin(&origin, "proxy")];
    }
    match answer.header("set-cookie") {
        Some(cookie) => vec![
            Finding::ok("proxy", "requests of the page are accepted"),
            judge_cookie(cookie, target.https),
        ],
        None => vec![
            Finding::wrong(
                "cookie",
                format!("POST /api/logout answers {} and sets no cookie", answer.status),
            )
            .because("nobody stays signed in")
            .change("let the proxy pass Set-Cookie and all methods on"),
        ],
    }
}

fn judge_cookie(cookie: &str, https: bool) -> Finding {
    let has = |flag: &str| cookie.split(';').any(|part| part.trim().eq_ignore_ascii_case(flag));
    let mut missing: Vec<&str> = ["HttpOnly", "SameSite=Lax"].into_iter().filter(|flag| !has(flag)).collect();
    if https && !has("Secure") {
        missing.push("Secure");
    }
    if missing.is_empty() {
        return if !https && has("Secure") {
            Finding::wrong("cookie", "it is Secure, but this address is http")
                .because("browsers do not keep it: nobody stays signed in")
                .change("use https, or start the server with the --public-url that players type")
        } else {
            Finding::ok("cookie", "has the flags it needs")
        };
    }
    Finding::wrong("cookie", format!("it lacks {}", missing.join(", ")))
        .because("it could be stolen by a script, by another site or on the way")
        .change("start the server with --public-url https://…, and let the proxy leave Set-Cookie alone")
}

/// Which address the server counts us by, when we claim another.
async fn forwarded(target: &SiteAddress) -> Finding {
    let answer = match target.send(Method::GET, "/api/address", &[("x-forwarded-for", FORGED)]).await {
        Ok(answer) if answer.status == 200 => answer,
        Ok(answer) => {
            return Finding::warning("client address", format!("/api/address answers {}", answer.status));
        }
        Err(error) => return Finding::warning("client address", error),
    };
    let seen = serde_json::from_str::<serde_json::Value>(&answer.body).ok();
    let seen = seen.and_then(|value| value["address"].as_str().map(str::to_owned)).unwrap_or_default();
    judge_address(&seen, &target.host)
}

fn judge_address(seen: &str, host: &str) -> Finding {
    if seen == FORGED {
        return Finding::wrong("client address", "the server accepts any X-Forwarded-For header")
            .because("every client can claim any address: limits by address have no effect")
            .change("without a proxy leave --trust-proxy away; a proxy has to add the client's address at the end");
    }
    // The server does not report the address of clients behind a proxy that it does not trust.
    if seen.is_empty() {
        let unknown = "the server cannot determine our address";
        if is_local(host) {
            return Finding::ok("client address", format!("{unknown}: it does not trust headers of proxies"));
        }
        return Finding::wrong("client address", unknown)
            .because("behind this proxy all players share the limits of one address")
            .change("--trust-proxy on the server, and a proxy that sets X-Forwarded-For");
    }
    let is_loopback = seen.parse::<IpAddr>().is_ok_and(|ip| ip.to_canonical().is_loopback());
    if is_loopback && !is_local(host) {
        return Finding::wrong("client address", "the server sees its own machine as the client")
            .because("behind this proxy all players have one address, or none: limits apply to all of them together or to none")
            .change("--trust-proxy on the server, and a proxy that sets X-Forwarded-For");
    }
    Finding::ok("client address", format!("seen as {seen}"))
}

async fn metrics(target: &SiteAddress) -> Finding {
    match target.send(Method::GET, "/metrics", &[]).await {
        Ok(answer) if answer.status == 200 && answer.body.contains("taijitu_") => {
            let seen = "/metrics is open to everybody";
            let finding = if is_local(&target.host) {
                Finding::warning("metrics", seen)
            } else {
                Finding::wrong("metrics", seen)
            };
            finding.because("load and errors of the site should not be public").change(
                "let the proxy refuse /metrics, or put it on an address of its own with --metrics-listen",
            )
        }
        _ => Finding::ok("metrics", "not public"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::finding::Severity;
    use super::*;

    #[test]
    fn cookies_are_judged() {
        let judge = |cookie, https| judge_cookie(cookie, https).status;
        let good = "__Host-taijitu=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure";
        assert_eq!(judge(good, true), Severity::Ok);
        assert_eq!(judge(good, false), Severity::Wrong);
        assert_eq!(judge("taijitu=; Path=/; HttpOnly; SameSite=Lax", false), Severity::Ok);
        assert_eq!(judge("taijitu=; Path=/; HttpOnly; SameSite=Lax", true), Severity::Wrong);
        assert_eq!(judge("taijitu=; Path=/; SameSite=Lax", false), Severity::Wrong);
    }

    #[test]
    fn addresses_are_judged() {
        assert_eq!(judge_address(FORGED, "club.example").status, Severity::Wrong);
        assert_eq!(judge_address("127.0.0.1", "club.example").status, Severity::Wrong);
        assert_eq!(judge_address("127.0.0.1", "127.0.0.1").status, Severity::Ok);
        assert_eq!(judge_address("203.0.113.9", "club.example").status, Severity::Ok);
        assert_eq!(judge_address("", "club.example").status, Severity::Wrong);
        assert_eq!(judge_address("", "localhost").status, Severity::Ok);
        for (host, local) in
            [("localhost", true), ("192.168.1.5", true), ("[::1]", true), ("club.example", false)]
        {
            assert_eq!(is_local(host), local, "{host}");
        }
    }

    #[test]
    fn a_date_of_whole_seconds_is_compared_with_the_time_of_the_exchange() {
        assert_eq!(off(10_000, 10_400, 10_500), 0);
        assert_eq!(off(10_000, 71_000, 71_100), -60_000);
        assert_eq!(off(70_000, 9_900, 10_000), 60_000);
    }
}
