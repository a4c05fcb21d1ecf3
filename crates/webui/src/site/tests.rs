//! A small page, requested in every way.

use super::BuiltPage;
use axum::http::{Request, Response};

const FILES: [(&str, &[u8]); 10] = [
    ("index.html", b"<!doctype html>\n<html lang=\"en\" class=\"dark\"><p lang=\"la\">ludus</p></html>"),
    ("assets/main-abc123.js", b"let plain = 1;"),
    ("assets/main-abc123.js.br", b"(brotli)"),
    ("assets/main-abc123.js.gz", b"(gzipped)"),
    ("assets/style-def456.css", b"p{}"),
    ("assets/style-def456.css.gz", b"(gz)"),
    ("sw.js", b"self.skipWaiting();"),
    ("manifest.webmanifest", b"{}"),
    ("icons/icon.png", b"png"),
    ("archive.gz", b"not made from anything"),
];
const BROWSER: (&str, &str) = ("accept", "text/html,application/xhtml+xml,*/*;q=0.8");
const ALL_ENCODINGS: (&str, &str) = ("accept-encoding", "gzip, deflate, br, zstd");

/// An answer with its body read.
struct Answer {
    status: u16,
    head: Response<()>,
    body: String,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        self.head.headers().get(name).map(|value| value.to_str().unwrap())
    }
}

fn ask(method: &str, path: &str, headers: &[(&str, &str)]) -> Option<Answer> {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let (request, ()) = request.body(()).unwrap().into_parts();
    let (head, body) = BuiltPage::new(&FILES).answer(&request, None)?.into_parts();
    let body = read(axum::body::to_bytes(body, usize::MAX));
    let status = head.status.as_u16();
    Some(Answer {
        status,
        head: Response::from_parts(head, ()),
        body: String::from_utf8(body.to_vec()).unwrap(),
    })
}

/// Bodies here are in memory: reading one never waits.
fn read<T, E: std::fmt::Debug>(body: impl Future<Output = Result<T, E>>) -> T {
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    match std::pin::pin!(body).poll(&mut context) {
        std::task::Poll::Ready(bytes) => bytes.unwrap(),
        std::task::Poll::Pending => panic!("a body in memory is ready"),
    }
}

fn get(path: &str, headers: &[(&str, &str)]) -> Answer {
    ask("GET", path, headers).unwrap_or_else(|| panic!("nothing at {path}"))
}

#[test]
fn files_say_what_they_are_and_how_long_they_may_be_kept() {
    let kept = [
        ("/assets/main-abc123.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/assets/style-def456.css", "text/css; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/sw.js", "text/javascript; charset=utf-8", "no-cache"),
        ("/manifest.webmanifest", "application/manifest+json", "no-cache"),
        ("/icons/icon.png", "image/png", "no-cache"),
        ("/index.html", "text/html; charset=utf-8", "no-cache"),
        ("/", "text/html; charset=utf-8", "no-cache"),
    ];
    for (path, kind, cache) in kept {
        let answer = get(path, &[]);
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-type"), Some(kind), "{path}");
        assert_eq!(answer.header("cache-control"), Some(cache), "{path}");
        let tag = answer.header("etag").unwrap();
        assert!(tag.starts_with('"') && tag.ends_with('"') && tag.len() > 16, "{path}: {tag} is strong");
    }
}

#[test]
fn the_smallest_encoding_the_client_takes_is_sent() {
    let sent = |path: &str, takes: &str| {
        let answer = get(path, &[("accept-encoding", takes)]);
        (answer.header("content-encoding").map(str::to_owned), answer.body)
    };
    let (script, style) = ("/assets/main-abc123.js", "/assets/style-def456.css");
    assert_eq!(sent(script, "gzip, br"), (Some("br".into()), "(brotli)".into()));
    assert_eq!(sent(script, "gzip"), (Some("gzip".into()), "(gzipped)".into()));
    assert_eq!(sent(script, "br;q=0, gzip;q=0"), (None, "let plain = 1;".into()));
    assert_eq!(sent(script, "zstd"), (None, "let plain = 1;".into()));
    assert_eq!(sent(style, "gzip, br"), (Some("gzip".into()), "(gz)".into()), "it has no brotli");
    assert_eq!(sent("/sw.js", "gzip, br"), (None, "self.skipWaiting();".into()));
    for takes in ["br", "identity"] {
        let answer = get(script, &[("accept-encoding", takes)]);
        assert_eq!(answer.header("vary"), Some("accept-encoding"), "{takes}");
        assert_eq!(answer.header("content-type"), Some("text/javascript; charset=utf-8"), "{takes}");
    }
    assert_eq!(get("/sw.js", &[ALL_ENCODINGS]).header("vary"), None);
}

#[test]
fn cached_content_is_not_sent_again() {
    for path in ["/", "/fr/learn", "/assets/main-abc123.js", "/sw.js"] {
        let first = get(path, &[ALL_ENCODINGS]);
        let tag = first.header("etag").unwrap();
        for method in ["GET", "HEAD"] {
            let again = ask(method, path, &[ALL_ENCODINGS, ("if-none-match", tag)]).unwrap();
            assert_eq!((again.status, again.body.as_str()), (304, ""), "{method} {path}");
            for name in ["etag", "cache-control", "vary"] {
                assert_eq!(again.header(name), first.header(name), "{method} {path}: {name}");
            }
        }
        assert_eq!(get(path, &[ALL_ENCODINGS, ("if-none-match", "\"other\"")]).status, 200, "{path}");
    }
}

#[test]
fn each_encoding_and_language_has_a_tag_of_its_own() {
    let tag = |path: &str, encoding: &str| {
        get(path, &[("accept-encoding", encoding)]).header("etag").unwrap().to_owned()
    };
    let script = "/assets/main-abc123.js";
    let tags = [tag(script, "br"), tag(script, "gzip"), tag(script, ""), tag("/fr", ""), tag("/en", "")];
    for (index, tag) in tags.iter().enumerate() {
        assert!(!tags[..index].contains(tag), "{tags:?}");
    }
    let mut brotli = vec![("if-none-match", tags[0].as_str())];
    assert_eq!(get(script, &brotli).status, 200, "it has the other one");
    brotli.push(ALL_ENCODINGS);
    assert_eq!(get(script, &brotli).status, 304);
}

#[test]
fn compressed_files_are_no_addresses_of_their_own() {
    for path in ["/assets/main-abc123.js.br", "/assets/main-abc123.js.gz", "/assets/style-def456.css.gz"] {
        assert!(ask("GET", path, &[]).is_none(), "{path}");
    }
    assert_eq!(get("/archive.gz", &[ALL_ENCODINGS]).body, "not made from anything");
}

#[test]
fn the_page_answers_at_its_addresses() {
    let with_language = ["/", "/?x=1", "/fr", "/fr/", "/en", "/fr/rules/yinsh", "/en/table/b", "/index.html"];
    let without = ["/table/x?seat=2", "/settings", "/learn/yinsh", "/new/zen?with=friend"];
    let addresses = with_language.into_iter().chain(without);
    for path in addresses {
        for headers in [&[][..], &[BROWSER], &[("accept", "*/*")]] {
            let answer = get(path, headers);
            assert_eq!(answer.status, 200, "{path}");
            assert!(answer.body.contains("ludus"), "{path}");
            assert_eq!(answer.header("vary"), Some("accept-language"), "{path}");
        }
    }
}

#[test]
fn other_addresses_are_answered_with_the_page_to_people_only() {
    let nowhere = [
        "/nowhere",
        "/table",
        "/table/",
        "/french",
        "/FR",
        "/fr.html",
        "/assets/",
        "/assets/old-000.js",
        "/fr/regles/yinsh",
        "/en/a/b",
        "/fr/table",
        "/en/fr/learn",
        "/frlearn",
    ];
    for path in nowhere {
        let page = get(path, &[BROWSER, ("if-none-match", "*")]);
        assert_eq!(page.status, 404, "{path}");
        assert!(page.body.contains("ludus"), "{path}");
        assert_eq!((page.header("cache-control"), page.header("etag")), (Some("no-cache"), None), "{path}");
        for accept in ["*/*", "application/json", "text/html;q=0", "image/avif,*/*"] {
            assert!(ask("GET", path, &[("accept", accept)]).is_none(), "{path} for {accept}");
        }
        assert!(ask("GET", path, &[]).is_none(), "{path}");
    }
}

#[test]
fn the_page_speaks_the_language_of_its_address_and_otherwise_of_its_reader() {
    let speaks = |path: &str, wants: &str, language: &str| {
        let answer = get(path, &[BROWSER, ("accept-language", wants)]);
        let opening = format!("<!doctype html>\n<html lang=\"{language}\" class=\"dark\"><p lang=\"la\">");
        assert!(answer.body.starts_with(&opening), "{path} for {wants}: {}", answer.body);
        assert_eq!(answer.header("content-language"), Some(language), "{path} for {wants}");
    };
    speaks("/fr/x", "en", "fr");
    speaks("/fr/learn", "en", "fr");
    speaks("/en", "fr", "en");
    speaks("/", "fr-CA,fr;q=0.9,en;q=0.5", "fr");
    speaks("/table/x", "en,fr;q=0.9", "en");
    speaks("/nowhere", "fr", "fr");
    speaks("/", "de", "en");
}

#[test]
fn odd_paths_find_nothing() {
    let odd = [
        "/../index.html",
        "/assets/../sw.js",
        "/assets/..%2fsw.js",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/%2e%2e/sw.js",
        "/%73w.js",
        "/sw.js%00",
        "/sw.js/",
        "//sw.js",
        "/assets\\main-abc123.js",
        "/SW.JS",
        "/%ff%fe",
        "/assets/main-abc123.js%20",
    ];
    for path in odd {
        assert!(ask("GET", path, &[]).is_none(), "{path}");
        assert_eq!(get(path, &[BROWSER]).status, 404, "{path}");
    }
    assert!(ask("OPTIONS", "*", &[BROWSER]).is_none() && ask("GET", "*", &[BROWSER]).is_none());
}

#[test]
fn heads_have_no_body_and_ranges_are_not_served() {
    for path in ["/", "/assets/main-abc123.js", "/sw.js"] {
        let (whole, head) = (get(path, &[]), ask("HEAD", path, &[]).unwrap());
        assert_eq!((head.status, head.body.as_str()), (200, ""), "{path}");
        assert_eq!(head.header("content-length"), Some(whole.body.len().to_string().as_str()), "{path}");
        assert_eq!(head.header("etag"), whole.header("etag"), "{path}");
        let part = get(path, &[("range", "bytes=0-1"), ("if-range", "\"x\"")]);
        assert_eq!((part.status, &part.body), (200, &whole.body), "{path}");
        assert_eq!((part.header("content-range"), part.header("accept-ranges")), (None, None), "{path}");
    }
    assert_eq!(ask("HEAD", "/nowhere", &[BROWSER]).unwrap().status, 404);
}

#[test]
fn nothing_but_get_and_head_is_answered() {
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"] {
        for path in ["/", "/sw.js", "/nowhere"] {
            assert!(ask(method, path, &[BROWSER]).is_none(), "{method} {path}");
        }
    }
}

#[test]
fn a_page_without_a_language_stays_as_it_is() {
    let site = BuiltPage::new(&[("index.html", b"<html><p>\xff")]);
    let (request, ()) = Request::get("/fr").body(()).unwrap().into_parts();
    let body = read(axum::body::to_bytes(site.answer(&request, None).unwrap().into_body(), 99));
    assert_eq!(&body[..], b"<html><p>\xff");
}

#[test]
fn lines_are_added_to_the_head_of_the_page_and_change_its_tag() {
    const PAGE: [(&str, &[u8]); 1] = [("index.html", b"<html lang=\"en\"><head><title>t</title></head><p>")];
    let answer = |path: &str, head| {
        let (request, ()) = Request::get(path).body(()).unwrap().into_parts();
        let (head, body) = BuiltPage::new(&PAGE).answer(&request, head).unwrap().into_parts();
        let body = read(axum::body::to_bytes(body, usize::MAX));
        (head.headers["etag"].clone(), String::from_utf8(body.to_vec()).unwrap())
    };
    let (tag, page) = answer("/fr/game/x", Some("<meta>"));
    assert_eq!(page, "<html lang=\"fr\"><head><title>t</title><meta></head><p>");
    let (plain_tag, plain) = answer("/fr/game/x", None);
    assert_eq!(plain, page.replace("<meta>", ""));
    assert_ne!(tag, plain_tag);
    for screen in [
        "archive",
        "game/x/17",
        "embed/x",
        "analysis/y",
        "import",
        "numbers",
        "player/Ada",
        "puzzles",
        "puzzle/daily",
    ] {
        assert_eq!(get(&format!("/{screen}"), &[]).status, 200, "{screen}");
    }
}
